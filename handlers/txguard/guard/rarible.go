package guard

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// Classes of Rarible's assets: the first four bytes of the hashes of their names.
var (
	raribleCoins = [4]byte{0xaa, 0xae, 0xbe, 0xba} // ETH
	raribleToken = [4]byte{0x8a, 0xe8, 0x5d, 0x84} // ERC20
	raribleNFT   = [4]byte{0x73, 0xad, 0x21, 0x46} // ERC721
	raribleNFTs  = [4]byte{0x97, 0x3b, 0xb6, 0x40} // ERC1155
)

// raribleAsset is one side of an order of Rarible's second exchange.
type raribleAsset struct {
	class  [4]byte
	token  *common.Address // the zero address is the network's coin
	id     *big.Int
	amount *big.Int
}

// nft says whether the asset is an NFT, or several of one kind.
func (a *raribleAsset) nft() bool { return a.class == raribleNFT || a.class == raribleNFTs }

func readRarible(f fields) (asset raribleAsset, ok bool) {
	kind := f.obj("assetType")
	class := kind.bytes("assetClass")
	data := kind.bytes("data")
	if len(class) != 4 {
		return asset, false
	}

	asset.class = [4]byte(class)
	asset.amount = orZero(f.num("value"))
	asset.token = &common.Address{}

	if asset.class == raribleCoins {
		return asset, true
	}
	if asset.class != raribleToken && !asset.nft() || len(data) < 32 {
		return asset, false
	}

	asset.token = new(common.BytesToAddress(data[:32]))
	if len(data) >= 64 {
		asset.id = new(big.Int).SetBytes(data[32:64])
	}

	return asset, true
}

// raribleOrder is an order of Rarible's exchange. Source: rarible/protocol-contracts, LibOrder.sol and LibAsset.sol.
func raribleOrder(m *message, a *act, _ frame) {
	gives, readable := readRarible(m.f.obj("makeAsset"))
	takes, also := readRarible(m.f.obj("takeAsset"))
	if !readable || !also || gives.nft() == takes.nft() {
		m.unknown()
		return
	}

	order := listing{
		standard:   a.standard,
		sells:      true,
		owner:      m.f.addr("maker"),
		collection: gives.token,
		id:         gives.id,
		price:      takes.amount,
		currency:   takes.token,
		end:        m.f.num("end"),
	}

	if takes.nft() {
		order.sells = false
		order.collection = takes.token
		order.id = takes.id
		order.price = gives.amount
		order.currency = gives.token
	}

	m.listing(order)
}
