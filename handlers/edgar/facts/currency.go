package facts

import (
	"maps"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/upstream/sec"
)

// basic are the tags of amounts of which every company has some.
var basic = append(
	us(
		"Assets",
		"NetIncomeLoss",
		"ProfitLoss",
		"StockholdersEquity",
		"LiabilitiesAndStockholdersEquity",
		"Revenues",
		"RevenueFromContractWithCustomerExcludingAssessedTax",
		"NetCashProvidedByUsedInOperatingActivities",
	),
	tagged(ifrs, "Assets", "ProfitLoss", "Equity", "Revenue", "CashFlowsFromUsedInOperatingActivities")...)

const dollar = "USD"

// recently is how long before the last annual report one still tells in which currency the company reports.
const recently = 400

// currencies are the currency that the company reports in, and all others that amounts were given in. Some foreign
// companies add the latest year in dollars for the reader: what counts is in which currency the last reports give most
// periods.
func (c *Company) currencies() (chosen string, others []string) {
	latest := sec.NoDay
	for _, facts := range c.amounts() {
		for _, f := range facts {
			if IsYearly(f.Form) {
				latest = max(latest, f.Filed)
			}
		}
	}

	ends := map[string]map[sec.Day]bool{}
	all := map[string]bool{}
	for unit, facts := range c.amounts() {
		all[unit] = true
		for _, f := range facts {
			if latest != sec.NoDay && (!IsYearly(f.Form) || f.Filed < latest-recently) {
				continue
			}
			if ends[unit] == nil {
				ends[unit] = map[sec.Day]bool{}
			}
			ends[unit][f.End] = true
		}
	}

	for _, unit := range slices.Sorted(maps.Keys(ends)) {
		more := len(ends[unit]) - len(ends[chosen])
		if chosen == "" || more > 0 || more == 0 && unit == dollar {
			chosen = unit
		}
	}
	delete(all, chosen)
	return chosen, slices.Sorted(maps.Keys(all))
}

// amounts are the facts of the basic tags by currency.
func (c *Company) amounts() map[string][]sec.Fact {
	byUnit := map[string][]sec.Fact{}
	for _, tag := range basic {
		for unit, facts := range c.series[tag] {
			if IsCurrency(unit) {
				byUnit[unit] = append(byUnit[unit], facts...)
			}
		}
	}
	return byUnit
}

// IsCurrency says whether a unit is a currency, by the form of its code (ISO 4217).
func IsCurrency(unit string) bool {
	if len(unit) != 3 {
		return false
	}
	return !strings.ContainsFunc(unit, func(r rune) bool { return r < 'A' || r > 'Z' })
}
