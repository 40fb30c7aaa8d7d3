package marketing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/marketing"
)

// Labels say how a channel's return compares with the total's.
const (
	scaleFrom = 1.2 // times the total's roas
	cutBelow  = 0.8
)

// order is the channels by spend, largest first, then by name.
func (s *spend) order() []int {
	order := make([]int, len(s.figures))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if c := s.figures[b].sum[atSpend].cmp(s.figures[a].sum[atSpend]); c != 0 {
			return c
		}
		return strings.Compare(s.channels.names[a], s.channels.names[b])
	})
	return order
}

// total is the sums of some channels.
func (s *spend) total(channels []int) *figures {
	t := &figures{}
	for _, c := range channels {
		t.merge(s.figures[c])
	}
	return t
}

// rows are the channels in order, those after the first limit as one.
func (s *spend) rows(order []int, total *figures, limit int, warn *warnings) []gen.MarketingSpendRow {
	rows := make([]gen.MarketingSpendRow, 0, min(limit+1, len(order)))
	for i, c := range order {
		if i == limit {
			warnFolded(warn, "channels", limit, len(order))
			return append(rows, s.total(order[i:]).row(otherChannels, total, s.fallback))
		}
		rows = append(rows, s.figures[c].row(s.channels.names[c], total, s.fallback))
	}
	return rows
}

// ranking is all channels, the most efficient first.
func (s *spend) ranking(order []int, total *figures) []gen.MarketingRank {
	ranks := make([]gen.MarketingRank, len(order))
	revenue := map[string]float64{}
	for i, c := range order {
		f := s.figures[c]
		ranks[i] = gen.MarketingRank{Channel: s.channels.names[c], Roas: f.roas(), Roi: f.roi(), Cpa: f.cpa(), Label: label(f, total)}
		revenue[s.channels.names[c]] = f.sum[atRevenue].float()
	}
	slices.SortFunc(ranks, func(a, b gen.MarketingRank) int {
		byCost := 0
		if a.Roas == nil && b.Roas == nil {
			byCost = compareKnown(a.Cpa, b.Cpa, 1)
		}
		return cmp.Or(
			compareKnown(a.Roas, b.Roas, -1), byCost,
			cmp.Compare(revenue[b.Channel], revenue[a.Channel]),
			strings.Compare(a.Channel, b.Channel),
		)
	})
	for i := range ranks {
		ranks[i].Rank = i + 1
	}
	return ranks
}

// compareKnown compares two numbers, in the direction of sign; a null is after any number.
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

// label compares a channel's roas with the total's, or its cpa when there is no revenue at all.
func label(f, total *figures) gen.MarketingRankLabel {
	roas, all := f.roas(), total.roas()
	switch {
	case roas != nil && all != nil:
		if *roas < 1 || *roas < cutBelow**all {
			return gen.Cut
		}
		if *roas >= scaleFrom**all {
			return gen.Scale
		}
		return gen.Hold
	case total.known[atRevenue]:
		return gen.Unrated
	}
	cpa, allCPA := f.cpa(), total.cpa()
	switch {
	case cpa == nil || allCPA == nil:
		return gen.Unrated
	case *cpa <= *allCPA/scaleFrom:
		return gen.Scale
	case *cpa > *allCPA/cutBelow:
		return gen.Cut
	}
	return gen.Hold
}

// reallocation is the hint: a part of the spend of the channel with the lowest roas goes to the one with
// the highest. nil, with a warning, when there are not two that differ.
func (s *spend) reallocation(ranks []gen.MarketingRank, total *figures, shift float64, warn *warnings) *gen.MarketingReallocation {
	rated := 0
	for rated < len(ranks) && ranks[rated].Roas != nil {
		rated++
	}
	if rated < 2 {
		warn.add("reallocation", reasonNotEnoughData, "a reallocation needs two channels with spend and revenue")
		return nil
	}
	best, worst := ranks[0], ranks[rated-1]
	if *best.Roas <= *worst.Roas {
		warn.add("reallocation", reasonNotApplicable, "all channels have the same roas: moving spend changes nothing")
		return nil
	}
	var moved float64
	for c, name := range s.channels.names {
		if name == worst.Channel {
			moved = shift * s.figures[c].sum[atSpend].float()
		}
	}
	change := moved * (*best.Roas - *worst.Roas)
	revenue, cost := total.sum[atRevenue].float()+change, total.value(atSpend)
	projected := ratio(&revenue, cost)
	if finite(change) == nil || projected == nil {
		warn.add("reallocation", reasonNotApplicable, "the sums leave the range of a double, or total spend is 0")
		return nil
	}
	return &gen.MarketingReallocation{
		Method: gen.RoasRanking, From: worst.Channel, To: best.Channel,
		Amount: moved, ShiftPct: shift, ExpectedRevenueChange: change, ProjectedTotalRoas: *projected,
		Note: "Takes the average return of a channel for the return of the next dollar; returns mostly fall as spend grows.",
	}
}

// explainSpend warns of ratios that are null: because no row has the numbers, or because one is 0.
func explainSpend(s *spend, totals gen.MarketingSpendRow, order []int, warn *warnings) {
	for _, r := range []struct {
		name        string
		over, under int
	}{
		{"cpc", atSpend, atClicks}, {"cpm", atSpend, atImpressions}, {"cpa", atSpend, atConversions}, {"cac", atSpend, atCustomers},
		{"roas", atRevenue, atSpend}, {"conversion_rate", atConversions, atClicks}, {"ctr", atClicks, atImpressions},
	} {
		for _, c := range order {
			f := s.figures[c]
			over, under := f.value(r.over), f.value(r.under)
			name := shown(s.channels.names[c])
			field := "channels." + r.name
			switch {
			case over == nil || under == nil:
				lacking := r.under
				if under != nil {
					lacking = r.over
				}
				warn.add(field, reasonNotEnoughData, fmt.Sprintf("%s is null where %s is missing, as for %s", r.name, spendFields[lacking], name))
			case *under == 0:
				warn.add(field, reasonZeroDenominator, fmt.Sprintf("%s is null where %s is 0, as for %s", r.name, spendFields[r.under], name))
			case r.name == "roas" && *under < 0:
				warn.add(field, "negative_denominator", fmt.Sprintf("roas and roi are null where spend is below 0, as for %s", name))
			case ratio(over, under) == nil:
				warn.add(field, "overflow", fmt.Sprintf("%s of %s is too large for a double", r.name, name))
			}
		}
	}
	for _, c := range order {
		f := s.figures[c]
		row := f.row("", f, s.fallback)
		if row.LtvCac == nil {
			warn.add("channels.ltv_cac", reasonNotEnoughData, fmt.Sprintf("ltv_cac is null where ltv or cac is, or where cac is 0, as for %s", shown(s.channels.names[c])))
		} else if row.Cac == nil {
			warn.add("channels.ltv_cac", "cac_fallback", fmt.Sprintf("ltv_cac is over cac_from_conversions where cac is null, as for %s", shown(s.channels.names[c])))
		}
	}
	if totals.RevenueShare == nil && totals.Revenue != nil {
		warn.add("channels.revenue_share", reasonZeroDenominator, "total revenue is 0")
	}
	if totals.SpendShare == nil {
		warn.add("channels.spend_share", reasonZeroDenominator, "total spend is 0")
	}
}
