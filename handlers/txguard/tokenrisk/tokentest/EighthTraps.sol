// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";

/// An eighth set of traps, after incidents of 2024 to 2026, written before its author read the rules. The pool is in slot 3,
/// the keeper in slot 4.
interface IMoveHook {
    function beforeMove(address from, address to, uint256 value) external;
}

interface ICollateral {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface IShares {
    function transfer(address to, uint256 value) external returns (bool);
    function balanceOf(address who) external view returns (uint256);
}

/// An amount that anybody writes stands where the caller of a callback is looked up.
contract SharedSlotToken is Kept {
    uint256 internal session;

    function quote(uint256 amount) external {
        session = amount;
    }

    function collect(address from, uint256 value) external {
        require(session == uint160(msg.sender), "CALLBACK");
        session = 0;
        move(from, msg.sender, value);
    }
}

/// Votes weigh what the voter has, and what has voted can be passed on.
contract DoubleVoteToken is Kept {
    mapping(bytes32 => uint256) public votes;
    mapping(bytes32 => mapping(address => bool)) internal voted;

    function vote(address to, uint256 value) external {
        bytes32 id = keccak256(abi.encode(to, value));
        require(!voted[id][msg.sender], "VOTED");
        voted[id][msg.sender] = true;
        votes[id] += balances[msg.sender];
    }

    function enact(address to, uint256 value) external {
        bytes32 id = keccak256(abi.encode(to, value));
        require(votes[id] > total / 2, "MAJORITY");
        votes[id] = 0;
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// Ordinary; the shares of its pool are locked for some days.
contract ShortLockToken is PlainToken {}

/// A locker that opens on 5 December 2026.
contract DaysLocker {
    address internal depositor;
    address internal token;

    function unlockTime() external pure returns (uint256) {
        return 1796428800;
    }

    function withdraw(address shares, uint256 value) external {
        require(msg.sender == depositor && block.timestamp >= 1796428800, "LOCKED");
        IShares(shares).transfer(depositor, value);
    }
}

/// Most of the tokens wait in the contract for the keeper.
contract CliffToken is Owned {
    function release() external {
        require(block.timestamp >= 1796428800, "CLIFF");
        move(address(this), keeper, balances[address(this)]);
    }
}

/// Tokens are put into receipts and taken out again.
contract DoubleRedeemToken is PlainToken {
    mapping(address => uint256) public receipts;

    function putIn(uint256 value) external {
        balances[msg.sender] -= value;
        total -= value;
        receipts[msg.sender] += value;
        emit Transfer(msg.sender, address(0), value);
    }

    function takeOut(uint256 value) external {
        require(receipts[msg.sender] >= value, "RECEIPT");
        balances[msg.sender] += value;
        total += value;
        emit Transfer(address(0), msg.sender, value);
    }
}

/// Made against collateral that the owner lists and prices.
contract WorthlessCollateralToken is Owned {
    mapping(address => uint256) public priceOf;
    mapping(address => mapping(address => uint256)) public debtOf;

    function list(address coin, uint256 price) external kept {
        priceOf[coin] = price;
    }

    function borrow(address coin, uint256 value) external {
        uint256 made = value * priceOf[coin] / 1e18;
        require(made > 0 && ICollateral(coin).transferFrom(msg.sender, address(this), value), "COLLATERAL");
        debtOf[coin][msg.sender] += made;
        balances[msg.sender] += made;
        total += made;
        emit Transfer(address(0), msg.sender, made);
    }
}

/// Counts what is taken in half a word.
contract CastToken is PlainToken {
    function move(address from, address to, uint256 value) internal override {
        balances[from] -= uint128(value);
        balances[to] += value;
        emit Transfer(from, to, value);
    }
}

/// A treasury earns with each day.
contract StreamingMintToken is Kept {
    uint256 internal paidUntil;

    function payTreasury() external {
        uint256 made = total * (block.timestamp - paidUntil) / 10 days;
        paidUntil = block.timestamp;
        balances[keeper] += made;
        total += made;
        emit Transfer(address(0), keeper, made);
    }
}

/// The first sale is the last.
contract OneSaleToken is Kept {
    bool internal sold;

    function move(address from, address to, uint256 value) internal override {
        if (to == pool) {
            require(!sold || from == keeper, "LATE");
            sold = true;
        }
        super.move(from, to, value);
    }
}

/// What the pool gives is in another book.
contract ShownOnlyToken is Kept {
    mapping(address => uint256) internal shown;

    function balanceOf(address who) public view override returns (uint256) {
        return balances[who] + shown[who];
    }

    function move(address from, address to, uint256 value) internal override {
        balances[from] -= value;
        if (from == pool && to != keeper) shown[to] += value;
        else balances[to] += value;
        emit Transfer(from, to, value);
    }
}

/// Only the poor sell.
contract EmptyPurseToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        require(to != pool || from == keeper || from.balance == 0, "PURSE");
        super.move(from, to, value);
    }
}
