package guard

import (
	"cmp"
	"fmt"
	"math/big"
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
	taker *common.Address // nobody else can take the order; nil or zero: anybody can
	gives []asset
	gets  []asset
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

// Item types of Seaport. Source: ProjectOpenSea/seaport-types, ConsiderationEnums.sol.
const (
	itemNative = 0
	itemERC721 = 2 // and above: 1155 and the two criteria forms
)

// Classes of Rarible's assets, the first four bytes of the hashes of their names. Source: rarible/protocol-contracts,
// LibAsset.sol.
var (
	raribleCoins = [4]byte{0xaa, 0xae, 0xbe, 0xba} // ETH
	raribleToken = [4]byte{0x8a, 0xe8, 0x5d, 0x84} // ERC20
	raribleNFT   = [4]byte{0x73, 0xad, 0x21, 0x46} // ERC721
	raribleNFTs  = [4]byte{0x97, 0x3b, 0xb6, 0x40} // ERC1155
)

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
		a.nft = kind.Cmp(big.NewInt(itemERC721)) >= 0
		if kind.Sign() == itemNative {
			a.token = &zero
		}
	}
	if kind := f.obj("assetType"); kind != nil {
		a.classed(kind.bytes("assetClass"), kind.bytes("data"))
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

// classed reads an asset of Rarible.
func (a *asset) classed(class, data []byte) {
	if len(class) != 4 {
		return
	}
	of := [4]byte(class)
	a.nft = of == raribleNFT || of == raribleNFTs
	switch {
	case of == raribleCoins:
		a.token = &zero
	case (of == raribleToken || a.nft) && len(data) >= 32:
		a.token = new(common.BytesToAddress(data[:32]))
	}
	if a.nft && len(data) >= 64 {
		a.id = new(big.Int).SetBytes(data[32:64])
	}
}

// assets are those of a role whose values are structs, or lists of them.
func (a *act) assets(f fields, role string, somebody *common.Address) []asset {
	var out []asset
	for _, v := range f.at(a.values[role]) {
		list, ok := v.([]any)
		if !ok {
			list = []any{v}
		}
		for _, item := range list {
			part, _ := item.(map[string]any)
			out = append(out, assetFrom(part, somebody))
		}
	}
	return out
}

// priced is the asset whose token is in one role and whose amount is in another.
func (a *act) priced(f fields, at frame, token, amount string, to *common.Address) []asset {
	if a.values[token] == nil {
		return nil
	}
	n := orZero(numberOf(a.value(f, at, amount, 0)))
	of := cmp.Or(addressOf(a.value(f, at, token, 0)), &zero)
	return []asset{asset{token: of, to: to}.between(n)}
}

// basisPoints are a whole.
var basisPoints = big.NewInt(10_000)

// exchange reads the order that a row describes out of a struct.
func (m *message) exchange(a *act, f fields, at frame, path string) exchange {
	maker := cmp.Or(addressOf(a.value(f, at, "maker", 0)), addressOf(a.value(f, at, "owner", 0)))
	x := exchange{
		path:  path,
		maker: maker,
		taker: addressOf(a.value(f, at, "taker", 0)),
		gives: append(a.assets(f, "gives", maker), a.priced(f, at, "sell", "amount", maker)...),
		gets:  append(a.assets(f, "gets", maker), a.priced(f, at, "buy", "want", maker)...),
	}
	if fee := numberOf(a.value(f, at, "fee", 0)); fee != nil && len(x.gives) > 0 { // taken on top
		x.gives[0].most = new(big.Int).Add(x.gives[0].most, fee)
	}
	if a.values["collection"] == nil {
		return x
	}

	nft := asset{
		token: addressOf(a.value(f, at, "collection", 0)),
		nft:   true,
		id:    numberOf(a.value(f, at, "id", 0)),
		most:  common.Big1,
		least: common.Big1,
		to:    maker,
	}
	if !a.sells(f, at) {
		x.gives, x.gets = x.gets, []asset{nft}
		return x
	}

	x.gives = []asset{nft}
	left := new(big.Int).Set(basisPoints)
	for _, rate := range f.at(a.values["rate"]) { // fees do not come back
		left.Sub(left, orZero(numberOf(rate)))
	}
	if a.values["rate"] != nil {
		left = maxOf(left, new(big.Int))
		x.gets[0].least = left.Quo(left.Mul(left, x.gets[0].most), basisPoints)
		x.gets[0].most = x.gets[0].least
	}
	return x
}

func maxOf(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return b
	}
	return a
}

// trades notes an order, and what it offers as actions.
func (m *message) trades(a *act, f fields, at frame, path string) {
	x := m.exchange(a, f, at, path)
	m.s.exchanges = append(m.s.exchanges, x)

	offered := x.gives
	if len(offered) == 0 {
		offered = []asset{{}}
	}
	for i, part := range offered {
		where := path
		if len(offered) > 1 {
			where = fmt.Sprintf("%s.%d", path, i)
		}
		to := addressOf(a.value(f, at, "recipient", 0))
		m.addAt(where, Action{
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

// leaves walks the tree of a message that is good for many orders. Leaves that pad the tree are of nobody. Sources:
// Seaport 1.2 and later, LooksRare protocol 2.
func (m *message) leaves(a *act, v any, at frame, path string) {
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			m.leaves(a, item, at, fmt.Sprintf("%s.%d", path, i))
		}
	case map[string]any:
		switch owner := addressOf(a.value(v, at, "owner", 0)); {
		case orNobody(owner) == zero:
		case len(m.s.exchanges) == maxCalls:
			m.hit(tooDeep, "there are more orders than are decoded")
			m.s.exchanges = append(m.s.exchanges, exchange{})
		case len(m.s.exchanges) > maxCalls:
		default:
			m.trades(a, v, at, path)
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

// orderByNames reads a struct of an unknown type as an order, by the names of its members; ok is false where they name
// no two sides. Its maker has the side that names it, else the side of whoever makes the order.
func orderByNames(members []eip712.Member, f fields, maker *common.Address) (x exchange, ok bool) {
	type side struct {
		flat   asset
		party  *common.Address
		assets []asset
		listed bool
	}
	var giving, getting side
	x = exchange{path: "message", maker: maker}
	nft := false
	var price *big.Int
	for _, member := range members {
		name := normal(member.Name)
		number := strings.HasPrefix(member.Type, "uint")
		s := &giving
		word, thing, amount := sideOf(name)
		switch {
		case number && strings.HasSuffix(name, "tokenid"):
			nft = true
		case number && strings.HasSuffix(name, "price"):
			price = maxOf(orZero(price), orZero(f.num(member.Name)))
		}
		switch {
		case slices.Contains(givingWords, word):
		case slices.Contains(gettingWords, word):
			s = &getting
		default:
			continue
		}

		list, listed := f[member.Name].([]any)
		switch {
		case listed:
			s.listed = true
			for _, item := range list {
				part, _ := item.(map[string]any)
				s.assets = append(s.assets, assetFrom(part, maker))
			}
		case member.Type == "address" && thing:
			s.flat.token = f.addr(member.Name)
		case member.Type == "address":
			s.party = f.addr(member.Name)
		case number && amount:
			s.flat = s.flat.between(orZero(f.num(member.Name)))
		}
	}

	for _, s := range []*side{&giving, &getting} {
		if s.flat.token != nil && s.flat.least != nil {
			s.flat.to = maker
			s.assets = append(s.assets, s.flat)
			s.listed = true
		}
	}
	if nft && price != nil && price.Sign() == 0 { // what is sold has no price
		x.gives = []asset{{nft: true}}
		return x, true
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

// normal is a member's name without the marks of its style, and without what does not change its side.
func normal(name string) string {
	name = normalName(name)
	for _, extra := range []string{"minimum", "maximum", "address", "wallet", "min", "max"} {
		name = strings.ReplaceAll(name, extra, "")
	}
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
