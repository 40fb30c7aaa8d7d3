package guard

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// inTheNameOf is what carries out a message's calls for an account.
func (m *message) inTheNameOf(account common.Address) *call {
	c := m.outer()
	c.to = account
	return c
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

// Names that orders give to their outputs and to an output's least amount.
var (
	outputNames = []string{"outputs", "baseOutputs"}
	leastNames  = []string{"minAmount", "amount", "startAmount", "endAmount"}
)

// witness is what a Permit2 transfer is signed together with: what the spender has to do with the tokens. Orders of
// UniswapX are known; of others it is said that they are not.
func (m *message) witness() {
	permitted := m.f.list("permitted")
	if one := m.f.obj("permitted"); one != nil {
		permitted = []fields{one}
	}
	if !m.f.has("witness") || m.paid(permitted) {
		return
	}

	order := m.f.obj("witness")
	info := order.obj("info")
	swapper := info.addr("swapper")
	var outputs []fields
	for _, name := range outputNames {
		outputs = append(outputs, order.list(name)...)
	}

	if swapper != nil && len(outputs) == 0 && order.has("outputs") {
		m.hit(zeroConsideration, "the order sells, and asks for nothing")
		return
	}
	if swapper == nil || len(outputs) == 0 {
		m.hit(unknownType, "the transfer is signed together with conditions of a kind that is not known here")
		return
	}

	given := newPrice()
	got := newPrice()
	others := newPrice()
	for _, p := range permitted {
		given.add(m, p.addr("token"), orZero(p.num("amount")))
	}

	back := 0
	for i, o := range outputs {
		to := o.addr("recipient")
		amount := least(o)
		m.addAt(fmt.Sprintf("message.witness.outputs.%d", i), Action{
			Kind:      Order,
			Standard:  "UniswapX",
			Owner:     swapper,
			Token:     o.addr("token"),
			Recipient: to,
			Amount:    amount,
		})
		if to == nil || *to != *swapper {
			others.add(m, o.addr("token"), amount)
			continue
		}
		back++
		got.add(m, o.addr("token"), amount)
	}

	m.deal("message", given, got)
	switch verdict := got.against(m, given); {
	case back == 0:
		m.hit(zeroConsideration, "the order sells, and nothing of what it buys comes back to %s", swapper.Hex())
	case verdict == nextToNothing:
		m.hit(belowDust, "the order sells, and next to nothing comes back")
	case others.exceeds(got):
		m.hit(paysOthers, "others get more of what the order buys than the signer")
	case verdict == unpriced:
		m.weigh("message", unpricedOrder, swapUnpriced, "the order buys a token whose worth is not known here")
	}

	if m.Signer != nil && *m.Signer != *swapper {
		m.weigh("message", foreignRecipient, foreignOrder, "the order is of %s, not of the account that signs", swapper.Hex())
	}
}

// least is the smallest amount that an output names.
func least(f fields) *big.Int {
	var out *big.Int
	for _, name := range leastNames {
		if n := f.num(name); n != nil && (out == nil || n.Cmp(out) < 0) {
			out = n
		}
	}
	return orZero(out)
}
