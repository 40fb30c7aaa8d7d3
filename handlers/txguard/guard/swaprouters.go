package guard

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// swapRouterFunctions are those of Uniswap's v3 routers and of Slipstream's, which keep what they are told to keep
// until a later call of the same transaction fetches it. Sources: Uniswap/v3-periphery (SwapRouter, PeripheryPayments),
// Uniswap/swap-router-contracts (SwapRouter02), aerodrome-finance/slipstream (ISwapRouter).
func swapRouterFunctions() []declaration {
	const fee = "address tokenIn,address tokenOut,uint24 fee,address recipient,"
	const spacing = "address tokenIn,address tokenOut,int24 tickSpacing,address recipient,"
	const in = "uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96"
	const out = "uint256 amountOut,uint256 amountInMaximum,uint160 sqrtPriceLimitX96"
	const until = "uint256 deadline,"

	list := []declaration{
		{
			"exactInput((bytes path,address recipient,uint256 deadline,uint256 amountIn," +
				"uint256 amountOutMinimum) params)",
			swapped,
		},
		{"exactInput((bytes path,address recipient,uint256 amountIn,uint256 amountOutMinimum) params)", swapped},
		{
			"exactOutput((bytes path,address recipient,uint256 deadline,uint256 amountOut," +
				"uint256 amountInMaximum) params)",
			swapped,
		},
		{"exactOutput((bytes path,address recipient,uint256 amountOut,uint256 amountInMaximum) params)", swapped},
		{"swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to)", listed},
		{"swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path,address to)", listed},
	}

	for _, pool := range []string{fee, spacing} {
		list = append(list,
			declaration{"exactInputSingle((" + pool + until + in + ") params)", swapped},
			declaration{"exactOutputSingle((" + pool + until + out + ") params)", swapped},
		)
	}

	return append(list,
		declaration{"exactInputSingle((" + fee + in + ") params)", swapped},
		declaration{"exactOutputSingle((" + fee + out + ") params)", swapped},
	)
}

// settlingFunctions fetch what a router has kept, or give it something to keep.
func settlingFunctions() []declaration {
	paid := func(to func(c *call) *common.Address) func(*call) {
		return func(c *call) { c.pays("swap", to(c)) }
	}
	own := named("swap")

	caller := func(c *call) *common.Address { return c.from }
	recipient := func(c *call) *common.Address { return c.addr("recipient") }
	const share = ",uint256 feeBips,address feeRecipient)"

	return []declaration{
		{"unwrapWETH9(uint256 amountMinimum,address recipient)", paid(recipient)},
		{"unwrapWETH9(uint256 amountMinimum)", paid(caller)},
		{"sweepToken(address token,uint256 amountMinimum,address recipient)", paid(recipient)},
		{"sweepToken(address token,uint256 amountMinimum)", paid(caller)},
		{"unwrapWETH9WithFee(uint256 amountMinimum,address recipient" + share, withFee(paid(recipient))},
		{"unwrapWETH9WithFee(uint256 amountMinimum" + share, withFee(paid(caller))},
		{"sweepTokenWithFee(address token,uint256 amountMinimum,address recipient" + share, withFee(paid(recipient))},
		{"sweepTokenWithFee(address token,uint256 amountMinimum" + share, withFee(paid(caller))},
		{"refundETH()", own},
		{"wrapETH(uint256 value)", own},
		{"pull(address token,uint256 value)", own},
		{"selfPermit(address token,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)", selfPermit},
		{"selfPermitIfNecessary(address token,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)", selfPermit},
		{
			"selfPermitAllowed(address token,uint256 nonce,uint256 expiry,uint8 v,bytes32 r,bytes32 s)",
			selfPermitAllowed,
		},
	}
}

// withFee is what a router does after it has paid a fee out of what it holds.
func withFee(does func(*call)) func(*call) {
	return func(c *call) {
		does(c)
		if fee := c.num("feeBips"); fee.Cmp(big.NewInt(largestFee)) > 0 {
			c.pays("fee of a swap", c.addr("feeRecipient"))
		}
	}
}

// selfPermit spends a signature of the caller that allows the router.
func selfPermit(c *call) {
	c.permit("EIP-2612", *c.addr("token"), c.from, &c.to, c.num("value"), c.num("deadline"))
}

func selfPermitAllowed(c *call) {
	yes := true
	c.add(Action{
		Kind:      Approval,
		Standard:  "DAI permit",
		Token:     c.addr("token"),
		Owner:     c.from,
		Spender:   &c.to,
		Approved:  &yes,
		Unlimited: true,
		Deadline:  orForever(c.num("expiry")),
	})
}

// swapped is a swap of a router that pays the recipient of its parameters.
func swapped(c *call) { c.routerSwap(argument[paidSwap](c.arguments, "params").Recipient) }

// listed is a swap of SwapRouter02 on Uniswap v2.
func listed(c *call) { c.routerSwap(*c.addr("to")) }

// routerSwap pays a recipient. 0 is the first router itself, 1 and 2 are the caller and the second router.
func (c *call) routerSwap(recipient common.Address) {
	c.expect(RoleRouter)
	to := c.routerParty(recipient)
	if recipient == zero {
		to = &c.to
	}
	c.pays("swap", to)
}
