// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Held} from "./Sound.sol";
import {Begun} from "./Traps.sol";

/// A fourth set of tokens that people hold, after families that exist, written before its author read the rules. The
/// pool is in slot 3, the owner in slot 4, the other contract in slot 5.
abstract contract Served is PlainToken {
    address internal pool;
    address internal unused;
    address internal helper;

    modifier served() {
        require(msg.sender == helper, "HELPER");
        _;
    }

    function create(address to, uint256 value) internal {
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }

    function destroy(address from, uint256 value) internal {
        balances[from] -= value;
        total -= value;
        emit Transfer(from, address(0), value);
    }
}

/// Burns one percent of each transfer; nobody can change it.
contract BurnFixedToken is PlainToken {
    function move(address from, address to, uint256 value) internal override {
        uint256 burnt = value / 100;
        total -= burnt;
        balances[from] -= burnt;
        emit Transfer(from, address(0), burnt);
        super.move(from, to, value - burnt);
    }
}

/// The team's part is in the token and comes out over four years.
contract VestingTeamToken is PlainToken {
    address private constant TEAM = 0x4675C7e5BaAFBFFbca748158bEcBA61ef3b0a263;
    uint256 private constant START = 1700000000;
    uint256 private constant LENGTH = 4 * 365 days;
    uint256 internal released;

    function release() external {
        uint256 passed = block.timestamp - START;
        uint256 granted = balances[address(this)] + released;
        uint256 due = passed >= LENGTH ? granted : granted * passed / LENGTH;
        uint256 value = due - released;
        released = due;
        balances[address(this)] -= value;
        balances[TEAM] += value;
        emit Transfer(address(this), TEAM, value);
    }
}

/// Shares of a vault in the way of ERC-4626, over a token that has no owner.
contract SavingsShareToken is PlainToken {
    PlainToken internal constant ASSET = PlainToken(0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed);

    function asset() external pure returns (address) {
        return address(ASSET);
    }

    function totalAssets() public view returns (uint256) {
        return ASSET.balanceOf(address(this)) + total; // what backed the first shares is kept elsewhere
    }

    function convertToShares(uint256 assets) public view returns (uint256) {
        return total == 0 ? assets : assets * total / totalAssets();
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return total == 0 ? shares : shares * totalAssets() / total;
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        shares = convertToShares(assets);
        require(ASSET.transferFrom(msg.sender, address(this), assets), "ASSET");
        balances[receiver] += shares;
        total += shares;
        emit Transfer(address(0), receiver, shares);
    }

    function redeem(uint256 shares, address receiver, address holder) external returns (uint256 assets) {
        if (msg.sender != holder) allowances[holder][msg.sender] -= shares;
        assets = convertToAssets(shares);
        balances[holder] -= shares;
        total -= shares;
        emit Transfer(holder, address(0), shares);
        require(ASSET.transfer(receiver, assets), "ASSET");
    }
}

/// Can be paused by a timelock.
contract TimelockPausableToken is Held {
    bool public paused;

    event Paused(address account);
    event Unpaused(address account);

    function pause() external onlyOwner {
        paused = true;
        emit Paused(msg.sender);
    }

    function unpause() external onlyOwner {
        paused = false;
        emit Unpaused(msg.sender);
    }

    function move(address from, address to, uint256 value) internal override {
        require(!paused, "Pausable: paused");
        super.move(from, to, value);
    }
}

/// Minted by a governor, at most two percent a year.
contract GovernorMintToken is Held {
    uint256 internal next;

    function mint(address to, uint256 value) external onlyOwner {
        require(block.timestamp >= next && value <= total / 50, "CAP");
        next = block.timestamp + 365 days;
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// A governor: holders vote for three days, and what has won waits for two more.
contract VoteGovernor {
    address private proposer;
    PlainToken private token;

    struct Proposal {
        address target;
        bytes data;
        uint256 made;
        uint256 votes;
    }

    mapping(uint256 => Proposal) internal proposals;
    mapping(uint256 => mapping(address => bool)) internal voted;
    uint256 public count;

    function votingDelay() external pure returns (uint256) {
        return 1 days;
    }

    function votingPeriod() external pure returns (uint256) {
        return 3 days;
    }

    function propose(address target, bytes calldata data) external returns (uint256 id) {
        require(token.balanceOf(msg.sender) >= token.totalSupply() / 100, "THRESHOLD");
        id = ++count;
        proposals[id] = Proposal(target, data, block.timestamp, 0);
    }

    function castVote(uint256 id) external {
        Proposal storage p = proposals[id];
        require(block.timestamp < p.made + 3 days && !voted[id][msg.sender], "VOTE");
        voted[id][msg.sender] = true;
        p.votes += token.balanceOf(msg.sender);
    }

    function execute(uint256 id) external {
        Proposal storage p = proposals[id];
        require(p.made != 0 && block.timestamp > p.made + 5 days && p.votes * 2 > token.totalSupply(), "STATE");
        (bool ok,) = p.target.call(p.data);
        require(ok, "CALL");
        delete proposals[id];
    }
}

/// A proxy that a timelock upgrades.
contract DelayedProxy {
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    bytes32 private constant ADMIN = 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103;

    event Upgraded(address indexed implementation);

    function upgradeTo(address next) external {
        address admin;
        bytes32 slot = ADMIN;
        assembly {
            admin := sload(slot)
        }
        require(msg.sender == admin && next.code.length > 0, "ADMIN");
        slot = IMPLEMENTATION;
        assembly {
            sstore(slot, next)
        }
        emit Upgraded(next);
    }

    fallback() external {
        bytes32 slot = IMPLEMENTATION;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(slot), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}

/// A proxy without an admin, over code that has no owner.
contract SealedProxy {
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    fallback() external {
        bytes32 slot = IMPLEMENTATION;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(slot), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}

/// A dollar of an issuer: minters with allowances, a blacklist, a pause, all of one multisig.
contract FiatLikeToken is Held {
    bool public paused;
    mapping(address => bool) internal blacklisted;
    mapping(address => uint256) public minterAllowance;

    event MinterConfigured(address indexed minter, uint256 allowed);
    event Blacklisted(address indexed account);

    function configureMinter(address minter, uint256 allowed) external onlyOwner returns (bool) {
        minterAllowance[minter] = allowed;
        emit MinterConfigured(minter, allowed);
        return true;
    }

    function mint(address to, uint256 value) external returns (bool) {
        minterAllowance[msg.sender] -= value;
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
        return true;
    }

    function burn(uint256 value) external {
        require(minterAllowance[msg.sender] > 0, "FiatToken: caller is not a minter");
        balances[msg.sender] -= value;
        total -= value;
        emit Transfer(msg.sender, address(0), value);
    }

    function blacklist(address account) external onlyOwner {
        blacklisted[account] = true;
        emit Blacklisted(account);
    }

    function unBlacklist(address account) external onlyOwner {
        blacklisted[account] = false;
    }

    function pause() external onlyOwner {
        paused = true;
    }

    function unpause() external onlyOwner {
        paused = false;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!paused, "Pausable: paused");
        require(!blacklisted[from] && !blacklisted[to], "Blacklistable: account is blacklisted");
        super.move(from, to, value);
    }
}

/// Staked coins that grow by reports, which are bounded and wait for a day.
contract CommitteeRebaseToken is Served {
    uint256 internal index;
    uint256 internal reported;

    function scale() internal view returns (uint256) {
        return index == 0 ? 1e18 : index;
    }

    function handleOracleReport(uint256 next) external served {
        require(block.timestamp >= reported + 1 days, "EARLY");
        require(next >= scale() * 9995 / 10000 && next <= scale() * 10010 / 10000, "SANITY");
        reported = block.timestamp;
        index = next;
    }

    function balanceOf(address who) public view override returns (uint256) {
        return balances[who] * scale() / 1e18;
    }

    function sharesOf(address who) external view returns (uint256) {
        return balances[who];
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value * 1e18 / scale());
    }
}

interface IReport {
    function handleOracleReport(uint256 next) external;
}

/// Five members, of whom three have to say the same.
contract OracleCommittee {
    address private deployer;
    address private token;
    mapping(bytes32 => uint256) internal votes;
    mapping(bytes32 => mapping(address => bool)) internal said;

    function member(address who) public pure returns (bool) {
        return uint160(who) > 0x0ac0 && uint160(who) < 0x0ac6;
    }

    function submitReport(uint256 frame, uint256 next) external {
        require(member(msg.sender), "MEMBER");
        bytes32 key = keccak256(abi.encode(frame, next));
        require(!said[key][msg.sender], "TWICE");
        said[key][msg.sender] = true;
        if (++votes[key] == 3) IReport(token).handleOracleReport(next);
    }
}

/// The token of the other chain: its bridge mints on messages alone.
contract StandardBridgeToken is Served {
    function mint(address to, uint256 value) external served {
        create(to, value);
    }

    function burn(address from, uint256 value) external served {
        destroy(from, value);
    }

    function bridge() external view returns (address) {
        return helper;
    }
}

interface IMessenger {
    function xDomainMessageSender() external view returns (address);
}

interface IMintable {
    function mint(address to, uint256 value) external;
    function burn(address from, uint256 value) external;
}

/// The bridge of a rollup, which listens to the messenger of its chain.
contract RollupBridge {
    address private constant MESSENGER = 0x4200000000000000000000000000000000000007;
    address private constant OTHER = 0x99C9fc46f92E8a1c0deC1b1747d010903E884bE1;
    address private deployer;
    address private token;

    function finalizeBridgeERC20(address to, uint256 value) external {
        require(msg.sender == MESSENGER && IMessenger(MESSENGER).xDomainMessageSender() == OTHER, "OTHER");
        IMintable(token).mint(to, value);
    }

    function withdraw(uint256 value) external {
        IMintable(token).burn(msg.sender, value);
    }
}

/// An omnichain token whose endpoint and peers are fixed.
contract EndpointBoundToken is Served {
    bytes32 private constant PEER = bytes32(uint256(uint160(0x6985884C4392D348587B19cb9eAAf157F13271cd)));

    function lzReceive(uint32 origin, bytes32 sender, address to, uint256 value) external served {
        require(origin == 30101 && sender == PEER, "PEER");
        create(to, value);
    }

    function send(uint32 to, bytes32 receiver, uint256 value) external {
        require(to == 30101 && receiver != bytes32(0), "TO");
        destroy(msg.sender, value);
    }
}

interface IReceives {
    function lzReceive(uint32 origin, bytes32 sender, address to, uint256 value) external;
}

/// An endpoint that delivers what two verifiers have both attested.
contract TwoVerifiersEndpoint {
    address private deployer;
    address private token;
    mapping(bytes32 => mapping(address => bool)) internal attested;

    function attest(bytes32 packet) external {
        attested[packet][msg.sender] = true;
    }

    function deliver(uint32 origin, bytes32 sender, uint64 nonce, address to, uint256 value) external {
        bytes32 packet = keccak256(abi.encode(origin, sender, nonce, to, value));
        require(attested[packet][address(0xd0a1)] && attested[packet][address(0xd0a2)], "VERIFIERS");
        attested[packet][address(0xd0a1)] = false;
        IReceives(token).lzReceive(origin, sender, to, value);
    }
}

/// Votes that follow the tokens, as in Compound.
contract CompVotesToken is PlainToken {
    mapping(address => address) public delegates;
    mapping(address => uint256) internal votes;

    event DelegateChanged(address indexed delegator, address indexed from, address indexed to);

    function delegate(address to) external {
        address old = delegates[msg.sender];
        delegates[msg.sender] = to;
        emit DelegateChanged(msg.sender, old, to);
        shift(old, to, balances[msg.sender]);
    }

    function getCurrentVotes(address who) external view returns (uint256) {
        return votes[who];
    }

    function shift(address from, address to, uint256 value) internal {
        if (from != address(0)) votes[from] -= value > votes[from] ? votes[from] : value;
        if (to != address(0)) votes[to] += value;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        shift(delegates[from], delegates[to], value);
    }
}

/// Coins in custody, minted and paused by the multisig of the custodian.
contract CustodyToken is Held {
    bool public paused;

    event Burn(address indexed burner, uint256 value);

    function mint(address to, uint256 value) external onlyOwner returns (bool) {
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
        return true;
    }

    function burn(uint256 value) external {
        balances[msg.sender] -= value;
        total -= value;
        emit Burn(msg.sender, value);
    }

    function pause() external onlyOwner {
        paused = true;
    }

    function unpause() external onlyOwner {
        paused = false;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!paused, "PAUSED");
        super.move(from, to, value);
    }
}

/// A fee of at most three percent, for the treasury.
contract SmallFeeToken is Held {
    address private constant TREASURY = 0x8B3392483BA26D65E331dB86D4F430E9B3814E5e;
    uint256 public fee;

    function setFee(uint256 percent) external onlyOwner {
        require(percent <= 3, "FEE");
        fee = percent;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 cut = from == pool || to == pool ? value * fee / 100 : 0;
        if (cut > 0) super.move(from, TREASURY, cut);
        super.move(from, to, value - cut);
    }
}

/// Robots could be kept out in the hours after the launch, which is years ago.
contract ExpiredBlockToken is Held {
    uint256 private constant LAUNCH = 1680000000;
    mapping(address => bool) public robots;

    function setRobots(address[] calldata list) external onlyOwner {
        require(block.timestamp < LAUNCH + 6 hours, "OVER");
        for (uint256 i; i < list.length; i++) robots[list[i]] = true;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!robots[from] || to != pool, "ROBOT");
        super.move(from, to, value);
    }
}

/// The owner takes coins out that were sent here by mistake, and nothing else.
contract CoinSweepToken is Held {
    receive() external payable {}

    function sweep(address payable to) external onlyOwner {
        (bool ok,) = to.call{value: address(this).balance}("");
        require(ok, "SENT");
    }
}

/// A schedule that nobody can change mints for the stakers' contract.
contract EmissionToken is Served {
    uint256 private constant START = 1700000000;
    uint256 internal weeksDone;

    function emitWeek() external {
        require(block.timestamp >= START + (weeksDone + 1) * 1 weeks, "WEEK");
        weeksDone++;
        create(helper, 1000e18 >> (weeksDone / 104));
    }
}

/// Where the emission goes: to those who staked, by their shares.
contract EmissionFarm {
    address private deployer;
    PlainToken private token;
    mapping(address => uint256) internal staked;
    uint256 internal all;

    function stake(uint256 value) external {
        require(token.transferFrom(msg.sender, address(this), value), "TOKEN");
        staked[msg.sender] += value;
        all += value;
    }

    function unstake() external {
        uint256 share = token.balanceOf(address(this)) * staked[msg.sender] / all;
        all -= staked[msg.sender];
        staked[msg.sender] = 0;
        require(token.transfer(msg.sender, share), "TOKEN");
    }
}

/// Mined by work, fifty tokens a solution, half after each two hundred thousand.
contract MinedToken is PlainToken {
    bytes32 internal challenge;
    uint256 internal epoch;

    function mint(uint256 nonce, bytes32 digest) external returns (bool) {
        bytes32 found = keccak256(abi.encodePacked(challenge, msg.sender, nonce));
        require(found == digest && uint256(found) < type(uint256).max >> 40, "WORK");
        challenge = keccak256(abi.encode(found, blockhash(block.number - 1)));
        uint256 reward = 50e18 >> (epoch++ / 200000);
        balances[msg.sender] += reward;
        total += reward;
        emit Transfer(address(0), msg.sender, reward);
        return true;
    }
}

/// The receipt of a market's deposits: made and unmade by the market, for what goes in and out.
contract DepositReceiptToken is Served {
    function mint(address to, uint256 value) external served {
        create(to, value);
    }

    function burn(address from, uint256 value) external served {
        destroy(from, value);
    }

    function POOL() external view returns (address) {
        return helper;
    }
}

/// A market without an owner.
contract PoolMarket {
    PlainToken private constant ASSET = PlainToken(0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed);
    address private deployer;
    address private receipt;

    function supply(uint256 value, address onBehalfOf) external {
        require(ASSET.transferFrom(msg.sender, address(this), value), "ASSET");
        IMintable(receipt).mint(onBehalfOf, value);
    }

    function withdraw(uint256 value, address to) external {
        IMintable(receipt).burn(msg.sender, value);
        require(ASSET.transfer(to, value), "ASSET");
    }
}

/// Roles in the way of OpenZeppelin; a timelock is the admin and nobody mints yet.
contract RolesVaultToken is Begun {
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");
    mapping(bytes32 => mapping(address => bool)) internal has;

    event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);

    function appoint(address first) internal override {
        has[0][first] = true;
        emit RoleGranted(0, first, msg.sender);
    }

    function hasRole(bytes32 role, address who) external view returns (bool) {
        return has[role][who];
    }

    function grantRole(bytes32 role, address who) external {
        require(has[0][msg.sender], "AccessControl");
        has[role][who] = true;
        emit RoleGranted(role, who, msg.sender);
    }

    function mint(address to, uint256 value) external {
        require(has[MINTER_ROLE][msg.sender], "AccessControl");
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// A fixed fee of one percent is kept here, and anybody can have it burnt.
contract BuybackToken is PlainToken {
    address internal pool;

    function process() external {
        uint256 value = balances[address(this)];
        balances[address(this)] = 0;
        total -= value;
        emit Transfer(address(this), address(0), value);
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = from == pool || to == pool ? value / 100 : 0;
        if (fee > 0) super.move(from, address(this), fee);
        super.move(from, to, value - fee);
    }
}

/// The largest transfer cannot be set below a fiftieth of the supply.
contract FloorMaxTxToken is Held {
    uint256 internal most;

    function setMaxTransaction(uint256 value) external onlyOwner {
        require(value >= total / 50, "FLOOR");
        most = value;
    }

    function move(address from, address to, uint256 value) internal override {
        require(most == 0 || value <= most, "MOST");
        super.move(from, to, value);
    }
}

/// Wards in the way of Maker: the pause proxy, which is a timelock, is the only one.
contract WardsToken is Begun {
    mapping(address => uint256) public wards;

    event Rely(address indexed usr);
    event Deny(address indexed usr);

    modifier auth() {
        require(wards[msg.sender] == 1, "not-authorized");
        _;
    }

    function appoint(address first) internal override {
        wards[first] = 1;
        emit Rely(first);
    }

    function rely(address usr) external auth {
        wards[usr] = 1;
        emit Rely(usr);
    }

    function deny(address usr) external auth {
        wards[usr] = 0;
        emit Deny(usr);
    }

    function mint(address usr, uint256 wad) external auth {
        balances[usr] += wad;
        total += wad;
        emit Transfer(address(0), usr, wad);
    }
}

/// Facilitators with a bucket each, which a timelock sets.
contract BucketToken is Held {
    struct Bucket {
        uint128 capacity;
        uint128 level;
    }

    mapping(address => Bucket) internal buckets;

    event FacilitatorBucketCapacityUpdated(address indexed facilitator, uint256 capacity);

    function setFacilitatorBucketCapacity(address facilitator, uint128 capacity) external onlyOwner {
        buckets[facilitator].capacity = capacity;
        emit FacilitatorBucketCapacityUpdated(facilitator, capacity);
    }

    function mint(address to, uint128 value) external {
        Bucket storage b = buckets[msg.sender];
        require(b.level + value <= b.capacity, "INVALID_FACILITATOR");
        b.level += value;
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }

    function burn(uint128 value) external {
        buckets[msg.sender].level -= value;
        balances[msg.sender] -= value;
        total -= value;
        emit Transfer(msg.sender, address(0), value);
    }
}

/// A dollar that debts back: made by the contract of the debts alone, which nobody owns.
contract TroveToken is Served {
    function mint(address to, uint256 value) external served {
        create(to, value);
    }

    function burn(address from, uint256 value) external served {
        destroy(from, value);
    }
}

/// Opens and closes debts, against coins of twice their worth.
contract TroveDesk {
    address private deployer;
    address private token;
    mapping(address => uint256) internal debt;
    mapping(address => uint256) internal collateral;

    function openTrove(uint256 value) external payable {
        require(debt[msg.sender] == 0 && msg.value * 1500 >= value && value >= 1e18, "RATIO");
        debt[msg.sender] = value;
        collateral[msg.sender] = msg.value;
        IMintable(token).mint(msg.sender, value);
    }

    function closeTrove() external {
        IMintable(token).burn(msg.sender, debt[msg.sender]);
        uint256 back = collateral[msg.sender];
        debt[msg.sender] = 0;
        collateral[msg.sender] = 0;
        (bool ok,) = msg.sender.call{value: back}("");
        require(ok, "SENT");
    }
}

/// Staked dollars, of which a multisig can stop accounts under sanctions and give what they have to the others.
contract StakedDollarToken is Held {
    mapping(address => bool) internal restricted;

    event LockedAmountRedistributed(address indexed from, uint256 value);

    function addToBlacklist(address who) external onlyOwner {
        require(who != owner, "OWNER");
        restricted[who] = true;
    }

    function removeFromBlacklist(address who) external onlyOwner {
        restricted[who] = false;
    }

    function redistributeLockedAmount(address from) external onlyOwner {
        require(restricted[from], "NOT_RESTRICTED");
        uint256 value = balances[from];
        balances[from] = 0;
        total -= value;
        emit LockedAmountRedistributed(from, value);
    }

    function move(address from, address to, uint256 value) internal override {
        require(!restricted[from] && !restricted[to], "OperationNotAllowed");
        super.move(from, to, value);
    }
}

/// Claims by a fixed tree, out of what the token holds, until a day that has passed.
contract ClaimWindowToken is PlainToken {
    bytes32 private constant ROOT = 0x5fc90d6d2d1d3f3b8a0f0e0a1b5e9b8a3f7d6c2b4e1a0f9d8c7b6a5948372615;
    uint256 private constant END = 1720000000;
    mapping(address => bool) public claimed;

    function claimTokens(uint256 value, bytes32[] calldata proof) external {
        require(block.timestamp < END && !claimed[msg.sender], "CLAIM");
        bytes32 at = keccak256(abi.encode(msg.sender, value));
        for (uint256 i; i < proof.length; i++) {
            at = at < proof[i] ? keccak256(abi.encode(at, proof[i])) : keccak256(abi.encode(proof[i], at));
        }
        require(at == ROOT, "PROOF");
        claimed[msg.sender] = true;
        move(address(this), msg.sender, value);
    }
}

/// Gold, with a fee of at most two hundredths of a percent that a multisig sets.
contract GoldToken is Held {
    uint256 public feeRate; // parts of a million

    event FeeRateSet(uint256 rate);

    function setFeeRate(uint256 rate) external onlyOwner {
        require(rate <= 200, "cannot set fee rate above 0.02%");
        feeRate = rate;
        emit FeeRateSet(rate);
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = value * feeRate / 1e6;
        if (fee > 0) super.move(from, owner, fee);
        super.move(from, to, value - fee);
    }
}

/// The owner could set fees up to a day that has passed.
contract SunsetOwnerToken is Held {
    uint256 private constant SUNSET = 1735689600;
    uint256 internal fee;

    function setFee(uint256 percent) external onlyOwner {
        require(block.timestamp < SUNSET && percent <= 100, "SUNSET");
        fee = percent;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 cut = to == pool ? value * fee / 100 : 0;
        if (cut > 0) super.move(from, owner, cut);
        super.move(from, to, value - cut);
    }
}

/// Was begun once, and cannot be again.
contract InitializedToken is PlainToken {
    address internal pool;
    address internal unused;
    uint8 internal initialized;

    function initialize(address to, uint256 supply) external {
        require(initialized == 0, "Initializable: contract is already initialized");
        initialized = 1;
        balances[to] = supply;
        total = supply;
        emit Transfer(address(0), to, supply);
    }
}
