package guard

import (
	"cmp"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/eip712"
)

// exchange is an order of any market: what its maker gives, and what is to come back. Markets differ in the names of
// members, which rows of the table have; of an order that is in no row, names of all markets tell the sides.
type exchange struct {
	path  string
	maker *common.Address
	gives []asset
	gets  []asset
}

// tells says whether the two sides show what a member of the order is. They do unless it is a payee who gets no asset.
func (x exchange) tells(as role, member any) bool {
	who := addressOf(member)
	return as != receives || who == nil || slices.ContainsFunc(x.gets, func(a asset) bool { return is(a.to, *who) })
}

// asset is a part of one side. Of an amount that changes, the least counts where it comes back, the most where it is
// given: an order whose price falls to nothing can be filled for nothing.
type asset struct {
	token *common.Address // zero is the network's coin; nil is something that cannot be read
	nft   bool
	id    *big.Int
	least *big.Int
	most  *big.Int
	to    *common.Address // who gets it
}

// Names that markets give to the members of an asset. Sources: Seaport, UniswapX, Permit2, Rarible, ERC-7683.
var (
	tokenMembers  = []string{"token", "asset"}
	amountMembers = []string{"amount", "minAmount", "startAmount", "endAmount", "value"}
)

// itemERC721 is from which item type of Seaport on something is an NFT: 1155 and the two criteria forms are above.
// Source: ProjectOpenSea/seaport-types, ConsiderationEnums.sol.
const itemERC721 = 2

// assetFrom reads a struct that says what is traded, for somebody where it does not say for whom.
func assetFrom(f fields, somebody *common.Address) asset {
	a := asset{id: f.num("identifierOrCriteria"), to: somebody}
	if f.has("recipient") {
		a.to = f.addr("recipient")
	}
	for _, name := range tokenMembers {
		a.token = cmp.Or(a.token, f.addr(name))
	}
	for _, name := range amountMembers {
		if n := f.num(name); n != nil {
			a = a.between(n)
		}
	}

	if kind := f.num("itemType"); kind != nil {
		a.nft = kind.Cmp(big.NewInt(itemERC721)) >= 0 // coins have the zero address as their token
	}
	if kind := f.obj("assetType"); kind != nil {
		a.packed(kind.bytes("data"))
	}
	return a
}

// between is the asset with one more amount that it may have.
func (a asset) between(n *big.Int) asset {
	if a.least == nil || n.Cmp(a.least) < 0 {
		a.least = n
	}
	if a.most == nil || n.Cmp(a.most) > 0 {
		a.most = n
	}
	return a
}

// packed reads what Rarible's data of an asset hold: nothing for the network's coin, a token, or an NFT with its id.
// Source: rarible/protocol-contracts, LibAsset.sol.
func (a *asset) packed(data []byte) {
	a.token = &zero
	if len(data) >= 32 {
		a.token = new(common.BytesToAddress(data[:32]))
	}
	if a.nft = len(data) >= 64; a.nft {
		a.id = new(big.Int).SetBytes(data[32:64])
	}
}

// basisPoints are a whole.
var basisPoints = big.NewInt(10_000)

// trades notes an order of a type, and what it offers as actions.
func (m *message) trades(a *act, typ string, f fields, at frame, path string) {
	x, _ := orderByNames(m.Data.Types[typ], f, addressOf(a.value(f, at, "owner", 0)))
	x.path = path
	m.s.exchanges = append(m.s.exchanges, x)

	to := addressOf(a.value(f, at, "recipient", 0))
	for _, part := range x.gives {
		m.addAt(path, Action{
			Kind:      Order,
			Standard:  a.standard,
			Owner:     x.maker,
			Token:     part.token,
			TokenID:   part.id,
			Recipient: to,
			Amount:    part.least,
			Deadline:  numberOf(a.value(f, at, "deadline", 0)),
			proceeds:  to != nil,
		})
	}
}

// leaves walks the tree of a message that is good for many orders of a type. Leaves that pad the tree are of nobody.
// Sources: Seaport 1.2 and later, LooksRare protocol 2.
func (m *message) leaves(a *act, typ string, v any, at frame, path string) {
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			m.leaves(a, typ, item, at, fmt.Sprintf("%s.%d", path, i))
		}
	case map[string]any:
		switch owner := addressOf(a.value(v, at, "owner", 0)); {
		case orNobody(owner) == zero:
		case len(m.s.exchanges) == maxCalls:
			m.hit(tooDeep, "there are more orders than are decoded")
			m.s.exchanges = append(m.s.exchanges, exchange{})
		case len(m.s.exchanges) > maxCalls:
		default:
			m.trades(a, typ, v, at, path)
		}
	}
}

// Words by which orders of all kinds name their two sides: who makes the order gives the first and gets the second.
var (
	givingWords = []string{
		"maker", "making", "make", "signer", "sell", "selling", "give", "giving", "input", "in", "from", "src",
		"source", "offer", "offered", "spend", "pay",
	}
	gettingWords = []string{
		"taker", "taking", "take", "sender", "buy", "buying", "get", "getting", "receive", "want", "wanted", "ask",
		"output", "out", "to", "dst", "dest", "destination", "return", "consideration",
	}
)

// Words for what is traded, and for how much of it.
var (
	thingWords  = []string{"token", "asset", "currency", "coin"}
	amountWords = []string{"amount", "quantity", "qty"}
)

// half is one side of an order, as its members have it.
type half struct {
	flat   asset           // in members of their own
	party  *common.Address // whose side it is
	assets []asset         // in structs
	listed bool
}

// orderByNames reads a struct as an order, by the names of its members; ok is false where they name no two sides, nor
// an NFT and its price. Its maker has the side that names it, else the side of whoever makes the order. What is given
// may be known from elsewhere.
func orderByNames(
	members []eip712.Member, f fields, maker *common.Address, given ...fields,
) (x exchange, ok bool) {
	var giving, getting half
	fee := new(big.Int)
	x = exchange{path: "message", maker: maker}
	for _, member := range members {
		number := strings.HasPrefix(member.Type, "uint")
		s := &giving
		word, thing, amount := sideOf(normal(member.Name))
		switch {
		case slices.Contains(givingWords, word):
		case slices.Contains(gettingWords, word):
			s = &getting
		case word == "fee" && amount && number: // taken on top
			fee = orZero(f.num(member.Name))
			continue
		default:
			continue
		}

		list, listed := f[member.Name].([]any)
		if one := f.obj(member.Name); one != nil {
			list = []any{map[string]any(one)}
			listed = true
		}
		switch {
		case listed:
			s.listed = true
			for _, item := range list {
				of, _ := item.(map[string]any)
				s.assets = append(s.assets, assetFrom(of, maker))
			}
		case member.Type == "address" && thing:
			s.flat.token = f.addr(member.Name)
		case member.Type == "address":
			s.party = f.addr(member.Name)
		case number && amount:
			s.flat = s.flat.between(orZero(f.num(member.Name)))
		}
	}

	if giving.flat.most != nil {
		giving.flat.most = new(big.Int).Add(giving.flat.most, fee)
	}
	for _, s := range []*half{&giving, &getting} {
		if s.flat.token != nil && s.flat.least != nil {
			s.flat.to = maker
			s.assets = append(s.assets, s.flat)
			s.listed = true
		}
	}
	if len(given) > 0 {
		giving = half{}
	}
	for _, of := range given {
		giving.assets = append(giving.assets, assetFrom(of, maker))
	}
	if len(giving.assets) == 0 && !getting.listed {
		return x.ofNFT(members, f)
	}
	if maker != nil && is(getting.party, *maker) && !is(giving.party, *maker) {
		giving, getting = getting, giving
	}
	unread := func(a asset) bool { return a.token == nil || a.least == nil }
	x.gives = giving.assets
	x.gets = getting.assets
	if len(x.gives) == 0 || !getting.listed {
		return x, false
	}
	return x, len(x.gets) == 0 || !slices.ContainsFunc(slices.Concat(x.gives, x.gets), unread)
}

// Names of NFTs, and of what pays for them.
var (
	nftNames   = regexp.MustCompile(`(token|item|[a-z]{4,})id$|^(collection|nft|erc(721|1155)token)`)
	moneyNames = regexp.MustCompile(`(currency|paymenttoken|erc20token)$`)
	priceNames = regexp.MustCompile(`(price|erc20tokenamount)$`)
)

// ofNFT reads a struct as an order of an NFT at a price, less fees. Its maker sells, unless a flag says that it buys or
// the NFT goes to it.
func (x exchange) ofNFT(members []eip712.Member, f fields) (_ exchange, ok bool) {
	nft := asset{
		nft:   true,
		least: common.Big1,
		most:  common.Big1,
		to:    x.maker,
	}
	price := asset{to: x.maker}
	found := false
	sells := true
	for _, member := range members {
		number := strings.HasPrefix(member.Type, "uint")
		switch name := normal(member.Name); {
		case nftNames.MatchString(name):
			found = true
			nft.token = cmp.Or(nft.token, f.addr(member.Name))
			nft.id = cmp.Or(nft.id, f.num(member.Name))
		case moneyNames.MatchString(name) && member.Type == "address":
			price.token = f.addr(member.Name)
		case priceNames.MatchString(name) && number:
			price = price.between(orZero(f.num(member.Name)))
		case name == "to":
			sells = sells && !(x.maker != nil && is(f.addr(member.Name), *x.maker))
		case name == "side", name == "isorderask", name == "quotetype":
			sells = truthOf(f[member.Name])
		}
	}

	left := new(big.Int).Set(basisPoints)
	for _, rate := range f.at([]string{"fees", each, "rate"}) { // they do not come back
		left.Sub(left, orZero(numberOf(rate)))
	}
	switch {
	case !found || price.least == nil:
		return x, false
	case sells && (price.most.Sign() == 0 || price.token == nil && price.most.Cmp(dustUnits) < 0): // in any currency
		x.gives = []asset{nft}
		return x, true
	case price.token == nil:
		return x, false
	case sells:
		price.least = left.Quo(left.Mul(left, price.least), basisPoints)
		x.gives = []asset{nft}
		x.gets = []asset{price}
	default:
		x.gives = []asset{price}
		x.gets = []asset{nft}
	}
	return x, true
}

// normal is a member's name without the marks of its style, and without what does not change its side.
func normal(name string) string {
	name = normalName(name)
	for _, extra := range []string{"minimum", "maximum", "address", "wallet", "min", "max"} {
		name = strings.ReplaceAll(name, extra, "")
	}
	name = strings.NewReplacer("startamount", "amount", "endamount", "amount").Replace(strings.TrimPrefix(name, "base"))
	return strings.TrimSuffix(name, "s")
}

// sideOf is what is left of a name without the word for what is traded, or for how much of it.
func sideOf(name string) (rest string, thing, amount bool) {
	cut := func(words []string) bool {
		for _, w := range words {
			for _, short := range []string{strings.TrimSuffix(name, w), strings.TrimPrefix(name, w)} {
				if short != name {
					name = short
					return true
				}
			}
		}
		return false
	}
	thing = cut(thingWords)
	amount = cut(amountWords)
	return name, thing, amount
}
