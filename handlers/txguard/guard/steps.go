package guard

import (
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

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
