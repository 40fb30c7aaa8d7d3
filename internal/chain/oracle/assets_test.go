package oracle_test

import (
	"encoding/csv"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle"
	"github.com/farebox/farebox/internal/samples"
)

func TestTableIsWhole(t *testing.T) {
	networks := map[string]bool{}
	for _, n := range evm.Networks() {
		networks[n.Name] = true
	}
	seen := map[string]bool{}
	feeds := map[string]string{}
	for _, a := range oracle.Assets() {
		for _, name := range append([]string{a.Symbol}, a.Aliases...) {
			if key := strings.ToUpper(name); seen[key] {
				t.Errorf("%s is there twice", name)
			} else {
				seen[key] = true
			}
			if got, ok := oracle.Find(strings.ToLower(name) + "/usd"); !ok || got.Symbol != a.Symbol {
				t.Errorf("%s: found %s", name, got.Symbol)
			}
		}
		away := false
		for _, c := range a.Feeds {
			if last := c[len(c)-1]; last.Quote != "USD" {
				t.Errorf("%s: a candidate ends in %s", a.Symbol, last.Quote)
			}
			if c.Network() != "base" {
				away = true
			} else if away {
				t.Errorf("%s: feeds of Base come first", a.Symbol)
			}
			for i, f := range c {
				if f.Network != c.Network() || !networks[f.Network] || f.Proxy == (common.Address{}) || f.Heartbeat < 10*time.Minute {
					t.Errorf("%s: bad feed %+v", a.Symbol, f)
				}
				if i > 0 && c[i-1].Quote != f.Base {
					t.Errorf("%s: %s does not follow %s", a.Symbol, f.Pair(), c[i-1].Pair())
				}
				key := f.Network + f.Proxy.Hex()
				if was, ok := feeds[key]; ok && was != f.Pair() {
					t.Errorf("%s is %s and %s", key, was, f.Pair())
				}
				feeds[key] = f.Pair()
			}
		}
	}
}

// TestEveryGroupOfTheSeedIsCovered lists what the service's description promises.
func TestEveryGroupOfTheSeedIsCovered(t *testing.T) {
	for group, symbols := range map[oracle.Group]string{
		oracle.Crypto:     "ETH BTC SOL BNB AVAX XRP DOGE AERO DEGEN PEPE VIRTUAL TRUMP",
		oracle.Wrapped:    "CBBTC WBTC LBTC TBTC CBETH",
		oracle.Stablecoin: "USDT USDC USDe USDS GHO RLUSD EURC",
		oracle.Forex:      "EUR GBP CHF CAD AUD JPY",
		oracle.Metal:      "XAU XAG",
	} {
		for symbol := range strings.FieldsSeq(symbols) {
			a, ok := oracle.Find(symbol)
			if !ok || a.Symbol != symbol || a.Group != group {
				t.Errorf("%s: %q %s", symbol, a.Symbol, a.Group)
			}
		}
	}
	if n := len(oracle.Symbols()); n < 80 {
		t.Errorf("%d assets", n)
	}
}

func TestSymbolsAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"eth": "ETH", " ETH ": "ETH", "Eth/Usd": "ETH", "ETH-USD": "ETH", "ETH /USD": "ETH", "usde": "USDe", "USDE": "USDe", "susde-usd": "sUSDe",
		"": "", "/USD": "", "USD": "", "ETH/EUR": "", "ETHUSD": "", "ETH/USD/USD": "",
	} {
		if a, _ := oracle.Find(text); a.Symbol != want {
			t.Errorf("%q is %q, want %q", text, a.Symbol, want)
		}
	}
}

func TestMarketHours(t *testing.T) {
	for _, c := range []struct {
		at           string
		forex, metal bool
	}{
		{"2026-11-18T12:00:00Z", true, true},   // Wednesday
		{"2026-11-18T21:59:59Z", true, true},   // 16:59:59 in New York
		{"2026-11-18T22:00:00Z", true, false},  // 17:00, winter: the daily break
		{"2026-11-18T23:00:00Z", true, true},   // 18:00
		{"2026-07-15T21:00:00Z", true, false},  // 17:00, summer
		{"2026-07-15T22:00:00Z", true, true},   // 18:00
		{"2026-11-20T21:59:59Z", true, true},   // Friday 16:59:59
		{"2026-11-20T22:00:00Z", false, false}, // Friday 17:00
		{"2026-11-21T15:00:00Z", false, false}, // Saturday
		{"2026-11-22T22:59:59Z", false, false}, // Sunday 17:59:59
		{"2026-11-22T23:00:00Z", true, true},   // Sunday 18:00
		{"2026-03-08T21:59:59Z", false, false}, // the Sunday on which summer time begins: 17:59:59
		{"2026-03-08T22:00:00Z", true, true},
		{"2026-11-01T22:30:00Z", false, false}, // the Sunday on which it ends: 17:30
		{"2026-11-01T23:00:00Z", true, true},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		if forex, metal := oracle.ForexHours.Open(at), oracle.MetalHours.Open(at); forex != c.forex || metal != c.metal || !oracle.Always.Open(at) {
			t.Errorf("%s: forex %v, metals %v", c.at, forex, metal)
		}
	}
	if zone, err := time.LoadLocation("America/New_York"); err == nil {
		for at := time.Date(2020, 1, 1, 0, 30, 0, 0, time.UTC); at.Year() < 2032; at = at.Add(7 * time.Hour) {
			local := at.In(zone)
			if day := local.YearDay(); day < 3 || day > 356 {
				continue // see TestHolidaysCloseTheirMarkets
			}
			closed := local.Weekday() == time.Saturday || local.Weekday() == time.Friday && local.Hour() >= 17 || local.Weekday() == time.Sunday && local.Hour() < 18
			if oracle.ForexHours.Open(at) == closed {
				t.Fatalf("%s", local)
			}
		}
	}
}

func TestHolidaysCloseTheirMarkets(t *testing.T) {
	for _, c := range []struct {
		at           string
		forex, metal bool
		why          string
	}{
		{"2026-12-24T21:59:59Z", true, true, "Christmas Eve, 16:59:59: a Thursday"},
		{"2026-12-24T22:30:00Z", false, false, "17:30: Christmas Day's session"},
		{"2026-12-25T15:00:00Z", false, false, "Christmas Day, a Friday"},
		{"2025-12-25T15:00:00Z", false, false, "Christmas Day, a Thursday"},
		{"2025-12-25T22:59:59Z", false, false, "17:59:59"},
		{"2025-12-25T23:00:00Z", true, true, "18:00: Friday's session"},
		{"2026-12-31T21:59:59Z", true, true, "16:59:59 of the year's last day"},
		{"2026-12-31T23:30:00Z", false, false, "18:30: New Year's session"},
		{"2026-01-01T12:00:00Z", false, false, "New Year's Day, a Thursday"},
		{"2026-01-01T23:00:00Z", true, true, "18:00"},
		{"2026-04-02T20:59:59Z", true, true, "the Thursday before Easter 2026, 16:59:59"},
		{"2026-04-02T22:30:00Z", true, false, "18:30: metals have no Good Friday session"},
		{"2026-04-03T14:00:00Z", true, false, "Good Friday 2026"},
		{"2024-03-29T14:00:00Z", true, false, "Good Friday 2024"},
		{"2030-04-19T14:00:00Z", true, false, "Good Friday 2030"},
		{"2026-04-10T14:00:00Z", true, true, "the Friday after"},
	} {
		t.Run(c.why, func(t *testing.T) {
			at, err := time.Parse(time.RFC3339, c.at)
			if err != nil {
				t.Fatal(err)
			}
			forex := oracle.ForexHours.Open(at)
			metal := oracle.MetalHours.Open(at)
			if forex != c.forex || metal != c.metal || !oracle.Always.Open(at) {
				t.Errorf("%s (%s): forex %v, metals %v", c.at, c.why, forex, metal)
			}
		})
	}
}

// TestOldProxiesComeLast: since 2026-08-26 the former standard proxies of seven assets are on the auction's side.
func TestOldProxiesComeLast(t *testing.T) {
	for symbol, old := range map[string]string{
		"ETH": "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70", "BTC": "0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F", "SOL": "0x975043adBb80fc32276CbF9Bbcfd4A601a12462D",
		"XRP": "0x9f0C1dD78C4CBdF5b9cf923a549A201EdC676D34", "DOGE": "0x8422f3d3CAFf15Ca682939310d6A5e619AE08e57", "ADA": "0x34cD971a092d5411bD69C10a5F0A7EEF72C69041",
		"LTC": "0x206a34e47093125fbf4C75b7c7E88b84c6A77a69",
	} {
		a, _ := oracle.Find(symbol)
		here := a.On("base")
		if len(here) < 2 || here[len(here)-1][0].Proxy != common.HexToAddress(old) {
			t.Errorf("%s: %+v", symbol, here)
		}
	}
}

// TestAddressesOfTheTableAreWrittenWithTheirChecksum reads the source: the checksum (EIP-55) reveals a typo in an
// address.
func TestAddressesOfTheTableAreWrittenWithTheirChecksum(t *testing.T) {
	source, err := os.ReadFile("table.go")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`0x[0-9a-fA-F]{40}\b`).FindAllString(string(source), -1)
	for _, text := range found {
		if want := common.HexToAddress(text).Hex(); text != want {
			t.Errorf("%s is written %s", text, want)
		}
	}
	if len(found) < 120 {
		t.Errorf("%d addresses", len(found))
	}
}

// TestTableAgreesWithTheSampleDirectory compares with the heartbeats of Chainlink's own list, if the sample is
// present.
func TestTableAgreesWithTheSampleDirectory(t *testing.T) {
	file, err := os.Open(samples.Path(t, "chainlink/base-feeds-heartbeat-2025-03.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	listed := map[common.Address][]string{}
	for _, row := range rows[1:] {
		listed[common.HexToAddress(row[1])] = row
	}
	compared := 0
	for _, a := range oracle.Assets() {
		for _, c := range a.On("base") {
			for _, f := range c {
				row, ok := listed[f.Proxy]
				if !ok {
					continue
				}
				compared++
				seconds, err := strconv.Atoi(row[3])
				if err != nil {
					t.Fatal(err)
				}
				if got := strings.ToLower(f.Base + "-" + f.Quote); got != row[0] || f.Heartbeat != time.Duration(seconds)*time.Second {
					t.Errorf("%s %s, listed as %v", got, f.Heartbeat, row)
				}
			}
		}
	}
	if compared < 40 {
		t.Errorf("only %d feeds compared", compared)
	}
}
