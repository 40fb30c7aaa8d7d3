// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import {TestDollar} from "./TestDollar.sol";

/// Collects deposits of channels by EIP-3009, for the development chain. The nonce that the payer signs names the
/// channel, so that a deposit can go nowhere else.
contract TestCollector {
    /// Where the channels are on every chain.
    address public constant x402BatchSettlement = 0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003;

    error OnlySettlement();

    function collect(address payer, address token, uint256 amount, bytes32 channelId, bytes calldata data) external {
        if (msg.sender != x402BatchSettlement) revert OnlySettlement();
        (uint256 validAfter, uint256 validBefore, uint256 salt, bytes memory signature) =
            abi.decode(data, (uint256, uint256, uint256, bytes));
        bytes32 nonce = keccak256(abi.encode(channelId, salt));
        TestDollar(token).receiveWithAuthorization(
            payer, address(this), amount, validAfter, validBefore, nonce, signature
        );
        TestDollar(token).transfer(x402BatchSettlement, amount);
    }
}
