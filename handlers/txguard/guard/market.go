package guard

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/eip712"
)

// marketFunctions fill orders of Seaport: what matters is what the caller gives for what, and who gets that.
// Source: ProjectOpenSea/seaport-types, SeaportInterface.sol.
func marketFunctions() []declaration {
	market := func(c *call) {
		c.add(Action{Kind: Call, Standard: "Seaport"})
		c.expect(RoleMarketplace)
	}
	paid := func(c *call) {
		c.pays("Seaport", c.addr("recipient"))
		c.expect(RoleMarketplace)
	}

	filled := func(does func(*call)) func(*call) {
		return func(c *call) {
			does(c)
			c.taken(orderOfCall(argument[orderToValidate](c.arguments, "order")))
		}
	}

	basic := func(c *call) {
		market(c)
		c.taken(orderOfBasic(argument[basicFill](c.arguments, "parameters")))
	}
	const sides = "(uint256 orderIndex,uint256 itemIndex)[][] offerFulfillments," +
		"(uint256 orderIndex,uint256 itemIndex)[][] considerationFulfillments,bytes32 fulfillerConduitKey,"

	matched := func(does func(*call)) func(*call) {
		return func(c *call) {
			does(c)
			for i, o := range argument[[]orderToValidate](c.arguments, "orders") {
				c.offered(i, orderOfCall(o))
			}
		}
	}

	return []declaration{
		{"fulfillBasicOrder(" + basicOrder + ")", basic},
		{"fulfillBasicOrder_efficient_6GL6yc(" + basicOrder + ")", basic},
		{"fulfillOrder(" + plainOrder + " order,bytes32 fulfillerConduitKey)", filled(market)},
		{
			"fulfillAdvancedOrder(" + advancedOrder + " order," + resolver +
				",bytes32 fulfillerConduitKey,address recipient)",
			filled(paid),
		},
		{"fulfillAvailableOrders(" + plainOrder + "[] orders," + sides + "uint256 maximumFulfilled)", takenAll(market)},
		{
			"fulfillAvailableAdvancedOrders(" + advancedOrder + "[] orders," + resolver + "," + sides +
				"address recipient,uint256 maximumFulfilled)",
			takenAll(paid),
		},
		{"matchOrders(" + plainOrder + "[] orders," + fulfillments + ")", matched(market)},
		{
			"matchAdvancedOrders(" + advancedOrder + "[] orders," + resolver + "," +
				fulfillments + ",address recipient)",
			matched(paid),
		},
		{"validate(" + plainOrder + "[] orders)", validated},
		{
			"cancel((address offerer,address zone," + offerItem + "[] offer," + wantItem +
				"[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt," +
				"bytes32 conduitKey,uint256 counter)[] orders)",
			market,
		},
		{"incrementCounter()", named("Seaport")},
	}
}

func takenAll(does func(*call)) func(*call) {
	return func(c *call) {
		does(c)
		for i, o := range argument[[]orderToValidate](c.arguments, "orders") {
			c.taken(orderOfCall(o))
			c.offered(i, orderOfCall(o))
		}
	}
}

// basicFill is an order in Seaport's short form, with one item on each side and fees.
type basicFill struct {
	ConsiderationToken  common.Address
	ConsiderationAmount *big.Int
	OfferToken          common.Address
	OfferAmount         *big.Int
	BasicOrderType      *big.Int
}

// orderOfBasic reads the short form: its type counts four kinds of orders for each of six routes, from coins for an NFT
// to an NFT of several for tokens. Source: ConsiderationEnums.sol, BasicOrderType.
func orderOfBasic(b basicFill) seaportOrder {
	offered := int64(itemERC721)
	wanted := int64(itemNative)
	switch route := b.BasicOrderType.Int64() / 4; {
	case route >= 4:
		offered = itemERC20
		wanted = itemERC721
	case route >= 2:
		wanted = itemERC20
	}
	offer := newItem(big.NewInt(offered), b.OfferToken, b.OfferAmount, b.OfferAmount)
	want := newItem(big.NewInt(wanted), b.ConsiderationToken, b.ConsiderationAmount, b.ConsiderationAmount)
	return seaportOrder{
		offer:         []item{offer},
		consideration: []item{want},
	}
}

// offered judges an order that the caller itself offers: it needs no signature when its offerer calls.
func (c *call) offered(i int, o seaportOrder) {
	if o.offerer == nil || c.from == nil || *o.offerer != *c.from {
		return
	}
	if i >= maxCalls {
		c.hit(tooDeep, "there are more orders than are decoded")
		return
	}
	to := c.to
	m := c.asMessage(&to)
	m.seaport(fmt.Sprintf("%s.orders.%d", c.path, i), o)
}

// asMessage is a call in the form that orders are judged in.
func (c *call) asMessage(contract *common.Address) *message {
	return &message{
		Typed: &Typed{
			Data:   eip712.TypedData{PrimaryType: c.signature},
			Domain: Domain{VerifyingContract: contract},
		},
		d: c.d,
		s: c.d.subject,
	}
}

// taken compares what whoever fills an order gives with what the order offers for it.
func (c *call) taken(o seaportOrder) {
	m := c.asMessage(nil)
	given := m.sumOf(o.consideration)
	got := m.sumOf(o.offer)
	if len(o.consideration) == 0 {
		return
	}

	switch got.against(m, given) {
	case nextToNothing:
		if len(o.offer) == 0 {
			c.hit(zeroConsideration, "the order takes what it asks for and offers nothing for it")
			return
		}
		c.hit(belowDust, "what the order offers is next to nothing for what it takes")
	case unpriced:
		if given.nfts > 0 {
			c.hit(unpricedOrder, "the order takes an NFT for something whose worth is not known")
		}
	}
}

// sumOf counts the items of one side.
func (m *message) sumOf(items []item) *price {
	sum := newPrice()
	for _, it := range items {
		if it.isNFT() {
			sum.nfts++
			continue
		}
		sum.add(m, &it.token, it.least)
	}
	return sum
}
