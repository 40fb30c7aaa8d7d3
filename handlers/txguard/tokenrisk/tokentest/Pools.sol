// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

interface IERC20 {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external returns (bool);
}

/// A constant-product pool with the interface of Uniswap v2 and a fee of 0.3 percent. Storage is set in
/// genesis: token0, token1, the reserves, then the shares of liquidity and their sum.
contract PairV2 {
    address public token0;
    address public token1;
    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private last;
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;

    event Swap(address indexed sender, uint256 a0In, uint256 a1In, uint256 a0Out, uint256 a1Out, address indexed to);

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, last);
    }

    /// Moves shares.
    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }

    /// Takes over what is there as reserves.
    function sync() external {
        (reserve0, reserve1) = (uint112(IERC20(token0).balanceOf(address(this))), uint112(IERC20(token1).balanceOf(address(this))));
    }

    function swap(uint256 out0, uint256 out1, address to, bytes calldata) external {
        require(out0 > 0 || out1 > 0, "INSUFFICIENT_OUTPUT_AMOUNT");
        (uint256 r0, uint256 r1) = (reserve0, reserve1);
        require(out0 < r0 && out1 < r1, "INSUFFICIENT_LIQUIDITY");
        if (out0 > 0) require(IERC20(token0).transfer(to, out0), "TRANSFER_FAILED");
        if (out1 > 0) require(IERC20(token1).transfer(to, out1), "TRANSFER_FAILED");
        uint256 b0 = IERC20(token0).balanceOf(address(this));
        uint256 b1 = IERC20(token1).balanceOf(address(this));
        uint256 in0 = b0 > r0 - out0 ? b0 - (r0 - out0) : 0;
        uint256 in1 = b1 > r1 - out1 ? b1 - (r1 - out1) : 0;
        require(in0 > 0 || in1 > 0, "INSUFFICIENT_INPUT_AMOUNT");
        require((b0 * 1000 - in0 * 3) * (b1 * 1000 - in1 * 3) >= r0 * r1 * 1000 ** 2, "K");
        (reserve0, reserve1) = (uint112(b0), uint112(b1));
        emit Swap(msg.sender, in0, in1, out0, out1, to);
    }
}

interface IPayer {
    function uniswapV3SwapCallback(int256, int256, bytes calldata) external;
}

/// A pool with the interface of Uniswap v3 and one range that is never left, so that the price moves as
/// with a constant product; fee 0.3 percent. Storage: token0, token1, sqrtPriceX96, liquidity.
contract PoolV3 {
    address public token0;
    address public token1;
    uint160 private sqrtPrice;
    uint128 public liquidity;
    uint24 public constant fee = 3000;

    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool) {
        return (sqrtPrice, 0, 0, 0, 0, 0, true);
    }

    function swap(address recipient, bool zeroForOne, int256 specified, uint160, bytes calldata data)
        external
        returns (int256 a0, int256 a1)
    {
        require(specified > 0, "EXACT_INPUT_ONLY");
        uint256 net = uint256(specified) * 9970 / 10000;
        uint256 l = liquidity;
        uint256 p = sqrtPrice;
        uint256 next;
        uint256 out;
        if (zeroForOne) {
            // 1/next = 1/p + net/l
            next = (l << 96) / ((l << 96) / p + net);
            out = l * (p - next) >> 96;
            (a0, a1) = (specified, -int256(out));
        } else {
            next = p + (net << 96) / l;
            out = (l << 96) / p - (l << 96) / next;
            (a0, a1) = (-int256(out), specified);
        }
        sqrtPrice = uint160(next);
        (address give, address take) = zeroForOne ? (token1, token0) : (token0, token1);
        require(IERC20(give).transfer(recipient, out), "TRANSFER");
        uint256 before = IERC20(take).balanceOf(address(this));
        IPayer(msg.sender).uniswapV3SwapCallback(a0, a1, data);
        require(IERC20(take).balanceOf(address(this)) >= before + uint256(specified), "IIA");
    }
}

/// Answers which pool there is for two tokens, v2 and v3. Pools are set by anybody: it is for tests.
contract Factory {
    mapping(address => mapping(address => address)) private pairs;
    mapping(address => mapping(address => mapping(uint24 => address))) private pools;

    function getPair(address a, address b) external view returns (address) {
        return pairs[a][b];
    }

    function getPool(address a, address b, uint24 fee) external view returns (address) {
        return pools[a][b][fee];
    }

    function setPair(address a, address b, address pair) external {
        pairs[a][b] = pair;
        pairs[b][a] = pair;
    }

    function setPool(address a, address b, uint24 fee, address pool) external {
        pools[a][b][fee] = pool;
        pools[b][a][fee] = pool;
    }
}

/// A price feed with the interface of Chainlink's proxies: 2,000 dollars with 8 decimals.
contract Feed {
    string public constant description = "ETH / USD";

    function decimals() external pure returns (uint8) {
        return 8;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, 2000e8, block.timestamp, block.timestamp, 1);
    }
}
