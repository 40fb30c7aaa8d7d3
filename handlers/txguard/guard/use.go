package guard

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/evm"
)

// parts are those of a signature, in the form that contracts ask for before they look who has signed.
var parts = map[string]any{
	"v":         "27",
	"r":         common.BigToHash(common.Big1).Hex(),
	"s":         common.BigToHash(common.Big1).Hex(),
	"signature": "0x" + strings.Repeat(common.BigToHash(common.Big1).Hex()[2:], 2) + "1b",
}

// signed says whether a function takes a signature.
func (f *function) signed() bool {
	return slices.ContainsFunc(f.params, func(p abi.Argument) bool { return parts[bare(p.Name)] != nil })
}

// bare is the name of an argument without the mark in front of it.
func bare(name string) string { return strings.TrimLeft(name, "_") }

// used has the call executed by which whoever has the signature of a message uses it: the function that is named like
// the message, or else the first that takes it.
func (m *message) used(functions []*function) {
	if m.s.From == nil || m.s.To == nil || len(m.s.runs) > 0 {
		return
	}
	by := &dead // anybody
	for i := range m.s.Actions {
		by = cmp.Or(m.s.Actions[i].Spender, m.s.Actions[i].Recipient, by)
	}

	for _, named := range []bool{true, false} {
		for _, f := range functions {
			name, _, _ := strings.Cut(f.signature, "(")
			data := m.call(f, *by)
			if data != nil && (!named || strings.EqualFold(name, m.Data.PrimaryType)) {
				m.s.calls(by, m.s.To, new(big.Int), data)
				m.s.account = m.s.From
				m.s.digest = &m.Digest
				m.s.use = name
				return
			}
		}
	}
}

// call is the data of a call of f with the members of a message as the arguments of their names, and whoever signs as
// any other account. What may be taken by it goes to whoever makes it. It is nil where f asks for more, or for less.
func (m *message) call(f *function, by common.Address) []byte {
	given := map[string]any{"to": by.Hex(), "requestedAmount": m.f.obj("permitted")["amount"]}
	maps.Copy(given, m.f)
	maps.Copy(given, parts)

	var taken []string
	values := make([]any, len(f.params))
	for i, p := range f.params {
		v, ok := given[bare(p.Name)]
		taken = append(taken, bare(p.Name))
		switch {
		case !ok && p.Type.T == abi.TupleTy:
			v = given
			taken = append(taken, p.Type.TupleRawNames...)
		case !ok && p.Type.T == abi.AddressTy:
			v = m.s.From.Hex()
		}
		var err error
		if values[i], err = abijson.Value(&p.Type, v); err != nil {
			return nil
		}
	}
	for _, member := range m.Data.Types[m.Data.PrimaryType] {
		own := member.Name == "nonce" || member.Name == "spender" // which the contract counts, or who calls it
		if !own && !slices.Contains(taken, member.Name) {
			return nil
		}
	}
	packed, err := f.params.Pack(values...)
	if err != nil {
		return nil
	}
	return append(f.selector[:], packed...)
}

// Unread is the contract that checks a message of a type that is not known, whose ABI may tell what takes it; nil where
// there is none, or the calls in the message are executed.
func (s *Subject) Unread() *common.Address {
	if s.unread == nil || s.From == nil || len(s.runs) > 0 {
		return nil
	}
	return s.To
}

// Read has the call executed by which a contract takes the message, if its ABI has one function that does. Which of
// several somebody will call is not known.
func (s *Subject) Read(contract *abi.ABI) {
	var takes []*function
	for _, method := range contract.Methods {
		f := &function{signature: method.Sig, params: method.Inputs}
		f.selector = [4]byte(method.ID)
		if !method.IsConstant() && f.signed() && s.unread.call(f, *s.From) != nil {
			takes = append(takes, f)
		}
	}
	if len(takes) == 1 {
		s.unread.used(takes)
	}
}

// Given are the overrides by which the signature that the call of Runs needs counts as given, nil where it needs none.
func (s *Subject) Given() map[common.Address]evm.Override {
	if s.digest == nil {
		return nil
	}
	return evm.AsSigned(*s.account, *s.digest)
}
