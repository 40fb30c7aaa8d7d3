package facts

import (
	"cmp"
	"math"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream/sec"
)

// Split is a stock split, as the restated figures of filings show it.
type Split struct {
	Ratio float64 // new shares for an old one: 4, or 0.1 for one new share for ten
	After sec.Day // the last filing with figures from before
	By    sec.Day // the first filing with figures from after
}

var (
	shareTags = append(us("WeightedAverageNumberOfDilutedSharesOutstanding",
		"WeightedAverageNumberOfSharesOutstandingBasic"),
		tagged(ifrs, "AdjustedWeightedAverageShares", "WeightedAverageShares")...)
	perShareTags = append(us("EarningsPerShareDiluted", "EarningsPerShareBasic"),
		tagged(ifrs, "DilutedEarningsLossPerShare", "BasicEarningsLossPerShare")...)
)

// ratios are those that companies split by.
var ratios = []float64{1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 18, 20, 25, 30, 35, 40, 50, 60, 75, 80, 100}

// splitRatio is the ratio of a split that a change comes from, 0 if there is none. The change may be off by the part
// off.
func splitRatio(change, off float64) float64 {
	for _, r := range ratios {
		if math.Abs(change/r-1) <= off {
			return r
		}
		if math.Abs(change*r-1) <= off {
			return 1 / r
		}
	}
	return 0
}

// sharesOff is how far numbers of shares may be from a ratio: they are weighted by days and rounded. centsOff is half
// a cent, by which earnings per share are rounded.
const (
	sharesOff = 0.006
	centsOff  = 0.0051
)

// findSplits finds the splits by which later filings changed the figures of earlier periods.
func (c *Company) findSplits() []Split {
	var found []Split
	for _, tag := range shareTags {
		each(c.series[tag]["shares"], func(before, after *sec.Fact) {
			change := number(after) / number(before)
			if r := splitRatio(change, sharesOff); r != 0 {
				found = append(found, Split{r, before.Filed, after.Filed})
			}
		})
	}
	for _, tag := range perShareTags {
		each(c.series[tag][c.Currency+"/shares"], func(before, after *sec.Fact) {
			if r := earningsRatio(number(before), number(after)); r != 0 && !c.sameShares(before, after) {
				found = append(found, Split{r, before.Filed, after.Filed})
			}
		})
	}
	return merged(found)
}

// earningsRatio is the ratio of a split that changed earnings per share, 0 if there is none. Small figures are rounded
// too much to tell.
func earningsRatio(before, after float64) float64 {
	smaller := math.Min(math.Abs(before), math.Abs(after))
	if smaller < 0.2 || before*after <= 0 {
		return 0
	}
	return splitRatio(before/after, centsOff/smaller)
}

// sameShares says whether two filings have the same number of shares for a period, so that earnings changed for
// another reason than a split.
func (c *Company) sameShares(before, after *sec.Fact) bool {
	for _, tag := range shareTags {
		var was, is float64
		for i := range c.series[tag]["shares"] {
			f := &c.series[tag]["shares"][i]
			if f.Start == before.Start && f.End == before.End && f.Accession == before.Accession {
				was = number(f)
			}
			if f.Start == before.Start && f.End == before.End && f.Accession == after.Accession {
				is = number(f)
			}
		}
		if was > 0 && is > 0 {
			return math.Abs(is/was-1) < 0.1
		}
	}
	return false
}

// each visits every change between two filings in what they say about one period.
func each(facts []sec.Fact, change func(before, after *sec.Fact)) {
	last := map[span]*sec.Fact{}
	for i := range facts {
		f := &facts[i]
		if f.Start == sec.NoDay {
			continue
		}
		s := span{f.Start, f.End}
		if before := last[s]; before != nil && before.Value != f.Value && number(before) != 0 && number(f) != 0 {
			change(before, f)
		}
		last[s] = f
	}
}

func number(f *sec.Fact) float64 {
	d, err := decimal.NewFromString(f.Value)
	if err != nil {
		return 0
	}
	return d.InexactFloat64()
}

// merged makes one split of all changes by the same ratio whose times overlap, within the time that fits them all.
func merged(found []Split) []Split {
	slices.SortFunc(
		found,
		func(a, b Split) int { return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.After, b.After)) },
	)

	var splits []Split
	for _, s := range found {
		i := slices.IndexFunc(
			splits,
			func(k Split) bool { return k.Ratio == s.Ratio && s.After < k.By && k.After < s.By },
		)
		if i < 0 {
			splits = append(splits, s)
			continue
		}
		splits[i].After = max(splits[i].After, s.After)
		splits[i].By = min(splits[i].By, s.By)
	}

	return splits
}

// Splits are the stock splits that the filings show, by date.
func (c *Company) Splits() []Split { return c.splits }

// acrossSplits marks a value that a split changed, and one that splits since would change.
func (c *Company) acrossSplits(concept *Concept, v *Value) {
	if concept.measure == money {
		return
	}
	for _, s := range c.splits {
		if v.last < s.By {
			v.LaterSplits *= s.Ratio
		}
	}
	if v.First == nil || v.First.Number.IsZero() || v.Number.IsZero() {
		return
	}

	between := 1.0
	for _, s := range c.splits {
		if v.First.Filing.Filed < s.By && v.Filing.Filed >= s.By {
			between *= s.Ratio
		}
	}
	first := v.First.Number.InexactFloat64()
	now := v.Number.InexactFloat64()
	change := now / first
	off := sharesOff
	if concept.measure == perShare {
		change = first / now
		off = centsOff/math.Min(math.Abs(first), math.Abs(now)) + notable
	}
	if between != 1 && math.Abs(change/between-1) <= off {
		v.SplitRatio = between
	}
}
