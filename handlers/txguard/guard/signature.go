package guard

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/abijson"
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

	m.remarks()
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

// used has the call executed by which whoever has the signature uses it.
func (m *message) used(a *act, at frame) {
	signer := cmp.Or(addressOf(a.value(m.f, at, "owner", 0)), m.Signer)
	if a.use == nil || signer == nil || m.s.To == nil {
		return
	}
	by := cmp.Or(addressOf(a.value(m.f, at, "spender", 0)), addressOf(a.value(m.f, at, "recipient", 0)), signer)
	if data, err := a.use.called(m.f, *signer); err == nil {
		m.s.calls(by, m.s.To, new(big.Int), data)
		m.s.account = signer
		m.s.digest = &m.Digest
	}
}

// called is the data of a call of f with the members of a message as the arguments of the same names. A tuple is the
// message itself, and the signature's parts are of the form that its checkers ask for before they recover the signer.
func (f *function) called(m fields, signer common.Address) ([]byte, error) {
	part := common.BigToHash(common.Big1).Hex()
	given := maps.Clone(m)
	given["v"] = "27"
	given["r"] = part
	given["s"] = part
	given["signature"] = part + part[2:] + "1b"

	values := make([]any, len(f.params))
	for i, p := range f.params {
		v, ok := given[p.Name]
		switch {
		case p.Type.T == abi.TupleTy:
			v = map[string]any(given)
		case p.Type.T == abi.AddressTy && !ok:
			v = signer.Hex()
		}
		var err error
		if values[i], err = abijson.Value(&p.Type, v); err != nil {
			return nil, err
		}
	}
	packed, err := f.params.Pack(values...)
	return append(f.selector[:], packed...), err
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
