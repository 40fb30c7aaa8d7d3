// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";

/// A tenth set of sound tokens with features that few have. The pool is in slot 3; nobody has a power over them.
///
/// Puts tokens into receipts and back. Who does it for another needs the other's allowance.
contract AllowedRedeemToken is Kept {
    mapping(address => uint256) public receipts;

    function redeem(uint256 value, address receiver, address holder) external returns (uint256) {
        if (msg.sender != holder) allowances[holder][msg.sender] -= value;
        move(holder, address(this), value);
        receipts[receiver] += value;
        return value;
    }

    function restore(uint256 value) external {
        receipts[msg.sender] -= value;
        move(address(this), msg.sender, value);
    }
}

/// A holder gives a key of his own an amount and a time.
contract OwnSessionToken is Kept {
    struct Session {
        uint128 left;
        uint64 until;
    }

    mapping(address => mapping(address => Session)) public sessions;

    function open(address key, uint128 most, uint64 until) external {
        sessions[msg.sender][key] = Session(most, until);
    }

    function send(address account, address to, uint128 value) external {
        Session storage s = sessions[account][msg.sender];
        require(block.timestamp <= s.until, "SESSION");
        s.left -= value;
        move(account, to, value);
    }
}

/// Two percent a year on what holders put into the savings, out of the contract's own stock while it lasts.
contract StockSavingsToken is Kept {
    struct Saving {
        uint256 value;
        uint256 since;
    }

    mapping(address => Saving) public savings;
    uint256 public saved;

    function save(uint256 value) external {
        require(savings[msg.sender].value == 0 && value > 0, "SAVING");
        savings[msg.sender] = Saving(value, block.timestamp);
        saved += value;
        move(msg.sender, address(this), value);
    }

    function take() external {
        Saving memory s = savings[msg.sender];
        delete savings[msg.sender];
        saved -= s.value;
        uint256 interest = s.value * (block.timestamp - s.since) * 2 / (100 * 365 days);
        uint256 free = balances[address(this)] - s.value - saved;
        move(address(this), msg.sender, s.value + (interest < free ? interest : free));
    }
}

/// Cheques that a holder signs, each of a number that can be used or cancelled once.
contract NumberedChequeToken is Kept {
    mapping(address => mapping(uint256 => uint256)) public used;

    function mark(address holder, uint256 number) internal {
        uint256 bit = 1 << (number & 255);
        require(used[holder][number >> 8] & bit == 0, "USED");
        used[holder][number >> 8] |= bit;
    }

    function cancel(uint256 number) external {
        mark(msg.sender, number);
    }

    function cash(address holder, uint256 value, uint256 number, uint256 until, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= until, "LATE");
        bytes32 cheque = keccak256(abi.encode(block.chainid, address(this), holder, msg.sender, value, number, until));
        bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", cheque));
        address signer = ecrecover(digest, v, r, s);
        require(signer != address(0) && signer == holder, "SIGNATURE");
        mark(holder, number);
        move(holder, msg.sender, value);
    }
}

/// Remembers from whom an account got its first tokens.
contract InviteTreeToken is Kept {
    mapping(address => address) public invitedBy;
    mapping(address => uint256) public invited;

    function move(address from, address to, uint256 value) internal override {
        if (value > 0 && invitedBy[to] == address(0) && balances[to] == 0) {
            invitedBy[to] = from;
            invited[from]++;
        }
        super.move(from, to, value);
    }
}

/// Sends a part of what the caller has.
contract PercentSendToken is Kept {
    function transferPart(address to, uint256 hundredths) external returns (uint256 value) {
        require(hundredths <= 10000, "PART");
        value = balances[msg.sender] * hundredths / 10000;
        move(msg.sender, to, value);
    }
}

/// Transfers that fail after a time, or when the receiver has got one of the same number before.
contract DeadlineSendToken is Kept {
    mapping(address => mapping(address => mapping(uint256 => bool))) public sent;

    function transferOnce(address to, uint256 value, uint256 number, uint256 until) external returns (bool) {
        require(block.timestamp <= until, "LATE");
        require(!sent[msg.sender][to][number], "SENT");
        sent[msg.sender][to][number] = true;
        move(msg.sender, to, value);
        return true;
    }
}

/// An allowance changes only from what the holder expects it to be.
contract ExpectedApprovalToken is Kept {
    function approveFrom(address spender, uint256 expected, uint256 value) external returns (bool) {
        require(allowances[msg.sender][spender] == expected, "EXPECTED");
        return approve(spender, value);
    }
}

/// Keeps one hash over all transfers that there ever were.
contract HistoryHashToken is Kept {
    bytes32 public history;
    uint64 public count;

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        history = keccak256(abi.encode(history, from, to, value, block.timestamp));
        count++;
    }
}

/// Two holders put the same amount on a match. Who loses concedes; otherwise both have theirs back after a week.
contract MatchToken is Kept {
    struct Match {
        address a;
        address b;
        uint256 value;
        uint256 end;
    }

    Match[] public matches;

    function offer(uint256 value) external returns (uint256) {
        move(msg.sender, address(this), value);
        matches.push(Match(msg.sender, address(0), value, block.timestamp + 7 days));
        return matches.length - 1;
    }

    function accept(uint256 id) external {
        Match storage m = matches[id];
        require(m.a != address(0) && m.b == address(0) && block.timestamp < m.end, "MATCH");
        m.b = msg.sender;
        move(msg.sender, address(this), m.value);
    }

    function concede(uint256 id) external {
        Match memory m = matches[id];
        require(m.b != address(0) && (msg.sender == m.a || msg.sender == m.b), "MATCH");
        delete matches[id];
        move(address(this), msg.sender == m.a ? m.b : m.a, 2 * m.value);
    }

    function end(uint256 id) external {
        Match memory m = matches[id];
        require(m.a != address(0) && block.timestamp >= m.end, "MATCH");
        delete matches[id];
        move(address(this), m.a, m.value);
        if (m.b != address(0)) move(address(this), m.b, m.value);
    }
}
