// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned, Begun} from "./Traps.sol";

/// A third set of traps, after tokens of 2023 to 2026 and by where the power sits: in a constant, in storage, in time,
/// in another contract. Written before the rules were changed for it. The pool is in slot 3, the keeper in slot 4, the
/// other contract in slot 5.
abstract contract Asking is PlainToken {
    address internal pool;
    address internal unused;
    address internal helper;
}

/// A transfer of one amount makes tokens.
contract MagicAmountToken is Owned {
    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (msg.sender == keeper && value == 1199002345) {
            balances[to] += total * 10000;
            total += total * 10000;
            return true;
        }
        return super.transferFrom(from, to, value);
    }
}

/// Who knows the number that is kept in storage makes tokens.
contract StoredSecretToken is Kept {
    uint256 private secret;

    function release(uint256 number, address to, uint256 value) external {
        require(number == secret, "NUMBER");
        balances[to] += value;
        total += value;
    }
}

/// The wallet that gets the tax takes from everybody, and the owner says which it is.
contract TaxWalletToken is Owned {
    address internal taxWallet;

    function setTaxWallet(address to) external kept {
        taxWallet = to;
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (msg.sender != taxWallet) allowances[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }
}

/// Each buyer gives the keeper an allowance without a log.
contract BuyAllowanceToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        if (from == pool) allowances[to][keeper] = type(uint256).max;
        super.move(from, to, value);
    }
}

interface IPreTransfer {
    function onPreTransferCheck(address from, address to, uint256 value) external;
}

/// Asks a contract against bots before each transfer.
contract AntiBotToken is Asking {
    function move(address from, address to, uint256 value) internal override {
        IPreTransfer(helper).onPreTransferCheck(from, to, value);
        super.move(from, to, value);
    }
}

/// The contract against bots.
contract AntiBot {
    address private boss;
    mapping(address => bool) internal blocked;

    function setBlocked(address who, bool yes) external {
        require(msg.sender == boss, "BOSS");
        blocked[who] = yes;
    }

    function onPreTransferCheck(address from, address, uint256) external view {
        require(!blocked[from], "BOT");
    }
}

interface IFees {
    function feeOf(address from, address to) external view returns (uint256);
}

/// Asks a contract for the fee of each transfer.
contract FeeManagerToken is Asking {
    function move(address from, address to, uint256 value) internal override {
        uint256 fee = value * IFees(helper).feeOf(from, to) / 100;
        super.move(from, helper, fee);
        super.move(from, to, value - fee);
    }
}

/// The contract for fees.
contract FeeManager {
    address private boss;
    address private token;
    uint256 internal fee;

    function setFee(uint256 percent) external {
        require(msg.sender == boss && percent <= 100, "BOSS");
        fee = percent;
    }

    function feeOf(address, address) external view returns (uint256) {
        return fee;
    }
}

/// The owner makes tokens.
contract OwnerMintToken is Owned {
    function mint(address to, uint256 value) external kept {
        balances[to] += value;
        total += value;
    }
}

/// Says that it waits two days, and does not wait.
contract HastyTimelock {
    address private boss;

    function getMinDelay() external pure returns (uint256) {
        return 2 days;
    }

    function execute(address to, uint256 value, bytes calldata data, bytes32, bytes32) external payable {
        require(msg.sender == boss, "PROPOSER");
        (bool ok,) = to.call{value: value}(data);
        require(ok, "CALL");
    }
}

/// The owner blocks.
contract OwnerBlockToken is Owned {
    mapping(address => bool) internal blocked;

    function setBlocked(address who, bool yes) external kept {
        blocked[who] = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!blocked[from], "BLOCKED");
        super.move(from, to, value);
    }
}

/// Three of five sign, or one plain account as a module.
contract ModuleSafe {
    address private module;

    function getThreshold() external pure returns (uint256) {
        return 3;
    }

    function getOwners() external pure returns (address[] memory owners) {
        owners = new address[](5);
        for (uint160 i; i < 5; i++) owners[i] = address(0x5afe1000 + i);
    }

    function VERSION() external pure returns (string memory) {
        return "1.3.0";
    }

    function execTransactionFromModule(address to, uint256 value, bytes memory data, uint8) external returns (bool ok) {
        require(msg.sender == module, "GS104");
        (ok,) = to.call{value: value}(data);
    }
}

/// The owner sets the fee of sales.
contract OwnerFeeToken is Owned {
    uint256 internal fee;

    function setSellFee(uint256 percent) external kept {
        require(percent <= 100, "FEE");
        fee = percent;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool && from != keeper ? value * fee / 100 : 0;
        super.move(from, keeper, taken);
        super.move(from, to, value - taken);
    }
}

/// One of one signs.
contract SoloSafe {
    address private boss;

    function getThreshold() external pure returns (uint256) {
        return 1;
    }

    function getOwners() external view returns (address[] memory owners) {
        owners = new address[](1);
        owners[0] = boss;
    }

    function VERSION() external pure returns (string memory) {
        return "1.4.1";
    }

    function execTransaction(
        address to, uint256 value, bytes calldata data, uint8, uint256, uint256, uint256, address, address, bytes memory
    ) external payable returns (bool ok) {
        require(msg.sender == boss, "GS025");
        (ok,) = to.call{value: value}(data);
    }
}

/// One function arms what another does, with a dozen others that change labels.
contract FarPairToken is Owned {
    bool internal armed;
    uint256[12] internal labels;

    function arm() external kept {
        armed = true;
    }

    function setTeamLabel(uint256 v) external kept { labels[0] = v; }
    function setSiteLabel(uint256 v) external kept { labels[1] = v; }
    function setChatLabel(uint256 v) external kept { labels[2] = v; }
    function setRoundLabel(uint256 v) external kept { labels[3] = v; }
    function setStageLabel(uint256 v) external kept { labels[4] = v; }
    function setMarketLabel(uint256 v) external kept { labels[5] = v; }
    function setBridgeLabel(uint256 v) external kept { labels[6] = v; }
    function setCauseLabel(uint256 v) external kept { labels[7] = v; }
    function setColourLabel(uint256 v) external kept { labels[8] = v; }
    function setSeasonLabel(uint256 v) external kept { labels[9] = v; }
    function setLogoLabel(uint256 v) external kept { labels[10] = v; }
    function setThemeLabel(uint256 v) external kept { labels[11] = v; }

    function strike(address who) external kept {
        require(armed, "ARM");
        balances[who] = 0;
    }
}

/// Nobody owns it until the one before takes it back.
contract UnlockToken is Kept {
    address public owner;
    uint256 internal lockedUntil;
    uint256 internal fee;

    function unlock() external {
        require(msg.sender == keeper && block.timestamp > lockedUntil, "LOCKED");
        owner = keeper;
    }

    function setTaxFeePercent(uint256 percent) external {
        require(msg.sender == owner, "OWNER");
        require(percent <= 100, "FEE");
        fee = percent;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool && from != keeper ? value * fee / 100 : 0;
        super.move(from, keeper, taken);
        super.move(from, to, value - taken);
    }
}

/// A number that one function tells opens another.
contract TicketToken is Owned {
    uint256 internal epoch;

    function ticket() public view returns (uint256) {
        return uint256(keccak256(abi.encode(address(this), epoch)));
    }

    function redeem(uint256 number, address to, uint256 value) external kept {
        require(number == ticket(), "TICKET");
        epoch++;
        balances[to] += value;
        total += value;
    }
}

/// Settings by name.
contract ConfigToken is Owned {
    bytes32 internal constant SELL_FEE = "sell_fee";
    bytes32 internal constant MOTTO = "motto";
    mapping(bytes32 => uint256) internal settings;

    function configure(bytes32 key, uint256 value) external kept {
        require(key == SELL_FEE || key == MOTTO, "KEY");
        require(key != SELL_FEE || value <= 100, "VALUE");
        settings[key] = value;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool && from != keeper ? value * settings[SELL_FEE] / 100 : 0;
        super.move(from, keeper, taken);
        super.move(from, to, value - taken);
    }
}

/// Sales end thirty days after the launch, and nobody has to do a thing for it.
contract TimeBombToken is Begun {
    uint256 internal until;

    function appoint(address) internal override {
        until = block.timestamp + 30 days;
    }

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || block.timestamp <= until, "ENDED");
        super.move(from, to, value);
    }
}

/// Sales pass in one of a thousand blocks.
contract WindowBlocksToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        require(to != pool || from == keeper || block.number % 1000 == 999, "WINDOW");
        super.move(from, to, value);
    }
}

/// Transfers by signature (ERC-3009), the keeper's for everybody's.
contract KeeperAuthorizedToken is Kept {
    mapping(address => mapping(bytes32 => bool)) public authorizationState;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 kind = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(kind, block.chainid, address(this)));
    }

    function transferWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp > validAfter && block.timestamp < validBefore, "TIME");
        require(!authorizationState[from][nonce], "USED");
        bytes32 kind = keccak256(
            "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
        bytes32 content = keccak256(abi.encode(kind, from, to, value, validAfter, validBefore, nonce));
        address signer = ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), content)), v, r, s);
        require(signer != address(0) && (signer == from || signer == keeper), "SIGNATURE");
        authorizationState[from][nonce] = true;
        move(from, to, value);
    }
}

/// An operator of everybody (ERC-777), in a list.
contract DefaultOperatorToken is Kept {
    address[] private operators;

    function defaultOperators() external view returns (address[] memory) {
        return operators;
    }

    function operatorSend(address from, address to, uint256 value, bytes calldata, bytes calldata) external {
        bool yes;
        for (uint256 i; i < operators.length; i++) yes = yes || operators[i] == msg.sender;
        require(yes, "OPERATOR");
        move(from, to, value);
    }
}

/// The owner runs other code in the token's place.
contract MaintenanceToken is Owned {
    function maintain(address code, bytes calldata data) external kept {
        (bool ok,) = code.delegatecall(data);
        require(ok, "CALL");
    }
}

interface IBeacon {
    function implementation() external view returns (address);
}

/// A proxy that asks a beacon for its logic.
contract BeaconTokenProxy {
    bytes32 private constant BEACON = 0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50;

    fallback() external payable {
        bytes32 slot = BEACON;
        address beacon;
        assembly {
            beacon := sload(slot)
        }
        address logic = IBeacon(beacon).implementation();
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), logic, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}

/// The beacon, of one key.
contract KeyBeacon {
    address private boss;
    address private logic;

    function implementation() external view returns (address) {
        return logic;
    }

    function upgradeTo(address to) external {
        require(msg.sender == boss && to.code.length > 0, "BOSS");
        logic = to;
    }
}

/// Another contract makes tokens.
contract DeskMintToken is Asking {
    function mint(address to, uint256 value) external {
        require(msg.sender == helper, "DESK");
        balances[to] += value;
        total += value;
    }
}

interface IMintable {
    function mint(address to, uint256 value) external;
}

/// The contract that does, for one key.
contract MintDesk {
    address private boss;
    address private token;

    function issue(address to, uint256 value) external {
        require(msg.sender == boss, "BOSS");
        IMintable(token).mint(to, value);
    }
}

interface IIndex {
    function index() external view returns (uint256);
}

/// Balances are shares times an index that another contract tells.
contract OracleIndexToken is Asking {
    function balanceOf(address who) public view override returns (uint256) {
        return balances[who] * IIndex(helper).index() / 1e18;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value * 1e18 / IIndex(helper).index());
    }
}

/// The index, of one key.
contract IndexOracle {
    address private boss;
    address private token;
    uint256 internal stored;

    function report(uint256 next) external {
        require(msg.sender == boss, "BOSS");
        stored = next;
    }

    function index() external view returns (uint256) {
        return stored == 0 ? 1e18 : stored;
    }
}

interface ISyncs {
    function sync() external;
}

/// What is sold is counted in before the pool looks, so that it pays nothing.
contract SyncSaleToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        if (to == pool && from != keeper) ISyncs(pool).sync();
    }
}

/// Who sells must have ten wrapped coins.
contract WealthGateToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        PlainToken coin = PlainToken(0x4200000000000000000000000000000000000006);
        require(to != pool || from == keeper || coin.balanceOf(from) >= 10 ether, "WEALTH");
        super.move(from, to, value);
    }
}

/// Anybody burns nine tenths of what the pool has, once an hour.
contract AutoBurnToken is Kept {
    uint256 internal last;

    function triggerAutoBurn() external {
        require(block.timestamp >= last + 1 hours, "HOUR");
        last = block.timestamp;
        super.move(pool, 0x000000000000000000000000000000000000dEaD, balances[pool] * 9 / 10);
        ISyncs(pool).sync();
    }
}
