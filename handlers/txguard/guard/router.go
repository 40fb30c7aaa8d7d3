package guard

import (
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// Uniswap's Universal Router runs a little program: a byte for each command, and an input of each. Its commands stand
// here, the actions of Uniswap v4 in router4.go, and what the program leaves behind in purse.go.
// Source: Uniswap/universal-router, Commands.sol and Dispatcher.sol, versions 1.2 to 2.1.1.

// The router's commands that are decoded.
const (
	commandV3In        = 0x00
	commandV3Out       = 0x01
	commandPull        = 0x02 // PERMIT2_TRANSFER_FROM
	commandPermits     = 0x03
	commandSweep       = 0x04
	commandTransfer    = 0x05
	commandShare       = 0x06
	commandFineShare   = 0x07
	commandV2In        = 0x08
	commandV2Out       = 0x09
	commandPermit      = 0x0a
	commandWrap        = 0x0b
	commandUnwrap      = 0x0c
	commandPulls       = 0x0d
	commandUnwrapExact = 0x0f
	commandV4          = 0x10
	commandSubPlan     = 0x21
	commandAcross      = 0x40
)

// routerInputs are the inputs of the commands. Those of swaps are read as far as all versions and forks agree.
var routerInputs = map[byte]string{
	commandV3In:        "address recipient,uint256 amountIn,uint256 amountOutMin,bytes path,bool payerIsUser",
	commandV3Out:       "address recipient,uint256 amountOut,uint256 amountInMax,bytes path,bool payerIsUser",
	commandPull:        "address token,address recipient,uint160 amount",
	commandPermits:     permitBatch + ",bytes signature",
	commandSweep:       "address token,address recipient,uint256 amountMin",
	commandTransfer:    "address token,address recipient,uint256 amount",
	commandShare:       "address token,address recipient,uint256 bips",
	commandFineShare:   "address token,address recipient,uint256 portion",
	commandV2In:        "address recipient,uint256 amountIn,uint256 amountOutMin,uint256 pathOffset,bool payerIsUser",
	commandV2Out:       "address recipient,uint256 amountOut,uint256 amountInMax,uint256 pathOffset,bool payerIsUser",
	commandPermit:      permitSingle + ",bytes signature",
	commandWrap:        "address recipient,uint256 amount",
	commandUnwrap:      "address recipient,uint256 amountMin",
	commandPulls:       "(address from,address to,uint160 amount,address token)[] transferDetails",
	commandUnwrapExact: "address recipient,uint256 amount",
	commandV4:          "bytes actions,bytes[] params",
	commandSubPlan:     "bytes commands,bytes[] inputs",
	commandAcross: "(address depositor,address recipient,address inputToken,address outputToken,uint256 inputAmount," +
		"uint256 outputAmount,uint256 destinationChainId,address exclusiveRelayer,uint32 quoteTimestamp," +
		"uint32 fillDeadline,uint32 exclusivityDeadline,bytes message,bool useNative) params",
}

// routerQuiet are the commands that neither move nor allow anything: a check of a balance, a pool that is opened, and a
// permit for a position of the caller, which is used up by the call behind it.
var routerQuiet = map[byte]bool{0x0e: true, 0x11: true, 0x13: true}

// pathInput is the input of a swap on Uniswap v2 by the addresses of its path.
const pathInput = "address recipient,uint256 amount,uint256 limit,address[] path,bool payerIsUser"

// largestFee is the share, in basis points, that a router may pay to others as the fees of apps, all together.
const largestFee = 500

// Wholes that shares are parts of.
var (
	basisPoints   = big.NewInt(10_000)
	fullPrecision = big.NewInt(1_000_000_000_000_000_000)
)

// universalRouter decodes the router's program.
func universalRouter(c *call) {
	c.wrapper("Universal Router")
	c.expect(RoleRouter)
	c.routerPlan(c.arguments, 0)
}

// routerPlan decodes a program.
func (c *call) routerPlan(plan arguments, depth int) {
	commands := plan.bytes("commands")
	inputs := argument[[][]byte](plan, "inputs")
	if len(commands) != len(inputs) {
		c.hit(malformed, "there are %d router commands and %d inputs", len(commands), len(inputs))
	}

	for i := range min(len(commands), len(inputs)) {
		c.onward = c.onwardPair(commands, inputs, i+1)
		if command, in, ok := c.routerStep(commands[i], inputs[i]); ok {
			c.routerCommand(command, in, depth)
		}
	}
	c.onward = zero
}

// routerStep reads a command and its input. The upper bit allows a step to fail. The next one is part of the command
// since version 2.1 and was cut off before: where the version is not known, the reading that decodes counts.
func (c *call) routerStep(command byte, input []byte) (step byte, in arguments, ok bool) {
	name := c.name()
	step = command & 0x7f
	switch old := step & 0x3f; {
	case strings.HasSuffix(name, " v1.2") || strings.HasSuffix(name, " v2"):
		step = old
	case old != step && !strings.HasSuffix(name, " v2.1.1") && !c.decodes(step, input) && c.decodes(old, input):
		step = old
	}
	if routerQuiet[step] {
		return step, in, false
	}
	in, ok = c.routerInput(c.d.steps, "command", step, input)
	return step, in, ok
}

func (c *call) decodes(step byte, input []byte) bool {
	params, ok := c.d.steps[step]
	if !ok {
		return false
	}
	_, err := c.read(params, input)
	return err == nil
}

// routerInput decodes the input of one step. A step that is not in the table is said to be unknown.
func (c *call) routerInput(table inputs, what string, step byte, data []byte) (arguments, bool) {
	params, ok := table[step]
	if !ok {
		c.d.scan(data)
		c.hit(unknownStep, "the router's %s 0x%02x is not decoded: whom it pays is not known", what, step)
		return arguments{}, false
	}

	in, err := c.read(params, data)
	if err != nil {
		c.d.scan(data)
		c.hit(malformed, "the input of router %s 0x%02x does not decode: %v", what, step, whyNot(err))
		return arguments{}, false
	}
	return in, true
}

func (c *call) routerCommand(command byte, in arguments, depth int) {
	switch command {
	case commandV3In, commandV3Out, commandV2In, commandV2Out, commandSweep, commandWrap, commandUnwrap,
		commandUnwrapExact:
		c.routerPays(in)
	case commandShare:
		c.routerShare(in, in.num("bips"), basisPoints)
	case commandFineShare:
		c.routerShare(in, in.num("portion"), fullPrecision)
	case commandV4:
		c.poolPlan(in.bytes("actions"), argument[[][]byte](in, "params"))
	case commandAcross:
		c.pays("Across", new(argument[paidSwap](in, "params").Recipient))
	case commandSubPlan:
		if depth >= maxDepth {
			c.hit(tooDeep, "router plans are nested deeper than is decoded")
			return
		}
		c.routerPlan(in, depth+1)
	default:
		c.routerMoves(command, in)
	}
}

// routerMoves are the commands that move or allow tokens as they are.
func (c *call) routerMoves(command byte, in arguments) {
	switch command {
	case commandPull:
		c.pulled(*in.addr("token"), c.from, c.routerParty(*in.addr("recipient")), in.num("amount"))
	case commandPulls:
		for _, t := range argument[[]allowedTransfer](in, "transferDetails") {
			c.pulled(t.Token, &t.From, &t.To, t.Amount)
		}
	case commandTransfer:
		c.routerTransfers(in)
	case commandPermit:
		permit := argument[allowanceOfOne](in, "permit")
		c.allowance(permit.Details, c.from, &permit.Spender)
	case commandPermits:
		permit := argument[allowanceOfMany](in, "permit")
		for _, d := range permit.Details {
			c.allowance(d, c.from, &permit.Spender)
		}
	}
}

// pulled is what a router takes from the caller by Permit2 and passes on.
func (c *call) pulled(token common.Address, from, to *common.Address, amount *big.Int) {
	c.add(Action{
		Kind:      TransferFrom,
		Standard:  "Universal Router",
		Token:     &token,
		Owner:     from,
		Recipient: to,
		Amount:    amount,
		proceeds:  true,
	})
}

func (c *call) routerTransfers(in arguments) {
	c.add(Action{
		Kind:      Transfer,
		Standard:  "Universal Router",
		Token:     in.addr("token"),
		Owner:     c.from,
		Recipient: c.routerParty(*in.addr("recipient")),
		Amount:    in.num("amount"),
		proceeds:  true,
	})
}

// routerPays is what comes out of the router and goes to somebody.
func (c *call) routerPays(in arguments) { c.pays("swap", c.routerParty(*in.addr("recipient"))) }

// routerShare is a part of what comes out: as long as all of them are small they are fees.
func (c *call) routerShare(in arguments, part, whole *big.Int) {
	share := new(big.Int).Mul(part, basisPoints)
	share.Add(share, whole).Sub(share, big.NewInt(1)).Quo(share, whole) // rounded up
	if c.fees += min(share.Uint64(), largestFee+1); c.fees > largestFee || !share.IsUint64() {
		c.routerPays(in)
	}
}

// routerParty resolves the router's words for "the caller" (1) and "the router" (2).
func (c *call) routerParty(a common.Address) *common.Address {
	switch a {
	case common.BytesToAddress([]byte{1}):
		return c.from
	case common.BytesToAddress([]byte{2}):
		return &c.to
	}
	if a != zero && a == c.onward {
		return &c.to // it stays within the program
	}
	return &a
}
