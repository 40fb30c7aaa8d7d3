package txexplain

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/internal/each"
)

// sides are the actor's net changes, sorted by direction and kind.
type sides struct {
	lost, gained       []Change // amounts of coins and tokens, all positive
	lostNFT, gainedNFT []Change
}

func (r *reading) sides() (s sides) {
	for _, c := range r.net.of(r.actor) {
		out := c.Amount.Sign() < 0
		c.Amount = new(big.Int).Abs(c.Amount)
		switch {
		case c.Asset.NFT() && out:
			s.lostNFT = append(s.lostNFT, c)
		case c.Asset.NFT():
			s.gainedNFT = append(s.gainedNFT, c)
		case out:
			s.lost = append(s.lost, c)
		default:
			s.gained = append(s.gained, c)
		}
	}
	return s
}

func (s sides) loses() bool { return len(s.lost)+len(s.lostNFT) > 0 }
func (s sides) gains() bool { return len(s.gained)+len(s.gainedNFT) > 0 }

// classify names the operation by the first rule that holds.
func (r *reading) classify() Operation {
	if r.in.Call.To == nil {
		return Deploy
	}
	if r.status != Success {
		return r.intended()
	}
	if op := r.wrapCall(); op != "" {
		return op
	}
	s := r.sides()
	for _, rule := range []func(sides) Operation{r.arrival, r.trade, r.minting, r.burning, r.wrapNet, r.swap, r.approving, r.payment} {
		if op := rule(s); op != "" {
			return op
		}
	}
	return ContractCall
}

// intended is the purpose of a call without effect, by its selector and the called contract.
func (r *reading) intended() Operation {
	if op := r.wrapCall(); op != "" {
		return op
	}
	s, ok := r.selector()
	if !ok {
		if len(r.in.Call.Input) == 0 && r.in.Call.Value.Sign() > 0 {
			return Send
		}
		return ContractCall
	}
	if m := methods[s]; m.operation != "" {
		return m.operation
	}
	if r.routed {
		return Swap
	}
	return ContractCall
}

// wrapCall recognises a direct call to the wrapping contract.
func (r *reading) wrapCall() Operation {
	w := r.in.Network.Wrap
	if w == (common.Address{}) || !r.calls(w) || len(r.ops) > 0 {
		return ""
	}
	s, called := r.selector()
	switch {
	case r.in.Call.Value.Sign() > 0 && (called && s == depositSelector || len(r.in.Call.Input) == 0):
		return Wrap
	case called && s == withdrawSelector:
		return Unwrap
	}
	return ""
}

// arrival is a deposit from L1, which mints what is received.
func (r *reading) arrival(s sides) Operation {
	if isDeposit(r.in.Call.Type) && s.gains() && !s.loses() {
		return Receive
	}
	return ""
}

// trade is an NFT that changes owner for something: with a marketplace's event or a call to one, or if both sides
// are evident. An outgoing NFT is sold only if its new owner pays or a marketplace is involved: staking one for a
// reward is not a sale.
func (r *reading) trade(s sides) Operation {
	market := r.sold
	if c, ok := lookup(r.in.Network.Name, *r.in.Call.To); ok && c.Role == known.RoleMarketplace {
		market = true
	}

	switch {
	case len(s.gainedNFT) > 0 && len(s.lostNFT) == 0 && len(s.lost) > 0 && r.minted(s.gainedNFT) == 0:
		return NFTBuy
	case len(s.lostNFT) > 0 && len(s.gainedNFT) == 0 && market && (len(s.gained) > 0 || !r.known()):
		return NFTSell
	case len(s.lostNFT) > 0 && len(s.gainedNFT) == 0:
		to := r.receivers(assetsOf(s.lostNFT)...)
		for _, g := range s.gained {
			if len(to) == 1 && r.net.amount(to[0], g.Asset).Sign() < 0 {
				return NFTSell
			}
		}
	}

	return ""
}

// minting is new assets for the actor: an NFT, or tokens that were free or paid for at their own contract.
func (r *reading) minting(s sides) Operation {
	if len(s.lostNFT) > 0 {
		return ""
	}
	if n := r.minted(s.gainedNFT); n > 0 && n == len(s.gainedNFT) {
		return Mint
	}
	if len(s.gained) == 0 || len(s.gainedNFT) > 0 || r.minted(s.gained) < len(s.gained) {
		return ""
	}
	for _, c := range s.lost {
		if !r.paidFor(c, s.gained) {
			return ""
		}
	}
	return Mint
}

// minted counts the changes whose asset came to the actor from the zero address. Wrapping is not minting.
func (r *reading) minted(changes []Change) (n int) {
	if len(changes) == 0 {
		return 0
	}
	fresh := map[Asset]bool{}
	for _, f := range r.flows {
		if f.to == r.actor && f.from == (common.Address{}) && f.asset != native && f.asset.Contract != r.in.Network.Wrap {
			fresh[f.asset] = true
		}
	}
	for _, c := range changes {
		if fresh[c.Asset] {
			n++
		}
	}
	return n
}

// paidFor reports whether what was lost went to the contract of something gained, or by calling it.
func (r *reading) paidFor(lost Change, gained []Change) bool {
	return slices.ContainsFunc(gained, func(g Change) bool {
		return r.calls(g.Asset.Contract) || r.net.amount(g.Asset.Contract, lost.Asset).Sign() > 0
	})
}

// burning is assets destroyed with nothing in return.
func (r *reading) burning(s sides) Operation {
	if !s.loses() || s.gains() {
		return ""
	}
	lost := each.Set(assetsOf(s.lost, s.lostNFT))
	for _, f := range r.flows {
		if f.from == r.actor && !sink(f.to) && lost[f.asset] {
			return ""
		}
	}

	for _, w := range r.wrappings {
		if w.unwrap && w.who == r.actor {
			return "" // the coin went to somebody else
		}
	}

	return Burn
}

// sink reports whether nobody can spend from an address.
func sink(a common.Address) bool { return a == (common.Address{}) || a == known.Dead }

// wrapNet is native coin against its wrapped form and nothing else, through any contract.
func (r *reading) wrapNet(s sides) Operation {
	if len(s.lost) != 1 || len(s.gained) != 1 || len(s.lostNFT)+len(s.gainedNFT) > 0 || r.in.Network.Wrap == (common.Address{}) {
		return ""
	}
	wrapped := Asset{Standard: ERC20, Contract: r.in.Network.Wrap}
	switch {
	case s.lost[0].Asset == native && s.gained[0].Asset == wrapped:
		return Wrap
	case s.lost[0].Asset == wrapped && s.gained[0].Asset == native:
		return Unwrap
	}
	return ""
}

// swap is one asset for another: with a pool's event or a known router, or if it is clearly one for one and neither
// was minted or burned (vault shares, loans).
func (r *reading) swap(s sides) Operation {
	if len(s.lostNFT)+len(s.gainedNFT) > 0 || len(s.lost) == 0 {
		return ""
	}
	switch {
	case len(s.gained) > 0 && (r.swapped || r.routed):
		return Swap
	case len(s.lost) == 1 && len(s.gained) == 1 && r.minted(s.gained) == 0 && !r.burned(s.lost[0].Asset):
		return Swap
	case len(s.gained) == 0 && r.swapped && !r.known() && s.lost[len(s.lost)-1].Asset != native: // the native coin comes first
		r.warn(UnseenNative)
		return Swap
	}
	return ""
}

// burned reports whether the actor's asset went to the zero address.
func (r *reading) burned(a Asset) bool {
	return slices.ContainsFunc(r.flows, func(f flow) bool {
		return f.asset == a && f.from == r.actor && f.to == (common.Address{})
	})
}

// approving is a permission granted or revoked with nothing moved.
func (r *reading) approving(s sides) Operation {
	if s.loses() || s.gains() || len(r.flows) > 0 {
		return ""
	}
	if len(r.approvals) > 0 {
		return Approve
	}
	if sel, ok := r.selector(); ok && methods[sel].operation == Approve {
		return Approve
	}
	return ""
}

// payment is a one-sided transfer by the actor, or one that it relays for others by a call for that purpose.
func (r *reading) payment(s sides) Operation {
	switch {
	case s.loses() && !s.gains() && r.recipient() != nil:
		return Send
	case s.gains() && !s.loses():
		return Receive
	case s.loses() || s.gains():
		return ""
	case len(r.in.Call.Input) == 0:
		return Send
	}
	if sel, ok := r.selector(); r.authorized || ok && methods[sel].operation == Send {
		if from, to := r.relayed(); from != nil && to != nil {
			return Send
		}
	}
	return ""
}

// receivers lists who received the actor's units of an asset, in order, without sinks. It also omits the token's
// own contract and a user operation's paymaster, which take fees.
func (r *reading) receivers(assets ...Asset) (list []common.Address) {
	wanted := each.Set(assets)
	seen := map[common.Address]bool{}
	for _, f := range r.flows {
		if f.from != r.actor || !wanted[f.asset] || seen[f.to] || sink(f.to) || f.to == r.actor {
			continue
		}
		if f.asset.Standard != Native && f.to == f.asset.Contract || len(r.ops) == 1 && f.to == r.ops[0].paymaster {
			continue
		}
		seen[f.to] = true
		list = append(list, f.to)
	}
	return list
}

// recipient is the single address that received everything the actor lost. If a token takes a fee on the way, it is
// the one named by the call.
func (r *reading) recipient() *common.Address {
	s := r.sides()
	list := r.receivers(assetsOf(s.lost, s.lostNFT)...)
	if len(list) == 1 {
		return &list[0]
	}

	sel, ok := r.selector()
	if !ok || methods[sel].operation != Send {
		return nil
	}

	i := 0
	if methods[sel].name != "transfer" {
		i = 1
	}

	if named, ok := addressOf(r.argument(i)); ok {
		for _, a := range list {
			if a == named {
				return &a
			}
		}
	}

	return nil
}

// relayed is the loser and the gainer if the transaction moved something between exactly two others.
func (r *reading) relayed() (from, to *common.Address) {
	for _, who := range r.net.order {
		for _, c := range r.net.of(who) {
			side := &to
			if c.Amount.Sign() < 0 {
				side = &from
			}
			if *side != nil && **side != who {
				return nil, nil
			}
			*side = &who
		}
	}
	return from, to
}
