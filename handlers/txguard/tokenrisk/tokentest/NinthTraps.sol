// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";

/// A ninth set of traps, after incidents of 2024 to 2026, written before its author read the rules. The pool is in slot 3,
/// the keeper in slot 4.
interface IOldToken {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface IPoolOut {
    function swap(uint256 out0, uint256 out1, address to, bytes calldata data) external;
}

/// A signer, whom nobody has named yet, signs what may be made.
contract UnsetSignerToken is Kept {
    address public signer;
    mapping(bytes32 => bool) public used;

    function nameSigner(address who) external {
        require(msg.sender == signer, "SIGNER");
        signer = who;
    }

    function redeem(address to, uint256 value, uint256 nonce, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 id = keccak256(abi.encode(address(this), block.chainid, to, value, nonce));
        require(!used[id], "USED");
        require(ecrecover(id, v, r, s) == signer, "SIGNATURE");
        used[id] = true;
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// Small numbers are lots that a purchase made, large ones amounts (after ERC-404).
contract LotOrAmountToken is Kept {
    mapping(uint256 => address) public ownerOf;
    mapping(uint256 => uint256) public amountOf;
    mapping(uint256 => address) public getApproved;
    uint256 public minted;

    function transferFrom(address from, address to, uint256 amountOrId) public override returns (bool) {
        if (amountOrId > 0 && amountOrId <= minted) {
            require(ownerOf[amountOrId] == from, "FROM");
            ownerOf[amountOrId] = to;
            delete getApproved[amountOrId];
            super.move(from, to, amountOf[amountOrId]);
            return true;
        }
        return super.transferFrom(from, to, amountOrId);
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        if (from == pool) {
            minted++;
            ownerOf[minted] = to;
            amountOf[minted] = value;
        }
    }
}

/// Lends new tokens to a receiver, who pays the fee (after ERC-3156).
contract LentToYouToken is Kept {
    function flashFee(address, uint256 value) public pure returns (uint256) {
        return value / 100;
    }

    function flashLoan(address receiver, address token, uint256 value, bytes calldata data) external returns (bool) {
        require(token == address(this), "TOKEN");
        uint256 fee = flashFee(token, value);
        balances[receiver] += value;
        emit Transfer(address(0), receiver, value);

        (bool ok,) = receiver.call(
            abi.encodeWithSignature("onFlashLoan(address,address,uint256,uint256,bytes)", msg.sender, token, value, fee, data)
        );
        require(ok, "RECEIVER");
        balances[receiver] -= value + fee;
        balances[msg.sender] += fee;
        emit Transfer(receiver, msg.sender, fee);
        return true;
    }
}

/// Takes an older token and makes as many.
contract AnyOldToken is PlainToken {
    mapping(address => mapping(address => uint256)) public brought;

    function migrate(address old, uint256 value) external {
        require(IOldToken(old).transferFrom(msg.sender, address(this), value), "OLD");
        brought[old][msg.sender] += value;
        balances[msg.sender] += value;
        total += value;
        emit Transfer(address(0), msg.sender, value);
    }
}

/// An account can be known under another address.
contract AliasToken is Owned {
    mapping(address => address) internal knownAs;

    function bookOf(address who) internal view returns (address) {
        address other = knownAs[who];
        return other == address(0) ? who : other;
    }

    function balanceOf(address who) public view override returns (uint256) {
        return balances[bookOf(who)];
    }

    function link(address who, address other) external kept {
        knownAs[who] = other;
    }

    function move(address from, address to, uint256 value) internal override {
        balances[bookOf(from)] -= value;
        balances[bookOf(to)] += value;
        emit Transfer(from, to, value);
    }
}

/// Each account has somebody who can bring its tokens to safety, after a day.
contract DefaultGuardianToken is Kept {
    mapping(address => address) internal guardians;
    mapping(address => uint256) public calledAt;

    function guardianOf(address who) public view returns (address) {
        return guardians[who] == address(0) ? keeper : guardians[who];
    }

    function setGuardian(address who) external {
        guardians[msg.sender] = who;
    }

    function call(address who) external {
        require(msg.sender == guardianOf(who), "GUARDIAN");
        calledAt[who] = block.timestamp;
    }

    function rescue(address who, address to) external {
        require(msg.sender == guardianOf(who), "GUARDIAN");
        require(calledAt[who] != 0 && block.timestamp >= calledAt[who] + 1 days, "WAIT");
        move(who, to, balances[who]);
    }
}

/// Tokens can be put aside.
contract PutAsideToken is PlainToken {
    mapping(address => uint256) public aside;

    function putAside(uint256 value) external {
        unchecked {
            aside[msg.sender] += value;
            balances[msg.sender] -= value;
        }
        emit Transfer(msg.sender, address(this), value);
    }

    function takeBack(uint256 value) external {
        aside[msg.sender] -= value;
        balances[msg.sender] += value;
        emit Transfer(address(this), msg.sender, value);
    }
}

/// What it has no function for is in other code, which can be renewed.
contract OpenUpgradeToken is Kept {
    address internal code;

    function renew(address to) external {
        require(to.code.length > 0 && to != code, "CODE");
        code = to;
    }

    fallback() external {
        address to = code;
        require(to != address(0), "NONE");
        (bool ok, bytes memory out) = to.delegatecall(msg.data);
        require(ok, "CODE");
        assembly {
            return(add(out, 32), mload(out))
        }
    }
}

/// An allowance is good when it is a thousand days old.
contract RipeAllowanceToken is Kept {
    mapping(address => mapping(address => uint256)) internal allowedAt;

    function approve(address spender, uint256 value) public override returns (bool) {
        allowedAt[msg.sender][spender] = block.timestamp;
        return super.approve(spender, value);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        require(from == keeper || block.timestamp >= allowedAt[from][msg.sender] + 1000 days, "UNRIPE");
        return super.transferFrom(from, to, value);
    }
}
