package chain

import (
	"context"
	"encoding/json"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/chain"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/chain/oracle/prices"
	"github.com/farebox/farebox/internal/response"
)

// percentPlaces is the number of decimal places of percentages.
const percentPlaces = 6

// MarketReport answers GET /market/report: all sources of an asset, read at one block of each network, then its
// recent changes. It takes two successive steps of requests. A part that cannot be read is left out, and its source
// says why.
func (h *Handlers) MarketReport(ctx context.Context, req gen.MarketReportRequestObject) (gen.MarketReportResponseObject, error) {
	asset, err := h.asset(req.Params.Token)
	if err != nil {
		return nil, err
	}

	r, err := h.markets.Report(ctx, asset)
	if err != nil {
		return nil, noPrice(asset, err)
	}

	q := r.Quote
	answer := gen.ChainMarketReport{
		Token: asset.Symbol, ReferencePriceUSD: priceNumber(q.Price), ReferenceSource: gen.ChainMarketReportReferenceSource(q.Source), Stale: q.Stale,
		Confidence: q.Confidence,
		Aggregate:  marketAggregate(r), Recent: marketRecent(r.Recent),
		Sources:    readings(r),
		OracleOnly: r.OracleOnly(),
		Partial:    r.Partial(),
		Warnings:   []gen.ChainMarketReportWarnings{},
		Block:      whole(q.Block),
		Chain:      caip2Base,
		AsOf:       q.UpdatedAt.UTC(),
		CheckedAt:  r.At.UTC(),
		Spread: gen.ChainMarketSpread{
			MinPriceUSD: response.Formed(r.Min, priceNumber),
			MaxPriceUSD: response.Formed(r.Max, priceNumber),
		},
	}

	if usd, percent, ok := r.Spread(); ok {
		answer.CrossSourceSpreadPct = new(percentage(percent))
		answer.Spread.SpreadUSD = new(priceNumber(usd))
		answer.Spread.SpreadBps = new(json.Number(percent.Shift(2).Round(percentPlaces - 2).String()))
	}

	answer.Quotes = response.Items(response.Each(r.Sources, marketQuote))
	for _, w := range q.Warnings {
		answer.Warnings = append(answer.Warnings, gen.ChainMarketReportWarnings(w))
	}

	if r.Truncated {
		answer.Warnings = append(answer.Warnings, gen.ChainMarketReportWarningsVolumeTruncated)
	}
	return gen.MarketReport200JSONResponse(answer), nil
}

// readings are the report's inputs.
func readings(r prices.Report) []shared.Source {
	list := make([]shared.Source, 0, len(r.Readings))
	for _, one := range r.Readings {
		if one.Skipped != "" {
			list = append(list, response.Skipped(one.What, one.Skipped))
			continue
		}
		list = append(list, response.Source(one.What, one.Err))
	}
	return list
}

func marketAggregate(r prices.Report) gen.ChainMarketAggregate {
	a := gen.ChainMarketAggregate{
		DexVwapUSD:     response.Formed(r.VWAP, priceNumber),
		TotalDexTvlUSD: response.Formed(r.TVL, cents),
		Volume1HUsd:    response.Formed(r.Volume, cents),
		NumSources:     r.Usable,
	}
	a.VwapBasis = response.OrNull(gen.ChainMarketAggregateVwapBasis(r.Basis))
	return a
}

func marketRecent(r prices.Recent) gen.ChainMarketRecent {
	out := gen.ChainMarketRecent{Samples: r.Samples, ChangePct: response.Formed(r.Change, percentage)}
	if r.Volatility != nil {
		out.VolatilityPct = new(percentage(decimal.NewFromFloat(*r.Volatility)))
	}
	if r.Source != "" {
		out.Source = new(gen.ChainMarketRecentSource(r.Source))
		out.WindowHours = new(r.Window.Hours())
		out.CoveredHours = new(r.Covered.Hours())
	}
	return out
}

func marketQuote(s prices.Source) gen.ChainMarketQuote {
	out := gen.ChainMarketQuote{
		Type: "oracle", Name: prices.Chainlink, Network: s.Network, Stale: s.Stale, Usable: s.Usable(),
		PriceUSD:    response.Formed(s.Price, priceNumber),
		TvlUSD:      response.Formed(s.TVL, cents),
		Volume1HUsd: response.Formed(s.Volume, cents),
	}

	if s.Pool != nil {
		out.Type = "dex"
		out.Name = gen.ChainMarketQuoteName(s.Pool.Dex)
		out.Pair = s.Pool.Pair()
		out.Address = s.Pool.Address.Hex()
		if s.Volume != nil {
			out.Swaps1H = new(s.Swaps)
		}
	} else {
		out.Pair = feedPair(s.Feeds)
		out.Address = s.Feeds[0].Proxy.Hex()
	}

	if s.Price != nil {
		out.UpdatedAt = new(s.Updated)
		out.AgeSeconds = new(int64(s.Age.Seconds()))
	}
	if s.Err != nil {
		out.Error = new(s.Err.Error())
	}

	return out
}

func percentage(d decimal.Decimal) json.Number { return json.Number(d.Round(percentPlaces).String()) }
