package guard

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// punkFunctions sell and give away CryptoPunks, which are older than any standard. Source: larvalabs/cryptopunks,
// CryptoPunksMarket.sol.
func punkFunctions() []declaration {
	const standard = "CryptoPunks"
	offered := func(price, buyer string) func(*call) {
		return func(c *call) {
			c.add(Action{
				Kind:     Order,
				Standard: standard,
				Owner:    c.from,
				Token:    &c.to,
				TokenID:  c.num("punkIndex"),
			})
			c.soldFor(c.num(price))
			if buyer != "" {
				c.hit(privateBuyer, "only %s can take the offer", c.addr(buyer).Hex())
			}
			c.expectOf(standard)
		}
	}

	own := quiet(standard, standard)
	return []declaration{
		{
			"offerPunkForSale(uint256 punkIndex,uint256 minSalePriceInWei)",
			offered("minSalePriceInWei", ""),
		},
		{
			"offerPunkForSaleToAddress(uint256 punkIndex,uint256 minSalePriceInWei,address toAddress)",
			offered("minSalePriceInWei", "toAddress"),
		},
		{"acceptBidForPunk(uint256 punkIndex,uint256 minPrice)", offered("minPrice", "")},
		{"transferPunk(address to,uint256 punkIndex)", func(c *call) {
			c.add(Action{
				Kind:      Transfer,
				Standard:  standard,
				Token:     &c.to,
				Owner:     c.from,
				Recipient: c.addr("to"),
				TokenID:   c.num("punkIndex"),
			})
		}},
		{"buyPunk(uint256 punkIndex)", own},
		{"enterBidForPunk(uint256 punkIndex)", own},
		{"withdrawBidForPunk(uint256 punkIndex)", own},
		{"punkNoLongerForSale(uint256 punkIndex)", own},
	}
}

// soldFor looks at a price in the network's coin.
func (c *call) soldFor(price *big.Int) {
	switch {
	case price.Sign() == 0:
		c.hit(zeroConsideration, "an NFT is sold and nothing is asked for it")
	case price.Cmp(dust) < 0:
		c.hit(belowDust, "an NFT is sold for next to nothing")
	}
}

// manyFunctions move many things at once. Source: ProjectOpenSea/seaport, TransferHelper.sol.
func manyFunctions() []declaration {
	type moved struct {
		Items []struct {
			ItemType   *big.Int
			Token      common.Address
			Identifier *big.Int
			Amount     *big.Int
		}
		Recipient common.Address
	}
	return []declaration{
		{
			"bulkTransfer(((uint8 itemType,address token,uint256 identifier,uint256 amount)[] items," +
				"address recipient,bool validateERC721Receiver)[] items,bytes32 conduitKey)",
			func(c *call) {
				c.wrapper("Seaport")
				for _, to := range argument[[]moved](c.arguments, "items") {
					for _, it := range to.Items {
						a := Action{
							Kind:      TransferFrom,
							Standard:  "Seaport",
							Token:     &it.Token,
							Owner:     c.from,
							Recipient: &to.Recipient,
							Amount:    it.Amount,
						}
						if orZero(it.ItemType).Cmp(big.NewInt(itemERC721)) >= 0 {
							a.TokenID = it.Identifier
						}
						c.add(a)
					}
				}
			},
		},
	}
}
