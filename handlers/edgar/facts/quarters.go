package facts

import (
	"cmp"
	"math"
	"slices"

	"github.com/farebox/farebox/internal/upstream/sec"
)

func isQuarter(days int) bool { return days >= shortestQuarter && days <= longestQuarter }

// quartersOf are the fiscal quarters, newest first. Those that quarterly reports are for come first, then those that
// two tags of any report have, then the last quarters of years, which few report.
func (c *Company) quartersOf(years []Period) []Period {
	var quarters []Period
	add := func(p Period) {
		begins, fy, ok := yearOf(p, years)
		if !ok {
			return
		}
		p.begins = begins.Start
		p.FY = fy
		p.Quarter = int(math.Round(4 * float64(p.End-begins.Start+1) / float64(begins.Days())))
		if p.Quarter < 1 || p.Quarter > 4 {
			return
		}
		for _, q := range quarters {
			if overlap(p, q) || p.FY == q.FY && p.Quarter == q.Quarter {
				return
			}
		}
		quarters = append(quarters, p)
	}

	reports := c.filings(
		IsQuarterly,
		func(days int) bool { return days >= shortestQuarter && days <= longLastQuarter },
	)
	for i := range reports {
		if s, ok := reports[i].own(); ok {
			add(Period{
				Kind:  Quarter,
				Start: s.start,
				End:   s.end,
				Form:  reports[i].form,

				accession: reports[i].accession,
				filed:     reports[i].filed,
			})
		}
	}
	all := c.filings(func(string) bool { return true }, isQuarter)
	for _, s := range repeated(all) {
		add(Period{
			Kind:  Quarter,
			Start: s.start,
			End:   s.end,
		})
	}
	for _, last := range lastQuarters(years, quarters) {
		add(last)
	}

	slices.SortFunc(quarters, func(a, b Period) int { return cmp.Compare(b.End, a.End) })
	return quarters
}

// lastQuarters are what is left of each year after its third quarter.
func lastQuarters(years, quarters []Period) []Period {
	var last []Period
	for _, y := range years {
		if y.Kind != Year {
			continue
		}
		third := slices.IndexFunc(quarters, func(q Period) bool { return q.FY == y.FY && q.Quarter == 3 })
		if third < 0 {
			continue
		}
		last = append(last, Period{
			Kind:  Quarter,
			Start: quarters[third].End + 1,
			End:   y.End,
			Form:  y.Form,

			accession: y.accession,
			filed:     y.filed,
		})
	}
	return last
}

// yearOf is the fiscal year that a quarter lies in, and its number. After the last year that was reported, and before
// the first, years of 52 weeks and a day are counted on.
func yearOf(q Period, years []Period) (Period, int, bool) {
	for _, y := range years {
		if y.Kind == Year && q.Start >= y.Start-slack && q.End <= y.End+slack {
			return y, y.FY, true
		}
	}
	if len(years) == 0 {
		return Period{}, 0, false
	}

	last := years[0]
	for range 2 {
		next := Period{
			Kind:  Year,
			Start: last.End + 1,
			End:   last.End + 365,
			FY:    calendarYear(last.End+365) + offset(years, nearest(years, last.End+365)),
		}
		if q.Start >= next.Start-slack && q.End <= next.End+slack {
			return next, next.FY, true
		}
		last = next
	}

	first := years[len(years)-1]
	before := Period{
		Kind:  Year,
		Start: first.Start - 365,
		End:   first.Start - 1,
		FY:    first.FY - 1,
	}
	if first.Kind == Year && q.Start >= before.Start-slack && q.End <= before.End+slack {
		return before, before.FY, true
	}
	return Period{}, 0, false
}

// nearest is the last year that ends in the same season as a day, else the last of all.
func nearest(years []Period, end sec.Day) int {
	i := slices.IndexFunc(years, func(y Period) bool { return y.Kind == Year && sameSeason(y.End, end) })
	return max(i, 0)
}

// Trailings are the twelve months to the end of each quarter, newest first.
func (c *Company) Trailings() []Period {
	var list []Period
	for _, q := range c.quarters {
		list = append(list, Period{
			Kind:    Trailing,
			Start:   q.End - 364,
			End:     q.End,
			FY:      q.FY,
			Quarter: q.Quarter,
			Form:    q.Form,
			begins:  q.begins,

			accession: q.accession,
			filed:     q.filed,
		})
	}
	return list
}
