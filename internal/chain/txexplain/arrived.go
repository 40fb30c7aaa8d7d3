package txexplain

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// shortfall says what arrived of a token that the actor sent, and where the rest went: tokens that take a fee log a
// second transfer. It is "" where all arrived, and for coins and NFTs.
func (r *reading) shortfall(s sides, to common.Address) string {
	if len(s.lost) != 1 || len(s.lostNFT) > 0 || s.lost[0].Asset.Standard != ERC20 {
		return ""
	}

	asset := s.lost[0].Asset
	arrived := r.arrived(asset, to)
	fee := new(big.Int).Sub(s.lost[0].Amount, arrived)
	if arrived.Sign() < 0 || fee.Sign() <= 0 {
		return ""
	}

	text := ": " + r.money(asset, arrived) + " arrived, " + r.money(asset, fee)
	switch takers := r.takers(asset, to); {
	case len(takers) != 1:
		return text + " went elsewhere as a fee"
	case sink(takers[0]):
		return text + " was burned"
	case takers[0] == asset.Contract:
		return text + " went to the token's own contract as a fee"
	default:
		return text + " went to " + r.name(takers[0]) + " as a fee"
	}
}

// arrived is what the recipient has of a transfer. In a call of the token itself what leaves the recipient is the
// token's doing; a contract that was called may have spent what it got, which is not a fee.
func (r *reading) arrived(asset Asset, to common.Address) *big.Int {
	if r.calls(asset.Contract) {
		return r.net.amount(to, asset)
	}

	sum := new(big.Int)
	for _, f := range r.flows {
		switch {
		case f.asset != asset:
		case f.from == r.actor && f.to == to:
			sum.Add(sum, f.amount)
		case f.from == to && f.to == r.actor:
			sum.Sub(sum, f.amount)
		}
	}
	return sum
}

// takers lists who else got units of the asset from the actor or, in a call of the token itself, from the recipient.
func (r *reading) takers(asset Asset, to common.Address) (list []common.Address) {
	seen := map[common.Address]bool{to: true, r.actor: true}
	for _, f := range r.flows {
		from := f.from == r.actor || f.from == to && r.calls(asset.Contract)
		if f.asset == asset && from && !seen[f.to] {
			seen[f.to] = true
			list = append(list, f.to)
		}
	}
	return list
}
