// Package treasuryrates reads the daily par yield curve of the U.S. Treasury.
package treasuryrates

import (
	"context"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/single"
)

// Provider is the public feed, which needs no key. It is updated once each business day, after the close.
var Provider = upstream.Provider{
	Name:          "treasury_rates",
	BaseURL:       "https://home.treasury.gov/resource-center/data-chart-center/interest-rates",
	Docs:          "https://home.treasury.gov/treasury-daily-interest-rate-xml-feed",
	Attribution:   "U.S. Department of the Treasury, Daily Treasury Par Yield Curve Rates",
	Terms:         "https://home.treasury.gov/ (public domain)",
	Checked:       "recorded 2026-08, two days, cut",
	RatePerMinute: 60,
	Burst:         5,
	TTL:           time.Hour,
	StaleFor:      24 * time.Hour,
}

// Tenors are the maturities of the curve, shortest first, by their names in answers.
var Tenors = []string{
	"1m", "1.5m", "2m", "3m", "4m", "6m", "1y", "2y", "3y", "5y", "7y", "10y", "20y", "30y",
}

// byElement and byColumn are the tenors by their names in the XML feed and in the CSV file. The feed also has
// BC_30YEARDISPLAY, which repeats the 30 years.
var (
	byElement = map[string]string{
		"BC_1MONTH":   "1m",
		"BC_1_5MONTH": "1.5m",
		"BC_2MONTH":   "2m",
		"BC_3MONTH":   "3m",
		"BC_4MONTH":   "4m",
		"BC_6MONTH":   "6m",
		"BC_1YEAR":    "1y",
		"BC_2YEAR":    "2y",
		"BC_3YEAR":    "3y",
		"BC_5YEAR":    "5y",
		"BC_7YEAR":    "7y",
		"BC_10YEAR":   "10y",
		"BC_20YEAR":   "20y",
		"BC_30YEAR":   "30y",
	}
	byColumn = map[string]string{
		"1 Mo":      "1m",
		"1.5 Month": "1.5m",
		"1.5 Mo":    "1.5m",
		"2 Mo":      "2m",
		"3 Mo":      "3m",
		"4 Mo":      "4m",
		"6 Mo":      "6m",
		"1 Yr":      "1y",
		"2 Yr":      "2y",
		"3 Yr":      "3y",
		"5 Yr":      "5y",
		"7 Yr":      "7y",
		"10 Yr":     "10y",
		"20 Yr":     "20y",
		"30 Yr":     "30y",
	}
)

// Curve is the curve of a business day: per cent a year by tenor, bond-equivalent. Unquoted tenors are missing.
type Curve struct {
	Date   time.Time
	Rates  map[string]decimal.Decimal
	Unread []string // tenors whose value is neither a rate nor a word for "no rate"
}

// Client reads the feed.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a yield of January 2015.
func probe(ctx context.Context, u *upstream.Client) error {
	curves, err := (&Client{u}).Year(ctx, 2015)
	return upstream.Has(curves, err, "BC_10YEAR", "2.12 on 2015-01-02", func(r Curve) bool {
		return r.Date.Format(time.DateOnly) == "2015-01-02" && r.Rates["10y"].String() == "2.12"
	})
}

// Year returns the curves of a year from the XML feed, newest first. A year without any is [upstream.NotFound].
func (c *Client) Year(ctx context.Context, year int) ([]Curve, error) {
	var curves []Curve
	request := c.c.Get("/pages/xml").
		Query("data", "daily_treasury_yield_curve").
		Query("field_tdr_date_value", strconv.Itoa(year)).
		Check(func(resp *upstream.Response) error {
			_, err := readFeed(resp)
			return err
		})
	resp, err := request.Do(ctx)
	if err != nil {
		return nil, err
	}
	if curves, err = readFeed(resp); err != nil {
		return nil, err
	}
	return ordered(curves, year)
}

// YearFile is Year from the CSV file of the same rates.
func (c *Client) YearFile(ctx context.Context, year int) ([]Curve, error) {
	request := c.c.Get("/daily-treasury-rates.csv/{}/all", strconv.Itoa(year)).
		Query("type", "daily_treasury_yield_curve").
		Query("field_tdr_date_value", strconv.Itoa(year)).
		Query("_format", "csv").
		Check(func(resp *upstream.Response) error {
			_, err := readFile(resp)
			return err
		})
	resp, err := request.Do(ctx)
	if err != nil {
		return nil, err
	}
	curves, err := readFile(resp)
	if err != nil {
		return nil, err
	}
	return ordered(curves, year)
}

// property is an element of an entry, identified by its local name alone: a known copy of the feed lacks the
// namespaces.
type property struct {
	XMLName xml.Name
	Text    string `xml:",chardata"`
}

// readFeed reads the Atom feed, in which each day is an entry with a property for each tenor.
func readFeed(resp *upstream.Response) ([]Curve, error) {
	var feed struct {
		XMLName xml.Name `xml:"feed"` // a page instead of the feed does not mean a year without rates
		Entries []struct {
			Properties struct {
				List []property `xml:",any"`
			} `xml:"content>properties"`
		} `xml:"entry"`
	}
	if err := resp.XML(&feed); err != nil {
		return nil, err
	}

	var tenors []string
	curves := make([]Curve, 0, len(feed.Entries))
	for _, entry := range feed.Entries {
		curve := Curve{Rates: map[string]decimal.Decimal{}}
		for _, p := range entry.Properties.List {
			tenor, known := byElement[p.XMLName.Local]
			if !known && strings.HasPrefix(p.XMLName.Local, "BC_") && p.XMLName.Local != "BC_30YEARDISPLAY" {
				return nil, upstream.BadResponse.Errorf("a tenor that is not known")
			}
			tenors = append(tenors, tenor)
			curve.put(tenor, p.Text)
			if p.XMLName.Local == "NEW_DATE" {
				day, err := time.Parse("2006-01-02T15:04:05", p.Text)
				if err != nil {
					return nil, upstream.BadResponse.Errorf("a day that is not a date")
				}
				curve.Date = day
			}
		}
		if curve.Date.IsZero() {
			return nil, upstream.BadResponse.Errorf("an entry without a day")
		}
		curves = append(curves, curve)
	}
	if len(curves) == 0 {
		return curves, nil
	}
	return curves, hasAll(tenors)
}

// readFile reads the CSV file, whose columns are the tenors.
func readFile(resp *upstream.Response) ([]Curve, error) {
	lines := strings.Split(strings.TrimSpace(string(resp.Body)), "\n")
	columns := strings.Split(strings.TrimSpace(strings.ReplaceAll(lines[0], `"`, "")), ",")
	if columns[0] != "Date" {
		return nil, upstream.BadResponse.Errorf("a file that does not begin with a column of dates")
	}
	tenors := each.Of(columns[1:], func(column string) string { return byColumn[column] })
	if err := hasAll(tenors); err != nil {
		return nil, err
	}

	var curves []Curve
	for _, line := range lines[1:] {
		cells := strings.Split(strings.TrimSpace(line), ",")
		if len(cells) != len(columns) {
			return nil, upstream.BadResponse.Errorf("a line of %d cells under %d columns", len(cells), len(columns))
		}
		day, err := time.Parse("01/02/2006", cells[0])
		if err != nil {
			return nil, upstream.BadResponse.Errorf("a day that is not a date")
		}
		curve := Curve{Date: day, Rates: map[string]decimal.Decimal{}}
		for i, cell := range cells[1:] {
			curve.put(byColumn[columns[i+1]], cell)
		}
		curves = append(curves, curve)
	}
	return curves, nil
}

// lasting are the tenors published every day since 1990; the spreads use them.
var lasting = []string{"3m", "2y", "10y"}

func hasAll(tenors []string) error {
	for _, tenor := range lasting {
		if !slices.Contains(tenors, tenor) {
			return upstream.BadResponse.Errorf("no rate of %s", tenor)
		}
	}
	return nil
}

// unquoted are the words for a tenor without a rate on a day, which is not a rate of 0.
var unquoted = []string{"", "n/a", "na", "nan", "null", "-"}

// most is the most that a rate can be, in per cent; the highest of the Treasury's was 17.
var most = decimal.NewFromInt(100)

// put enters a rate. A text that cannot be one costs only the rate of its tenor and day.
func (c *Curve) put(tenor, text string) {
	text = strings.TrimSpace(text)
	if tenor == "" || slices.Contains(unquoted, strings.ToLower(text)) {
		return
	}
	rate, err := decimal.NewFromString(text)
	if err != nil || rate.Abs().GreaterThan(most) {
		c.Unread = append(c.Unread, tenor)
		return
	}
	c.Rates[tenor] = rate
}

// ordered puts the newest day first and leaves out days without a rate: holidays are listed at times. Days without any
// readable value are not holidays.
func ordered(curves []Curve, year int) ([]Curve, error) {
	unread := slices.ContainsFunc(curves, func(c Curve) bool { return len(c.Rates) == 0 && len(c.Unread) > 0 })
	curves = slices.DeleteFunc(curves, func(c Curve) bool { return len(c.Rates) == 0 && len(c.Unread) == 0 })
	if unread {
		return nil, upstream.BadResponse.Errorf("a day without a rate that is a number")
	}
	slices.SortFunc(curves, func(a, b Curve) int { return b.Date.Compare(a.Date) })
	if len(curves) == 0 {
		return nil, upstream.NotFound.Errorf("no rates of %d", year)
	}
	for _, c := range curves {
		if c.Date.Year() != year {
			return nil, upstream.BadResponse.Errorf("a day of %d among those of %d", c.Date.Year(), year)
		}
	}
	return single.Rows(curves, func(c Curve) time.Time { return c.Date })
}
