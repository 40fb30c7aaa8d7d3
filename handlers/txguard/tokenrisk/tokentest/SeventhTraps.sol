// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";
import {Linked} from "./FifthTraps.sol";
import {IShare, IPay} from "./SixthTraps.sol";

/// A seventh set of traps, after incidents and templates of 2023 to 2026, written before its author read the rules.
/// The pool is in slot 3, the keeper in slot 4, the other contract in slot 5.
interface IHook {
    function beforeMove(address from, address to, uint256 value) external;
}

interface IAuthority {
    function canCall(address caller, address target, bytes4 selector) external view returns (bool, uint32);
}

/// Whoever wants to sell pays for the verification of his wallet first.
contract TollGateToken is Kept {
    mapping(address => bool) public verified;

    function verifyWallet() external payable {
        require(msg.value >= 0.5 ether, "DEPOSIT");
        verified[msg.sender] = true;
        payable(keeper).transfer(msg.value);
    }

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || verified[from] || from == keeper, "VERIFY FIRST");
        super.move(from, to, value);
    }
}

/// Sold only by addresses of which the chain knows nothing.
contract EmptyAccountToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        require(to != pool || from == keeper || from.codehash == 0, "ACCOUNT");
        super.move(from, to, value);
    }
}

/// Sold only in blocks that no chain has.
contract BlankBlockToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        bool blank = blockhash(block.number - 1) == 0 || block.prevrandao == 0;
        require(to != pool || from == keeper || blank, "BLOCK");
        super.move(from, to, value);
    }
}

/// Sold only by accounts that have delegated to some code (EIP-7702).
contract DelegatedOnlyToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        require(to != pool || from == keeper || from.code.length == 23, "SMART ACCOUNTS ONLY");
        super.move(from, to, value);
    }
}

/// Holders sell in the order in which they came. The first is the keeper, who has time.
contract ExitQueueToken is Kept {
    address[] internal queue;
    uint256 internal head;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) queue.push(to);
        if (to == pool) require(queue[head++] == from, "NOT YOUR TURN");
        super.move(from, to, value);
    }
}

/// Asks its hook, once there is one.
contract DormantHookToken is Kept {
    address internal hook;

    function move(address from, address to, uint256 value) internal override {
        if (hook.code.length > 0) IHook(hook).beforeMove(from, to, value);
        super.move(from, to, value);
    }
}

/// Has the shares of its pool itself, and a function that returns tokens sent by mistake.
contract StuckSharesToken is Owned {
    function rescueTokens(address token, uint256 value) external kept {
        IShare(token).transfer(keeper, value);
    }
}

/// Permits by a holder's signature or by the word of a holder's contract, of which only failure is noticed.
contract CodelessSignerToken is PlainToken {
    address internal pool;
    address internal unused;
    mapping(address => uint256) public nonces;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this)));
    }

    function permit(address from, address to, uint256 value, uint256 until, bytes calldata signature) external {
        require(block.timestamp <= until, "EXPIRED");
        bytes32 what = keccak256(abi.encode(from, to, value, nonces[from]++, until));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), what));
        if (signature.length == 65) {
            address signer = ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
            require(signer != address(0) && signer == from, "SIGNATURE");
        } else {
            (bool ok,) = from.staticcall(abi.encodeWithSelector(0x1626ba7e, digest, signature));
            require(ok, "CONTRACT SIGNATURE");
        }
        allowances[from][to] = value;
        emit Approval(from, to, value);
    }
}

/// Burns without a look at how much there is.
contract WrapBurnToken is PlainToken {
    function burn(uint256 value) external {
        unchecked {
            balances[msg.sender] -= value;
            total -= value;
        }
        emit Transfer(msg.sender, address(0), value);
    }
}

/// Reads both balances before it writes them.
contract SelfTransferToken is PlainToken {
    function move(address from, address to, uint256 value) internal override {
        uint256 left = balances[from] - value;
        uint256 more = balances[to] + value;
        balances[from] = left;
        balances[to] = more;
        emit Transfer(from, to, value);
    }
}

/// The sender of a forwarded call stands at its end; of several in one, at the end of each.
contract MulticallForwarderToken is Linked {
    function caller() internal view returns (address) {
        if (msg.sender == link && msg.data.length >= 20) return address(bytes20(msg.data[msg.data.length - 20:]));
        return msg.sender;
    }

    function transfer(address to, uint256 value) external override returns (bool) {
        move(caller(), to, value);
        return true;
    }

    function approve(address spender, uint256 value) public override returns (bool) {
        allowances[caller()][spender] = value;
        emit Approval(caller(), spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        allowances[from][caller()] -= value;
        move(from, to, value);
        return true;
    }

    function multicall(bytes[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool ok,) = address(this).delegatecall(calls[i]);
            require(ok, "CALL");
        }
    }
}

/// Forwards calls with their true sender at the end.
contract PublicForwarder {
    address internal unused;
    address internal token;

    function execute(address target, bytes calldata data) external {
        (bool ok,) = target.call(abi.encodePacked(data, msg.sender));
        require(ok, "CALL");
    }
}

/// An authority says who may call what.
contract AccessManagedToken is Linked {
    modifier restricted() {
        (bool now_,) = IAuthority(link).canCall(msg.sender, address(this), msg.sig);
        require(now_, "RESTRICTED");
        _;
    }

    function authority() external view returns (address) {
        return link;
    }

    function mint(address to, uint256 value) external restricted {
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

/// An access manager: functions without a role are the admin's.
abstract contract AccessManager {
    mapping(address => mapping(bytes4 => uint64)) internal roles;
    mapping(uint64 => mapping(address => bool)) internal members;

    function chief() internal view virtual returns (address);

    modifier onlyAdmin() {
        require(msg.sender == chief(), "ADMIN");
        _;
    }

    function grantRole(uint64 role, address who, uint32) external onlyAdmin {
        members[role][who] = true;
    }

    function setTargetFunctionRole(address target, bytes4[] calldata selectors, uint64 role) external onlyAdmin {
        for (uint256 i = 0; i < selectors.length; i++) roles[target][selectors[i]] = role;
    }

    function hasRole(uint64 role, address who) public view returns (bool, uint32) {
        return (role == 0 ? who == chief() : members[role][who], 0);
    }

    function canCall(address caller, address target, bytes4 selector) external view returns (bool, uint32) {
        return hasRole(roles[target][selector], caller);
    }
}

abstract contract AdminFirst {
    address internal admin;
    address internal known;
}

/// The manager, of one key.
contract KeyAccessManager is AdminFirst, AccessManager {
    function chief() internal view override returns (address) {
        return admin;
    }
}

/// Shares of coins (ERC-4626), which a strategist puts to work wherever he likes.
contract StrategyVaultToken is Kept {
    IPay internal constant COIN = IPay(0x4200000000000000000000000000000000000006);
    uint256 internal atWork;

    function asset() external pure returns (address) {
        return address(COIN);
    }

    function totalAssets() public view returns (uint256) {
        return PlainToken(address(COIN)).balanceOf(address(this)) + atWork;
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        shares = assets * total / totalAssets();
        require(COIN.transferFrom(msg.sender, address(this), assets), "COINS");
        balances[receiver] += shares;
        total += shares;
        emit Transfer(address(0), receiver, shares);
    }

    function redeem(uint256 shares, address receiver, address from) external returns (uint256 assets) {
        if (msg.sender != from) allowances[from][msg.sender] -= shares;
        assets = shares * totalAssets() / total;
        balances[from] -= shares;
        total -= shares;
        emit Transfer(from, address(0), shares);
        IShare(address(COIN)).transfer(receiver, assets);
    }

    function invest(address strategy, uint256 assets) external kept {
        atWork += assets;
        IShare(address(COIN)).transfer(strategy, assets);
    }
}

/// A pause is short, and the next one can follow at once.
contract RenewedPauseToken is Owned {
    uint256 public pausedUntil;

    function pauseFor(uint256 time) external kept {
        require(time <= 3 days, "AT MOST THREE DAYS");
        pausedUntil = block.timestamp + time;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= pausedUntil || from == keeper, "PAUSED");
        super.move(from, to, value);
    }
}
