package macro

import (
	"context"
	"errors"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/macro"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/imf"
	"github.com/farebox/farebox/internal/upstream/worldbank"
)

// profile is what the sources give about a country.
type profile struct {
	economy *worldbank.Economy
	list    []worldbank.Observation
	changed *time.Time
	lost    error // why an indicator could not be asked for
	debt    []observed
}

// bankData is an answer of the World Bank about several indicators.
type bankData struct {
	list    []worldbank.Observation
	changed *time.Time
	lost    error // of the requests one by one: why one of them failed
}

// The requests of a profile by their names among the sources.
const (
	partEconomy = "worldbank_country"
	partBank    = "worldbank"
)

// MacroCountry answers GET /macro/country.
func (h *Handlers) MacroCountry(
	ctx context.Context, req gen.MacroCountryRequestObject,
) (gen.MacroCountryResponseObject, error) {
	economies, err := economiesOf(req.Params.Country, 1)
	if err != nil {
		return nil, err
	}
	if len(economies) != 1 || economies[0].group {
		return nil, problem.Invalid("country", "country must be one country, not a group or several")
	}
	years, err := h.yearsOf(req.Params.Years, req.Params.Range)
	if err != nil {
		return nil, err
	}
	years = h.calendar(years) // a value of decades ago is no part of a profile
	e := economies[0]
	var p profile
	fused := upstream.FuseInto(ctx, &p,
		upstream.Part(partEconomy, 0,
			func(ctx context.Context) (*worldbank.Economy, error) { return h.bank.Economy(ctx, e.iso3) },
			func(p *profile, economy *worldbank.Economy) { p.economy = economy }),
		upstream.Main(upstream.Part(partBank, 0,
			func(ctx context.Context) (bankData, error) { return h.profileData(ctx, e, years) },
			func(p *profile, data bankData) {
				p.list = data.list
				p.changed = data.changed
				p.lost = data.lost
			})),
		upstream.Part(imf.Provider.Name, 0,
			func(ctx context.Context) ([]observed, error) {
				series, err := h.fund.Series(ctx, debt().code, e.iso3)
				return h.completed(series, years), err
			},
			func(p *profile, list []observed) { p.debt = list }),
	)
	if err := fused.Err(); err != nil {
		return nil, err
	}

	answer := h.profileAnswer(e, p)
	if len(answer.Indicators) == 0 {
		return nil, problem.NotFound("country", "no value of any indicator for %s in that time", e.name)
	}
	answer.Sources = response.Sources(fused)
	for i, source := range answer.Sources {
		if source.Name == partBank && p.lost != nil {
			answer.Sources[i] = response.Read(partBank, fused[i].Reads, p.lost)
		}
	}
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

// profileData asks for the indicators of the profile together, and one by one when the World Bank refuses one of them
// without saying which.
func (h *Handlers) profileData(ctx context.Context, e economy, years worldbank.Years) (bankData, error) {
	var codes []string
	for _, i := range indicators[:profiled] {
		if !i.fromIMF {
			codes = append(codes, i.code)
		}
	}
	list, changed, err := h.bank.Observations(ctx, []string{e.iso3}, codes, years)
	if !errors.Is(err, worldbank.ErrInvalid) {
		return bankData{list: list, changed: changed}, err
	}

	var all bankData
	alone := func(ctx context.Context, code string) (bankData, error) {
		list, changed, err := h.bank.Observations(ctx, []string{e.iso3}, []string{code}, years)
		return bankData{list: list, changed: changed}, err
	}
	fused := upstream.AskEach(ctx, worldbank.Provider.Name, codes, alone)
	for _, o := range fused {
		all.list = append(all.list, o.Value.list...)
		if o.Value.changed != nil {
			all.changed = o.Value.changed
		}
		if o.Err != nil && !errors.Is(o.Err, worldbank.ErrInvalid) {
			all.lost = o.Err
		}
	}
	return all, fused.Err()
}

func debt() indicator {
	for _, i := range indicators {
		if i.key == debtKey {
			return i
		}
	}
	return indicator{}
}

func (h *Handlers) profileAnswer(e economy, p profile) gen.MacroCountry200JSONResponse {
	answer := gen.MacroCountry200JSONResponse{
		Country: gen.MacroEconomy{
			Name: e.name,
			Iso2: e.iso2,
			Iso3: e.iso3,
		},
		Indicators:  map[string]gen.MacroValue{},
		Missing:     []string{},
		Attribution: worldbank.Provider.Attribution + "; " + imf.Provider.Attribution,
	}

	if p.economy != nil {
		answer.Country.Region = response.OrNull(p.economy.Region.Name)
		answer.Country.IncomeLevel = response.OrNull(p.economy.Income.Name)
		answer.Country.Capital = response.OrNull(p.economy.Capital)
	}

	answer.LastUpdatedDate = response.Date(response.OrZero(p.changed))

	for _, i := range indicators[:profiled] {
		value, ok := valueOf(i, h.observations(i, p))
		if !ok {
			answer.Missing = append(answer.Missing, i.key)
			continue
		}
		value.Name = i.name
		for _, o := range p.list {
			if o.Indicator == i.code {
				value.Name = o.IndicatorName
			}
		}
		answer.Indicators[i.key] = value
	}

	answer.Derived = h.derived(p)
	return answer
}

// observations are the values of an indicator in a profile, newest first.
func (h *Handlers) observations(i indicator, p profile) []observed {
	if i.fromIMF {
		return p.debt
	}
	var list []observed
	for _, o := range p.list {
		if o.Indicator == i.code && o.Value != nil && o.Year <= h.now().Year() {
			list = append(list, observed{year: o.Year, value: *o.Value})
		}
	}
	slices.SortFunc(list, newestFirst)
	return list
}

func valueOf(i indicator, list []observed) (gen.MacroValue, bool) {
	if len(list) == 0 {
		return gen.MacroValue{}, false
	}

	value := gen.MacroValue{
		Code:   i.code,
		Unit:   i.unit,
		Year:   list[0].year,
		Value:  response.Number(list[0].value),
		Source: gen.Worldbank,
	}

	if i.fromIMF {
		value.Source = gen.Imf
	}
	if len(list) > 1 {
		value.PriorYear = new(list[1].year)
		value.Prior = new(response.Number(list[1].value))
	}

	return value, true
}

// derived are figures of two indicators of the same year.
func (h *Handlers) derived(p profile) gen.MacroDerived {
	latest := func(key string) (observed, bool) {
		i, err := indicatorOf(key)
		list := h.observations(i, p)
		if err != nil || len(list) == 0 {
			return observed{}, false
		}
		return list[0], true
	}

	var d gen.MacroDerived
	growth, hasGrowth := latest("gdp_growth")
	inflation, hasInflation := latest("inflation")
	if hasGrowth && hasInflation && growth.year == inflation.year {
		d.GrowthMinusInflation = new(response.Number(growth.value.Sub(inflation.value)))
	}
	exports, hasExports := latest("exports_pct_gdp")
	imports, hasImports := latest("imports_pct_gdp")
	if hasExports && hasImports && exports.year == imports.year {
		d.TradeOpennessPct = new(exports.value.Add(imports.value).Round(2).InexactFloat64())
	}
	return d
}
