package guard

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// Bounds below which something is no price.
var (
	dust        = big.NewInt(100_000_000_000_000)     // 0.0001 of the network's coin, in wei
	dustDollars = big.NewInt(100_000_000_000_000_000) // a tenth of a dollar, with 18 decimals
	dustUnits   = big.NewInt(100)                     // units of any token
)

// coinMarker stands for the network's coin in orders of CoW, 1inch and 0x, where the coin has no contract.
var coinMarker = common.HexToAddress("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE")

// price is one side of an order, as far as it can be told what it is worth: the network's coin and its wrapped form together,
// stablecoins as dollars (euros too: a dollar more or less does not matter here), other tokens by their units.
type price struct {
	native  *big.Int // wei
	dollars *big.Int // with 18 decimals
	tokens  map[common.Address]*big.Int
	nfts    int

	namedNFTs   bool // all of them are of well-known collections
	collections []common.Address
}

func newPrice() *price {
	return &price{
		native:    new(big.Int),
		dollars:   new(big.Int),
		tokens:    map[common.Address]*big.Int{},
		namedNFTs: true,
	}
}

// add counts units of a token; nil and the zero address are the network's coin.
func (p *price) add(m *message, token *common.Address, units *big.Int) {
	network := m.s.Network
	switch {
	case token == nil || *token == zero || *token == coinMarker || *token == network.Wrapped:
		p.native.Add(p.native, units)
		return
	default:
		if k, ok := m.d.known[network.Name][*token]; ok && k.Role == RoleStablecoin {
			p.dollars.Add(p.dollars, new(big.Int).Mul(units, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(18-k.Decimals)), nil)))
			return
		}
	}
	p.tokens[*token] = new(big.Int).Add(orZero(p.tokens[*token]), units)
}

// fairness of what comes back for what is given.
type fairness int

const (
	fair          fairness = iota // or at least something that counts
	unpriced                      // what comes back is of unknown worth
	nextToNothing                 // nobody would agree to it
)

// A coin of a network whose coin is ether is worth between these many dollars, with a wide margin.
const (
	mostPerEther  = 100_000
	leastPerEther = 100
)

// against compares what comes back with what is given. One part that is worth its price makes the whole fair: what is
// looked for is orders that nobody would sign who understood them.
func (p *price) against(m *message, given *price) fairness {
	if p.coins(m, given) || p.stable(m, given) {
		return fair
	}
	other := p.nfts > 0
	for token, units := range p.tokens {
		if of := given.tokens[token]; of != nil {
			if !hundredth(units, of) {
				return fair
			}
			continue
		}
		other = other || units.Cmp(dustUnits) >= 0
	}
	if other {
		return unpriced
	}
	return nextToNothing
}

// coins says whether the coins that come back are a price.
func (p *price) coins(m *message, given *price) bool {
	if p.native.Cmp(dust) < 0 || given.native.Sign() > 0 && hundredth(p.native, given.native) {
		return false
	}
	return m.s.Network.Native != "ETH" || given.dollars.Cmp(new(big.Int).Mul(p.native, big.NewInt(mostPerEther))) <= 0
}

// stable says whether the dollars that come back are a price.
func (p *price) stable(m *message, given *price) bool {
	if p.dollars.Cmp(dustDollars) < 0 || given.dollars.Sign() > 0 && hundredth(p.dollars, given.dollars) {
		return false
	}
	return m.s.Network.Native != "ETH" || p.dollars.Cmp(new(big.Int).Mul(given.native, big.NewInt(leastPerEther))) >= 0
}

// exceeds says whether there is more of any one part here than there.
func (p *price) exceeds(other *price) bool {
	if p.native.Cmp(other.native) > 0 && other.dollars.Sign() == 0 || p.dollars.Cmp(other.dollars) > 0 && other.native.Sign() == 0 {
		return true
	}
	for token, units := range p.tokens {
		if of := other.tokens[token]; of != nil && units.Cmp(of) > 0 {
			return true
		}
	}
	return false
}

// hundredth says whether part is less than one percent of whole.
func hundredth(part, whole *big.Int) bool {
	return new(big.Int).Mul(part, big.NewInt(100)).Cmp(whole) < 0
}
