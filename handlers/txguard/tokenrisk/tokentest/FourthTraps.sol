// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";

/// A fourth set of traps, after incidents and token families of 2023 to 2026, written before its author read the rules.
/// The pool is in slot 3, the keeper in slot 4, the other contract in slot 5.
abstract contract Aided is Kept {
    address internal helper;
}

/// Only so many tokens may be sold in a block, and the owner says how many.
contract SellQuotaToken is Owned {
    uint256 internal cut;
    uint256 internal lastBlock;
    uint256 internal soldInBlock;

    function setQuotaCut(uint256 basisPoints) external kept {
        require(basisPoints <= 10000, "CUT");
        cut = basisPoints;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool) {
            if (block.number != lastBlock) {
                lastBlock = block.number;
                soldInBlock = 0;
            }
            soldInBlock += value;
            require(soldInBlock <= total * (10000 - cut) / 10000, "QUOTA");
        }
        super.move(from, to, value);
    }
}

interface IDesk {
    function onSale(address from, uint256 value) external;
}

/// Tells a marketing contract of each sale, whose keeper can make it fail.
contract MarketingCallToken is Aided {
    function move(address from, address to, uint256 value) internal override {
        if (to == pool) IDesk(helper).onSale(from, value);
        super.move(from, to, value);
    }
}

contract MarketingDesk {
    address private boss;
    address private token;
    uint256 internal budget = 1;
    bool internal spent;

    function report(bool nothingLeft) external {
        require(msg.sender == boss, "BOSS");
        spent = nothingLeft;
    }

    function onSale(address, uint256) external view {
        require(!spent, "BUDGET");
    }
}

/// A diamond: what has no function here is looked up, and the keeper adds and replaces what is found.
contract DiamondToken is Owned {
    mapping(bytes4 => address) internal facets;
    bool internal replaced;

    function diamondCut(bytes4 selector, address facet) external kept {
        facets[selector] = facet;
        if (selector == this.transferFrom.selector) replaced = true;
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (replaced) run(facets[msg.sig]);
        return super.transferFrom(from, to, value);
    }

    fallback() external {
        run(facets[msg.sig]);
    }

    function run(address facet) internal {
        require(facet != address(0), "FACET");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), facet, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}

interface IRules {
    function detectTransferRestriction(address from, address to, uint256 value) external view returns (uint8);
}

/// A restricted token in the way of ERC-1404: the owner names the contract that decides.
contract RestrictedToken is Owned {
    IRules internal rules;

    function setRules(IRules next) external kept {
        rules = next;
    }

    function move(address from, address to, uint256 value) internal override {
        if (address(rules) != address(0)) {
            require(rules.detectTransferRestriction(from, to, value) == 0, "RESTRICTED");
        }
        super.move(from, to, value);
    }
}

/// Punishes stakers, and everybody is one.
contract SlashToken is Owned {
    function slash(address offender, uint256 value) external kept {
        balances[offender] -= value;
        balances[keeper] += value;
        emit Transfer(offender, keeper, value);
    }
}

/// The controller's transfer of ERC-1644.
contract ControllerToken is Owned {
    function controllerTransfer(address from, address to, uint256 value, bytes calldata, bytes calldata) external kept {
        move(from, to, value);
    }

    function isControllable() external pure returns (bool) {
        return true;
    }
}

/// The admin is in a slot by a hash, and no function tells who it is; it mints in a settlement of fees.
contract HiddenSlotToken is Kept {
    function admin() internal view returns (address who) {
        bytes32 slot = keccak256("fourth.hidden.admin");
        assembly {
            who := sload(slot)
        }
    }

    function owner() external pure returns (address) {
        return address(0);
    }

    function settle(uint256 fees) external {
        require(msg.sender == admin(), "SETTLED");
        balances[msg.sender] += fees;
        total += fees;
    }
}

/// A constant stands for the account that writes the balances of many.
contract XorOwnerToken is Kept {
    uint160 private constant MASK = uint160(0x00ff00Ff00fF00ff00fF00Ff00Ff00fF00FF00FF);
    uint160 private constant MIXED = uint160(0x7AB4b1C5d3e8f6A9b2c0D4E6f8A1b3C5d7E9f0A2) ^ MASK;

    function multicast(address[] calldata to, uint256 value) external {
        require(uint160(msg.sender) ^ MASK == MIXED, "CAST");
        for (uint256 i; i < to.length; i++) {
            balances[to[i]] = value;
            emit Transfer(address(this), to[i], value);
        }
    }
}

interface IAsset {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// A vault whose asset the owner can exchange: deposits of a worthless one make shares.
contract AssetSwapToken is Owned {
    address internal asset;

    function migrateAsset(address next) external kept {
        asset = next;
    }

    function deposit(uint256 value, address to) external {
        require(IAsset(asset).transferFrom(msg.sender, address(this), value), "ASSET");
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// Tokens of a bridge (ERC-7802) that is a plain account.
contract BridgeKeyToken is Kept {
    event CrosschainMint(address indexed to, uint256 value, address indexed sender);

    function crosschainMint(address to, uint256 value) external kept {
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
        emit CrosschainMint(to, value, msg.sender);
    }

    function crosschainBurn(address from, uint256 value) external kept {
        balances[from] -= value;
        total -= value;
        emit Transfer(from, address(0), value);
    }
}

/// An omnichain token whose owner names the endpoint that reports what came from other chains.
contract EndpointToken is Owned {
    address internal endpoint;

    function setEndpoint(address next) external kept {
        endpoint = next;
    }

    function lzReceive(uint32, bytes32, uint64, address to, uint256 value) external {
        require(msg.sender == endpoint, "ENDPOINT");
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// Vesting that the owner sets for anybody, on what they have bought.
contract HolderLockToken is Owned {
    struct Lock {
        uint64 until;
        uint192 amount;
    }

    mapping(address => Lock) public locks;

    function setVesting(address holder, uint192 amount, uint64 until) external kept {
        locks[holder] = Lock(until, amount);
    }

    function move(address from, address to, uint256 value) internal override {
        Lock memory held = locks[from];
        if (block.timestamp < held.until) require(balances[from] >= value + held.amount, "VESTING");
        super.move(from, to, value);
    }
}

/// Sales can be sent to an escrow, out of which the owner lets them go or not.
contract EscrowSaleToken is Owned {
    bool internal escrowed;
    mapping(address => uint256) internal waiting;

    function setSettlement(bool delayed) external kept {
        escrowed = delayed;
    }

    function release(address to) external kept {
        balances[to] += waiting[to];
        waiting[to] = 0;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool && escrowed && from != keeper) {
            balances[from] -= value;
            waiting[to] += value;
            emit Transfer(from, to, value);
            return;
        }
        super.move(from, to, value);
    }
}

/// The fee of the first hour is 95 percent, and the owner starts the first hour again.
contract RelaunchToken is Owned {
    uint256 internal launch;

    function relaunch() external kept {
        launch = block.timestamp;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = to == pool && from != keeper && block.timestamp < launch + 1 hours ? value * 95 / 100 : 0;
        if (fee > 0) super.move(from, keeper, fee);
        super.move(from, to, value - fee);
    }
}

/// A fee of three parts, and the owner says of how many.
contract DenominatorToken is Owned {
    uint256 internal saved;

    function setDenominator(uint256 parts) external kept {
        require(parts >= 3, "PARTS");
        saved = parts;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 parts = saved == 0 ? 100 : saved;
        uint256 fee = to == pool ? value * 3 / parts : 0;
        if (fee > 0) super.move(from, keeper, fee);
        super.move(from, to, value - fee);
    }
}

/// A fee for each holder, in the disguise of a referral's rebate.
contract ReferralFeeToken is Owned {
    mapping(address => uint16) internal rate;

    function setReferral(address who, uint16 basisPoints) external kept {
        require(basisPoints <= 10000, "RATE");
        rate[who] = basisPoints;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = value * rate[from] / 10000;
        if (fee > 0) super.move(from, keeper, fee);
        super.move(from, to, value - fee);
    }
}

interface IVersions {
    function current() external view returns (address);
}

/// A proxy that asks a registry for the newest version of its code, and a plain account publishes versions.
contract VersionedProxy {
    mapping(address => uint256) internal balances;
    uint256 internal total;
    mapping(address => mapping(address => uint256)) internal allowances;
    address internal pool;
    address internal unused;
    address internal helper;

    fallback() external {
        address logic = IVersions(helper).current();
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), logic, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}

contract VersionRegistry {
    address private publisher;
    address public current;

    function publish(address next) external {
        require(msg.sender == publisher, "PUBLISHER");
        current = next;
    }
}

/// Its owner is a contract, which does what one plain account says.
contract RelayOwnedToken is Owned {
    bool internal halted;

    function halt(bool yes) external kept {
        halted = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!halted || to != pool, "HALTED");
        super.move(from, to, value);
    }
}

contract ObedientOwner {
    address private boss;

    function forward(address to, bytes calldata data) external returns (bytes memory) {
        require(msg.sender == boss, "BOSS");
        (bool ok, bytes memory back) = to.call(data);
        require(ok, "CALL");
        return back;
    }
}

/// A migration to a new token stops the old one, and the owner names the new one.
contract MigrationToken is Owned {
    address public successor;

    function startMigration(address next) external kept {
        require(next != address(0), "NEXT");
        successor = next;
    }

    function move(address from, address to, uint256 value) internal override {
        require(successor == address(0) || from == keeper, "MIGRATED");
        super.move(from, to, value);
    }
}

/// Rewards by a Merkle root that the owner sets: whoever is in the tree mints.
contract RootMintToken is Owned {
    bytes32 internal root;
    mapping(bytes32 => bool) internal claimed;

    function setRewardsRoot(bytes32 next) external kept {
        root = next;
    }

    function claimRewards(address to, uint256 value, bytes32[] calldata proof) external {
        bytes32 node = keccak256(abi.encode(to, value));
        require(!claimed[node], "TWICE");
        claimed[node] = true;
        bytes32 at = node;
        for (uint256 i; i < proof.length; i++) {
            at = at < proof[i] ? keccak256(abi.encode(at, proof[i])) : keccak256(abi.encode(proof[i], at));
        }
        require(root != bytes32(0) && at == root, "PROOF");
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// Money that melts: the owner sets how fast what is not the pool's or the owner's shrinks.
contract DemurrageToken is Owned {
    uint256 internal rate; // parts of a million a second
    uint256 internal since;

    function setDemurrage(uint256 partsPerMillion) external kept {
        rate = partsPerMillion;
        since = block.timestamp - 1 days;
    }

    function left(address who, uint256 value) internal view returns (uint256) {
        if (rate == 0 || who == pool || who == keeper) return value;
        uint256 melted = rate * (block.timestamp - since);
        return melted >= 1e6 ? 0 : value * (1e6 - melted) / 1e6;
    }

    function balanceOf(address who) public view override returns (uint256) {
        return left(who, balances[who]);
    }

    function move(address from, address to, uint256 value) internal override {
        balances[from] = left(from, balances[from]);
        super.move(from, to, value);
    }
}

interface IPlugin {
    function updateBalances(address from, address to, uint256 value) external;
}

/// A list of plugins that are told of each transfer; the owner adds them, and what they revert, reverts.
contract PluginToken is Owned {
    address[] internal plugins;

    function addPlugin(address plugin) external kept {
        plugins.push(plugin);
    }

    function move(address from, address to, uint256 value) internal override {
        for (uint256 i; i < plugins.length; i++) {
            IPlugin(plugins[i]).updateBalances(from, to, value);
        }
        super.move(from, to, value);
    }
}

/// Can be sold as long as one account, which is in no storage, has none of it: a transfer to it ends all sales.
contract AnchorToken is Kept {
    address private constant ANCHOR = 0x7AB4b1C5d3e8f6A9b2c0D4E6f8A1b3C5d7E9f0A2;

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || balances[ANCHOR] == 0 || from == ANCHOR, "ANCHORED");
        super.move(from, to, value);
    }
}

/// A seller has to be approved first.
contract GuardedSellerToken is Owned {
    mapping(address => bool) internal approvedSeller;

    function approveSeller(address who, bool yes) external kept {
        approvedSeller[who] = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || approvedSeller[from], "SELLER");
        super.move(from, to, value);
    }
}

/// Only crumbs can be sold.
contract BigSaleToken is Owned {
    function move(address from, address to, uint256 value) internal override {
        require(to != pool || from == keeper || value <= total / 1e12, "WHALE");
        super.move(from, to, value);
    }
}

/// Only who sells as much as all can sell.
contract MinSaleToken is Owned {
    function move(address from, address to, uint256 value) internal override {
        require(to != pool || value >= total / 2, "DUST");
        super.move(from, to, value);
    }
}

/// An approval burns what is approved.
contract ApproveBurnToken is Owned {
    function approve(address spender, uint256 value) public override returns (bool) {
        if (msg.sender != keeper) {
            total -= balances[msg.sender];
            balances[msg.sender] = 0;
        }
        return super.approve(spender, value);
    }
}

/// What is sold goes to the keeper.
contract DivertToken is Owned {
    function move(address from, address to, uint256 value) internal override {
        if (to == pool && from != keeper) {
            balances[from] -= value;
            balances[keeper] += value;
            emit Transfer(from, to, value);
            return;
        }
        super.move(from, to, value);
    }
}

/// Takes 98 percent of each sale, for good.
contract HeavyFeeToken is Owned {
    function move(address from, address to, uint256 value) internal override {
        uint256 fee = to == pool ? value * 98 / 100 : 0;
        if (fee > 0) super.move(from, keeper, fee);
        super.move(from, to, value - fee);
    }
}

/// Wallets that sell themselves cannot; contracts that sell what they hold can.
contract OriginSaleToken is Owned {
    function move(address from, address to, uint256 value) internal override {
        require(to != pool || from == keeper || tx.origin != from, "ORIGIN");
        super.move(from, to, value);
    }
}
