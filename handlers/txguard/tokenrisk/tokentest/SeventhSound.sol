// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Held} from "./Sound.sol";
import {LogicProxy} from "./LaterTraps.sol";
import {Pooled} from "./SixthSound.sol";
import {IShare, IPay} from "./SixthTraps.sol";
import {AccessManagedToken, AccessManager, AdminFirst} from "./SeventhTraps.sol";

/// A seventh set of tokens that people hold, after families that exist, written before its author read the rules. The
/// pool is in slot 3, the owner in slot 4, the other contract in slot 5.
contract NamespacedProxy is LogicProxy {}

/// A dollar of a timelock, which is kept in the slot of OpenZeppelin's Ownable (ERC-7201).
contract NamespacedDollar is Pooled {
    bytes32 private constant OWNER = 0x9016d09d72d40fdae2fd8ceac6b6234c7706214fd39c1cd1e609a0528c199300;
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    mapping(address => bool) public frozen;

    function owner() public view returns (address who) {
        bytes32 slot = OWNER;
        assembly {
            who := sload(slot)
        }
    }

    modifier onlyOwner() {
        require(msg.sender == owner(), "OwnableUnauthorizedAccount");
        _;
    }

    function upgradeToAndCall(address to, bytes calldata data) external payable onlyOwner {
        bytes32 slot = IMPLEMENTATION;
        assembly {
            sstore(slot, to)
        }
        if (data.length > 0) {
            (bool ok,) = to.delegatecall(data);
            require(ok, "CALL");
        }
    }

    function freeze(address who, bool yes) external onlyOwner {
        frozen[who] = yes;
    }

    function mint(address to, uint256 value) external onlyOwner {
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }

    function move(address from, address to, uint256 value) internal override {
        require(!frozen[from] && !frozen[to], "FROZEN");
        super.move(from, to, value);
    }
}

/// The parts of the fee on sales are set by its owner, and their sum has a bound.
contract SumCappedFeesToken is Held {
    uint256 public marketing = 1;
    uint256 public development;
    uint256 public liquidity;

    function setFees(uint256 m, uint256 d, uint256 l) external onlyOwner {
        require(m <= 5 && d <= 5 && l <= 5 && m + d + l <= 5, "TOGETHER AT MOST FIVE PERCENT");
        marketing = m;
        development = d;
        liquidity = l;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = to == pool || from == pool ? value * (marketing + development + liquidity) / 100 : 0;
        if (fee > 0) super.move(from, address(this), fee);
        super.move(from, to, value - fee);
    }
}

/// A gift can be locked for two years at most. What else its receiver has is free.
contract GiftLockToken is Pooled {
    mapping(address => uint256) public locked;
    mapping(address => uint256) public lockedUntil;

    function giveLocked(address to, uint256 value, uint256 until) external {
        require(block.timestamp >= lockedUntil[to] && until <= block.timestamp + 730 days, "LOCK");
        move(msg.sender, to, value);
        locked[to] = value;
        lockedUntil[to] = until;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= lockedUntil[from] || balances[from] >= value + locked[from], "LOCKED");
        super.move(from, to, value);
    }
}

/// Balances grow by what the reporter says, at most a little each day.
contract BoundedRebaseToken is Held {
    uint256 internal grown;
    uint256 internal reportedAt;

    function report(uint256 growth) external onlyOwner {
        require(growth <= 3e14 && block.timestamp >= reportedAt + 1 days, "BOUND");
        grown += growth;
        reportedAt = block.timestamp;
    }

    function balanceOf(address who) public view override returns (uint256) {
        return balances[who] * (1e18 + grown) / 1e18;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 shares = (value * 1e18 + grown) / (1e18 + grown);
        balances[from] -= shares;
        balances[to] += shares;
        emit Transfer(from, to, value);
    }
}

/// An authority says who may call what, and a timelock who the authority's members are.
contract ManagedByDaoToken is AccessManagedToken {}

/// The manager, of a timelock.
contract DaoAccessManager is AdminFirst, AccessManager {
    function chief() internal view override returns (address) {
        return known;
    }
}

/// The first of several tokens of one contract (ERC-6909).
contract MultiTokenToken is Pooled {
    mapping(uint256 => mapping(address => uint256)) internal others;
    mapping(address => mapping(address => bool)) public isOperator;
    mapping(address => mapping(address => mapping(uint256 => uint256))) internal permitted;

    event OperatorSet(address indexed owner, address indexed spender, bool approved);

    function balanceOf(address who, uint256 id) external view returns (uint256) {
        return id == 0 ? balances[who] : others[id][who];
    }

    function setOperator(address spender, bool approved) external returns (bool) {
        isOperator[msg.sender][spender] = approved;
        emit OperatorSet(msg.sender, spender, approved);
        return true;
    }

    function approve(address spender, uint256 id, uint256 value) external returns (bool) {
        permitted[msg.sender][spender][id] = value;
        return true;
    }

    function transfer(address to, uint256 id, uint256 value) external returns (bool) {
        moveOf(msg.sender, to, id, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 id, uint256 value) external returns (bool) {
        if (msg.sender != from && !isOperator[from][msg.sender]) permitted[from][msg.sender][id] -= value;
        moveOf(from, to, id, value);
        return true;
    }

    function moveOf(address from, address to, uint256 id, uint256 value) internal {
        if (id == 0) {
            move(from, to, value);
            return;
        }
        others[id][from] -= value;
        others[id][to] += value;
    }
}

/// Made by a lockbox for coins.
contract LockboxToken is Pooled {
    address public lockbox;

    function mint(address to, uint256 value) external {
        require(msg.sender == lockbox, "LOCKBOX");
        balances[to] += value;
        total += value;
        emit Transfer(address(0), to, value);
    }

    function burn(address from, uint256 value) external {
        require(msg.sender == lockbox, "LOCKBOX");
        balances[from] -= value;
        total -= value;
        emit Transfer(from, address(0), value);
    }
}

/// Takes coins, and gives as many tokens; and the other way.
contract CoinLockbox {
    address internal unused;
    LockboxToken internal token;

    function deposit(uint256 value) external {
        IPay coin = IPay(0x4200000000000000000000000000000000000006);
        require(coin.transferFrom(msg.sender, address(this), value), "COINS");
        token.mint(msg.sender, value);
    }

    function withdraw(uint256 value) external {
        token.burn(msg.sender, value);
        IShare(0x4200000000000000000000000000000000000006).transfer(msg.sender, value);
    }
}

/// Shares of coins (ERC-4626) that nobody manages.
contract CoinVaultToken is Pooled {
    IPay internal constant COIN = IPay(0x4200000000000000000000000000000000000006);

    event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);
    event Withdraw(address sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares);

    function asset() external pure returns (address) {
        return address(COIN);
    }

    function totalAssets() public view returns (uint256) {
        return PlainToken(address(COIN)).balanceOf(address(this));
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return shares * (totalAssets() + 1) / (total + 1);
    }

    function convertToShares(uint256 assets) public view returns (uint256) {
        return assets * (total + 1) / (totalAssets() + 1);
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        shares = convertToShares(assets);
        require(COIN.transferFrom(msg.sender, address(this), assets), "COINS");
        balances[receiver] += shares;
        total += shares;
        emit Transfer(address(0), receiver, shares);
        emit Deposit(msg.sender, receiver, assets, shares);
    }

    function redeem(uint256 shares, address receiver, address from) external returns (uint256 assets) {
        if (msg.sender != from) allowances[from][msg.sender] -= shares;
        assets = convertToAssets(shares);
        balances[from] -= shares;
        total -= shares;
        emit Transfer(from, address(0), shares);
        IShare(address(COIN)).transfer(receiver, assets);
        emit Withdraw(msg.sender, receiver, from, assets, shares);
    }
}

interface IHolderHook {
    function tokensToSend(address to, uint256 value) external;
    function tokensReceived(address from, uint256 value) external;
}

/// Holders name contracts that are told of what they send and get (ERC-777).
contract HookedToken is Pooled {
    mapping(address => IHolderHook) public hookOf;
    mapping(address => mapping(address => bool)) public isOperatorFor;

    function setHook(IHolderHook hook) external {
        hookOf[msg.sender] = hook;
    }

    function authorizeOperator(address who, bool yes) external {
        isOperatorFor[msg.sender][who] = yes;
    }

    function operatorSend(address from, address to, uint256 value) external {
        require(msg.sender == from || isOperatorFor[from][msg.sender], "OPERATOR");
        move(from, to, value);
    }

    function move(address from, address to, uint256 value) internal override {
        if (address(hookOf[from]) != address(0)) hookOf[from].tokensToSend(to, value);
        super.move(from, to, value);
        if (address(hookOf[to]) != address(0)) hookOf[to].tokensReceived(from, value);
    }
}

/// Permits by a holder's signature or by the word of a holder's contract.
contract ContractSignerToken is Pooled {
    mapping(address => uint256) public nonces;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this)));
    }

    function permit(address from, address to, uint256 value, uint256 until, bytes calldata signature) external {
        require(block.timestamp <= until, "EXPIRED");
        bytes32 what = keccak256(abi.encode(from, to, value, nonces[from]++, until));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), what));
        if (from.code.length == 0) {
            require(signature.length == 65, "LENGTH");
            address signer = ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
            require(signer != address(0) && signer == from, "SIGNATURE");
        } else {
            (bool ok, bytes memory said) = from.staticcall(abi.encodeWithSelector(0x1626ba7e, digest, signature));
            require(ok && said.length == 32 && bytes32(said) == bytes32(bytes4(0x1626ba7e)), "CONTRACT SIGNATURE");
        }
        allowances[from][to] = value;
        emit Approval(from, to, value);
    }
}

/// Was bound to its launch, and is in the last mode, which is for good.
contract CurveModeToken is Held {
    uint256 public mode;

    function setMode(uint256 next) external onlyOwner {
        if (mode != 0) mode = next;
    }

    function move(address from, address to, uint256 value) internal override {
        require(mode != 1, "RESTRICTED");
        if (mode == 2) require(from == owner || to == owner, "CONTROLLED");
        super.move(from, to, value);
    }
}

/// Could not be moved until the first day of 2025, but by those whom its owner let.
contract OnceBoundToken is Held {
    uint256 public constant FREE_FROM = 1735689600;
    mapping(address => bool) public exempt;

    function setExempt(address who, bool yes) external onlyOwner {
        exempt[who] = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= FREE_FROM || from == owner || exempt[from], "SOULBOUND");
        super.move(from, to, value);
    }
}

/// A token that is an item too, which another contract shows and moves (DN404).
contract MirrorItemsToken is Pooled {
    address public mirror;
    uint256 public items;
    mapping(uint256 => address) public ownerOfItem;
    mapping(address => uint256) public itemsOf;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    function makeItem() external returns (uint256 id) {
        require(balances[msg.sender] / 1e18 > itemsOf[msg.sender], "WHOLE TOKENS");
        itemsOf[msg.sender] += 1;
        id = ++items;
        ownerOfItem[id] = msg.sender;
    }

    function setApprovalForAll(address operator, bool yes, address sender) external {
        require(msg.sender == mirror, "MIRROR");
        isApprovedForAll[sender][operator] = yes;
    }

    function transferItem(address from, address to, uint256 id, address sender) external {
        require(msg.sender == mirror && ownerOfItem[id] == from, "MIRROR");
        require(sender == from || isApprovedForAll[from][sender], "APPROVED");
        ownerOfItem[id] = to;
        itemsOf[from] -= 1;
        itemsOf[to] += 1;
        move(from, to, 1e18);
    }
}

/// Shows the items.
contract ItemMirror {
    address internal unused;
    MirrorItemsToken internal token;

    function ownerOf(uint256 id) external view returns (address) {
        return token.ownerOfItem(id);
    }

    function balanceOf(address who) external view returns (uint256) {
        return token.itemsOf(who);
    }

    function setApprovalForAll(address operator, bool yes) external {
        token.setApprovalForAll(operator, yes, msg.sender);
    }

    function transferFrom(address from, address to, uint256 id) external {
        token.transferItem(from, to, id, msg.sender);
    }
}

/// Several calls in one.
contract MulticallToken is Pooled {
    function multicall(bytes[] calldata calls) external returns (bytes[] memory said) {
        said = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            bool ok;
            (ok, said[i]) = address(this).delegatecall(calls[i]);
            require(ok, "CALL");
        }
    }

    function burn(uint256 value) external {
        balances[msg.sender] -= value;
        total -= value;
        emit Transfer(msg.sender, address(0), value);
    }
}
