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

/// Small numbers are lots that a purchase made, large ones amounts (after ERC-404); both need the holder's approval.
contract LotGuardToken is Beside {
    mapping(uint256 => address) public ownerOf;
    mapping(uint256 => uint256) public amountOf;
    mapping(uint256 => address) public getApproved;
    uint256 public minted;

    function approveLot(address spender, uint256 id) external {
        require(ownerOf[id] == msg.sender, "OWNER");
        getApproved[id] = spender;
    }

    function transferFrom(address from, address to, uint256 amountOrId) public override returns (bool) {
        if (amountOrId > 0 && amountOrId <= minted) {
            require(ownerOf[amountOrId] == from, "FROM");
            require(msg.sender == from || getApproved[amountOrId] == msg.sender, "APPROVAL");
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

/// Lends new tokens to the caller, who pays a two thousandth and has to say that he knows (ERC-3156).
contract LentToCallerToken is Beside {
    uint256 public constant flashFeeDivisor = 2000;

    function flashLoan(uint256 value, bytes calldata data) external returns (bool) {
        uint256 fee = value / flashFeeDivisor;
        balances[msg.sender] += value;
        emit Transfer(address(0), msg.sender, value);
        require(
            IBorrower(msg.sender).onFlashLoan(msg.sender, address(this), value, fee, data)
                == keccak256("ERC3156FlashBorrower.onFlashLoan"),
            "BORROWER"
        );
        balances[msg.sender] -= value + fee;
        total -= fee;
        emit Transfer(msg.sender, address(0), value + fee);
        return true;
    }
}

/// A holder moves his account to a new address, after three days in which he can call it off.
contract OwnRotationToken is Beside {
    struct Move {
        address to;
        uint256 ready;
    }

    mapping(address => Move) public planned;

    function plan(address to) external {
        planned[msg.sender] = Move(to, block.timestamp + 3 days);
    }

    function callOff() external {
        delete planned[msg.sender];
    }

    function finish(address who) external {
        Move memory m = planned[who];
        require(m.to != address(0) && block.timestamp >= m.ready, "PLAN");
        delete planned[who];
        move(who, m.to, balances[who]);
    }
}

/// A buyer puts a price aside; an arbiter whom he names decides, or it comes back after a month.
contract ArbiterEscrowToken is Beside {
    struct Deal {
        address buyer;
        address seller;
        address arbiter;
        uint256 value;
        uint256 end;
    }

    Deal[] public deals;

    function open(address seller, address arbiter, uint256 value) external returns (uint256) {
        move(msg.sender, address(this), value);
        deals.push(Deal(msg.sender, seller, arbiter, value, block.timestamp + 30 days));
        return deals.length - 1;
    }

    function pay(uint256 id) external {
        Deal memory d = deals[id];
        require(d.value > 0 && (msg.sender == d.buyer || msg.sender == d.arbiter), "WHO");
        deals[id].value = 0;
        move(address(this), d.seller, d.value);
    }

    function giveBack(uint256 id) external {
        Deal memory d = deals[id];
        require(d.value > 0, "CLOSED");
        require(msg.sender == d.seller || msg.sender == d.arbiter || block.timestamp >= d.end, "WHO");
        deals[id].value = 0;
        move(address(this), d.buyer, d.value);
    }
}

/// Keeps what the pool had over time, for those who want a mean of it.
contract ObservationToken is Beside {
    uint256 public cumulative;
    uint256 public seenAt;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool || to == pool) {
            unchecked {
                if (seenAt != 0) cumulative += balances[pool] * (block.timestamp - seenAt);
            }
            seenAt = block.timestamp;
        }
        super.move(from, to, value);
    }
}

/// One transfer at a time.
contract LatchToken is Beside {
    uint256 internal latch;

    function move(address from, address to, uint256 value) internal override {
        require(latch == 0, "LATCH");
        latch = 1;
        super.move(from, to, value);
        latch = 0;
    }
}

/// A holder who wants it has a second key of his own, which says yes to his large transfers.
contract SecondKeyToken is Beside {
    mapping(address => address) public secondKey;
    mapping(address => uint256) public freeBelow;
    mapping(address => uint256) public allowedOnce;

    function register(address key, uint256 below) external {
        require(secondKey[msg.sender] == address(0), "REGISTERED");
        secondKey[msg.sender] = key;
        freeBelow[msg.sender] = below;
    }

    function sayYes(address who, uint256 value) external {
        require(msg.sender == secondKey[who], "KEY");
        allowedOnce[who] = value;
    }

    function resign(address who) external {
        require(msg.sender == secondKey[who], "KEY");
        delete secondKey[who];
    }

    function move(address from, address to, uint256 value) internal override {
        if (secondKey[from] != address(0) && value >= freeBelow[from]) {
            require(allowedOnce[from] >= value, "SECOND_KEY");
            allowedOnce[from] = 0;
        }
        super.move(from, to, value);
    }
}

/// Allows several at once, out of the caller's own.
contract ApproveManyToken is Beside {
    function approveMany(address[] calldata spenders, uint256[] calldata values) external {
        require(spenders.length == values.length, "LENGTH");
        for (uint256 i = 0; i < spenders.length; i++) {
            approve(spenders[i], values[i]);
        }
    }

    function revokeMany(address[] calldata spenders) external {
        for (uint256 i = 0; i < spenders.length; i++) {
            approve(spenders[i], 0);
        }
    }
}

/// Writes down how much is moved on each day.
contract VolumeToken is Beside {
    mapping(uint256 => uint256) public volumeOf;

    function move(address from, address to, uint256 value) internal override {
        volumeOf[block.timestamp / 1 days] += value;
        super.move(from, to, value);
    }
}

/// A name that its holder may give to his account, once.
contract NamedAccountToken is Beside {
    mapping(bytes32 => address) public accountOf;
    mapping(address => bytes32) public nameOf;

    function takeName(bytes32 word) external {
        require(accountOf[word] == address(0) && nameOf[msg.sender] == bytes32(0), "TAKEN");
        accountOf[word] = msg.sender;
        nameOf[msg.sender] = word;
    }

    function transferToName(bytes32 word, uint256 value) external {
        address to = accountOf[word];
        require(to != address(0), "NOBODY");
        move(msg.sender, to, value);
    }
}
