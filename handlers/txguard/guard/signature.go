package guard

import (
	"cmp"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
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
