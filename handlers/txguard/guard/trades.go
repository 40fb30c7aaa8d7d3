package guard

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

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

// paysTo is a function of projects that pays the address under a name.
func paysTo(standard, recipient string, projects ...string) func(*call) {
	return func(c *call) {
		c.pays(standard, c.addr(recipient))
		if len(projects) > 0 {
			c.expectOf(projects...)
		}
	}
}

// elsewhere is a function at a contract that may mean something else by it, with the names of its addresses: it counts
// as not decoded.
func (c *call) elsewhere(names ...string) {
	c.add(Action{Kind: Call})
	for _, name := range names {
		c.suspect([]common.Address{*c.addr(name)})
	}
	c.unlisted()
}

// quiet is a function of projects that pays nobody but the caller.
func quiet(standard string, projects ...string) func(*call) {
	return func(c *call) {
		c.add(Action{Kind: Call, Standard: standard})
		c.expectOf(projects...)
	}
}

// bytes32 recipients of bridges hold an address of this network's kind in their last 20 bytes; others are accounts of
// another kind of network.
func (c *call) paysWord(standard string, word []byte) {
	if len(word) != 32 || !allZero(word[:12]) {
		c.hit(recipientElsewhere, "what is sent arrives at %x, which is no address of this kind of network", word)
		c.add(Action{Kind: Call, Standard: standard})
		return
	}
	c.pays(standard, new(common.BytesToAddress(word)))
}

func allZero(b []byte) bool {
	for _, x := range b {
		if x != 0 {
			return false
		}
	}
	return true
}

// tradeFunctions swap on exchanges of the kind of Uniswap v2, put in liquidity and take it out: what matters is who
// gets it. Sources: Uniswap/v2-periphery (Router02), aerodrome-finance/contracts and velodrome-finance/contracts
// (IRouter), Uniswap/v3-periphery and aerodrome-finance/slipstream (INonfungiblePositionManager), Uniswap/v4-periphery,
// Balancer's v2 Vault, ERC-4626.
func tradeFunctions() []declaration {
	to := func(c *call) {
		c.pays("swap", c.addr("to"))
		c.expect(RoleRouter)
	}

	list := []declaration{
		{"modifyLiquidities(bytes unlockData,uint256 deadline)", positionPlan},
		{"withdraw(uint256 assets,address receiver,address owner)", paysTo("ERC-4626", "receiver")},
		{"redeem(uint256 shares,address receiver,address owner)", paysTo("ERC-4626", "receiver")},
		{"deposit(uint256 assets,address receiver)", paysTo("ERC-4626", "receiver")},
		{"mint(uint256 shares,address receiver)", paysTo("ERC-4626", "receiver")},
	}

	for _, signature := range routerSignatures() {
		list = append(list, declaration{signature, to})
	}
	list = append(list, voteFunctions()...)
	return append(append(list, positionFunctions()...), balancerFunctions()...)
}

// voteFunctions are those of Aerodrome's and Velodrome's voter and voting escrow.
func voteFunctions() []declaration {
	own := quiet("Aerodrome", "Aerodrome", "Velodrome")
	return []declaration{
		{"vote(uint256 tokenId,address[] poolVote,uint256[] weights)", own},
		{"reset(uint256 tokenId)", own},
		{"poke(uint256 tokenId)", own},
		{"claimRewards(address[] gauges)", own},
		{"claimBribes(address[] bribes,address[][] tokens,uint256 tokenId)", own},
		{"claimFees(address[] fees,address[][] tokens,uint256 tokenId)", own},
		{"createLock(uint256 value,uint256 lockDuration)", own},
		{
			"createLockFor(uint256 value,uint256 lockDuration,address to)",
			paysTo("Aerodrome", "to", "Aerodrome", "Velodrome"),
		},
		{"increaseAmount(uint256 tokenId,uint256 value)", own},
		{"increaseUnlockTime(uint256 tokenId,uint256 lockDuration)", own},
	}
}

// routerSignatures are the functions of routers on pairs that pay the address "to".
func routerSignatures() []string {
	const (
		route  = "(address from,address to,bool stable,address factory)[]"
		amount = "uint256 amountIn,uint256 amountOutMin,"
		end    = ",address to,uint256 deadline"
		permit = ",bool approveMax,uint8 v,bytes32 r,bytes32 s)"
		least  = "uint256 amountAMin,uint256 amountBMin" + end
		coins  = "uint256 amountTokenMin,uint256 amountETHMin" + end
		zap    = "(address tokenA,address tokenB,bool stable,address factory,uint256 amountOutMinA," +
			"uint256 amountOutMinB,uint256 amountAMin,uint256 amountBMin) zapInPool,"
	)
	list := []string{
		"swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path" + end + ")",
		"swapTokensForExactETH(uint256 amountOut,uint256 amountInMax,address[] path" + end + ")",
		"swapETHForExactTokens(uint256 amountOut,address[] path" + end + ")",

		"addLiquidity(address tokenA,address tokenB,uint256 amountADesired,uint256 amountBDesired," + least + ")",
		"addLiquidityETH(address token,uint256 amountTokenDesired," + coins + ")",
		"removeLiquidity(address tokenA,address tokenB,uint256 liquidity," + least + ")",
		"removeLiquidityETH(address token,uint256 liquidity," + coins + ")",
		"removeLiquidityETHSupportingFeeOnTransferTokens(address token,uint256 liquidity," + coins + ")",
		"removeLiquidityWithPermit(address tokenA,address tokenB,uint256 liquidity," + least + permit,
		"removeLiquidityETHWithPermit(address token,uint256 liquidity," + coins + permit,
		"removeLiquidityETHWithPermitSupportingFeeOnTransferTokens(address token,uint256 liquidity," + coins + permit,

		"addLiquidity(address tokenA,address tokenB,bool stable,uint256 amountADesired,uint256 amountBDesired," +
			least + ")",
		"addLiquidityETH(address token,bool stable,uint256 amountTokenDesired," + coins + ")",
		"removeLiquidity(address tokenA,address tokenB,bool stable,uint256 liquidity," + least + ")",
		"removeLiquidityETH(address token,bool stable,uint256 liquidity," + coins + ")",
		"removeLiquidityETHSupportingFeeOnTransferTokens(address token,bool stable,uint256 liquidity," + coins + ")",
		"UNSAFE_swapExactTokensForTokens(uint256[] amounts," + route + " routes" + end + ")",
		"zapIn(address tokenIn,uint256 amountInA,uint256 amountInB," + zap + route + " routesA," + route +
			" routesB,address to,bool stake)",
	}
	for _, path := range []string{"address[] path", route + " routes"} {
		for _, fees := range []string{"", "SupportingFeeOnTransferTokens"} {
			list = append(list,
				"swapExactTokensForTokens"+fees+"("+amount+path+end+")",
				"swapExactTokensForETH"+fees+"("+amount+path+end+")",
				"swapExactETHForTokens"+fees+"(uint256 amountOutMin,"+path+end+")",
			)
		}
	}
	return list
}

// paidSwap is the member of a call's parameters that says who is paid.
type paidSwap struct {
	Recipient common.Address
}

// positionFunctions are those of positions on Uniswap v3 and Slipstream. The recipient 0 is the position manager
// itself, out of which a later call fetches what was collected.
func positionFunctions() []declaration {
	owner := func(c *call) {
		c.pays("Uniswap v3 positions", new(argument[paidSwap](c.arguments, "params").Recipient))
		c.expect(RoleRouter)
	}
	own := named("Uniswap v3 positions")

	const amounts = "int24 tickLower,int24 tickUpper,uint256 amount0Desired,uint256 amount1Desired," +
		"uint256 amount0Min,uint256 amount1Min,address recipient,uint256 deadline"
	const change = "uint256 amount0Min,uint256 amount1Min,uint256 deadline) params)"

	return []declaration{
		{"mint((address token0,address token1,uint24 fee," + amounts + ") params)", owner},
		{"mint((address token0,address token1,int24 tickSpacing," + amounts + ",uint160 sqrtPriceX96) params)", owner},
		{"increaseLiquidity((uint256 tokenId,uint256 amount0Desired,uint256 amount1Desired," + change, own},
		{"decreaseLiquidity((uint256 tokenId,uint128 liquidity," + change, own},
		{"collect((uint256 tokenId,address recipient,uint128 amount0Max,uint128 amount1Max) params)", func(c *call) {
			to := new(argument[paidSwap](c.arguments, "params").Recipient)
			if *to == zero {
				to = &c.to
			}
			c.pays("Uniswap v3 positions", to)
		}},
	}
}

// balancerFunctions are those of Balancer's v2 Vault.
func balancerFunctions() []declaration {
	const funds = "(address sender,bool fromInternalBalance,address recipient,bool toInternalBalance) funds,"
	const request = "(address[] assets,uint256[] limits,bytes userData,bool internalBalance) request)"
	paid := func(c *call) {
		c.pays("Balancer", new(argument[paidSwap](c.arguments, "funds").Recipient))
		c.expectOf("Balancer")
	}
	to := paysTo("Balancer", "recipient", "Balancer")
	return []declaration{
		{"swap((bytes32 poolId,uint8 kind,address assetIn,address assetOut,uint256 amount,bytes userData) singleSwap," +
			funds + "uint256 limit,uint256 deadline)", paid},
		{"batchSwap(uint8 kind,(bytes32 poolId,uint256 assetInIndex,uint256 assetOutIndex,uint256 amount," +
			"bytes userData)[] swaps,address[] assets," + funds + "int256[] limits,uint256 deadline)", paid},
		{"joinPool(bytes32 poolId,address sender,address recipient," + request, to},
		{"exitPool(bytes32 poolId,address sender,address recipient," + request, to},
	}
}

// aggregatorFunctions are those of routers that swap over others. Sources: 1inch's AggregationRouterV5 and V6,
// 0x-settler (AllowanceHolder, Settler), Augustus V5 and V6, KyberSwap's MetaAggregationRouterV2, OpenOceanExchange,
// OdosRouterV2 and V3, GPv2Settlement and CoWSwapEthFlow.
func aggregatorFunctions() []declaration {
	list := append(oneInchFunctions(), paraSwapFunctions()...)
	list = append(list, zeroExFunctions()...)
	list = append(list, cowFunctions()...)
	return append(list, otherAggregators()...)
}

func zeroExFunctions() []declaration {
	return []declaration{
		{"exec(address operator,address token,uint256 amount,address target,bytes data)", func(c *call) {
			// The allowance lasts for the length of the call.
			c.approval(holderStandard, *c.addr("token"), c.addr("operator"), c.num("amount"))
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
				c.pays(settlerStandard, new(argument[paidSwap](c.arguments, "slippage").Recipient))
				least := argument[struct{ MinAmountOut *big.Int }](c.arguments, "slippage").MinAmountOut
				c.worth(exchange{least: orZero(least)})
			},
		},
	}
}

func cowFunctions() []declaration {
	return []declaration{
		{"setPreSignature(bytes orderUid,bool signed)", func(c *call) {
			c.add(Action{Kind: Call, Standard: "CoW Protocol"})
			c.expectOf("CoW Protocol")
			if c.flag("signed") {
				c.hit(rawHash,
					"the account agrees to an order of which only the hash is here: whom it pays is not known")
			}
		}},
		{"invalidateOrder(bytes orderUid)", quiet("CoW Protocol", "CoW Protocol")},
		{
			"createOrder((address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,bytes32 appData," +
				"uint256 feeAmount,uint32 validTo,bool partiallyFillable,int64 quoteId) order)",
			func(c *call) {
				c.pays("CoW Protocol", new(argument[struct{ Receiver common.Address }](c.arguments, "order").Receiver))
				c.expectOf("CoW coin orders")
			},
		},
	}
}

// fee is what a caller pays beside what it swaps, in basis points or in units of a whole.
func (c *call) fee(to *common.Address, part, whole *big.Int) {
	limit := new(big.Int).Mul(whole, big.NewInt(largestFee))
	if new(big.Int).Mul(part, basisPoints).Cmp(limit) > 0 {
		c.pays("fee of a swap", to)
	}
}
