// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Held} from "./Sound.sol";
import {Granting, Permitting} from "./Traps.sol";

/// A second set of sound tokens, written before the rules were changed for it. The pool is in slot 3, the owner in slot 4.

/// Holders lock what is theirs.
contract SelfLockToken is PlainToken {
    mapping(address => uint256) public lockedUntil;

    function lock(uint256 until) external {
        require(until <= block.timestamp + 365 days && until > lockedUntil[msg.sender], "UNTIL");
        lockedUntil[msg.sender] = until;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= lockedUntil[from], "LOCKED");
        super.move(from, to, value);
    }
}

interface IReceiver {
    function onTransferReceived(address, address, uint256, bytes calldata) external returns (bytes4);
}

/// Transfers that call whoever gets them (ERC-1363).
contract CallingToken is PlainToken {
    function transferAndCall(address to, uint256 value, bytes calldata data) external returns (bool) {
        move(msg.sender, to, value);
        IReceiver(to).onTransferReceived(msg.sender, msg.sender, value, data);
        return true;
    }

    function approveAndCall(address to, uint256 value, bytes calldata data) external returns (bool) {
        approve(to, value);
        IReceiver(to).onTransferReceived(msg.sender, msg.sender, value, data);
        return true;
    }
}

/// Transfers by the holder's signature (ERC-3009).
contract AuthorizedToken is PlainToken {
    mapping(address => mapping(bytes32 => bool)) public authorizationState;

    function transferWithAuthorization(
        address from, address to, uint256 value, uint256 after_, uint256 before, bytes32 nonce, uint8 v, bytes32 r, bytes32 s
    ) external {
        require(block.timestamp > after_ && block.timestamp < before && !authorizationState[from][nonce], "TIME");
        bytes32 content = keccak256(abi.encode(address(this), block.chainid, from, to, value, after_, before, nonce));
        require(from != address(0) && ecrecover(content, v, r, s) == from, "SIGNATURE");
        authorizationState[from][nonce] = true;
        move(from, to, value);
    }
}

/// A fee that can only fall.
contract FallingFeeToken is Held {
    uint256 internal saved;

    function lowerFee(uint256 by) external onlyOwner {
        require(by <= 3 - saved, "FEE");
        saved += by;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool ? value * (3 - saved) / 100 : 0;
        super.move(from, owner, taken);
        super.move(from, to, value - taken);
    }
}

/// A timelock may make a fiftieth a year.
contract InflationToken is Held {
    uint256 internal last;

    function mintYear(address to, uint256 value) external onlyOwner {
        require(block.timestamp >= last + 365 days && value <= total / 50, "YEAR");
        last = block.timestamp;
        balances[to] += value;
        total += value;
    }
}

/// The owner takes snapshots.
contract SnapshotToken is Held {
    uint256 public snapshots;
    mapping(uint256 => mapping(address => uint256)) internal kept;

    function snapshot() external onlyOwner returns (uint256) {
        return ++snapshots;
    }

    function move(address from, address to, uint256 value) internal override {
        kept[snapshots][from] = balances[from];
        kept[snapshots][to] = balances[to];
        super.move(from, to, value);
    }
}

/// Gives out of its own stock to whom a tree of hashes names.
contract ClaimToken is PlainToken {
    bytes32 public constant root = keccak256("nobody");
    mapping(address => bool) internal claimed;

    function claim(bytes32[] calldata proof, uint256 value) external {
        bytes32 node = keccak256(abi.encode(msg.sender, value));
        for (uint256 i; i < proof.length; i++) node = keccak256(abi.encode(node, proof[i]));
        require(node == root && !claimed[msg.sender], "PROOF");
        claimed[msg.sender] = true;
        move(address(this), msg.sender, value);
    }
}

/// A fixed fee that lists are free of.
contract FreeListToken is Held {
    mapping(address => bool) internal free;

    function setFree(address[] calldata list, bool yes) external onlyOwner {
        for (uint256 i; i < list.length; i++) free[list[i]] = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool && !free[from] ? value / 50 : 0;
        super.move(from, owner, taken);
        super.move(from, to, value - taken);
    }
}

/// Collects a hundredth of sales in the contract, and a switch says whether it is paid out.
contract SwapBackToken is Held {
    bool public swapping;
    uint256 public threshold;

    function setSwapping(bool yes) external onlyOwner {
        swapping = yes;
    }

    function setThreshold(uint256 value) external onlyOwner {
        threshold = value;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool ? value / 100 : 0;
        super.move(from, address(this), taken);
        super.move(from, to, value - taken);
        if (swapping && balances[address(this)] > threshold) super.move(address(this), owner, balances[address(this)]);
    }
}

/// Limits that can be lifted, and not set again.
contract LiftedToken is Held {
    bool public lifted;

    function removeLimits() external onlyOwner {
        lifted = true;
    }

    function move(address from, address to, uint256 value) internal override {
        require(lifted || from == owner || from == pool || to == pool || balances[to] + value <= total / 2, "LIMIT");
        super.move(from, to, value);
    }
}

/// The owner sends on what strayed into the contract, its own tokens left out.
contract StrayToken is Held {
    function recoverERC20(address token, uint256 value) external onlyOwner {
        require(token != address(this), "OWN");
        PlainToken(token).transfer(owner, value);
    }
}

/// Bridges that a Safe names make tokens within limits (as xERC20).
contract LimitedToken is Held {
    mapping(address => uint256) public mintingLimit;

    function setLimits(address bridge, uint256 value) external onlyOwner {
        mintingLimit[bridge] = value;
    }

    function mint(address to, uint256 value) external {
        mintingLimit[msg.sender] -= value;
        balances[to] += value;
        total += value;
    }
}

/// Stakes stay in the contract and come back.
contract DepositToken is PlainToken {
    mapping(address => uint256) public staked;

    function stake(uint256 value) external {
        move(msg.sender, address(this), value);
        staked[msg.sender] += value;
    }

    function unstake(uint256 value) external {
        staked[msg.sender] -= value;
        move(address(this), msg.sender, value);
    }
}

/// Sends to many what the caller has.
contract MultiSendToken is PlainToken {
    function multiTransfer(address[] calldata to, uint256[] calldata value) external {
        for (uint256 i; i < to.length; i++) move(msg.sender, to[i], value[i]);
    }
}

/// Burns by allowance.
contract AllowedBurnToken is PlainToken {
    function burnFrom(address from, uint256 value) external {
        allowances[from][msg.sender] -= value;
        balances[from] -= value;
        total -= value;
    }

    function burn(uint256 value) external {
        balances[msg.sender] -= value;
        total -= value;
    }
}

/// Permits as DAI's, by the holder's signature alone; a keeper stands in the storage.
contract HonestDaiToken is Held {
    mapping(address => uint256) public nonces;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 kind = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(kind, block.chainid, address(this)));
    }

    function permit(
        address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s
    ) external {
        bytes32 kind = keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)");
        bytes32 content = keccak256(abi.encode(kind, holder, spender, nonce, expiry, allowed));
        address signer = ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), content)), v, r, s);
        require(signer != address(0) && signer == holder, "SIGNATURE");
        require(expiry == 0 || block.timestamp <= expiry, "EXPIRED");
        require(nonce == nonces[holder]++, "NONCE");
        allowances[holder][spender] = allowed ? type(uint256).max : 0;
    }
}

/// A name that the owner can change.
contract RenamedToken is Held {
    string public title;

    function setNameAndSymbol(string calldata a, string calldata b) external onlyOwner {
        title = string.concat(a, b);
    }
}

/// Grants of a role that only opens a door to staking rewards of its own stock.
contract RewardRoleToken is Granting {
    uint256 public rate;

    function setRate(uint256 value) external {
        require(rate != value, "RATE");
        require(hasRole(0, msg.sender), "ROLE");
        rate = value;
    }
}

/// Rights over calls of the token itself: each caller's own.
contract OwnCallsToken is PlainToken {
    mapping(address => uint256) public nonces;

    function cancel() external {
        nonces[msg.sender]++;
    }

    function multicall(bytes[] calldata calls) external {
        for (uint256 i; i < calls.length; i++) {
            (bool ok,) = address(this).delegatecall(calls[i]);
            require(ok, "CALL");
        }
    }
}

/// Votes handed on by the holder's own call, with a journal by block.
contract CheckpointToken is PlainToken {
    mapping(address => address) public delegates;
    mapping(address => mapping(uint256 => uint256)) internal votes;

    function delegate(address to) external {
        delegates[msg.sender] = to;
        votes[to][block.number] += balances[msg.sender];
    }

    function getPastVotes(address who, uint256 at) external view returns (uint256) {
        return votes[who][at];
    }
}
