package marketing

import (
	"context"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/internal/problem"
)

const (
	defaultHalflife = 7   // days
	maxHalflife     = 1e6 // days
)

// MarketingAttribution answers POST /marketing/attribution: what five models credit each channel with, side
// by side.
func (h *Handlers) MarketingAttribution(_ context.Context, req gen.MarketingAttributionRequestObject) (gen.MarketingAttributionResponseObject, error) {
	if req.Body == nil {
		return nil, problem.Missing("paths")
	}
	body := req.Body
	in := input{body.Rows, body.Csv, body.Tsv, body.Delimiter}
	source, err := pick(append([]string{"paths", "touches"}, tableNames...), append([]bool{body.Paths != nil, body.Touches != nil}, in.given()...))
	if err != nil {
		return nil, err
	}
	halflife, err := option("halflife_days", body.HalflifeDays, defaultHalflife)
	if err != nil {
		return nil, err
	}
	if halflife <= 0 || halflife > maxHalflife {
		return nil, problem.Invalid("halflife_days", "halflife_days must be above 0 and at most %g", float64(maxHalflife))
	}
	warn := &warnings{}
	var j *journeys
	switch {
	case source == "paths":
		j, err = readPaths(string(*body.Paths), warn)
	case body.Delimiter != nil && source == "touches":
		err = problem.Invalid("delimiter", "delimiter goes with csv or tsv")
	default:
		var t *table
		if source == "touches" {
			t, err = openRows("touches", string(*body.Touches), maxTouches, warn)
		} else {
			t, err = in.open(source, warn)
		}
		if err == nil {
			j, err = readJourneyTable(t)
		}
	}
	if err != nil {
		return nil, err
	}
	c := j.credit(halflife)
	if c.touches == 0 && c.nonConverting == 0 {
		return nil, problem.InvalidCode(source, "no_touches", "%s must have at least one touch with a channel", source)
	}
	answer := attributionAnswer(j, c, channelLimit(body.MaxChannels))
	answer.HalflifeDays, answer.Inputs.HalflifeDays = halflife, halflife
	answer.Inputs.Source = gen.MarketingAttributionInputsSource(source)
	return gen.MarketingAttribution200JSONResponse(answer), nil
}

func attributionAnswer(j *journeys, c *credits, limit int) gen.MarketingAttribution {
	answer := gen.MarketingAttribution{
		Paths: c.paths, Touches: c.touches, Conversions: c.conversions.float(), TotalValue: c.value.float(),
		NonConvertingPaths: c.nonConverting,
		Format:             gen.MarketingAttributionFormat(j.format), ColumnMapping: j.columnMapping, IgnoredColumns: j.ignoredColumns,
		RowsUsed: j.used, RowsSkipped: j.skipped,
		Inputs: gen.MarketingAttributionInputs{Form: gen.MarketingAttributionInputsForm(j.form), MaxChannels: limit},
		Conventions: gen.MarketingConventions{
			"credit_pct":      "percent of all conversions, 12 decimals; the rounding error of a model goes to its largest share, so that its numbers sum to exactly 100",
			"weighting":       "each path counts with its conversions; value is shared out by the same weights",
			"repeats":         "each touch counts, also of a channel that was there before",
			"days_before":     "from the touch to the conversion, in days and fractions of days",
			"conversion_time": "conversion_time of the path, else the last touch flagged converted, else the last touch",
			"path_value":      "value of the path, else of the converting touch, else of the last touch that has one, else 1",
			"time_decay":      "0.5^(days_before/halflife_days), normalised within the path",
			"position_based":  "40 % first, 40 % last, 20 % over the middle; 100 % of one touch, 50/50 of two",
		},
		Disclaimer: disclaimer,
	}
	if c.conversions.zero() {
		j.warn.add("models.credit_pct", reasonZeroDenominator, "no path converted: there is nothing to credit, the percentages are null")
	}
	rows := c.shares(j.channels.names)
	answer.ChannelsCount = len(rows)
	answer.MostUndervaluedByLastTouch = mostUndervalued(rows)
	if len(rows) > limit {
		warnFolded(j.warn, "comparison", limit, len(rows))
		rows = fold(rows, limit)
	}
	answer.Comparison = make([]gen.MarketingComparison, len(rows))
	for i, r := range rows {
		answer.Comparison[i] = r.comparison(c.conversions.zero())
	}
	var lists [modelCount][]gen.MarketingCredit
	for m := range models {
		lists[m] = creditList(rows, m, c.conversions.zero())
	}
	answer.Models = gen.MarketingModels{
		FirstTouch: lists[firstTouch], LastTouch: lists[lastTouch], Linear: lists[linear],
		TimeDecay: lists[timeDecay], PositionBased: lists[positionBased],
	}
	answer.Warnings = j.warn.all()
	return answer
}
