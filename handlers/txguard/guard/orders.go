package guard

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// Item types of Seaport. Source: ProjectOpenSea/seaport-types, ConsiderationEnums.sol.
const (
	itemNative = 0
	itemERC20  = 1
	itemERC721 = 2 // and above: 1155 and the two criteria forms
)

// seaportOrder is an order of Seaport, from a message or from a call. Members that the message does not have, or has
// of another type, are nil.
type seaportOrder struct {
	offerer       *common.Address
	end           *big.Int
	offer         []item
	consideration []item
}

// item is one side of a Seaport order. The lower of the two amounts counts: an order whose price falls
// to nothing can be filled for nothing.
type item struct {
	kind      int64
	token     common.Address
	id        *big.Int
	least     *big.Int
	most      *big.Int
	recipient *common.Address
}

func newItem(kind *big.Int, token common.Address, start, end *big.Int) item {
	it := item{
		token: token,
		least: orZero(start),
		most:  orZero(end),
	}
	if kind != nil && kind.IsInt64() {
		it.kind = kind.Int64()
	}
	if it.most.Cmp(it.least) < 0 {
		it.least, it.most = it.most, it.least
	}
	return it
}

// orderOfMessage reads an order that is signed.
func orderOfMessage(f fields) seaportOrder {
	items := func(list []fields) []item {
		out := make([]item, 0, len(list))
		for _, f := range list {
			it := newItem(f.num("itemType"), orNobody(f.addr("token")), f.num("startAmount"), f.num("endAmount"))
			it.id = f.num("identifierOrCriteria")
			it.recipient = f.addr("recipient")
			out = append(out, it)
		}
		return out
	}

	return seaportOrder{
		offerer:       f.addr("offerer"),
		end:           f.num("endTime"),
		offer:         items(f.list("offer")),
		consideration: items(f.list("consideration")),
	}
}

func orNobody(a *common.Address) common.Address {
	if a == nil {
		return zero
	}
	return *a
}

// fallTimes is how many times lower than its start the end of a falling price is that nobody means.
const fallTimes = 20

func (it item) isNFT() bool { return it.kind >= itemERC721 }

// seaport is one order: what the offerer gives, and what comes back to the offerer.
func (m *message) seaport(path string, o seaportOrder) {
	offerer := o.offerer
	tokens := 0
	given := newPrice()
	for i, it := range o.offer {
		a := Action{
			Kind:     Order,
			Standard: "Seaport",
			Owner:    offerer,
			Token:    &it.token,
			Amount:   it.least,
			Deadline: o.end,
		}
		if it.isNFT() {
			given.nfts++
			a.TokenID = it.id
		} else {
			tokens++
			of := it.token
			if it.kind == itemNative {
				of = zero
			}
			given.add(m, &of, it.most)
		}
		m.addAt(fmt.Sprintf("%s.offer.%d", path, i), a)
	}

	if len(o.offer) == 0 {
		m.addAt(path, Action{
			Kind:     Order,
			Standard: "Seaport",
			Owner:    offerer,
			Deadline: o.end,
		})
	}

	back := 0
	got := newPrice()
	others := newPrice()
	falls := false
	var buyer *common.Address
	for _, it := range o.consideration {
		if it.least.Sign() <= 0 {
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
			others.add(m, &it.token, it.least)
			continue
		}
		back++
		falls = falls || new(big.Int).Mul(it.least, big.NewInt(fallTimes)).Cmp(it.most) <= 0
		if it.isNFT() {
			got.nfts++
			got.collections = append(got.collections, it.token)
			got.namedNFTs = got.namedNFTs && m.d.known[m.s.Network.Name][it.token].Role == RoleCollection
			continue
		}
		if it.kind == itemNative {
			it.token = zero
		}
		got.add(m, &it.token, it.least)
	}

	m.deal(path, given, got)
	switch verdict := got.against(m, given); {
	case len(o.offer) == 0:
	case back == 0:
		m.hitAt(path, zeroConsideration, "the order gives away %d NFTs and %d tokens, and nothing comes "+
			"back to the signer",
			given.nfts, tokens)
	case verdict == nextToNothing:
		m.hitAt(path, belowDust, "the order gives %d NFTs and %d tokens, and next to nothing comes back",
			given.nfts, tokens)
	case verdict == unpriced && got.nfts > 0 && got.namedNFTs:
		m.weigh(path, unpricedOrder, swapUnpriced, "the order takes NFTs of well-known collections, whose worth is "+
			"not known here")
	case verdict == unpriced && (given.nfts > 0 || got.nfts == 0):
		m.hitAt(path, unpricedOrder, "the order is paid in something whose worth is not known here")
	case verdict == unpriced:
		m.weigh(path, unpricedOrder, swapUnpriced, "the order pays for NFTs, whose worth is not known here")
	case others.exceeds(got):
		m.hitAt(path, paysOthers, "others get more of the price than the signer")
	}

	if falls {
		m.hitAt(path, fallingPrice, "the price falls to a twentieth or less of where it begins")
	}

	if buyer != nil && given.nfts > 0 && *buyer != zero {
		m.hitAt(path, privateBuyer, "only %s can take the order: sales to one buyer are made up between people "+
			"who know each other, or by a thief",
			buyer.Hex())
	}

}

// blurOrder: side 1 sells; fees are in basis points of the price, and what they take does not come back. Source: Blur
// Exchange, OrderStructs.sol.
func blurOrder(m *message, a *act, _ frame) {
	side := m.f.num("side")
	price := orZero(m.f.num("price"))
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

	m.listing(listing{
		standard:   a.standard,
		sells:      sells,
		owner:      m.f.addr("trader"),
		collection: m.f.addr("collection"),
		id:         m.f.num("tokenId"),
		price:      price,
		currency:   m.f.addr("paymentToken"),
		end:        m.f.num("expirationTime"),
	})
}

// listing is an order with one price.
type listing struct {
	standard   string
	sells      bool // else it buys
	owner      *common.Address
	collection *common.Address
	id         *big.Int
	price      *big.Int
	currency   *common.Address
	end        *big.Int
}

func (m *message) listing(l listing) {
	a := Action{
		Kind:     Order,
		Standard: l.standard,
		Owner:    l.owner,
		Token:    l.collection,
		TokenID:  l.id,
		Deadline: l.end,
	}
	if !l.sells {
		a.Token = l.currency
		a.TokenID = nil
		a.Amount = l.price
	}
	m.add(a)
	if !l.sells {
		return
	}

	given := newPrice()
	got := newPrice()
	given.nfts++
	got.add(m, l.currency, orZero(l.price))
	switch verdict := got.against(m, given); {
	case orZero(l.price).Sign() == 0:
		m.hit(zeroConsideration, "the order sells an NFT and nothing of the price comes to the seller")
	case verdict == nextToNothing:
		m.hit(belowDust, "the order sells an NFT for next to nothing")
	case verdict == unpriced:
		m.hit(unpricedOrder, "the price is in a token whose worth is not known here")
	}
}

// trade is an order of one token for another.
type trade struct {
	standard string
	owner    *common.Address
	receiver *common.Address
	sell     *common.Address
	amount   *big.Int // of sell
	buy      *common.Address
	want     *big.Int // of buy
	end      *big.Int
}

func (m *message) trade(t trade) {
	m.add(Action{
		Kind:      Order,
		Standard:  t.standard,
		Owner:     t.owner,
		Token:     t.sell,
		Recipient: t.receiver,
		Amount:    orZero(t.amount),
		Deadline:  t.end,
		proceeds:  true,
	})

	given := newPrice()
	got := newPrice()
	given.add(m, t.sell, orZero(t.amount))
	got.add(m, t.buy, orZero(t.want))
	m.deal("message", given, got)
	switch verdict := got.against(m, given); {
	case orZero(t.want).Sign() == 0:
		m.hit(zeroConsideration, "the order sells and asks for nothing in return")
	case verdict == nextToNothing:
		m.hit(belowDust, "the order sells and asks for next to nothing in return")
	case verdict == unpriced:
		m.weigh("message", unpricedOrder, swapUnpriced, "the order buys a token whose worth is not known here")
	}
}

// deal is kept until prices are known.
func (m *message) deal(path string, given, got *price) {
	m.s.deals = append(m.s.deals, deal{path: path, given: given, got: got})
}

func (m *message) hitAt(path, code, format string, args ...any) {
	m.weigh(path, code, points[code], format, args...)
}

// weigh is hitAt with points of its own.
func (m *message) weigh(path, code string, weight int, format string, args ...any) {
	m.s.findings = append(m.s.findings, finding{
		code:    code,
		path:    path,
		message: fmt.Sprintf(format, args...),
		points:  weight,
	})
}
