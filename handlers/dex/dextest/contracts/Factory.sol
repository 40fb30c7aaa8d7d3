// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

/// What a pool is recognised by. Both are placed in genesis.

/// The factory of any of the exchanges, with the getPool of each.
contract Factory {
    mapping(address => mapping(address => mapping(uint256 => address))) private pools;

    function register(address token0, address token1, uint256 variant, address pool) external {
        pools[token0][token1][variant] = pool;
    }

    function getPool(address a, address b, bool stable) external view returns (address) {
        return pools[a][b][stable ? 1 : 0];
    }

    function getPool(address a, address b, int24 tickSpacing) external view returns (address) {
        return pools[a][b][uint24(tickSpacing)];
    }

    function getPool(address a, address b, uint24 fee) external view returns (address) {
        return pools[a][b][fee];
    }
}

/// A pool with concentrated liquidity that tells its fee and its tick spacing, as Uniswap v3's do.
contract FeePool {
    address public factory; // slot 0
    address public token0; // slot 1
    address public token1; // slot 2
    uint256 private unused; // keeps the next two in a slot of their own
    int24 public tickSpacing; // slot 4
    uint24 public fee; // slot 4, 24 bits up

    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );

    function swap(int256 amount0, int256 amount1, address recipient) external {
        emit Swap(msg.sender, recipient, amount0, amount1, 1 << 96, 1, 0);
    }
}
