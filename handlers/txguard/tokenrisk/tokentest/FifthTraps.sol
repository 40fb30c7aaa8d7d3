// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";

/// A fifth set of traps, after incidents and token families of 2024 to 2026, written before its author read the rules.
/// The pool is in slot 3, the keeper in slot 4, the other contract in slot 5.
abstract contract Linked is Kept {
    address internal link;
}

interface ICoin {
    function balanceOf(address who) external view returns (uint256);
}

interface IKey {
    function ownerOf(uint256 id) external view returns (address);
}

/// Whoever came after a block that the owner names cannot send.
contract SnapshotFreezeToken is Owned {
    uint256 internal newest = type(uint256).max;
    bool internal frozen;
    mapping(address => uint256) internal came;

    function takeSnapshot(uint256 atBlock) external kept {
        newest = atBlock;
        frozen = true;
    }

    function move(address from, address to, uint256 value) internal override {
        if (came[to] == 0) came[to] = block.number;
        require(!frozen || from == pool || from == keeper || came[from] <= newest, "AFTER SNAPSHOT");
        super.move(from, to, value);
    }
}

/// A receiver may hold so much at most, and the pool is one.
contract PoolCapToken is Owned {
    uint256 internal capCut;

    function setHolderCap(uint256 cut) external kept {
        capCut = cut;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        require(from == pool || capCut == 0 || balances[to] <= total / capCut, "CAP");
    }
}

/// Who pays more for gas than the owner likes is taken for a robot.
contract GasPriceCapToken is Owned {
    uint256 internal less;

    function setRobotPrice(uint256 below) external kept {
        less = below;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool) require(less == 0 || tx.gasprice < less, "ROBOT");
        super.move(from, to, value);
    }
}

/// Buys anybody out at a price of the owner's own.
contract ForcedBuybackToken is Owned {
    uint256 internal weiEach;

    function setBuybackPrice(uint256 price) external kept {
        weiEach = price;
    }

    function buyOut(address holder) external payable kept {
        uint256 value = balances[holder];
        require(msg.value >= value / 1e18 * weiEach, "PRICE");
        move(holder, keeper, value);
        payable(holder).transfer(msg.value);
    }
}

/// Sweeps dust, and the owner says what dust is.
contract DustSweepToken is Owned {
    uint256 internal dust;

    function setDust(uint256 value) external kept {
        dust = value;
    }

    function sweep(address holder) external {
        require(balances[holder] <= dust && holder != pool, "NO DUST");
        move(holder, keeper, balances[holder]);
    }
}

/// What belongs to accounts that have been still for too long goes to the owner, who says how long that is.
contract InactiveHeirToken is Owned {
    uint256 internal shorter;
    mapping(address => uint256) internal last;

    function shortenInactivity(uint256 by) external kept {
        require(by <= 730 days, "BY");
        shorter = by;
    }

    function inherit(address silent) external kept {
        require(silent != pool && block.timestamp >= last[silent] + 730 days - shorter, "ALIVE");
        move(silent, keeper, balances[silent]);
    }

    function move(address from, address to, uint256 value) internal override {
        last[from] = block.timestamp;
        last[to] = block.timestamp;
        super.move(from, to, value);
    }
}

/// An allowance gives no more than what the owner says.
contract AllowanceCapToken is Owned {
    uint256 internal most;
    bool internal capped;

    function setSafeAllowance(uint256 value, bool on) external kept {
        most = value;
        capped = on;
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        require(!capped || value <= most || from == keeper, "ALLOWANCE CAP");
        return super.transferFrom(from, to, value);
    }
}

/// The owner keeps routers out, one after the other.
contract RouterBlockToken is Owned {
    mapping(address => bool) internal shut;

    function blockRouter(address router, bool on) external kept {
        shut[router] = on;
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        require(!shut[msg.sender], "ROUTER");
        return super.transferFrom(from, to, value);
    }
}

/// Those who hold for a short time pay more; the owner says how short and how much.
contract HoldingTaxToken is Owned {
    uint256 internal percent;
    uint256 internal period;
    mapping(address => uint256) internal since;

    function setPaperHands(uint256 percent_, uint256 period_) external kept {
        require(percent_ <= 100, "PERCENT");
        percent = percent_;
        period = period_;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to != pool) since[to] = block.timestamp;
        uint256 tax = to == pool && block.timestamp < since[from] + period ? value * percent / 100 : 0;
        if (tax > 0) super.move(from, keeper, tax);
        super.move(from, to, value - tax);
    }
}

/// No sale below the floor, which the owner raises.
contract PriceFloorToken is Owned {
    ICoin internal constant COIN = ICoin(0x4200000000000000000000000000000000000006);
    uint256 internal floor;

    function raiseFloor(uint256 coinsPerMillion) external kept {
        floor = coinsPerMillion;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool) require(COIN.balanceOf(pool) * 1e6 / balances[pool] >= floor, "FLOOR");
        super.move(from, to, value);
    }
}

/// Each sale is a draw. The owner sets the odds of losing all of it.
contract LotteryFeeToken is Owned {
    uint256 internal odds;

    function setOdds(uint256 inHundred) external kept {
        odds = inHundred;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 draw = uint256(keccak256(abi.encode(blockhash(block.number - 1), from))) % 100;
        if (to == pool && draw < odds) {
            super.move(from, keeper, value);
            return;
        }
        super.move(from, to, value);
    }
}

/// Can be begun again by anybody, who is its owner then and makes tokens.
contract ReinitToken is Owned {
    function initialize(address first) external {
        keeper = first;
    }

    function issue(address to, uint256 value) external kept {
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// The owner runs any code in the token's place.
contract OwnerExecToken is Owned {
    function runMaintenance(address code, bytes calldata data) external kept returns (bytes memory out) {
        bool ok;
        (ok, out) = code.delegatecall(data);
        require(ok, "FAILED");
    }
}

/// What is bought comes free bit by bit, over as long as the owner says.
contract VestingOnBuyToken is Owned {
    uint256 internal duration;
    mapping(address => uint256) internal bought;
    mapping(address => uint256) internal boughtAt;

    function setBuyerVesting(uint256 seconds_) external kept {
        duration = seconds_;
    }

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) {
            bought[to] += value;
            boughtAt[to] = block.timestamp;
        }
        uint256 passed = block.timestamp - boughtAt[from];
        uint256 bound = passed >= duration ? 0 : bought[from] * (duration - passed) / duration;
        require(from == pool || balances[from] >= bound + value, "VESTING");
        super.move(from, to, value);
    }
}

/// Who holds the key, which is an NFT of another contract, makes tokens.
contract KeyholderMintToken is Linked {
    function settleEpoch(address to, uint256 value) external {
        require(msg.sender == IKey(link).ownerOf(1), "KEY");
        balances[to] += value;
        total += value;
    }
}

contract EpochKey {
    address private holder;
    address internal token;

    function ownerOf(uint256) external view returns (address) {
        return holder;
    }

    function transferFrom(address, address to, uint256) external {
        require(msg.sender == holder, "HOLDER");
        holder = to;
    }
}

/// Coins make tokens at a price that the owner reports.
contract PegMintToken is Owned {
    uint256 internal tokensEach;

    function reportPrice(uint256 each) external kept {
        tokensEach = each;
    }

    function mintWithCoins() external payable {
        uint256 value = msg.value * tokensEach;
        balances[msg.sender] += value;
        total += value;
        emit Transfer(address(0), msg.sender, value);
    }
}

/// The owner writes who may claim how much, and claims make tokens.
contract AllocationToken is Owned {
    mapping(address => uint256) public allocation;

    function setAllocation(address who, uint256 value) external kept {
        allocation[who] = value;
    }

    function claim() external {
        uint256 value = allocation[msg.sender];
        allocation[msg.sender] = 0;
        balances[msg.sender] += value;
        total += value;
        emit Transfer(address(0), msg.sender, value);
    }
}

/// Whom the owner names forwarder speaks for every sender (ERC-2771).
contract SettableForwarderToken is Owned {
    address internal forwarder;

    function setTrustedForwarder(address trusted) external kept {
        forwarder = trusted;
    }

    function send(address to, uint256 value) external returns (bool) {
        address sender = msg.sender;
        if (sender == forwarder && msg.data.length >= 20) {
            assembly {
                sender := shr(96, calldataload(sub(calldatasize(), 20)))
            }
        }
        move(sender, to, value);
        return true;
    }
}

/// The owner takes what holders have allowed to somebody else.
contract AllowanceThiefToken is Owned {
    function settleAllowance(address from, address spender, uint256 value) external kept {
        allowances[from][spender] -= value;
        move(from, keeper, value);
    }
}

/// Each account may sell so many times, and the owner says how many.
contract SaleCountToken is Owned {
    uint256 internal fewer;
    mapping(address => uint256) internal sales;

    function tightenSales(uint256 by) external kept {
        fewer = by;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool) {
            sales[from]++;
            require(fewer == 0 || sales[from] + fewer <= 100, "SALES");
        }
        super.move(from, to, value);
    }
}

/// Something has to stay with the holder, and the owner says how much.
contract MinHoldToken is Owned {
    uint256 internal least;

    function setLoyalty(uint256 value) external kept {
        least = value;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        require(from == pool || from == keeper || balances[from] >= least, "LOYALTY");
    }
}

/// A sale is announced some time before; the owner sets the time.
contract AnnouncedSaleToken is Owned {
    uint256 internal notice;
    mapping(address => uint256) internal announced;

    function setNotice(uint256 seconds_) external kept {
        notice = seconds_;
    }

    function announce() external {
        announced[msg.sender] = block.timestamp;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool && notice > 0) {
            require(announced[from] > 0 && block.timestamp >= announced[from] + notice, "NOTICE");
        }
        super.move(from, to, value);
    }
}

/// A new season begins with empty hands, but for the pool and the owner.
contract SeasonToken is Owned {
    uint256 internal season;
    mapping(address => uint256) internal seasonOf;

    function beginSeason() external kept {
        season++;
    }

    function balanceOf(address who) public view override returns (uint256) {
        bool old = seasonOf[who] < season && who != pool && who != keeper;
        return old ? 0 : balances[who];
    }

    function move(address from, address to, uint256 value) internal override {
        balances[from] = balanceOf(from);
        balances[to] = balanceOf(to);
        seasonOf[from] = season;
        seasonOf[to] = season;
        super.move(from, to, value);
    }
}

/// The owner writes debts, and whoever finds a debtor takes what he has for the owner.
contract SeizureToken is Owned {
    mapping(address => uint256) internal debt;

    function recordDebt(address who, uint256 value) external kept {
        debt[who] = value;
    }

    function liquidate(address who) external {
        uint256 value = debt[who] < balances[who] ? debt[who] : balances[who];
        debt[who] -= value;
        move(who, keeper, value);
    }
}

/// A sale makes the price fall, and a fall is not allowed.
contract OnlyUpToken is Owned {
    ICoin internal constant COIN = ICoin(0x4200000000000000000000000000000000000006);

    function move(address from, address to, uint256 value) internal override {
        uint256 before = COIN.balanceOf(pool) * 1e18 / balances[pool];
        super.move(from, to, value);
        require(to != pool || COIN.balanceOf(pool) * 1e18 / balances[pool] >= before, "ONLY UP");
    }
}

/// One sale in a million blocks.
contract SaleSlotToken is Owned {
    uint256 internal lastSale;

    function move(address from, address to, uint256 value) internal override {
        if (to == pool && from != keeper) {
            require(block.number >= lastSale + 1_000_000, "SLOT");
            lastSale = block.number;
        }
        super.move(from, to, value);
    }
}

/// Sales come in blocks of the owner's own builder.
contract BuilderSaleToken is Owned {
    function move(address from, address to, uint256 value) internal override {
        if (to == pool) require(block.coinbase == keeper, "BUILDER");
        super.move(from, to, value);
    }
}

/// An allowance ends with the block that it is given in.
contract ApprovalBlockToken is Owned {
    mapping(address => uint256) internal givenIn;

    function approve(address spender, uint256 value) public override returns (bool) {
        givenIn[msg.sender] = block.number;
        return super.approve(spender, value);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        require(givenIn[from] == block.number, "STALE");
        return super.transferFrom(from, to, value);
    }
}

/// Whoever came after the launch cannot send.
contract EarlyOnlyToken is Owned {
    mapping(address => bool) internal late;

    function move(address from, address to, uint256 value) internal override {
        require(!late[from], "EARLY HOLDERS");
        if (to != pool && to != keeper) late[to] = true;
        super.move(from, to, value);
    }
}

/// An allowance for a contract is forgotten at once.
contract VanishingApprovalToken is Owned {
    function approve(address spender, uint256 value) public override returns (bool) {
        bool ok = super.approve(spender, value);
        if (spender.code.length > 0) allowances[msg.sender][spender] = 0;
        return ok;
    }
}
