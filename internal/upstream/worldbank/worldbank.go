// Package worldbank reads the World Bank's indicators (API version 2).
package worldbank

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
	"github.com/farebox/farebox/internal/upstream/single"
)

// Provider is the public API, which needs no key. Its gateway refuses valid requests now and then.
var Provider = upstream.Provider{
	Name:        "worldbank",
	BaseURL:     "https://api.worldbank.org/v2",
	Docs:        "https://datahelpdesk.worldbank.org/knowledgebase/articles/889392",
	Attribution: "World Bank, World Development Indicators, CC BY 4.0",
	Terms:       "https://www.worldbank.org/en/about/legal/terms-of-use-for-datasets",
	Checked:     "recorded 2026-09, one answer of each kind, cut",
	TTL:         24 * time.Hour,
	StaleFor:    7 * 24 * time.Hour,
	Lasts:       400 * 24 * time.Hour, // the indicators are updated several times a year
	Retries:     3,
}

// ErrInvalid is the API's word for an indicator or an economy that it does not know.
var ErrInvalid = errors.New("the World Bank does not know this indicator or economy")

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for Germany.
func probe(ctx context.Context, u *upstream.Client) error {
	economy, err := (&Client{u}).Economy(ctx, "DEU")
	return upstream.Fact(err, "name", "Germany", func() any { return economy.Name })
}

// Observation is a value of an indicator for an economy in a year.
type Observation struct {
	Indicator     string // "NY.GDP.MKTP.CD"
	IndicatorName string // "GDP (current US$)"
	ISO3          string // of the economy or group: "DEU", "WLD"; "" of some groups
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
// data were last changed, nil when it is not said. Codes are joined into one request.
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

	var came observations
	_, err = request.Refusal(refusal).Check(func(resp *upstream.Response) error {
		var read observations
		if err := resp.JSON(&read); err != nil {
			return err
		}
		return read.answer(economies, indicators, years)
	}).JSON(ctx, &came)
	if err != nil {
		return nil, nil, err
	}

	list, err = single.Rows(came.list(), func(o Observation) cell { return cell{o.Indicator, o.ISO3, o.Name, o.Year} })
	if day := came.DataOf(); !day.IsZero() {
		changed = &day
	}
	return list, changed, err
}

// cell is what an observation is the value of.
type cell struct {
	indicator, iso3, name string
	year                  int
}

// places are the places of a number of codes in a path.
func places(codes int) string {
	return strings.TrimSuffix(strings.Repeat("{};", codes), ";")
}

// observations are an answer: an array of a head and rows; the rows are null if there are none.
type observations struct {
	head dataHead
	rows []row
}

// head says how many rows there are.
type head struct {
	Pages scalar.Int `json:"pages"`
	Total scalar.Int `json:"total"`
}

type dataHead struct {
	head

	Changed string `json:"lastupdated,omitempty"` // describes; not of lists of countries
}

type row struct {
	Indicator struct {
		ID   string `json:"id"`
		Name string `json:"value"`
	} `json:"indicator"`
	Country struct {
		ID   string `json:"id"`
		Name string `json:"value"`
	} `json:"country"`
	ISO3  string           `json:"countryiso3code"` // "" of some groups
	Date  string           `json:"date"`
	Value *decimal.Decimal `json:"value" contract:"none"` // null of a year that the World Bank has no value of
}

// DataOf implements [upstream.Dated].
func (o *observations) DataOf() time.Time {
	day, _ := time.Parse(time.DateOnly, o.head.Changed) // zero after an error
	return day
}

// UnmarshalJSON reads both parts.
func (o *observations) UnmarshalJSON(body []byte) error {
	rows, err := parts(body, &o.head)
	if err != nil {
		return err
	}
	if string(rows) != "null" { // how an answer without rows is written
		if err := upstream.Decode(rows, &o.rows); err != nil {
			return err
		}
	}
	return o.head.counts(len(o.rows))
}

// counts refuses answers that are not whole.
func (h head) counts(rows int) error {
	switch {
	case h.Pages > 1:
		return fmt.Errorf("an answer in %d pages", h.Pages)
	case int(h.Total) != rows:
		return fmt.Errorf("%d rows, where the head counts %d", rows, h.Total)
	}
	return nil
}

// answer sees that the rows are what was asked for. Those of the latest years that have a value have one.
func (o *observations) answer(economies, indicators []string, years Years) error {
	for _, r := range o.rows {
		known := slices.ContainsFunc(indicators, func(code string) bool {
			return strings.EqualFold(code, r.Indicator.ID)
		})
		year, err := strconv.Atoi(r.Date)

		switch {
		case !known:
			return upstream.BadResponse.Errorf("a row of another indicator than was asked for")
		case r.ISO3 != "" && !slices.Contains(economies, r.ISO3):
			return upstream.BadResponse.Errorf("a row of another economy than was asked for")
		case err != nil:
			return upstream.BadResponse.Errorf("a row without a year")
		case years.Latest == 0 && (year < years.First || year > years.Last):
			return upstream.BadResponse.Errorf("a row of another year than was asked for")
		case r.Value == nil && years.Latest > 0:
			return upstream.BadResponse.Errorf("a row without a value among the latest that have one")
		}
	}
	return nil
}

func (o *observations) list() []Observation {
	list := make([]Observation, 0, len(o.rows))
	for _, r := range o.rows {
		year, err := strconv.Atoi(r.Date)
		if err != nil {
			continue // answer has refused it
		}
		list = append(list, Observation{
			Indicator:     r.Indicator.ID,
			IndicatorName: strings.TrimSpace(r.Indicator.Name),
			ISO3:          r.ISO3,
			Name:          strings.TrimSpace(r.Country.Name),
			Year:          year,
			Value:         r.Value,
		})
	}
	return list
}

// parts takes an answer apart: the head into head, and the rows as they are.
func parts(body []byte, head any) (rows []byte, err error) {
	var both []json.RawMessage
	if err := json.Unmarshal(body, &both); err != nil {
		return nil, err
	}
	if len(both) != 2 {
		return nil, fmt.Errorf("a list of %d instead of a head and rows", len(both))
	}
	return both[1], upstream.Decode(both[0], head)
}

// refusal reads the message that comes in place of a head and rows, with status 200.
func refusal(resp *upstream.Response) error {
	var said []struct {
		Message []struct {
			ID string `json:"id"`
		} `json:"message"`
	}
	if resp.JSON(&said) != nil || len(said) != 1 || len(said[0].Message) == 0 {
		return nil
	}
	if said[0].Message[0].ID == "120" {
		return upstream.NotFound.Errorf("%w", ErrInvalid)
	}
	return upstream.BadResponse.Errorf("message %s", said[0].Message[0].ID)
}

// Economy is what the World Bank says of an economy or group.
type Economy struct {
	ISO3    string `json:"id"`
	Name    string `json:"name"`
	Capital string `json:"capitalCity,omitempty"` // describes, as the next two do
	Region  group  `json:"region,omitempty"`      // "Aggregates" for groups
	Income  group  `json:"incomeLevel,omitempty"`
}

type group struct {
	Name string `json:"value,omitempty"` // can end in blanks
}

// economies are an answer about countries.
type economies []Economy

// UnmarshalJSON reads the rows and holds them to the head.
func (e *economies) UnmarshalJSON(body []byte) error {
	var h head
	rows, err := parts(body, &h)
	if err != nil {
		return err
	}
	var list []Economy
	if err := upstream.Decode(rows, &list); err != nil {
		return err
	}
	*e = list
	return h.counts(len(list))
}

// Economy gives the economy with this code of three letters, or [upstream.NotFound].
func (c *Client) Economy(ctx context.Context, iso3 string) (*Economy, error) {
	var came economies
	_, err := c.c.Get("/country/{}", iso3).Query("format", "json").Refusal(refusal).JSON(ctx, &came)
	if err != nil {
		return nil, err
	}
	if len(came) != 1 || came[0].ISO3 != iso3 {
		return nil, upstream.BadResponse.Errorf("an answer that is not the one economy")
	}

	e := came[0]
	e.Name = strings.TrimSpace(e.Name)
	e.Region.Name = strings.TrimSpace(e.Region.Name)
	e.Income.Name = strings.TrimSpace(e.Income.Name)
	e.Capital = strings.TrimSpace(e.Capital)
	return &e, nil
}
