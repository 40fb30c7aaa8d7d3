// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Held} from "./Sound.sol";
import {AdministeredProxy, IAdministered, IShare} from "./SixthTraps.sol";

/// A sixth set of tokens that people hold, after families that exist, written before its author read the rules. The
/// pool is in slot 3, the owner in slot 4, the other contract in slot 5.
abstract contract Pooled is PlainToken {
    address internal pool;
    address internal unused;
}

/// Permit2 needs no allowance of its own; it moves what holders sign for.
contract Permit2ReadyToken is PlainToken {
    address internal constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (msg.sender != PERMIT2) allowances[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }
}

/// Ordinary and of nobody. The shares of its pool are locked for years.
contract LockedPoolToken is PlainToken {}

/// A locker without a door beside it.
contract YearsLocker {
    address internal depositor;
    address internal token;

    function unlockTime() external pure returns (uint256) {
        return 1956528000;
    }

    function withdraw(address shares, uint256 value) external {
        require(msg.sender == depositor && block.timestamp >= 1956528000, "LOCKED");
        IShare(shares).transfer(depositor, value);
    }
}

/// A transparent proxy, whose admin contract is owned by a timelock.
contract WaitingProxy is AdministeredProxy {}

/// The admin contract, which the timelock owns.
contract WaitingProxyAdmin {
    address internal unused;
    address public owner;

    function upgradeAndCall(IAdministered proxy, address next, bytes calldata data) external payable {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        proxy.upgradeToAndCall{value: msg.value}(next, data);
    }
}

/// Holders who like round their transfers up, for a charity.
contract RoundUpToken is PlainToken {
    address internal constant CHARITY = address(uint160(0xc4a218));
    mapping(address => uint256) public roundsTo;

    function roundUpTo(uint256 unit) external {
        require(unit <= 1e18, "UNIT");
        roundsTo[msg.sender] = unit;
    }

    function transfer(address to, uint256 value, bool rounded) external {
        uint256 unit = rounded ? roundsTo[msg.sender] : 0;
        if (unit > 0 && value % unit > 0) move(msg.sender, CHARITY, unit - value % unit);
        move(msg.sender, to, value);
    }
}

/// A holder bounds what leaves his own account in a day, and raises the bound a day after saying so.
contract OwnLimitToken is PlainToken {
    mapping(address => uint256) public limit;
    mapping(address => uint256) public wanted;
    mapping(address => uint256) public wantedAt;
    mapping(address => mapping(uint256 => uint256)) internal spent;

    function lowerLimit(uint256 value) external {
        require(limit[msg.sender] == 0 || value < limit[msg.sender], "ONLY LOWER");
        limit[msg.sender] = value;
    }

    function askForLimit(uint256 value) external {
        wanted[msg.sender] = value;
        wantedAt[msg.sender] = block.timestamp;
    }

    function raiseLimit() external {
        require(wantedAt[msg.sender] != 0 && block.timestamp >= wantedAt[msg.sender] + 1 days, "WAIT");
        limit[msg.sender] = wanted[msg.sender];
        wantedAt[msg.sender] = 0;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 most = limit[from];
        if (most > 0) {
            spent[from][block.timestamp / 1 days] += value;
            require(spent[from][block.timestamp / 1 days] <= most, "OWN LIMIT");
        }
        super.move(from, to, value);
    }
}

/// Stakes come back seven days after their holder asked for them.
contract UnbondingToken is PlainToken {
    mapping(address => uint256) public staked;
    mapping(address => uint256) public leaving;
    mapping(address => uint256) public freeAt;

    function stake(uint256 value) external {
        move(msg.sender, address(this), value);
        staked[msg.sender] += value;
    }

    function unbond(uint256 value) external {
        staked[msg.sender] -= value;
        leaving[msg.sender] += value;
        freeAt[msg.sender] = block.timestamp + 7 days;
    }

    function collect() external {
        require(block.timestamp >= freeAt[msg.sender], "WAIT");
        uint256 value = leaving[msg.sender];
        leaving[msg.sender] = 0;
        move(address(this), msg.sender, value);
    }
}

/// The founder sends at most a thousandth of everything in a day, and cannot change it.
contract FounderBoundToken is Held {
    mapping(uint256 => uint256) internal sent;

    function move(address from, address to, uint256 value) internal override {
        if (from == owner) {
            sent[block.timestamp / 1 days] += value;
            require(sent[block.timestamp / 1 days] <= total / 1000, "FOUNDER");
        }
        super.move(from, to, value);
    }
}

/// A multisig makes tokens, up to a cap of a tenth more than there were.
contract CappedMintToken is Held {
    uint256 internal constant CAP = 2_200_000e18;

    function mint(address to, uint256 value) external onlyOwner {
        require(total + value <= CAP, "CAP");
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// Burns a hundredth of each transfer, until its owner ends that for good.
contract EndingBurnToken is Held {
    bool public ended;

    function endBurning() external onlyOwner {
        ended = true;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 burnt = ended ? 0 : value / 100;
        super.move(from, to, value - burnt);
        balances[from] -= burnt;
        total -= burnt;
        emit Transfer(from, address(0), burnt);
    }
}

/// A sale costs three percent in the first week after a purchase, and less with each week; nobody can change it.
contract LoyaltyFeeToken is Pooled {
    mapping(address => uint256) public boughtAt;

    function move(address from, address to, uint256 value) internal override {
        uint256 percent = 0;
        if (to == pool && boughtAt[from] != 0) {
            uint256 passed = (block.timestamp - boughtAt[from]) / 1 weeks;
            percent = passed < 3 ? 3 - passed : 0;
        }
        if (from == pool) boughtAt[to] = block.timestamp;
        uint256 fee = value * percent / 100;
        if (fee > 0) super.move(from, address(this), fee);
        super.move(from, to, value - fee);
    }
}

/// Sales of more than a hundredth of what the pool has cost five percent; nobody can change it.
contract LargeSaleFeeToken is Pooled {
    address internal constant TREASURY = address(uint160(0x7ea5));

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = to == pool && value > balances[pool] / 100 ? value / 20 : 0;
        if (fee > 0) super.move(from, TREASURY, fee);
        super.move(from, to, value - fee);
    }
}

/// A timelock makes at most a hundredth a year, a week after it said so; whoever holds a hundredth can say no.
contract VetoMintToken is Held {
    uint256 public announced;
    uint256 public announcedAt;
    uint256 public lastMint;

    function announceMint(uint256 value) external onlyOwner {
        require(value <= total / 100 && block.timestamp >= lastMint + 365 days, "BOUND");
        announced = value;
        announcedAt = block.timestamp;
    }

    function veto() external {
        require(balances[msg.sender] >= total / 100, "TOO LITTLE");
        announced = 0;
    }

    function mintAnnounced(address to) external onlyOwner {
        require(announced > 0 && block.timestamp >= announcedAt + 7 days, "WAIT");
        balances[to] += announced;
        total += announced;
        emit Transfer(address(0), to, announced);
        announced = 0;
        lastMint = block.timestamp;
    }
}

/// Whoever wants no gifts refuses them, for his own account.
contract RefusableToken is PlainToken {
    mapping(address => bool) public refuses;

    function refuse(bool yes) external {
        refuses[msg.sender] = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!refuses[to], "REFUSED");
        super.move(from, to, value);
    }
}

/// Nothing smaller than a millionth of a token moves.
contract LeastAmountToken is PlainToken {
    function move(address from, address to, uint256 value) internal override {
        require(value >= 1e12, "DUST");
        super.move(from, to, value);
    }
}

/// Counts its holders.
contract HolderCountToken is PlainToken {
    uint256 public holders;

    function move(address from, address to, uint256 value) internal override {
        if (value > 0 && balances[to] == 0) holders += 1;
        super.move(from, to, value);
        if (value > 0 && balances[from] == 0 && holders > 0) holders -= 1;
    }
}

/// Its sale is over: the functions of the owner end in a day that has passed.
contract PresaleOverToken is Held {
    uint256 internal constant SALE_ENDED = 1704067200;
    mapping(address => bool) public invited;
    bool public closed;

    modifier duringSale() {
        require(block.timestamp < SALE_ENDED, "OVER");
        _;
    }

    function invite(address who, bool yes) external onlyOwner duringSale {
        invited[who] = yes;
    }

    function close(bool yes) external onlyOwner duringSale {
        closed = yes;
    }

    function allocate(address to, uint256 value) external onlyOwner duringSale {
        balances[to] += value;
        total += value;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= SALE_ENDED || !closed || invited[from], "SALE");
        super.move(from, to, value);
    }
}

/// Its owner is a splitter of income, which calls none of the owner's functions.
contract SplitterOwnedToken is Held {
    uint256 internal fee;

    function setFee(uint256 percent) external onlyOwner {
        fee = percent;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = value * fee / 100;
        if (taken > 0) super.move(from, owner, taken);
        super.move(from, to, value - taken);
    }
}

/// Shares what it has between two accounts, and does nothing else.
contract IncomeSplitter {
    address internal first;
    address internal token;

    function release() external {
        uint256 half = PlainToken(token).balanceOf(address(this)) / 2;
        PlainToken(token).transfer(first, half);
        PlainToken(token).transfer(address(uint160(0x5b117)), half);
    }
}

/// Can be paused, and its owner is an address that nobody has the key of.
contract DeadOwnerToken is Held {
    bool public paused;

    function pause(bool yes) external onlyOwner {
        paused = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!paused, "PAUSED");
        super.move(from, to, value);
    }
}

/// Each whole token is an item too (after ERC-404); how many somebody has follows from his balance.
contract WholeItemsToken is PlainToken {
    mapping(address => bool) public skipsItems;
    uint256 public itemsMade;

    function setSkipItems(bool yes) external {
        skipsItems[msg.sender] = yes;
    }

    function itemsOf(address who) external view returns (uint256) {
        return skipsItems[who] ? 0 : balances[who] / 1e18;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 before = balances[to] / 1e18;
        super.move(from, to, value);
        itemsMade += balances[to] / 1e18 - before;
    }
}

/// Holders lend to each other, against coins.
contract PeerLoanToken is PlainToken {
    struct Loan {
        address lender;
        address borrower;
        uint256 value;
        uint256 coins;
        uint256 until;
    }

    Loan[] public loans;

    function offer(uint256 value, uint256 coins, uint256 length) external returns (uint256) {
        move(msg.sender, address(this), value);
        loans.push(Loan(msg.sender, address(0), value, coins, length));
        return loans.length - 1;
    }

    function take(uint256 id) external payable {
        Loan storage l = loans[id];
        require(l.borrower == address(0) && l.lender != address(0) && msg.value == l.coins, "LOAN");
        l.borrower = msg.sender;
        l.until += block.timestamp;
        move(address(this), msg.sender, l.value);
    }

    function give(uint256 id) external {
        Loan memory l = loans[id];
        require(l.borrower == msg.sender, "BORROWER");
        delete loans[id];
        move(msg.sender, l.lender, l.value);
        payable(msg.sender).transfer(l.coins);
    }

    function seize(uint256 id) external {
        Loan memory l = loans[id];
        require(l.lender == msg.sender && l.borrower != address(0) && block.timestamp > l.until, "TIME");
        delete loans[id];
        payable(msg.sender).transfer(l.coins);
    }
}

/// Holders are polled; a poll decides nothing here.
contract PollToken is PlainToken {
    mapping(uint256 => mapping(uint8 => uint256)) public weight;
    mapping(uint256 => mapping(address => bool)) public answered;

    function answer(uint256 poll, uint8 choice) external {
        require(!answered[poll][msg.sender], "ONCE");
        answered[poll][msg.sender] = true;
        weight[poll][choice] += balances[msg.sender];
    }
}

/// Keeps the day of the last receipt of each account, for others to read.
contract HeldSinceToken is PlainToken {
    mapping(address => uint256) public heldSince;

    function move(address from, address to, uint256 value) internal override {
        heldSince[to] = block.timestamp;
        super.move(from, to, value);
    }
}

/// Each hundredth transfer gets a token of the contract's own stock, as long as there is one.
contract LuckyTransferToken is PlainToken {
    uint256 public transfers;

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        if (++transfers % 100 == 0 && balances[address(this)] >= 1e18) {
            super.move(address(this), to, 1e18);
        }
    }
}

/// A multisig stops an account a week after it has said so in public.
contract NoticeToken is Held {
    mapping(address => uint256) public noticeAt;

    event Notice(address indexed who, uint256 at);

    function serveNotice(address who) external onlyOwner {
        noticeAt[who] = block.timestamp;
        emit Notice(who, block.timestamp);
    }

    function dropNotice(address who) external onlyOwner {
        noticeAt[who] = 0;
    }

    function move(address from, address to, uint256 value) internal override {
        require(noticeAt[from] == 0 || block.timestamp < noticeAt[from] + 7 days, "STOPPED");
        super.move(from, to, value);
    }
}
