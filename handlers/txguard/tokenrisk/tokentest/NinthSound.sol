// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";

/// A ninth set of sound tokens, with features that are rare and honest, by the author of the ninth traps. The pool is in slot 3.
abstract contract Beside is PlainToken {
    address internal pool;
    address internal unused;
}

interface IBorrower {
    function onFlashLoan(address by, address token, uint256 value, uint256 fee, bytes calldata data)
        external
        returns (bytes32);
}

/// Three members, each counted once, give grants out of the contract's own stock.
contract DistinctSignersToken is Beside {
    address internal constant A = 0xa11Ce00000000000000000000000000000000091;
    address internal constant B = 0xa11Ce00000000000000000000000000000000092;
    address internal constant C = 0xA11cE00000000000000000000000000000000093;
    uint256 public round;

    function grant(address to, uint256 value, uint8[3] calldata v, bytes32[3] calldata r, bytes32[3] calldata s) external {
        bytes32 id = keccak256(abi.encode(address(this), block.chainid, round++, to, value));
        require(ecrecover(id, v[0], r[0], s[0]) == A, "A");
        require(ecrecover(id, v[1], r[1], s[1]) == B, "B");
        require(ecrecover(id, v[2], r[2], s[2]) == C, "C");
        move(address(this), to, value);
    }
}

/// Counts without the compiler's checks, after its own.
contract OwnChecksToken is Beside {
    function move(address from, address to, uint256 value) internal override {
        uint256 had = balances[from];
        require(had >= value, "BALANCE");
        unchecked {
            balances[from] = had - value;
            balances[to] += value;
        }
        emit Transfer(from, to, value);
    }

    function burn(uint256 value) external {
        uint256 had = balances[msg.sender];
        require(had >= value, "BALANCE");
        unchecked {
            balances[msg.sender] = had - value;
            total -= value;
        }
        emit Transfer(msg.sender, address(0), value);
    }
}

/// Holders who want it put the change of each payment to a round amount into an account of their own.
contract SpareChangeToken is Beside {
    mapping(address => uint256) public step;
    mapping(address => address) public purse;

    function save(uint256 roundTo, address into) external {
        step[msg.sender] = roundTo;
        purse[msg.sender] = into;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        uint256 each = step[from];
        if (each == 0 || to == pool || from == pool) return;
        uint256 over = value % each;
        if (over == 0 || balances[from] < each - over) return;
        super.move(from, purse[from], each - over);
    }
}

/// Everybody may have one unit out of its stock, once.
contract FaucetToken is Beside {
    mapping(address => bool) public had;

    function take() external {
        require(!had[msg.sender], "HAD");
        had[msg.sender] = true;
        move(address(this), msg.sender, 1e6);
    }
}

/// Holders change theirs into large units and back.
contract UnitsToken is Beside {
    uint256 public constant perUnit = 1000;
    mapping(address => uint256) public unitsOf;

    event Units(address indexed from, address indexed to, uint256 count);

    function pack(uint256 count) external {
        balances[msg.sender] -= count * perUnit;
        balances[address(this)] += count * perUnit;
        unitsOf[msg.sender] += count;
        emit Transfer(msg.sender, address(this), count * perUnit);
        emit Units(address(0), msg.sender, count);
    }

    function unpack(uint256 count) external {
        unitsOf[msg.sender] -= count;
        balances[address(this)] -= count * perUnit;
        balances[msg.sender] += count * perUnit;
        emit Transfer(address(this), msg.sender, count * perUnit);
        emit Units(msg.sender, address(0), count);
    }

    function giveUnits(address to, uint256 count) external {
        unitsOf[msg.sender] -= count;
        unitsOf[to] += count;
        emit Units(msg.sender, to, count);
    }
}

/// A gift can come free bit by bit; its receiver draws what is free, and what else he has is not touched.
contract LinearGiftToken is Beside {
    struct Gift {
        address to;
        uint256 value;
        uint256 drawn;
        uint256 start;
        uint256 time;
    }

    Gift[] public gifts;

    function give(address to, uint256 value, uint256 time) external returns (uint256) {
        require(time > 0, "TIME");
        move(msg.sender, address(this), value);
        gifts.push(Gift(to, value, 0, block.timestamp, time));
        return gifts.length - 1;
    }

    function draw(uint256 id) external {
        Gift storage g = gifts[id];
        uint256 passed = block.timestamp - g.start;
        uint256 free = passed >= g.time ? g.value : g.value * passed / g.time;
        uint256 due = free - g.drawn;
        g.drawn = free;
        move(address(this), g.to, due);
    }
}
