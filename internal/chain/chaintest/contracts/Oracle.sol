// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

/// The part of the OP Stack's GasPriceOracle that is read: what Ethereum charges, as the rollup knows it.
contract GasOracle {
    uint256 public constant l1BaseFee = 1.2 gwei;
    uint256 public constant blobBaseFee = 1;
}
