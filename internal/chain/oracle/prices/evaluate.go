package prices

import (
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/oracle"
)

// minDepth is what a pool must hold, in USD, for its price to count: below, one small trade moves it.
const minDepth = 10_000

// lateBlock is the age from which a network's newest block says nothing about now: all networks here make one
// within seconds.
const lateBlock = 3 * time.Minute

// boundOld is how far a pool's price may be from a stale feed's last answer, in per cent of the lower one, before
// it is not believed either.
const boundOld = 50

// feedPrice is what a candidate says.
type feedPrice struct {
	feeds  oracle.Candidate
	answer oracle.Answer
}

// feed evaluates a candidate. ok is false if its network was not read. An answer is also stale while the network
// stands still: the feed could not have moved.
func (s *sheet) feed(c oracle.Candidate) (feedPrice, bool) {
	l, ok := s.leaves[c.Network()]
	if !ok {
		return feedPrice{}, false
	}
	answers := make([]oracle.Answer, len(c))
	for i, f := range c {
		a, ok := l.answers[f.Proxy]
		if !ok {
			return feedPrice{}, false
		}
		answers[i] = a
	}
	whole := oracle.Product(answers...)
	whole.Stale = whole.Stale || s.still(l)
	return feedPrice{c, whole}, true
}

// still reports whether a network says nothing about now: its sequencer is down, or its newest block is old.
func (s *sheet) still(l leaf) bool { return l.uptime == oracle.Down || s.late(l) }

func (s *sheet) late(l leaf) bool { return s.now.Sub(l.time) > lateBlock }

// best is the candidate to believe: fresh before stale, then the one with most agreement among the other readings,
// then the newest, then the first in the list. Products that share their oldest feed differ in the other.
func (s *sheet) best(list []oracle.Candidate, others []reading, bound decimal.Decimal) (best feedPrice, found bool) {
	votes := 0
	for _, c := range list {
		f, ok := s.feed(c)
		if !ok || f.answer.Err != nil {
			continue
		}
		mine := agreeing(f.answer.Price, others, bound)
		if !found || better(f.answer, best.answer, mine, votes) {
			best = f
			votes = mine
			found = true
		}
	}
	return best, found
}

func better(a, b oracle.Answer, ofA, ofB int) bool {
	switch {
	case a.Stale != b.Stale:
		return b.Stale
	case ofA != ofB:
		return ofA > ofB
	}
	return newer(a, b)
}

func newer(a, b oracle.Answer) bool {
	if !a.UpdatedAt.Equal(b.UpdatedAt) {
		return a.UpdatedAt.After(b.UpdatedAt)
	}
	return a.Newest.After(b.Newest)
}

// reading is one source of an asset's own price that is current.
type reading struct {
	price decimal.Decimal
	depth *decimal.Decimal // of a pool, in USD
}

// readings are all readings of an asset: its own fresh feeds on every network read, and the pools whose price
// counts.
func (s *sheet) readings(a oracle.Asset) []reading {
	list := s.fresh(own(a, a.Feeds))
	for _, p := range s.pricesBy(tokenOf(a)) {
		if p.usable() && !p.stale {
			list = append(list, reading{price: p.price, depth: &p.depth})
		}
	}
	return list
}

// fresh are the candidates with a fresh answer.
func (s *sheet) fresh(candidates []oracle.Candidate) []reading {
	var list []reading
	for _, c := range candidates {
		if f, ok := s.feed(c); ok && f.answer.Err == nil && !f.answer.Stale {
			list = append(list, reading{price: f.answer.Price})
		}
	}
	return list
}

// majority reports whether more than half of the readings agree with a price.
func majority(price decimal.Decimal, list []reading, bound decimal.Decimal) bool {
	return 2*agreeing(price, list, bound) > len(list)
}

// agreeing counts the readings that are within the bound of a price.
func agreeing(price decimal.Decimal, list []reading, bound decimal.Decimal) int {
	n := 0
	for _, r := range list {
		if !apart(price, r.price, bound) {
			n++
		}
	}
	return n
}

// apart reports whether two prices differ by more than the bound, in per cent of the lower one.
func apart(a, b, bound decimal.Decimal) bool {
	lower := decimal.Min(a, b)
	higher := decimal.Max(a, b)
	return higher.Sub(lower).Shift(2).GreaterThan(lower.Mul(bound))
}

// own are the candidates that price the asset itself.
func own(a oracle.Asset, list []oracle.Candidate) []oracle.Candidate {
	return slices.DeleteFunc(slices.Clone(list), func(c oracle.Candidate) bool { return !a.Of(c) })
}

// underlying are the candidates that price the underlying asset.
func underlying(a oracle.Asset) []oracle.Candidate {
	return slices.DeleteFunc(slices.Clone(a.Feeds), a.Of)
}

// usd is a Base token's value by its own feeds on Base, which must be fresh and consistent.
func (s *sheet) usd(symbol string) (decimal.Decimal, bool) {
	a, ok := oracle.Find(symbol)
	if !ok {
		return decimal.Decimal{}, false
	}
	candidates := own(a, a.On(home))
	others := s.fresh(candidates)
	best, ok := s.best(candidates, others, a.Bound())
	if !ok || best.answer.Stale {
		return decimal.Decimal{}, false
	}
	return best.answer.Price, majority(best.answer.Price, others, a.Bound())
}

// poolPrice is a token's value by a pool.
type poolPrice struct {
	state dexpool.State
	price decimal.Decimal // USD per whole token
	other decimal.Decimal // USD per whole token of the other side, by a feed
	tvl   decimal.Decimal // USD
	depth decimal.Decimal // USD: twice the value of the smaller side
	own0  bool            // the token is the pool's token0
	stale bool            // the network stands still
	err   error
}

// own is the priced token.
func (p poolPrice) own() dexpool.Token {
	if p.own0 {
		return p.state.Pool.Token0
	}
	return p.state.Pool.Token1
}

func (p poolPrice) thin() bool { return p.depth.LessThan(decimal.NewFromInt(minDepth)) }

// usable reports whether a pool's price counts.
func (p poolPrice) usable() bool { return p.err == nil && !p.thin() }

// priceBy is a token's value by one pool's state. The other side is valued by its feed; so is the token itself, for
// the TVL, if it has one. The depth values the token by the pool and counts the smaller side: anybody can fill the
// other one with worthless tokens.
func (s *sheet) priceBy(state dexpool.State, token common.Address) poolPrice {
	p := poolPrice{
		state: state,
		stale: s.still(s.leaves[home]),
		err:   state.Err,
	}
	if p.err != nil {
		return p
	}

	pool := state.Pool
	other, _ := pool.Other(token)
	var ok bool
	if p.other, ok = s.usd(other.Symbol); !ok {
		p.err = errQuote
		return p
	}

	p.own0 = token == pool.Token0.Address
	p.price = state.Price(token).Mul(p.other)
	own := p.price
	mine := state.Held1
	theirs := state.Held0
	if p.own0 {
		mine, theirs = theirs, mine
	}

	p.depth = decimal.Min(mine.Mul(p.price), theirs.Mul(p.other)).Mul(decimal.NewFromInt(2))
	if byFeed, ok := s.usd(p.own().Symbol); ok {
		own = byFeed
	}

	p.tvl = mine.Mul(own).Add(theirs.Mul(p.other))
	return p
}

// pricesBy is a token's value by each pool read, in the order of the table.
func (s *sheet) pricesBy(token common.Address) []poolPrice {
	if token == (common.Address{}) {
		return nil
	}
	var list []poolPrice
	l := s.leaves[home]
	for _, pool := range dexpool.Of(token) {
		if err, bad := l.dropped[pool.Address]; bad {
			list = append(list, poolPrice{state: dexpool.State{Pool: pool}, err: err})
		} else if state, ok := l.states[pool.Address]; ok {
			list = append(list, s.priceBy(state, token))
		}
	}
	return list
}

// deepest is the pool whose price counts and is the hardest to move.
func (s *sheet) deepest(token common.Address) (best poolPrice, found bool) {
	for _, p := range s.pricesBy(token) {
		if p.usable() && (!found || p.depth.GreaterThan(best.depth)) {
			best = p
			found = true
		}
	}
	return best, found
}
