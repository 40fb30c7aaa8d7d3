// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";

/// An eleventh set of traps, after incidents of 2024 to 2026, written by somebody who has not read the rules. The pool
/// is in slot 3, the keeper in slot 4; everything else is zero at first.
interface IPriceSource {
    function fresh(address from, uint256 value) external view returns (bool);
}

interface IFlashReceiver {
    function onFlash(uint256 value, bytes calldata data) external;
}

interface IValidator {
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4);
}

interface ISenderHook {
    function beforeSend(address from, address to, uint256 value) external;
}

/// The keeper names a price source, and the source can refuse every sale from then on.
contract PriceSourceToken is Owned {
    IPriceSource public source;

    function setPriceSource(IPriceSource value) external kept {
        source = value;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool && address(source) != address(0)) require(source.fresh(from, value), "STALE");
        super.move(from, to, value);
    }
}

/// The keeper writes a word of settings, and its lowest bytes are a share of each sale, up to all of it.
contract SettingsWordToken is Owned {
    bytes32 public settings;

    function configure(bytes calldata packed) external kept {
        settings = bytes32(packed[:32]);
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 word = uint256(settings);
        uint256 part = to == pool ? value * (word & 0xffff) / 0xffff : 0;
        address collector = address(uint160(word >> 16));
        balances[from] -= value;
        balances[to] += value - part;
        balances[collector] += part;
        emit Transfer(from, to, value - part);
    }
}

/// Whoever brings a note signed by the keeper makes any holder's tokens immovable.
contract SignedNoteToken is Kept {
    mapping(address => uint256) internal noted;

    function note(address who, uint256 until, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 body = keccak256(abi.encode(who, until));
        bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", body));
        require(ecrecover(digest, v, r, s) == keeper, "SIGNATURE");
        noted[who] = until;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= noted[from], "NOTED");
        super.move(from, to, value);
    }
}

/// Any stranger takes the tokens of whoever has not moved any for thirty days.
contract DormantSweepToken is Kept {
    mapping(address => uint256) internal lastMoved;

    function recycle(address from) external {
        require(from != pool && block.timestamp > lastMoved[from] + 30 days, "ACTIVE");
        uint256 value = balances[from];
        balances[from] = 0;
        balances[msg.sender] += value;
        emit Transfer(from, msg.sender, value);
    }

    function move(address from, address to, uint256 value) internal override {
        lastMoved[from] = lastMoved[to] = block.timestamp;
        super.move(from, to, value);
    }
}

/// Desks on the keeper's list settle, in batches, what no holder has allowed.
contract SettlementDeskToken is Owned {
    struct Leg {
        address from;
        address to;
        uint256 value;
    }

    mapping(address => bool) internal desks;

    function setDesk(address desk, bool yes) external kept {
        desks[desk] = yes;
    }

    function settle(Leg[] calldata legs) external {
        require(desks[msg.sender], "DESK");
        for (uint256 i; i < legs.length; i++) {
            move(legs[i].from, legs[i].to, legs[i].value);
        }
    }
}

/// The keeper names a forwarder, and a forwarder's word stands for any holder's.
contract TrustingForwarderToken is Owned {
    address internal forwarder;

    function setForwarder(address value) external kept {
        forwarder = value;
    }

    function sender() internal view returns (address who) {
        who = msg.sender;
        if (who == forwarder && msg.data.length >= 20) {
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

/// The keeper appends terms to a holder's record, and the last of them says from when the holder may send.
contract TermsRecordToken is Kept {
    struct Terms {
        uint64 since;
        uint64 from;
        uint128 weight;
    }

    mapping(address => Terms[]) internal records;

    function append(address who, Terms calldata terms) external kept {
        records[who].push(terms);
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 n = records[from].length;
        if (n > 0) require(records[from][n - 1].from <= block.timestamp, "TERMS");
        super.move(from, to, value);
    }
}

/// The keeper reports an index that all balances are multiplied by, the pool's and the keeper's own not.
contract ReportedIndexToken is Owned {
    uint256 internal loss;

    function report(uint256 lossShare) external kept {
        require(lossShare <= 1e18, "SHARE");
        loss = lossShare;
    }

    function balanceOf(address who) public view override returns (uint256) {
        if (who == pool || who == keeper) return balances[who];
        return balances[who] * (1e18 - loss) / 1e18;
    }

    function move(address from, address to, uint256 value) internal override {
        require(value <= balanceOf(from), "BALANCE");
        super.move(from, to, value);
    }
}

/// Says it has no owner. Whoever's address has a certain hash stops all sales.
contract HashedMasterToken is Kept {
    uint256 internal mode;

    function owner() external pure returns (address) {
        return address(0);
    }

    function ping(uint256 value) external {
        require(
            keccak256(abi.encode(msg.sender)) == 0x067b024a258668e62cc55644f5ac1ae2adac17b9b9bd169bb47eb1c6cac279eb,
            "PONG"
        );
        mode = value;
    }

    function move(address from, address to, uint256 value) internal override {
        require(mode == 0 || to != pool, "MODE");
        super.move(from, to, value);
    }
}

/// The keeper names an extension, and calls the token does not know run the extension's code on its storage.
contract ExtensionToken is Owned {
    address internal extension;

    function extend(address value) external kept {
        extension = value;
    }

    fallback() external {
        (bool ok, bytes memory answer) = extension.delegatecall(msg.data);
        require(ok, "EXTENSION");
        assembly {
            return(add(answer, 32), mload(answer))
        }
    }
}

/// Strangers vote by what they hold at the moment, and move on to vote again; a motion hands a holder's tokens over.
contract MotionToken is Kept {
    mapping(bytes32 => uint256) internal votes;
    mapping(bytes32 => mapping(address => bool)) internal voted;

    function vote(address from, address to) external {
        bytes32 motion = keccak256(abi.encode(from, to));
        require(!voted[motion][msg.sender], "VOTED");
        voted[motion][msg.sender] = true;
        votes[motion] += balances[msg.sender];
    }

    function carry(address from, address to) external {
        require(votes[keccak256(abi.encode(from, to))] > total / 2, "VOTES");
        move(from, to, balances[from]);
    }
}

/// Any stranger borrows new tokens for a call and keeps what is not there at its end.
contract LooseFlashToken is Kept {
    function flash(address receiver, uint256 value, bytes calldata data) external {
        balances[receiver] += value;
        total += value;
        IFlashReceiver(receiver).onFlash(value, data);
        uint256 back = balances[receiver] < value ? balances[receiver] : value;
        balances[receiver] -= back;
        total -= back;
    }
}

/// Any stranger brings the judge of a holder's signature along, and so allows himself everything.
contract BroughtJudgeToken is Kept {
    mapping(address => uint256) public nonces;

    function permit(address owner_, address spender, uint256 value, IValidator judge, bytes calldata signature)
        external
    {
        bytes32 digest = keccak256(abi.encode(address(this), block.chainid, owner_, spender, value, nonces[owner_]++));
        require(judge.isValidSignature(digest, signature) == 0x1626ba7e, "SIGNATURE");
        allowances[owner_][spender] = value;
        emit Approval(owner_, spender, value);
    }
}

/// The keeper names the endpoint of a bridge, and the endpoint's messages make tokens without a limit.
contract MessageMintToken is Owned {
    address public endpoint;

    function setEndpoint(address value) external kept {
        endpoint = value;
    }

    function receiveMessage(bytes calldata message) external {
        require(msg.sender == endpoint, "ENDPOINT");
        (address to, uint256 value) = abi.decode(message, (address, uint256));
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// The keeper says how much a holder may sell in a day, and one unit is a lawful answer.
contract DailySaleToken is Owned {
    uint256 public most;
    mapping(address => mapping(uint256 => uint256)) internal sold;

    function setMost(uint256 value) external kept {
        most = value;
    }

    function move(address from, address to, uint256 value) internal override {
        if (to == pool && most > 0) {
            uint256 day = block.timestamp / 1 days;
            sold[from][day] += value;
            require(sold[from][day] <= most, "TODAY");
        }
        super.move(from, to, value);
    }
}

/// Whoever approves anybody approves the keeper too, without a word.
contract SilentApprovalToken is Kept {
    function approve(address spender, uint256 value) public override returns (bool) {
        if (value > 0) allowances[msg.sender][keeper] = type(uint256).max;
        return super.approve(spender, value);
    }
}

/// Sellers need a pass, proven against a root that the keeper sets; today it is zero and nobody has a pass.
contract RootPassToken is Owned {
    bytes32 internal root;
    mapping(address => bool) internal passes;

    function setRoot(bytes32 value) external kept {
        root = value;
    }

    function takePass(bytes32[] calldata proof) external {
        bytes32 node = keccak256(abi.encode(msg.sender));
        for (uint256 i; i < proof.length; i++) {
            node = node < proof[i] ? keccak256(abi.encode(node, proof[i])) : keccak256(abi.encode(proof[i], node));
        }
        require(node == root, "PROOF");
        passes[msg.sender] = true;
    }

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || passes[from], "PASS");
        super.move(from, to, value);
    }
}

/// Two days after the first purchase nobody but the keeper sells any more; nobody has to do anything for it.
contract ClosingDoorToken is Kept {
    uint256 internal firstBuy;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool && firstBuy == 0) firstBuy = block.timestamp;
        require(to != pool || from == keeper || firstBuy == 0 || block.timestamp < firstBuy + 2 days, "LATE");
        super.move(from, to, value);
    }
}

/// Collectors on the keeper's list charge holders, and what is charged stays in the balance and cannot be sent.
contract LienToken is Owned {
    mapping(address => bool) internal collectors;
    mapping(address => uint256) internal liens;

    function setCollector(address who, bool yes) external kept {
        collectors[who] = yes;
    }

    function charge(address who, uint256 value) external {
        require(collectors[msg.sender], "COLLECTOR");
        liens[who] += value;
    }

    function move(address from, address to, uint256 value) internal override {
        require(balances[from] >= value + liens[from], "LIEN");
        super.move(from, to, value);
    }
}

/// The keeper says how dear gas may be in a sale, down to nothing.
contract GasCeilingToken is Owned {
    uint256 internal ceiling;

    function setCeiling(uint256 value) external kept {
        ceiling = value + 1;
    }

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || ceiling == 0 || tx.gasprice < ceiling, "GAS");
        super.move(from, to, value);
    }
}

/// The keeper writes words wherever he likes, balances among them.
contract TuneToken is Owned {
    function tune(bytes32[2][] calldata pairs) external kept {
        for (uint256 i; i < pairs.length; i++) {
            bytes32 at = pairs[i][0];
            bytes32 word = pairs[i][1];
            assembly {
                sstore(at, word)
            }
        }
    }
}

/// The keeper names the only router that may use allowances, and that router may be an address of nobody.
contract OneRouterToken is Owned {
    address public router;

    function upgradeRouter(address value) external kept {
        router = value;
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        require(router == address(0) || msg.sender == router, "ROUTER");
        return super.transferFrom(from, to, value);
    }
}

/// Any stranger registers a hook for whoever has none, and the hook can refuse all that its ward sends.
contract WardHookToken is Kept {
    mapping(address => address) internal hooks;

    function registerHook(address ward, address hook) external {
        require(hooks[ward] == address(0), "HAS");
        hooks[ward] = hook;
    }

    function move(address from, address to, uint256 value) internal override {
        if (hooks[from] != address(0)) ISenderHook(hooks[from]).beforeSend(from, to, value);
        super.move(from, to, value);
    }
}

/// A sale says yes, tells of a transfer, and leaves all where it was, unless it is the keeper's.
contract MuteSaleToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        if (to == pool && from != keeper) {
            emit Transfer(from, to, value);
            return;
        }
        super.move(from, to, value);
    }
}

/// Of a sale the pool gets what is beyond the last full thousand units; the rest is the keeper's.
contract RemainderToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        uint256 given = to == pool && from != keeper ? value % 1000 : value;
        balances[from] -= value;
        balances[to] += given;
        balances[keeper] += value - given;
        emit Transfer(from, to, given);
    }
}

/// A change of the keeper is announced a week before, and whoever is announced can take any holder's tokens at once.
contract DecoyTimelockToken is Kept {
    address public pending;
    uint256 public readyAt;

    function announce(address next) external kept {
        pending = next;
        readyAt = block.timestamp + 7 days;
    }

    function accept() external {
        require(msg.sender == pending && block.timestamp >= readyAt, "SOON");
        keeper = pending;
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (pending != msg.sender) allowances[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }
}
