package marketing

import (
	"context"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/handlers/marketing/table"
	"github.com/farebox/farebox/internal/problem"
)

const defaultShift = 0.1 // fraction of the worst channel's spend

// MarketingSpend answers POST /marketing/spend: each channel's cost and return, the most efficient ones, and the
// effect of moving spend between them.
func (h *Handlers) MarketingSpend(
	_ context.Context, req gen.MarketingSpendRequestObject,
) (gen.MarketingSpendResponseObject, error) {
	body := req.Body
	if body == nil {
		return nil, problem.Missing("rows")
	}

	in := table.Input{
		Rows:      body.Rows,
		CSV:       body.Csv,
		TSV:       body.Tsv,
		Delimiter: body.Delimiter,
	}
	source, err := pick(tableSources(in)...)
	if err != nil {
		return nil, err
	}
	shift, err := option("shift_ratio", body.ShiftRatio, defaultShift)
	if err != nil {
		return nil, err
	}
	if shift <= 0 || shift > 1 {
		return nil, problem.Invalid("shift_ratio", "shift_ratio must be above 0 and at most 1: 0.1 is 10 %%")
	}

	warn := &warnings{}
	t, err := in.Open(source, warn.row)
	if err != nil {
		return nil, err
	}
	s, err := readSpend(t)
	if err != nil {
		return nil, err
	}
	s.fallback = body.CacFallback != nil && *body.CacFallback

	return gen.MarketingSpend200JSONResponse(spendAnswer(s, shift, channelLimit(body.MaxChannels), warn)), nil
}

func spendAnswer(s *spend, shift float64, limit int, warn *warnings) gen.MarketingSpend {
	order := s.order()
	total := s.total(order)
	totals := total.row(allChannels, total, s.fallback)

	channels := s.rows(order, total, limit, warn)
	s.explain(totals, order, warn)
	ranks := s.ranking(order, total)
	reallocation := s.reallocation(ranks, total, shift, warn)
	used, ignored := s.mapping.Report()

	return gen.MarketingSpend{
		Channels:       channels,
		ChannelsCount:  len(s.figures),
		Totals:         totals,
		Ranking:        ranks[:min(limit, len(ranks))],
		Reallocation:   reallocation,
		Format:         gen.MarketingSpendFormat(s.table.Format),
		ColumnMapping:  used,
		IgnoredColumns: ignored,
		RowsUsed:       s.used,
		RowsSkipped:    s.table.Rows - s.used,
		Inputs: gen.MarketingSpendInputs{
			Source:      gen.MarketingSpendInputsSource(s.table.Source),
			ShiftRatio:  shift,
			CacFallback: s.fallback,
			MaxChannels: limit,
		},
		Conventions: gen.MarketingConventions{
			"rates": "fractions, 0.05 is 5 %; roi is roas - 1",
			"sums": "rows of a channel are summed; a ratio is over the rows with both its numbers, or over the sums " +
				"where no row has both, and of the totals over the channels with both",
			"ltv":     "mean of the rows weighted by customers, a plain mean where no row has customers",
			"cac":     "spend / customers; conversions are not taken for customers unless cac_fallback",
			"ranking": "by roas, then by revenue, then by name; channels without roas by cpa, lowest first",
			"labels": "cut: roas below 1 or below 0.8 x total; scale: at least 1.2 x total; else hold. " +
				"Without revenue by cpa: scale at most total/1.2, cut above total/0.8",
			"order": "channels by spend, largest first, then by name",
		},
		Warnings:   warn.all(),
		Disclaimer: disclaimer,
	}
}
