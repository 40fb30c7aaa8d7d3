// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

/// A hostile contract wallet, for tests: its signature check passes while the call pays no gas, as
/// a simulation does, and burns all gas it is given in a real transaction.
contract GasBurner {
    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        if (tx.gasprice == 0) return 0x1626ba7e;
        while (gasleft() > 100) {}
        return 0xffffffff;
    }
}
