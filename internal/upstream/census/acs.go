package census

import (
	"context"
	"net/url"
	"strconv"
)

// Level is a kind of area with estimates in the American Community Survey.
type Level string

// The levels, by their names in the API.
const (
	State  Level = "state"
	County Level = "county"
	CBSA   Level = "metropolitan statistical area/micropolitan statistical area"
	ZCTA   Level = "zip code tabulation area"
)

// Area is one area: two digits for a state, five for the others.
type Area struct {
	Level Level
	Code  string
}

// Estimate is a median with its margin of error at 90 per cent confidence.
type Estimate struct {
	Value  float64
	Margin *float64 // nil when none was worked out

	// Bound is "at_least" or "at_most" if the median lies in the open-ended interval at an end of the scale, so
	// that Value is only that interval's limit; empty otherwise.
	Bound string
}

// Housing are the medians of an area over the five years that end with Year, in dollars of Year. One that was not
// computed, for example because too few households answered, is nil.
type Housing struct {
	Year      int
	HomeValue *Estimate // of owner-occupied homes, as stated by their owners (B25077)
	GrossRent *Estimate // a month, with utilities (B25064)
	Income    *Estimate // of households, a year (B19013)
}

// The variables, each with the limits of the open-ended intervals at both ends of its scale.
var (
	homeValue = variable{
		code:    "B25077_001",
		lowest:  10_000,
		highest: 2_000_000,
	}
	grossRent = variable{
		code:    "B25064_001",
		lowest:  100,
		highest: 3_500,
	}
	income = variable{
		code:    "B19013_001",
		lowest:  2_500,
		highest: 250_000,
	}
)

type variable struct {
	code            string
	lowest, highest float64
}

// Housing reads the 5-year estimates ending with year. An area without a row is [upstream.NotFound].
func (c *Client) Housing(ctx context.Context, year int, area Area) (*Housing, error) {
	query := url.Values{}
	columns := []string{"NAME"}
	for _, v := range []variable{homeValue, grossRent, income} {
		columns = append(columns, v.code+"E", v.code+"M")
	}
	code := area.Code
	if area.Level == County {
		query.Set("in", "state:"+code[:2])
		code = code[2:]
	}
	query.Set("for", string(area.Level)+":"+code)

	rows, err := c.Rows(ctx, strconv.Itoa(year)+"/acs/acs5", columns, query)
	if err != nil {
		return nil, err
	}
	row := rows[0]
	return &Housing{
		Year:      year,
		HomeValue: homeValue.read(row),
		GrossRent: grossRent.read(row),
		Income:    income.read(row),
	}, nil
}

// read takes an estimate from a row. Negative codes, such as -666666666, say why it is missing.
func (v variable) read(row Row) *Estimate {
	value, err := strconv.ParseFloat(row[v.code+"E"], 64)
	if err != nil || value <= 0 {
		return nil
	}

	estimate := &Estimate{Value: value}
	switch {
	case value > v.highest:
		estimate.Value = v.highest
		estimate.Bound = "at_least"
	case value < v.lowest:
		estimate.Value = v.lowest
		estimate.Bound = "at_most"
	}
	if margin, err := strconv.ParseFloat(row[v.code+"M"], 64); err == nil && margin >= 0 && estimate.Bound == "" {
		estimate.Margin = &margin
	}
	return estimate
}
