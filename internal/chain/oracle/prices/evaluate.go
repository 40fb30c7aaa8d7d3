package prices

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/oracle"
)

// minTVL is what a pool has to hold, in USD, for its price to count beside others: below, one small trade moves it.
const minTVL = 10_000

// feedPrice is what a candidate says.
type feedPrice struct {
	feeds  oracle.Candidate
	answer oracle.Answer
}

// feed evaluates a candidate. ok is false where its network was not read.
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
	return feedPrice{c, oracle.Product(answers...)}, true
}

// best is the candidate with the newest answer among the fresh ones, else among the stale ones; the earlier in the list where
// two are as new. Products that share their oldest feed differ by the other.
func (s *sheet) best(list []oracle.Candidate) (best feedPrice, found bool) {
	for _, c := range list {
		f, ok := s.feed(c)
		if !ok || f.answer.Err != nil {
			continue
		}
		if !found || newer(f.answer, best.answer) {
			best, found = f, true
		}
	}
	return best, found
}

func newer(a, b oracle.Answer) bool {
	switch {
	case a.Stale != b.Stale:
		return b.Stale
	case !a.UpdatedAt.Equal(b.UpdatedAt):
		return a.UpdatedAt.After(b.UpdatedAt)
	}
	return a.Newest.After(b.Newest)
}

// usd is what a token of Base is worth by a fresh feed of Base.
func (s *sheet) usd(symbol string) (decimal.Decimal, bool) {
	a, ok := oracle.Find(symbol)
	if !ok {
		return decimal.Decimal{}, false
	}
	best, ok := s.best(a.On(home))
	return best.answer.Price, ok && !best.answer.Stale
}

// poolPrice is what a token is worth by a pool.
type poolPrice struct {
	state dexpool.State
	price decimal.Decimal // USD per whole token
	other decimal.Decimal // USD per whole token of the other side, by a feed
	tvl   decimal.Decimal // USD
	own0  bool            // the token is the pool's token0
	err   error
}

// own is the token that is priced.
func (p poolPrice) own() dexpool.Token {
	if p.own0 {
		return p.state.Pool.Token0
	}
	return p.state.Pool.Token1
}

func (p poolPrice) thin() bool { return p.tvl.LessThan(decimal.NewFromInt(minTVL)) }

// priceBy is what a token is worth by one pool's state. The other side is valued by its feed; the token itself, for the TVL,
// too where it has one.
func (s *sheet) priceBy(state dexpool.State, token common.Address) poolPrice {
	p := poolPrice{state: state, err: state.Err}
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
	own, mine, theirs := p.price, state.Held1, state.Held0
	if p.own0 {
		mine, theirs = theirs, mine
	}
	if byFeed, ok := s.usd(p.own().Symbol); ok {
		own = byFeed
	}
	p.tvl = mine.Mul(own).Add(theirs.Mul(p.other))
	return p
}

// pricesBy is what a token is worth by each pool that was read, in the order of the table.
func (s *sheet) pricesBy(token common.Address) []poolPrice {
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

// deepest is the pool that holds most.
func (s *sheet) deepest(token common.Address) (best poolPrice, found bool) {
	if token == (common.Address{}) {
		return best, false
	}
	for _, p := range s.pricesBy(token) {
		if p.err == nil && (!found || p.tvl.GreaterThan(best.tvl)) {
			best, found = p, true
		}
	}
	return best, found
}
