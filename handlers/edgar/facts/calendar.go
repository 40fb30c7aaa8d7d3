package facts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/farebox/farebox/internal/upstream/sec"
)

// Kind says what sort of period one is.
type Kind string

// The kinds of periods.
const (
	Year       Kind = "annual"
	Transition Kind = "transition" // the months between two fiscal years, when a company moves the end of its year
	Quarter    Kind = "quarter"
	Trailing   Kind = "ttm" // the twelve months to the end of a quarter
)

// Period is a fiscal period of a company.
type Period struct {
	Kind    Kind
	Start   sec.Day
	End     sec.Day
	FY      int     // the fiscal year as the company counts, which need not be the calendar year that it ends in
	Quarter int     // 1 to 4, 0 for years
	Form    string  // of the filing that is for this period; "" when only later ones have it
	begins  sec.Day // first day of the fiscal year that a quarter is in

	accession string // of the filing that is for this period
	filed     sec.Day
}

// Label names the period as people do: FY2025, Q3 FY2025, TTM Q3 FY2025.
func (p Period) Label() string {
	fy := "FY" + strconv.Itoa(p.FY)
	switch p.Kind {
	case Transition:
		return fmt.Sprintf("transition %s to %s", p.Start, p.End)
	case Quarter:
		return fmt.Sprintf("Q%d %s", p.Quarter, fy)
	case Trailing:
		return fmt.Sprintf("TTM Q%d %s", p.Quarter, fy)
	}
	return fy
}

// Days is the period's length.
func (p Period) Days() int { return int(p.End-p.Start) + 1 }

// The lengths of fiscal periods in days. Years of 52 and 53 weeks have 364 and 371. A quarter has 12 to 14 weeks with
// most companies, and up to 17 with those that count three of 12 and one longer.
const (
	shortestYear    = 350
	longestYear     = 380
	shortestQuarter = 80
	longestQuarter  = 100
	longLastQuarter = 122
	slack           = 7 // between the dates of filings that mean the same period
)

func isYear(days int) bool { return days >= shortestYear && days <= longestYear }

// span is what two facts of one period have in common.
type span struct{ start, end sec.Day }

// near says whether two spans mean the same period.
func (s span) near(o span) bool { return abs(s.start-o.start) <= slack && abs(s.end-o.end) <= slack }

// overlaps says whether two spans share more than the days by which dates of filings differ.
func (s span) overlaps(o span) bool {
	return min(s.end, o.end)-max(s.start, o.start) > slack
}

func abs(d sec.Day) sec.Day {
	if d < 0 {
		return -d
	}
	return d
}

// filing is what one filing says about periods.
type filing struct {
	accession string
	form      string
	filed     sec.Day
	fy        int
	spans     map[span]int // how many tags have a value for it
}

// filings are those whose form fits, with the spans of the flows in them that fit, by the day of filing.
func (c *Company) filings(form func(string) bool, fits func(days int) bool) []filing {
	byAccession := map[string]*filing{}
	for _, concept := range concepts {
		if concept.moment {
			continue
		}
		for _, tag := range concept.tags {
			seen := map[string]map[span]bool{}
			for _, facts := range c.series[tag] {
				for i := range facts {
					f := &facts[i]
					if f.Start == sec.NoDay || !form(f.Form) || !fits(f.Days()) {
						continue
					}
					from := byAccession[f.Accession]
					if from == nil {
						from = &filing{
							accession: f.Accession,
							form:      f.Form,
							filed:     f.Filed,
							fy:        f.FY,
							spans:     map[span]int{},
						}
						byAccession[f.Accession] = from
						seen[f.Accession] = map[span]bool{}
					}
					if seen[f.Accession] == nil {
						seen[f.Accession] = map[span]bool{}
					}
					s := span{f.Start, f.End}
					if !seen[f.Accession][s] {
						seen[f.Accession][s] = true
						from.spans[s]++
					}
				}
			}
		}
	}

	list := make([]filing, 0, len(byAccession))
	for _, f := range byAccession {
		list = append(list, *f)
	}
	slices.SortFunc(list, func(a, b filing) int {
		return cmp.Or(cmp.Compare(a.filed, b.filed), cmp.Compare(a.accession, b.accession))
	})
	return list
}

// own is the span that a filing is for: the latest of those that it says much about. One that hardly any tag has may
// be a mistake in a date.
func (f *filing) own() (span, bool) {
	most := 0
	for _, n := range f.spans {
		most = max(most, n)
	}
	var latest span
	found := false
	for s, n := range f.spans {
		if 2*n >= most && (!found || s.end > latest.end || s.end == latest.end && s.start < latest.start) {
			latest = s
			found = true
		}
	}
	return latest, found
}

// years are the fiscal years and the transition periods between them, newest first.
func (c *Company) years() []Period {
	reports := c.filings(IsYearly, isYear)
	var years []Period
	add := func(p Period) {
		for i := range years {
			if (span{p.Start, p.End}).near(span{years[i].Start, years[i].End}) || overlap(p, years[i]) {
				return
			}
		}
		years = append(years, p)
	}

	for i := range reports {
		if s, ok := reports[i].own(); ok {
			add(Period{
				Kind:  Year,
				Start: s.start,
				End:   s.end,
				FY:    reports[i].fy,
				Form:  reports[i].form,

				accession: reports[i].accession,
				filed:     reports[i].filed,
			})
		}
	}
	for _, s := range repeated(reports) {
		add(Period{
			Kind:  Year,
			Start: s.start,
			End:   s.end,
		})
	}
	for _, p := range c.transitions(years) {
		add(p)
	}

	slices.SortFunc(years, func(a, b Period) int { return cmp.Compare(b.End, a.End) })
	name(years)
	return years
}

func overlap(a, b Period) bool {
	return span{a.Start, a.End}.overlaps(span{b.Start, b.End})
}

// repeated are the spans that at least two tags of a filing have, newest first: the earlier years of each filing too.
func repeated(reports []filing) []span {
	most := map[span]int{}
	for _, f := range reports {
		for s, n := range f.spans {
			most[s] = max(most[s], n)
		}
	}
	var list []span
	for s, n := range most {
		if n >= 2 {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b span) int {
		return cmp.Or(cmp.Compare(b.end, a.end), cmp.Compare(most[b], most[a]), cmp.Compare(a.start, b.start))
	})
	return list
}

// transitions are the periods shorter than a year that annual reports fill the gaps between years with, and the one
// that a report on a transition period is for while no year follows yet.
func (c *Company) transitions(years []Period) []Period {
	reports := c.filings(IsYearly, func(days int) bool { return days >= 20 && days < shortestYear })
	var found []Period
	for _, r := range reports {
		own, ok := r.own()
		for s, tags := range r.spans {
			ofReport := ok && s == own && original(r.form) == "10-KT"
			if tags < 2 || !ofReport && !fillsGap(s, years) || ofReport && !follows(s, years) {
				continue
			}
			found = append(found, Period{
				Kind:  Transition,
				Start: s.start,
				End:   s.end,
				Form:  r.form,

				accession: r.accession,
				filed:     r.filed,
			})
		}
	}
	slices.SortFunc(found, func(a, b Period) int {
		return cmp.Or(cmp.Compare(b.Days(), a.Days()), cmp.Compare(a.filed, b.filed))
	})
	return found
}

// follows says whether a span begins where a fiscal year ends.
func follows(s span, years []Period) bool {
	return len(years) == 0 || slices.ContainsFunc(years, func(y Period) bool { return abs(s.start-y.End-1) <= slack })
}

// fillsGap says whether a span lies between the end of one year and the start of another.
func fillsGap(s span, years []Period) bool {
	next := slices.ContainsFunc(years, func(y Period) bool { return abs(y.Start-s.end-1) <= slack })
	return next && len(years) > 0 && follows(s, years)
}

// name numbers the fiscal years. A filing says on its first page which one it is for; some say it wrongly, so that the
// offset between that number and the calendar year which most filings have is taken for all years that end in the same
// month.
func name(years []Period) {
	for i := range years {
		years[i].FY = calendarYear(years[i].End) + offset(years, i)
	}
}

// calendarYear is the year that a period belongs to by its end. The first days of January belong to the year before,
// in which the 52 or 53 weeks lie.
func calendarYear(end sec.Day) int { return (end - slack).Time().Year() }

func offset(years []Period, of int) int {
	votes := map[int]int{}
	for _, y := range years {
		if y.filed == 0 || y.FY == 0 || y.Kind != Year || !sameSeason(y.End, years[of].End) {
			continue
		}
		if d := y.FY - calendarYear(y.End); d == 0 || d == -1 {
			votes[d]++
		}
	}
	if votes[-1] > votes[0] {
		return -1
	}
	return 0
}

// sameSeason says whether two days lie within some weeks of one another in the course of a year.
func sameSeason(a, b sec.Day) bool {
	days := a.Time().YearDay() - b.Time().YearDay()
	return math.Abs(float64(days)) <= 20 || math.Abs(float64(days)) >= 345
}

// Filing is the report for the period, nil when only later filings have its figures.
func (p Period) Filing() *Filing {
	if p.accession == "" {
		return nil
	}
	return &Filing{
		Accession: p.accession,
		Form:      p.Form,
		Filed:     p.filed,
	}
}
