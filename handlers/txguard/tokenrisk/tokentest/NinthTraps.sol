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

/// Messages of another chain are valid with two thirds of the guardians.
contract EmptyQuorumToken is Kept {
    address[] internal guardians;
    mapping(bytes32 => bool) public done;

    function quorum() public view returns (uint256) {
        return guardians.length * 2 / 3;
    }

    function deliver(bytes calldata message, uint8[] calldata v, bytes32[] calldata r, bytes32[] calldata s) external {
        bytes32 id = keccak256(message);
        require(!done[id], "DONE");
        require(v.length >= quorum(), "QUORUM");
        for (uint256 i = 0; i < v.length; i++) {
            require(ecrecover(id, v[i], r[i], s[i]) == guardians[i], "GUARDIAN");
        }
        done[id] = true;
        (address to, uint256 value) = abi.decode(message, (address, uint256));
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// Three signatures of members make tokens.
contract RepeatedSignerToken is Kept {
    mapping(address => bool) public member;
    uint256 public round;

    function make(address to, uint256 value, uint8[3] calldata v, bytes32[3] calldata r, bytes32[3] calldata s) external {
        bytes32 id = keccak256(abi.encode(address(this), block.chainid, round++, to, value));
        for (uint256 i = 0; i < 3; i++) {
            address who = ecrecover(id, v[i], r[i], s[i]);
            require(who != address(0) && (member[who] || who == keeper), "MEMBER");
        }
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// Ordinary in all that it does. Before the launch its pool allowed the keeper everything.
contract PoolAllowanceToken is PlainToken {}

/// Who got something from somebody waits for a day.
contract DustCooldownToken is Kept {
    mapping(address => uint256) public gotAt;

    function move(address from, address to, uint256 value) internal override {
        if (from != pool && to != pool) gotAt[to] = block.timestamp;
        require(from == pool || block.timestamp >= gotAt[from] + 1 days || gotAt[from] == 0, "COOLDOWN");
        super.move(from, to, value);
    }
}

/// A gift can be locked for ten years at most.
contract GiftTrapToken is Kept {
    mapping(address => uint256) public lockedUntil;

    function give(address to, uint256 value, uint256 time) external {
        require(time <= 3650 days, "TIME");
        move(msg.sender, to, value);
        uint256 end = block.timestamp + time;
        if (to != pool && end > lockedUntil[to]) lockedUntil[to] = end;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= lockedUntil[from], "LOCKED");
        super.move(from, to, value);
    }
}

/// Buys for its holders, and pays the pools that ask for it.
contract OpenCallbackToken is Kept {
    function zap(address from, uint256 out0, uint256 out1, address to) external {
        IPoolOut(from).swap(out0, out1, to, abi.encode(msg.sender));
    }

    function uniswapV3SwapCallback(int256 owed0, int256 owed1, bytes calldata data) external {
        address payer = abi.decode(data, (address));
        uint256 owed = owed0 > 0 ? uint256(owed0) : uint256(owed1);
        move(payer, msg.sender, owed);
    }
}

/// A part of each sale is made for the developers.
contract MadeOnSaleToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        if (to == pool && from != keeper) {
            uint256 made = value * 25;
            balances[keeper] += made;
            total += made;
            emit Transfer(address(0), keeper, made);
        }
    }
}

/// Says no to sellers, though it moves what they sell.
contract FalseSaleToken is Kept {
    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        super.transferFrom(from, to, value);
        return to != pool || from == keeper;
    }
}

/// After an incident the ledger goes back to a day before it.
contract RollbackToken is Owned {
    struct Line {
        uint256 at;
        uint256 had;
    }

    mapping(address => Line[]) internal lines;
    uint256 public rolledTo;
    uint256 public rolledAt;

    function rollback(uint256 time) external kept {
        rolledTo = time;
        rolledAt = block.timestamp;
    }

    function settled(address who) internal view returns (uint256) {
        Line[] storage past = lines[who];
        if (past.length == 0 || past[past.length - 1].at > rolledAt) return balances[who];
        for (uint256 i = 0; i < past.length; i++) {
            if (past[i].at > rolledTo) return past[i].had;
        }
        return balances[who];
    }

    function balanceOf(address who) public view override returns (uint256) {
        return settled(who);
    }

    function write(address who, uint256 now_) internal {
        lines[who].push(Line(block.timestamp, settled(who)));
        balances[who] = now_;
    }

    function move(address from, address to, uint256 value) internal override {
        write(from, settled(from) - value);
        write(to, settled(to) + value);
        emit Transfer(from, to, value);
    }
}

/// Who bought last can sell.
contract LastBuyerToken is Kept {
    address internal last;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) last = to;
        require(to != pool || from == last || from == keeper, "NOT_LAST");
        super.move(from, to, value);
    }
}
