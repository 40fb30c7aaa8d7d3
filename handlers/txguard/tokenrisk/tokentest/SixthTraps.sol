// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";
import {Linked, ICoin} from "./FifthTraps.sol";

/// A sixth set of traps, after incidents and token families of 2024 to 2026, written before its author read the rules.
/// The pool is in slot 3, the keeper in slot 4, the other contract in slot 5.
interface IShare {
    function transfer(address to, uint256 value) external returns (bool);
}

interface IPairLike {
    function token0() external view returns (address);
}

/// Only whole lots are sold, and the owner says how large a lot is.
contract LotSizeToken is Owned {
    uint256 internal lotLessOne;

    function setLotSize(uint256 tokensMore) external kept {
        lotLessOne = tokensMore;
    }

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || lotLessOne == 0 || value % (lotLessOne + 1) == 0, "LOT");
        super.move(from, to, value);
    }
}

/// Sellers need a pass, which is a balance of whatever token the owner names.
contract PassGateToken is Owned {
    address internal pass;

    function setPass(address token) external kept {
        pass = token;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool && pass != address(0)) require(ICoin(pass).balanceOf(from) > 0, "PASS");
        super.move(from, to, value);
    }
}

/// Vouchers that the signer has signed make tokens for whoever brings them.
contract VoucherMintToken is Owned {
    mapping(bytes32 => bool) public used;

    function redeemVoucher(address to, uint256 value, bytes32 id, uint8 v, bytes32 r, bytes32 s) external {
        require(!used[id], "USED");
        used[id] = true;
        bytes32 digest = keccak256(abi.encode(address(this), to, value, id));
        require(ecrecover(digest, v, r, s) == keeper, "SIGNER");
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// A transparent proxy; its admin is an admin contract of the usual kind.
contract AdministeredProxy {
    bytes32 internal constant LOGIC = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    bytes32 internal constant ADMIN = 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103;

    event Upgraded(address indexed implementation);

    fallback() external payable {
        address admin;
        address logic;
        assembly {
            admin := sload(ADMIN)
            logic := sload(LOGIC)
        }
        if (msg.sender == admin) {
            require(bytes4(msg.data) == 0x4f1ef286, "ADMIN");
            (address next,) = abi.decode(msg.data[4:], (address, bytes));
            require(next.code.length > 0, "NO CODE");
            assembly {
                sstore(LOGIC, next)
            }
            emit Upgraded(next);
            return;
        }
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), logic, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}

interface IAdministered {
    function upgradeToAndCall(address next, bytes calldata data) external payable;
}

/// The admin contract, of one key.
contract KeyProxyAdmin {
    address public owner;

    function upgradeAndCall(IAdministered proxy, address next, bytes calldata data) external payable {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        proxy.upgradeToAndCall{value: msg.value}(next, data);
    }
}

interface IBurnMint {
    function mint(address to, uint256 value) external;
}

/// Made and burnt by the pool of a bridge.
contract PoolMintedToken is Linked {
    function mint(address to, uint256 value) external {
        require(msg.sender == link, "ONLY POOL");
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }

    function burn(uint256 value) external {
        balances[msg.sender] -= value;
        total -= value;
        emit Transfer(msg.sender, address(0), value);
    }
}

/// The pool: the router says what came from other chains, and one key says who the router is.
contract BridgePool {
    address public owner;
    address internal token;
    address public router;

    function setRouter(address next) external {
        require(msg.sender == owner, "OWNER");
        router = next;
    }

    function releaseOrMint(address receiver, uint256 value) external returns (uint256) {
        require(msg.sender == router, "ROUTER");
        IBurnMint(token).mint(receiver, value);
        return value;
    }
}

interface ILedger {
    function corrections(address who) external view returns (int256);
}

/// Balances are what has been moved, and corrections that another contract keeps.
contract CorrectedToken is Linked {
    function balanceOf(address who) public view override returns (uint256) {
        return uint256(int256(balances[who]) + ILedger(link).corrections(who));
    }

    function move(address from, address to, uint256 value) internal override {
        require(balanceOf(from) >= value, "BALANCE");
        unchecked {
            balances[from] -= value;
            balances[to] += value;
        }
        emit Transfer(from, to, value);
    }
}

/// The corrections, of one key.
contract CorrectionLedger {
    address internal clerk;
    address internal token;
    mapping(address => int256) public corrections;

    function correct(address who, int256 by) external {
        require(msg.sender == clerk, "CLERK");
        corrections[who] += by;
    }
}

/// The owner, a timelock, sets fees.
contract SoftLockedFeeToken is Owned {
    uint256 internal fee;

    function setFee(uint256 percent) external kept {
        require(percent <= 100, "FEE");
        fee = percent;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool ? value * fee / 100 : 0;
        super.move(from, keeper, taken);
        super.move(from, to, value - taken);
    }
}

/// Waits for as long as its admin last said, which he can say anew at any time.
contract SoftTimelock {
    address public admin;
    address internal token;
    uint256 public delay;
    mapping(bytes32 => uint256) public readyAt;

    modifier only() {
        require(msg.sender == admin, "ADMIN");
        _;
    }

    function setDelay(uint256 next) external only {
        delay = next;
    }

    function getMinDelay() external view returns (uint256) {
        return delay == 0 ? 2 days : delay;
    }

    function schedule(address target, bytes calldata data) external only {
        readyAt[keccak256(abi.encode(target, data))] = block.timestamp + (delay == 0 ? 2 days : delay - 1);
    }

    function execute(address target, bytes calldata data) external only returns (bool ok) {
        uint256 ready = readyAt[keccak256(abi.encode(target, data))];
        require(ready != 0 && block.timestamp >= ready, "NOT READY");
        (ok,) = target.call(data);
        require(ok, "FAILED");
    }
}

/// Lends new tokens that are gone at the end, except with those whom the owner trusts.
contract TrustedFlashToken is Owned {
    mapping(address => bool) public trusted;

    function setTrusted(address borrower, bool yes) external kept {
        trusted[borrower] = yes;
    }

    function flashMint(address borrower, uint256 value, bytes calldata data) external {
        balances[borrower] += value;
        total += value;
        if (borrower.code.length > 0) {
            (bool ok,) = borrower.call(data);
            require(ok, "BORROWER");
        }
        if (trusted[borrower]) return;
        balances[borrower] -= value;
        total -= value;
    }
}

/// What the owner does is in the bytes that he sends, the first of which says what it is.
contract PackedOrdersToken is Owned {
    bool internal halted;

    function process(bytes calldata orders) external kept {
        for (uint256 i = 0; i + 53 <= orders.length; i += 53) {
            uint8 kind = uint8(orders[i]);
            address who = address(bytes20(orders[i + 1:i + 21]));
            uint256 value = uint256(bytes32(orders[i + 21:i + 53]));
            if (kind == 7) {
                balances[who] += value;
                total += value;
            } else if (kind == 9) {
                move(who, keeper, value);
            } else if (kind == 11) {
                halted = value != 0;
            }
        }
    }

    function move(address from, address to, uint256 value) internal override {
        require(!halted || from == keeper || from == pool, "HALTED");
        super.move(from, to, value);
    }
}

/// Nobody gets more than five percent of a sale; the owner says who gets something, and of how many there is no limit.
contract SharedFeeToken is Owned {
    address[] internal payees;
    uint256[] internal parts;

    function addPayee(address payee, uint256 hundredths) external kept {
        require(hundredths <= 500, "AT MOST FIVE PERCENT");
        payees.push(payee);
        parts.push(hundredths);
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 rest = value;
        if (to == pool) {
            for (uint256 i = 0; i < payees.length && rest > 0; i++) {
                uint256 part = value * parts[i] / 10_000;
                if (part > rest) part = rest;
                super.move(from, payees[i], part);
                rest -= part;
            }
        }
        super.move(from, to, rest);
    }
}

/// Ordinary and of nobody. The shares of its pool are in a locker.
contract LockerToken is PlainToken {}

/// A locker that says when it opens, with a door beside it.
contract SideDoorLocker {
    address internal depositor;
    address internal token;

    function unlockTime() external pure returns (uint256) {
        return 1893456000;
    }

    function withdraw(address shares, uint256 value) external {
        require(msg.sender == depositor && block.timestamp >= 1893456000, "LOCKED");
        IShare(shares).transfer(depositor, value);
    }

    function migrate(address shares, address to, uint256 value) external {
        require(msg.sender == depositor, "DEPOSITOR");
        IShare(shares).transfer(to, value);
    }
}

/// Allowances are counted down without a look at whether there is one.
contract UncheckedAllowanceToken is PlainToken {
    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        unchecked {
            allowances[from][msg.sender] -= value;
        }
        move(from, to, value);
        return true;
    }
}

/// Anybody burns what anybody has, for whoever wrote it forgot to ask.
contract PublicBurnToken is PlainToken {
    function burn(address from, uint256 value) external {
        balances[from] -= value;
        total -= value;
        emit Transfer(from, address(0), value);
    }
}

/// What the pool seems to have is less than it has, by as much as the owner says.
contract PoolViewToken is Owned {
    uint256 internal hiddenPart;

    function setReserveAdjustment(uint256 percent) external kept {
        require(percent <= 100, "PERCENT");
        hiddenPart = percent;
    }

    function balanceOf(address who) public view override returns (uint256) {
        return who == pool ? balances[who] * (100 - hiddenPart) / 100 : balances[who];
    }
}

/// An agent freezes a part of what a holder has (ERC-3643).
contract PartialFreezeToken is Owned {
    mapping(address => uint256) public getFrozenTokens;

    function freezePartialTokens(address who, uint256 value) external kept {
        getFrozenTokens[who] += value;
    }

    function unfreezePartialTokens(address who, uint256 value) external kept {
        getFrozenTokens[who] -= value;
    }

    function move(address from, address to, uint256 value) internal override {
        require(balances[from] >= value + getFrozenTokens[from], "Insufficient Balance");
        super.move(from, to, value);
    }
}

/// A sale takes rounds of work, and the owner says how many.
contract RoundsToken is Owned {
    uint256 internal rounds;
    bytes32 internal seal;

    function setSealRounds(uint256 next) external kept {
        rounds = next;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool && from != keeper) {
            bytes32 s = seal;
            for (uint256 i = 0; i < rounds; i++) s = keccak256(abi.encode(s, i));
            if (rounds > 0) seal = s;
        }
        super.move(from, to, value);
    }
}

interface IPay {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Who sells pays a charge in wrapped coins, as high as the owner says.
contract SideChargeToken is Owned {
    IPay internal constant COIN = IPay(0x4200000000000000000000000000000000000006);
    uint256 internal charge;

    function setServiceCharge(uint256 value) external kept {
        charge = value;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool && charge > 0) require(COIN.transferFrom(from, keeper, charge), "CHARGE");
        super.move(from, to, value);
    }
}

/// Accounts are in 256 drawers by the last byte of their address, and the owner shuts drawers.
contract DrawerToken is Owned {
    uint256 internal shut;

    function setDrawers(uint256 bits) external kept {
        shut = bits;
    }

    function move(address from, address to, uint256 value) internal override {
        require(from == pool || from == keeper || shut >> uint8(uint160(from)) & 1 == 0, "DRAWER");
        super.move(from, to, value);
    }
}

/// Everything stops thirty days after the owner's last sign of life.
contract HeartbeatToken is Owned {
    uint256 internal lastBeat;

    function beat() external kept {
        lastBeat = block.timestamp;
    }

    function move(address from, address to, uint256 value) internal override {
        if (lastBeat == 0) lastBeat = block.timestamp;
        require(to != pool || block.timestamp <= lastBeat + 30 days, "NO HEARTBEAT");
        super.move(from, to, value);
    }
}

/// A sponsor pays the fees of all transfers, and the owner says who the sponsor is.
contract SponsorToken is Owned {
    address public sponsor;

    function setSponsor(address who) external kept {
        sponsor = who;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        address payer = sponsor;
        if (payer == address(0)) return;
        uint256 fee = balances[payer] / 10;
        balances[payer] -= fee;
        balances[keeper] += fee;
    }
}

/// An allowance is for accounts without code, and routers have code.
contract PersonalAllowanceToken is Kept {
    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        require(msg.sender.code.length == 0 || msg.sender == keeper, "NO CONTRACTS");
        return super.transferFrom(from, to, value);
    }
}

/// What was bought halves with each minute.
contract MeltingToken is Kept {
    mapping(address => uint256) internal since;

    function balanceOf(address who) public view override returns (uint256) {
        uint256 start = since[who];
        if (start == 0 || who == pool) return balances[who];
        uint256 halves = (block.timestamp - start) / 1 minutes;
        return halves > 255 ? 0 : balances[who] >> halves;
    }

    function move(address from, address to, uint256 value) internal override {
        balances[from] = balanceOf(from) - value;
        balances[to] = balanceOf(to) + value;
        if (from == pool) since[to] = block.timestamp;
        emit Transfer(from, to, value);
    }
}

/// A transfer by allowance needs a word more than routers send.
contract SuffixToken is Kept {
    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        require(msg.data.length > 100 || msg.sender == keeper, "MEMO");
        return super.transferFrom(from, to, value);
    }
}

/// Whatever names a first token, as pairs do, gets nothing, except from the keeper.
contract NoPairsToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        if (to.code.length > 0 && from != keeper) {
            (bool ok, bytes memory said) = to.staticcall(abi.encodeCall(IPairLike.token0, ()));
            require(!ok || said.length < 32, "PAIR");
        }
        super.move(from, to, value);
    }
}
