package guard

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

// carries decodes the calls that a row says a call carries: of each its contract, coins and data, or by the account's
// own code where it is delegated.
func (c *call) carries(a *act, at frame) {
	datas := c.fields.at(a.values["data"])
	delegated := truthOf(a.value(c.fields, at, "delegated", 0))
	for i := range datas {
		to := addressOf(a.value(c.fields, at, "run", i))
		if to == nil {
			return
		}
		value := orZero(numberOf(a.value(c.fields, at, "value", i)))
		c.step(*to, value, octetsOf(datas[i]), delegated)
	}
}

// runs notes a call that the account makes whose calls are to be executed: one, or those of a batch. Code that it runs
// as its own, other than a batch of Safe's, cannot be executed from outside, nor can more calls than are executed.
func (c *call) runs(to common.Address, value *big.Int, data []byte) {
	d := c.d
	if d.account == nil || *c.caller() != *d.account {
		return
	}
	if len(d.subject.runs) == mostRuns {
		c.cannotRun()
		return
	}
	d.subject.calls(d.account, &to, value, data)
}

// cannotRun has none of the account's calls executed.
func (c *call) cannotRun() {
	if d := c.d; d.account != nil && *c.caller() == *d.account {
		d.account = nil
		d.subject.runs = nil
	}
}

// mostRuns bounds how many calls of a batch are executed.
const mostRuns = 20

// refund is what a Safe pays for the gas of its transaction. The signer says to whom, and sets the price.
// Source: Safe.sol, execTransaction and handlePayment.
func (c *call) refund(f fields) {
	if f.has("gasToken", "refundReceiver") && orZero(f.num("gasPrice")).Sign() > 0 {
		c.hit(safeRefund, "the Safe pays %s for the gas, at a price that the signer sets", text(f.addr("refundReceiver")))
	}
}

// step is a nested call; a delegatecall runs the target's code with the rights of the account, which
// only Safe's own batch contracts are made for.
func (c *call) step(to common.Address, value *big.Int, data []byte, delegated bool) {
	if !delegated {
		c.inner(to, value, data)
		return
	}

	network := c.d.subject.Network.Name
	var selector [4]byte
	copy(selector[:], data)
	_, said := c.d.forms.Call(network, to, selector)
	batch := c.d.known[network][to].Role == RoleMultiSend
	if !batch {
		c.cannotRun()
	}
	if !batch && !said { // what a project describes is not a stranger's code
		c.add(Action{
			Kind:     DelegateCall,
			Standard: "Safe",
			Spender:  &to,
		})
	}

	if len(data) > 0 || value.Sign() > 0 {
		child := c.child(to, value, data)
		child.self = c.caller() // the code runs as the account's own
		c.run(child)
	}
}

// multiSend decodes Safe's packed batch: operation (1 byte), to (20), value (32), length (32), data.
// Source: safe-global/safe-smart-account, MultiSend.sol.
func multiSend(c *call) {
	const head = 85
	for rest := c.fields.bytes("transactions"); len(rest) > 0; {
		n := new(big.Int).SetBytes(rest[min(53, len(rest)):min(head, len(rest))])
		switch {
		case len(rest) < head, !n.IsInt64(), n.Int64() > int64(len(rest)-head):
			c.cannotRun()
			c.hit(malformed, "the packed batch ends inside a transaction")
			return
		case !c.d.more():
			c.hit(tooDeep, "there are more calls than are decoded")
			return
		}

		end := head + int(n.Int64())
		to := common.BytesToAddress(rest[1:21])
		c.d.subject.mention(to)
		c.step(to, new(big.Int).SetBytes(rest[21:53]), rest[head:end], rest[0] != 0)
		rest = rest[end:]
	}
}

// erc7579 decodes the two call types of ERC-7579 and ERC-7821: a single call, packed, and a batch,
// ABI-encoded. The mode's first byte is the call type.
func erc7579(c *call) {
	data := c.fields.bytes("executionCalldata")
	switch kind := c.fields.bytes("mode")[0]; kind {
	case 0x00, 0xff: // single call, delegatecall
		delegated := kind == 0xff
		head := 52
		if delegated {
			head = 20
		}
		if len(data) < head {
			c.hit(malformed, "the packed call is too short")
			return
		}
		value := new(big.Int).SetBytes(data[20:head])
		to := common.BytesToAddress(data[:20])
		c.d.subject.mention(to)
		c.step(to, value, data[head:], delegated)

	case 0x01: // batch; the optional data behind it (ERC-7821) is not a call
		batch, err := c.read(c.d.executions, data)
		if err != nil {
			c.hit(malformed, "the batch does not decode: %v", err)
			return
		}
		for _, f := range batch.list("executions") {
			c.inner(*f.addr("target"), f.num("value"), f.bytes("callData"))
		}

	default:
		c.hit(unknownSelector, "the execution mode is not known, so that the calls are not decoded")
	}
}

// inner decodes a call that this one carries.
func (c *call) inner(to common.Address, value *big.Int, data []byte) {
	if len(data) == 0 && value.Sign() == 0 {
		return
	}
	c.runs(to, value, data)
	c.run(c.child(to, value, data))
}

// caller is the account that c calls for.
func (c *call) caller() *common.Address {
	if c.self != nil {
		return c.self
	}
	return &c.to
}

func (c *call) child(to common.Address, value *big.Int, data []byte) *call {
	child := &call{
		d:     c.d,
		path:  fmt.Sprintf("%s.%d", c.path, c.children),
		depth: c.depth + 1,
		to:    to,
		from:  c.caller(),
		value: value,
		data:  data,
	}
	c.children++
	return child
}

func (c *call) run(child *call) {
	to, data := child.to, child.data
	c.d.subject.mention(to)
	if child.depth > maxDepth || !c.d.more() {
		c.d.scan(data)
		child.hit(tooDeep, "calls are nested deeper, or are more, than are decoded; what is in there is not known")
		return
	}
	if to == c.to { // a multicall keeps the caller
		child.from = c.from
	}
	c.d.call(child)
}

// messageSteps read what the roles of a row cannot express.
var messageSteps = map[string]func(m *message, a *act, at frame){
	"builder_fee": builderFee,
	"carries":     func(m *message, a *act, at frame) { m.carries(a, at) },
	"caveats":     caveats,
	"connector":   connector,
	"dollars":     inDollars,
	"leaves":      tree,
	"operation":   operation,
	"outcome":     outcomeOrder,
	"safe_text":   safeText,
	"withdrawn":   withdrawn,
	"witness":     func(m *message, _ *act, _ frame) { m.witness() },
}

// steps does what no role of a call says.
func (c *call) steps(a *act, at frame) {
	switch a.step {
	case "erc7579":
		erc7579(c)
	case "multisend":
		multiSend(c)
	case "told": // who gets tokens may pay whom the data name, and a module answer to them
		c.suspect(c.d.scan(octetsOf(a.value(c.fields, at, "data", 0))))
	case "safe":
		c.refund(c.fields)
	}
}

// tree is a message that is good for many orders.
func tree(m *message, a *act, at frame) {
	for _, member := range m.Data.Types[m.Data.PrimaryType] {
		if member.Name == "tree" {
			leaf, _, _ := strings.Cut(member.Type, "[")
			m.leaves(a, leaf, m.f["tree"], at, "message.tree")
		}
	}
}

// carries decodes the calls that a message stands for, which an account makes by it, and has them executed.
func (m *message) carries(a *act, at frame) {
	owner := addressOf(a.value(m.f, at, "owner", 0))
	outer := m.outer(owner)
	m.d.account = owner
	outer.fields = m.f
	outer.carries(a, at)
	outer.refund(m.f)
}

// operation is a user operation, which an account carries out on its own call data. Sources: ERC-4337 (EntryPoint 0.8
// and later signs PackedUserOperation as typed data), Safe's 4337 module (SafeOp).
func operation(m *message, a *act, at frame) {
	for _, name := range []string{"initCode", "paymasterAndData"} {
		if b := m.f.bytes(name); len(b) >= common.AddressLength {
			m.s.mention(common.BytesToAddress(b[:common.AddressLength]))
		}
	}

	owner := addressOf(a.value(m.f, at, "owner", 0))
	if owner == nil {
		return
	}
	data := octetsOf(a.value(m.f, at, "data", 0))
	if m.Domain.VerifyingContract != nil {
		m.s.calls(m.Domain.VerifyingContract, owner, new(big.Int), data)
		m.s.account = owner
	}
	m.outer(nil).inner(*owner, new(big.Int), data)
}

// connector lets its sender, or anybody where it names none, make calls in the name of the signer. Source:
// euler-xyz/ethereum-vault-connector.
func connector(m *message, a *act, at frame) {
	m.s.From = m.f.addr("signer")
	m.s.names(m.f.addr("sender"), unnamed)
	if m.s.From != nil {
		m.carries(a, at)
	}
}

// safeText is a text that a Safe signs: what it says counts, and that the Safe is the account. Source:
// safe-global/safe-smart-account, CompatibilityFallbackHandler.sol.
func safeText(m *message, _ *act, _ frame) {
	m.d.text(m.s, &Plain{
		Bytes:  m.f.bytes("message"),
		Signer: m.Domain.VerifyingContract,
		Origin: m.Origin,
	})
}

// inDollars is a transfer on Hyperliquid, whose amount is a text in whole units; dollars, where it is not of another
// token.
func inDollars(m *message, _ *act, _ frame) {
	token, named := m.f["token"].(string)
	amount, _ := m.f["amount"].(string)
	dollars, err := decimal.NewFromString(clipped(amount))
	if err == nil && (!named || strings.HasPrefix(token, "USDC")) {
		m.s.Actions[len(m.s.Actions)-1].dollars = dollars
	}
}

// withdrawn takes out of the exchange: that is the signer's own, so that nobody else is to get it.
func withdrawn(m *message, a *act, at frame) {
	inDollars(m, a, at)
	m.s.Actions[len(m.s.Actions)-1].proceeds = true
}

// clipped bounds a number that is read as a decimal: an exponent would make it long.
func clipped(text string) string {
	if len(text) > 40 || strings.ContainsAny(text, "eE") {
		return ""
	}
	return text
}

// mostBuilderFee is the highest fee that the exchange lets builders take of spot trades, in per cent.
var mostBuilderFee = decimal.NewFromInt(1)

func builderFee(m *message, _ *act, _ frame) {
	text, _ := m.f["maxFeeRate"].(string)
	rate, err := decimal.NewFromString(clipped(strings.TrimSuffix(text, "%")))
	if err != nil || rate.GreaterThan(mostBuilderFee) {
		m.hit(unknownPermission, "the builder may take more than %s %% of what is traded, or its fee cannot be read",
			mostBuilderFee)
	}
}

// outcomeOrder trades shares of an outcome, each of which pays a dollar at most. Side 0 buys shares (taker amount) with
// dollars (maker amount), side 1 sells. Source: Polymarket's clob-client.
func outcomeOrder(m *message, _ *act, _ frame) {
	maker := orZero(m.f.num("makerAmount"))
	taker := orZero(m.f.num("takerAmount"))

	switch sells := truthOf(m.f["side"]); {
	case sells && new(big.Int).Mul(taker, big.NewInt(1000)).Cmp(maker) < 0:
		m.hit(belowDust, "the order sells shares for less than a tenth of a cent each")
	case !sells && maker.Cmp(taker) > 0:
		m.hit(belowDust, "the order pays more than a dollar for a share, which is the most that it can bring")
	}
}

// Contracts of MetaMask's delegation framework 1.3.0, at one address on every network. Source: MetaMask's
// delegation-framework, documents/Deployments.md and src/enforcers.
var (
	delegationManager = common.HexToAddress("0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3")

	tokenOnce   = common.HexToAddress("0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc") // ERC20TransferAmountEnforcer
	tokenPeriod = common.HexToAddress("0x474e3Ae7E169e940607cC624Da8A15Eb120139aB") // ERC20PeriodTransferEnforcer
)

// caveats judges a delegation of MetaMask's framework by its limits, whose terms are packed. One that leaves only
// transfers of one token up to an amount is a permission to spend that; any other gives the account away.
func caveats(m *message, _ *act, _ frame) {
	a := &m.s.Actions[len(m.s.Actions)-1]
	if !is(m.Domain.VerifyingContract, delegationManager) {
		return
	}

	const head = common.AddressLength + 32 // the token and the amount
	for _, f := range m.f.list("caveats") {
		terms := f.bytes("terms")
		number := func(from, to int) *big.Int { return new(big.Int).SetBytes(terms[from:to]) }
		switch enforcer := orNobody(f.addr("enforcer")); {
		case enforcer == tokenPeriod && len(terms) == head+64:
			a.period = number(head, head+32)
		case enforcer != tokenOnce || len(terms) != head:
			continue
		}

		m.s.From = a.Owner
		a.Kind = Approval
		a.Standard = spendStandard
		a.Token = new(common.BytesToAddress(terms[:common.AddressLength]))
		a.Amount = number(common.AddressLength, head)
		a.Unlimited = unlimited(a.Amount)
	}
}
