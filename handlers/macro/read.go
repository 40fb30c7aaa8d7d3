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

// table is an indicator for economies: observations by code, newest first, none of years to come.
type table struct {
	indicator indicator
	series    map[string][]observed
	why       map[string]string // why an economy has none
	changed   *time.Time
	sources   []shared.Source
}

// read asks the source of an indicator for the economies.
func (h *Handlers) read(
	ctx context.Context, i indicator, economies []economy, years worldbank.Years,
) (table, error) {
	if i.fromIMF {
		return h.readIMF(ctx, i, economies, years)
	}

	codes := make([]string, len(economies))
	for n, e := range economies {
		codes[n] = e.iso3
	}
	list, changed, err := h.bank.Observations(ctx, codes, []string{i.code}, years)
	if errors.Is(err, worldbank.ErrInvalid) {
		return table{}, unknown(i)
	}
	if err != nil {
		return table{}, err
	}
	t := table{
		indicator: i,
		series:    map[string][]observed{},
		why:       map[string]string{},
		changed:   changed,
		sources: []shared.Source{
			response.Source(worldbank.Provider.Name, nil),
			response.Skipped(imf.Provider.Name, "asked for "+debtKey+" only"),
		},
	}
	for _, o := range list {
		t.indicator.name = cmp.Or(t.indicator.name, o.IndicatorName)
		if o.Value != nil && o.Year <= h.now().Year() {
			t.series[o.ISO3] = append(t.series[o.ISO3], observed{year: o.Year, value: *o.Value})
		}
	}
	for _, s := range t.series {
		slices.SortFunc(s, newestFirst)
	}
	return t, nil
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
	t := table{
		indicator: i,
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
		response.Source(imf.Provider.Name, worst),
	}
	return t, nil
}

// completed are the values of years that are over, newest first: what the IMF has for later ones is forecast.
func (h *Handlers) completed(series map[int]decimal.Decimal, years worldbank.Years) []observed {
	var list []observed
	for year, value := range series {
		over := year < h.now().Year()
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
func (t table) missing(economies []economy) []gen.MacroMissing {
	list := []gen.MacroMissing{}
	for _, e := range economies {
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

func (t table) changedDate() *string {
	if t.changed == nil {
		return nil
	}
	return new(t.changed.Format(time.DateOnly))
}

func (t table) attribution() string {
	if t.indicator.fromIMF {
		return imf.Provider.Attribution
	}
	return worldbank.Provider.Attribution
}

func (t table) empty() error {
	return problem.NotFound("country", "no value of %s in that time", cmp.Or(t.indicator.key, t.indicator.code))
}
