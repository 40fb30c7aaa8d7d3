package dexpool

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

func symbolToken(t testing.TB, symbol string) Token {
	t.Helper()
	if tok, ok := known(symbol); ok {
		return tok
	}
	return Token{symbol, common.BytesToAddress([]byte(symbol)), 18}
}

// pairOf is a pool of two tokens in the order given, which need not be that of their addresses.
func pairOf(t testing.TB, token0, token1 string) Pool {
	t.Helper()
	return Pool{Address: common.HexToAddress("0xD001"), Dex: UniswapV3, Token0: symbolToken(t, token0), Token1: symbolToken(t, token1)}
}

func TestWhichTokenIsTheBase(t *testing.T) {
	for _, c := range []struct{ a, b, base string }{
		{"WETH", "USDC", "WETH"},
		{"CBBTC", "WETH", "CBBTC"},
		{"CBBTC", "USDC", "CBBTC"},
		{"AERO", "WETH", "AERO"},
		{"USDT", "USDC", "USDT"},
		{"EURC", "USDC", "EURC"},
		{"DAI", "USDT", "DAI"},
		{"TBTC", "CBBTC", "TBTC"},
		{"CBETH", "WETH", "CBETH"},
		{"SOMETHING", "USDC", "SOMETHING"},
		{"SOMETHING", "AERO", "SOMETHING"},
		{"USDС", "USDC", "USDС"}, // a fake: its C is Cyrillic
	} {
		for _, p := range []Pool{pairOf(t, c.a, c.b), pairOf(t, c.b, c.a)} {
			if m := p.Market(); m.Base().Symbol != c.base || m.Quote().Symbol == c.base {
				t.Errorf("%s: base %s quote %s", p.Pair(), m.Base().Symbol, m.Quote().Symbol)
			}
		}
	}
	if m := pairOf(t, "AERO", "VIRTUAL").Market(); m.Base().Symbol != "AERO" {
		t.Errorf("of two equals token1 is the quote, not %s", m.Quote().Symbol)
	}
}

// priceOf is the price in digits, or "0".
func priceOf(x Trade) string {
	price, _ := x.Price()
	return price.String()
}

func TestTrade(t *testing.T) {
	usd := map[common.Address]decimal.Decimal{symbolToken(t, "USDC").Address: decimal.RequireFromString("0.9998"), symbolToken(t, "WETH").Address: decimal.NewFromInt(4000)}
	for _, c := range []struct {
		why                       string
		pool                      Pool
		amount0, amount1          string
		buy                       bool
		base, quote, price, value string
		unvalued                  bool
	}{
		{why: "WETH leaves the pool", pool: pairOf(t, "WETH", "USDC"), amount0: "-250000000000000000", amount1: "1000500000", buy: true, base: "0.25", quote: "1000.5", price: "4002", value: "1000.2999"},
		{why: "WETH goes in", pool: pairOf(t, "WETH", "USDC"), amount0: "250000000000000000", amount1: "-999500000", base: "0.25", quote: "999.5", price: "3998", value: "999.3001"},
		{why: "the quote is token0", pool: pairOf(t, "USDC", "CBBTC"), amount0: "65000000000", amount1: "-100000000", buy: true, base: "1", quote: "65000", price: "65000", value: "64987"},
		{why: "valued by WETH", pool: pairOf(t, "AERO", "WETH"), amount0: "3000000000000000000", amount1: "-1000000000000000", base: "3", quote: "0.001", price: "0.000333333333333", value: "4"},
		{why: "dust has no price", pool: pairOf(t, "WETH", "USDC"), amount0: "-7", amount1: "0", buy: true, base: "0.000000000000000007", quote: "0", price: "0", value: "0"},
		{why: "a sale of nothing for something", pool: pairOf(t, "WETH", "USDC"), amount0: "0", amount1: "-1", base: "0", quote: "0.000001", price: "0", value: "0.0000009998"},
		{why: "no price is known", pool: pairOf(t, "TBTC", "CBBTC"), amount0: "-1000000000000000000", amount1: "100000000", buy: true, base: "1", quote: "1", price: "1", value: "0", unvalued: true},
	} {
		t.Run(c.why, func(t *testing.T) {
			a0, _ := new(big.Int).SetString(c.amount0, 10)
			a1, _ := new(big.Int).SetString(c.amount1, 10)
			x := c.pool.Market().Trade(&Swap{Pool: c.pool.Address, Amount0: a0, Amount1: a1}, usd)
			amounts := x.Base.String() != c.base || x.Quote.String() != c.quote
			value := x.USD.String() == c.value && x.Valued != c.unvalued
			if x.Buy != c.buy || amounts || priceOf(x) != c.price || !value {
				t.Errorf("%s: %+v", c.why, x)
			}
		})
	}
}

func TestTokenAskedForIsTheBaseAndTheValueStaysThatOfTheBetterQuote(t *testing.T) {
	p := pairOf(t, "WETH", "USDC")
	usdc := symbolToken(t, "USDC")
	usd := map[common.Address]decimal.Decimal{usdc.Address: decimal.NewFromInt(1), symbolToken(t, "WETH").Address: decimal.NewFromInt(1_000_000)}
	m, ok := p.Market().Of(usdc.Address)
	x := m.Trade(&Swap{Amount0: big.NewInt(-1e15), Amount1: big.NewInt(4e6)}, usd)
	if !ok || x.Buy || x.Base.String() != "4" || x.Quote.String() != "0.001" || x.USD.String() != "4" {
		t.Errorf("%v %+v", ok, x)
	}
	if _, ok := p.Market().Of(symbolToken(t, "AERO").Address); ok {
		t.Error("a token that is not in the pool")
	}
}

func genSwap(t *rapid.T) *Swap {
	size := rapid.Uint64Range(0, 1<<62)
	a, b := new(big.Int).SetUint64(size.Draw(t, "a")), new(big.Int).SetUint64(size.Draw(t, "b"))
	if a.Sign() == 0 && b.Sign() == 0 {
		a.SetInt64(1)
	}
	if rapid.Bool().Draw(t, "buys") {
		a.Neg(a)
	} else {
		b.Neg(b)
	}
	return &Swap{Amount0: a, Amount1: b}
}

func TestLawsOfTrades(t *testing.T) {
	p := pairOf(t, "AERO", "WETH")
	usd := map[common.Address]decimal.Decimal{symbolToken(t, "WETH").Address: decimal.RequireFromString("4012.55")}
	rapid.Check(t, func(t *rapid.T) {
		swaps := rapid.SliceOfN(rapid.Custom(genSwap), 0, 30).Draw(t, "swaps")
		var here, mirrored, turned Totals
		flipped := Pool{Address: p.Address, Dex: p.Dex, Token0: p.Token1, Token1: p.Token0}
		other, _ := p.Market().Of(p.Market().Quote().Address)
		buys, sells := decimal.Zero, decimal.Zero
		for _, s := range swaps {
			x := p.Market().Trade(s, usd)
			here.Add(x)
			y := flipped.Market().Trade(&Swap{Amount0: s.Amount1, Amount1: s.Amount0}, usd)
			mirrored.Add(y)
			if x.Buy != y.Buy || !x.Base.Equal(y.Base) || !x.Quote.Equal(y.Quote) || priceOf(x) != priceOf(y) || !x.USD.Equal(y.USD) {
				t.Fatalf("the order of the tokens matters: %+v %+v", x, y)
			}
			z := other.Trade(s, usd)
			turned.Add(z)
			if !x.Base.Equal(z.Quote) || !x.Quote.Equal(z.Base) || !x.USD.Equal(z.USD) {
				t.Fatalf("turned around: %+v %+v", x, z)
			}
			if x.Base.Sign() < 0 || x.Quote.Sign() < 0 {
				t.Fatalf("negative: %+v", x)
			}
			if x.Buy {
				buys = buys.Add(x.USD)
			} else {
				sells = sells.Add(x.USD)
			}
		}
		if here.Count != len(swaps) || here.Buys+here.Sells != here.Count || !here.BuyUSD.Equal(buys) || !here.SellUSD.Equal(sells) {
			t.Fatalf("%+v", here)
		}
		if mirrored.Buys != here.Buys || !mirrored.SellUSD.Equal(here.SellUSD) {
			t.Fatalf("mirrored %+v, not %+v", mirrored, here)
		}
		if turned.Buys != here.Sells || !turned.BuyUSD.Equal(here.SellUSD) || !turned.BuyUSD.Sub(turned.SellUSD).Equal(here.SellUSD.Sub(here.BuyUSD)) {
			t.Fatalf("turned %+v, not the opposite of %+v", turned, here)
		}
	})
}

func TestLargestAreTheFirstOfAllInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var trades []Trade
		for i, v := range rapid.SliceOfN(rapid.IntRange(0, 9), 0, 40).Draw(t, "values") {
			trades = append(trades, Trade{Swap: &Swap{Index: uint64(i)}, USD: decimal.NewFromInt(int64(v))})
		}
		n := rapid.IntRange(1, 6).Draw(t, "n")
		all := slices.Clone(trades)
		slices.SortStableFunc(all, func(a, b Trade) int { return b.USD.Cmp(a.USD) })
		got := Largest(trades, n)
		if len(got) != min(n, len(trades)) {
			t.Fatalf("%d of %d", len(got), n)
		}
		for i := range got {
			if got[i].Swap != all[i].Swap {
				t.Fatalf("place %d: swap %d, not %d", i, got[i].Swap.Index, all[i].Swap.Index)
			}
		}
	})
}

func TestVWAP(t *testing.T) {
	a, b, unknown := common.HexToAddress("0xA"), common.HexToAddress("0xB"), common.HexToAddress("0xC")
	legs := map[common.Address]Leg{
		a: {TokenIs0: true, Decimals: 18, OtherDecimals: 6, OtherUSD: decimal.NewFromInt(1)},
		b: {TokenIs0: false, Decimals: 18, OtherDecimals: 18, OtherUSD: decimal.NewFromInt(4000)},
	}
	swaps := []Swap{
		{Pool: a, Amount0: big.NewInt(-3e18), Amount1: big.NewInt(3e6)},        // 3 for 3 USD
		{Pool: a, Amount0: big.NewInt(1e18), Amount1: big.NewInt(-2e6)},        // 1 for 2 USD
		{Pool: b, Amount0: big.NewInt(1e15), Amount1: big.NewInt(-2e18)},       // 2 for 4 USD
		{Pool: b, Amount0: big.NewInt(0), Amount1: big.NewInt(-1)},             // dust
		{Pool: unknown, Amount0: big.NewInt(1e18), Amount1: big.NewInt(-9e18)}, // no leg
	}
	w, ok := VWAP(swaps, legs)
	if !ok || w.Price.String() != "1.5" || w.VolumeUSD.String() != "9" || w.Count != 3 {
		t.Errorf("%+v %v", w, ok)
	}
	for _, none := range [][]Swap{nil, swaps[3:4], swaps[4:]} {
		if w, ok := VWAP(none, legs); ok {
			t.Errorf("%+v", w)
		}
	}
}

func TestVWAPLiesBetweenThePricesOfItsSwaps(t *testing.T) {
	pool := common.HexToAddress("0xA")
	rapid.Check(t, func(t *rapid.T) {
		leg := Leg{TokenIs0: rapid.Bool().Draw(t, "side"), Decimals: rapid.Uint8Range(0, 24).Draw(t, "d0"), OtherDecimals: rapid.Uint8Range(0, 24).Draw(t, "d1"), OtherUSD: decimal.New(rapid.Int64Range(1, 1<<40).Draw(t, "usd"), -8)}
		legs := map[common.Address]Leg{pool: leg}
		var swaps []Swap
		var low, high decimal.Decimal
		for i := range rapid.IntRange(1, 8).Draw(t, "n") {
			s := genSwap(t)
			s.Pool = pool
			if s.Amount0.Sign() == 0 || s.Amount1.Sign() == 0 {
				continue
			}
			w, ok := VWAP([]Swap{*s}, legs)
			if !ok {
				t.Fatalf("no price of swap %d", i)
			}
			if len(swaps) == 0 || w.Price.LessThan(low) {
				low = w.Price
			}
			if len(swaps) == 0 || w.Price.GreaterThan(high) {
				high = w.Price
			}
			swaps = append(swaps, *s)
		}
		if w, ok := VWAP(swaps, legs); ok != (len(swaps) > 0) || ok && (w.Price.LessThan(low) || w.Price.GreaterThan(high)) {
			t.Fatalf("%s is not within %s and %s", w.Price, low, high)
		}
	})
}

// BenchmarkWindow measures reading 60,000 swaps without the requests.
func BenchmarkWindow(b *testing.B) {
	p := pairOf(b, "WETH", "USDC")
	usd := map[common.Address]decimal.Decimal{p.Token1.Address: decimal.RequireFromString("0.99985")}
	l := swapLog(TickSwapTopic, "-250000000000000000", "1000500000", "1461446703485210103287273052203988822378723970342", "1234567890", "-200000")
	m := p.Market()
	b.ReportAllocs()
	for b.Loop() {
		var totals Totals
		trades := make([]Trade, 0, MaxSwaps)
		swaps := make([]Swap, MaxSwaps)
		for i := range swaps {
			var err error
			if swaps[i], _, err = DecodeSwap(l); err != nil {
				b.Fatal(err)
			}
			x := m.Trade(&swaps[i], usd)
			totals.Add(x)
			trades = append(trades, x)
		}
		Largest(trades, 5)
	}
}
