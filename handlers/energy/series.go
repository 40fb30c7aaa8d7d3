package energy

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/energy"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/eia"
)

// series is the location and meaning of a metric's values at EIA.
type series struct {
	route     string
	id        string
	frequency string
	unit      string // as answers call it
	unitEIA   string // in EIA's spelling: a series in another unit is the wrong one
	basis     string
}

// value is an observation.
type value struct {
	period string
	at     time.Time // the period's day; for a month the first
	number decimal.Decimal
}

// The forms of periods.
const (
	formDay   = time.DateOnly
	formMonth = "2006-01"
	formHour  = "2006-01-02T15"
)

// Observations to read to include one from a year ago.
var yearOf = map[string]int{
	"daily":  280,
	"weekly": 60,
}

// delay is how old the newest value may be before it is stale, including publication and holidays.
var delay = map[string]time.Duration{
	"daily":   14 * 24 * time.Hour,
	"weekly":  21 * 24 * time.Hour,
	"monthly": 150 * 24 * time.Hour,
	"hourly":  72 * time.Hour,
}

// values reads the newest observations of a series, newest first, and its title.
func (h *Handlers) values(ctx context.Context, s series, count int) (list []value, title string, err error) {
	rows, err := eia.Rows[eia.Observation](ctx, h.eia, eia.Query{
		Route:     s.route,
		Frequency: s.frequency,
		Columns:   []string{"value"},
		Facets:    []eia.Facet{{Name: "series", Values: []string{s.id}}},
		Rows:      count,
	})
	if err != nil {
		return nil, "", err
	}

	for _, row := range rows {
		if row.Series != s.id || !strings.EqualFold(row.Unit, s.unitEIA) {
			return nil, "", upstream.BadResponse.Errorf(
				"a row of series %q in %q among those of %s", row.Series, row.Unit, s.id)
		}
		if row.Value.Number != nil && row.Value.Number.IsNegative() && s.frequency != "daily" {
			return nil, "", upstream.BadResponse.Errorf("%s below 0: only spot prices ever were", s.id)
		}
	}
	list, err = observations(rows, formDay, func(o eia.Observation) (string, eia.Amount) { return o.Period, o.Value })
	if err != nil {
		return nil, "", err
	}
	if list[0].at.After(h.now()) {
		return nil, "", upstream.BadResponse.Errorf("a number of %s, which is still to come", list[0].period)
	}
	return list, titleOf(rows[0]), nil
}

// observations are the rows with a number, newest first, one of a period. If no row has one, or a period has two
// numbers, it is an error.
func observations[T any](rows []T, form string, read func(T) (period string, number eia.Amount)) ([]value, error) {
	var list []value
	for _, row := range rows {
		period, amount := read(row)
		at, err := timeOf(period, form)
		if err != nil {
			return nil, err
		}
		if amount.Number != nil {
			list = append(list, value{
				period: period,
				at:     at,
				number: *amount.Number,
			})
		}
	}

	if len(list) == 0 {
		return nil, upstream.BadResponse.Errorf("none of %d rows has a number", len(rows))
	}

	slices.SortFunc(list, func(a, b value) int { return b.at.Compare(a.at) })
	list = slices.CompactFunc(list, func(a, b value) bool { return a.at.Equal(b.at) && a.number.Equal(b.number) })
	for i := range list[1:] {
		if list[i].at.Equal(list[i+1].at) {
			return nil, upstream.BadResponse.Errorf("two numbers of %s", list[i].period)
		}
	}
	return list, nil
}

// timeOf reads a period in the given form.
func timeOf(period, form string) (time.Time, error) {
	at, err := time.Parse(form, period)
	if err != nil {
		return time.Time{}, &upstream.Error{
			Kind:  upstream.BadResponse,
			Cause: upstream.Drifted("response.data[].period", "a period such as "+form, "another text"),
		}
	}
	return at, nil
}

// titleOf is a series' description without its unit, which answers have separately.
func titleOf(row eia.Observation) string {
	title, _, _ := strings.Cut(row.Title, " (")
	return title
}

func shown(v value) gen.EnergyValue {
	return gen.EnergyValue{Period: v.period, Value: response.Number(v.number)}
}

func historyOf(list []value, count int) []gen.EnergyValue {
	return response.Items(response.Each(list[:min(len(list), count)], shown))
}

// changeOf is the change from the previous observation to the latest, or nil.
func changeOf(list []value) *gen.EnergyChange {
	if len(list) < 2 {
		return nil
	}
	difference := list[0].number.Sub(list[1].number)
	return &gen.EnergyChange{
		FromPeriod: list[1].period,
		Change:     response.Number(difference),
		ChangePct:  response.Pct(difference, list[1].number, 2),
	}
}

// yearAgoOf is the observation nearest to a year before the latest, or nil if none is within a week.
func yearAgoOf(list []value) *gen.EnergyYearAgo {
	wanted := list[0].at.AddDate(-1, 0, 0)
	nearest := slices.MinFunc(list, func(a, b value) int {
		return int(a.at.Sub(wanted).Abs() - b.at.Sub(wanted).Abs())
	})
	if nearest.at.Sub(wanted).Abs() > 7*24*time.Hour {
		return nil
	}
	return &gen.EnergyYearAgo{
		Period:    nearest.period,
		Value:     response.Number(nearest.number),
		ChangePct: response.Pct(list[0].number.Sub(nearest.number), nearest.number, 2),
	}
}
