package energy

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/energy"
	"github.com/farebox/farebox/internal/place/usstate"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/eia"
)

// EnergyElectricity answers GET /energy/electricity.
func (h *Handlers) EnergyElectricity(
	ctx context.Context, req gen.EnergyElectricityRequestObject,
) (gen.EnergyElectricityResponseObject, error) {
	ctx, reads := upstream.WithReads(ctx)
	var answer gen.EnergyElectricity200JSONResponse
	var err error
	switch {
	case req.Params.Metric == gen.RetailPrice:
		if req.Params.Region != nil {
			return nil, problem.Invalid("region", "retail_price is for a state: give state, not region")
		}
		answer, err = h.retailPrice(ctx, req.Params.State)
	case req.Params.State != nil:
		return nil, problem.Invalid("state", "%s is for a grid region: give region, not state", req.Params.Metric)
	default:
		answer, err = h.grid(ctx, req.Params)
	}
	if err != nil {
		return nil, err
	}

	answer.Metric = string(req.Params.Metric)
	answer.Sources = h.asked(reads, answer.AsOf, delay[string(answer.Frequency)])
	answer.Partial = response.Partial(answer.Sources)
	answer.Attribution = eia.Provider.Attribution
	return answer, nil
}

// grid answers for a grid region.
func (h *Handlers) grid(
	ctx context.Context, p gen.EnergyElectricityParams,
) (answer gen.EnergyElectricity200JSONResponse, err error) {
	answer.Region = "us"
	if p.Region != nil {
		answer.Region = *p.Region
	}
	answer.Frequency = gen.EnergyElectricityFrequencyHourly
	if answer.RegionCode, err = respondent(answer.Region); err != nil {
		return answer, err
	}

	var name string
	if p.Metric == gen.Demand {
		answer.Demand, name, err = h.demand(ctx, answer.RegionCode)
	} else {
		answer.Generation, name, err = h.generation(ctx, answer.RegionCode)
	}
	if upstream.KindOf(err) == upstream.NotFound {
		return answer, problem.NotFound("region", "EIA has no %s of %s", p.Metric, answer.RegionCode)
	}
	if err != nil {
		return answer, err
	}
	answer.RegionName = response.OrNull(name)
	if answer.Demand != nil {
		answer.AsOf = answer.Demand.Latest.PeriodEnd
	} else {
		answer.AsOf = answer.Generation.Latest.PeriodEnd
	}
	return answer, nil
}

// generation is the mix of the newest complete hour and of the day ending with it.
func (h *Handlers) generation(ctx context.Context, code string) (*gen.EnergyGeneration, string, error) {
	hours, name, err := h.hours(ctx, code)
	if err != nil {
		return nil, "", err
	}
	hours = complete(hours)
	generation := &gen.EnergyGeneration{Latest: mixOf(sum(hours[:1]))}
	if day := lastDay(hours); day != nil {
		generation.Last24Hours = new(mixOf(sum(day)))
	}
	return generation, name, nil
}

func mixOf(b balance) gen.EnergyMix {
	return gen.EnergyMix{
		PeriodStart:          b.start(),
		PeriodEnd:            b.end(),
		Hours:                len(b.hours),
		TotalMwh:             response.Number(b.net),
		StorageNetMwh:        response.NumberOrNull(b.storage),
		UnclassifiedSharePct: b.share(b.of(gen.Unclassified)),
		Mix:                  b.fuels(),
	}
}

// demand is the demand of the newest hour and of the day ending with it.
func (h *Handlers) demand(ctx context.Context, code string) (*gen.EnergyDemand, string, error) {
	rows, err := eia.Rows[eia.Load](ctx, h.eia, eia.Query{
		Route:     "electricity/rto/region-data",
		Frequency: "hourly",
		Columns:   []string{"value"},
		Facets: []eia.Facet{
			{Name: "respondent", Values: []string{code}},
			{Name: "type", Values: []string{"D"}},
		},
		Rows: 2*dayLong + 2,
		TTL:  20 * time.Minute,
	})
	if err != nil {
		return nil, "", err
	}

	for _, row := range rows {
		if row.Respondent != code || row.Type != "D" || !strings.EqualFold(row.Unit, megawatthours) {
			return nil, "", upstream.BadResponse.Errorf("a row that is not the demand of %s", code)
		}
	}
	list, err := observations(rows, formHour, func(l eia.Load) (string, eia.Amount) { return l.Period, l.Value })
	if err != nil {
		return nil, "", err
	}
	return demandOf(list), rows[0].Name, nil
}

// demandOf takes hours newest first.
func demandOf(list []value) *gen.EnergyDemand {
	demand := &gen.EnergyDemand{Latest: demandHour(list[0])}
	demand.History = response.Items(response.Each(list[:min(len(list), dayLong)], demandHour))

	peak := list[0]
	total := decimal.Zero
	for i, v := range list {
		gap := list[0].at.Sub(v.at)
		if gap == dayLong*time.Hour {
			demand.Change24HoursPct = response.Pct(list[0].number.Sub(v.number), v.number, 2)
		}
		if i >= dayLong {
			continue
		}
		if gap != time.Duration(i)*time.Hour {
			return demand
		}
		total = total.Add(v.number)
		if v.number.GreaterThan(peak.number) {
			peak = v
		}
	}
	if len(list) >= dayLong {
		demand.Peak24Hours = new(demandHour(peak))
		demand.Average24HoursMwh = new(response.Number(total.DivRound(decimal.NewFromInt(dayLong), 1)))
	}
	return demand
}

func demandHour(v value) gen.EnergyDemandHour {
	return gen.EnergyDemandHour{PeriodEnd: v.at, Mwh: response.Number(v.number)}
}

// The prices' unit, which EIA writes with and without a hyphen.
const priceUnit = "cents per kilowatt-hour"

// sectorCount is the number of sectors in a month, including the total.
const sectorCount = 6

// retailPrice is a state's newest month.
func (h *Handlers) retailPrice(
	ctx context.Context, asked *string,
) (answer gen.EnergyElectricity200JSONResponse, err error) {
	code := "US"
	if asked != nil && !strings.EqualFold(*asked, "US") {
		state, ok := usstate.Find(*asked)
		if !ok || state.Territory {
			return answer, problem.Invalid("state", "state must be US or a state, such as TX")
		}
		code = state.Code
	}

	rows, err := eia.Rows[eia.Sale](ctx, h.eia, eia.Query{
		Route:     "electricity/retail-sales",
		Frequency: "monthly",
		Columns:   []string{"price", "sales", "revenue", "customers"},
		Facets:    []eia.Facet{{Name: "stateid", Values: []string{code}}},
		Rows:      14 * sectorCount,
		TTL:       dayInHours,
	})
	if upstream.KindOf(err) == upstream.NotFound {
		return answer, problem.NotFound("state", "EIA has no retail prices of %s", code)
	}
	if err != nil {
		return answer, err
	}
	for _, row := range rows {
		unit := strings.ReplaceAll(row.PriceUnit, "kilowatt hour", "kilowatt-hour")
		if row.State != code || unit != priceUnit {
			return answer, upstream.BadResponse.Errorf("a row that is not the price in %s by kilowatt hour", code)
		}
	}

	retail, month, err := retailOf(rows)
	if err != nil {
		return answer, err
	}
	answer.Region = code
	answer.RegionCode = code
	answer.RegionName = response.OrNull(rows[0].StateName)
	answer.Frequency = gen.EnergyElectricityFrequencyMonthly
	answer.AsOf = month.AddDate(0, 1, 0)
	answer.Retail = retail
	return answer, nil
}

// retailOf builds the answer from rows; each month has one row per sector.
func retailOf(rows []eia.Sale) (*gen.EnergyRetail, time.Time, error) {
	all := slices.DeleteFunc(slices.Clone(rows), func(s eia.Sale) bool { return s.Sector != "ALL" })
	list, err := observations(all, formMonth, func(s eia.Sale) (string, eia.Amount) { return s.Period, s.Price })
	if err != nil {
		return nil, time.Time{}, err
	}

	retail := &gen.EnergyRetail{
		Month:    list[0].period,
		Unit:     priceUnit,
		Price:    new(response.Number(list[0].number)),
		Change:   changeOf(list),
		YearAgo:  yearAgoOf(list),
		BySector: []gen.EnergySector{},
		History:  historyOf(list, 12),
	}
	for _, sector := range []string{"ALL", "RES", "COM", "IND", "TRA", "OTH"} {
		for _, row := range rows {
			if row.Sector == sector && row.Period == retail.Month {
				retail.BySector = append(retail.BySector, sectorOf(row))
			}
		}
	}
	return retail, list[0].at, nil
}

// sectorOf is a row's sector, without a price if it sold nothing.
func sectorOf(row eia.Sale) gen.EnergySector {
	if row.Sales.Number != nil && row.Sales.Number.IsZero() {
		row.Price.Number = nil
	}
	return gen.EnergySector{
		Code:              row.Sector,
		Sector:            row.SectorName,
		Price:             response.NumberOrNull(row.Price.Number),
		SalesMillionKwh:   response.NumberOrNull(row.Sales.Number),
		RevenueMillionUSD: response.NumberOrNull(row.Revenue.Number),
		Customers:         response.NumberOrNull(row.Customers.Number),
	}
}
