package guard

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/eip712"
)

// Points of orders that ask for less than they give.
const (
	farBelow  = 75 // a tenth of its worth, or less
	belowFair = 35 // less than three fifths
)

// Bounds below which something is no price.
var (
	dustDollars = decimal.New(1, -1)
	dustCoins   = decimal.New(1, -4)
	dustUnits   = big.NewInt(100) // of a token that has no price
)

// Where its price is not known, a coin of a network whose coin is ether is worth between these many dollars.
var (
	leastPerEther = decimal.NewFromInt(100)
	mostPerEther  = decimal.NewFromInt(100_000)
)

// coinMarker stands for the network's coin in orders of CoW, 1inch and 0x, where the coin has no contract.
var coinMarker = common.HexToAddress("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE")

// side is one side of an order by what it is worth.
type side struct {
	dollars decimal.Decimal // of what has a price
	rest    []asset         // without a price
	nfts    bool
}

// isCoin says whether a token is the network's coin or stands for it.
func (j *judge) isCoin(token common.Address) bool {
	return token == zero || token == coinMarker || token == j.s.Network.WrappedToken
}

// count adds a part to a side; dust is nothing.
func (j *judge) count(s *side, a asset, units *big.Int, perEther decimal.Decimal) {
	if a.nft || a.token == nil {
		s.nfts = s.nfts || a.nft
		s.rest = append(s.rest, a)
		return
	}

	coins := decimal.NewFromBigInt(orZero(units), -18)
	dollars, ok := j.worth(a.token, units)
	for _, at := range j.known { // bridges name dollars of other networks
		if k := at[*a.token]; !ok && k.Role == RoleStablecoin {
			dollars = decimal.NewFromBigInt(orZero(units), -int32(k.Decimals))
			ok = true
		}
	}
	switch coin := j.isCoin(*a.token); {
	case coin && coins.LessThan(dustCoins):
	case ok:
		s.dollars = s.dollars.Add(dollars)
	case coin && j.s.Network.NativeSymbol == "ETH":
		s.dollars = s.dollars.Add(coins.Mul(perEther))
	case orZero(units).Cmp(dustUnits) >= 0, j.s.executed(): // some contracts count NFTs as units
		s.rest = append(s.rest, a)
	}
}

// exchange compares both sides of an order: what is looked for is orders that nobody would sign who understood them.
func (j *judge) exchange(x exchange) {
	var given, got, asked side
	for _, a := range x.gives {
		j.count(&given, a, a.most, leastPerEther)
	}

	back := false
	for _, a := range x.gets {
		if !a.nft {
			j.count(&asked, a, a.least, mostPerEther)
		}
		switch {
		case orZero(a.least).Sign() <= 0:
		case a.to == nil && x.maker == nil || a.to != nil && is(x.maker, *a.to):
			back = true
			j.count(&got, a, a.least, mostPerEther)
		}
	}

	given.dollars = decimal.Max(given.dollars, asked.dollars) // it is worth what is paid for it, to others too
	counts := got.dollars.GreaterThanOrEqual(dustDollars) && !hundredthOf(got.dollars, given.dollars)
	switch {
	case len(x.gives) == 0:
	case !back:
		j.hit(zeroConsideration, x.path, "the order gives, and nothing comes back to its maker")
	case !counts && len(got.rest) == 0 &&
		(x.path != effectPath || given.nfts || given.dollars.GreaterThanOrEqual(pocketMoney)):
		j.hit(belowDust, x.path, "the order gives, and next to nothing comes back to its maker")
	case len(got.rest) == 0:
		j.fair(x.path, given.dollars, got.dollars)
	case !counts:
		j.unpricedOrder(x.path, &given, &got)
	}
}

// fair compares what is given with what comes back, in dollars.
func (j *judge) fair(path string, given, got decimal.Decimal) {
	tenths := got.Mul(decimal.NewFromInt(10))
	weight := 0
	switch {
	case given.LessThan(pocketMoney):
	case tenths.LessThanOrEqual(given):
		weight = farBelow
	case tenths.LessThan(given.Mul(decimal.NewFromInt(6))):
		weight = belowFair
	}
	if weight > 0 {
		j.add(belowWorth, weight, path, "some $%s leave for $%s", given.Round(2), got.Round(2))
	}
}

// unpricedOrder weighs an order that pays in something without a price: a token may be made for nothing, and in a
// minute, and nothing here tells what an NFT is worth.
func (j *judge) unpricedOrder(path string, given, got *side) {
	if path == effectPath {
		j.unpricedGain(given, got)
		return
	}

	doubtful := got.nfts && given.dollars.GreaterThanOrEqual(largeMoney)
	wellKnown := true
	for _, a := range got.rest {
		k, _ := j.at(a.token)
		same := func(b asset) bool { return b.nft && is(a.token, orNobody(b.token)) }
		doubtful = doubtful || given.nfts && !(a.nft && slices.ContainsFunc(given.rest, same)) // as within a collection
		wellKnown = wellKnown && k.Role == RoleCollection
		doubtful = doubtful || a.token == nil || !a.nft && (j.f.Young[*a.token] || j.f.Unpublished[*a.token])
	}
	weight := swapUnpriced
	if doubtful && !wellKnown {
		weight = points[unpricedOrder]
	}
	j.add(unpricedOrder, weight, path, "the order is paid in something whose worth is not known here")
}

// unpricedGain weighs the same where it was executed.
func (j *judge) unpricedGain(given, got *side) {
	target := j.standing(j.s.effects.target)
	for _, a := range got.rest {
		weight := swapUnpriced
		switch of := j.standing(a.token); {
		case of == wellKnown, of == published:
			continue
		case target == unseen, target == codeless:
			weight = worthlessBack
		case j.f.Young[*a.token] && (len(given.rest) > 0 || given.dollars.GreaterThanOrEqual(someMoney)):
			weight = uncertainBack
		}
		j.add(unpricedOrder, weight, effectPath, "something of %s comes back, whose worth is not known here", a.token.Hex())
		return
	}
}

// placed finds orders that a call places, by the names that the source of its contract gives: nothing has come back
// yet, and what they bring, or a bridge pays elsewhere, is as the call says.
func (j *judge) placed() {
	aside, quiet, _ := j.aside()
	if quiet || !j.s.executed() {
		return
	}
	of := j.naming(stranger{path: "call", contract: j.s.To, data: j.s.data})
	if of.values == nil {
		return
	}

	var visit func(t *abi.Type, v any)
	visit = func(t *abi.Type, v any) {
		list, _ := v.([]any)
		for _, item := range list {
			visit(t.Elem, item)
		}
		if t.T != abi.TupleTy {
			return
		}
		of, _ := v.(map[string]any)
		var members []eip712.Member
		for i, part := range t.TupleElems {
			members = append(members, eip712.Member{Name: t.TupleRawNames[i], Type: part.String()})
			visit(part, of[t.TupleRawNames[i]])
		}
		unsaid := func(a asset) bool { return a.token != nil && *a.token == zero } // bridges pay in the same then
		x, ok := orderByNames(members, of, j.payer())
		x.path = "call"
		switch {
		case !ok, !aside && slices.ContainsFunc(slices.Concat(x.gives, x.gets), unsaid):
		case aside && len(x.gets) == 0: // it may take an offer back as well
			j.hit(unpricedOrder, x.path, "the call names something and no price for it")
		default:
			j.exchange(x)
		}
	}
	all := abi.Type{T: abi.TupleTy}
	params := of.function.params
	for i := range params {
		all.TupleElems = append(all.TupleElems, &params[i].Type)
		all.TupleRawNames = append(all.TupleRawNames, params[i].Name)
	}
	visit(&all, map[string]any(of.values))
}
