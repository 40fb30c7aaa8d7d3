package marketing

import (
	"context"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/handlers/marketing/table"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
)

const (
	defaultHalflife = 7   // days
	maxHalflife     = 1e6 // days
)

// MarketingAttribution answers POST /marketing/attribution: each channel's credit under five models, side by side.
func (h *Handlers) MarketingAttribution(
	_ context.Context, req gen.MarketingAttributionRequestObject,
) (gen.MarketingAttributionResponseObject, error) {
	body := req.Body
	if body == nil {
		return nil, problem.Missing("paths")
	}

	in := table.Input{
		Rows:      body.Rows,
		CSV:       body.Csv,
		TSV:       body.Tsv,
		Delimiter: body.Delimiter,
	}
	lists := []source{
		{"paths", body.Paths != nil},
		{"touches", body.Touches != nil},
	}
	source, err := pick(append(lists, tableSources(in)...)...)
	if err != nil {
		return nil, err
	}
	halflife, err := option("halflife_days", body.HalflifeDays, defaultHalflife)
	if err != nil {
		return nil, err
	}
	if halflife <= 0 || halflife > maxHalflife {
		return nil, problem.Invalid("halflife_days", "halflife_days must be above 0 and at most %g",
			float64(maxHalflife))
	}

	j, err := readJourneys(source, body, in)
	if err != nil {
		return nil, err
	}
	c := j.credit(halflife)
	if c.touches == 0 && c.nonConverting == 0 && len(j.touches) > 0 {
		return nil, problem.InvalidCode(source, problem.CodeNoTouches,
			"%s has no touch before the conversion of its path: all are later than conversion_time", source)
	}
	if c.touches == 0 && c.nonConverting == 0 {
		return nil, problem.InvalidCode(source, problem.CodeNoTouches,
			"%s must have at least one touch with a channel", source)
	}

	answer := attributionAnswer(j, c, channelLimit(body.MaxChannels))
	answer.HalflifeDays = halflife
	answer.Inputs.HalflifeDays = halflife
	answer.Inputs.Source = gen.MarketingAttributionInputsSource(source)

	return gen.MarketingAttribution200JSONResponse(answer), nil
}

// readJourneys reads the member named source: paths, touches or a table of either.
func readJourneys(source string, body *gen.MarketingAttributionRequest, in table.Input) (*journeys, error) {
	warn := &warnings{}
	if source == "paths" {
		return readPaths(string(*body.Paths), warn)
	}

	var t *table.Table
	var err error
	if source == "touches" {
		t, err = in.OpenList(source, *body.Touches, maxTouches, warn.row)
	} else {
		t, err = in.Open(source, warn.row)
	}
	if err != nil {
		return nil, err
	}

	return readJourneyTable(t, warn)
}

func attributionAnswer(j *journeys, c *credits, limit int) gen.MarketingAttribution {
	nothing := c.conversions.Sign() == 0
	if nothing {
		j.warn.add("models.credit_pct", reasonZeroDenominator,
			"no path converted: there is nothing to credit, the percentages are null")
	}

	rows := c.shares(j.channels.names)
	count := len(rows)
	undervalued := mostUndervalued(rows)
	if count > limit {
		warnFolded(j.warn, "comparison", limit, count)
		rows = fold(rows, limit)
	}

	comparison := each.Of(rows, func(r share) gen.MarketingComparison { return r.comparison(nothing) })

	return gen.MarketingAttribution{
		Models: gen.MarketingModels{
			FirstTouch:    creditList(rows, firstTouch, nothing),
			LastTouch:     creditList(rows, lastTouch, nothing),
			Linear:        creditList(rows, linear, nothing),
			TimeDecay:     creditList(rows, timeDecay, nothing),
			PositionBased: creditList(rows, positionBased, nothing),
		},
		Comparison:                 comparison,
		ChannelsCount:              count,
		MostUndervaluedByLastTouch: undervalued,
		Paths:                      c.paths,
		NonConvertingPaths:         c.nonConverting,
		Touches:                    c.touches,
		Conversions:                c.conversions.Float(),
		TotalValue:                 c.value.Float(),
		Format:                     gen.MarketingAttributionFormat(j.format),
		ColumnMapping:              j.columnMapping,
		IgnoredColumns:             j.ignoredColumns,
		RowsUsed:                   j.used,
		RowsSkipped:                j.skipped,
		Inputs: gen.MarketingAttributionInputs{
			Form:        gen.MarketingAttributionInputsForm(j.form),
			MaxChannels: limit,
		},
		Conventions: gen.MarketingConventions{
			"credit_pct": "percent of all conversions, 12 decimals; the rounding error of a model goes to " +
				"its largest share, so that its numbers sum to exactly 100",
			"weighting":   "each path counts with its conversions; value is shared out by the same weights",
			"repeats":     "each touch counts, also of a channel that was there before",
			"days_before": "from the touch to the conversion, in days and fractions of days",
			"conversion_time": "conversion_time of the path, else the last touch flagged converted, " +
				"else the last touch",
			"path_value": "value of the path, else the sum of its converting touches, " +
				"else of the last touch that has one, else 1 when no path has a value",
			"time_decay":     "0.5^(days_before/halflife_days), normalised within the path",
			"position_based": "40 % first, 40 % last, 20 % over the middle; 100 % of one touch, 50/50 of two",
		},
		Warnings:   j.warn.all(),
		Disclaimer: disclaimer,
	}
}
