// Package worldbank reads the World Bank's indicators (API version 2).
package worldbank

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key. Its gateway refuses valid requests now and then.
var Provider = upstream.Provider{
	Name:        "worldbank",
	Undeclared:  true,
	BaseURL:     "https://api.worldbank.org/v2",
	Docs:        "https://datahelpdesk.worldbank.org/knowledgebase/articles/889392",
	Attribution: "World Bank, World Development Indicators, CC BY 4.0",
	Terms:       "https://www.worldbank.org/en/about/legal/terms-of-use-for-datasets",
	Checked:     "recorded 2026-09, one answer of each kind, cut",
	TTL:         24 * time.Hour,
	StaleFor:    7 * 24 * time.Hour,
	Retries:     3,
}

// ErrInvalid is the API's word for an indicator or an economy that it does not know.
var ErrInvalid = errors.New("the World Bank does not know this indicator or economy")

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// Observation is a value of an indicator for an economy in a year.
type Observation struct {
	Indicator     string // "NY.GDP.MKTP.CD"
	IndicatorName string // "GDP (current US$)"
	ISO3          string // of the economy or group: "DEU", "WLD"
	Name          string
	Year          int
	Value         *decimal.Decimal // nil where there is none
}

// Years is a period, both years included, or the latest years that have a value.
type Years struct {
	First, Last int
	Latest      int
}

// Observations are the values of indicators for economies, by their codes of three letters, and the day on which the
// data were last changed. Codes are joined into one request.
func (c *Client) Observations(
	ctx context.Context, economies, indicators []string, years Years,
) (list []Observation, changed *time.Time, err error) {
	// The semicolons between codes have to go out as they are.
	path := "/country/" + places(len(economies)) + "/indicator/" + places(len(indicators))
	request := c.c.Get(path, slices.Concat(economies, indicators)...).
		Query("format", "json").
		Query("per_page", "10000")
	if len(indicators) > 1 {
		request = request.Query("source", "2") // World Development Indicators
	}
	if years.Latest > 0 {
		request = request.Query("mrnev", strconv.Itoa(years.Latest))
	} else {
		request = request.Query("date", strconv.Itoa(years.First)+":"+strconv.Itoa(years.Last))
	}

	resp, err := request.Check(func(resp *upstream.Response) error {
		_, _, err := read(resp)
		return err
	}).Do(ctx)
	if err != nil {
		return nil, nil, err
	}
	return read(resp)
}

// places are the places of so many codes in a path.
func places(codes int) string {
	return strings.TrimSuffix(strings.Repeat("{};", codes), ";")
}

// read takes an answer apart: an array of a head and rows, of which the rows are null when there are none, or an
// array of a message.
func read(resp *upstream.Response) ([]Observation, *time.Time, error) {
	head, body, err := parts(resp)
	if err != nil {
		return nil, nil, err
	}
	var rows []struct {
		Indicator struct {
			ID   string `json:"id"`
			Name string `json:"value"`
		} `json:"indicator"`
		Country struct {
			ID   string `json:"id"`
			Name string `json:"value"`
		} `json:"country"`
		ISO3  string           `json:"countryiso3code"`
		Date  string           `json:"date"`
		Value *decimal.Decimal `json:"value"`
	}
	if err := json.Unmarshal(body, &rows); err != nil {
		return nil, nil, upstream.BadResponse.Errorf("rows: %w", err)
	}

	list := make([]Observation, 0, len(rows))
	for _, row := range rows {
		year, err := strconv.Atoi(row.Date)
		if err != nil || row.Indicator.ID == "" || row.ISO3+row.Country.ID == "" {
			return nil, nil, upstream.BadResponse.Errorf("a row without a year, an indicator or an economy")
		}
		code := row.ISO3
		if code == "" {
			code = row.Country.ID // some groups have only this
		}
		list = append(list, Observation{
			Indicator:     row.Indicator.ID,
			IndicatorName: strings.TrimSpace(row.Indicator.Name),
			ISO3:          code,
			Name:          strings.TrimSpace(row.Country.Name),
			Year:          year,
			Value:         row.Value,
		})
	}

	var changed *time.Time
	if day, err := time.Parse(time.DateOnly, head.Changed); err == nil {
		changed = &day
	}
	return list, changed, nil
}

type head struct {
	Changed string `json:"lastupdated"`
	Pages   int    `json:"pages"`
	Message []struct {
		ID string `json:"id"`
	} `json:"message"`
}

func parts(resp *upstream.Response) (h head, body json.RawMessage, err error) {
	var both []json.RawMessage
	if err := resp.JSON(&both); err != nil {
		return h, nil, err
	}
	if len(both) == 0 {
		return h, nil, upstream.BadResponse.Errorf("an empty answer")
	}
	if err := json.Unmarshal(both[0], &h); err != nil {
		return h, nil, upstream.BadResponse.Errorf("head: %w", err)
	}

	for _, m := range h.Message {
		if m.ID == "120" {
			return h, nil, upstream.NotFound.Errorf("%w", ErrInvalid)
		}
	}

	switch {
	case len(h.Message) > 0:
		return h, nil, upstream.BadResponse.Errorf("message %s", h.Message[0].ID)
	case h.Pages > 1:
		return h, nil, upstream.BadResponse.Errorf("an answer in %d pages", h.Pages)
	case len(both) < 2:
		return h, nil, upstream.BadResponse.Errorf("an answer without rows")
	}

	return h, both[1], nil
}

// Economy is what the World Bank says of an economy or group.
type Economy struct {
	ISO3    string `json:"id"`
	ISO2    string `json:"iso2Code"`
	Name    string `json:"name"`
	Capital string `json:"capitalCity"`
	Region  group  `json:"region"` // "Aggregates" for groups
	Income  group  `json:"incomeLevel"`
}

type group struct {
	Name string `json:"value"` // can end in blanks
}

// Economy gives the economy with this code of three letters, or [upstream.NotFound].
func (c *Client) Economy(ctx context.Context, iso3 string) (*Economy, error) {
	read := func(resp *upstream.Response) (*Economy, error) {
		_, body, err := parts(resp)
		if err != nil {
			return nil, err
		}
		var list []Economy
		if err := json.Unmarshal(body, &list); err != nil || len(list) != 1 || list[0].ISO3 == "" {
			return nil, upstream.BadResponse.Errorf("an answer that is not one economy")
		}
		e := list[0]
		e.Name = strings.TrimSpace(e.Name)
		e.Region.Name = strings.TrimSpace(e.Region.Name)
		e.Income.Name = strings.TrimSpace(e.Income.Name)
		e.Capital = strings.TrimSpace(e.Capital)
		return &e, nil
	}

	resp, err := c.c.Get("/country/{}", iso3).Query("format", "json").Check(func(resp *upstream.Response) error {
		_, err := read(resp)
		return err
	}).Do(ctx)
	if err != nil {
		return nil, err
	}

	return read(resp)
}
