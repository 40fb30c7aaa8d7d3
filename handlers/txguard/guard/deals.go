package guard

import "github.com/shopspring/decimal"

// deal is an order: what is given and the least that comes back.
type deal struct {
	path  string
	given *price
	got   *price
}

// Points of orders that ask for less than they give.
const (
	farBelow  = 75 // a tenth of its worth, or less
	belowFair = 35 // less than three fifths
)

// deals compares both sides of each order by what they are worth in dollars, where prices are known. What is given
// counts as far as it is known: an NFT on top only makes it more.
func (j *judge) deals() {
	for _, d := range j.s.deals {
		given, _ := j.value(d.given)
		got, whole := j.value(d.got)
		j.bid(d, given)
		if !whole || d.got.nfts > 0 || given.LessThan(pocketMoney) {
			continue
		}
		tenths := got.Mul(decimal.NewFromInt(10))
		switch {
		case tenths.LessThanOrEqual(given):
			j.add(belowWorth, farBelow, d.path, "the order gives some $%s for $%s", given.Round(2), got.Round(2))
		case tenths.LessThan(given.Mul(decimal.NewFromInt(6))):
			j.add(belowWorth, belowFair, d.path, "the order gives some $%s for $%s", given.Round(2), got.Round(2))
		}
	}
}

// bid looks at orders that give much for NFTs of collections that are not known: nothing here tells what those are
// worth.
func (j *judge) bid(d deal, given decimal.Decimal) {
	if d.got.nfts == 0 || d.got.namedNFTs || given.LessThan(largeMoney) {
		return
	}
	j.hit(unpricedOrder, d.path, "the order gives some $%s for an NFT of a collection that is not known, and of which "+
		"the price is not known here", given.Round(2))
}

// value is what one side is worth in dollars; whole is false where a part of it has no price.
func (j *judge) value(p *price) (dollars decimal.Decimal, whole bool) {
	dollars, whole = decimal.NewFromBigInt(p.dollars, -18), true
	if p.native.Sign() > 0 {
		coins, ok := j.worth(&zero, p.native)
		dollars, whole = dollars.Add(coins), ok
	}
	for token, units := range p.tokens {
		part, ok := j.worth(&token, units)
		if !ok && units.Sign() > 0 {
			whole = false
		}
		dollars = dollars.Add(part)
	}
	return dollars, whole
}
