package guard

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// anyToken stands for a token that cannot be read from the data.
var anyToken = common.MaxAddress

// purse is what a router holds between the steps of one transaction. Routers keep no accounts: what is left when the
// transaction ends goes to whoever asks next. Amounts are lower bounds.
type purse struct {
	path string
	held map[common.Address]*holding // by token; the zero address is the network's coin

	guarded bool // something of what comes back has a least amount that counts
	blind   bool // a swap has none

	open bool // things can be taken out: the step under way does not fail without a trace
}

// holding is what there is of one token.
type holding struct {
	units *big.Int // that are known to be there
	more  bool     // and an amount that is not known before
}

// purse is that of the contract that is called.
func (c *call) purse() *purse { return c.d.purse(c.to, c.path) }

func (d *decoder) purse(router common.Address, path string) *purse {
	p, ok := d.purses[router]
	if d.purses == nil {
		d.purses = map[common.Address]*purse{}
	}
	if !ok {
		p = &purse{path: path, held: map[common.Address]*holding{}, open: true}
		d.purses[router] = p
	}
	return p
}

// put adds units of a token, nil for an amount that is not known.
func (p *purse) put(token common.Address, units *big.Int) {
	h, ok := p.held[coin(token)]
	if !ok {
		h = &holding{units: new(big.Int)}
		p.held[coin(token)] = h
	}
	if units == nil {
		h.more = true
		return
	}
	h.units = new(big.Int).Add(h.units, units)
}

// take removes so many units of a token. What is there beyond them stays.
func (p *purse) take(token common.Address, units *big.Int) {
	if token == anyToken { // it may be any of those that are there
		p.takeAll(token)
		return
	}
	h, ok := p.held[coin(token)]
	if !ok || !p.open {
		return
	}
	h.units = new(big.Int).Sub(h.units, units)
	if h.units.Sign() < 0 {
		h.units = new(big.Int)
	}
}

// takeAll removes all that there is of a token, and what may be that token.
func (p *purse) takeAll(token common.Address) {
	if !p.open {
		return
	}
	delete(p.held, coin(token))
	delete(p.held, anyToken)
	if token == anyToken {
		clear(p.held)
	}
}

// sure are the units of a token that are known to be there.
func (p *purse) sure(token common.Address) *big.Int {
	if h, ok := p.held[coin(token)]; ok {
		return h.units
	}
	return new(big.Int)
}

// amount is what there is of a token: nil when that is not known, or nothing is said to be there.
func (p *purse) amount(token common.Address) *big.Int {
	h, ok := p.held[coin(token)]
	if !ok || h.more {
		return nil
	}
	return h.units
}

// least notes the least that a swap is content with; fetched says that it is what a later call fetches.
func (p *purse) least(units *big.Int, fetched bool) {
	switch {
	case units.Cmp(dustUnits) > 0:
		p.guarded = true
	case !fetched:
		p.blind = true
	}
}

// left are the tokens that remain, in order.
func (p *purse) left() []common.Address {
	var out []common.Address
	for token, h := range p.held {
		if h.more || h.units.Sign() > 0 {
			out = append(out, token)
		}
	}
	slices.SortFunc(out, common.Address.Cmp)
	return out
}

// coinMark is the address that programs write for the network's coin. Source: EIP-7528.
var coinMark = common.HexToAddress("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE")

func coin(token common.Address) common.Address {
	if token == coinMark {
		return zero
	}
	return token
}

// leftovers says what routers still hold when the transaction is over.
func (d *decoder) leftovers() {
	routers := slices.SortedFunc(maps.Keys(d.purses), common.Address.Cmp)
	for _, router := range routers {
		p := d.purses[router]
		for _, token := range p.left() {
			d.subject.hit(leftInRouter, p.path, remains(token, router))
		}
		if p.blind && !p.guarded {
			d.subject.hit(anyReturn, p.path,
				"the swap is content with any return: whoever trades against it may keep the rest")
		}
	}
}

func remains(token, router common.Address) string {
	const after = " when all is done and is not fetched: whoever asks the router next gets it"
	switch token {
	case zero:
		return "coins are left in the router " + router.Hex() + after
	case anyToken:
		return "what comes out is left in the router " + router.Hex() + after
	}
	return "token " + token.Hex() + " is left in the router " + router.Hex() + after
}

// keepsCoins says of a known contract whether coins that it is sent with several calls stay in it unless one of the
// calls fetches the rest.
func keepsCoins(name string) bool {
	return slices.ContainsFunc([]string{"SwapRouter", "Slipstream", "positions"}, func(part string) bool {
		return strings.Contains(name, part)
	})
}
