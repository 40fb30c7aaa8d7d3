// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";

/// An eleventh set of sound tokens, after honest ones, each of another mechanism. The pool is in slot 3, the keeper in
/// slot 4, and everything else is zero at first. Nobody can make a holder lose more than the line says.
interface IStray {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function balanceOf(address who) external view returns (uint256);
}

interface ILender {
    function onFlashLoan(address by, address token, uint256 value, uint256 fee, bytes calldata data)
        external
        returns (bytes32);
}

interface ITold {
    function onTokenTransfer(address from, uint256 value, bytes calldata data) external;
}

/// One per cent of each transfer is shared among all holders, who take it when they like. Nobody can change it.
contract HolderShareToken is Kept {
    uint256 internal perToken;
    mapping(address => uint256) internal paidPerToken;
    mapping(address => uint256) public owed;

    function book(address who) internal {
        owed[who] += balances[who] * (perToken - paidPerToken[who]) / 1e18;
        paidPerToken[who] = perToken;
    }

    function take() external {
        book(msg.sender);
        uint256 value = owed[msg.sender];
        owed[msg.sender] = 0;
        balances[address(this)] -= value;
        balances[msg.sender] += value;
        emit Transfer(address(this), msg.sender, value);
    }

    function move(address from, address to, uint256 value) internal override {
        book(from);
        book(to);
        uint256 part = value / 100;
        balances[from] -= value;
        balances[to] += value - part;
        balances[address(this)] += part;
        perToken += part * 1e18 / total;
        emit Transfer(from, to, value - part);
        emit Transfer(from, address(this), part);
    }
}

/// Balances grow by a thousandth every thirty days by the clock alone; the pool's stand still.
contract GrowingToken is Kept {
    uint256 internal constant START = 1760000000;

    function index() public view returns (uint256) {
        return block.timestamp <= START ? 1e18 : 1e18 + (block.timestamp - START) / 30 days * 1e15;
    }

    function balanceOf(address who) public view override returns (uint256) {
        return who == pool ? balances[who] : balances[who] * index() / 1e18;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 rounded = (value * 1e18 + index() - 1) / index();
        uint256 less = from == pool ? value : rounded > balances[from] ? balances[from] : rounded;
        require(balanceOf(from) >= value, "BALANCE");
        balances[from] -= less;
        balances[to] += to == pool ? value : value * 1e18 / index();
        emit Transfer(from, to, value);
    }
}

/// A giver locks his own tokens for somebody, who takes them as time goes by. Nobody can call them back.
contract GrantToken is Kept {
    struct Grant {
        uint128 value;
        uint128 taken;
        uint64 start;
        uint64 length;
    }

    mapping(address => Grant[]) public grants;

    function grant(address to, uint128 value, uint64 length) external {
        require(length > 0, "LENGTH");
        move(msg.sender, address(this), value);
        grants[to].push(Grant(value, 0, uint64(block.timestamp), length));
    }

    function takeGrant(uint256 i) external {
        Grant storage g = grants[msg.sender][i];
        uint256 gone = block.timestamp - g.start;
        uint256 due = gone >= g.length ? g.value : g.value * gone / g.length;
        uint256 value = due - g.taken;
        g.taken = uint128(due);
        move(address(this), msg.sender, value);
    }
}

/// Holders stake and unstake their own tokens at any time; the reward comes out of a pot that anybody may fill.
contract PotStakeToken is Kept {
    mapping(address => uint256) public staked;
    mapping(address => uint256) public since;
    uint256 public pot;

    function fill(uint256 value) external {
        move(msg.sender, address(this), value);
        pot += value;
    }

    function stake(uint256 value) external {
        reward();
        move(msg.sender, address(this), value);
        staked[msg.sender] += value;
    }

    function unstake(uint256 value) external {
        reward();
        staked[msg.sender] -= value;
        move(address(this), msg.sender, value);
    }

    function reward() public {
        uint256 due = staked[msg.sender] * (block.timestamp - since[msg.sender]) / (20 * 365 days);
        since[msg.sender] = block.timestamp;
        if (due > pot) due = pot;
        pot -= due;
        if (due > 0) move(address(this), msg.sender, due);
    }
}

/// The keeper sets a fee of at most one per cent of a sale, which goes to him.
contract OnePercentToken is Owned {
    uint256 public feeBps;

    function setFee(uint256 value) external kept {
        require(value <= 100, "MOST");
        feeBps = value;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = to == pool ? value * feeBps / 10000 : 0;
        balances[from] -= value;
        balances[to] += value - fee;
        balances[keeper] += fee;
        emit Transfer(from, to, value - fee);
    }
}

/// A fee of at most two per cent changes a week after the keeper has said so.
contract AnnouncedFeeToken is Owned {
    uint256 internal current;
    uint256 public nextFee;
    uint256 public nextAt;

    function announceFee(uint256 value) external kept {
        require(value <= 200, "MOST");
        current = fee();
        nextFee = value;
        nextAt = block.timestamp + 7 days;
    }

    function fee() public view returns (uint256) {
        return nextAt != 0 && block.timestamp >= nextAt ? nextFee : current;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 part = to == pool || from == pool ? value * fee() / 10000 : 0;
        balances[from] -= value;
        balances[to] += value - part;
        balances[keeper] += part;
        emit Transfer(from, to, value - part);
    }
}

/// Holders pool their own tokens for shares and take them out at the same rate; gifts to the pool raise the rate.
contract SharedPurseToken is Kept {
    mapping(address => uint256) public shares;
    uint256 public allShares;
    uint256 public inPurse;

    function enter(uint256 value) external {
        uint256 fresh = value * (allShares + 1e6) / (inPurse + 1);
        require(fresh > 0, "LITTLE");
        move(msg.sender, address(this), value);
        inPurse += value;
        allShares += fresh;
        shares[msg.sender] += fresh;
    }

    function leave(uint256 old) external {
        uint256 value = old * (inPurse + 1) / (allShares + 1e6);
        shares[msg.sender] -= old;
        allShares -= old;
        inPurse -= value;
        move(address(this), msg.sender, value);
    }

    function give(uint256 value) external {
        move(msg.sender, address(this), value);
        inPurse += value;
    }
}

/// A holder allows by signature, once a nonce and until a deadline.
contract PermitOnceToken is Kept {
    mapping(address => uint256) public nonces;
    bytes32 internal constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                block.chainid,
                address(this)
            )
        );
    }

    function permit(address owner_, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(block.timestamp <= deadline, "LATE");
        bytes32 body = keccak256(abi.encode(PERMIT, owner_, spender, value, nonces[owner_]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), body)), v, r, s);
        require(signer != address(0) && signer == owner_, "SIGNATURE");
        allowances[owner_][spender] = value;
        emit Approval(owner_, spender, value);
    }
}

/// Votes are counted where a holder delegates them, with marks of the past; they decide nothing here.
contract CountedVotesToken is Kept {
    struct Mark {
        uint48 at;
        uint208 votes;
    }

    mapping(address => address) public delegates;
    mapping(address => Mark[]) internal marks;

    function delegate(address to) external {
        address before = delegates[msg.sender];
        delegates[msg.sender] = to;
        count(before, to, balances[msg.sender]);
    }

    function getVotes(address who) public view returns (uint256) {
        uint256 n = marks[who].length;
        return n == 0 ? 0 : marks[who][n - 1].votes;
    }

    function count(address from, address to, uint256 value) internal {
        if (from == to || value == 0) return;
        if (from != address(0)) marks[from].push(Mark(uint48(block.number), uint208(getVotes(from) - value)));
        if (to != address(0)) marks[to].push(Mark(uint48(block.number), uint208(getVotes(to) + value)));
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        count(delegates[from], delegates[to], value);
    }
}

/// The keeper can pause for two days at most, which he says two days before, and not again for sixty days.
contract RestDaysToken is Owned {
    uint256 public pauseFrom;

    function announcePause() external kept {
        require(pauseFrom == 0 || block.timestamp > pauseFrom + 60 days, "AGAIN");
        pauseFrom = block.timestamp + 2 days;
    }

    function paused() public view returns (bool) {
        return pauseFrom != 0 && block.timestamp >= pauseFrom && block.timestamp < pauseFrom + 2 days;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!paused(), "PAUSED");
        super.move(from, to, value);
    }
}

/// The bridge, who is the keeper, brings back no more than holders have sent away by it.
contract RoundTripToken is Kept {
    uint256 public away;

    event Away(address indexed from, bytes32 indexed to, uint256 value);

    function sendAway(bytes32 to, uint256 value) external {
        balances[msg.sender] -= value;
        total -= value;
        away += value;
        emit Transfer(msg.sender, address(0), value);
        emit Away(msg.sender, to, value);
    }

    function bringBack(address to, uint256 value) external kept {
        away -= value;
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// The keeper gives badges that cannot be passed on, and takes badges back; tokens do not know of them.
contract BadgeToken is Owned {
    mapping(address => mapping(uint256 => bool)) public badge;

    event Badge(address indexed who, uint256 indexed id, bool given);

    function setBadge(address who, uint256 id, bool given) external kept {
        badge[who][id] = given;
        emit Badge(who, id, given);
    }
}

/// In the first half hour after the first purchase nobody buys more than a hundredth of all at once; then that ends.
contract FairStartToken is Kept {
    uint256 public opened;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) {
            if (opened == 0) opened = block.timestamp;
            if (block.timestamp < opened + 30 minutes) require(value <= total / 100, "START");
        }
        super.move(from, to, value);
    }
}

/// A holder locks his own tokens for as long as he says, thirty days at most.
contract OwnLockToken is Kept {
    mapping(address => uint256) public lockedUntil;

    function lockMine(uint256 time) external {
        require(time <= 30 days && block.timestamp + time >= lockedUntil[msg.sender], "TIME");
        lockedUntil[msg.sender] = block.timestamp + time;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= lockedUntil[from], "OWN_LOCK");
        super.move(from, to, value);
    }
}

/// Anybody borrows new tokens for a call, gives them all back at its end and pays a fee that is burnt.
contract StrictFlashToken is Kept {
    bytes32 internal constant DONE = keccak256("ERC3156FlashBorrower.onFlashLoan");

    function flashFee(address, uint256 value) public pure returns (uint256) {
        return value / 1000;
    }

    function flashLoan(ILender receiver, address token, uint256 value, bytes calldata data) external returns (bool) {
        require(token == address(this) && value <= total, "LOAN");
        uint256 fee = flashFee(token, value);
        balances[address(receiver)] += value;
        total += value;
        emit Transfer(address(0), address(receiver), value);
        require(receiver.onFlashLoan(msg.sender, token, value, fee, data) == DONE, "ANSWER");
        allowances[address(receiver)][address(this)] -= value + fee;
        balances[address(receiver)] -= value + fee;
        total -= value + fee;
        emit Transfer(address(receiver), address(0), value + fee);
        return true;
    }
}

/// The keeper makes new tokens, two per cent of all in a year at most and never twice within it.
contract YearlyMintToken is Owned {
    uint256 public lastMint;

    function mintYear(address to) external kept {
        require(block.timestamp >= lastMint + 365 days, "YEAR");
        lastMint = block.timestamp;
        uint256 value = total / 50;
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// Holders burn their own tokens, and others' only by an allowance.
contract OwnAshToken is Kept {
    function burn(uint256 value) external {
        destroy(msg.sender, value);
    }

    function burnFrom(address from, uint256 value) external {
        allowances[from][msg.sender] -= value;
        destroy(from, value);
    }

    function destroy(address from, uint256 value) internal {
        balances[from] -= value;
        total -= value;
        emit Transfer(from, address(0), value);
    }
}

/// A sender may tell a receiving contract of what it got; the receiver's refusal undoes that one transfer only.
contract ToldToken is Kept {
    function transferAndCall(address to, uint256 value, bytes calldata data) external returns (bool) {
        move(msg.sender, to, value);
        if (to.code.length > 0) ITold(to).onTokenTransfer(msg.sender, value, data);
        return true;
    }
}

/// Takes several calls of one sender at once, each as that sender's.
contract ManyCallsToken is Kept {
    function multicall(bytes[] calldata calls) external returns (bytes[] memory answers) {
        answers = new bytes[](calls.length);
        for (uint256 i; i < calls.length; i++) {
            (bool ok, bytes memory answer) = address(this).delegatecall(calls[i]);
            require(ok, "CALL");
            answers[i] = answer;
        }
    }
}

/// A holder puts tokens aside for somebody who has to accept them; until then the giver takes them back.
contract HandoverToken is Kept {
    struct Offer {
        address from;
        address to;
        uint256 value;
    }

    Offer[] public offers;

    function offer(address to, uint256 value) external returns (uint256) {
        move(msg.sender, address(this), value);
        offers.push(Offer(msg.sender, to, value));
        return offers.length - 1;
    }

    function close(uint256 id) external {
        Offer memory o = offers[id];
        require(msg.sender == o.from || msg.sender == o.to, "PARTY");
        delete offers[id];
        move(address(this), msg.sender, o.value);
    }
}

/// A holder lets anybody carry one payment of his, signed, with a window of time and a nonce that is used once.
contract CarriedPaymentToken is Kept {
    mapping(address => mapping(bytes32 => bool)) public used;
    bytes32 internal constant CARRY = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,"
        "uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    struct Payment {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    function transferWithAuthorization(Payment calldata p, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp > p.validAfter && block.timestamp < p.validBefore && !used[p.from][p.nonce], "WINDOW");
        used[p.from][p.nonce] = true;
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                block.chainid,
                address(this)
            )
        );
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", domain, keccak256(abi.encode(CARRY, p))));
        address signer = ecrecover(digest, v, r, s);
        require(signer != address(0) && signer == p.from, "SIGNATURE");
        move(p.from, p.to, p.value);
    }
}

/// The keeper changes a picture's address, hands his office on in two steps, and can do nothing else.
contract PictureToken is Owned {
    string public picture;
    address public pendingOwner;

    function setPicture(string calldata value) external kept {
        picture = value;
    }

    function transferOwnership(address next) external kept {
        pendingOwner = next;
    }

    function acceptOwnership() external {
        require(msg.sender == pendingOwner, "NO");
        keeper = msg.sender;
        pendingOwner = address(0);
    }
}

/// A rescuer, the keeper, takes out what others sent to the token's own address by mistake, not what holders have.
contract StrayCoinToken is Kept {
    function rescue(IStray stray, address to, uint256 value) external kept {
        require(address(stray) != address(this), "OWN");
        require(stray.transfer(to, value), "STRAY");
    }
}
