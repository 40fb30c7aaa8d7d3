// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

/// What x402 needs of Uniswap's Permit2, for development chains: a transfer by signature with a witness, and the bits
/// of spent nonces. It stands at the published address, and takes and refuses as the published contract does, except
/// that it knows no signatures of 64 bytes. Its code is placed in genesis and has no constructor.
contract TestPermit2 {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    error SignatureExpired(uint256 signatureDeadline);
    error InvalidAmount(uint256 maxAmount);
    error InvalidNonce();
    error InvalidSignature();
    error InvalidSigner();
    error InvalidSignatureLength();
    error InvalidContractSignature();

    event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask);

    mapping(address => mapping(uint256 => uint256)) public nonceBitmap;

    bytes32 private constant TOKEN_PERMISSIONS = keccak256("TokenPermissions(address token,uint256 amount)");
    string private constant STUB =
        "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,";

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Permit2"),
                block.chainid,
                address(this)
            )
        );
    }

    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessType,
        bytes calldata signature
    ) external {
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        if (details.requestedAmount > permit.permitted.amount) revert InvalidAmount(permit.permitted.amount);

        uint256 bit = 1 << uint8(permit.nonce);
        uint256 flipped = nonceBitmap[owner][permit.nonce >> 8] ^= bit;
        if (flipped & bit == 0) revert InvalidNonce();

        bytes32 permitted = keccak256(abi.encode(TOKEN_PERMISSIONS, permit.permitted.token, permit.permitted.amount));
        bytes32 typeHash = keccak256(abi.encodePacked(STUB, witnessType));
        bytes32 message =
            keccak256(abi.encode(typeHash, permitted, msg.sender, permit.nonce, permit.deadline, witness));
        verify(owner, keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), message)), signature);

        (bool done, bytes memory answer) = permit.permitted.token.call(
            abi.encodeWithSignature(
                "transferFrom(address,address,uint256)", owner, details.to, details.requestedAmount
            )
        );
        require(done && (answer.length == 0 || abi.decode(answer, (bool))), "TRANSFER_FROM_FAILED");
    }

    /// Makes nonces of the caller worthless.
    function invalidateUnorderedNonces(uint256 word, uint256 mask) external {
        nonceBitmap[msg.sender][word] |= mask;
        emit UnorderedNonceInvalidation(msg.sender, word, mask);
    }

    function verify(address owner, bytes32 digest, bytes calldata signature) private view {
        if (owner.code.length > 0) {
            (bool ok, bytes memory answer) =
                owner.staticcall(abi.encodeWithSignature("isValidSignature(bytes32,bytes)", digest, signature));
            if (!ok || answer.length < 32 || abi.decode(answer, (bytes32)) != bytes32(bytes4(0x1626ba7e))) {
                revert InvalidContractSignature();
            }
            return;
        }
        if (signature.length != 65) revert InvalidSignatureLength();
        address signer =
            ecrecover(digest, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        if (signer == address(0)) revert InvalidSignature();
        if (signer != owner) revert InvalidSigner();
    }
}
