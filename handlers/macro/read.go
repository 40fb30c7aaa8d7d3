package macro

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/macro"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/imf"
	"github.com/farebox/farebox/internal/upstream/worldbank"
)

// observed is a value of a year.
type observed struct {
	year  int
	value decimal.Decimal
}

// question is what a caller asks about one indicator.
type question struct {
	indicator string
	countries string
	least     int // of different ones
	years     *string
	latest    *int
	calendar  bool // of the latest years only, see [Handlers.calendar]
}

// table is an indicator for economies: observations by code, newest first, none of years to come.
type table struct {
	indicator indicator
	economies []economy
	series    map[string][]observed
	why       map[string]string // why an economy has none
	changed   *time.Time
	sources   []shared.Source
}

// answer reads a question and asks the source of the indicator for the economies.
func (h *Handlers) answer(ctx context.Context, q question) (table, error) {
	i, err := indicatorOf(q.indicator)
	if err != nil {
		return table{}, err
	}
	economies, err := economiesOf(q.countries, q.least)
	if err != nil {
		return table{}, err
	}
	years, err := h.yearsOf(q.years, q.latest)
	if err != nil {
		return table{}, err
	}

	if q.calendar {
		years = h.calendar(years)
	}
	if i.fromIMF {
		return h.readIMF(ctx, i, economies, years)
	}
	return h.readBank(ctx, i, economies, years)
}

// readBank asks the World Bank for all economies together.
func (h *Handlers) readBank(
	ctx context.Context, i indicator, economies []economy, years worldbank.Years,
) (table, error) {
	ctx, reads := upstream.WithReads(ctx)
	codes := each.Of(economies, func(e economy) string { return e.iso3 })
	list, changed, err := h.bank.Observations(ctx, codes, []string{i.code}, years)
	if errors.Is(err, worldbank.ErrInvalid) {
		return table{}, unknown(i)
	}
	if err != nil {
		return table{}, err
	}

	t := table{
		indicator: i,
		economies: economies,
		series:    map[string][]observed{},
		why:       map[string]string{},
		changed:   changed,
		sources: []shared.Source{
			response.Read(worldbank.Provider.Name, reads, nil),
			response.Skipped(imf.Provider.Name, "asked for "+debtKey+" only"),
		},
	}

	for _, o := range list {
		code, ok := codeOf(o, economies)
		if !ok {
			return table{}, upstream.BadResponse.Errorf("a row of another economy than was asked for")
		}
		t.indicator.name = cmp.Or(t.indicator.name, o.IndicatorName)
		if o.Value != nil && o.Year <= h.now().Year() {
			t.series[code] = append(t.series[code], observed{
				year:  o.Year,
				value: *o.Value,
			})
		}
	}
	for _, s := range t.series {
		slices.SortFunc(s, newestFirst)
	}
	return t, nil
}

// codeOf is the code of the economy that a row is of. Rows of some groups have only a name.
func codeOf(o worldbank.Observation, economies []economy) (string, bool) {
	for _, e := range economies {
		if o.ISO3 == e.iso3 || o.ISO3 == "" && e.group && o.Name == e.name {
			return e.iso3, true
		}
	}
	return "", false
}

// unknown is the problem of codes that the World Bank does not have. It does not say which it means, but a key of ours
// stands for a code that it has.
func unknown(i indicator) error {
	if i.key != "" {
		return problem.Invalid("country", "the World Bank has no data under one of these countries: Taiwan and some "+
			"territories are not among its economies")
	}
	return problem.Invalid("indicator", "the World Bank does not know this indicator, or has none under one of these "+
		"countries")
}

func newestFirst(a, b observed) int { return cmp.Compare(b.year, a.year) }

// readIMF asks the IMF for each country. It has its own groups of countries, which are not those of the World Bank.
func (h *Handlers) readIMF(
	ctx context.Context, i indicator, economies []economy, years worldbank.Years,
) (table, error) {
	ctx, reads := upstream.WithReads(ctx)
	t := table{
		indicator: i,
		economies: economies,
		series:    map[string][]observed{},
		why:       map[string]string{},
	}
	var asked []upstream.Source[[]observed]
	for _, e := range economies {
		if e.group {
			t.why[e.iso3] = "the IMF has no value for this group"
			continue
		}
		asked = append(asked, upstream.Source[[]observed]{
			Name: e.iso3,
			Call: func(ctx context.Context) ([]observed, error) {
				series, err := h.fund.Series(ctx, i.code, e.iso3)
				return h.completed(series, years), err
			},
		})
	}

	fused := upstream.Fuse(ctx, asked...)
	if err := fused.Err(); err != nil && upstream.KindOf(err) != upstream.NotFound {
		return table{}, err
	}
	worst := error(nil)
	for _, o := range fused {
		switch {
		case o.Err == nil && len(o.Value) > 0:
			t.series[o.Name] = o.Value
		case o.Err == nil || upstream.KindOf(o.Err) == upstream.NotFound:
			t.why[o.Name] = "the IMF has no value in that time"
		default:
			t.why[o.Name] = "the IMF could not be asked"
			worst = o.Err
		}
	}
	t.sources = []shared.Source{
		response.Skipped(worldbank.Provider.Name, "not asked for "+debtKey),
		response.Read(imf.Provider.Name, reads, worst),
	}
	return t, nil
}

// completed are the values of years that were over when the IMF's newest edition came, newest first. Editions come in
// April and October, so that a year that ended since is forecast in them.
func (h *Handlers) completed(series map[int]decimal.Decimal, years worldbank.Years) []observed {
	var list []observed
	for year, value := range series {
		over := year < h.now().AddDate(0, -4, 0).Year()
		asked := years.Latest > 0 || years.First <= year && year <= years.Last
		if over && asked {
			list = append(list, observed{year: year, value: value})
		}
	}
	slices.SortFunc(list, newestFirst)
	if years.Latest > 0 {
		list = list[:min(len(list), years.Latest)]
	}
	return list
}

// missing are the economies without a value.
func (t table) missing() []gen.MacroMissing {
	list := []gen.MacroMissing{}
	for _, e := range t.economies {
		if len(t.series[e.iso3]) == 0 {
			list = append(list, gen.MacroMissing{
				Country: e.name,
				Iso3:    e.iso3,
				Detail:  cmp.Or(t.why[e.iso3], "the World Bank has no value in that time"),
			})
		}
	}
	return list
}

func (t table) definition() gen.MacroDefinition {
	return gen.MacroDefinition{
		Key:        response.OrNull(t.indicator.key),
		Code:       t.indicator.code,
		Name:       response.OrNull(t.indicator.name),
		Definition: response.OrNull(t.indicator.definition),
	}
}

func (t table) changedDate() *string { return response.Date(response.OrZero(t.changed)) }

func (t table) attribution() string {
	if t.indicator.fromIMF {
		return imf.Provider.Attribution
	}
	return worldbank.Provider.Attribution
}

func (t table) empty() error {
	return problem.NotFound("country", "no value of %s in that time", cmp.Or(t.indicator.key, t.indicator.code))
}
