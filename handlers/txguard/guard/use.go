package guard

import (
	"cmp"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/abijson"
)

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
