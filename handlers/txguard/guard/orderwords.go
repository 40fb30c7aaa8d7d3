package guard

import (
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// Words by which orders of all kinds name their two sides: who makes the order gives the first and gets the second.
var (
	givingWords = []string{
		"maker", "making", "make", "signer", "sell", "selling", "give", "giving", "input", "in", "from", "src",
		"source", "offer", "offered", "spend", "pay",
	}
	gettingWords = []string{
		"taker", "taking", "take", "sender", "buy", "buying", "get", "getting", "receive", "want", "wanted", "ask",
		"output", "out", "to", "dst", "dest", "destination", "return",
	}
)

// Words for what is traded, and for how much of it.
var (
	thingWords  = []string{"token", "asset", "currency", "coin"}
	amountWords = []string{"amount", "quantity", "qty"}
)

// orderSide is one side of an order as the members of a message name it.
type orderSide struct {
	token  *common.Address
	amount *big.Int
	party  *common.Address // who has this side
}

// order reads a message of an unknown type as an order, by the names of its members; nil where they name no two sides.
// The signer has the side that names it, else the side of whoever makes the order.
func (m *message) order() *trade {
	var giving, getting orderSide
	for _, member := range m.Data.Types[m.Data.PrimaryType] {
		name := normal(member.Name)
		switch {
		case member.Type == "address":
			who := m.f.addr(member.Name)
			side, thing := sideOf(name, thingWords, &giving, &getting)
			if side == nil {
				continue
			}
			if thing {
				side.token = who
			} else {
				side.party = who
			}
		case strings.HasPrefix(member.Type, "uint"):
			if side, amount := sideOf(name, amountWords, &giving, &getting); side != nil && amount {
				side.amount = m.f.num(member.Name)
			}
		}
	}
	if giving.token == nil || getting.token == nil || giving.amount == nil || getting.amount == nil {
		return nil
	}
	if m.Signer != nil && is(getting.party, *m.Signer) && !is(giving.party, *m.Signer) {
		giving, getting = getting, giving
	}

	return &trade{
		owner:  m.Signer,
		sell:   giving.token,
		amount: giving.amount,
		buy:    getting.token,
		want:   getting.amount,
	}
}

// normal is a member's name without the marks of its style, and without what does not change its side.
func normal(name string) string {
	name = normalName(name)
	for _, extra := range []string{"minimum", "maximum", "address", "wallet", "min", "max"} {
		name = strings.ReplaceAll(name, extra, "")
	}
	return name
}

// sideOf is the side that a name speaks of; found says whether the rest of the name is one of the words.
func sideOf(name string, words []string, giving, getting *orderSide) (side *orderSide, found bool) {
	rest := name
	for _, w := range words {
		if cut, ok := strings.CutSuffix(name, w); ok {
			rest = cut
			found = true
		} else if cut, ok := strings.CutPrefix(name, w); ok {
			rest = cut
			found = true
		}
	}
	switch {
	case slices.Contains(givingWords, rest):
		return giving, found
	case slices.Contains(gettingWords, rest):
		return getting, found
	}
	return nil, false
}
