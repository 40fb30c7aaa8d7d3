package txguard

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// Item types of Seaport. Source: ProjectOpenSea/seaport-types, ConsiderationEnums.sol.
const (
	itemNative = 0
	itemERC20  = 1
	itemERC721 = 2 // and above: 1155 and the two criteria forms
)

// dust is 0.0001 of the network's coin in wei: less for an NFT is no price.
var dust = big.NewInt(100_000_000_000_000)

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
	var nfts, tokens int
	given := map[common.Address]*big.Int{}
	for i, f := range offers {
		it := seaportItem(f)
		a := Action{Kind: Order, Standard: "Seaport", Owner: offerer, Token: &it.token, Amount: it.amount, Deadline: o.num("endTime")}
		if it.isNFT() {
			nfts++
			a.TokenID = f.num("identifierOrCriteria")
		} else {
			tokens++
			total := orZero(given[it.token])
			given[it.token] = new(big.Int).Add(total, seaportHigh(f))
		}
		m.addAt(fmt.Sprintf("%s.offer.%d", path, i), a)
	}
	if len(offers) == 0 {
		m.addAt(path, Action{Kind: Order, Standard: "Seaport", Owner: offerer, Deadline: o.num("endTime")})
	}
	var back int
	native := new(big.Int)
	returned := map[common.Address]*big.Int{}
	other := false // an asset whose worth is not known here comes back
	for _, f := range o.list("consideration") {
		it := seaportItem(f)
		if offerer == nil || it.recipient == nil || *it.recipient != *offerer || it.amount.Sign() <= 0 {
			continue
		}
		back++
		switch {
		case it.isNFT():
			other = true
		case it.kind == itemNative || it.token == m.s.Network.Wrapped:
			native.Add(native, it.amount)
		case given[it.token] == nil:
			other = true
		}
		if it.kind == itemERC20 {
			returned[it.token] = new(big.Int).Add(orZero(returned[it.token]), it.amount)
		}
	}
	switch {
	case len(offers) > 0 && back == 0:
		m.hitAt(path, zeroConsideration, "the order gives away %d NFTs and %d tokens, and nothing comes back to the signer", nfts, tokens)
	case nfts > 0 && !other && native.Cmp(dust) < 0:
		m.hitAt(path, belowDust, "the order sells %d NFTs for less than 0.0001 %s", nfts, m.s.Network.Native)
	default:
		for token, amount := range given {
			got := returned[token]
			if got != nil && !other && nfts == 0 && native.Sign() == 0 && new(big.Int).Mul(got, big.NewInt(100)).Cmp(amount) < 0 {
				m.hitAt(path, belowDust, "the order gives %s of token %s and less than 1 percent of it comes back", amount, token.Hex())
			}
		}
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

// blurOrder: side 1 sells. Source: Blur Exchange, OrderStructs.sol.
func blurOrder(m *message, sh *shape) {
	side := m.f.num("side")
	m.listing(sh.standard, side != nil && side.Cmp(big.NewInt(1)) == 0, m.f.addr("trader"), m.f.addr("collection"), m.f.num("tokenId"),
		m.f.num("price"), m.f.addr("paymentToken"), m.f.num("expirationTime"))
}

// listing is an order with one price.
func (m *message) listing(standard string, sells bool, owner, collection *common.Address, id, price *big.Int, currency *common.Address, end *big.Int) {
	a := Action{Kind: Order, Standard: standard, Owner: owner, Token: collection, TokenID: id, Deadline: end}
	if !sells {
		a.Token, a.TokenID, a.Amount = currency, nil, price
	}
	m.add(a)
	price = orZero(price)
	native := currency == nil || *currency == zero || *currency == m.s.Network.Wrapped
	switch {
	case sells && price.Sign() == 0:
		m.hit(zeroConsideration, "the order sells an NFT for nothing (price 0)")
	case sells && native && price.Cmp(dust) < 0:
		m.hit(belowDust, "the order sells an NFT for less than 0.0001 %s", m.s.Network.Native)
	}
}

func (m *message) hitAt(path, code, format string, args ...any) {
	m.s.hit(code, path, fmt.Sprintf(format, args...))
}
