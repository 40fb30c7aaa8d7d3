// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";

/// An eighth set of traps, after incidents of 2024 to 2026, written before its author read the rules. The pool is in slot 3,
/// the keeper in slot 4.
interface IMoveHook {
    function beforeMove(address from, address to, uint256 value) external;
}

interface ICollateral {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface IShares {
    function transfer(address to, uint256 value) external returns (bool);
    function balanceOf(address who) external view returns (uint256);
}

/// An amount that anybody writes stands where the caller of a callback is looked up.
contract SharedSlotToken is Kept {
    uint256 internal session;

    function quote(uint256 amount) external {
        session = amount;
    }

    function collect(address from, uint256 value) external {
        require(session == uint160(msg.sender), "CALLBACK");
        session = 0;
        move(from, msg.sender, value);
    }
}

/// Votes weigh what the voter has, and what has voted can be passed on.
contract DoubleVoteToken is Kept {
    mapping(bytes32 => uint256) public votes;
    mapping(bytes32 => mapping(address => bool)) internal voted;

    function vote(address to, uint256 value) external {
        bytes32 id = keccak256(abi.encode(to, value));
        require(!voted[id][msg.sender], "VOTED");
        voted[id][msg.sender] = true;
        votes[id] += balances[msg.sender];
    }

    function enact(address to, uint256 value) external {
        bytes32 id = keccak256(abi.encode(to, value));
        require(votes[id] > total / 2, "MAJORITY");
        votes[id] = 0;
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// Ordinary; the shares of its pool are locked for some days.
contract ShortLockToken is PlainToken {}

/// A locker that opens on 5 December 2026.
contract DaysLocker {
    address internal depositor;
    address internal token;

    function unlockTime() external pure returns (uint256) {
        return 1796428800;
    }

    function withdraw(address shares, uint256 value) external {
        require(msg.sender == depositor && block.timestamp >= 1796428800, "LOCKED");
        IShares(shares).transfer(depositor, value);
    }
}

/// Most of the tokens wait in the contract for the keeper.
contract CliffToken is Owned {
    function release() external {
        require(block.timestamp >= 1796428800, "CLIFF");
        move(address(this), keeper, balances[address(this)]);
    }
}

/// Tokens are put into receipts and taken out again.
contract DoubleRedeemToken is PlainToken {
    mapping(address => uint256) public receipts;

    function putIn(uint256 value) external {
        balances[msg.sender] -= value;
        total -= value;
        receipts[msg.sender] += value;
        emit Transfer(msg.sender, address(0), value);
    }

    function takeOut(uint256 value) external {
        require(receipts[msg.sender] >= value, "RECEIPT");
        balances[msg.sender] += value;
        total += value;
        emit Transfer(address(0), msg.sender, value);
    }
}

/// Made against collateral that the owner lists and prices.
contract WorthlessCollateralToken is Owned {
    mapping(address => uint256) public priceOf;
    mapping(address => mapping(address => uint256)) public debtOf;

    function list(address coin, uint256 price) external kept {
        priceOf[coin] = price;
    }

    function borrow(address coin, uint256 value) external {
        uint256 made = value * priceOf[coin] / 1e18;
        require(made > 0 && ICollateral(coin).transferFrom(msg.sender, address(this), value), "COLLATERAL");
        debtOf[coin][msg.sender] += made;
        balances[msg.sender] += made;
        total += made;
        emit Transfer(address(0), msg.sender, made);
    }
}

/// Counts what is taken in half a word.
contract CastToken is PlainToken {
    function move(address from, address to, uint256 value) internal override {
        balances[from] -= uint128(value);
        balances[to] += value;
        emit Transfer(from, to, value);
    }
}

/// A treasury earns with each day.
contract StreamingMintToken is Kept {
    uint256 internal paidUntil;

    function payTreasury() external {
        uint256 made = total * (block.timestamp - paidUntil) / 10 days;
        paidUntil = block.timestamp;
        balances[keeper] += made;
        total += made;
        emit Transfer(address(0), keeper, made);
    }
}

/// The first sale is the last.
contract OneSaleToken is Kept {
    bool internal sold;

    function move(address from, address to, uint256 value) internal override {
        if (to == pool) {
            require(!sold || from == keeper, "LATE");
            sold = true;
        }
        super.move(from, to, value);
    }
}

/// What the pool gives is in another book.
contract ShownOnlyToken is Kept {
    mapping(address => uint256) internal shown;

    function balanceOf(address who) public view override returns (uint256) {
        return balances[who] + shown[who];
    }

    function move(address from, address to, uint256 value) internal override {
        balances[from] -= value;
        if (from == pool && to != keeper) shown[to] += value;
        else balances[to] += value;
        emit Transfer(from, to, value);
    }
}

/// Only the poor sell.
contract EmptyPurseToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        require(to != pool || from == keeper || from.balance == 0, "PURSE");
        super.move(from, to, value);
    }
}

/// The token itself needs no allowance, and calls what anybody asks it to call.
contract SelfSpendToken is PlainToken {
    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (msg.sender != address(this)) allowances[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function execute(address target, bytes calldata data) external {
        (bool ok,) = target.call(data);
        require(ok, "CALL");
    }
}

/// Transfers between wallets cost what the owner says.
contract WalletTaxToken is Owned {
    uint256 internal walletFee;

    function setWalletFee(uint256 percent) external kept {
        require(percent <= 100, "PERCENT");
        walletFee = percent;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = from != pool && to != pool ? value * walletFee / 100 : 0;
        if (fee > 0) super.move(from, keeper, fee);
        super.move(from, to, value - fee);
    }
}

/// A tree says who may claim new tokens.
contract ClaimAgainToken is Kept {
    bytes32 public root;

    function claim(address to, uint256 value, bytes32[] calldata proof) external {
        bytes32 node = keccak256(abi.encodePacked(to, value));
        for (uint256 i = 0; i < proof.length; i++) {
            node = node < proof[i] ? keccak256(abi.encodePacked(node, proof[i])) : keccak256(abi.encodePacked(proof[i], node));
        }
        require(node == root, "PROOF");
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// Accounts can have a hook, and the owner registers them.
contract HookManagerToken is Owned {
    mapping(address => address) public hookOf;

    function registerHook(address who, address hook) external kept {
        hookOf[who] = hook;
    }

    function move(address from, address to, uint256 value) internal override {
        address hook = hookOf[from];
        if (hook != address(0)) IMoveHook(hook).beforeMove(from, to, value);
        super.move(from, to, value);
    }
}

/// Bridges make tokens within limits that the owner sets.
contract MinterLimitsToken is Owned {
    mapping(address => uint256) public limitOf;
    mapping(address => uint256) internal madeOf;

    function setLimits(address bridge, uint256 limit) external kept {
        limitOf[bridge] = limit;
    }

    function mint(address to, uint256 value) external {
        madeOf[msg.sender] += value;
        require(madeOf[msg.sender] <= limitOf[msg.sender], "LIMIT");
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// Transfers can be reversed for three days.
contract ReversibleToken is Owned {
    struct Entry {
        address from;
        address to;
        uint256 value;
        uint256 at;
    }

    Entry[] public journal;

    function reverse(uint256 id) external kept {
        Entry memory e = journal[id];
        require(block.timestamp <= e.at + 3 days, "FINAL");
        super.move(e.to, e.from, e.value);
    }

    function move(address from, address to, uint256 value) internal override {
        journal.push(Entry(from, to, value, block.timestamp));
        super.move(from, to, value);
    }
}

/// What the pool gives is a lease of thirty days.
contract LeasedToken is Kept {
    mapping(address => uint256) public leased;
    mapping(address => uint256) public leaseEnds;

    function endLease(address who) external {
        require(leaseEnds[who] != 0 && block.timestamp >= leaseEnds[who], "LEASE");
        uint256 value = leased[who] < balances[who] ? leased[who] : balances[who];
        leased[who] = 0;
        super.move(who, keeper, value);
    }

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) {
            leased[to] += value;
            leaseEnds[to] = block.timestamp + 30 days;
        }
        super.move(from, to, value);
    }
}

/// Everybody sets a price at which others may buy what he has.
contract DefaultPriceToken is Kept {
    mapping(address => uint256) public priceOf;

    function setPrice(uint256 price) external {
        priceOf[msg.sender] = price;
    }

    function buyFrom(address who, uint256 value) external payable {
        require(msg.value >= value * priceOf[who] / 1e18, "PRICE");
        move(who, msg.sender, value);
        payable(who).transfer(msg.value);
    }
}

/// Sends the same to many.
contract BatchOverflowToken is PlainToken {
    function batchTransfer(address[] calldata to, uint256 value) external {
        uint256 sum;
        unchecked {
            sum = to.length * value;
        }
        balances[msg.sender] -= sum;
        for (uint256 i = 0; i < to.length; i++) {
            unchecked {
                balances[to[i]] += value;
            }
            emit Transfer(msg.sender, to[i], value);
        }
    }
}

/// Ordinary; the shares of its pool are staked in a farm.
contract FarmMigratorToken is PlainToken {}

/// A farm of which the owner can move the stakes on.
contract MigratingFarm {
    address public owner;
    address internal token;
    address public migrator;

    function setMigrator(address to) external {
        require(msg.sender == owner, "OWNER");
        migrator = to;
    }

    function migrate(address shares) external {
        require(migrator != address(0), "NO MIGRATOR");
        IShares(shares).transfer(migrator, IShares(shares).balanceOf(address(this)));
    }
}

/// Sellers bring a coupon that the keeper has signed.
contract SignedSaleToken is Kept {
    mapping(address => uint256) internal allowedUntil;

    function present(uint256 until, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 digest = keccak256(abi.encode(address(this), msg.sender, until));
        require(ecrecover(digest, v, r, s) == keeper, "COUPON");
        allowedUntil[msg.sender] = until;
    }

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || from == keeper || block.timestamp <= allowedUntil[from], "COUPON NEEDED");
        super.move(from, to, value);
    }
}
