// Package fhfa reads the House Price Index of the Federal Housing Finance Agency: repeat sales and refinancings of
// the same homes, with mortgages that Fannie Mae or Freddie Mac bought or guaranteed. It is an index, not a price.
package fhfa

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the agency's web site.
var Provider = upstream.Provider{
	Name:          "fhfa",
	BaseURL:       "https://www.fhfa.gov/hpi/download",
	Docs:          "https://www.fhfa.gov/data/hpi",
	Attribution:   "Federal Housing Finance Agency, House Price Index",
	Terms:         "public domain; name that FHFA neither endorses nor certifies the product",
	Checked:       "rows recorded 2026",
	RatePerMinute: 10,
	Timeout:       10 * time.Minute,
	MaxBytes:      128 << 20,
}

// New returns a client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// MasterFile is the name of the download on disk.
const MasterFile = "hpi_master.csv"

// Master is the download of all series, some 17 MB.
func Master(c *upstream.Client) *upstream.Request { return c.Get("/monthly/hpi_master.csv") }

// Kind is the kind of mortgages in an index.
type Kind string

// The kinds. Only the second includes appraisals for refinancing.
const (
	PurchaseOnly    Kind = "purchase_only"
	AllTransactions Kind = "all_transactions"
)

// Quarter is a calendar quarter: four times the year, plus 0 to 3.
type Quarter int

// NewQuarter is quarter 1 to 4 of a year.
func NewQuarter(year, quarter int) Quarter { return Quarter(year*4 + quarter - 1) }

// Year is the calendar year.
func (q Quarter) Year() int { return int(q) / 4 }

// String is the quarter as in "2026 Q2".
func (q Quarter) String() string { return fmt.Sprintf("%d Q%d", q.Year(), int(q)%4+1) }

// Start is the first day.
func (q Quarter) Start() time.Time {
	return time.Date(q.Year(), time.Month(int(q)%4*3+1), 1, 0, 0, 0, 0, time.UTC)
}

// End is the last day.
func (q Quarter) End() time.Time { return (q + 1).Start().AddDate(0, 0, -1) }

// Point is the index of a quarter, unadjusted and seasonally adjusted; 0 if not published.
type Point struct {
	Quarter    Quarter
	Unadjusted float64
	Adjusted   float64
}

// Series is one quarterly index, its points in the order of time.
type Series struct {
	Kind   Kind
	Name   string // "Abilene, TX"
	Points []Point
}

// Adjusted reports whether the series is published with seasonal adjustment.
func (s *Series) Adjusted() bool { return len(s.Points) > 0 && s.Points[len(s.Points)-1].Adjusted > 0 }

// Base is the quarter in which the series is 100; ok is false if there is none.
func (s *Series) Base() (base Quarter, ok bool) {
	for _, p := range s.Points {
		if p.Unadjusted == 100 {
			return p.Quarter, true
		}
	}
	return 0, false
}

// Index is all quarterly series of states (and Puerto Rico) by their two letters, and of metropolitan areas and
// divisions by their five digits.
type Index struct {
	series map[string]map[Kind]*Series
	points int
}

// Len is the number of points of all series.
func (x *Index) Len() int { return x.points }

// Areas is the number of areas with a series.
func (x *Index) Areas() int { return len(x.series) }

// Series is an area's series, or nil. The one for purchases alone takes precedence over the one for all
// transactions unless it ends earlier.
func (x *Index) Series(area string) *Series {
	purchases := x.series[area][PurchaseOnly]
	all := x.series[area][AllTransactions]
	if purchases == nil || all != nil && purchases.last() < all.last() {
		return all
	}
	return purchases
}

// OfKind is the series of an area and kind, or nil.
func (x *Index) OfKind(area string, kind Kind) *Series { return x.series[area][kind] }

// Read reads the master file. While it is unavailable the agency serves a page instead, which is rejected.
func Read(dir fs.FS) (*Index, error) {
	f, err := dir.Open(MasterFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()

	x := &Index{series: map[string]map[Kind]*Series{}}
	var newest Quarter
	rows := upstream.CSV{}.Read(f).Need("hpi_type", "hpi_flavor", "frequency", "level", "place_name", "place_id",
		"yr", "period", "index_nsa", "index_sa")
	for row := range rows.All() {
		kind, ok := kindOf(row)
		if !ok {
			continue
		}
		if err := x.add(row, kind); err != nil {
			return nil, err
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}

	for _, byKind := range x.series {
		for _, s := range byKind {
			slices.SortStableFunc(s.Points, func(a, b Point) int { return cmp.Compare(a.Quarter, b.Quarter) })
			newest = max(newest, s.last())
		}
	}
	for area, byKind := range x.series {
		maps.DeleteFunc(byKind, func(_ Kind, s *Series) bool { return s.last() < newest-mostBehind })
		if len(byKind) == 0 {
			delete(x.series, area)
		}
	}
	return x, nil
}

// mostBehind is how many quarters a series may end before the newest one; a series that ended long ago has no
// latest value.
const mostBehind = 4

func (s *Series) last() Quarter { return s.Points[len(s.Points)-1].Quarter }

// kindOf selects the rows to keep: quarterly, for states and metropolitan areas, of the traditional kinds. Puerto
// Rico's is published only as developmental.
func kindOf(row upstream.Row) (Kind, bool) {
	level := row.Get("level")
	wanted := "traditional"
	switch level {
	case "State", "MSA":
	case "Puerto Rico":
		wanted = "developmental"
	default:
		return "", false
	}

	if row.Get("frequency") != "quarterly" || row.Get("hpi_type") != wanted {
		return "", false
	}

	switch row.Get("hpi_flavor") {
	case "purchase-only":
		return PurchaseOnly, true
	case "all-transactions":
		return AllTransactions, true
	}

	return "", false
}

func (x *Index) add(row upstream.Row, kind Kind) error {
	year, errYear := strconv.Atoi(row.Get("yr"))
	quarter, errQuarter := strconv.Atoi(row.Get("period"))
	if errYear != nil || errQuarter != nil || year < 1900 || year > 2200 || quarter < 1 || quarter > 4 {
		return fmt.Errorf("a row of %s without a quarter", row.Get("level"))
	}
	p := Point{Quarter: NewQuarter(year, quarter)}
	for column, into := range map[string]*float64{
		"index_nsa": &p.Unadjusted,
		"index_sa":  &p.Adjusted,
	} {
		value, err := number(row.Get(column))
		if err != nil {
			return fmt.Errorf("%s of %s in %s: %w", column, row.Get("place_id"), p.Quarter, err)
		}
		*into = value
	}
	if p.Unadjusted == 0 && p.Adjusted == 0 {
		return nil
	}

	area := strings.Clone(row.Get("place_id"))
	if x.series[area] == nil {
		x.series[area] = map[Kind]*Series{}
	}
	s := x.series[area][kind]
	if s == nil {
		s = &Series{Kind: kind, Name: strings.Clone(row.Get("place_name"))}
		x.series[area][kind] = s
	}
	s.Points = append(s.Points, p)
	x.points++
	return nil
}

// number is a published index, or 0: blanks and marks such as "-" and "." occur.
func number(text string) (float64, error) {
	switch text {
	case "", ".":
		return 0, nil
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || !(value >= 0) || math.IsInf(value, 0) {
		return 0, fmt.Errorf("%.20q is not an index", text)
	}
	return value, nil
}
