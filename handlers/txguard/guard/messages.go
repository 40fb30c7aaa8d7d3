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

// manager is a permission that is on or off, and covers all that the owner has in a contract. Sources: Comet
// (allowBySig), Morpho Blue (setAuthorizationWithSig), Uniswap v4 ERC721Permit (permitForAll).
func (m *message) manager(kind Kind, sh *shape, who, flag, end string) {
	allowed := m.f.flag(flag)
	m.add(Action{
		Kind:      kind,
		Standard:  sh.standard,
		Token:     m.Domain.VerifyingContract,
		Spender:   m.f.addr(who),
		Approved:  &allowed,
		Unlimited: allowed,
		Deadline:  m.f.num(end),
	})
}

// operation is a user operation, which an account carries out on its own call data. Sources: ERC-4337 (EntryPoint 0.8
// and later signs PackedUserOperation as typed data), Safe's 4337 module (SafeOp).
func (m *message) operation(sh *shape, account string) {
	owner := m.f.addr(account)
	m.add(Action{
		Kind:     Message,
		Standard: sh.standard,
		Owner:    owner,
		Deadline: nonZero(m.f.num("validUntil")), // 0 is no end
	})
	for _, name := range []string{"initCode", "paymasterAndData"} {
		if b := m.f.bytes(name); len(b) >= common.AddressLength {
			m.s.mention(common.BytesToAddress(b[:common.AddressLength]))
		}
	}
	if owner != nil {
		m.calls(m.Domain.VerifyingContract, owner, zeroInt(), m.f.bytes("callData"))
		m.s.account = owner
		m.outer().inner(*owner, zeroInt(), m.f.bytes("callData"))
	}
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
func (m *message) witness(permitted []fields) {
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

// connectorPermit lets its sender, or anybody where it names none, make calls in the name of the signer.
func connectorPermit(m *message, sh *shape) {
	signer := m.f.addr("signer")
	sender := m.f.addr("sender")
	m.s.From = signer
	m.add(Action{
		Kind:     Message,
		Standard: sh.standard,
		Owner:    signer,
		Deadline: m.f.num("deadline"),
	})
	if sender != nil && *sender != zero {
		m.s.payees = append(m.s.payees, *sender)
	}
	if signer == nil || m.Domain.VerifyingContract == nil {
		return
	}

	m.calls(signer, m.Domain.VerifyingContract, orZero(m.f.num("value")), m.f.bytes("data"))
	outer := m.inTheNameOf(*signer)
	outer.inner(*m.Domain.VerifyingContract, orZero(m.f.num("value")), m.f.bytes("data"))
}
