package energy

import (
	"context"

	gen "github.com/farebox/farebox/gen/energy"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/eia"
)

// EnergyRenewables answers GET /energy/renewables.
func (h *Handlers) EnergyRenewables(
	ctx context.Context, req gen.EnergyRenewablesRequestObject,
) (gen.EnergyRenewablesResponseObject, error) {
	code, err := respondent(req.Params.Region)
	if err != nil {
		return nil, err
	}
	ctx, reads := upstream.WithReads(ctx)
	hours, name, err := h.hours(ctx, code)
	if upstream.KindOf(err) == upstream.NotFound {
		return nil, problem.NotFound("region", "EIA has no generation of %s", code)
	}
	if err != nil {
		return nil, err
	}

	hours = complete(hours)
	sources := h.asked(reads, hours[0].end, delay["hourly"])
	answer := gen.EnergyRenewables200JSONResponse{
		Metric:      string(req.Params.Metric),
		Region:      req.Params.Region,
		RegionCode:  code,
		RegionName:  response.OrNull(name),
		Frequency:   gen.EnergyRenewablesFrequencyHourly,
		AsOf:        hours[0].end,
		Latest:      shareOf(sum(hours[:1])),
		Sources:     sources,
		Partial:     response.Partial(sources),
		Attribution: eia.Provider.Attribution,
	}
	if day := lastDay(hours); day != nil {
		answer.Last24Hours = new(shareOf(sum(day)))
	}
	return answer, nil
}

func shareOf(b balance) gen.EnergyShare {
	renewable := b.of(gen.Renewable)
	return gen.EnergyShare{
		PeriodStart:          b.start(),
		PeriodEnd:            b.end(),
		Hours:                len(b.hours),
		SharePct:             b.share(renewable),
		CleanSharePct:        b.share(renewable.Add(b.of(gen.Nuclear))),
		UnclassifiedSharePct: b.share(b.of(gen.Unclassified)),
		RenewableMwh:         response.Number(renewable),
		TotalMwh:             response.Number(b.positive),
		ByFuel:               b.fuels(gen.Renewable),
	}
}
