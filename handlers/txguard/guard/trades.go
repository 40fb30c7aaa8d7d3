package guard

import "github.com/ethereum/go-ethereum/common"

// pays is a call of which somebody gets what the caller is owed.
func (c *call) pays(standard string, recipient *common.Address) {
	c.add(Action{
		Kind:      Call,
		Standard:  standard,
		Owner:     c.from,
		Recipient: recipient,
		proceeds:  true,
	})
}

// tradeFunctions swap, fill orders and take out what was put in: what matters is who gets it. Sources: the interfaces
// of Uniswap v2, v3, its periphery and the SwapRouters, 1inch's AggregationRouterV5 and V6, 0x-settler
// (AllowanceHolder, Settler), ERC-4626, Aave v3 Pool, Comet, Seaport.
func tradeFunctions() []declaration {
	swapTo := func(c *call) {
		c.pays("swap", c.addr("to"))
		c.expect(RoleRouter)
	}
	out := func(standard, recipient string) func(*call) {
		return func(c *call) { c.pays(standard, c.addr(recipient)) }
	}
	market := func(c *call) {
		c.add(Action{Kind: Call, Standard: "Seaport"})
		c.expect(RoleMarketplace)
	}
	const v2 = "uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline"
	const v2eth = "uint256 amountOutMin,address[] path,address to,uint256 deadline"
	const exact = "address tokenIn,address tokenOut,uint24 fee,address recipient,"
	swap := func(c *call) {
		c.pays("swap", c.routerParty(argument[paidSwap](c.arguments, "params").Recipient))
		c.expect(RoleRouter)
	}
	const oneInch = "(address srcToken,address dstToken,address srcReceiver,address dstReceiver,uint256 amount," +
		"uint256 minReturnAmount,uint256 flags) desc"
	described := func(c *call) {
		c.pays("swap", new(argument[describedSwap](c.arguments, "desc").DstReceiver))
		c.expect(RoleRouter)
	}
	return []declaration{
		{"swapExactTokensForTokens(" + v2 + ")", swapTo},
		{"swapExactTokensForETH(" + v2 + ")", swapTo},
		{"swapExactTokensForTokensSupportingFeeOnTransferTokens(" + v2 + ")", swapTo},
		{"swapExactTokensForETHSupportingFeeOnTransferTokens(" + v2 + ")", swapTo},
		{
			"swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path,address to," +
				"uint256 deadline)",
			swapTo,
		},
		{
			"swapTokensForExactETH(uint256 amountOut,uint256 amountInMax,address[] path,address to," +
				"uint256 deadline)",
			swapTo,
		},
		{"swapExactETHForTokens(" + v2eth + ")", swapTo},
		{"swapExactETHForTokensSupportingFeeOnTransferTokens(" + v2eth + ")", swapTo},
		{"swapETHForExactTokens(uint256 amountOut,address[] path,address to,uint256 deadline)", swapTo},
		{
			"exactInputSingle((" + exact + "uint256 deadline,uint256 amountIn,uint256 amountOutMinimum," +
				"uint160 sqrtPriceLimitX96) params)",
			swap,
		},
		{
			"exactInputSingle((" + exact +
				"uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)",
			swap,
		},
		{
			"exactOutputSingle((" + exact + "uint256 deadline,uint256 amountOut,uint256 amountInMaximum," +
				"uint160 sqrtPriceLimitX96) params)",
			swap,
		},
		{
			"exactOutputSingle((" + exact +
				"uint256 amountOut,uint256 amountInMaximum,uint160 sqrtPriceLimitX96) params)",
			swap,
		},
		{
			"exactInput((bytes path,address recipient,uint256 deadline,uint256 amountIn," +
				"uint256 amountOutMinimum) params)",
			swap,
		},
		{"exactInput((bytes path,address recipient,uint256 amountIn,uint256 amountOutMinimum) params)", swap},
		{
			"exactOutput((bytes path,address recipient,uint256 deadline,uint256 amountOut," +
				"uint256 amountInMaximum) params)",
			swap,
		},
		{"exactOutput((bytes path,address recipient,uint256 amountOut,uint256 amountInMaximum) params)", swap},
		{"swap(address executor," + oneInch + ",bytes permit,bytes data)", described},
		{"swap(address executor," + oneInch + ",bytes data)", described},
		{"exec(address operator,address token,uint256 amount,address target,bytes data)", func(c *call) {
			// The allowance lasts for the length of the call.
			c.approval("0x AllowanceHolder", *c.addr("token"), c.addr("operator"), c.num("amount"))
			c.expect(RoleRouter)
			if data := c.bytes("data"); len(data) > 0 {
				child := c.child(*c.addr("target"), c.value, data)
				child.from = c.from // the target is told who the caller is
				c.run(child)
			}
		}},
		{
			"execute((address recipient,address buyToken,uint256 minAmountOut) slippage," +
				"bytes[] actions,bytes32 zid)",
			func(c *call) {
				c.pays("0x Settler", new(argument[paidSwap](c.arguments, "slippage").Recipient))
			},
		},
		{"fulfillBasicOrder(" + basicOrder + ")", market},
		{"fulfillBasicOrder_efficient_6GL6yc(" + basicOrder + ")", market},
		{"fulfillOrder(" + plainOrder + " order,bytes32 fulfillerConduitKey)", market},
		{
			"fulfillAdvancedOrder(" + advancedOrder + " order," + resolver +
				",bytes32 fulfillerConduitKey,address recipient)",
			func(c *call) {
				c.pays("Seaport", c.addr("recipient"))
				c.expect(RoleMarketplace)
			},
		},
		{"matchOrders(" + plainOrder + "[] orders," + fulfillments + ")", market},
		{"validate(" + plainOrder + "[] orders)", validated},
		{"incrementCounter()", named("Seaport")},
		{"withdraw(uint256 assets,address receiver,address owner)", out("ERC-4626", "receiver")},
		{"redeem(uint256 shares,address receiver,address owner)", out("ERC-4626", "receiver")},
		{"deposit(uint256 assets,address receiver)", out("ERC-4626", "receiver")},
		{"mint(uint256 shares,address receiver)", out("ERC-4626", "receiver")},
		{"withdraw(address asset,uint256 amount,address to)", out("Aave", "to")},
		{"supply(address asset,uint256 amount,address onBehalfOf,uint16 referralCode)", out("Aave", "onBehalfOf")},
		{"withdrawTo(address to,address asset,uint256 amount)", out("Compound III", "to")},
		{"unwrapWETH9(uint256 amountMinimum,address recipient)", out("swap", "recipient")},
		{"unwrapWETH9(uint256 amountMinimum)", named("swap")},
		{"sweepToken(address token,uint256 amountMinimum,address recipient)", out("swap", "recipient")},
		{"sweepToken(address token,uint256 amountMinimum)", named("swap")},
		{"refundETH()", named("swap")},
		{"collect((uint256 tokenId,address recipient,uint128 amount0Max,uint128 amount1Max) params)", func(c *call) {
			c.pays("Uniswap v3 positions", new(argument[paidSwap](c.arguments, "params").Recipient))
		}},
	}
}

// permissionFunctions let others act on what the caller has in a contract. Sources: Aave v3 (ICreditDelegationToken),
// Comet, Morpho Blue, ERC-7984, ERC-6909.
func permissionFunctions() []declaration {
	manager := func(standard, who, flag string) func(*call) {
		return func(c *call) {
			allowed := c.flag(flag)
			c.add(Action{
				Kind:      Approval,
				Standard:  standard,
				Token:     &c.to,
				Owner:     c.from,
				Spender:   c.addr(who),
				Approved:  &allowed,
				Unlimited: allowed,
			})
		}
	}
	return []declaration{
		{"approveDelegation(address delegatee,uint256 amount)", func(c *call) {
			c.approval("Aave credit delegation", c.to, c.addr("delegatee"), c.num("amount"))
		}},
		{
			"delegationWithSig(address delegator,address delegatee,uint256 value,uint256 deadline," +
				"uint8 v,bytes32 r,bytes32 s)",
			func(c *call) {
				from, to := c.addr("delegator"), c.addr("delegatee")
				c.permit("Aave credit delegation", c.to, from, to, c.num("value"), c.num("deadline"))
			},
		},
		{"allow(address manager,bool isAllowed)", manager("Compound III", "manager", "isAllowed")},
		{
			"setAuthorization(address authorized,bool newIsAuthorized)",
			manager("Morpho", "authorized", "newIsAuthorized"),
		},
		{"setOperator(address operator,bool approved)", manager("ERC-6909", "operator", "approved")},
		{"setOperator(address operator,uint48 until)", func(c *call) {
			until := c.num("until")
			given := until.Sign() > 0
			c.add(Action{
				Kind:      Approval,
				Standard:  "ERC-7984",
				Token:     &c.to,
				Owner:     c.from,
				Spender:   c.addr("operator"),
				Approved:  &given,
				Unlimited: given,
				Deadline:  until,
			})
		}},
	}
}
