// Package imf reads series of the International Monetary Fund's DataMapper.
package imf

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key. It refuses a User-Agent that describes the caller, a request without
// Accept, and callers that are too quick.
var Provider = upstream.Provider{
	Name:          "imf",
	BaseURL:       "https://www.imf.org/external/datamapper/api/v1",
	Docs:          "https://www.imf.org/external/datamapper/api/help",
	Attribution:   "International Monetary Fund, World Economic Outlook",
	Terms:         "https://www.imf.org/en/About/copyright-and-terms",
	Checked:       "documented shape only",
	RatePerMinute: 60,
	Burst:         1,
	TTL:           24 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
	Retries:       -1,
	Headers: map[string]string{
		"User-Agent": "",
		"Accept":     "*/*",
	},
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

// answer is what the API says: values by indicator, country and year, null for a year without one. An indicator or a
// country without any is absent.
type answer struct {
	Values map[string]map[string]map[string]*decimal.Decimal `json:"values"`
}

// own are codes of the IMF that are not those of ISO 3166 or the World Bank.
var own = map[string]string{
	"PSE": "WBG", // West Bank and Gaza
	"XKX": "UVK", // Kosovo
}

// Series gives an indicator for a country, by its code of three letters, by year. Years run into the future: forecasts
// are not told apart. A country that it has nothing for is [upstream.NotFound].
func (c *Client) Series(ctx context.Context, indicator, iso3 string) (map[int]decimal.Decimal, error) {
	iso3 = cmp.Or(own[iso3], iso3)
	var came answer
	_, err := c.c.Get("/{}/{}", indicator, iso3).
		AcceptStatus(http.StatusForbidden).
		Refusal(func(resp *upstream.Response) error {
			if resp.Status == http.StatusForbidden {
				return upstream.RateLimited.Errorf("refused for now")
			}
			return nil
		}).
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
	if len(a.Values) > 0 && a.Values[indicator] == nil {
		return nil, upstream.BadResponse.Errorf("values of others than %s", indicator)
	}
	if len(a.Values[indicator]) > 0 && a.Values[indicator][iso3] == nil {
		return nil, upstream.BadResponse.Errorf("values of others than %s", iso3)
	}

	series := map[int]decimal.Decimal{}
	for text, value := range a.Values[indicator][iso3] {
		year, err := strconv.Atoi(text)
		if err != nil {
			return nil, upstream.BadResponse.Errorf("%.20s instead of a year", text)
		}
		if value != nil {
			series[year] = *value
		}
	}
	return series, nil
}
