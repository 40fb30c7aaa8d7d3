// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

/// What prices come from: feeds and pools, in the forms of Chainlink, Aerodrome and Uniswap v3. They are placed in genesis, each
/// variable in a slot of its own, and have setters in place of the markets that move the real ones.

/// A price feed whose answers are a fixed time old at every block. It serves as an uptime feed too.
contract PriceFeed {
    string private label; // slot 0, as short strings are stored
    uint256 public decimals; // slot 1
    uint256 public newest; // slot 2: proxy round id
    uint256 public age; // slot 3: of the newest answer, in seconds; the largest number: it has no time
    uint256 public spacing; // slot 4: seconds from one round to the next
    mapping(uint256 => int256) public answers; // slot 5

    function set(int256 answer, uint256 seconds_) external {
        answers[newest] = answer;
        age = seconds_;
    }

    function rename(bytes32 shortString) external {
        assembly {
            sstore(0, shortString)
        }
    }

    function description() external view returns (string memory) {
        return label;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return round(newest);
    }

    function getRoundData(uint80 id) external view returns (uint80, int256, uint256, uint256, uint80) {
        require(answers[id] != 0, "No data present");
        return round(id);
    }

    function round(uint256 id) internal view returns (uint80, int256, uint256, uint256, uint80) {
        uint256 time = age == type(uint256).max ? 0 : block.timestamp - age - (newest - id) * spacing;
        return (uint80(id), answers[id], time, time, uint80(id));
    }
}

/// A pool that keeps reserves, after Aerodrome's.
contract ReservePool {
    address public factory; // slot 0
    address public token0; // slot 1
    address public token1; // slot 2
    uint256 public reserve0; // slot 3
    uint256 public reserve1; // slot 4
    bool public stable; // slot 5

    event Swap(
        address indexed sender, address indexed to, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out
    );

    function getReserves() external view returns (uint256, uint256, uint256) {
        return (reserve0, reserve1, block.timestamp);
    }

    /// Books a swap that nobody pays for.
    function swap(uint256 in0, uint256 in1, uint256 out0, uint256 out1, address to) external {
        reserve0 = reserve0 + in0 - out0;
        reserve1 = reserve1 + in1 - out1;
        emit Swap(msg.sender, to, in0, in1, out0, out1);
    }
}

/// A pool with concentrated liquidity, as far as both exchanges are alike.
contract TickPool {
    address public factory; // slot 0
    address public token0; // slot 1
    address public token1; // slot 2
    uint256 public sqrtPriceX96; // slot 3
    uint256 public liquidity; // slot 4
    int24 public tickSpacing; // slot 5
    uint256 public words; // slot 6: of slot0(): 7 for Uniswap v3, 6 for Slipstream, which has no protocol fee

    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );

    /// Books a swap that nobody pays for: amounts as the pool sees them, and the price after it.
    function swap(int256 amount0, int256 amount1, uint160 price, address recipient) external {
        sqrtPriceX96 = price;
        emit Swap(msg.sender, recipient, amount0, amount1, price, uint128(liquidity), 0);
    }

    function setLiquidity(uint256 units) external {
        liquidity = units;
    }

    /// The price, a tick of 0, and ones.
    function slot0() external view {
        assembly {
            let size := mul(32, sload(words.slot))
            for { let at := 64 } lt(at, size) { at := add(at, 32) } { mstore(at, 1) }
            mstore(0, sload(sqrtPriceX96.slot))
            mstore(32, 0)
            return(0, size)
        }
    }
}
