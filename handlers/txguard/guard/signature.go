package guard

import (
	"cmp"
	"fmt"
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

	d := &decoder{
		Engine:  e,
		subject: s,
		reader:  &abijson.Reader{Values: maxValues},
	}

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

// orForever is forever for 0, as DAI's permit has it.
func orForever(expiry *big.Int) *big.Int {
	if expiry.Sign() == 0 {
		return new(big.Int).Set(forever)
	}
	return expiry
}

// forever stands for a deadline that is never reached.
var forever = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))

// outer stands for the account that makes the calls of a message.
func (m *message) outer() *call {
	c := &call{
		d:         m.d,
		path:      "message",
		signature: m.Data.PrimaryType,
		value:     new(big.Int),
	}
	if m.Domain.VerifyingContract != nil {
		c.to = *m.Domain.VerifyingContract
	}
	return c
}

func (m *message) add(a Action) { m.addAt("message", a) }

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

// Signing is a signature that executing a subject's calls takes as given: it is not made yet.
type Signing struct {
	Signer common.Address
	Digest common.Hash
}

// Signing is what the calls of Runs take as signed, nil where they need no signature.
func (s *Subject) Signing() *Signing { return s.signing }

// used notes the call by which whoever has the signature uses it at worst. Where that call only takes what the message
// allows its spender, it is judged by what it allows, and there is none to execute.
func (m *message) used(a *act, at frame) {
	owner := addressOf(a.value(m.f, at, "owner", 0))
	if m.s.From == nil || a.kind == Approval || a.kind == Transfer && a.use != nil {
		m.s.From = cmp.Or(owner, m.s.From)
	}
	if a.use == nil {
		return
	}

	signer := cmp.Or(owner, m.Signer)
	by := cmp.Or(addressOf(a.value(m.f, at, "by", 0)), cmp.Or(addressOf(a.value(m.f, at, "spender", 0)), signer))
	data, err := a.use.called(m.f, signer)
	if err != nil || signer == nil || *by == zero {
		return
	}
	m.calls(by, m.Domain.VerifyingContract, new(big.Int), data)
	m.s.account = signer
	m.s.signing = &Signing{Signer: *signer, Digest: m.Digest}
}

// Parts of a signature that its checkers read before they recover its signer: v is 27 or 28, s in the lower half.
const partV = "27"

var part = common.BigToHash(common.Big1)

// called is the data of a call of f with a message's members as the arguments of the same names. Any other tuple
// is the message itself; the signature's parts are of the right form.
func (f *function) called(m fields, owner *common.Address) ([]byte, error) {
	values := make([]any, len(f.params))
	for i := range f.params {
		v, err := abijson.Value(&f.params[i].Type, argumentOf(f.params[i].Name, &f.params[i].Type, m, owner))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.params[i].Name, err)
		}
		values[i] = v
	}
	packed, err := f.params.Pack(values...)
	return append(f.selector[:], packed...), err
}

// argumentOf is what an argument is given, in the form that JSON has.
func argumentOf(name string, t *abi.Type, m fields, owner *common.Address) any {
	if v, ok := m[name]; ok {
		return v
	}
	switch {
	case t.T == abi.TupleTy && name == "signature":
		return map[string]any{"v": partV, "r": part.Hex(), "s": part.Hex()}
	case t.T == abi.TupleTy:
		return map[string]any(m)
	case name == "v":
		return partV
	case name == "r", name == "s":
		return part.Hex()
	case name == "signature":
		return part.Hex() + part.Hex()[2:] + "1b"
	case t.T == abi.AddressTy && owner != nil:
		return owner.Hex()
	}
	return nil
}
