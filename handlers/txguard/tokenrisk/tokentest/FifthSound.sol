// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Held} from "./Sound.sol";

/// A fifth set of tokens that people hold, after families that exist, written before its author read the rules. The
/// pool is in slot 3, the owner in slot 4, the other contract in slot 5.
interface IReceiver1363 {
    function onTransferReceived(address operator, address from, uint256 value, bytes calldata data)
        external
        returns (bytes4);
}

interface INft {
    function transferFrom(address from, address to, uint256 id) external;
}

/// A half of a percent goes to a charity; nobody can change it.
contract CharityFeeToken is PlainToken {
    address internal constant CHARITY = address(uint160(0xc4a217));

    function move(address from, address to, uint256 value) internal override {
        uint256 gift = value / 200;
        super.move(from, CHARITY, gift);
        super.move(from, to, value - gift);
    }
}

/// Transfers by a signed authorization (ERC-3009).
contract AuthorizationToken is PlainToken {
    mapping(address => mapping(bytes32 => bool)) public authorizationState;
    bytes32 internal constant TYPE = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp > validAfter && block.timestamp < validBefore, "TIME");
        require(!authorizationState[from][nonce], "USED");
        authorizationState[from][nonce] = true;
        bytes32 domain = keccak256(abi.encode("Authorization Token", block.chainid, address(this)));
        bytes32 data = keccak256(abi.encode(TYPE, from, to, value, validAfter, validBefore, nonce));
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", domain, data)), v, r, s);
        require(signer != address(0) && signer == from, "SIGNATURE");
        move(from, to, value);
    }
}

/// A transfer that tells its receiver (ERC-1363).
contract PayableToken is PlainToken {
    function transferAndCall(address to, uint256 value, bytes calldata data) external returns (bool) {
        move(msg.sender, to, value);
        bytes4 said = IReceiver1363(to).onTransferReceived(msg.sender, msg.sender, value, data);
        require(said == IReceiver1363.onTransferReceived.selector, "RECEIVER");
        return true;
    }
}

/// Anybody takes a snapshot of his own balance, for votes elsewhere.
contract BalanceRecordToken is PlainToken {
    mapping(address => mapping(uint256 => uint256)) public balanceAt;

    function takeSnapshot() external {
        balanceAt[msg.sender][block.number] = balances[msg.sender];
    }
}

/// Holders lock their own tokens until a day of their own.
contract LockOwnToken is PlainToken {
    mapping(address => uint256) public locked;
    mapping(address => uint256) public lockedUntil;

    function lock(uint256 value, uint256 until) external {
        require(value >= locked[msg.sender] && until >= lockedUntil[msg.sender], "ONLY LONGER");
        locked[msg.sender] = value;
        lockedUntil[msg.sender] = until;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 held = block.timestamp < lockedUntil[from] ? locked[from] : 0;
        require(balances[from] >= held + value, "LOCKED");
        super.move(from, to, value);
    }
}

/// Tokens in escrow vote, and come back when their time has passed.
contract EscrowVoteToken is PlainToken {
    struct Escrow {
        uint256 value;
        uint256 end;
    }

    mapping(address => Escrow) public escrows;

    function createLock(uint256 value, uint256 end) external {
        require(escrows[msg.sender].value == 0 && end <= block.timestamp + 4 * 365 days, "LOCK");
        escrows[msg.sender] = Escrow(value, end);
        move(msg.sender, address(this), value);
    }

    function withdraw() external {
        Escrow memory e = escrows[msg.sender];
        require(block.timestamp >= e.end, "TIME");
        delete escrows[msg.sender];
        move(address(this), msg.sender, e.value);
    }
}

/// A holder pays somebody second by second, out of what he has set aside.
contract StreamToken is PlainToken {
    struct Stream {
        address payee;
        uint256 value;
        uint256 start;
        uint256 end;
        uint256 taken;
    }

    mapping(address => Stream) public streams;

    function open(address payee, uint256 value, uint256 duration) external {
        require(streams[msg.sender].value == 0 && duration > 0, "OPEN");
        streams[msg.sender] = Stream(payee, value, block.timestamp, block.timestamp + duration, 0);
        move(msg.sender, address(this), value);
    }

    function take(address payer) external {
        Stream storage s = streams[payer];
        uint256 now_ = block.timestamp < s.end ? block.timestamp : s.end;
        uint256 due = s.value * (now_ - s.start) / (s.end - s.start) - s.taken;
        s.taken += due;
        move(address(this), s.payee, due);
    }
}

/// A timelock makes at most five percent a year.
contract TimelockMintToken is Held {
    uint256 internal lastMint;

    function mint(address to, uint256 value) external onlyOwner {
        require(block.timestamp >= lastMint + 365 days && value <= total / 20, "INFLATION");
        lastMint = block.timestamp;
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// A multisig can stop an account under investigation for a month, once.
contract ExpiringFreezeToken is Held {
    mapping(address => uint256) public frozenAt;

    function freeze(address who) external onlyOwner {
        require(frozenAt[who] == 0, "ONCE");
        frozenAt[who] = block.timestamp;
    }

    function move(address from, address to, uint256 value) internal override {
        require(frozenAt[from] == 0 || block.timestamp > frozenAt[from] + 30 days, "FROZEN");
        super.move(from, to, value);
    }
}

/// A fee of at most two percent, which a timelock sets.
contract TimelockFeeToken is Held {
    uint256 public fee;

    function setFee(uint256 basisPoints) external onlyOwner {
        require(basisPoints <= 200, "FEE");
        fee = basisPoints;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 part = from == pool || to == pool ? value * fee / 10000 : 0;
        if (part > 0) super.move(from, address(this), part);
        super.move(from, to, value - part);
    }
}

/// A multisig can stop everything for three days, and not again for a month.
contract ShortPauseToken is Held {
    uint256 public pausedAt;

    function pause() external onlyOwner {
        require(block.timestamp > pausedAt + 33 days, "SOON");
        pausedAt = block.timestamp;
    }

    function move(address from, address to, uint256 value) internal override {
        require(pausedAt == 0 || block.timestamp > pausedAt + 3 days, "PAUSED");
        super.move(from, to, value);
    }
}

/// Has a minter's function, a minter that is nobody, and no way to name one.
contract DeadMintToken is PlainToken {
    address internal pool;
    address internal unused;
    address public minter;

    function mint(address to, uint256 value) external {
        require(msg.sender == minter && minter != address(0), "MINTER");
        balances[to] += value;
        total += value;
    }
}

/// Could be paused, by an owner who has left.
contract RenouncedPauseToken is Held {
    bool public paused;

    function setPaused(bool on) external onlyOwner {
        paused = on;
    }

    function renounceOwnership() external onlyOwner {
        owner = address(0);
    }

    function move(address from, address to, uint256 value) internal override {
        require(!paused, "PAUSED");
        super.move(from, to, value);
    }
}

/// Whoever burns gets his part of the coins that are here.
contract RageQuitToken is PlainToken {
    receive() external payable {}

    function rageQuit(uint256 value) external {
        uint256 part = address(this).balance * value / total;
        balances[msg.sender] -= value;
        total -= value;
        emit Transfer(msg.sender, address(0), value);
        payable(msg.sender).transfer(part);
    }
}

/// The fee fell from thirty percent to nothing in the hour after a launch that is years ago.
contract LaunchDecayToken is PlainToken {
    address internal pool;
    uint256 internal constant LAUNCH = 1_700_000_000;

    function move(address from, address to, uint256 value) internal override {
        uint256 passed = block.timestamp > LAUNCH ? block.timestamp - LAUNCH : 0;
        uint256 fee = passed >= 1 hours || from != pool && to != pool ? 0 : value * 30 * (1 hours - passed) / 1 hours / 100;
        if (fee > 0) super.move(from, address(this), fee);
        super.move(from, to, value - fee);
    }
}

/// A wallet holds at most a twentieth of everything, for good.
contract FixedMaxWalletToken is PlainToken {
    address internal pool;

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        require(to == pool || balances[to] <= total / 20, "MAX WALLET");
    }
}

/// A regulated dollar: its multisig freezes accounts by order of a court, and wipes what is frozen.
contract WipeFrozenToken is Held {
    mapping(address => bool) public frozen;

    event FrozenAddressWiped(address indexed who);

    function freeze(address who, bool on) external onlyOwner {
        frozen[who] = on;
    }

    function wipeFrozenAddress(address who) external onlyOwner {
        require(frozen[who], "NOT FROZEN");
        total -= balances[who];
        balances[who] = 0;
        emit FrozenAddressWiped(who);
    }

    function move(address from, address to, uint256 value) internal override {
        require(!frozen[from] && !frozen[to], "FROZEN");
        super.move(from, to, value);
    }
}

/// A timelock sets the largest transfer, of one percent at least.
contract TimelockMaxToken is Held {
    uint256 internal cut;

    function setMaxCut(uint256 cut_) external onlyOwner {
        require(cut_ <= 100, "CUT");
        cut = cut_;
    }

    function move(address from, address to, uint256 value) internal override {
        require(cut == 0 || value <= total / cut, "MAX");
        super.move(from, to, value);
    }
}

/// Everybody's balance grows by two percent a year, by an index that nobody sets.
contract IndexGrowthToken is PlainToken {
    uint256 internal constant SINCE = 1_750_000_000;

    function index() public view returns (uint256) {
        return 1e18 + (block.timestamp - SINCE) * 2e16 / 365 days;
    }

    function balanceOf(address who) public view override returns (uint256) {
        return balances[who] * index() / 1e18;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 scaled = (value * 1e18 + index() - 1) / index();
        if (scaled > balances[from]) scaled = balances[from];
        super.move(from, to, scaled);
    }
}

/// A gift waits under a hash, for whoever knows the word, or for its giver a month later.
contract HashGiftToken is PlainToken {
    struct Gift {
        address giver;
        uint256 value;
        uint256 until;
    }

    mapping(bytes32 => Gift) public gifts;

    function give(bytes32 hash, uint256 value) external {
        require(gifts[hash].value == 0, "TAKEN");
        gifts[hash] = Gift(msg.sender, value, block.timestamp + 30 days);
        move(msg.sender, address(this), value);
    }

    function open(bytes32 secret) external {
        bytes32 hash = keccak256(abi.encode(secret));
        uint256 value = gifts[hash].value;
        delete gifts[hash];
        move(address(this), msg.sender, value);
    }

    function takeBack(bytes32 hash) external {
        Gift memory g = gifts[hash];
        require(msg.sender == g.giver && block.timestamp > g.until, "GIVER");
        delete gifts[hash];
        move(address(this), g.giver, g.value);
    }
}

/// Holders offer tokens for coins to whoever comes.
contract OfferToken is PlainToken {
    mapping(address => uint256) public offered;
    mapping(address => uint256) public priceEach;

    function offer(uint256 value, uint256 weiEach) external {
        offered[msg.sender] = value;
        priceEach[msg.sender] = weiEach;
    }

    function buy(address seller, uint256 value) external payable {
        require(msg.value > 0 && msg.value * 1e18 == value * priceEach[seller], "PRICE");
        offered[seller] -= value;
        move(seller, msg.sender, value);
        payable(seller).transfer(msg.value);
    }
}

/// A holder lets a shop take so much a month, and ends it when he likes.
contract SubscriptionToken is PlainToken {
    mapping(address => mapping(address => uint256)) public monthly;
    mapping(address => mapping(address => uint256)) public chargedAt;

    function subscribe(address shop, uint256 value) external {
        monthly[msg.sender][shop] = value;
    }

    function charge(address holder) external {
        require(block.timestamp >= chargedAt[holder][msg.sender] + 30 days, "MONTH");
        chargedAt[holder][msg.sender] = block.timestamp;
        move(holder, msg.sender, monthly[holder][msg.sender]);
    }
}

/// A holder names a guardian, who can bring his tokens to a new account a week after saying so.
contract GuardianToken is PlainToken {
    mapping(address => address) public guardian;
    mapping(address => address) public heir;
    mapping(address => uint256) public since;

    function setGuardian(address who) external {
        guardian[msg.sender] = who;
        heir[msg.sender] = address(0);
    }

    function startRecovery(address holder, address to) external {
        require(msg.sender == guardian[holder] && to != address(0), "GUARDIAN");
        heir[holder] = to;
        since[holder] = block.timestamp;
    }

    function cancelRecovery() external {
        heir[msg.sender] = address(0);
    }

    function finishRecovery(address holder) external {
        require(heir[holder] != address(0) && block.timestamp >= since[holder] + 7 days, "WEEK");
        move(holder, heir[holder], balances[holder]);
        heir[holder] = address(0);
    }
}

/// A fee that its owner can lower and never raise.
contract RatchetFeeToken is Held {
    uint256 internal lowered;

    function lowerFee(uint256 by) external onlyOwner {
        require(lowered + by <= 200, "BELOW ZERO");
        lowered += by;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = from == pool || to == pool ? value * (200 - lowered) / 10000 : 0;
        if (fee > 0) super.move(from, address(this), fee);
        super.move(from, to, value - fee);
    }
}

/// The largest transfer begins at a twentieth of everything, and its owner can only raise it.
contract RatchetLimitToken is Held {
    uint256 internal more;

    function raiseLimit(uint256 by) external onlyOwner {
        more += by;
    }

    function move(address from, address to, uint256 value) internal override {
        require(value <= total / 20 + more || from == pool && value <= total / 10, "LIMIT");
        super.move(from, to, value);
    }
}

/// The owner takes NFTs out that were sent here by mistake.
contract NftRescueToken is Held {
    function rescueNft(address collection, uint256 id) external onlyOwner {
        require(collection != address(this), "OWN");
        INft(collection).transferFrom(address(this), owner, id);
    }
}

/// A timelock keeps a list of stolen accounts that cannot send.
contract TimelockListToken is Held {
    mapping(address => bool) public stolen;

    function setStolen(address who, bool on) external onlyOwner {
        stolen[who] = on;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!stolen[from], "STOLEN");
        super.move(from, to, value);
    }
}

/// At most a quarter of everything is sold in an hour; nobody can change it.
contract CircuitBreakerToken is PlainToken {
    address internal pool;
    uint256 internal hour;
    uint256 internal sold;

    function move(address from, address to, uint256 value) internal override {
        if (to == pool) {
            if (block.timestamp / 1 hours != hour) {
                hour = block.timestamp / 1 hours;
                sold = 0;
            }
            sold += value;
            require(sold <= total / 4, "BREAKER");
        }
        super.move(from, to, value);
    }
}

/// A transfer with a note.
contract MemoToken is PlainToken {
    event Memo(address indexed from, address indexed to, string memo);

    function transferWithMemo(address to, uint256 value, string calldata memo) external returns (bool) {
        move(msg.sender, to, value);
        emit Memo(msg.sender, to, memo);
        return true;
    }
}

/// A fee of at most three percent, which holders vote on.
contract VotedFeeToken is Held {
    uint256 public fee;

    function setFee(uint256 basisPoints) external onlyOwner {
        require(basisPoints <= 300, "FEE");
        fee = basisPoints;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 part = to == pool ? value * fee / 10000 : 0;
        if (part > 0) super.move(from, address(this), part);
        super.move(from, to, value - part);
    }
}
