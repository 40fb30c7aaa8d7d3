package dexpool

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/evm"
)

// Market is a pool in which one token, the base, is priced in the other, the quote.
type Market struct {
	Pool    Pool
	BaseIs0 bool
	turned  bool // the base is the token that would be the better quote
}

// quoteRank ranks tokens as quotes; 0 is best. It goes by address: anyone can name a token USDC.
func quoteRank(token common.Address) int {
	ranks := []string{"USDC", "USDT", "DAI", "USDS", "USDBC", "GHO", "WETH", "CBBTC"}
	for i, symbol := range ranks {
		if t, ok := evm.BaseToken(symbol); ok && t.Address == token {
			return i
		}
	}
	if slices.ContainsFunc(evm.BaseTokens(), func(t evm.KnownToken) bool { return t.Address == token }) {
		return len(ranks)
	}
	return len(ranks) + 1
}

// Market chooses the quote: USDC before USDT, DAI, USDS, USDbC, GHO, WETH, cbBTC, another token with a known
// symbol, and any other. Between two of the last kinds it chooses token1.
func (p Pool) Market() Market {
	return Market{Pool: p, BaseIs0: quoteRank(p.Token0.Address) >= quoteRank(p.Token1.Address)}
}

// Of is the market with token as the base. ok is false if the pool does not have it.
func (m Market) Of(token common.Address) (turned Market, ok bool) {
	_, ok = m.Pool.Other(token)
	m.turned = m.turned != (token != m.Base().Address)
	m.BaseIs0 = token == m.Pool.Token0.Address
	return m, ok
}

// Base is the token bought and sold.
func (m Market) Base() Token {
	if m.BaseIs0 {
		return m.Pool.Token0
	}
	return m.Pool.Token1
}

// Quote is the token used for payment.
func (m Market) Quote() Token {
	if m.BaseIs0 {
		return m.Pool.Token1
	}
	return m.Pool.Token0
}

// Trade is a swap as a purchase or a sale of a market's base token.
type Trade struct {
	Swap        *Swap
	Buy         bool            // the base left the pool
	Base, Quote decimal.Decimal // what changed hands, in whole tokens, exact, not negative
	USD         decimal.Decimal // value, exact
	Valued      bool            // USD is known
}

// Trade reads a swap of the market's pool. usd has the value of one whole token in USD. The trade is valued by its
// quote, else by its base, and is not Valued if usd has neither.
func (m Market) Trade(s *Swap, usd map[common.Address]decimal.Decimal) Trade {
	base := s.Amount0
	quote := s.Amount1
	if !m.BaseIs0 {
		base, quote = quote, base
	}

	t := Trade{
		Swap: s, Buy: base.Sign() < 0 || base.Sign() == 0 && quote.Sign() > 0,
		Base:  Scaled(new(big.Int).Abs(base), m.Base().Decimals),
		Quote: Scaled(new(big.Int).Abs(quote), m.Quote().Decimals),
	}

	sides := [2]struct {
		token  common.Address
		amount decimal.Decimal
	}{{m.Quote().Address, t.Quote}, {m.Base().Address, t.Base}}
	if m.turned {
		sides[0], sides[1] = sides[1], sides[0]
	}

	for _, side := range sides {
		if worth, ok := usd[side.token]; ok {
			t.USD = side.amount.Mul(worth)
			t.Valued = true
			break
		}
	}

	return t
}

// Price is Quote/Base, fees included, to 12 significant digits. ok is false if either amount is too small to show.
func (t Trade) Price() (price decimal.Decimal, ok bool) {
	if t.Base.IsZero() || t.Quote.IsZero() {
		return decimal.Decimal{}, false
	}
	return quotient(t.Quote, t.Base), true
}

// Totals sums trades up.
type Totals struct {
	Count, Buys, Sells int
	BuyUSD, SellUSD    decimal.Decimal // of the valued ones, exact
	Unvalued           int             // trades whose value is not known
}

// Add counts a trade in.
func (t *Totals) Add(x Trade) {
	t.Count++
	if !x.Valued {
		t.Unvalued++
	}
	if x.Buy {
		t.Buys++
		t.BuyUSD = t.BuyUSD.Add(x.USD)
	} else {
		t.Sells++
		t.SellUSD = t.SellUSD.Add(x.USD)
	}
}

// Largest returns the n trades of highest value, the largest first; ties keep their order. Trades without a value
// come last, sorted by the amount paid.
func Largest(trades []Trade, n int) []Trade {
	var top []Trade
	for _, x := range trades {
		i, _ := slices.BinarySearchFunc(top, x, func(a, b Trade) int {
			return cmp.Or(b.USD.Cmp(a.USD), b.Quote.Cmp(a.Quote), -1) // equals stay in order
		})
		if i < n {
			top = slices.Insert(top, i, x)
			top = top[:min(n, len(top))]
		}
	}
	return top
}
