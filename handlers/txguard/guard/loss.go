package guard

import (
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/txexplain"
)

// loss is what leaves the sender by an execution, and what comes back.
type loss struct {
	lost   []Change
	gained []Change
	takers []Change // gains of plain accounts that are not the sender's, more than fees
	meant  []Change // gains of accounts that the caller means to pay
	sends  bool     // the account makes plain transfers

	given      decimal.Decimal // dollars, as far as they are known
	got        decimal.Decimal
	givenWhole bool // each part of it has a price
	gotWhole   bool
}

// back says whether something comes back that counts beside what leaves.
func (l *loss) back() bool {
	return len(l.gained) > 0 && !(l.gotWhole && l.givenWhole && hundredthOf(l.got, l.given))
}

// passedOn says whether the data make plain accounts get something; what the contract itself chooses whom to pay, as
// auctions do, is its own.
func (j *judge) passedOn(l loss) bool {
	return slices.ContainsFunc(l.takers, func(t Change) bool {
		return t.Asset.Standard != txexplain.Native || j.s.says(t.Account) || l.given.GreaterThanOrEqual(largeMoney)
	})
}

// isFee says whether what somebody gets is no more than a fee of what the execution moves.
func (j *judge) isFee(gain Change) bool {
	most := new(big.Int)
	for _, m := range j.s.effects.moves {
		if m.Asset == gain.Asset && m.To != gain.Account && m.Amount.Cmp(most) > 0 {
			most = m.Amount
		}
	}
	return new(big.Int).Mul(gain.Amount, big.NewInt(mostFee)).Cmp(most) < 0
}

// mostFee divides what is moved: a smaller part counts as a fee.
const mostFee = 20

// nft says whether plain accounts get an NFT that leaves.
func (l *loss) nft() bool {
	return slices.ContainsFunc(l.takers, func(t Change) bool {
		return t.Asset.NFT() && slices.ContainsFunc(l.lost, func(c Change) bool { return c.Asset == t.Asset })
	})
}

// loss is what the execution does to an account, without the transfers that its data say.
func (j *judge) loss(account common.Address) loss {
	l, read := j.losses[account]
	if read {
		return l
	}
	lost, gained := j.s.effects.of(account)
	l.gained = gained
	said := j.said(account)
	l.sends = len(said) > 0
	for _, c := range lost {
		if s, ok := said[c.Asset]; !ok || c.Amount.Cmp(s) > 0 {
			l.lost = append(l.lost, c)
		}
	}
	l.given, l.givenWhole = j.sum(l.lost)
	l.got, l.gotWhole = j.sum(l.gained)

	target := j.s.effects.target
	for _, who := range j.s.effects.order {
		_, gained := j.s.effects.of(who)
		switch {
		case j.s.meant[who]:
			l.meant = append(l.meant, gained...)
		case who == account || is(target, who) || who == dead || !j.personal(who):
		default:
			l.takers = append(l.takers, slices.DeleteFunc(gained, j.isFee)...)
		}
	}
	j.losses[account] = l
	return l
}

// said are the plain transfers that an account makes by its data: coins for an account without code, and a token's own
// function. Where they go is judged there.
func (j *judge) said(account common.Address) map[txexplain.Asset]*big.Int {
	out := map[txexplain.Asset]*big.Int{}
	for i := range j.s.Actions {
		a := &j.s.Actions[i]
		depth := strings.Count(a.Path, ".") // a contract that anybody may have call anything makes transfers too
		its := a.Kind != TransferFrom || depth == 0 || depth == 1 && (j.s.Signed || account != *j.payer())
		if !is(a.Owner, account) || a.Recipient == nil || !its {
			continue
		}
		asset, ok := j.assetOf(a)
		if !ok {
			continue
		}
		amount := orZero(a.Amount)
		if asset.Standard == txexplain.ERC721 {
			amount = common.Big1
		}
		out[asset] = new(big.Int).Add(orZero(out[asset]), amount)
	}

	noted := !j.s.Signed && is(j.s.From, account) && len(j.s.data) > 0 && j.s.To != nil
	if noted && j.f.Accounts[*j.s.To] == NoCode { // data along with coins for a plain account run nothing
		coins := txexplain.Asset{Standard: txexplain.Native}
		out[coins] = new(big.Int).Add(orZero(out[coins]), orZero(j.s.Value))
	}
	return out
}

// assetOf is what a plain transfer moves.
func (j *judge) assetOf(a *Action) (txexplain.Asset, bool) {
	switch {
	case a.Kind == NativeTransfer:
		return txexplain.Asset{Standard: txexplain.Native}, j.f.Accounts[*a.Recipient] != Contract
	case a.Kind != Transfer && a.Kind != TransferFrom, a.Token == nil, !is(a.Contract, *a.Token):
		return txexplain.Asset{}, false
	}

	asset := txexplain.Asset{Standard: txexplain.ERC20, Contract: *a.Token}
	if a.TokenID != nil {
		asset.ID = common.BigToHash(a.TokenID)
		asset.Standard = txexplain.ERC721
		if a.Standard == "ERC-1155" {
			asset.Standard = txexplain.ERC1155
		}
	}
	called := j.s.executed() && j.f.Accounts[*a.Recipient] == Contract && j.s.effects.passesOn(a.Recipient)
	return asset, !called
}

// sum is what changes are worth in dollars; whole is false where one of them has no price.
func (j *judge) sum(changes []Change) (dollars decimal.Decimal, whole bool) {
	whole = true
	for _, c := range changes {
		part, ok := j.worth(&c.Asset.Contract, c.Amount) // zero is the network's coin
		if ok = ok && !c.Asset.NFT(); ok {
			dollars = dollars.Add(part)
		}
		whole = whole && ok
	}
	return dollars, whole
}

// hundredthOf says whether one sum is at most a hundredth of another.
func hundredthOf(part, whole decimal.Decimal) bool {
	return part.Mul(decimal.NewFromInt(100)).LessThanOrEqual(whole)
}

// shown is a change in words.
func (j *judge) shown(c Change) string {
	if c.Asset.NFT() {
		return "NFT " + c.Asset.TokenID() + " of " + c.Asset.Contract.Hex()
	}
	return j.units(c.Asset.Contract, c.Amount)
}

// units are an amount of a token in words; zero is the network's coin.
func (j *judge) units(token common.Address, amount *big.Int) string {
	k, _ := j.at(&token)
	t, read := j.f.Tokens[token]
	switch {
	case token == zero:
		return Decimal(amount, 18) + " " + j.s.Network.NativeSymbol
	case k.Role == RoleStablecoin:
		return Decimal(amount, k.Decimals) + " " + k.Name
	case read:
		return Decimal(amount, t.Decimals) + " " + t.Symbol
	}
	return amount.String() + " units of " + token.Hex()
}
