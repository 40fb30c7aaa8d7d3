// Package oracle reads Chainlink's price feeds: which feeds an asset has, what they say, and whether to believe
// them.
package oracle

import (
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/farebox/farebox/internal/each"
	"github.com/shopspring/decimal"
)

// Group is a kind of asset.
type Group string

// The groups. Forex and Metal have market hours; the others trade at all times.
const (
	Crypto     Group = "crypto"
	Wrapped    Group = "wrapped" // BTC and ETH in another form: wrapped or staked
	Stablecoin Group = "stablecoin"
	Forex      Group = "forex" // USD for one unit of the currency
	Metal      Group = "metal" // USD for one troy ounce
)

// Asset is something that /price has a price for.
type Asset struct {
	Symbol  string
	Aliases []string // further symbols for the same thing
	Group   Group
	// Feeds are its candidates in order: those of Base before those of other networks. It is empty for an asset
	// priced only by pools.
	Feeds []Candidate
}

// Candidate is one way to a price in USD: the product of its feeds, which are on one network.
type Candidate []Feed

// Feed is one price feed.
type Feed struct {
	Network   string         // evm.Network.Name
	Proxy     common.Address // the contract to ask; the aggregator behind it changes
	Base      string         // what the feed has to call itself is "Base / Quote"
	Quote     string
	Heartbeat time.Duration // the longest time between answers
}

// Network is where the candidate's feeds are.
func (c Candidate) Network() string { return c[0].Network }

// On returns the asset's candidates on one network.
func (a Asset) On(network string) []Candidate {
	return each.Where(a.Feeds, func(c Candidate) bool { return c.Network() == network })
}

// Away are the asset's candidates on networks other than base.
func (a Asset) Away() []Candidate {
	return each.Where(a.Feeds, func(c Candidate) bool { return c.Network() != "base" })
}

// Of reports whether a candidate prices the asset itself rather than what it stands for: CBXRP is worth one XRP
// only while its issuer redeems it. WETH's contract redeems one for one, so ETH's feeds are its own.
func (a Asset) Of(c Candidate) bool {
	names := append([]string{a.Symbol}, a.Aliases...)
	if a.Symbol == "WETH" {
		names = append(names, "ETH")
	}
	return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, c[0].Base) })
}

// Bounds of Bound, in per cent.
const (
	boundSteady   = 1
	boundVolatile = 3
)

// Bound is how far, in per cent, two sources of the asset may differ before they disagree. A feed answers again
// once its price has moved by its threshold, which is 0.1 to 0.3 for stable assets and 0.5 to 2 for the rest.
func (a Asset) Bound() decimal.Decimal {
	switch a.Group {
	case Stablecoin, Forex, Metal:
		return decimal.NewFromInt(boundSteady)
	}
	return decimal.NewFromInt(boundVolatile)
}

// Elsewhere returns the networks other than base on which the asset has candidates, in order.
func (a Asset) Elsewhere() []string {
	var list []string
	for _, c := range a.Feeds {
		if n := c.Network(); n != "base" && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// Hours are the asset's trading hours.
func (a Asset) Hours() Hours {
	switch a.Group {
	case Forex:
		return ForexHours
	case Metal:
		return MetalHours
	}
	return Always
}

// Find is the asset with this symbol or alias, in any case; a trailing /USD or -USD is ignored.
func Find(symbol string) (Asset, bool) {
	list, index := table()
	i, ok := index[Normal(symbol)]
	if !ok {
		return Asset{}, false
	}
	return list[i], true
}

// Normal is a symbol in upper case without surrounding blanks and a trailing /USD or -USD.
func Normal(symbol string) string {
	symbol = strings.ToUpper(strings.TrimSpace(symbol))
	for _, suffix := range []string{"/USD", "-USD"} {
		if head, found := strings.CutSuffix(symbol, suffix); found {
			return strings.TrimSpace(head)
		}
	}
	return symbol
}

// Symbols lists all assets, in the order of the table, without aliases.
func Symbols() []string {
	return each.Of(Assets(), func(a Asset) string { return a.Symbol })
}
