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

// allowRevert marks a command that may fail: nobody can count on what it takes out of the router.
const allowRevert = 0x80

// pathInput is the input of a swap on Uniswap v2 by the addresses of its path.
const pathInput = "address recipient,uint256 amount,uint256 limit,address[] path,bool payerIsUser"

// largestFee is the share, in basis points, that a router may pay to others as the fees of apps, all together.
const largestFee = 500

// Wholes that shares are parts of.
var (
	basisPoints   = big.NewInt(10_000)
	fullPrecision = big.NewInt(1_000_000_000_000_000_000)
)

// wholeBalance is the amount that stands for all that the router has of a token.
var wholeBalance = new(big.Int).Lsh(big.NewInt(1), 255)

// universalRouter decodes the router's program.
func universalRouter(c *call) {
	c.wrapper("Universal Router")
	c.expect(RoleRouter)
	c.purse().put(zero, c.value)
	c.routerPlan(c.arguments, 0, true)
}

// routerPlan decodes a program. sure says that it does not fail without a trace.
func (c *call) routerPlan(plan arguments, depth int, sure bool) {
	commands := plan.bytes("commands")
	inputs := argument[[][]byte](plan, "inputs")
	if len(commands) != len(inputs) {
		c.hit(malformed, "there are %d router commands and %d inputs", len(commands), len(inputs))
	}

	for i := range min(len(commands), len(inputs)) {
		c.onward = c.onwardPair(commands, inputs, i+1)
		c.purse().open = sure && commands[i]&allowRevert == 0
		if command, in, ok := c.routerStep(commands[i], inputs[i]); ok {
			c.routerCommand(command, in, inputs[i], depth)
		}
	}
	c.onward = zero
	c.purse().open = sure
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

func (c *call) routerCommand(command byte, in arguments, raw []byte, depth int) {
	switch command {
	case commandV3In, commandV3Out:
		c.routerSwap(command == commandV3In, in, v3Ends(in.bytes("path"), command == commandV3In))
	case commandV2In, commandV2Out:
		c.routerSwap(command == commandV2In, in, c.v2Ends(raw))
	case commandSweep:
		c.purse().takeAll(*in.addr("token"))
		c.purse().least(in.num("amountMin"), true)
		c.routerPays(in)
	case commandWrap:
		c.routerWraps(in)
	case commandUnwrap, commandUnwrapExact:
		c.routerUnwraps(command, in)
	case commandShare:
		c.routerShare(in, in.num("bips"), basisPoints)
	case commandFineShare:
		c.routerShare(in, in.num("portion"), fullPrecision)
	case commandV4:
		c.poolPlan(in.bytes("actions"), argument[[][]byte](in, "params"))
	case commandAcross:
		c.routerBridges(argument[bridged](in, "params"))
	case commandSubPlan:
		if depth >= maxDepth {
			c.hit(tooDeep, "router plans are nested deeper than is decoded")
			return
		}
		c.routerPlan(in, depth+1, c.purse().open)
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
	if is(to, c.to) {
		c.purse().put(token, amount)
	}
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
	token := *in.addr("token")
	amount := in.num("amount")
	if amount.Cmp(wholeBalance) == 0 {
		c.purse().takeAll(token)
	} else {
		c.purse().take(token, amount)
	}
	c.add(Action{
		Kind:      Transfer,
		Standard:  "Universal Router",
		Token:     &token,
		Owner:     c.from,
		Recipient: c.routerParty(*in.addr("recipient")),
		Amount:    amount,
		proceeds:  true,
	})
}

// ends are the token that a swap spends and the one that it brings, anyToken where they cannot be read.
type ends struct{ in, out common.Address }

// v3Ends reads a packed path: a token, then a fee of three bytes and a token for each pool. Exact outputs are written
// from their end.
func v3Ends(path []byte, forward bool) ends {
	if len(path) < 2*common.AddressLength {
		return ends{in: anyToken, out: anyToken}
	}
	first := common.BytesToAddress(path[:common.AddressLength])
	last := common.BytesToAddress(path[len(path)-common.AddressLength:])
	if forward {
		return ends{in: first, out: last}
	}
	return ends{in: last, out: first}
}

// v2Ends reads the path of a swap on Uniswap v2, which is a list of addresses. Forks write it otherwise.
func (c *call) v2Ends(input []byte) ends {
	in, err := c.read(c.d.path, input)
	if err != nil {
		return ends{in: anyToken, out: anyToken}
	}
	path := argument[[]common.Address](in, "path")
	if len(path) < 2 {
		return ends{in: anyToken, out: anyToken}
	}
	return ends{in: path[0], out: path[len(path)-1]}
}

// routerSwap is one swap of a program.
func (c *call) routerSwap(exactIn bool, in arguments, e ends) {
	if !in.flag("payerIsUser") {
		c.spends(e.in, exactIn, in)
	}
	if exactIn {
		c.purse().least(in.num("amountOutMin"), false)
	}
	to := c.routerParty(*in.addr("recipient"))
	if is(to, c.to) {
		c.purse().put(e.out, nil)
	}
	c.pays("swap", to)
}

// spends is what a swap takes of what the router holds: of an exact output, nobody knows how much.
func (c *call) spends(token common.Address, exactIn bool, in arguments) {
	if !exactIn {
		return
	}
	if amount := in.num("amountIn"); amount.Cmp(wholeBalance) < 0 && amount.Sign() > 0 {
		c.purse().take(token, amount)
		return
	}
	c.purse().takeAll(token)
}

func (c *call) routerWraps(in arguments) {
	wrapped := c.d.subject.Network.Wrapped
	amount := in.num("amount")
	if amount.Cmp(wholeBalance) == 0 {
		amount = c.purse().sure(zero)
		c.purse().takeAll(zero)
	} else {
		c.purse().take(zero, amount)
	}
	to := c.routerParty(*in.addr("recipient"))
	if is(to, c.to) {
		c.purse().put(wrapped, amount)
	}
	c.pays("wrapped native", to)
}

func (c *call) routerUnwraps(command byte, in arguments) {
	wrapped := c.d.subject.Network.Wrapped
	to := c.routerParty(*in.addr("recipient"))
	if is(to, c.to) {
		c.purse().put(zero, c.purse().amount(wrapped))
	}
	if command == commandUnwrapExact {
		c.purse().take(wrapped, in.num("amount"))
	} else {
		c.purse().takeAll(wrapped)
		c.purse().least(in.num("amountMin"), true)
	}
	c.pays("swap", to)
}

// bridged is a deposit into Across, as the router makes it.
type bridged struct {
	Recipient   common.Address
	InputToken  common.Address
	InputAmount *big.Int
	UseNative   bool
}

func (c *call) routerBridges(b bridged) {
	token := b.InputToken
	if b.UseNative {
		token = zero
	}
	if b.InputAmount.Cmp(wholeBalance) == 0 {
		c.purse().takeAll(token)
	} else {
		c.purse().take(token, b.InputAmount)
	}
	c.pays("Across", &b.Recipient)
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
