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
			pathIn,
		},
		{"exactInput((bytes path,address recipient,uint256 amountIn,uint256 amountOutMinimum) params)", pathIn},
		{
			"exactOutput((bytes path,address recipient,uint256 deadline,uint256 amountOut," +
				"uint256 amountInMaximum) params)",
			pathOut,
		},
		{"exactOutput((bytes path,address recipient,uint256 amountOut,uint256 amountInMaximum) params)", pathOut},
		{"swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to)", listedIn},
		{"swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path,address to)", listedOut},
	}

	for _, pool := range []string{fee, spacing} {
		list = append(list,
			declaration{"exactInputSingle((" + pool + until + in + ") params)", singleIn},
			declaration{"exactOutputSingle((" + pool + until + out + ") params)", singleOut},
		)
	}

	return append(list,
		declaration{"exactInputSingle((" + fee + in + ") params)", singleIn},
		declaration{"exactOutputSingle((" + fee + out + ") params)", singleOut},
	)
}

// settlingFunctions fetch what a router has kept, or give it something to keep.
func settlingFunctions() []declaration {
	unwrap := func(to func(c *call) *common.Address) func(*call) {
		return func(c *call) {
			c.purse().takeAll(c.d.subject.Network.Wrapped)
			c.purse().least(c.num("amountMinimum"), true)
			c.pays("swap", to(c))
		}
	}

	sweep := func(to func(c *call) *common.Address) func(*call) {
		return func(c *call) {
			c.purse().takeAll(*c.addr("token"))
			c.purse().least(c.num("amountMinimum"), true)
			c.pays("swap", to(c))
		}
	}

	caller := func(c *call) *common.Address { return c.from }
	named := func(c *call) *common.Address { return c.addr("recipient") }
	const share = ",uint256 feeBips,address feeRecipient)"

	return []declaration{
		{"unwrapWETH9(uint256 amountMinimum,address recipient)", unwrap(named)},
		{"unwrapWETH9(uint256 amountMinimum)", unwrap(caller)},
		{"sweepToken(address token,uint256 amountMinimum,address recipient)", sweep(named)},
		{"sweepToken(address token,uint256 amountMinimum)", sweep(caller)},
		{"unwrapWETH9WithFee(uint256 amountMinimum,address recipient" + share, withFee(unwrap(named))},
		{"unwrapWETH9WithFee(uint256 amountMinimum" + share, withFee(unwrap(caller))},
		{"sweepTokenWithFee(address token,uint256 amountMinimum,address recipient" + share, withFee(sweep(named))},
		{"sweepTokenWithFee(address token,uint256 amountMinimum" + share, withFee(sweep(caller))},
		{"refundETH()", func(c *call) {
			c.purse().takeAll(zero)
			c.add(Action{Kind: Call, Standard: "swap"})
		}},
		{"wrapETH(uint256 value)", func(c *call) {
			c.purse().take(zero, c.num("value"))
			c.purse().put(c.d.subject.Network.Wrapped, c.num("value"))
			c.add(Action{Kind: Call, Standard: "swap"})
		}},
		{"pull(address token,uint256 value)", func(c *call) {
			c.purse().put(*c.addr("token"), c.num("value"))
			c.add(Action{Kind: Call, Standard: "swap"})
		}},
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

// Parameters of the routers' swaps, of which the members that matter are read.
type (
	singleSwap struct {
		TokenIn   common.Address
		TokenOut  common.Address
		Recipient common.Address
	}

	pathSwap struct {
		Path      []byte
		Recipient common.Address
	}

	spentSwap struct {
		AmountIn         *big.Int
		AmountOutMinimum *big.Int
	}
)

func singleIn(c *call)  { c.single(c.spent()) }
func singleOut(c *call) { c.single(nil) }
func pathIn(c *call)    { c.packed(true, c.spent()) }
func pathOut(c *call)   { c.packed(false, nil) }

// spent is what a swap of an exact amount spends.
func (c *call) spent() *big.Int {
	s := argument[spentSwap](c.arguments, "params")
	c.purse().least(orZero(s.AmountOutMinimum), false)
	return orZero(s.AmountIn)
}

func (c *call) single(amount *big.Int) {
	p := argument[singleSwap](c.arguments, "params")
	c.swapped(ends{in: p.TokenIn, out: p.TokenOut}, amount, p.Recipient)
}

func (c *call) packed(forward bool, amount *big.Int) {
	p := argument[pathSwap](c.arguments, "params")
	c.swapped(v3Ends(p.Path, forward), amount, p.Recipient)
}

// listed is a swap of SwapRouter02 on Uniswap v2.
func (c *call) listed(amount *big.Int) {
	e := ends{in: anyToken, out: anyToken}
	if path := argument[[]common.Address](c.arguments, "path"); len(path) > 1 {
		e = ends{in: path[0], out: path[len(path)-1]}
	}
	c.swapped(e, amount, *c.addr("to"))
}

func listedIn(c *call) {
	c.purse().least(c.num("amountOutMin"), false)
	c.listed(c.num("amountIn"))
}

func listedOut(c *call) { c.listed(nil) }

// swapped is a swap of a router that spends amount of what it takes, nil for an amount that shows later. A router takes
// the wrapped coin out of the coins that it was sent, if it has enough. The recipient 0 is the first router itself, and
// 1 and 2 are the caller and the second router.
func (c *call) swapped(e ends, amount *big.Int, recipient common.Address) {
	c.expect(RoleRouter)
	c.purse().put(zero, c.value) // nothing within a multicall, whose coins were counted with it
	spent := e.in
	if e.in == c.d.subject.Network.Wrapped && c.purse().sure(zero).Sign() > 0 {
		spent = zero
	}
	if amount != nil && amount.Sign() > 0 {
		c.purse().take(spent, amount)
	} else if amount != nil {
		c.purse().takeAll(spent) // all that is there
	}

	to := c.routerParty(recipient)
	if recipient == zero {
		to = &c.to
	}
	if is(to, c.to) {
		c.purse().put(e.out, nil)
	}
	c.pays("swap", to)
}
