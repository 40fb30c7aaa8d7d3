package energy

import (
	"context"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/energy"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/eia"
)

// storageAreas are the regions of the weekly storage report, as in series names.
var storageAreas = map[gen.EnergyNaturalGasParamsRegion]string{
	"east":          "R31",
	"midwest":       "R32",
	"south_central": "R33",
	"mountain":      "R34",
	"pacific":       "R35",
}

const (
	lower48    = "R48"
	yearsBack  = 5
	weeksBack  = yearsBack*53 + 2
	dayInHours = 24 * time.Hour
)

// EnergyNaturalGas answers GET /energy/natural-gas.
func (h *Handlers) EnergyNaturalGas(
	ctx context.Context, req gen.EnergyNaturalGasRequestObject,
) (gen.EnergyNaturalGasResponseObject, error) {
	if req.Params.Metric == gen.HenryHub && req.Params.Region != nil {
		return nil, problem.Invalid("region", "henry_hub is the price of one place and takes no region")
	}
	ctx, reads := upstream.WithReads(ctx)
	s, count := gasSeries(req.Params)

	list, title, err := h.values(ctx, s, max(req.Params.History, count))
	if upstream.KindOf(err) == upstream.NotFound {
		return nil, problem.NotFound("metric", "EIA has no values of %s there", req.Params.Metric)
	}
	if err != nil {
		return nil, err
	}
	sources := h.asked(reads, list[0].at, delay[s.frequency])
	history := historyOf(list, req.Params.History)
	answer := gen.EnergyNaturalGas200JSONResponse{
		Metric:      string(req.Params.Metric),
		SeriesID:    s.id,
		Title:       response.OrNull(title),
		Basis:       s.basis,
		Unit:        s.unit,
		Frequency:   gen.EnergyNaturalGasFrequency(s.frequency),
		AsOfDate:    list[0].period,
		Latest:      shown(list[0]),
		Change:      changeOf(list),
		YearAgo:     yearAgoOf(list),
		Count:       len(history),
		History:     history,
		Sources:     sources,
		Partial:     response.Partial(sources),
		Attribution: eia.Provider.Attribution,
	}
	if req.Params.Metric == gen.Storage {
		answer.Region = new("lower_48")
		if req.Params.Region != nil {
			answer.Region = new(string(*req.Params.Region))
		}
		answer.Storage = storageOf(list)
	}
	return answer, nil
}

// gasSeries is the requested series, and how many observations its answer needs.
func gasSeries(p gen.EnergyNaturalGasParams) (series, int) {
	if p.Metric == gen.HenryHub {
		return series{
			route:     "natural-gas/pri/fut", // spot prices are among the futures
			id:        "RNGWHHD",
			frequency: "daily",
			unit:      "USD per million Btu",
			unitEIA:   "$/MMBTU",
			basis:     "Spot price of natural gas at the Henry Hub, Louisiana; nominal.",
		}, yearOf["daily"]
	}

	area := lower48
	if p.Region != nil {
		area = storageAreas[*p.Region]
	}

	return series{
		route:     "natural-gas/stor/wkly",
		id:        "NW2_EPG0_SWO_" + area + "_BCF",
		frequency: "weekly",
		unit:      "Bcf",
		unitEIA:   "BCF",
		basis:     "Working gas in underground storage at the end of Friday.",
	}, weeksBack
}

// storageOf compares the latest week with the previous week and with the five years before.
func storageOf(list []value) *gen.EnergyStorage {
	latest := list[0]
	storage := &gen.EnergyStorage{}
	if len(list) > 1 && latest.at.Sub(list[1].at) == 7*dayInHours {
		storage.WeekChangeBcf = new(response.Number(latest.number.Sub(list[1].number)))
	}

	sum := decimal.Zero
	for years := 1; years <= yearsBack; years++ {
		at := onDay(list, latest.at.AddDate(-years, 0, 0))
		if at == nil {
			return storage
		}
		sum = sum.Add(*at)
	}
	average := sum.DivRound(decimal.NewFromInt(yearsBack), 0)
	surplus := latest.number.Sub(average)
	storage.FiveYearAvgBcf = new(response.Number(average))
	storage.SurplusBcf = new(response.Number(surplus))
	storage.SurplusPct = response.Pct(surplus, average, 2)
	return storage
}

// onDay is the linear interpolation for a day between two weekly values, or nil if a week is missing.
func onDay(list []value, day time.Time) *decimal.Decimal {
	for i := len(list) - 1; i >= 0; i-- {
		before := list[i]
		if before.at.Equal(day) {
			return &before.number
		}
		if i == 0 || before.at.After(day) || !list[i-1].at.After(day) {
			continue
		}
		after := list[i-1]
		if after.at.Sub(before.at) != 7*dayInHours {
			return nil
		}
		days := decimal.NewFromInt(int64(day.Sub(before.at) / dayInHours))
		step := after.number.Sub(before.number).Mul(days).DivRound(decimal.NewFromInt(7), 6)
		return new(before.number.Add(step))
	}
	return nil
}
