// Package zillow reads the tables of Zillow Research: the Zillow Home Value Index (ZHVI), the typical value of a home
// of the middle third, and the Zillow Observed Rent Index (ZORI), the typical asking rent; dollars of each month's end.
package zillow

import (
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is Zillow's file store. UPSTREAM_ZILLOW_URL=off disables it.
var Provider = upstream.Provider{
	Name:          "zillow",
	BaseURL:       "https://files.zillowstatic.com/research/public_csvs",
	Docs:          "https://www.zillow.com/research/data/",
	Attribution:   "Data: Zillow",
	Terms:         "Zillow's terms of use; the source is to be named",
	Checked:       "headers read 2026",
	RatePerMinute: 20,
	Burst:         8, // all files once
	Timeout:       30 * time.Minute,
	MaxBytes:      512 << 20,
}

// New returns a client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// Level is a kind of region.
type Level string

// The levels.
const (
	State  Level = "state"
	Metro  Level = "metro"
	County Level = "county"
	ZIP    Level = "zip"
)

// The two measures.
const (
	HomeValues = "zhvi"
	Rents      = "zori"
)

// Levels are the levels of a measure to read, one file each. Rents are not published for states.
func Levels(measure string) []Level {
	if measure == Rents {
		return []Level{Metro, County, ZIP}
	}
	return []Level{State, Metro, County, ZIP}
}

// FileName is the name of a level's table on disk.
func FileName(level Level) string { return string(level) + ".csv" }

// Files are the downloads of a measure: smoothed and seasonally adjusted home values of all homes, and smoothed rents.
func Files(measure string) []upstream.File {
	title := map[Level]string{
		State:  "State",
		Metro:  "Metro",
		County: "County",
		ZIP:    "Zip",
	}

	var files []upstream.File
	for _, level := range Levels(measure) {
		path := "/zhvi/" + title[level] + "_zhvi_uc_sfrcondo_tier_0.33_0.67_sm_sa_month.csv"
		if measure == Rents {
			path = "/zori/" + title[level] + "_zori_uc_sfrcondomfr_sm_month.csv"
		}
		files = append(files, upstream.File{
			Name:    FileName(level),
			Request: func(c *upstream.Client) *upstream.Request { return c.Get(path) },
		})
	}
	return files
}

// Month is a calendar month: twelve times the year, plus 0 to 11.
type Month int

// MonthOf is the month of a time.
func MonthOf(t time.Time) Month { return Month(t.Year()*12 + int(t.Month()) - 1) }

// End is the last day, to which values refer.
func (m Month) End() time.Time {
	return time.Date(int(m)/12, time.Month(int(m)%12+2), 0, 0, 0, 0, 0, time.UTC)
}

// String is the month as in "2026-09".
func (m Month) String() string { return m.End().Format("2006-01") }

// Series is the values of a region, in dollars, from the month First on without gaps; 0 for a month without a
// value. The last month has a value.
type Series struct {
	Key    string // two letters, five digits of a county or ZIP, or a [MetroKey]
	Name   string // as Zillow writes it: "Abilene, TX"
	First  Month
	Values []float32
}

// MetroKey is the key of a metropolitan area. Zillow has its own numbers, and names an area by its first city and
// state.
func MetroKey(city, state string) string {
	return strings.ToLower(strings.Join(strings.Fields(city), " ")) + "|" + strings.ToLower(state)
}

// Read returns every region in a level's table with a value.
func Read(dir fs.FS, level Level, use func(Series) error) error {
	f, err := dir.Open(FileName(level))
	if err != nil {
		return err
	}
	defer f.Close()

	rows := upstream.CSV{NoHeader: true}.Read(f)
	var t *table
	for row := range rows.All() {
		if t == nil {
			if t, err = header(row, level); err != nil {
				return err
			}
			continue
		}
		s, ok, err := t.series(row)
		if err != nil {
			return err
		}
		if ok {
			if err := use(s); err != nil {
				return err
			}
		}
	}
	if rows.Err() == nil && t == nil {
		return fmt.Errorf("table %s is empty", FileName(level))
	}
	return rows.Err()
}

// mostBehind is how many months a series may end before its table; a series that ended long ago has no latest
// value.
const mostBehind = 3

// mostMonths bounds the span of a table.
const mostMonths = 1200

// table describes a file's columns. Month columns are named by their last day.
type table struct {
	level  Level
	column map[string]int
	months []int // column of each month from first on, or -1
	first  Month
}

func header(row upstream.Row, level Level) (*table, error) {
	t := &table{level: level, column: map[string]int{}}
	for i := range row.Len() {
		name := strings.Clone(row.At(i))
		day, err := time.Parse(time.DateOnly, name)
		if err != nil {
			t.column[name] = i
			continue
		}
		month := MonthOf(day)
		if t.months == nil {
			t.first = month
		}
		at := int(month - t.first)
		if at < len(t.months) || at > mostMonths {
			return nil, fmt.Errorf("table %s: its months are not in order", FileName(level))
		}
		for len(t.months) < at {
			t.months = append(t.months, -1)
		}
		t.months = append(t.months, i)
	}

	needed := []string{"RegionName", "StateName"}
	if level == County {
		needed = append(needed, "StateCodeFIPS", "MunicipalCodeFIPS")
	}
	for _, name := range needed {
		if _, ok := t.column[name]; !ok {
			return nil, fmt.Errorf("table %s has no column %q", FileName(level), name)
		}
	}
	if len(t.months) == 0 {
		return nil, fmt.Errorf("table %s has no months", FileName(level))
	}
	return t, nil
}

func (t *table) get(row upstream.Row, column string) string {
	i, ok := t.column[column]
	if !ok {
		return ""
	}
	return strings.Clone(row.At(i))
}

func (t *table) series(row upstream.Row) (s Series, ok bool, err error) {
	s = Series{
		Name:  t.get(row, "RegionName"),
		First: t.first,
	}
	if s.Key = t.key(row, s.Name); s.Key == "" {
		return s, false, nil
	}

	s.Values = make([]float32, len(t.months))
	for i, column := range t.months {
		if s.Values[i], err = dollars(row.At(column)); err != nil {
			return s, false, fmt.Errorf("table %s: %s: %w", FileName(t.level), s.Name, err)
		}
	}
	for len(s.Values) > 0 && s.Values[0] == 0 {
		s.Values = s.Values[1:]
		s.First++
	}
	for len(s.Values) > 0 && s.Values[len(s.Values)-1] == 0 {
		s.Values = s.Values[:len(s.Values)-1]
	}
	behind := int(t.first) + len(t.months) - int(s.First) - len(s.Values)
	return s, len(s.Values) > 0 && behind <= mostBehind, nil
}

// key is the key of a row's region, or "" for one that is not kept, such as the whole country.
func (t *table) key(row upstream.Row, name string) string {
	kind := t.get(row, "RegionType")
	switch t.level {
	case State:
		return strings.ToLower(name)
	case County:
		state := t.get(row, "StateCodeFIPS")
		municipality := t.get(row, "MunicipalCodeFIPS")
		if len(state) == 0 || len(municipality) == 0 {
			return ""
		}
		return padded(state, 2) + padded(municipality, 3)
	case ZIP:
		return padded(name, 5)
	case Metro:
		city, state, ok := strings.Cut(name, ",")
		if !ok || kind == "country" {
			return ""
		}
		return MetroKey(city, strings.TrimSpace(state))
	}

	return ""
}

func padded(code string, width int) string {
	for len(code) < width {
		code = "0" + code
	}
	return code
}

// dollars is a value, or 0 for a blank, a month without one.
func dollars(text string) (float32, error) {
	if text == "" {
		return 0, nil
	}
	value, err := strconv.ParseFloat(text, 32)
	if err != nil || value < 0 || math.IsInf(value, 0) || math.IsNaN(value) {
		return 0, fmt.Errorf("%.20q is not an amount", text)
	}
	return float32(value), nil
}
