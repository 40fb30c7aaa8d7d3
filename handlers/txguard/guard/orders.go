package guard

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/eip712"
)

// Item types of Seaport. Source: ProjectOpenSea/seaport-types, ConsiderationEnums.sol.
const (
	itemNative = 0
	itemERC721 = 2 // and above: 1155 and the two criteria forms
)

// item is one side of a Seaport order. The lower of the two amounts counts: an order whose price falls
// to nothing can be filled for nothing.
type item struct {
	kind      int64
	token     common.Address
	amount    *big.Int
	recipient *common.Address
}

func seaportItem(f fields) item {
	it := item{recipient: f.addr("recipient"), amount: new(big.Int)}
	if n := f.num("itemType"); n != nil && n.IsInt64() {
		it.kind = n.Int64()
	}
	if a := f.addr("token"); a != nil {
		it.token = *a
	}
	start, end := orZero(f.num("startAmount")), orZero(f.num("endAmount"))
	if it.amount = start; end.Cmp(start) < 0 {
		it.amount = end
	}
	return it
}

func (it item) isNFT() bool { return it.kind >= itemERC721 }

// seaport is one order: what the offerer gives, and what comes back to the offerer.
func (m *message) seaport(path string, o fields) {
	offerer := o.addr("offerer")
	offers := o.list("offer")
	tokens := 0
	given := newPrice()
	for i, f := range offers {
		it := seaportItem(f)
		a := Action{Kind: Order, Standard: "Seaport", Owner: offerer, Token: &it.token, Amount: it.amount, Deadline: o.num("endTime")}
		if it.isNFT() {
			given.nfts++
			a.TokenID = f.num("identifierOrCriteria")
		} else {
			tokens++
			of := it.token
			if it.kind == itemNative {
				of = zero
			}
			given.add(m, &of, seaportHigh(f))
		}
		m.addAt(fmt.Sprintf("%s.offer.%d", path, i), a)
	}
	if len(offers) == 0 {
		m.addAt(path, Action{Kind: Order, Standard: "Seaport", Owner: offerer, Deadline: o.num("endTime")})
	}
	back := 0
	got, others := newPrice(), newPrice()
	var buyer *common.Address
	for _, f := range o.list("consideration") {
		it := seaportItem(f)
		if it.amount.Sign() <= 0 {
			continue
		}
		if offerer == nil || it.recipient == nil || *it.recipient != *offerer {
			if it.isNFT() {
				buyer = it.recipient // the order names who will have it
				continue
			}
			if it.kind == itemNative {
				it.token = zero
			}
			others.add(m, &it.token, it.amount)
			continue
		}
		back++
		if it.isNFT() {
			got.nfts++
			continue
		}
		if it.kind == itemNative {
			it.token = zero
		}
		got.add(m, &it.token, it.amount)
	}
	switch verdict := got.against(m, given); {
	case len(offers) == 0:
	case back == 0:
		m.hitAt(path, zeroConsideration, "the order gives away %d NFTs and %d tokens, and nothing comes back to the signer", given.nfts, tokens)
	case verdict == nextToNothing:
		m.hitAt(path, belowDust, "the order gives %d NFTs and %d tokens, and next to nothing comes back", given.nfts, tokens)
	case verdict == unpriced && (given.nfts > 0 || got.nfts == 0):
		m.hitAt(path, unpricedOrder, "the order is paid in something whose worth is not known here")
	case verdict == unpriced:
		m.weigh(path, unpricedOrder, swapUnpriced, "the order pays for NFTs, whose worth is not known here")
	case others.exceeds(got):
		m.hitAt(path, paysOthers, "others get more of the price than the signer")
	}
	if buyer != nil && given.nfts > 0 && *buyer != zero {
		m.hitAt(path, privateBuyer, "only %s can take the order: sales to one buyer are made up between people who know each other, or by a thief", buyer.Hex())
	}
	if len(offers) > 3 {
		m.hitAt(path, bulkOrder, "the order offers %d items in one signature", len(offers))
	}
	m.conduit(path, o)
}

func seaportHigh(f fields) *big.Int {
	start, end := orZero(f.num("startAmount")), orZero(f.num("endAmount"))
	if end.Cmp(start) > 0 {
		return end
	}
	return start
}

// conduit looks at who will move the offered assets. No conduit means Seaport itself.
func (m *message) conduit(path string, o fields) {
	key, _ := o["conduitKey"].(string)
	zone := o.addr("zone")
	plain := strings.Trim(strings.TrimPrefix(key, "0x"), "0") == ""
	if strings.EqualFold(key, openSeaConduit) || plain && (zone == nil || seaportZones[*zone]) {
		return
	}
	m.hitAt(path, foreignConduit, "the order names a conduit or a zone that is not OpenSea's")
}

// seaportBulk walks the tree of a bulk order, whose leaves are orders. Source: Seaport 1.2 and later.
func seaportBulk(m *message, sh *shape) {
	orders := 0
	var visit func(v any, path string)
	visit = func(v any, path string) {
		switch v := v.(type) {
		case []any:
			for i, item := range v {
				visit(item, fmt.Sprintf("%s.%d", path, i))
			}
		case map[string]any:
			o := fields(v)
			if len(o.list("offer")) == 0 && len(o.list("consideration")) == 0 {
				return // padding: trees are full, unused leaves are empty orders
			}
			if orders++; orders <= maxCalls {
				m.seaport(path, o)
			}
		}
	}
	visit(m.f["tree"], "message.tree")
	m.hit(bulkOrder, "one signature is good for %d orders", orders)
	if orders > maxCalls {
		m.hit(tooDeep, "there are more orders than are decoded")
	}
	if len(m.s.Actions) == 0 {
		m.add(Action{Kind: Order, Standard: sh.standard})
	}
}

// validated judges the orders that a transaction makes valid: the caller's own need no signature. Source: Seaport, validate.
func validated(c *call) {
	c.add(Action{Kind: Call, Standard: "Seaport"})
	c.expect(RoleMarketplace)
	to := c.to
	m := &message{Typed: &Typed{Data: eip712.TypedData{PrimaryType: c.signature}, Domain: Domain{VerifyingContract: &to}}, d: c.d, s: c.d.subject}
	order := functionOf(c).params[0].typ.Elem
	for i, v := range c.list(0) {
		if i == maxCalls {
			c.hit(tooDeep, "there are more orders than are decoded")
			return
		}
		o, _ := membersOf(order, v).(map[string]any)
		m.seaport(fmt.Sprintf("%s.orders.%d", c.path, i), fields(o).obj("parameters"))
	}
}

// functionOf is the function that a decoded call is of.
func functionOf(c *call) *function { return c.d.functions[[4]byte(c.data[:4])] }

// membersOf is a decoded value with its tuples as objects, as typed data has them.
func membersOf(t *abi.Type, v any) any {
	list, isList := v.([]any)
	switch {
	case t.T == abi.TupleTy && isList:
		out := map[string]any{}
		for i, name := range t.TupleRawNames {
			out[name] = membersOf(t.TupleElems[i], list[i])
		}
		return out
	case isList:
		out := make([]any, len(list))
		for i := range list {
			out[i] = membersOf(t.Elem, list[i])
		}
		return out
	}
	return plain(v)
}

// blurOrder: side 1 sells; fees are in basis points of the price, and what they take does not come back. Source: Blur Exchange,
// OrderStructs.sol.
func blurOrder(m *message, sh *shape) {
	side, price := m.f.num("side"), orZero(m.f.num("price"))
	left := big.NewInt(10_000)
	for _, fee := range m.f.list("fees") {
		left.Sub(left, orZero(fee.num("rate")))
	}
	if left.Sign() < 0 {
		left.SetInt64(0)
	}
	sells := side != nil && side.Cmp(big.NewInt(1)) == 0
	if sells {
		price = new(big.Int).Quo(new(big.Int).Mul(price, left), big.NewInt(10_000))
	}
	m.listing(sh.standard, sells, m.f.addr("trader"), m.f.addr("collection"), m.f.num("tokenId"), price, m.f.addr("paymentToken"), m.f.num("expirationTime"))
}

// listing is an order with one price.
func (m *message) listing(standard string, sells bool, owner, collection *common.Address, id, price *big.Int, currency *common.Address, end *big.Int) {
	a := Action{Kind: Order, Standard: standard, Owner: owner, Token: collection, TokenID: id, Deadline: end}
	if !sells {
		a.Token, a.TokenID, a.Amount = currency, nil, price
	}
	m.add(a)
	if !sells {
		return
	}
	given, got := newPrice(), newPrice()
	given.nfts++
	got.add(m, currency, orZero(price))
	switch verdict := got.against(m, given); {
	case orZero(price).Sign() == 0:
		m.hit(zeroConsideration, "the order sells an NFT and nothing of the price comes to the seller")
	case verdict == nextToNothing:
		m.hit(belowDust, "the order sells an NFT for next to nothing")
	case verdict == unpriced:
		m.hit(unpricedOrder, "the price is in a token whose worth is not known here")
	}
}

// trade is an order of one token for another.
func (m *message) trade(standard string, owner, receiver, sell *common.Address, amount *big.Int, buy *common.Address, want, end *big.Int) {
	m.add(Action{Kind: Order, Standard: standard, Owner: owner, Token: sell, Recipient: receiver, Amount: orZero(amount), Deadline: end, proceeds: true})
	given, got := newPrice(), newPrice()
	given.add(m, sell, orZero(amount))
	got.add(m, buy, orZero(want))
	switch verdict := got.against(m, given); {
	case orZero(want).Sign() == 0:
		m.hit(zeroConsideration, "the order sells and asks for nothing in return")
	case verdict == nextToNothing:
		m.hit(belowDust, "the order sells and asks for next to nothing in return")
	case verdict == unpriced:
		m.weigh("message", unpricedOrder, swapUnpriced, "the order buys a token whose worth is not known here")
	}
}

func (m *message) hitAt(path, code, format string, args ...any) {
	m.weigh(path, code, points[code], format, args...)
}

// weigh is hitAt with points of its own.
func (m *message) weigh(path, code string, weight int, format string, args ...any) {
	m.s.findings = append(m.s.findings, finding{code: code, path: path, message: fmt.Sprintf(format, args...), points: weight})
}
