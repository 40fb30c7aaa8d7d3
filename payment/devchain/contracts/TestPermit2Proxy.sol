// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import {TestPermit2} from "./TestPermit2.sol";

/// What x402 needs of its proxy for exact payments by Permit2, for development chains: it sends what was signed to whom
/// was signed, and to nobody else. It stands at the published address and calls Permit2 at its own.
contract TestPermit2Proxy {
    struct Witness {
        address to;
        uint256 validAfter;
    }

    error InvalidDestination();
    error PaymentTooEarly();
    error InvalidOwner();
    error InvalidAmount();

    event Settled();

    TestPermit2 public constant PERMIT2 = TestPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);

    bytes32 private constant WITNESS = keccak256("Witness(address to,uint256 validAfter)");
    string private constant WITNESS_TYPE =
        "Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)";

    function settle(
        TestPermit2.PermitTransferFrom calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external {
        if (permit.permitted.amount == 0) revert InvalidAmount();
        if (owner == address(0)) revert InvalidOwner();
        if (witness.to == address(0)) revert InvalidDestination();
        if (block.timestamp < witness.validAfter) revert PaymentTooEarly();

        PERMIT2.permitWitnessTransferFrom(
            permit,
            TestPermit2.SignatureTransferDetails({to: witness.to, requestedAmount: permit.permitted.amount}),
            owner,
            keccak256(abi.encode(WITNESS, witness.to, witness.validAfter)),
            WITNESS_TYPE,
            signature
        );
        emit Settled();
    }
}
