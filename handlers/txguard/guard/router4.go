package guard

import "github.com/ethereum/go-ethereum/common"

// The actions of Uniswap v4, within a command of the Universal Router and in calls of its position manager.
// Source: Uniswap/v4-periphery, Actions.sol, V4Router.sol and PositionManager.sol.
const (
	actionMint     = 0x02
	actionMintRest = 0x05
	actionSettle   = 0x0b
	actionTake     = 0x0e
	actionShare    = 0x10
	actionTakePair = 0x11
	actionSweep    = 0x14
)

const mintOwner = ",uint128 amount0Max,uint128 amount1Max,address owner,bytes hookData"

// poolInputs are the actions that pay somebody, or that spend what the router holds.
var poolInputs = map[byte]string{
	actionMint: poolKey + " poolKey,int24 tickLower,int24 tickUpper,uint256 liquidity" + mintOwner,

	actionMintRest: poolKey + " poolKey,int24 tickLower,int24 tickUpper" + mintOwner,
	actionSettle:   "address currency,uint256 amount,bool payerIsUser",
	actionTake:     "address currency,address recipient,uint256 amount",
	actionShare:    "address currency,address recipient,uint256 bips",
	actionTakePair: "address currency0,address currency1,address recipient",
	actionSweep:    "address currency,address recipient",

	actionSwapInPath:  poolPath,
	actionSwapOutPath: poolPath,
}

const poolKey = "(address currency0,address currency1,uint24 fee,int24 tickSpacing,address hooks)"

// poolQuiet are the actions that pay nobody but the caller: changes of a position, swaps, what is owed to the pool or
// to the caller, and coins wrapped within the router.
var poolQuiet = map[byte]bool{
	0x00: true, 0x01: true, 0x03: true, 0x04: true, 0x06: true, 0x07: true, 0x08: true, 0x09: true,
	0x0c: true, 0x0d: true, 0x0f: true, 0x12: true, 0x13: true, 0x15: true, 0x16: true, 0x18: true,
}

// The actions that trade in a pool, by one key or by a path of them. Source: Uniswap/v4-periphery, IV4Router.sol.
const (
	actionSwapIn      = 0x06
	actionSwapInPath  = 0x07
	actionSwapOut     = 0x08
	actionSwapOutPath = 0x09
)

// poolPath is how the parameters of a trade along a path begin; what follows depends on the version.
const poolPath = "(address currency,(address intermediateCurrency,uint256 fee,int24 tickSpacing,address hooks," +
	"bytes hookData)[] path) params"

// hookWord is where a pool's key has its hooks.
const hookWord = 4

// hooks notes whose code the pools of an action run: it decides about each trade, and may keep what it brings.
func (c *call) hooks(action byte, params []byte) {
	switch action {
	case actionMint, actionMintRest:
		c.hook(wordAt(params, hookWord))
	case actionSwapIn, actionSwapOut:
		c.hook(wordAt(params, hookWord+1)) // after the tuple's offset
	case actionSwapInPath, actionSwapOutPath:
		in, err := c.read(c.d.actions[action], params)
		if err != nil {
			return
		}
		route := argument[struct {
			Path []struct{ Hooks common.Address }
		}](in, "params")
		for _, step := range route.Path {
			c.hook(step.Hooks)
		}
	}
}

func (c *call) hook(code common.Address) {
	if code == zero {
		return
	}
	c.d.subject.mention(code)
	c.d.subject.strangers = append(c.d.subject.strangers, stranger{
		who:    code,
		path:   c.path,
		caller: c.from,
		hook:   true,
	})
}

// wordAt is the address in a word of data, the zero address behind its end.
func wordAt(data []byte, i int) common.Address {
	if len(data) < 32*(i+1) {
		return zero
	}
	return common.BytesToAddress(data[32*i : 32*(i+1)])
}

// poolPlan looks for whom a program of Uniswap v4 pays.
func (c *call) poolPlan(actions []byte, params [][]byte) {
	if len(actions) != len(params) {
		c.hit(malformed, "there are %d actions and %d inputs", len(actions), len(params))
	}

	for i := range min(len(actions), len(params)) {
		c.hooks(actions[i], params[i])
		if poolQuiet[actions[i]] {
			continue
		}
		if in, ok := c.routerInput(c.d.actions, "action", actions[i], params[i]); ok {
			c.poolAction(actions[i], in)
		}
	}
}

func (c *call) poolAction(action byte, in arguments) {
	switch action {
	case actionMint, actionMintRest:
		c.pays("Uniswap v4 position", c.routerParty(*in.addr("owner")))
	case actionSettle: // pays the pool
	case actionShare:
		c.routerShare(in, in.num("bips"), basisPoints)
	default:
		c.routerPays(in)
	}
}

// positionPlan is a program of the position manager of Uniswap v4, which returns the coins that it does not use only
// when it is told to.
func positionPlan(c *call) {
	c.wrapper("Uniswap v4 positions")
	c.expect(RoleRouter)
	plan, err := c.read(c.d.steps[commandV4], c.bytes("unlockData"))
	if err != nil {
		c.hit(malformed, "the program of %s does not decode: %v", c.signature, whyNot(err))
		return
	}
	c.poolPlan(plan.bytes("actions"), argument[[][]byte](plan, "params"))
}
