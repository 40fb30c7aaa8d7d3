// Package facts puts the facts of a company's filings in order: which fiscal periods it has, which of many filings
// says what its revenue was in one of them, what was restated since, and what can be worked out where no filing says
// it.
//
// A filing gives the values of earlier periods too, and names its own fiscal year only. So a value belongs to the
// period that its dates say, never to the fiscal year of its filing. Of several filings the one filed last is believed,
// and what the first one said is kept as well.
package facts

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/sec"
)

// Company is a company's facts in order. It is read only, and safe for concurrent use.
type Company struct {
	CIK  string
	Name string // as the facts name it, which may be another who signed along

	// Currency is the one that the answers are in; "" when no amount was reported. Others are those in which the
	// company reports or reported too: they are never mixed.
	Currency string
	Others   []string

	Tags []string // all that the company ever used: "us-gaap:Assets"

	annual   []Period // newest first
	quarters []Period // newest first
	splits   []Split
	revenue  *Concept // by the table, which refers to what looks them up
	cost     *Concept
	series   map[string]map[string][]sec.Fact // by tag and unit; by filing date
	read     sec.Day                          // what was filed later was not

	FetchedAt time.Time
}

// New puts the facts in order. They are those of [Wanted], and of any other tag that is asked for.
func New(from *sec.CompanyFacts) *Company {
	c := &Company{
		CIK:     from.CIK,
		Name:    strings.TrimSpace(from.Name),
		Tags:    from.Tags,
		revenue: Named("revenue"),
		cost:    Named("cost_of_revenue"),
		series:  map[string]map[string][]sec.Fact{},
		read:    sec.DayOf(from.FetchedAt),

		FetchedAt: from.FetchedAt,
	}
	for tag, units := range from.Series {
		c.series[tag] = c.usable(units)
	}
	c.Currency, c.Others = c.currencies()
	c.annual = c.years()
	c.quarters = c.quartersOf(c.annual)
	c.splits = c.findSplits()
	return c
}

// With is the company with the facts of one more tag.
func (c *Company) With(tag string, units map[string][]sec.Fact) *Company {
	with := *c
	with.series = make(map[string]map[string][]sec.Fact, len(c.series)+1)
	maps.Copy(with.series, c.series)
	with.series[tag] = c.usable(units)
	return &with
}

// Annual are the fiscal years and transition periods, newest first.
func (c *Company) Annual() []Period { return c.annual }

// Quarters are the fiscal quarters, newest first.
func (c *Company) Quarters() []Period { return c.quarters }

// The forms whose facts are believed. Others have figures for another purpose, and often rounded: proxy statements
// show net income beside what the officers were paid.
var (
	yearly = map[string]bool{
		"10-K":    true,
		"10-KT":   true,
		"20-F":    true,
		"40-F":    true,
		"10-K405": true,
		"20-FR":   true,
	}
	quarterly = map[string]bool{
		"10-Q":  true,
		"10-QT": true,
		"6-K":   true,
	}
	recasting = map[string]bool{"8-K": true, "8-K12B": true}
)

// original is a form without the mark of an amendment.
func original(form string) string { return strings.TrimSuffix(form, "/A") }

// IsYearly says whether a form is an annual report, or an amendment of one.
func IsYearly(form string) bool { return yearly[original(form)] }

// IsQuarterly says whether a form is a report on a part of a year, or an amendment of one.
func IsQuarterly(form string) bool { return quarterly[original(form)] }

// usable are the facts that are believed, by the day of their filing. A period that ends after the filing, and a filing
// of a day to come, are mistakes in their dates.
func (c *Company) usable(units map[string][]sec.Fact) map[string][]sec.Fact {
	kept := make(map[string][]sec.Fact, len(units))
	for unit, facts := range units {
		var list []sec.Fact
		for _, f := range facts {
			form := original(f.Form)
			believed := yearly[form] || quarterly[form] || recasting[form]
			if believed && f.End <= f.Filed && f.Filed <= c.read+1 {
				list = append(list, f)
			}
		}
		if len(list) == 0 {
			continue
		}
		slices.SortStableFunc(list, func(a, b sec.Fact) int {
			return cmp.Or(cmp.Compare(a.Filed, b.Filed), cmp.Compare(a.Accession, b.Accession))
		})
		kept[unit] = list
	}

	return kept
}

// Tag is a tag of the company with its taxonomy, in the spelling that its filings have; "" when it never used it. An
// empty taxonomy stands for any, those of statements first.
func (c *Company) Tag(taxonomy, tag string) string {
	order := []string{taxonomy}
	if taxonomy == "" {
		order = []string{"us-gaap", "ifrs-full", "dei", "srt", ""}
	}
	for _, prefix := range order {
		for _, known := range c.Tags {
			of, name, _ := strings.Cut(known, ":")
			if (prefix == "" || of == prefix) && strings.EqualFold(name, tag) {
				return known
			}
		}
	}
	return ""
}

// Has says whether the facts of a tag are at hand.
func (c *Company) Has(tag string) bool {
	_, ok := c.series[tag]
	return ok
}

// Unit is the unit of a concept's values.
func (c *Company) Unit(concept *Concept) string { return c.unit(concept) }

// Single is a tag as a concept in one of its units, and its other units: that of the company's currency, else the one
// with most facts. It is nil when no fact of the tag is believed.
func (c *Company) Single(tag string) (*Concept, []string) {
	if tag == coverShares {
		return Named("shares_outstanding"), nil
	}
	var chosen string
	var others []string
	for _, unit := range slices.Sorted(maps.Keys(c.series[tag])) {
		own := unit == c.Currency || unit == c.Currency+"/shares"
		more := len(c.series[tag][unit]) > len(c.series[tag][chosen])
		if chosen == "" || own || more && chosen != c.Currency && chosen != c.Currency+"/shares" {
			chosen = unit
		}
		others = append(others, unit)
	}
	if chosen == "" {
		return nil, nil
	}

	others = slices.DeleteFunc(others, func(unit string) bool { return unit == chosen })
	moments := 0
	for _, f := range c.series[tag][chosen] {
		if f.Start == sec.NoDay {
			moments++
		}
	}
	return Tagged(tag, chosen, 2*moments > len(c.series[tag][chosen])), others
}
