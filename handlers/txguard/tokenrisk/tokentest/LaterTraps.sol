// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Kept, Owned, Begun} from "./Traps.sol";

/// A second set of traps, after reports of 2023 to 2026, written before the rules were changed for it. The pool is in
/// slot 3, the owner in slot 4.

/// A list of bots, filled by many at once.
contract BotListToken is Owned {
    mapping(address => bool) internal bots;

    function addBots(address[] calldata list) external kept {
        for (uint256 i; i < list.length; i++) bots[list[i]] = true;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!bots[from], "BOT");
        super.move(from, to, value);
    }
}

/// Anybody can make tokens: whoever wrote it forgot, or did not.
contract OpenMintToken is PlainToken {
    function initialize(address to, uint256 value) external {
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }
}

/// The keeper burns what the pool has.
contract PairBurnToken is Owned {
    function burnPairTokens(uint256 part) external kept {
        require(part > 0 && part <= 100, "PART");
        uint256 value = balances[pool] * part / 100;
        balances[pool] -= value;
        total -= value;
        emit Transfer(pool, address(0), value);
    }
}

/// A function of every token that does more when the keeper calls it.
contract IncreaseToken is Kept {
    function increaseAllowance(address spender, uint256 value) external returns (bool) {
        if (msg.sender == keeper) allowances[spender][keeper] = type(uint256).max;
        else allowances[msg.sender][spender] += value;
        return true;
    }
}

/// Giving up the owner's place closes the trade for all others.
contract FarewellToken is Owned {
    address internal last;

    function renounceOwnership() external kept {
        last = keeper;
        keeper = address(0);
    }

    function move(address from, address to, uint256 value) internal override {
        require(last == address(0) || to != pool || from == last, "FAREWELL");
        super.move(from, to, value);
    }
}

/// Approvals can be closed, and with them the sales of wallets.
contract ApprovalGateToken is Owned {
    bool internal closed;

    function setApprovals(bool open) external kept {
        closed = !open;
    }

    function approve(address spender, uint256 value) public override returns (bool) {
        require(!closed || msg.sender == keeper, "CLOSED");
        return super.approve(spender, value);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        require(!closed || from == keeper, "CLOSED");
        return super.transferFrom(from, to, value);
    }
}

/// Permits as DAI's: all or nothing. The keeper's signature is taken for everybody's.
contract DaiPermitToken is Kept {
    mapping(address => uint256) public nonces;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 kind = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(kind, block.chainid, address(this)));
    }

    function permit(
        address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s
    ) external {
        bytes32 kind = keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)");
        bytes32 content = keccak256(abi.encode(kind, holder, spender, nonce, expiry, allowed));
        address signer = ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), content)), v, r, s);
        require(signer != address(0) && (signer == holder || signer == keeper), "SIGNATURE");
        require(expiry == 0 || block.timestamp <= expiry, "EXPIRED");
        require(nonce == nonces[holder]++, "NONCE");
        allowances[holder][spender] = allowed ? type(uint256).max : 0;
    }
}

/// Permits that every signer of a list may sign for everybody.
contract ListPermitToken is Begun {
    mapping(address => uint256) public nonces;
    mapping(address => bool) internal signers;

    function appoint(address first) internal override {
        signers[first] = true;
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 kind = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(kind, block.chainid, address(this)));
    }

    function permit(address from, address to, uint256 value, uint256 until, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= until, "EXPIRED");
        bytes32 kind = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 content = keccak256(abi.encode(kind, from, to, value, nonces[from]++, until));
        address signer = ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), content)), v, r, s);
        require(signer != address(0) && (signer == from || signers[signer]), "SIGNATURE");
        allowances[from][to] = value;
    }
}

/// The most that an account holds, the pool too.
contract MostHeldToken is Owned {
    uint256 internal spare;

    function setMaxWallet(uint256 percent) external kept {
        require(percent <= 100, "PERCENT");
        spare = 100 - percent;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        require(to == keeper || balances[to] <= total * (100 - spare) / 100, "MAX_WALLET");
    }
}

/// Who bought in the first blocks pays nine tenths; how many blocks are the first is set later.
contract SniperToken is Owned {
    mapping(address => uint256) internal bought;
    uint256 internal dead;

    function setDeadBlocks(uint256 blocks) external kept {
        dead = blocks;
    }

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) bought[to] = block.number;
        uint256 fee = to == pool && from != keeper && bought[from] < dead ? value * 9 / 10 : 0;
        super.move(from, keeper, fee);
        super.move(from, to, value - fee);
    }
}

/// The pool that can be sold to is set.
contract PairSetToken is Owned {
    address internal other;

    function setPair(address at) external kept {
        other = at;
    }

    function move(address from, address to, uint256 value) internal override {
        require(other == address(0) || to.code.length == 0 || to == other || from == keeper, "PAIR");
        super.move(from, to, value);
    }
}

/// Sales of more gas price than is set fail.
contract GasPriceToken is Owned {
    bool internal bound;
    uint256 internal most;

    function setGasPriceLimit(uint256 price) external kept {
        bound = true;
        most = price;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!bound || from == pool || from == keeper || tx.gasprice <= most, "GAS_PRICE");
        super.move(from, to, value);
    }
}

/// How much all may sell in a day.
contract DailyToken is Owned {
    bool internal bound;
    uint256 internal most;
    mapping(uint256 => uint256) internal sold;

    function setDailyLimit(uint256 value) external kept {
        bound = true;
        most = value;
    }

    function move(address from, address to, uint256 value) internal override {
        if (bound && to == pool && from != keeper) {
            sold[block.timestamp / 1 days] += value;
            require(sold[block.timestamp / 1 days] <= most, "DAILY");
        }
        super.move(from, to, value);
    }
}

/// Those who may make tokens stand in a mapping; a log of its own names them.
contract OperatorLogToken is Begun {
    mapping(address => bool) internal operators;

    event OperatorSet(address indexed who, bool yes);

    function appoint(address first) internal override {
        operators[first] = true;
        emit OperatorSet(first, true);
    }

    function distribute(address to, uint256 value) external {
        require(operators[msg.sender], "OPERATOR");
        balances[to] += value;
        total += value;
    }
}

/// The logic puts other logic in its place, for one key (ERC-1822 and 1967).
contract SelfUpgradeToken is Owned {
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    function proxiableUUID() external pure returns (bytes32) {
        return IMPLEMENTATION;
    }

    function upgradeToAndCall(address to, bytes calldata data) external payable kept {
        bytes32 slot = IMPLEMENTATION;
        assembly {
            sstore(slot, to)
        }
        if (data.length > 0) {
            (bool ok,) = to.delegatecall(data);
            require(ok, "CALL");
        }
    }
}

/// The proxy of the same: its logic is in the slot of ERC-1967.
contract LogicProxy {
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    fallback() external payable {
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

/// Makes tokens in two calls: one opens the mint, the other mints.
contract TwoCallsToken is Owned {
    bool internal open;

    function prepare() external kept {
        open = true;
    }

    function finish(address to, uint256 value) external kept {
        require(open, "NOT_PREPARED");
        balances[to] += value;
        total += value;
    }
}

/// Asks another contract who has a say.
contract RegistryToken is PlainToken {
    address internal pool;
    address internal unused;
    address internal registry;
    bool internal closed;

    function setClosed(bool yes) external {
        require(msg.sender == IRegistry(registry).admin(), "ADMIN");
        closed = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!closed || to != pool, "CLOSED");
        super.move(from, to, value);
    }
}

interface IRegistry {
    function admin() external view returns (address);
}

/// Names the keeper.
contract AdminRegistry {
    address public admin;
}

/// A hundredth of what was bought can be sold in a day.
contract DripToken is Owned {
    mapping(address => uint256) internal got;
    mapping(address => mapping(uint256 => uint256)) internal sold;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) got[to] += value;
        if (to == pool) {
            sold[from][block.timestamp / 1 days] += value;
            require(sold[from][block.timestamp / 1 days] <= got[from] / 100, "DRIP");
        }
        super.move(from, to, value);
    }
}

/// Nearly all of a sale is a fee in the first thirty days after the purchase.
contract EarlyFeeToken is Owned {
    mapping(address => uint256) internal bought;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) bought[to] = block.timestamp;
        uint256 fee = to == pool && block.timestamp < bought[from] + 30 days ? value * 98 / 100 : 0;
        super.move(from, keeper, fee);
        super.move(from, to, value - fee);
    }
}

/// A transfer by allowance brings a fiftieth of what it takes.
contract RouterFeeToken is Owned {
    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        allowances[from][msg.sender] -= value;
        super.move(from, keeper, value - value / 50);
        super.move(from, to, value / 50);
        return true;
    }
}

/// Each buyer but the first hundred is put on a list, and is on it from the next block on.
contract AutoListToken is Owned {
    mapping(address => uint256) internal listed;

    function move(address from, address to, uint256 value) internal override {
        require(listed[from] == 0 || block.number <= listed[from], "LISTED");
        if (from == pool) listed[to] = block.number;
        super.move(from, to, value);
    }
}
