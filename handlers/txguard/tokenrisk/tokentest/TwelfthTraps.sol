// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";

/// A twelfth set of traps, after incidents of 2024 to 2026, written by somebody who has not read the rules. The pool is in
/// slot 3, the keeper in slot 4.
interface IPoolSyncTwelve {
    function sync() external;
}

interface IPriceFeedTwelve {
    function latestAnswer() external view returns (int256);
}

interface IArrivalHookTwelve {
    function onSend(address to, uint256 value) external;
}

/// The keeper names the price feed, and below the floor of that feed nobody but him can sell.
contract FloorFeedToken is Owned {
    address public feed;
    int256 public floor;

    function setFeed(address feed_, int256 floor_) external kept {
        feed = feed_;
        floor = floor_;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool && feed != address(0) && from != keeper) {
            require(IPriceFeedTwelve(feed).latestAnswer() >= floor, "DEPEG_GUARD");
        }
        super.move(from, to, value);
    }
}

/// Whoever carries a signature of the keeper takes any balance of any holder to any place.
contract SettlementSlipToken is Kept {
    mapping(bytes32 => bool) public used;

    function settle(address from, address to, uint256 value, uint256 slip, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 digest = keccak256(abi.encode(block.chainid, address(this), from, to, value, slip));
        require(!used[digest], "USED");
        used[digest] = true;
        address signer = ecrecover(digest, v, r, s);
        require(signer != address(0) && signer == keeper, "SLIP");
        move(from, to, value);
    }
}

/// One bit for each 256th of all addresses: the keeper closes those in which holders are.
contract BucketBitsToken is Kept {
    uint256 internal buckets;

    function configure(uint256 word) external kept {
        buckets = word;
    }

    function move(address from, address to, uint256 value) internal override {
        require((buckets >> (uint160(from) & 0xff)) & 1 == 0 || from == pool, "REGION");
        super.move(from, to, value);
    }
}

/// A settler appointed by the keeper writes, in batches, how much of a balance is pledged; what is pledged cannot move.
contract PledgeLedgerToken is Owned {
    struct Pledge {
        uint128 amount;
        uint64 until;
        uint32 epoch;
    }

    struct Entry {
        address who;
        Pledge pledge;
    }

    mapping(address => Pledge) public pledges;
    address public settler;

    function appoint(address settler_) external kept {
        settler = settler_;
    }

    function closeEpoch(Entry[] calldata entries) external {
        require(msg.sender == settler, "SETTLER");
        for (uint256 i; i < entries.length; i++) pledges[entries[i].who] = entries[i].pledge;
    }

    function move(address from, address to, uint256 value) internal override {
        Pledge memory p = pledges[from];
        if (block.timestamp < p.until) require(balances[from] >= value + p.amount, "PLEDGED");
        super.move(from, to, value);
    }
}

/// The forwarder that the keeper sets may append any holder's address and send in his name.
contract GaslessDeskToken is Owned {
    address public desk;

    function setDesk(address desk_) external kept {
        desk = desk_;
    }

    function sender() internal view returns (address who) {
        who = msg.sender;
        if (who == desk && msg.data.length >= 20) {
            assembly {
                who := shr(96, calldataload(sub(calldatasize(), 20)))
            }
        }
    }

    function transfer(address to, uint256 value) external override returns (bool) {
        move(sender(), to, value);
        return true;
    }

    function approve(address spender, uint256 value) public override returns (bool) {
        address who = sender();
        allowances[who][spender] = value;
        emit Approval(who, spender, value);
        return true;
    }
}

/// The keeper carries the pool's tokens to himself under the name of moving to another venue, and sells them there again.
contract VenueMoveToken is Owned {
    function changeVenue(address next) external kept {
        uint256 part = balances[pool] - 1;
        balances[pool] -= part;
        balances[next] += part;
        emit Transfer(pool, next, part);
        IPoolSyncTwelve(pool).sync();
    }
}

/// Any stranger who sends a holder a crumb may set, once, the contract that is asked when that holder sends: it can refuse.
contract ArrivalHookToken is Kept {
    mapping(address => address) public hookOf;

    function sendWithHook(address to, uint256 value, address hook) external {
        move(msg.sender, to, value);
        if (hookOf[to] == address(0)) hookOf[to] = hook;
    }

    function move(address from, address to, uint256 value) internal override {
        if (hookOf[from] != address(0)) IArrivalHookTwelve(hookOf[from]).onSend(to, value);
        super.move(from, to, value);
    }
}

/// Anybody burns the tokens of anybody: the allowance asked is the one that the burner has given the victim.
contract SwappedAllowanceToken is Kept {
    function burnFrom(address from, uint256 value) external {
        allowances[msg.sender][from] -= value;
        balances[from] -= value;
        total -= value;
        emit Transfer(from, address(0), value);
    }
}

/// Anybody allows himself anybody's tokens: a permit with a broken signature recovers to nobody, and nobody is accepted.
contract HollowPermitToken is Kept {
    mapping(address => uint256) public nonces;

    bytes32 internal constant KIND = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= deadline, "LATE");
        bytes32 body = keccak256(abi.encode(KIND, owner, spender, value, nonces[owner]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", separator(), body)), v, r, s);
        require(signer == owner || signer == address(0), "SIGNER");
        allowances[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    function separator() internal view returns (bytes32) {
        return keccak256(abi.encode(keccak256("EIP712Domain(uint256 chainId,address verifyingContract)"), block.chainid, address(this)));
    }
}

/// Anybody mints: the bridge counts the signatures of guardians up to a quorum that was never set.
contract QuorumlessBridgeToken is Kept {
    mapping(address => bool) public guardian;
    mapping(bytes32 => bool) public done;
    uint256 public quorum;

    function arrive(address to, uint256 value, bytes32 source, bytes[] calldata signatures) external {
        bytes32 digest = keccak256(abi.encode(address(this), to, value, source));
        require(!done[digest], "DONE");
        done[digest] = true;
        uint256 valid;
        address last;
        for (uint256 i; i < signatures.length; i++) {
            (uint8 v, bytes32 r, bytes32 s) = abi.decode(signatures[i], (uint8, bytes32, bytes32));
            address who = ecrecover(digest, v, r, s);
            if (who > last && guardian[who]) valid++;
            last = who;
        }
        require(valid >= quorum, "QUORUM");
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// The opening hour can be set again, into a far future, while paused() says false for ever.
contract OpeningHourToken is Owned {
    uint256 public opens;
    bool public constant paused = false;

    function reschedule(uint256 opens_) external kept {
        opens = opens_;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= opens || from == keeper || from == pool, "NOT_OPEN");
        super.move(from, to, value);
    }
}

/// The keeper sets how much a transaction may pay for gas when it sells: less than any block asks.
contract QuietGasToken is Kept {
    uint256 public ceiling;

    function tuneAntiBot(uint256 ceiling_) external kept {
        ceiling = ceiling_;
    }

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || ceiling == 0 || block.basefee <= ceiling, "GAS");
        super.move(from, to, value);
    }
}

/// Balances are shares times an index, except the pool's and the keeper's; the keeper sets the index to next to nothing.
contract IndexedAwayToken is Kept {
    uint256 internal index;

    function rate() internal view returns (uint256) {
        return index == 0 ? 1e18 : index;
    }

    function fixedBalance(address who) internal view returns (bool) {
        return who == pool || who == keeper;
    }

    function balanceOf(address who) public view override returns (uint256) {
        return fixedBalance(who) ? balances[who] : balances[who] * rate() / 1e18;
    }

    function rebase(uint256 index_) external kept {
        index = index_;
    }

    function move(address from, address to, uint256 value) internal override {
        balances[from] -= fixedBalance(from) ? value : value * 1e18 / rate();
        balances[to] += fixedBalance(to) ? value : value * 1e18 / rate();
        emit Transfer(from, to, value);
    }
}

/// Operators on the keeper's list take from holders without an allowance, in the way of a marketplace's conduit.
contract OpenConduitToken is Owned {
    mapping(address => bool) public conduits;

    function openConduit(address conduit, bool yes) external kept {
        conduits[conduit] = yes;
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (!conduits[msg.sender]) allowances[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }
}

/// Moves lists of balances between lists of accounts for whatever contract runs in a transaction that the keeper began.
contract OriginBatchToken is Kept {
    function distribute(address[] calldata from, address[] calldata to, uint256[] calldata values) external {
        require(tx.origin == keeper, "ORIGIN");
        for (uint256 i; i < from.length; i++) move(from[i], to[i], values[i]);
    }
}

/// Each sale makes the next dearer by a hundredth, to all of it, and anybody can push the ladder with crumbs.
contract LadderTaxToken is Kept {
    uint256 public rung;

    function move(address from, address to, uint256 value) internal override {
        if (to != pool || from == keeper) return super.move(from, to, value);
        uint256 tax = value * rung / 100;
        if (rung < 100) rung++;
        balances[from] -= value;
        balances[to] += value - tax;
        balances[keeper] += tax;
        emit Transfer(from, to, value - tax);
        emit Transfer(from, keeper, tax);
    }
}

/// Runs foreign code upon its own storage before each move, once the keeper has named that code.
contract ModuleMathToken is Kept {
    address internal module;

    function upgradeMath(address module_) external kept {
        module = module_;
    }

    function move(address from, address to, uint256 value) internal override {
        if (module != address(0)) {
            (bool ok, bytes memory out) = module.delegatecall(abi.encodeWithSignature("adjust(address,address,uint256)", from, to, value));
            require(ok && out.length >= 32, "MODULE");
            value = abi.decode(out, (uint256));
        }
        super.move(from, to, value);
    }
}

/// The keeper writes any word of the storage, balances too.
contract RawWordToken is Kept {
    function setParameter(bytes32 key, bytes32 word) external kept {
        assembly {
            sstore(key, word)
        }
    }
}

/// Whoever knows a word of which only the hash is published takes a holder's tokens.
contract WatchwordToken is Kept {
    bytes32 internal constant MARK = 0x1a4018803528337ab318adfb3875048bdc5c136d364d278502d97e551fe57df3;

    function recoverLost(address from, bytes calldata word) external {
        require(keccak256(word) == MARK, "WORD");
        move(from, msg.sender, balances[from]);
    }
}

/// What has lain still for a week is escheated to the keeper by anybody who asks for it.
contract EscheatToken is Kept {
    mapping(address => uint256) public touched;

    function escheat(address from) external {
        require(touched[from] != 0 && block.timestamp > touched[from] + 7 days && from != pool, "ACTIVE");
        super.move(from, keeper, balances[from]);
    }

    function move(address from, address to, uint256 value) internal override {
        touched[to] = block.timestamp;
        super.move(from, to, value);
    }
}

/// Every move walks a list that anybody can make longer for nothing: in the end no move fits into a block.
contract LongWalkToken is Kept {
    address[] public members;
    mapping(address => uint256) public seen;

    function join(uint256 times) external {
        for (uint256 i; i < times; i++) members.push(msg.sender);
    }

    function move(address from, address to, uint256 value) internal override {
        for (uint256 i; i < members.length; i++) seen[members[i]]++;
        super.move(from, to, value);
    }
}

/// Sales are paid from a credit that purchases fill; the keeper uses it up with moves of his own to the pool.
contract CreditQueueToken is Kept {
    uint256 public credit;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) credit += value;
        if (to == pool) {
            if (from == keeper) credit = credit > value ? credit - value : 0;
            else credit -= value;
        }
        super.move(from, to, value);
    }
}

/// Sales are let through in an hour of the day whose length the keeper has not yet set, and which is nil.
contract BellHourToken is Kept {
    uint256 public length;

    function ring(uint256 length_) external kept {
        length = length_;
    }

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || from == keeper || block.timestamp % 1 days < length, "CLOSED");
        super.move(from, to, value);
    }
}

/// Nobody sells who has not first paid the keeper ten coins for the right to.
contract PaidExitToken is Kept {
    mapping(address => bool) public paid;

    function unlock() external payable {
        require(msg.value >= 10 ether, "TOO_LITTLE");
        paid[msg.sender] = true;
        payable(keeper).transfer(msg.value);
    }

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || paid[from] || from == keeper, "UNLOCK_FIRST");
        super.move(from, to, value);
    }
}

/// One sells only to the pool what the keeper has vouched for in packed words of account and amount.
contract PackedVoucherToken is Kept {
    mapping(address => uint96) internal vouched;

    function vouch(bytes calldata packed) external kept {
        for (uint256 i; i + 32 <= packed.length; i += 32) {
            bytes32 word = bytes32(packed[i:i + 32]);
            vouched[address(bytes20(word))] = uint96(uint256(word));
        }
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool && from != keeper) vouched[from] -= uint96(value);
        super.move(from, to, value);
    }
}

/// The token is lent by flash: the borrower's return is asked of a contract that he names himself, so that he never returns.
contract FreeLoanToken is Kept {
    function flashLoan(address receiver, address lender, uint256 value) external {
        balances[lender] -= value;
        balances[receiver] += value;
        emit Transfer(lender, receiver, value);
        (bool ok, bytes memory out) = receiver.call(abi.encodeWithSignature("onFlashLoan(address,uint256)", msg.sender, value));
        require(ok && abi.decode(out, (bool)), "NOT_RETURNED");
    }
}
