package guard

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/eip712"
)

// message is typed data being recognised.
type message struct {
	*Typed
	d *decoder
	s *Subject
	f fields
}

// Signature decodes typed data. It does not fail: what is not recognised becomes a finding.
func (e *Engine) Signature(network Network, t *Typed) *Subject {
	s := &Subject{
		Network:  network,
		Signed:   true,
		Domain:   t.Domain,
		Kind:     "unknown",
		Function: t.Data.PrimaryType,
		To:       t.Domain.VerifyingContract,
		From:     t.Signer,
	}

	d := e.decoder(s)

	if t.Domain.VerifyingContract != nil {
		s.mention(*t.Domain.VerifyingContract)
	}

	t.walk("", t.Data.PrimaryType, map[string]any(t.Data.Message), func(_, typ string, v any) {
		if typ == "address" {
			s.mention(orNobody(addressOf(v)))
		}
	})

	m := &message{
		Typed: t,
		d:     d,
		s:     s,
		f:     t.Data.Message,
	}

	m.unreadable()
	m = m.nested()
	m.asks()
	for _, a := range e.messages {
		if a.matches(m) {
			s.Kind = a.label
			m.does(a)
			s.mention(d.reader.Addresses...)
			s.mentionParties()
			return s
		}
	}

	m.unknown()
	return s
}

// outer stands for the account that makes the calls of a message: where none is known, the contract that checks it.
func (m *message) outer(account *common.Address) *call {
	return &call{
		d:         m.d,
		path:      "message",
		to:        orNobody(cmp.Or(account, m.Domain.VerifyingContract)),
		signature: m.Data.PrimaryType,
		value:     new(big.Int),
	}
}

func (m *message) addAt(path string, a Action) {
	a.Path = path
	a.Function = m.Data.PrimaryType
	a.Contract = m.Domain.VerifyingContract
	m.s.Actions = append(m.s.Actions, a)
}

func (m *message) hit(code, format string, args ...any) {
	m.s.hit(code, "message", fmt.Sprintf(format, args...))
}

func orZero(n *big.Int) *big.Int {
	if n == nil {
		return new(big.Int)
	}
	return n
}

// Names that structs of calls give to the address called and to the call data.
var (
	calledNames = []string{"to", "target", "dest", "destination", "callee", "contractAddress"}
	dataNames   = []string{"data", "callData", "calldata", "functionSignature", "functionData"}
)

// carried decodes the calls in a message of an unknown type: structs with an address to call and bytes to call it
// with, as the relays and batches of many wallets have them. What such a call does holds whatever the message is
// called.
func (m *message) carried(typ string, v any, outer *call) {
	if i := strings.LastIndexByte(typ, '['); i >= 0 {
		list, _ := v.([]any)
		for _, item := range list {
			m.carried(typ[:i], item, outer)
		}
		return
	}

	members, isStruct := m.Data.Types[typ]
	value, _ := v.(map[string]any)
	if !isStruct || value == nil {
		return
	}

	f := fields(value)
	var to *common.Address
	var data []byte
	for _, member := range members {
		switch {
		case member.Type == "address" && to == nil && slices.Contains(calledNames, member.Name):
			to = f.addr(member.Name)
		case member.Type == "bytes" && data == nil && slices.Contains(dataNames, member.Name):
			data = f.bytes(member.Name)
		}
		m.carried(member.Type, value[member.Name], outer)
	}

	if to != nil && len(data) >= 4 {
		outer.inner(*to, orZero(f.num("value")), data)
	}
}

// witness is what a Permit2 transfer is signed together with: what the spender has to do with the tokens. Orders that
// its names tell are judged, as the orders of who signs; of others it is said that they are not known.
func (m *message) witness() {
	permitted := m.f.list("permitted")
	if one := m.f.obj("permitted"); one != nil {
		permitted = []fields{one}
	}
	i := slices.IndexFunc(m.Data.Types[m.Data.PrimaryType], func(member eip712.Member) bool {
		return member.Name != "permitted" && m.Data.Types[member.Type] != nil
	})
	if i < 0 {
		return
	}

	typ := m.Data.Types[m.Data.PrimaryType][i].Type
	order := m.f.obj(m.Data.Types[m.Data.PrimaryType][i].Name)
	maker := cmp.Or(m.Signer, order.obj("info").addr("swapper"))
	x, ok := orderByNames(m.Data.Types[typ], order, maker, permitted...)
	ok = ok && maker != nil
	if ok {
		m.s.exchanges = append(m.s.exchanges, x)
	}

	before := len(m.s.strangers)
	var payee *common.Address
	named := 0
	m.walk("witness", typ, map[string]any(order), func(name, typ string, v any) {
		as := roleNamed(name)
		if (typ == "address" || typ == "bytes32") && as != item && as != helper {
			named++
		}
		if typ == "address" && as == receives {
			payee = addressOf(v)
		}
		if !ok || !x.tells(as, v) {
			m.party(as, typ, v)
		}
	})
	switch {
	case ok:
	case payee != nil && named == 1: // a payment, as x402 makes them
		m.s.strangers = m.s.strangers[:before]
		m.pays(*payee, permitted)
	default:
		m.hit(unknownType, "the transfer is signed together with conditions of a kind that is not known here")
	}
}

// pays adds what a message sends through Permit2.
func (m *message) pays(to common.Address, permitted []fields) {
	for i, p := range permitted {
		m.addAt(fmt.Sprintf("message.permitted.%d", i), Action{
			Kind:      Transfer,
			Standard:  "Permit2",
			Token:     p.addr("token"),
			Owner:     m.Signer,
			Recipient: &to,
			Amount:    orZero(p.num("amount")),
			Deadline:  m.f.num("deadline"),
		})
	}
}

// hyperliquidStandard is of an exchange whose messages are checked by no contract.
const hyperliquidStandard = "Hyperliquid"

// nested is the message within the nested signature of a smart account (ERC-7739): the account wraps it, and the
// contract of the domain sees what is in it.
func (m *message) nested() *message {
	members := m.Data.Types["TypedDataSign"]
	i := slices.IndexFunc(members, func(x eip712.Member) bool { return x.Name == "contents" })
	contents := m.f.obj("contents")
	if i < 0 || contents == nil {
		return m
	}

	inner := *m.Typed
	inner.Data.PrimaryType = members[i].Type
	inner.Data.Message = contents
	inner.Signer = cmp.Or(m.f.addr("verifyingContract"), m.Signer)
	m.s.From = inner.Signer
	nested := *m
	nested.Typed = &inner
	nested.f = contents
	return &nested
}
