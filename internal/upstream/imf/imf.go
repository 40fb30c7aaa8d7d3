// Package imf reads series of the International Monetary Fund's World Economic Outlook.
package imf

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the SDMX API. The DataMapper's API before it answers browsers alone since 2026-04.
var Provider = upstream.Provider{
	Name:        "imf",
	BaseURL:     "https://api.imf.org/external/sdmx/3.0",
	Docs:        "https://data.imf.org/en/Resource-Pages/IMF-API",
	Attribution: "International Monetary Fund, World Economic Outlook",
	Terms:       "https://www.imf.org/en/About/copyright-and-terms",
	Checked:     "readers of 2026-10",
	Keys: []upstream.Key{{
		Env:    "IMF_API_KEY",
		Header: "Ocp-Apim-Subscription-Key",
		Gives:  "access at hours when requests without a key are refused; free at portal.api.imf.org",
	}},
	RatePerMinute: 60,
	Burst:         1,
	TTL:           24 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
	Headers:       map[string]string{"Accept": "application/json"},
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the growth of the United States.
func probe(ctx context.Context, u *upstream.Client) error {
	series, err := (&Client{u}).Series(ctx, "NGDP_RPCH", "USA")
	return upstream.Fact(err, "1990", "true", func() any { return len(series) > 30 })
}

// own are codes of the IMF that are not those of ISO 3166 or the World Bank.
var own = map[string]string{
	"PSE": "WBG", // West Bank and Gaza
	"XKX": "KOS", // Kosovo
}

// answer is SDMX-JSON: a key of a series has the place of each dimension's value among the values of that dimension, a
// key of an observation that of its year. A country without an indicator has no series.
type answer struct {
	Data struct {
		Structures []struct {
			Dimensions struct {
				Series      []dimension `json:"series"`
				Observation []dimension `json:"observation"`
			} `json:"dimensions"`
		} `json:"structures"`
		Sets []struct {
			// Latest has the last year with actual data of the one series: "2025", "FY2024/25"; "0" where all is
			// estimated.
			Latest map[string][][]string `json:"dimensionGroupAttributes,omitempty"` // some answers go without
			Series map[string]struct {
				Observations map[string][]*decimal.Decimal `json:"observations,omitempty"` // none: not one year
			} `json:"series,omitempty"` // none: no values
		} `json:"dataSets"`
	} `json:"data"`
}

type dimension struct {
	ID     string `json:"id"`
	Values []struct {
		ID    string `json:"id,omitempty"`    // of a code
		Value string `json:"value,omitempty"` // of a year
	} `json:"values"`
}

// Series gives an indicator for a country, by its code of three letters, by year, up to the last with actual data.
// Where the IMF does not say which that is, years run into the future. A country that it has nothing for is
// [upstream.NotFound].
func (c *Client) Series(ctx context.Context, indicator, iso3 string) (map[int]decimal.Decimal, error) {
	iso3 = cmp.Or(own[iso3], iso3)
	var came answer
	_, err := c.c.Get("/data/dataflow/IMF.RES/WEO/+/{}.{}.A", iso3, indicator).
		Query("dimensionAtObservation", "TIME_PERIOD").
		Query("attributes", "LATEST_ACTUAL_ANNUAL_DATA"). // all 60 of them otherwise
		Query("measures", "all").
		Check(func(resp *upstream.Response) error {
			var read answer
			if err := resp.JSON(&read); err != nil {
				return err
			}
			_, err := read.of(indicator, iso3)
			return err
		}).
		JSON(ctx, &came)
	if err != nil {
		return nil, err
	}

	series, err := came.of(indicator, iso3)
	if err != nil {
		return nil, err
	}
	if len(series) == 0 {
		return nil, upstream.NotFound.Errorf("no %s of %s", indicator, iso3)
	}
	return series, nil
}

// of takes the values of one indicator and country. Values of others in their place are no answer.
func (a answer) of(indicator, iso3 string) (map[int]decimal.Decimal, error) {
	if len(a.Data.Structures) != 1 || len(a.Data.Sets) != 1 {
		return nil, upstream.BadResponse.Errorf("%d structures, %d sets", len(a.Data.Structures), len(a.Data.Sets))
	}
	dimensions := a.Data.Structures[0].Dimensions
	found := a.Data.Sets[0].Series
	if len(found) == 0 {
		return nil, nil
	}

	asked := map[string]string{
		"COUNTRY":   iso3,
		"INDICATOR": indicator,
		"FREQUENCY": "A",
	}
	for _, d := range dimensions.Series {
		if len(d.Values) != 1 || d.Values[0].ID != asked[d.ID] {
			return nil, upstream.BadResponse.Errorf("values of another %s", d.ID)
		}
	}
	if len(found) != 1 || len(dimensions.Series) != len(asked) || len(dimensions.Observation) != 1 {
		return nil, upstream.BadResponse.Errorf("%d series of %d dimensions", len(found), len(dimensions.Series))
	}

	last := latest(a.Data.Sets[0].Latest)
	series := map[int]decimal.Decimal{}
	years := dimensions.Observation[0].Values
	for _, one := range found {
		for place, values := range one.Observations {
			i, err := strconv.Atoi(place)
			if err != nil || i < 0 || i >= len(years) {
				return nil, upstream.BadResponse.Errorf("%.20s instead of a place", place)
			}
			text := cmp.Or(years[i].Value, years[i].ID)
			year, err := strconv.Atoi(text)
			if err != nil {
				return nil, upstream.BadResponse.Errorf("%.20s instead of a year", text)
			}
			if len(values) > 0 && values[0] != nil && year <= last {
				series[year] = *values[0]
			}
		}
	}
	return series, nil
}

// latest is the last year with actual data. Where none is said there is no bound, which leaves forecasts to the caller.
func latest(groups map[string][][]string) int {
	last := math.MaxInt
	for _, attributes := range groups {
		for _, text := range slices.Concat(attributes...) {
			digits, _, _ := strings.Cut(strings.TrimPrefix(text, "FY"), "/")
			if year, err := strconv.Atoi(digits); err == nil {
				last = min(last, year)
			}
		}
	}
	return last
}
