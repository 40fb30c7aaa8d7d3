// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";

/// A twelfth set of sound tokens, after what is really traded, written by somebody who has not read the rules. The pool is
/// in slot 3, the keeper in slot 4.
interface IAssetTwelve {
    function balanceOf(address who) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface IReceiverTwelve {
    function onTransferReceived(address operator, address from, uint256 value, bytes calldata data) external returns (bytes4);
    function onFlashLoan(address initiator, address token, uint256 value, uint256 fee, bytes calldata data) external returns (bytes32);
}

/// Reflection: two hundredths of what is sent are given up and spread over all holders; nobody can change that.
contract SpreadReflectionToken is Kept {
    uint256 internal given;

    function balanceOf(address who) public view override returns (uint256) {
        return balances[who] * total / (total - given);
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 shares = value * (total - given) / total;
        uint256 fee = shares * 2 / 100;
        balances[from] -= shares;
        balances[to] += shares - fee;
        if (given + fee < total / 2) given += fee;
        else balances[address(this)] += fee;
        emit Transfer(from, to, value - value * 2 / 100);
    }
}

/// Rebasing as of a staked coin: the reporter raises the index, once a day, by at most a thousandth, and never lowers it.
contract DailyAccrualToken is Kept {
    uint256 internal index;
    uint256 public reported;

    function rate() public view returns (uint256) {
        return 1e18 + index;
    }

    function balanceOf(address who) public view override returns (uint256) {
        return balances[who] * rate() / 1e18;
    }

    function report(uint256 gain) external kept {
        require(block.timestamp >= reported + 1 days && gain <= 1e15, "REPORT");
        reported = block.timestamp;
        index += gain;
    }

    function move(address from, address to, uint256 value) internal override {
        require(value <= balanceOf(from), "BALANCE");
        uint256 shares = (value * 1e18 + rate() - 1) / rate();
        if (shares > balances[from]) shares = balances[from];
        balances[from] -= shares;
        balances[to] += shares;
        emit Transfer(from, to, value);
    }
}

/// A holder may bind his own tokens until a day, as teams do to be believed; nobody can bind another's.
contract SelfVestingToken is Kept {
    struct Lock {
        uint128 amount;
        uint64 until;
    }

    mapping(address => Lock) public locks;

    function lockOwn(uint128 amount, uint64 until) external {
        Lock storage l = locks[msg.sender];
        require(until >= l.until && until <= block.timestamp + 1460 days, "UNTIL");
        l.amount = amount;
        l.until = until;
    }

    function move(address from, address to, uint256 value) internal override {
        Lock memory l = locks[from];
        if (block.timestamp < l.until) require(balances[from] >= value + l.amount, "OWN_LOCK");
        super.move(from, to, value);
    }
}

/// One stakes one's own and takes it back whenever; rewards are minted at three hundredths a year.
contract StakeAtHomeToken is Kept {
    mapping(address => uint256) public staked;
    mapping(address => uint256) public since;

    function stake(uint256 value) external {
        collect();
        balances[msg.sender] -= value;
        staked[msg.sender] += value;
        emit Transfer(msg.sender, address(this), value);
    }

    function unstake(uint256 value) external {
        collect();
        staked[msg.sender] -= value;
        balances[msg.sender] += value;
        emit Transfer(address(this), msg.sender, value);
    }

    function collect() public {
        uint256 reward = since[msg.sender] == 0 ? 0 : staked[msg.sender] * (block.timestamp - since[msg.sender]) * 3 / 100 / 365 days;
        since[msg.sender] = block.timestamp;
        balances[msg.sender] += reward;
        total += reward;
        emit Transfer(address(0), msg.sender, reward);
    }
}

/// A fee on transfers that the owner sets between nothing and four hundredths.
contract CappedLevyToken is Owned {
    uint256 public levy;

    function setLevy(uint256 levy_) external kept {
        require(levy_ <= 400, "CAP");
        levy = levy_;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = value * levy / 10_000;
        balances[from] -= value;
        balances[to] += value - fee;
        balances[keeper] += fee;
        emit Transfer(from, to, value - fee);
        if (fee > 0) emit Transfer(from, keeper, fee);
    }
}

/// A new fee, of three hundredths at most, counts a week after it was announced.
contract WeekAheadFeeToken is Owned {
    uint256 public fee;
    uint256 public nextFee;
    uint256 public due;

    function announce(uint256 nextFee_) external kept {
        require(nextFee_ <= 300, "CAP");
        nextFee = nextFee_;
        due = block.timestamp + 7 days;
    }

    function enact() external {
        require(due != 0 && block.timestamp >= due, "EARLY");
        fee = nextFee;
        due = 0;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 part = to == pool || from == pool ? value * fee / 10_000 : 0;
        balances[from] -= value;
        balances[to] += value - part;
        balances[keeper] += part;
        emit Transfer(from, to, value - part);
    }
}

/// Shares of a vault in the way of ERC-4626: deposits and withdrawals of one's own, no keeper.
contract VaultShareToken is Kept {
    IAssetTwelve public constant asset = IAssetTwelve(0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48);

    function totalAssets() public view returns (uint256) {
        return asset.balanceOf(address(this));
    }

    function convertToShares(uint256 assets) public view returns (uint256) {
        return assets * (total + 1000) / (totalAssets() + 1);
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return shares * (totalAssets() + 1) / (total + 1000);
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        shares = convertToShares(assets);
        require(asset.transferFrom(msg.sender, address(this), assets), "ASSET");
        balances[receiver] += shares;
        total += shares;
        emit Transfer(address(0), receiver, shares);
    }

    function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets) {
        if (msg.sender != owner) allowances[owner][msg.sender] -= shares;
        assets = convertToAssets(shares);
        balances[owner] -= shares;
        total -= shares;
        emit Transfer(owner, address(0), shares);
        require(asset.transfer(receiver, assets), "ASSET");
    }
}

/// Permits in the way of ERC-2612, with the signature's account checked.
contract ProperPermitToken is Kept {
    mapping(address => uint256) public nonces;

    bytes32 public constant PERMIT_TYPEHASH = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= deadline, "LATE");
        bytes32 body = keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), body)), v, r, s);
        require(signer != address(0) && signer == owner, "SIGNER");
        allowances[owner][spender] = value;
        emit Approval(owner, spender, value);
    }
}

/// Votes follow balances to whom each holder has named; no vote moves a token.
contract BallotToken is Kept {
    mapping(address => address) public delegates;
    mapping(address => uint256) public votes;

    function delegate(address to) external {
        address old = delegates[msg.sender];
        uint256 held = balances[msg.sender];
        if (old != address(0)) votes[old] -= held;
        if (to != address(0)) votes[to] += held;
        delegates[msg.sender] = to;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        if (delegates[from] != address(0)) votes[delegates[from]] -= value;
        if (delegates[to] != address(0)) votes[delegates[to]] += value;
    }
}

/// A pause is announced a week before, lasts a day, and cannot be followed by another for a month.
contract SlowPauseToken is Owned {
    uint256 public pausedFrom;

    function announcePause() external kept {
        require(pausedFrom == 0 || block.timestamp > pausedFrom + 30 days, "TOO_SOON");
        pausedFrom = block.timestamp + 7 days;
    }

    function paused() public view returns (bool) {
        return pausedFrom != 0 && block.timestamp >= pausedFrom && block.timestamp < pausedFrom + 1 days;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!paused(), "PAUSED");
        super.move(from, to, value);
    }
}

/// Minted by a bridge with a limit that refills, a thousandth of the supply a day; burnt by it only with an allowance.
contract RationedBridgeToken is Kept {
    address public constant bridge = 0x4200000000000000000000000000000000000010;
    uint256 internal usedToday;
    uint256 internal day;

    function mint(address to, uint256 value) external {
        require(msg.sender == bridge, "BRIDGE");
        if (day != block.timestamp / 1 days) {
            day = block.timestamp / 1 days;
            usedToday = 0;
        }
        usedToday += value;
        require(usedToday <= total / 1000, "RATION");
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }

    function burn(address from, uint256 value) external {
        require(msg.sender == bridge, "BRIDGE");
        allowances[from][bridge] -= value;
        balances[from] -= value;
        total -= value;
        emit Transfer(from, address(0), value);
    }
}

/// Gifts of the keeper are bound to whom they were given; they are counted apart, and what is bought is free.
contract BoundGiftToken is Owned {
    mapping(address => uint256) public gifts;

    function gift(address to, uint256 value) external kept {
        balances[msg.sender] -= value;
        gifts[to] += value;
        emit Transfer(msg.sender, address(this), value);
    }

    function giveBack(uint256 value) external {
        gifts[msg.sender] -= value;
        balances[keeper] += value;
        emit Transfer(address(this), keeper, value);
    }
}

/// In the first fifty blocks of trade a purchase is of a hundredth of the supply at most; then that is over for ever.
contract FiftyBlocksToken is Kept {
    uint256 public began;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) {
            if (began == 0) began = block.number;
            require(block.number > began + 50 || value <= total / 100, "SNIPER");
        }
        super.move(from, to, value);
    }
}

/// A wallet holds three hundredths at most by purchase; the owner can only lift that.
contract LiftedCeilingToken is Owned {
    bool public lifted;

    function liftForEver() external kept {
        lifted = true;
    }

    function move(address from, address to, uint256 value) internal override {
        require(lifted || from != pool || balances[to] + value <= total * 3 / 100, "CEILING");
        super.move(from, to, value);
    }
}

/// A hundredth of each transfer between wallets is burnt; trades are whole.
contract WalletBurnToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        uint256 part = from == pool || to == pool ? 0 : value / 100;
        balances[from] -= value;
        balances[to] += value - part;
        total -= part;
        emit Transfer(from, to, value - part);
        if (part > 0) emit Transfer(from, address(0), part);
    }
}

/// Tells a receiver whom the sender chose, in the way of ERC-1363, of what he was sent.
contract CallAfterToken is Kept {
    function transferAndCall(address to, uint256 value, bytes calldata data) external returns (bool) {
        move(msg.sender, to, value);
        require(IReceiverTwelve(to).onTransferReceived(msg.sender, msg.sender, value, data) == IReceiverTwelve.onTransferReceived.selector, "RECEIVER");
        return true;
    }
}

/// Lends new tokens within a call, and burns them with a fee from the borrower at its end.
contract FlashMintToken is Kept {
    function flashLoan(address receiver, uint256 value, bytes calldata data) external returns (bool) {
        uint256 fee = value * 9 / 10_000;
        balances[receiver] += value;
        total += value;
        emit Transfer(address(0), receiver, value);
        require(IReceiverTwelve(receiver).onFlashLoan(msg.sender, address(this), value, fee, data) == keccak256("ERC3156FlashBorrower.onFlashLoan"), "BORROWER");
        balances[receiver] -= value + fee;
        total -= value + fee;
        emit Transfer(receiver, address(0), value + fee);
        return true;
    }
}

/// Sends one's own tokens to many at once.
contract ManyAtOnceToken is Kept {
    function multiTransfer(address[] calldata to, uint256[] calldata values) external {
        for (uint256 i; i < to.length; i++) move(msg.sender, to[i], values[i]);
    }
}

/// The owner, whose office is handed over in two steps, can rescue tokens of others sent here, and can do nothing else.
contract RescueOnlyToken is Owned {
    address public pendingOwner;

    function transferOwnership(address next) external kept {
        pendingOwner = next;
    }

    function acceptOwnership() external {
        require(msg.sender == pendingOwner, "PENDING");
        keeper = msg.sender;
        pendingOwner = address(0);
    }

    function rescue(IAssetTwelve other, uint256 value) external kept {
        require(address(other) != address(this), "OWN_TOKEN");
        require(other.transfer(keeper, value), "RESCUE");
    }
}

/// Transfers by the holder's own signature, in the way of ERC-3009, each nonce once.
contract SignedTransferToken is Kept {
    mapping(address => mapping(bytes32 => bool)) public authorizationState;

    bytes32 internal constant KIND = keccak256("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)");

    function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp > validAfter && block.timestamp < validBefore && !authorizationState[from][nonce], "TIME");
        authorizationState[from][nonce] = true;
        bytes32 body = keccak256(abi.encode(KIND, from, to, value, validAfter, validBefore, nonce));
        bytes32 domain = keccak256(abi.encode(keccak256("EIP712Domain(uint256 chainId,address verifyingContract)"), block.chainid, address(this)));
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", domain, body)), v, r, s);
        require(signer != address(0) && signer == from, "SIGNER");
        move(from, to, value);
    }
}

/// Anybody may mint to the treasury what a fixed schedule allows: two hundredths of the supply a year.
contract ScheduledEmissionToken is Kept {
    address public constant treasury = 0x6D7A3177f3500BEA64914642a49D0B5C0a7Dae6D;
    uint256 public last;

    function emitScheduled() external {
        uint256 due = last == 0 ? 0 : total * (block.timestamp - last) * 2 / 100 / 365 days;
        last = block.timestamp;
        balances[treasury] += due;
        total += due;
        emit Transfer(address(0), treasury, due);
    }
}

/// Proposals of holders, passed by more than half of the supply, set the tax up to five hundredths after two days.
contract ReferendumTaxToken is Kept {
    uint256 public tax;
    uint256 public proposed;
    uint256 public support;
    uint256 public since;
    uint256 public round;
    mapping(address => uint256) public pledgedIn;
    mapping(address => uint256) public pledged;
    uint256 internal constant CAP = 500;

    function propose(uint256 tax_) external {
        require(tax_ <= CAP && block.timestamp > since + 14 days, "PROPOSAL");
        proposed = tax_;
        support = 0;
        since = block.timestamp;
        round++;
    }

    function pledge(uint256 value) external {
        balances[msg.sender] -= value;
        if (pledgedIn[msg.sender] != round) pledgedIn[msg.sender] = round;
        pledged[msg.sender] += value;
        support += value;
        emit Transfer(msg.sender, address(this), value);
    }

    function unpledge() external {
        uint256 value = pledged[msg.sender];
        pledged[msg.sender] = 0;
        if (pledgedIn[msg.sender] == round) support = support > value ? support - value : 0;
        balances[msg.sender] += value;
        emit Transfer(address(this), msg.sender, value);
    }

    function pass() external {
        require(support > total / 2 && block.timestamp > since + 2 days, "SUPPORT");
        tax = proposed;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 part = to == pool ? value * tax / 10_000 : 0;
        balances[from] -= value;
        balances[to] += value - part;
        balances[address(this)] += part;
        emit Transfer(from, to, value - part);
    }
}
