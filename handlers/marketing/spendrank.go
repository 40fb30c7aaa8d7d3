package marketing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/handlers/marketing/table"
)

// Labels compare a channel's return with the total's.
const (
	scaleFrom = 1.2 // times the total's roas
	cutBelow  = 0.8
)

// order is the channels by spend, largest first, then by name.
func (s *spend) order() []int {
	order := numbers(len(s.figures))
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(
			s.figures[b].sum[atSpend].Cmp(s.figures[a].sum[atSpend]),
			strings.Compare(s.channels.names[a], s.channels.names[b]),
		)
	})

	return order
}

// total is the sums over some channels.
func (s *spend) total(channels []int) *figures {
	t := &figures{isTotal: true}
	for _, c := range channels {
		t.merge(s.figures[c])
	}

	return t
}

// rows are the channels in order, with those after the first limit merged.
func (s *spend) rows(order []int, total *figures, limit int, warn *warnings) []gen.MarketingSpendRow {
	listed := min(limit, len(order))
	rows := make([]gen.MarketingSpendRow, 0, listed+1)
	for _, c := range order[:listed] {
		rows = append(rows, s.figures[c].row(s.channels.names[c], total, s.fallback))
	}

	if listed < len(order) {
		warnFolded(warn, "channels", listed, len(order))
		rows = append(rows, s.total(order[listed:]).row(otherChannels, total, s.fallback))
	}

	return rows
}

// ranking is all channels, the most efficient first.
func (s *spend) ranking(order []int, total *figures) []gen.MarketingRank {
	ranks := make([]gen.MarketingRank, len(order))
	revenue := map[string]float64{}
	for i, c := range order {
		f := s.figures[c]
		name := s.channels.names[c]
		revenue[name] = f.sum[atRevenue].Float()
		ranks[i] = gen.MarketingRank{
			Channel: name,
			Roas:    f.roas(),
			Roi:     f.roi(),
			Cpa:     f.cpa(),
			Label:   label(f, total),
		}
	}

	slices.SortFunc(ranks, func(a, b gen.MarketingRank) int {
		byCost := 0
		if a.Roas == nil && b.Roas == nil {
			byCost = compareKnown(a.Cpa, b.Cpa, 1)
		}

		return cmp.Or(
			compareKnown(a.Roas, b.Roas, -1),
			byCost,
			cmp.Compare(revenue[b.Channel], revenue[a.Channel]),
			strings.Compare(a.Channel, b.Channel),
		)
	})
	for i := range ranks {
		ranks[i].Rank = i + 1
	}

	return ranks
}

// compareKnown compares two numbers, in the direction of sign; nulls sort last.
func compareKnown(a, b *float64, sign int) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}

	return sign * cmp.Compare(*a, *b)
}

// label compares a channel's roas with the total's, or its cpa if there is no revenue at all.
func label(f, total *figures) gen.MarketingRankLabel {
	roas, all := f.roas(), total.roas()
	switch {
	case roas == nil || all == nil:
		if total.known[atRevenue] {
			return gen.Unrated
		}

		return labelByCost(f, total.cpa())
	case *roas < 1 || *roas < cutBelow**all:
		return gen.Cut
	case *roas >= scaleFrom**all:
		return gen.Scale
	}

	return gen.Hold
}

// labelByCost compares a channel's cpa with the total's. One that spent and converted nobody costs more than any.
func labelByCost(f *figures, all *float64) gen.MarketingRankLabel {
	spend, conversions := f.pair(atSpend, atConversions)
	cpa := f.cpa()
	switch {
	case all != nil && spend != nil && conversions != nil && *spend > 0 && *conversions == 0:
		return gen.Cut
	case cpa == nil || all == nil:
		return gen.Unrated
	case *cpa <= *all/scaleFrom:
		return gen.Scale
	case *cpa > *all/cutBelow:
		return gen.Cut
	}

	return gen.Hold
}

// reallocation is the hint: a part of the spend of the channel with the lowest roas goes to the one with the
// highest. It is nil, with a warning, unless two channels differ.
func (s *spend) reallocation(
	ranks []gen.MarketingRank, total *figures, shift float64, warn *warnings,
) *gen.MarketingReallocation {
	rated := 0
	for rated < len(ranks) && ranks[rated].Roas != nil {
		rated++
	}
	if rated < 2 {
		warn.add("reallocation", reasonNotEnoughData, "a reallocation needs two channels with spend and revenue")
		return nil
	}

	best := ranks[0]
	worst := ranks[rated-1]
	if *best.Roas <= *worst.Roas {
		warn.add("reallocation", reasonNotApplicable, "all channels have the same roas: moving spend changes nothing")
		return nil
	}

	from := slices.Index(s.channels.names, worst.Channel)
	moved := shift * s.figures[from].sum[atSpend].Float()
	change := moved * (*best.Roas - *worst.Roas)
	projected := total.roasWith(change)
	if finite(change) == nil || projected == nil {
		warn.add("reallocation", reasonNotApplicable, "the sums leave the range of a double, or total spend is 0")
		return nil
	}

	return &gen.MarketingReallocation{
		Method:                gen.RoasRanking,
		From:                  worst.Channel,
		To:                    best.Channel,
		Amount:                moved,
		ShiftRatio:            shift,
		ExpectedRevenueChange: change,
		ProjectedTotalRoas:    *projected,
		Note: "Takes the average return of a channel for the return of the next dollar; " +
			"returns mostly fall as spend grows.",
	}
}

// roasWith is the roas after a change in revenue.
func (f *figures) roasWith(change float64) *float64 {
	revenue, spend := f.pair(atRevenue, atSpend)
	if revenue == nil {
		return nil
	}
	*revenue += change

	return ratio(revenue, spend)
}

const spendRatioCount = 7

// spendRatios are the ratios that can be null: their names in answers, numerators and denominators.
var spendRatios = [spendRatioCount]struct {
	name  string
	over  int
	under int
}{
	{"cpc", atSpend, atClicks},
	{"cpm", atSpend, atImpressions},
	{"cpa", atSpend, atConversions},
	{"cac", atSpend, atCustomers},
	{"roas", atRevenue, atSpend},
	{"conversion_rate", atConversions, atClicks},
	{"ctr", atClicks, atImpressions},
}

// explain warns of null ratios: no row has the numbers, or the denominator is 0.
func (s *spend) explain(totals gen.MarketingSpendRow, order []int, warn *warnings) {
	for _, r := range spendRatios {
		for _, c := range order {
			name := table.Shown(s.channels.names[c])
			reason, detail := s.figures[c].whyNull(r.name, r.over, r.under, name)
			if reason != "" {
				warn.add("channels."+r.name, reason, detail)
			}
		}
	}

	for _, c := range order {
		f := s.figures[c]
		name := table.Shown(s.channels.names[c])
		row := f.row("", f, s.fallback)
		switch {
		case row.LtvCac == nil:
			warn.add("channels.ltv_cac", reasonNotEnoughData,
				fmt.Sprintf("ltv_cac is null where ltv or cac is, or where cac is 0, as for %s", name))
		case row.Cac == nil:
			warn.add("channels.ltv_cac", "cac_fallback",
				fmt.Sprintf("ltv_cac is over cac_from_conversions where cac is null, as for %s", name))
		}
	}

	s.explainTotals(order, warn)
	if totals.RevenueRatio == nil && totals.Revenue != nil {
		warn.add("channels.revenue_ratio", reasonZeroDenominator, "total revenue is 0")
	}
	if totals.SpendRatio == nil {
		warn.add("channels.spend_ratio", reasonZeroDenominator, "total spend is 0")
	}
}

// explainTotals warns of total ratios that leave out a channel because it has only one of the two numbers.
func (s *spend) explainTotals(order []int, warn *warnings) {
	for _, r := range spendRatios {
		for _, c := range order {
			f := s.figures[c]
			if f.known[r.over] == f.known[r.under] {
				continue
			}
			lacking := spendFields[r.over]
			if f.known[r.over] {
				lacking = spendFields[r.under]
			}
			warn.add("totals."+r.name, reasonNotEnoughData, fmt.Sprintf(
				"%s of the totals leaves out channels without %s, such as %s", r.name, lacking,
				table.Shown(s.channels.names[c])))
		}
	}
}

// whyNull is why a ratio of the named channel is null; reason is "" if it is not.
func (f *figures) whyNull(name string, over, under int, channel string) (reason, detail string) {
	above, below := f.pair(over, under)
	lacking := under
	if f.known[under] {
		lacking = over
	}

	switch {
	case above == nil || below == nil:
		return reasonNotEnoughData,
			fmt.Sprintf("%s is null where %s is missing, as for %s", name, spendFields[lacking], channel)
	case *below == 0:
		return reasonZeroDenominator,
			fmt.Sprintf("%s is null where %s is 0, as for %s", name, spendFields[under], channel)
	case name == "roas" && *below < 0:
		return "negative_denominator",
			fmt.Sprintf("roas and roi are null where spend is below 0, as for %s", channel)
	case ratio(above, below) == nil:
		return "overflow", fmt.Sprintf("%s of %s is too large for a double", name, channel)
	}

	return "", ""
}
