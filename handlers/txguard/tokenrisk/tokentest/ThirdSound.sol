// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Tokens.sol";
import {Held} from "./Sound.sol";

/// A third set of sound tokens, written before the rules were changed for it: the kinds that people hold, with what looks
/// like the traps of ThirdTraps.sol. The pool is in slot 3, the owner in slot 4, another contract in slot 5.

/// Fees raise what all others have.
contract ReflectRateToken is Held {
    uint256 internal gained;

    function rate() internal view returns (uint256) {
        return 1e18 + gained;
    }

    function balanceOf(address who) public view override returns (uint256) {
        return who == pool ? balances[who] : balances[who] * rate() / 1e18;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = value * 2 / 100;
        balances[from] -= from == pool ? value : value * 1e18 / rate();
        balances[to] += to == pool ? value - fee : (value - fee) * 1e18 / rate();
        gained += fee * 1e18 / total;
        emit Transfer(from, to, value - fee);
    }
}

/// Made for coins and taken back for coins, at a price that rises with the supply.
contract CurveToken is PlainToken {
    function price() public view returns (uint256) {
        return 5e13 + total / 1e11;
    }

    function buy() external payable {
        uint256 value = msg.value * 1e18 / price();
        require(value > 0, "VALUE");
        balances[msg.sender] += value;
        total += value;
    }

    function sell(uint256 value) external {
        balances[msg.sender] -= value;
        total -= value;
        (bool ok,) = msg.sender.call{value: value * price() / 1e18}("");
        require(ok, "PAY");
    }
}

/// Balances follow a stake that a quorum reports within bounds.
contract StakedRebaseToken is Held {
    address internal oracle;
    uint256 internal pooled;

    function scale() internal view returns (uint256) {
        return pooled == 0 ? 1e18 : pooled;
    }

    function report(uint256 next) external {
        require(msg.sender == oracle, "ORACLE");
        require(next * 100 >= scale() * 99 && next * 1000 <= scale() * 1001, "BOUNDS");
        pooled = next;
    }

    function balanceOf(address who) public view override returns (uint256) {
        return balances[who] * scale() / 1e18;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value * 1e18 / scale());
    }
}

interface IReported {
    function report(uint256) external;
}

/// Three members have to report the same.
contract QuorumOracle {
    address private first;
    address private token;
    mapping(uint256 => mapping(address => bool)) internal said;
    mapping(uint256 => uint256) internal votes;

    function submit(uint256 next) external {
        require(msg.sender == first || msg.sender == address(0x0AC1) || msg.sender == address(0x0AC2), "MEMBER");
        require(!said[next][msg.sender], "TWICE");
        said[next][msg.sender] = true;
        if (++votes[next] == 3) IReported(token).report(next);
    }
}

/// Wraps another token, one for one.
contract WrapperToken is PlainToken {
    PlainToken internal constant INNER = PlainToken(0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed);

    function depositFor(address to, uint256 value) external returns (bool) {
        require(INNER.transferFrom(msg.sender, address(this), value), "INNER");
        balances[to] += value;
        total += value;
        return true;
    }

    function withdrawTo(address to, uint256 value) external returns (bool) {
        balances[msg.sender] -= value;
        total -= value;
        return INNER.transfer(to, value);
    }
}

/// Fees of at most five percent, for a wallet that the owner names.
contract CappedFeesToken is Held {
    uint256 internal buying;
    uint256 internal selling;
    address internal taxWallet;

    function setFees(uint256 buy, uint256 sell) external onlyOwner {
        require(buy <= 5 && sell <= 5, "FEES");
        buying = buy;
        selling = sell;
    }

    function setTaxWallet(address to) external onlyOwner {
        require(to != address(0) && to != pool, "WALLET");
        taxWallet = to;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 percent = from == pool ? buying : to == pool ? selling : 0;
        address taker = taxWallet == address(0) ? owner : taxWallet;
        super.move(from, taker, value * percent / 100);
        super.move(from, to, value - value * percent / 100);
    }
}

/// Governance makes tokens, after a delay.
contract GovernedToken is Held {
    uint256 public immutable cap = 10_000_000 ether;

    function mint(address to, uint256 value) external onlyOwner {
        require(total + value <= cap, "CAP");
        balances[to] += value;
        total += value;
    }
}

/// A dollar that its issuer can stop, freeze and wipe.
contract IssuerDollarToken is Held {
    bool public paused;
    mapping(address => bool) internal frozen;

    function pause() external onlyOwner {
        paused = true;
    }

    function unpause() external onlyOwner {
        paused = false;
    }

    function freeze(address who) external onlyOwner {
        frozen[who] = true;
    }

    function wipeFrozenAddress(address who) external onlyOwner {
        require(frozen[who], "FROZEN");
        total -= balances[who];
        balances[who] = 0;
    }

    function increaseSupply(uint256 value) external onlyOwner {
        balances[owner] += value;
        total += value;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!paused && !frozen[from] && !frozen[to], "STOPPED");
        super.move(from, to, value);
    }
}

/// Operators that holders name (ERC-777).
contract HolderOperatorToken is PlainToken {
    mapping(address => mapping(address => bool)) internal operators;

    function authorizeOperator(address who) external {
        operators[msg.sender][who] = true;
    }

    function revokeOperator(address who) external {
        operators[msg.sender][who] = false;
    }

    function send(address to, uint256 value, bytes calldata) external {
        move(msg.sender, to, value);
    }

    function operatorSend(address from, address to, uint256 value, bytes calldata, bytes calldata) external {
        require(msg.sender == from || operators[from][msg.sender], "OPERATOR");
        move(from, to, value);
    }
}

/// Votes delegated by signature.
contract DelegatedVotesToken is PlainToken {
    mapping(address => address) public delegates;
    mapping(address => uint256) public nonces;

    function delegate(address to) external {
        delegates[msg.sender] = to;
    }

    function delegateBySig(address to, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= expiry, "EXPIRED");
        bytes32 content = keccak256(abi.encode(block.chainid, address(this), to, nonce, expiry));
        address signer = ecrecover(content, v, r, s);
        require(signer != address(0) && nonce == nonces[signer]++, "SIGNATURE");
        delegates[signer] = to;
    }
}

/// What the team has of it is let go over two years, out of the token's own stock.
contract VestedToken is Held {
    uint256 internal constant START = 1_700_000_000;
    uint256 internal released;

    function release() external {
        uint256 passed = block.timestamp - START;
        if (passed > 730 days) passed = 730 days;
        uint256 due = total / 10 * passed / 730 days - released;
        if (due > balances[address(this)]) due = balances[address(this)];
        released += due;
        super.move(address(this), owner, due);
    }
}

/// Made and burnt by a bridge (ERC-7802).
contract CrosschainToken is Held {
    address internal bridge;

    function crosschainMint(address to, uint256 value) external {
        require(msg.sender == bridge, "BRIDGE");
        balances[to] += value;
        total += value;
    }

    function crosschainBurn(address from, uint256 value) external {
        require(msg.sender == bridge, "BRIDGE");
        balances[from] -= value;
        total -= value;
    }
}

interface ICrosschain {
    function crosschainMint(address to, uint256 value) external;
    function crosschainBurn(address from, uint256 value) external;
}

interface IMessenger {
    function xDomainMessageSender() external view returns (address);
}

/// The bridge: it makes what another chain has burnt, and burns what its caller has.
contract MessageBridge {
    address private unused;
    address private token;
    address private constant MESSENGER = 0x4200000000000000000000000000000000000007;

    function relayERC20(address to, uint256 value) external {
        require(msg.sender == MESSENGER && MESSENGER.code.length > 0, "MESSENGER");
        require(IMessenger(MESSENGER).xDomainMessageSender() == address(this), "SENDER");
        ICrosschain(token).crosschainMint(to, value);
    }

    function sendERC20(uint256 value, uint256) external {
        ICrosschain(token).crosschainBurn(msg.sender, value);
    }
}

/// All of an owner's functions, and no owner any more.
contract RenouncedMemeToken is Held {
    bool internal open = true;
    uint256 internal fee;
    mapping(address => bool) internal bots;

    function setFee(uint256 percent) external onlyOwner {
        fee = percent;
    }

    function addBots(address[] calldata list) external onlyOwner {
        for (uint256 i; i < list.length; i++) bots[list[i]] = true;
    }

    function transferOwnership(address to) external onlyOwner {
        owner = to;
    }

    function renounceOwnership() external onlyOwner {
        owner = address(0);
    }

    function move(address from, address to, uint256 value) internal override {
        require(!bots[from], "BOT");
        uint256 taken = value * fee / 100;
        super.move(from, address(this), taken);
        super.move(from, to, value - taken);
    }
}

interface ISigner {
    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4);
}

/// Permits with a signature of bytes, of a key or of a contract (ERC-1271).
contract BytesPermitToken is Held {
    mapping(address => uint256) public nonces;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 kind = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(kind, block.chainid, address(this)));
    }

    function permit(address from, address to, uint256 value, uint256 until, bytes calldata signature) external {
        require(block.timestamp <= until, "EXPIRED");
        bytes32 kind = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 content = keccak256(abi.encode(kind, from, to, value, nonces[from]++, until));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), content));
        if (from.code.length > 0) {
            require(ISigner(from).isValidSignature(digest, signature) == 0x1626ba7e, "SIGNATURE");
        } else {
            require(signature.length == 65, "LENGTH");
            address signer = ecrecover(
                digest, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64])
            );
            require(signer != address(0) && signer == from, "SIGNATURE");
        }
        allowances[from][to] = value;
    }
}

/// Bounds of what one wallet has, of a hundredth at least, and gone for good once they are lifted.
contract FloorLimitsToken is Held {
    uint256 internal most;
    bool internal lifted;

    function setMaxWallet(uint256 value) external onlyOwner {
        require(value >= total / 100, "FLOOR");
        most = value;
    }

    function removeLimits() external onlyOwner {
        lifted = true;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        require(lifted || most == 0 || to == pool || to == owner || balances[to] <= most, "MOST");
    }
}

/// Coins for holders; the owner takes accounts out of the distribution.
contract DividendToken is Held {
    uint256 internal perToken;
    mapping(address => uint256) internal taken;
    mapping(address => bool) internal excluded;

    function distribute() external payable {
        perToken += msg.value * 1e18 / total;
    }

    function excludeFromDividends(address who, bool yes) external onlyOwner {
        excluded[who] = yes;
    }

    function claimDividends() external {
        require(!excluded[msg.sender], "EXCLUDED");
        uint256 due = balances[msg.sender] * (perToken - taken[msg.sender]) / 1e18;
        taken[msg.sender] = perToken;
        (bool ok,) = msg.sender.call{value: due}("");
        require(ok, "PAY");
    }

    function move(address from, address to, uint256 value) internal override {
        taken[to] = perToken;
        super.move(from, to, value);
    }
}

interface IRenderer {
    function render(address token) external view returns (string memory);
}

/// Another contract paints its picture, and the owner says which.
contract RenderedToken is Held {
    address internal renderer;

    function setRenderer(address to) external onlyOwner {
        renderer = to;
    }

    function contractURI() external view returns (string memory) {
        return IRenderer(renderer).render(address(this));
    }
}

/// A farm makes tokens at a rate.
contract FarmedToken is Held {
    address internal farm;

    function mint(address to, uint256 value) external {
        require(msg.sender == farm, "FARM");
        balances[to] += value;
        total += value;
    }
}

interface IFarmed {
    function mint(address to, uint256 value) external;
}

/// The farm: one token a block at most, for those who have a stake; its owner can only lower the rate.
contract Farm {
    address private boss;
    address private token;
    uint256 internal lowered;
    mapping(address => uint256) internal stakes;
    mapping(address => uint256) internal since;
    uint256 internal staked;

    function lowerRate(uint256 by) external {
        require(msg.sender == boss && lowered + by <= 1 ether, "RATE");
        lowered += by;
    }

    function stake() external payable {
        harvest();
        stakes[msg.sender] += msg.value;
        staked += msg.value;
    }

    function harvest() public {
        uint256 share = stakes[msg.sender];
        uint256 blocks = block.number - since[msg.sender];
        since[msg.sender] = block.number;
        if (share > 0) IFarmed(token).mint(msg.sender, (1 ether - lowered) * blocks * share / staked);
    }
}

/// Burns what it has itself.
contract OwnBurnToken is Held {
    function triggerAutoBurn() external {
        uint256 value = balances[address(this)];
        balances[address(this)] = 0;
        total -= value;
    }

    function sweep(address token, address to) external onlyOwner {
        PlainToken other = PlainToken(token);
        require(token != address(this), "SELF");
        other.transfer(to, other.balanceOf(address(this)));
    }
}

/// Several calls in one, each as its caller.
contract BatchToken is Held {
    function multicall(bytes[] calldata calls) external {
        for (uint256 i; i < calls.length; i++) {
            (bool ok,) = address(this).delegatecall(calls[i]);
            require(ok, "CALL");
        }
    }
}

/// Calls through a forwarder that checks who has signed (ERC-2771).
contract ForwardedToken is Held {
    address internal forwarder;

    function isTrustedForwarder(address who) external view returns (bool) {
        return who == forwarder;
    }

    function sender() internal view returns (address) {
        if (msg.sender == forwarder && msg.data.length >= 20) return address(bytes20(msg.data[msg.data.length - 20:]));
        return msg.sender;
    }

    function approve(address spender, uint256 value) public override returns (bool) {
        allowances[sender()][spender] = value;
        return true;
    }

    function send(address to, uint256 value) external {
        move(sender(), to, value);
    }
}

/// The forwarder.
contract Forwarder {
    mapping(address => uint256) public nonces;

    function execute(address from, address to, bytes calldata data, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 content = keccak256(abi.encode(block.chainid, address(this), from, to, data, nonces[from]++));
        address signer = ecrecover(content, v, r, s);
        require(signer != address(0) && signer == from, "SIGNATURE");
        (bool ok,) = to.call(abi.encodePacked(data, from));
        require(ok, "CALL");
    }
}

/// Takes an older token and makes as many.
contract MigratedToken is PlainToken {
    PlainToken internal constant OLDER = PlainToken(0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed);

    function migrate(uint256 value) external {
        require(OLDER.transferFrom(msg.sender, 0x000000000000000000000000000000000000dEaD, value), "OLDER");
        balances[msg.sender] += value;
        total += value;
    }
}

/// A guardian stops transfers for three days at most, and not again for thirty.
contract GuardedToken is Held {
    uint256 internal stoppedAt;

    function emergencyStop() external onlyOwner {
        require(block.timestamp >= stoppedAt + 30 days, "AGAIN");
        stoppedAt = block.timestamp;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= stoppedAt + 3 days, "STOPPED");
        super.move(from, to, value);
    }
}

interface IRewards {
    function handleAction(address who, uint256 balance) external;
}

/// Tells a contract of rewards who has how much; what that does cannot stop a transfer.
contract RewardHookToken is Held {
    address internal rewards;

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        try IRewards(rewards).handleAction{gas: 60_000}(from, balances[from]) {} catch {}
        try IRewards(rewards).handleAction{gas: 60_000}(to, balances[to]) {} catch {}
    }
}

/// The contract of rewards.
contract RewardsDesk {
    address private boss;
    address private token;
    bool internal closed;
    mapping(address => uint256) internal seen;

    function setClosed(bool yes) external {
        require(msg.sender == boss, "BOSS");
        closed = yes;
    }

    function handleAction(address who, uint256 balance) external {
        require(!closed && msg.sender == token, "CLOSED");
        seen[who] = balance;
    }
}
