// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import {TestCollector} from "./TestCollector.sol";
import {TestDollar} from "./TestDollar.sol";

/// The payment channels of x402's batch-settlement scheme, for the development chain: the interface, the signed
/// messages and the rules of the published contract, in code of our own. Genesis runs no constructor, so nothing here
/// is immutable, and there is no guard against re-entrance: its one token calls nobody.
contract TestChannels {
    struct ChannelConfig {
        address payer;
        address payerAuthorizer;
        address receiver;
        address receiverAuthorizer;
        address token;
        uint40 withdrawDelay;
        bytes32 salt;
    }

    struct ChannelState {
        uint128 balance;
        uint128 totalClaimed;
    }

    struct WithdrawalState {
        uint128 amount;
        uint40 initiatedAt;
    }

    struct ReceiverState {
        uint128 totalClaimed;
        uint128 totalSettled;
    }

    struct Voucher {
        ChannelConfig channel;
        uint128 maxClaimableAmount;
    }

    struct VoucherClaim {
        Voucher voucher;
        bytes signature;
        uint128 totalClaimed;
    }

    uint40 public constant MIN_WITHDRAW_DELAY = 900;
    uint40 public constant MAX_WITHDRAW_DELAY = 2592000;

    bytes32 public constant CHANNEL_CONFIG_TYPEHASH = keccak256(
        "ChannelConfig(address payer,address payerAuthorizer,address receiver,address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)"
    );
    bytes32 public constant VOUCHER_TYPEHASH = keccak256("Voucher(bytes32 channelId,uint128 maxClaimableAmount)");
    bytes32 public constant REFUND_TYPEHASH = keccak256("Refund(bytes32 channelId,uint256 nonce,uint128 amount)");
    bytes32 public constant CLAIM_ENTRY_TYPEHASH =
        keccak256("ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)");
    bytes32 public constant CLAIM_BATCH_TYPEHASH = keccak256(
        "ClaimBatch(ClaimEntry[] claims)ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)"
    );
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    mapping(bytes32 => ChannelState) public channels;
    mapping(bytes32 => uint256) public refundNonce;
    mapping(bytes32 => WithdrawalState) public pendingWithdrawals;
    mapping(address => mapping(address => ReceiverState)) public receivers;

    event ChannelCreated(bytes32 indexed channelId, ChannelConfig config);
    event ChannelClosed(bytes32 indexed channelId, ChannelConfig config);
    event Deposited(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 newBalance);
    event Claimed(bytes32 indexed channelId, address indexed sender, uint128 claimAmount, uint128 newTotalClaimed);
    event Settled(address indexed receiver, address indexed token, address indexed sender, uint128 amount);
    event Refunded(bytes32 indexed channelId, address indexed sender, uint128 amount);
    event WithdrawInitiated(bytes32 indexed channelId, uint128 amount, uint40 finalizeAfter);
    event WithdrawFinalized(bytes32 indexed channelId, address indexed sender, uint128 amount);

    error InvalidChannel();
    error ZeroDeposit();
    error DepositOverflow();
    error InvalidSignature();
    error NotReceiverAuthorizer();
    error NotAuthorizedToClaim();
    error NotAuthorizedToRefund();
    error ClaimExceedsCeiling();
    error ClaimExceedsBalance();
    error WithdrawalAlreadyPending();
    error WithdrawalNotPending();
    error NotAuthorizedToFinalizeWithdraw();
    error WithdrawDelayNotElapsed();
    error NothingToWithdraw();
    error WithdrawAmountExceedsAvailable();
    error WithdrawDelayOutOfRange();
    error EmptyBatch();
    error DepositCollectionFailed();
    error InvalidCollector();
    error InvalidRefundNonce();
    error ZeroRefund();

    /// Makes several calls of this contract in one transaction, all or none.
    function multicall(bytes[] calldata data) external returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 i = 0; i < data.length; i++) {
            (bool ok, bytes memory answer) = address(this).delegatecall(data[i]);
            if (!ok) {
                assembly {
                    revert(add(answer, 32), mload(answer))
                }
            }
            results[i] = answer;
        }
    }

    function deposit(ChannelConfig calldata config, uint128 amount, address collector, bytes calldata collectorData)
        external
    {
        if (
            config.payer == address(0) || config.receiver == address(0) || config.receiverAuthorizer == address(0)
                || config.token == address(0)
        ) revert InvalidChannel();
        if (config.withdrawDelay < MIN_WITHDRAW_DELAY || config.withdrawDelay > MAX_WITHDRAW_DELAY) {
            revert WithdrawDelayOutOfRange();
        }
        if (amount == 0) revert ZeroDeposit();
        if (collector == address(0)) revert InvalidCollector();

        bytes32 id = getChannelId(config);
        ChannelState storage channel = channels[id];
        if (uint256(channel.balance) + amount > type(uint128).max) revert DepositOverflow();
        channel.balance += amount;

        uint256 held = TestDollar(config.token).balanceOf(address(this));
        TestCollector(collector).collect(config.payer, config.token, amount, id, collectorData);
        if (TestDollar(config.token).balanceOf(address(this)) != held + amount) revert DepositCollectionFailed();

        if (channel.balance == amount && channel.totalClaimed == 0) emit ChannelCreated(id, config);
        emit Deposited(id, msg.sender, amount, channel.balance);
    }

    function claim(VoucherClaim[] calldata voucherClaims) external {
        if (voucherClaims.length == 0) revert EmptyBatch();
        for (uint256 i = 0; i < voucherClaims.length; i++) {
            if (!ofReceiver(voucherClaims[i].voucher.channel)) revert NotAuthorizedToClaim();
            take(voucherClaims[i]);
        }
    }

    function claimWithSignature(VoucherClaim[] calldata voucherClaims, bytes calldata authorizerSignature) external {
        if (voucherClaims.length == 0) revert EmptyBatch();
        address authorizer = voucherClaims[0].voucher.channel.receiverAuthorizer;
        if (!signedBy(authorizer, getClaimBatchDigest(voucherClaims), authorizerSignature)) revert InvalidSignature();
        for (uint256 i = 0; i < voucherClaims.length; i++) {
            if (voucherClaims[i].voucher.channel.receiverAuthorizer != authorizer) revert NotReceiverAuthorizer();
            take(voucherClaims[i]);
        }
    }

    function settle(address receiver, address token) external {
        ReceiverState storage earned = receivers[receiver][token];
        uint128 amount = earned.totalClaimed - earned.totalSettled;
        if (amount == 0) return;
        earned.totalSettled = earned.totalClaimed;
        TestDollar(token).transfer(receiver, amount);
        emit Settled(receiver, token, msg.sender, amount);
    }

    function initiateWithdraw(ChannelConfig calldata config, uint128 amount) external {
        if (!ofPayer(config)) revert InvalidChannel();
        if (amount == 0) revert NothingToWithdraw();
        bytes32 id = getChannelId(config);
        WithdrawalState storage withdrawal = pendingWithdrawals[id];
        if (withdrawal.initiatedAt != 0) revert WithdrawalAlreadyPending();
        if (amount > unclaimed(id)) revert WithdrawAmountExceedsAvailable();
        withdrawal.amount = amount;
        withdrawal.initiatedAt = uint40(block.timestamp);
        emit WithdrawInitiated(id, amount, uint40(block.timestamp) + config.withdrawDelay);
    }

    function finalizeWithdraw(ChannelConfig calldata config) external {
        if (!ofPayer(config)) revert NotAuthorizedToFinalizeWithdraw();
        bytes32 id = getChannelId(config);
        WithdrawalState memory withdrawal = pendingWithdrawals[id];
        if (withdrawal.initiatedAt == 0) revert WithdrawalNotPending();
        if (block.timestamp < uint256(withdrawal.initiatedAt) + config.withdrawDelay) revert WithdrawDelayNotElapsed();
        delete pendingWithdrawals[id];
        uint128 amount = lesser(withdrawal.amount, unclaimed(id));
        channels[id].balance -= amount;
        emit WithdrawFinalized(id, msg.sender, amount);
        closeIfEmpty(id, config);
        if (amount > 0) TestDollar(config.token).transfer(config.payer, amount);
    }

    function refund(ChannelConfig calldata config, uint128 amount) external {
        if (!ofReceiver(config)) revert NotAuthorizedToRefund();
        giveBack(config, amount);
    }

    function refundWithSignature(
        ChannelConfig calldata config, uint128 amount, uint256 nonce, bytes calldata receiverAuthorizerSignature
    ) external {
        bytes32 id = getChannelId(config);
        if (nonce != refundNonce[id]) revert InvalidRefundNonce();
        bytes32 digest = getRefundDigest(id, nonce, amount);
        if (!signedBy(config.receiverAuthorizer, digest, receiverAuthorizerSignature)) revert InvalidSignature();
        giveBack(config, amount);
    }

    function getChannelId(ChannelConfig calldata config) public view returns (bytes32) {
        return digestOf(keccak256(abi.encode(CHANNEL_CONFIG_TYPEHASH, config)));
    }

    function getVoucherDigest(bytes32 channelId, uint128 maxClaimableAmount) public view returns (bytes32) {
        return digestOf(keccak256(abi.encode(VOUCHER_TYPEHASH, channelId, maxClaimableAmount)));
    }

    function getRefundDigest(bytes32 channelId, uint256 nonce, uint128 amount) public view returns (bytes32) {
        return digestOf(keccak256(abi.encode(REFUND_TYPEHASH, channelId, nonce, amount)));
    }

    function getClaimBatchDigest(VoucherClaim[] calldata voucherClaims) public view returns (bytes32) {
        bytes memory entries;
        for (uint256 i = 0; i < voucherClaims.length; i++) {
            VoucherClaim calldata row = voucherClaims[i];
            entries = bytes.concat(
                entries,
                keccak256(
                    abi.encode(
                        CLAIM_ENTRY_TYPEHASH,
                        getChannelId(row.voucher.channel),
                        row.voucher.maxClaimableAmount,
                        row.totalClaimed
                    )
                )
            );
        }
        return digestOf(keccak256(abi.encode(CLAIM_BATCH_TYPEHASH, keccak256(entries))));
    }

    function digestOf(bytes32 structHash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("x402 Batch Settlement"),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }

    function ofPayer(ChannelConfig calldata config) private view returns (bool) {
        return msg.sender == config.payer || msg.sender == config.payerAuthorizer;
    }

    function ofReceiver(ChannelConfig calldata config) private view returns (bool) {
        return msg.sender == config.receiver || msg.sender == config.receiverAuthorizer;
    }

    function unclaimed(bytes32 id) private view returns (uint128) {
        return channels[id].balance - channels[id].totalClaimed;
    }

    function lesser(uint128 a, uint128 b) private pure returns (uint128) {
        return a < b ? a : b;
    }

    /// A claim that takes nothing more is passed over, so that a batch with one that came before still counts.
    function take(VoucherClaim calldata row) private {
        ChannelConfig calldata config = row.voucher.channel;
        bytes32 id = getChannelId(config);
        ChannelState storage channel = channels[id];
        if (row.totalClaimed <= channel.totalClaimed) return;
        if (row.totalClaimed > row.voucher.maxClaimableAmount) revert ClaimExceedsCeiling();
        if (row.totalClaimed > channel.balance) revert ClaimExceedsBalance();

        bytes32 digest = getVoucherDigest(id, row.voucher.maxClaimableAmount);
        bool good = config.payerAuthorizer == address(0)
            ? signedBy(config.payer, digest, row.signature)
            : signedByKey(config.payerAuthorizer, digest, row.signature);
        if (!good) revert InvalidSignature();

        uint128 more = row.totalClaimed - channel.totalClaimed;
        channel.totalClaimed = row.totalClaimed;
        receivers[config.receiver][config.token].totalClaimed += more;
        emit Claimed(id, msg.sender, more, row.totalClaimed);
    }

    /// The nonce goes up first, whatever is left to give.
    function giveBack(ChannelConfig calldata config, uint128 wanted) private {
        if (wanted == 0) revert ZeroRefund();
        bytes32 id = getChannelId(config);
        refundNonce[id]++;
        uint128 amount = lesser(wanted, unclaimed(id));
        if (amount == 0) return;
        channels[id].balance -= amount;

        WithdrawalState storage withdrawal = pendingWithdrawals[id];
        if (withdrawal.initiatedAt != 0) {
            if (amount >= withdrawal.amount) delete pendingWithdrawals[id];
            else withdrawal.amount -= amount;
        }
        emit Refunded(id, msg.sender, amount);
        closeIfEmpty(id, config);
        TestDollar(config.token).transfer(config.payer, amount);
    }

    function closeIfEmpty(bytes32 id, ChannelConfig calldata config) private {
        if (channels[id].balance == 0 && channels[id].totalClaimed == 0) emit ChannelClosed(id, config);
    }

    function signedBy(address signer, bytes32 digest, bytes calldata signature) private view returns (bool) {
        if (signer.code.length > 0) {
            (bool ok, bytes memory answer) =
                signer.staticcall(abi.encodeWithSignature("isValidSignature(bytes32,bytes)", digest, signature));
            return ok && answer.length >= 32 && abi.decode(answer, (bytes32)) == bytes32(bytes4(0x1626ba7e));
        }
        return signedByKey(signer, digest, signature);
    }

    /// Whether it is the signature of the key of an address, whatever code stands there.
    function signedByKey(address signer, bytes32 digest, bytes calldata signature) private pure returns (bool) {
        if (signature.length != 65) return false;
        bytes32 s = bytes32(signature[32:64]);
        if (uint256(s) > HALF_ORDER) return false;
        address recovered = ecrecover(digest, uint8(signature[64]), bytes32(signature[0:32]), s);
        return recovered != address(0) && recovered == signer;
    }
}
