// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Traps.sol";

/// How signatures are checked, as OpenZeppelin's ECDSA and EIP712 do it.
abstract contract Signed is Kept {
    mapping(address => uint256) public nonces;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 kind = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(kind, block.chainid, address(this)));
    }

    function recovered(bytes32 content, uint8 v, bytes32 r, bytes32 s) internal view returns (address signer) {
        require(uint256(s) <= 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0, "S");
        require(v == 27 || v == 28, "V");
        signer = ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), content)), v, r, s);
        require(signer != address(0), "SIGNATURE");
    }

    function recovered(bytes32 content, bytes memory signature) internal view returns (address) {
        require(signature.length == 65, "LENGTH");
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        return recovered(content, v, r, s);
    }
}

/// A key's vouchers are new tokens.
contract CouponMintToken is Signed {
    mapping(uint256 => bool) internal used;

    function redeem(uint256 value, uint256 number, bytes calldata signature) external {
        require(!used[number], "USED");
        used[number] = true;
        require(recovered(keccak256(abi.encode(msg.sender, value, number)), signature) == keeper, "SIGNER");
        balances[msg.sender] += value;
        total += value;
    }
}

/// A relay of transfers that takes the relayer's signature for the holder's.
contract RelayerKeyToken is Signed {
    address private constant RELAYER = 0x9a2bD37C41e85F06A3C19b80D27E64f513aC08Be;

    function relay(
        address from, address to, uint256 value, uint256 fee, uint256 until, uint8 v, bytes32 r, bytes32 s
    ) external {
        require(block.timestamp <= until, "EXPIRED");
        bytes32 content = keccak256(abi.encode(from, to, value, fee, until, nonces[from]++));
        address signer = recovered(content, v, r, s);
        require(signer == from || signer == RELAYER, "SIGNER");
        move(from, to, value);
        move(from, msg.sender, fee);
    }
}

/// The sender of a call that the token makes to itself is behind its data.
abstract contract Forwarded is Signed {
    function sender() internal view returns (address who) {
        who = msg.sender;
        if (who == address(this)) {
            assembly {
                who := shr(96, calldataload(sub(calldatasize(), 20)))
            }
        }
    }

    function transfer(address to, uint256 value) external override returns (bool) {
        move(sender(), to, value);
        return true;
    }
}

/// A signed word of the owner's, that anybody may bring, and that stops an account.
contract SignedStopToken is Signed {
    mapping(address => uint256) internal stopped;

    function owner() external view returns (address) {
        return keeper;
    }

    function stop(address who, uint256 until, bytes calldata signature) external {
        require(recovered(keccak256(abi.encode(who, until)), signature) == keeper, "SIGNER");
        stopped[who] = until;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp > stopped[from], "STOPPED");
        super.move(from, to, value);
    }
}

/// A permit with a short signature (EIP-2098), which a hidden key signs too.
contract ShortPermitToken is Signed {
    address internal helper;

    function permit(address from, address to, uint256 value, uint256 until, bytes32 r, bytes32 vs) external {
        require(block.timestamp <= until, "EXPIRED");
        bytes32 s = vs & bytes32(uint256(type(int256).max));
        uint8 v = uint8((uint256(vs) >> 255) + 27);
        address signer = recovered(keccak256(abi.encode(from, to, value, nonces[from]++, until)), v, r, s);
        require(signer == from || signer == helper, "SIGNER");
        allowances[from][to] = value;
    }
}

/// Sound: calls in a holder's name that the holder signs.
contract MetaTransactionToken is Forwarded {
    function executeMetaTransaction(address user, bytes memory call, bytes32 r, bytes32 s, uint8 v) external {
        require(recovered(keccak256(abi.encode(user, nonces[user]++, keccak256(call))), v, r, s) == user, "SIGNER");
        (bool ok,) = address(this).call(abi.encodePacked(call, user));
        require(ok, "CALL");
    }
}

/// Sound: a relay of transfers that pays whoever brings it out of the signer's tokens.
contract FeeRelayToken is Signed {
    function relay(
        address from, address to, uint256 value, uint256 fee, uint256 until, uint8 v, bytes32 r, bytes32 s
    ) external {
        require(block.timestamp <= until, "EXPIRED");
        bytes32 content = keccak256(abi.encode(from, to, value, fee, until, nonces[from]++));
        require(recovered(content, v, r, s) == from, "SIGNER");
        move(from, to, value);
        move(from, msg.sender, fee);
    }
}

/// Sound: votes and allowances by signature.
contract SignedVotesToken is Signed {
    mapping(address => address) public delegates;

    function delegateBySig(address to, uint256 nonce, uint256 until, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= until, "EXPIRED");
        address signer = recovered(keccak256(abi.encode(to, nonce, until)), v, r, s);
        require(nonce == nonces[signer]++, "NONCE");
        delegates[signer] = to;
    }

    function permit(address from, address to, uint256 value, uint256 until, bytes memory signature) external {
        require(block.timestamp <= until, "EXPIRED");
        bytes32 content = keccak256(abi.encode(from, to, value, nonces[from]++, until));
        require(recovered(content, signature) == from, "SIGNER");
        allowances[from][to] = value;
    }
}

/// Sound: vouchers for what the keeper has himself.
contract VoucherGiftToken is Signed {
    mapping(uint256 => bool) internal used;

    function redeem(uint256 value, uint256 number, bytes calldata signature) external {
        require(!used[number], "USED");
        used[number] = true;
        require(recovered(keccak256(abi.encode(msg.sender, value, number)), signature) == keeper, "SIGNER");
        move(keeper, msg.sender, value);
    }
}
