// Package agri answers the routes about crops of the United States.
package agri

import (
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/agri"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nass"
	"github.com/farebox/farebox/internal/upstream/psd"
)

// Handlers answers the agri routes.
type Handlers struct {
	nass *nass.Client
	psd  *psd.Client
	now  func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock for seasons and the newest years.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		nass: nass.New(pool),
		psd:  psd.New(pool),
		now:  now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// crop is a crop's series by their names at NASS, or "".
type crop struct {
	production, yield, planted, harvested, stocks string

	condition [2]string // per cent good and per cent excellent
	price     string
	psd       string // commodity code of the balance; "" where its units have not been verified
}

// crops: wheat and cotton cover all classes, except where NASS publishes only the largest class.
var crops = map[string]crop{
	"corn": {
		production: "CORN, GRAIN - PRODUCTION, MEASURED IN BU",
		yield:      "CORN, GRAIN - YIELD, MEASURED IN BU / ACRE",
		planted:    "CORN - ACRES PLANTED",
		harvested:  "CORN, GRAIN - ACRES HARVESTED",
		stocks:     "CORN, GRAIN - STOCKS, MEASURED IN BU",
		condition:  conditionOf("CORN"),
		price:      "CORN, GRAIN - PRICE RECEIVED, MEASURED IN $ / BU",
		psd:        "0440000",
	},
	"soybeans": {
		production: "SOYBEANS - PRODUCTION, MEASURED IN BU",
		yield:      "SOYBEANS - YIELD, MEASURED IN BU / ACRE",
		planted:    "SOYBEANS - ACRES PLANTED",
		harvested:  "SOYBEANS - ACRES HARVESTED",
		stocks:     "SOYBEANS - STOCKS, MEASURED IN BU",
		condition:  conditionOf("SOYBEANS"),
		price:      "SOYBEANS - PRICE RECEIVED, MEASURED IN $ / BU",
		psd:        "2222000",
	},
	"wheat": {
		production: "WHEAT - PRODUCTION, MEASURED IN BU",
		yield:      "WHEAT - YIELD, MEASURED IN BU / ACRE",
		planted:    "WHEAT - ACRES PLANTED",
		harvested:  "WHEAT - ACRES HARVESTED",
		stocks:     "WHEAT - STOCKS, MEASURED IN BU",
		condition:  conditionOf("WHEAT, WINTER"),
		price:      "WHEAT - PRICE RECEIVED, MEASURED IN $ / BU",
		psd:        "0410000",
	},
	"cotton": {
		production: "COTTON - PRODUCTION, MEASURED IN 480 LB BALES",
		yield:      "COTTON - YIELD, MEASURED IN LB / ACRE",
		planted:    "COTTON - ACRES PLANTED",
		harvested:  "COTTON - ACRES HARVESTED",
		condition:  conditionOf("COTTON, UPLAND"),
		price:      "COTTON, UPLAND - PRICE RECEIVED, MEASURED IN $ / LB",
	},
}

func conditionOf(name string) [2]string {
	return [2]string{
		name + " - CONDITION, MEASURED IN PCT GOOD",
		name + " - CONDITION, MEASURED IN PCT EXCELLENT",
	}
}

// unitOf is the unit in a series' name.
func unitOf(series string) string {
	if _, unit, ok := strings.Cut(series, "MEASURED IN "); ok {
		return unit
	}
	return "ACRES"
}

// The frequencies of NASS.
const (
	annual      = "ANNUAL"
	monthly     = "MONTHLY"
	weekly      = "WEEKLY"
	pointInTime = "POINT IN TIME"
)

// figure is a value of a series with its time.
type figure struct {
	nass.Row
	at       time.Time // first day of the year, of the quarter or of the month
	forecast bool
}

// yearly returns one figure a year, newest first: the final one, or else the latest forecast.
func yearly(rows []nass.Row) []figure {
	best := map[int]figure{}
	for _, r := range rows {
		if r.Period != "YEAR" && !strings.HasPrefix(r.Period, "YEAR - ") {
			continue
		}
		f := figure{
			Row:      r,
			at:       time.Date(r.Year(), 1, 1, 0, 0, 0, 0, time.UTC),
			forecast: r.Period != "YEAR",
		}
		had, ok := best[r.Year()]
		if !ok || had.forecast && !f.forecast || had.forecast == f.forecast && f.Loaded > had.Loaded {
			best[r.Year()] = f
		}
	}
	return newestFirst(best)
}

// months are NASS's words for the months, in periods such as FIRST OF SEP and SEP.
var months = map[string]time.Month{
	"JAN": 1, "FEB": 2, "MAR": 3, "APR": 4, "MAY": 5, "JUN": 6,
	"JUL": 7, "AUG": 8, "SEP": 9, "OCT": 10, "NOV": 11, "DEC": 12,
}

// byMonth returns the figures of months, or of first days of months, newest first.
func byMonth(rows []nass.Row, prefix string) []figure {
	best := map[time.Time]figure{}
	for _, r := range rows {
		word, ok := strings.CutPrefix(r.Period, prefix)
		month := months[word]
		if !ok || month == 0 {
			continue
		}
		at := time.Date(r.Year(), month, 1, 0, 0, 0, 0, time.UTC)
		if had, ok := best[at]; !ok || r.Loaded > had.Loaded {
			best[at] = figure{
				Row: r,
				at:  at,
			}
		}
	}
	return newestFirst(best)
}

func newestFirst[K comparable](best map[K]figure) []figure {
	list := make([]figure, 0, len(best))
	for _, f := range best {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b figure) int { return b.at.Compare(a.at) })
	return list
}

// before is the figure for the same time the given number of years earlier, or nil without a value.
func before(list []figure, f figure, years int) *figure {
	for i, other := range list {
		if other.at.Equal(f.at.AddDate(-years, 0, 0)) && other.Value() != nil {
			return &list[i]
		}
	}
	return nil
}

// meanYears is the number of years in a mean.
const meanYears = 5

// mean is the mean for the same time in the five years before, or nil if one is missing.
func mean(list []figure, f figure) *decimal.Decimal {
	sum := decimal.Zero
	for years := 1; years <= meanYears; years++ {
		earlier := before(list, f, years)
		if earlier == nil {
			return nil
		}
		sum = sum.Add(*earlier.Value())
	}
	return new(sum.DivRound(decimal.NewFromInt(meanYears), 2))
}

// inUnit rejects rows in a unit other than the series'.
func inUnit(series string, rows []nass.Row) error {
	for _, r := range rows {
		if r.Unit != unitOf(series) {
			return upstream.BadResponse.Errorf("a row in another unit than %s", unitOf(series))
		}
	}
	return nil
}

// published is the day of a publication, or null if unknown.
func published(loaded string) *string {
	day, _, _ := strings.Cut(loaded, " ")
	return response.Day(day)
}
