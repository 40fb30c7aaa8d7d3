package energy

import (
	"context"

	gen "github.com/farebox/farebox/gen/energy"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/eia"
)

// padd is a region as in series names.
type padd struct {
	prices string // in series of retail prices
	stocks string // in series of stocks
}

// padds are the Petroleum Administration for Defense Districts.
var padds = map[gen.EnergyPetroleumParamsRegion]padd{
	"us":             {prices: "NUS", stocks: "US1"},
	"east_coast":     {prices: "R10", stocks: "P11"},
	"midwest":        {prices: "R20", stocks: "P21"},
	"gulf_coast":     {prices: "R30", stocks: "P31"},
	"rocky_mountain": {prices: "R40", stocks: "P41"},
	"west_coast":     {prices: "R50", stocks: "P51"},
}

// petroleum is the series of a metric in a region, or false if the metric has a single place.
func petroleum(metric gen.EnergyPetroleumParamsMetric, region gen.EnergyPetroleumParamsRegion) (series, bool) {
	in := padds[region]
	retail := series{
		route:     "petroleum/pri/gnd",
		frequency: "weekly",
		unit:      "USD per gallon",
		unitEIA:   "$/GAL",
	}
	spot := series{
		route:     "petroleum/pri/spt",
		frequency: "daily",
		unit:      "USD per barrel",
		unitEIA:   "$/BBL",
	}
	stocks := series{
		route:     "petroleum/stoc/wstk",
		frequency: "weekly",
		unit:      "thousand barrels",
		unitEIA:   "MBBL",
	}

	switch metric {
	case gen.GasPrices:
		retail.id = "EMM_EPMR_PTE_" + in.prices + "_DPG"
		retail.basis = "Retail price of regular gasoline, all formulations, taxes included; nominal, " +
			"not seasonally adjusted."
		return retail, true
	case gen.DieselPrices:
		retail.id = "EMD_EPD2D_PTE_" + in.prices + "_DPG"
		retail.basis = "Retail price of on-highway diesel, all types, taxes included; nominal, not seasonally adjusted."
		return retail, true
	case gen.CrudeWti:
		spot.id = "RWTC"
		spot.basis = "Spot price of West Texas Intermediate crude oil at Cushing, Oklahoma; nominal."
		return spot, region == "us"
	case gen.CrudeBrent:
		spot.id = "RBRTE"
		spot.basis = "Spot price of Brent crude oil in Europe; nominal."
		return spot, region == "us"
	case gen.CrudeStocks:
		stocks.id = "WCEST" + in.stocks
		stocks.basis = "Commercial stocks of crude oil at the end of the week, without the Strategic Petroleum Reserve."
	case gen.GasolineStocks:
		stocks.id = "WGTST" + in.stocks
		stocks.basis = "Stocks of total motor gasoline at the end of the week."
	case gen.DistillateStocks:
		stocks.id = "WDIST" + in.stocks
		stocks.basis = "Stocks of distillate fuel oil at the end of the week."
	}
	return stocks, true
}

// EnergyPetroleum answers GET /energy/petroleum.
func (h *Handlers) EnergyPetroleum(
	ctx context.Context, req gen.EnergyPetroleumRequestObject,
) (gen.EnergyPetroleumResponseObject, error) {
	s, ok := petroleum(req.Params.Metric, req.Params.Region)
	if !ok {
		return nil, problem.Invalid("region",
			"%s is the price of one place and takes no region but us", req.Params.Metric)
	}

	ctx, reads := upstream.WithReads(ctx)
	list, title, err := h.values(ctx, s, max(req.Params.History, yearOf[s.frequency]))
	if upstream.KindOf(err) == upstream.NotFound {
		return nil, problem.NotFound("metric", "EIA has no values of %s in %s", req.Params.Metric, req.Params.Region)
	}
	if err != nil {
		return nil, err
	}
	sources := h.asked(reads, list[0].at, delay[s.frequency])
	history := historyOf(list, req.Params.History)
	return gen.EnergyPetroleum200JSONResponse{
		Metric:      string(req.Params.Metric),
		Region:      new(string(req.Params.Region)),
		SeriesID:    s.id,
		Title:       response.OrNull(title),
		Basis:       s.basis,
		Unit:        s.unit,
		Frequency:   gen.EnergySeriesFrequency(s.frequency),
		AsOfDate:    list[0].period,
		Latest:      shown(list[0]),
		Change:      changeOf(list),
		YearAgo:     yearAgoOf(list),
		Count:       len(history),
		History:     history,
		Sources:     sources,
		Partial:     response.Partial(sources),
		Attribution: eia.Provider.Attribution,
	}, nil
}
