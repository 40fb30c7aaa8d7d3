package coins

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func table(tb testing.TB) *Table {
	tb.Helper()
	t, err := Load()
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

func TestCoinsThatATextNames(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"name in any case", "bitcoin climbs and Ethereum-based tokens follow", "BTC ETH"},
		{"ticker in capitals", "Why BTC and XRP fell", "BTC XRP"},
		{"ticker in lower case is a word", "near the link there is an op", ""},
		{"ticker after $", "Traders love $near, $one and $btc.", "BTC NEAR ONE"},
		{"ticker in brackets", "Harmony (ONE) and Threshold (T) rise", "ONE T"},
		{"ticker that is a word", "The ONE thing to know: T bonds", ""},
		{"amount of dollars", "$1 or $100 of it", ""},
		{"pair", "BTC/USDT volume doubles", "BTC USDT"},
		{"possessive", "Solana’s founder speaks", "SOL"},
		{"longer name first", "Bitcoin Cash and Ethereum Classic rise", "BCH ETC"},
		{"both", "Bitcoin and Bitcoin Cash rise", "BCH BTC"},
		{"a publisher", "As told to Bitcoin Magazine", ""},
		{"common word in a title", "Optimism Fades As Compound Interest Bites", ""},
		{"common word in a sentence", "Traders moved their funds from Optimism to the other rollups", "OP"},
		{"common word at the start of a sentence", "Optimism among traders fades while volumes shrink", ""},
		{"common word beside its sign", "Near Protocol Adds Bridge; Stellar Network Grows; Avalanche Foundation Buys", "AVAX NEAR XLM"},
		{"common word before its ticker", "Compound (COMP) Jumps", "COMP"},
		{"capital wanted", "a ripple in the market, sui generis", ""},
		{"capital given", "Ripple wins, Sui gains", "SUI XRP"},
		{"capitals everywhere", "THE LINK BETWEEN SAND AND GAS IS NEAR", ""},
		{"capitals everywhere, name", "BITCOIN SOARS AS TRADERS CHEER LOUDLY", "BTC"},
		{"tether gold is not tether", "Tether Gold grows", "XAUT"},
		{"ether in a longer word", "Ethernet and netherlands", ""},
	} {
		if got := strings.Join(table(t).In(c.text), " "); got != c.want {
			t.Errorf("%s: %q names %q, want %q", c.why, c.text, got, c.want)
		}
	}
}

func TestCallersNameCoinsInManyWays(t *testing.T) {
	for text, want := range map[string]string{
		"btc": "BTC", "$BTC": "BTC", "Bitcoin": "BTC", " bitcoin  cash ": "BCH", "near": "NEAR", "One": "ONE", "matic": "POL", "ripple": "XRP", "ether.fi": "ETHFI",
		"optimism": "OP", "usd coin": "USDC", "1inch": "1INCH", "xbt": "BTC",
	} {
		if got, ok := table(t).Resolve(text); !ok || got.Ticker != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	for _, text := range []string{"ZZZZ9999", "", "$", "bitcoin magazine", "coin"} {
		if got, ok := table(t).Resolve(text); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestCoinsNotInTheTableAreWords(t *testing.T) {
	for _, c := range []struct {
		text, coin string
		upper      bool
		want       bool
	}{
		{"Zora token jumps", "zora", false, true}, {"Zoran speaks", "zora", false, false}, {"go to the top", "TOP", true, false}, {"TOP jumps", "TOP", true, true},
		{"$top jumps", "TOP", true, true}, {"Big Red Coin jumps", "red coin", false, true}, {"anything", "$", false, false},
	} {
		if got := Names(c.text, c.coin, c.upper); got != c.want {
			t.Errorf("%q names %q: %v", c.text, c.coin, got)
		}
	}
}

func TestAnyTextIsRead(t *testing.T) {
	tab := table(t)
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.String().Draw(r, "text")
		found := tab.In(text, text)
		if !slices.IsSorted(found) || !slices.Equal(found, tab.In(text)) {
			r.Fatalf("%v", found)
		}
		tab.Resolve(text)
		Names(text, text, true)
	})
}

func TestEachCoinIsFoundByItsTickerAfterDollar(t *testing.T) {
	tab := table(t)
	for symbol, known := range tab.tickers {
		if got := tab.In("now $" + symbol + " is up"); !slices.Contains(got, known.coin.Ticker) {
			t.Errorf("$%s: %v", symbol, got)
		}
	}
}
