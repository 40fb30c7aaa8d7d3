// Package imf reads series of the International Monetary Fund's World Economic Outlook.
package imf

import (
	"bytes"
	"cmp"
	"context"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the SDMX API. The DataMapper's API before it has refused every client that is no browser since 2026-04.
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
	Headers:       map[string]string{"Accept": "application/vnd.sdmx.data+csv"},
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the growth of the United States.
func probe(ctx context.Context, u *upstream.Client) error {
	series, err := (&Client{u}).Series(ctx, "NGDP_RPCH", "USA")
	if err != nil {
		return err
	}
	return upstream.Fact("1990", len(series) > 30, "true")
}

// own are codes of the IMF that are not those of ISO 3166 or the World Bank.
var own = map[string]string{
	"PSE": "WBG", // West Bank and Gaza
	"XKX": "KOS", // Kosovo
}

// Series gives an indicator for a country, by its code of three letters, by year. Years run into the future: forecasts
// are not told apart. A country that it has nothing for is [upstream.NotFound].
func (c *Client) Series(ctx context.Context, indicator, iso3 string) (map[int]decimal.Decimal, error) {
	iso3 = cmp.Or(own[iso3], iso3)
	resp, err := c.c.Get("/data/dataflow/IMF.RES/WEO/+/{}.{}.A", iso3, indicator).
		Query("attributes", "LATEST_ACTUAL_ANNUAL_DATA"). // all 60 of them otherwise
		Query("measures", "all").
		Check(func(resp *upstream.Response) error {
			_, err := read(resp.Body, indicator, iso3)
			return err
		}).
		Do(ctx)
	if err != nil {
		return nil, err
	}

	series, err := read(resp.Body, indicator, iso3)
	if err != nil {
		return nil, err
	}
	if len(series) == 0 {
		return nil, upstream.NotFound.Errorf("no %s of %s", indicator, iso3)
	}
	return series, nil
}

// read takes the values of one indicator and country from a table. Lines without a value carry attributes alone.
// Values of others in their place are no answer.
func read(table []byte, indicator, iso3 string) (map[int]decimal.Decimal, error) {
	rows := upstream.CSV{}.Read(bytes.NewReader(table)).
		Need("COUNTRY", "INDICATOR", "FREQUENCY", "TIME_PERIOD", "OBS_VALUE")
	series := map[int]decimal.Decimal{}
	for row := range rows.All() {
		text := row.Get("OBS_VALUE")
		if text == "" {
			continue
		}
		if row.Get("COUNTRY") != iso3 || row.Get("INDICATOR") != indicator || row.Get("FREQUENCY") != "A" {
			return nil, upstream.BadResponse.Errorf("values of others than %s of %s", indicator, iso3)
		}

		year, err := strconv.Atoi(row.Get("TIME_PERIOD"))
		if err != nil {
			return nil, upstream.BadResponse.Errorf("%.20s instead of a year", row.Get("TIME_PERIOD"))
		}
		value, err := decimal.NewFromString(text)
		if err != nil {
			return nil, upstream.BadResponse.Errorf("%.20s instead of a value", text)
		}
		if _, twice := series[year]; twice {
			return nil, upstream.BadResponse.Errorf("%d twice", year)
		}
		series[year] = value
	}
	if err := rows.Err(); err != nil {
		return nil, upstream.BadResponse.Errorf("%w", err)
	}
	return series, nil
}
