// Package oracle reads Chainlink's price feeds: which feeds there are for an asset, what one says, and whether to believe it.
package oracle

import (
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

// Group is a kind of asset.
type Group string

// The groups. Forex and Metal have market hours; the others are traded at all times.
const (
	Crypto     Group = "crypto"
	Wrapped    Group = "wrapped" // BTC and ETH in another form: wrapped or staked
	Stablecoin Group = "stablecoin"
	Forex      Group = "forex" // USD for one unit of the currency
	Metal      Group = "metal" // USD for one troy ounce
)

// Asset is what /price has a price for.
type Asset struct {
	Symbol  string
	Aliases []string // further symbols for the same thing
	Group   Group
	// Feeds are its candidates, in order: those of Base before those of other networks. Empty for an asset that only pools price.
	Feeds []Candidate
}

// Candidate is one way to a price in USD: the product of its feeds, which are on one network.
type Candidate []Feed

// Feed is one price feed.
type Feed struct {
	Network   string         // evm.Network.Name
	Proxy     common.Address // the contract to ask; which aggregator is behind it changes
	Base      string         // what the feed has to call itself is "Base / Quote"
	Quote     string
	Heartbeat time.Duration // a new answer comes at the latest after this
}

// Network is where the candidate's feeds are.
func (c Candidate) Network() string { return c[0].Network }

// On are the asset's candidates of one network.
func (a Asset) On(network string) []Candidate {
	var list []Candidate
	for _, c := range a.Feeds {
		if c.Network() == network {
			list = append(list, c)
		}
	}
	return list
}

// Away are the asset's candidates of networks other than base.
func (a Asset) Away() []Candidate {
	var list []Candidate
	for _, c := range a.Feeds {
		if c.Network() != "base" {
			list = append(list, c)
		}
	}
	return list
}

// Of tells the asset's own feeds from those of what it stands for: CBXRP is worth one XRP only while its issuer redeems
// it. WETH is paid out one for one by its contract, so that ETH's feeds are its own.
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

// Bound is how far two sources of the asset may be apart before they count as disagreeing, in per cent. A feed answers
// again when its price has moved by its threshold, which is 0.1 to 0.3 for what moves little and 0.5 to 2 for the rest.
func (a Asset) Bound() decimal.Decimal {
	switch a.Group {
	case Stablecoin, Forex, Metal:
		return decimal.NewFromInt(boundSteady)
	}
	return decimal.NewFromInt(boundVolatile)
}

// Elsewhere are the networks other than base that the asset has candidates on, in their order.
func (a Asset) Elsewhere() []string {
	var list []string
	for _, c := range a.Feeds {
		if n := c.Network(); n != "base" && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// Hours are when the asset is traded.
func (a Asset) Hours() Hours {
	switch a.Group {
	case Forex:
		return ForexHours
	case Metal:
		return MetalHours
	}
	return Always
}

// Find is the asset with this symbol or alias, in any case; a trailing /USD or -USD says nothing new and is left out.
func Find(symbol string) (Asset, bool) {
	list, index := table()
	i, ok := index[Normal(symbol)]
	if !ok {
		return Asset{}, false
	}
	return list[i], true
}

// Normal is a symbol in upper case without blanks around it and without a trailing /USD or -USD.
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
	var list []string
	for _, a := range Assets() {
		list = append(list, a.Symbol)
	}
	return list
}
