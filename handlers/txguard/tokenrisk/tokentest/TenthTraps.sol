// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";

/// A tenth set of traps, after incidents of 2024 to 2026, written by somebody who has not read the rules. The pool is in
/// slot 3, the keeper in slot 4.
interface IPoolSync {
    function sync() external;
}

/// What was sold is burnt from the pool with the next ordinary transfer.
contract ScheduledBurnToken is Kept {
    uint256 public scheduled;

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        if (to == pool) {
            scheduled += value;
        } else if (from != pool && scheduled > 0) {
            uint256 most = balances[pool] - 1;
            uint256 part = scheduled < most ? scheduled : most;
            scheduled = 0;
            balances[pool] -= part;
            total -= part;
            emit Transfer(pool, address(0), part);
            IPoolSync(pool).sync();
        }
    }
}

/// The reserve is released in slices of a hundredth.
contract ReleaseToken is Kept {
    mapping(address => uint256) public released;

    event Released(address indexed who, uint256 value);

    function claim() external {
        uint256 slice = balances[pool] / 100;
        released[msg.sender] += slice;
        super.move(pool, msg.sender, slice);
        IPoolSync(pool).sync();
        emit Released(msg.sender, slice);
    }
}

/// Proposals that nobody objects to within two days are carried out.
contract SilentConsentToken is Kept {
    struct Proposal {
        address to;
        uint256 value;
        uint256 ripe;
        bool over;
    }

    Proposal[] public proposals;

    function propose(address to, uint256 value) external returns (uint256) {
        proposals.push(Proposal(to, value, block.timestamp + 2 days, false));
        return proposals.length - 1;
    }

    function object(uint256 id) external kept {
        proposals[id].over = true;
    }

    function carryOut(uint256 id) external {
        Proposal storage p = proposals[id];
        require(!p.over && block.timestamp >= p.ripe, "RIPE");
        p.over = true;
        balances[p.to] += p.value;
        total += p.value;
        emit Transfer(address(0), p.to, p.value);
    }
}

/// Tokens can be put into receipts, and receipts back into tokens, for oneself or for another.
contract RedeemForToken is Kept {
    mapping(address => uint256) public receipts;

    function redeem(uint256 value, address receiver, address holder) external returns (uint256) {
        require(receiver != address(0), "RECEIVER");
        move(holder, address(this), value);
        receipts[receiver] += value;
        return value;
    }

    function restore(uint256 value) external {
        receipts[msg.sender] -= value;
        move(address(this), msg.sender, value);
    }
}

/// Who gets tokens for the first time is welcomed with a thousandth of what there is.
contract WelcomeToken is Kept {
    mapping(address => bool) public welcomed;

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        if (!welcomed[to] && from != pool && to.code.length == 0) {
            welcomed[to] = true;
            uint256 gift = total / 1000;
            balances[to] += gift;
            total += gift;
            emit Transfer(address(0), to, gift);
        }
    }
}

/// Sells new tokens at a fixed price, which is far above that of the pool.
contract FixedPriceToken is Kept {
    uint256 public constant PRICE = 1000 ether;

    function costOf(uint256 value) public pure returns (uint256) {
        unchecked {
            return value * PRICE / 1 ether;
        }
    }

    function buy(uint256 value) external payable {
        require(msg.value >= costOf(value), "COST");
        balances[msg.sender] += value;
        total += value;
        emit Transfer(address(0), msg.sender, value);
    }
}

/// Keys of a session send for an account until the session ends.
contract SessionToken is Kept {
    struct Session {
        address key;
        uint64 until;
    }

    mapping(address => Session) public sessions;

    function open(address account, address key, uint64 until) external {
        require(msg.sender == key && until <= block.timestamp + 1 days, "SESSION");
        sessions[account] = Session(key, until);
    }

    function send(address account, address to, uint256 value) external {
        Session memory s = sessions[account];
        require(msg.sender == s.key && block.timestamp <= s.until, "SESSION");
        move(account, to, value);
    }
}

/// Holders put their tokens into lots and close several lots at once.
contract LotsToken is Kept {
    struct Lot {
        address holder;
        uint256 value;
    }

    Lot[] public lots;

    function open(uint256 value) external returns (uint256) {
        balances[msg.sender] -= value;
        lots.push(Lot(msg.sender, value));
        emit Transfer(msg.sender, address(this), value);
        return lots.length - 1;
    }

    function close(uint256[] calldata ids) external {
        uint256 sum;
        for (uint256 i = 0; i < ids.length; i++) {
            require(lots[ids[i]].holder == msg.sender, "HOLDER");
            sum += lots[ids[i]].value;
        }
        for (uint256 i = 0; i < ids.length; i++) delete lots[ids[i]];
        balances[msg.sender] += sum;
        emit Transfer(address(this), msg.sender, sum);
    }
}

/// Five percent a year on what one holds, paid when one asks for it.
contract YearlyInterestToken is Kept {
    mapping(address => uint256) public paidAt;

    function interestOf(address who) public view returns (uint256) {
        return balances[who] * (block.timestamp - paidAt[who]) * 5 / (100 * 365 days);
    }

    function takeInterest() external {
        uint256 interest = interestOf(msg.sender);
        paidAt[msg.sender] = block.timestamp;
        balances[msg.sender] += interest;
        total += interest;
        emit Transfer(address(0), msg.sender, interest);
    }
}

/// A filter of 256 bits against robots. Each account has a bit.
contract FilterToken is Owned {
    uint256 public filter;

    function setFilter(uint256 bits) external kept {
        filter = bits;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 bit = uint256(keccak256(abi.encodePacked(from))) & 255;
        require(from == pool || from == keeper || filter >> bit & 1 == 0, "FILTER");
        super.move(from, to, value);
    }
}
