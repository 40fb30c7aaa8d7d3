// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Granting, Permitting} from "./Traps.sol";

/// Tokens that nobody can turn against their holders, or whose powers are in the hands of contracts that bind them.
/// Written before the rules that judge them. The pool is in slot 3, the owner in slot 4.
abstract contract Held is PlainToken {
    address internal pool;
    address public owner;

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }
}

contract FixedToken is PlainToken {}

/// Permits by signature.
contract SignedPermitToken is PlainToken {
    mapping(address => uint256) public nonces;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this)));
    }

    function permit(address from, address to, uint256 value, uint256 until, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= until, "EXPIRED");
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), keccak256(abi.encode(from, to, value, nonces[from]++, until))));
        address signer = ecrecover(digest, v, r, s);
        require(signer != address(0) && signer == from, "SIGNATURE");
        allowances[from][to] = value;
    }
}

/// A fee of two percent for ever.
contract FixedFeeToken is Held {
    function move(address from, address to, uint256 value) internal override {
        uint256 fee = from == pool || to == pool ? value / 50 : 0;
        super.move(from, address(0xfee), fee);
        super.move(from, to, value - fee);
    }
}

/// Has setters, and nobody to call them: its owner is 0 in genesis.
contract AbandonedToken is Held {
    uint256 internal fee;

    function setFee(uint256 value) external onlyOwner {
        fee = value;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool ? value * fee / 100 : 0;
        super.move(from, address(0xfee), taken);
        super.move(from, to, value - taken);
    }
}

/// The owner can hand over, give up, and take back coins that strayed into the contract.
contract RescueToken is Held {
    function transferOwnership(address to) external onlyOwner {
        require(to != address(0), "ZERO");
        owner = to;
    }

    function renounceOwnership() external onlyOwner {
        owner = address(0);
    }

    function rescue(address token, uint256 value) external onlyOwner {
        require(token != address(this), "OWN");
        PlainToken(token).transfer(owner, value);
    }
}

/// A fee of at most three percent.
contract BoundFeeToken is Held {
    uint256 internal fee;

    function setFee(uint256 value) external onlyOwner {
        require(value <= 3, "BOUND");
        fee = value;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = from == pool || to == pool ? value * fee / 100 : 0;
        super.move(from, owner, taken);
        super.move(from, to, value - taken);
    }
}

/// Trading is opened once and never closed.
contract OpenedToken is Held {
    bool internal opened;

    function openTrading() external onlyOwner {
        require(!opened, "OPEN");
        opened = true;
    }
}

/// The most that a wallet holds can be raised only.
contract WalletBoundToken is Held {
    uint256 internal extra;

    function setMaxWallet(uint256 value) external onlyOwner {
        require(value >= total / 50 && value <= total, "BOUND");
        extra = value;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        require(to == pool || to == owner || balances[to] <= total / 50 + extra, "WALLET");
    }
}

/// Votes.
contract VotesToken is PlainToken {
    mapping(address => address) public delegates;
    mapping(address => uint256) public votes;

    function delegate(address to) external {
        address before = delegates[msg.sender];
        votes[before] = votes[before] >= balances[msg.sender] ? votes[before] - balances[msg.sender] : 0;
        delegates[msg.sender] = to;
        votes[to] += balances[msg.sender];
    }
}

/// Holders burn what is theirs.
contract BurnableToken is PlainToken {
    function burn(uint256 value) external {
        balances[msg.sender] -= value;
        total -= value;
    }

    function burnFrom(address from, uint256 value) external {
        allowances[from][msg.sender] -= value;
        balances[from] -= value;
        total -= value;
    }
}

/// Not sold in the block of the purchase.
contract NextBlockToken is PlainToken {
    address internal pool;
    mapping(address => uint256) internal bought;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) bought[to] = block.number;
        require(to != pool || bought[from] < block.number, "NEXT_BLOCK");
        super.move(from, to, value);
    }
}

/// A fixed fee of which some are free.
contract ExemptToken is Held {
    mapping(address => bool) internal free;

    function excludeFromFee(address who, bool yes) external onlyOwner {
        free[who] = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool && !free[from] ? value * 3 / 100 : 0;
        super.move(from, owner, taken);
        super.move(from, to, value - taken);
    }
}

/// Of each sale a part is shared out to all: balances only grow.
contract ReflectingToken is PlainToken {
    address internal pool;
    uint256 internal gained;

    function balanceOf(address who) public view override returns (uint256) {
        return who == pool ? balances[who] : balances[who] + balances[who] * gained / 1e18;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = from == pool ? 0 : value / 100;
        uint256 parts = from == pool ? value : value * 1e18 / (1e18 + gained);
        balances[from] -= parts;
        balances[to] += to == pool ? value - taken : (value - taken) * 1e18 / (1e18 + gained);
        gained += taken * 1e18 / (total + 1);
        emit Transfer(from, to, value - taken);
    }
}

/// Somebody can pause it: in the set a timelock, and a Safe.
contract PausableToken is Held {
    bool public paused;

    function pause() external onlyOwner {
        paused = true;
    }

    function unpause() external onlyOwner {
        paused = false;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!paused, "Pausable: paused");
        super.move(from, to, value);
    }
}

/// A dollar: minters, a list of the blocked, a pause, each with a contract as its holder.
contract DollarToken is Held {
    bool public paused;
    mapping(address => bool) public isBlacklisted;

    function mint(address to, uint256 value) external onlyOwner {
        balances[to] += value;
        total += value;
    }

    function blacklist(address who) external onlyOwner {
        isBlacklisted[who] = true;
    }

    function pause() external onlyOwner {
        paused = true;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!paused && !isBlacklisted[from] && !isBlacklisted[to], "STOPPED");
        super.move(from, to, value);
    }
}

/// The far side of a bridge: the bridge, a contract of the rollup at a fixed address, mints and burns.
contract BridgedToken is PlainToken {
    address public constant bridge = 0x4200000000000000000000000000000000000010;

    function mint(address to, uint256 value) external {
        require(msg.sender == bridge, "BRIDGE");
        balances[to] += value;
        total += value;
    }

    function burn(address from, uint256 value) external {
        require(msg.sender == bridge, "BRIDGE");
        balances[from] -= value;
        total -= value;
    }
}

/// Coins in, tokens out.
contract WrappingToken is PlainToken {
    function deposit() external payable {
        balances[msg.sender] += msg.value;
        total += msg.value;
    }

    function withdraw(uint256 value) external {
        balances[msg.sender] -= value;
        total -= value;
        (bool ok,) = msg.sender.call{value: value}("");
        require(ok, "COINS");
    }
}

/// Gives out what the caller has.
contract AirdropToken is Held {
    function airdrop(address[] calldata to, uint256 value) external onlyOwner {
        for (uint256 i; i < to.length; i++) move(msg.sender, to[i], value);
    }
}

/// Mints up to a supply that is reached.
contract CappedToken is Held {
    uint256 internal minted;

    function cap() public view returns (uint256) {
        return total;
    }

    function mint(address to, uint256 value) external onlyOwner {
        require(value > 0 && total + value <= 2_000_000e18, "CAP");
        balances[to] += value;
        total += value;
    }
}

/// The owner writes its texts.
contract TextToken is Held {
    string public uri;
    uint256 public version;

    function setURI(string calldata value) external onlyOwner {
        uri = value;
    }

    function setVersion(uint256 value) external onlyOwner {
        version = value;
    }
}

/// Shares of a vault that holds wrapped coins.
contract ShareToken is PlainToken {
    address public constant asset = 0x4200000000000000000000000000000000000006;

    function deposit(uint256 value, address to) external returns (uint256) {
        PlainToken(asset).transferFrom(msg.sender, address(this), value);
        balances[to] += value;
        total += value;
        return value;
    }

    function redeem(uint256 value, address to, address from) external returns (uint256) {
        if (from != msg.sender) allowances[from][msg.sender] -= value;
        balances[from] -= value;
        total -= value;
        PlainToken(asset).transfer(to, value);
        return value;
    }
}

/// More pairs with the same fixed fee.
contract PairsToken is Held {
    mapping(address => bool) internal pairs;

    function setPair(address at, bool yes) external onlyOwner {
        require(at != pool, "MAIN");
        pairs[at] = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool || pairs[to] ? value * 3 / 100 : 0;
        super.move(from, owner, taken);
        super.move(from, to, value - taken);
    }
}

/// A treasury that can move, and cannot be nobody.
contract TreasuryToken is Held {
    address internal treasury;

    function setTreasury(address to) external onlyOwner {
        require(to != address(0), "ZERO");
        treasury = to;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool ? value / 50 : 0;
        super.move(from, treasury == address(0) ? owner : treasury, taken);
        super.move(from, to, value - taken);
    }
}

/// The largest transfer is a hundredth of all or more.
contract LeastBoundToken is Held {
    uint256 internal largest;

    function setMaxTx(uint256 value) external onlyOwner {
        require(value >= total / 100, "BOUND");
        largest = value;
    }

    function move(address from, address to, uint256 value) internal override {
        require(largest == 0 || from == owner || from == pool || value <= largest, "LARGEST");
        super.move(from, to, value);
    }
}

/// Small purchases in its first hour, long ago.
contract LaunchedToken is Held {
    uint256 internal constant launched = 1_600_000_000;

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp > launched + 1 hours || value <= total / 1000, "LAUNCH");
        super.move(from, to, value);
    }
}

interface IBorrower {
    function onFlashLoan(address, address, uint256, uint256, bytes calldata) external returns (bytes32);
}

/// Lends new tokens that are gone at the end of the call.
contract FlashToken is PlainToken {
    function flashLoan(address to, address token, uint256 value, bytes calldata data) external returns (bool) {
        require(token == address(this), "TOKEN");
        balances[to] += value;
        total += value;
        IBorrower(to).onFlashLoan(msg.sender, token, value, 0, data);
        balances[to] -= value;
        total -= value;
        return true;
    }
}

/// A new owner has to accept.
contract TwoStepToken is Held {
    address public pendingOwner;

    function transferOwnership(address to) external onlyOwner {
        pendingOwner = to;
    }

    function acceptOwnership() external {
        require(msg.sender == pendingOwner, "PENDING");
        owner = msg.sender;
        pendingOwner = address(0);
    }
}

/// Keeps a journal of each transfer, which costs gas.
contract JournalToken is PlainToken {
    mapping(uint256 => bytes32) internal journal;
    uint256 internal pages;

    function move(address from, address to, uint256 value) internal override {
        for (uint256 i; i < 8; i++) journal[pages++] = keccak256(abi.encode(from, to, value, i));
        super.move(from, to, value);
    }
}

/// Tells a short name in a word.
contract StakingToken is PlainToken {
    mapping(address => uint256) public staked;

    function stake(uint256 value) external {
        balances[msg.sender] -= value;
        staked[msg.sender] += value;
    }

    function unstake(uint256 value) external {
        staked[msg.sender] -= value;
        balances[msg.sender] += value;
    }
}

/// Roles that decide a text and nothing else.
contract MottoToken is Granting {
    string public motto;

    function setMotto(string calldata text) external only(MINTER) {
        motto = text;
    }
}

/// What a timelock answers.
contract TimelockHolder {
    function getMinDelay() external pure returns (uint256) {
        return 2 days;
    }

    function execute(address to, bytes calldata data) external {
        require(msg.sender == address(this), "DELAY");
        (bool ok,) = to.call(data);
        require(ok, "CALL");
    }
}

/// What a Safe answers.
contract SafeHolder {
    function getThreshold() external pure returns (uint256) {
        return 3;
    }

    function getOwners() external pure returns (address[] memory owners) {
        owners = new address[](5);
        for (uint160 i; i < 5; i++) owners[i] = address(0x5afe0000 + i);
    }

    function VERSION() external pure returns (string memory) {
        return "1.4.1";
    }
}

/// Permits by the holder's signature alone, though the code has another account, and the storage a keeper.
contract HolderPermitToken is Permitting {
    address public constant treasury = 0x8B3392483BA26D65E331dB86D4F430E9B3814E5e;

    function accepted(address signer, address from) internal pure override returns (bool) {
        return signer == from;
    }
}
