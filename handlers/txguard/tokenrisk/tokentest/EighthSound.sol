// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";

/// An eighth set of tokens that people hold, written before its author read the rules.

/// The pool is in slot 3.
abstract contract Stocked is PlainToken {
    address internal pool;
    address internal unused;
}

/// A parcel is the sender's until its receiver accepts it.
contract AcceptedSendToken is Stocked {
    struct Parcel {
        address from;
        address to;
        uint256 value;
    }

    Parcel[] public parcels;

    function send(address to, uint256 value) external returns (uint256) {
        move(msg.sender, address(this), value);
        parcels.push(Parcel(msg.sender, to, value));
        return parcels.length - 1;
    }

    function accept(uint256 id) external {
        require(msg.sender == parcels[id].to, "NOT YOURS");
        close(id, msg.sender);
    }

    function takeBack(uint256 id) external {
        require(msg.sender == parcels[id].from, "NOT YOURS");
        close(id, msg.sender);
    }

    function close(uint256 id, address to) internal {
        uint256 value = parcels[id].value;
        delete parcels[id];
        move(address(this), to, value);
    }
}

/// Holders may name an heir, and how long they have to be silent.
contract OwnHeirToken is PlainToken {
    mapping(address => address) public heirOf;
    mapping(address => uint256) public silence;
    mapping(address => uint256) public seenAt;

    function nameHeir(address heir, uint256 time) external {
        require(time >= 180 days, "HALF A YEAR");
        heirOf[msg.sender] = heir;
        silence[msg.sender] = time;
        seenAt[msg.sender] = block.timestamp;
    }

    function inherit(address from) external {
        require(msg.sender == heirOf[from] && block.timestamp >= seenAt[from] + silence[from], "NOT YET");
        super.move(from, msg.sender, balances[from]);
    }

    function move(address from, address to, uint256 value) internal override {
        if (heirOf[from] != address(0)) seenAt[from] = block.timestamp;
        super.move(from, to, value);
    }
}

/// Sells its own stock, at a price that falls until somebody buys.
contract StockAuctionToken is Stocked {
    uint256 public startedAt;

    function price() public view returns (uint256) {
        uint256 hoursPassed = (block.timestamp - startedAt) / 1 hours;
        return hoursPassed >= 99 ? 1e13 : 1e15 * (100 - hoursPassed) / 100;
    }

    function buy(uint256 value) external payable {
        require(msg.value >= value * price() / 1e18, "PRICE");
        startedAt = block.timestamp;
        move(address(this), msg.sender, value);
    }
}

/// Transfers between wallets cost a hundredth.
contract WalletFeeToken is Stocked {
    address internal constant TREASURY = address(uint160(0x7ea5));

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = from != pool && to != pool ? value / 100 : 0;
        if (fee > 0) super.move(from, TREASURY, fee);
        super.move(from, to, value - fee);
    }
}

/// Three of five members make at most a hundredth a year.
contract CommitteeCapToken is Stocked {
    uint256 public lastMint;
    mapping(bytes32 => uint256) internal agreed;

    function memberNumber(address who) internal pure returns (uint256) {
        if (who == 0x1111111111111111111111111111111111111A01) return 1;
        if (who == 0x1111111111111111111111111111111111111a02) return 2;
        if (who == 0x1111111111111111111111111111111111111A03) return 4;
        if (who == 0x1111111111111111111111111111111111111a04) return 8;
        if (who == 0x1111111111111111111111111111111111111a05) return 16;
        return 0;
    }

    function agree(address to, uint256 value) external {
        uint256 member = memberNumber(msg.sender);
        require(member != 0 && value <= total / 100 && block.timestamp >= lastMint + 365 days, "BOUND");
        bytes32 id = keccak256(abi.encode(to, value, lastMint));
        agreed[id] |= member;
        uint256 bits = agreed[id];
        uint256 count;
        for (; bits > 0; bits &= bits - 1) count++;
        if (count < 3) return;
        lastMint = block.timestamp;
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// What is used is burnt.
contract UseBurnToken is PlainToken {
    event Used(address indexed who, bytes32 indexed service, uint256 value);

    function use(bytes32 service, uint256 value) external {
        balances[msg.sender] -= value;
        total -= value;
        emit Transfer(msg.sender, address(0), value);
        emit Used(msg.sender, service, value);
    }
}

/// Cheques are signed by the holder and cashed once.
contract ChequeToken is PlainToken {
    mapping(bytes32 => bool) public cashed;

    function cash(address from, address to, uint256 value, uint256 until, bytes32 id, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= until, "EXPIRED");
        bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", keccak256(abi.encode(block.chainid, address(this), from, to, value, until, id))));
        address signer = ecrecover(digest, v, r, s);
        require(signer != address(0) && signer == from && !cashed[digest], "CHEQUE");
        cashed[digest] = true;
        move(from, to, value);
    }
}

/// Sends the same to many.
contract CheckedBatchToken is PlainToken {
    function batchTransfer(address[] calldata to, uint256 value) external {
        balances[msg.sender] -= to.length * value;
        for (uint256 i = 0; i < to.length; i++) {
            balances[to[i]] += value;
            emit Transfer(msg.sender, to[i], value);
        }
    }
}

/// Allowances can end.
contract ApproveUntilToken is PlainToken {
    mapping(address => mapping(address => uint256)) public endsAt;

    function approveUntil(address spender, uint256 value, uint256 until) external {
        endsAt[msg.sender][spender] = until;
        approve(spender, value);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        uint256 until = endsAt[from][msg.sender];
        require(until == 0 || block.timestamp <= until, "ALLOWANCE ENDED");
        return super.transferFrom(from, to, value);
    }
}

/// Those who want to, put tokens into a pot.
contract RaffleToken is Stocked {
    address[] public players;
    uint256 public pot;
    uint256 public drawnAt;

    function enter() external {
        move(msg.sender, address(this), 1e18);
        pot += 1e18;
        players.push(msg.sender);
    }

    function draw() external {
        require(players.length >= 3 && block.timestamp >= drawnAt + 1 days, "NOT YET");
        drawnAt = block.timestamp;
        uint256 prize = pot;
        address winner = players[uint256(blockhash(block.number - 1)) % players.length];
        pot = 0;
        delete players;
        move(address(this), winner, prize);
    }
}

/// A sale costs by how large it is, at most two percent.
contract BalanceFeeToken is Stocked {
    function move(address from, address to, uint256 value) internal override {
        uint256 points = to == pool ? value * 1000 / (balances[pool] + value) : 0;
        if (points > 200) points = 200;
        uint256 fee = value * points / 10000;
        if (fee > 0) super.move(from, address(this), fee);
        super.move(from, to, value - fee);
    }
}

/// Holders split what they have in two claims and put them together again.
contract SplitYieldToken is PlainToken {
    mapping(address => uint256) public principalOf;
    mapping(address => uint256) public yieldOf;

    function split(uint256 value) external {
        move(msg.sender, address(this), value);
        principalOf[msg.sender] += value;
        yieldOf[msg.sender] += value;
    }

    function merge(uint256 value) external {
        principalOf[msg.sender] -= value;
        yieldOf[msg.sender] -= value;
        move(address(this), msg.sender, value);
    }

    function passYield(address to, uint256 value) external {
        yieldOf[msg.sender] -= value;
        yieldOf[to] += value;
    }
}

/// Holders may ask that large transfers of theirs are announced a day before.
contract OwnDelayToken is PlainToken {
    mapping(address => uint256) public largeFrom;
    mapping(address => uint256) public announcedAt;

    function setLarge(uint256 value) external {
        require(largeFrom[msg.sender] == 0 || value < largeFrom[msg.sender], "ONLY STRICTER");
        largeFrom[msg.sender] = value;
    }

    function announce() external {
        announcedAt[msg.sender] = block.timestamp;
    }

    function move(address from, address to, uint256 value) internal override {
        if (largeFrom[from] != 0 && value >= largeFrom[from]) {
            require(announcedAt[from] != 0 && block.timestamp >= announcedAt[from] + 1 days, "ANNOUNCE");
            announcedAt[from] = 0;
        }
        super.move(from, to, value);
    }
}

/// Keeps a list of its holders.
contract HolderListToken is Stocked {
    address[] public holders;
    mapping(address => uint256) internal placeOf;

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        if (balances[to] > 0 && placeOf[to] == 0) {
            holders.push(to);
            placeOf[to] = holders.length;
        }
        if (balances[from] == 0 && placeOf[from] != 0) {
            address last = holders[holders.length - 1];
            holders[placeOf[from] - 1] = last;
            placeOf[last] = placeOf[from];
            holders.pop();
            placeOf[from] = 0;
        }
    }
}

/// Counts in half a word, and refuses more.
contract NarrowToken is PlainToken {
    function move(address from, address to, uint256 value) internal override {
        require(value <= type(uint128).max, "TOO MUCH");
        balances[from] -= uint128(value);
        balances[to] += uint128(value);
        emit Transfer(from, to, value);
    }
}

/// A tree says who may claim out of the contract's own stock.
contract OnceClaimedToken is Stocked {
    bytes32 public root;
    mapping(bytes32 => bool) public used;

    function claim(address to, uint256 value, bytes32[] calldata proof) external {
        bytes32 leaf = keccak256(abi.encodePacked(to, value));
        bytes32 node = leaf;
        for (uint256 i = 0; i < proof.length; i++) {
            node = node < proof[i] ? keccak256(abi.encodePacked(node, proof[i])) : keccak256(abi.encodePacked(proof[i], node));
        }
        require(node == root && !used[leaf], "PROOF");
        used[leaf] = true;
        move(address(this), to, value);
    }
}

/// Who votes has his tokens locked for a week. What wins is a text.
contract LockedVoteToken is Stocked {
    string public charter;
    mapping(address => uint256) public lockedUntil;
    mapping(bytes32 => uint256) public votes;

    function vote(string calldata text) external {
        require(block.timestamp >= lockedUntil[msg.sender], "VOTED");
        lockedUntil[msg.sender] = block.timestamp + 7 days;
        bytes32 id = keccak256(bytes(text));
        votes[id] += balances[msg.sender];
        if (votes[id] > total / 2) charter = text;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= lockedUntil[from], "LOCKED BY YOUR VOTE");
        super.move(from, to, value);
    }
}
