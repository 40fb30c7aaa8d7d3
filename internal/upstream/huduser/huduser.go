// Package huduser reads the API of HUD USER: the fair market rents of the U.S. Department of Housing and Urban
// Development. They estimate the monthly cost of a modest home, including utilities, for a fiscal year.
package huduser

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the API, which requires a token.
var Provider = upstream.Provider{
	Name:        "hud",
	BaseURL:     "https://www.huduser.gov/hudapi/public",
	Docs:        "https://www.huduser.gov/portal/dataset/fmr-api.html",
	Attribution: "U.S. Department of Housing and Urban Development, HUD USER",
	Terms:       "public domain; name that HUD USER neither endorses nor certifies the product",
	Checked:     "recorded 2021, examples of HUD's page 2024",
	Keys: []upstream.Key{{
		Env:      "HUD_TOKEN",
		Required: true,
		Header:   "Authorization",
		Scheme:   "Bearer",
		Gives:    "fair market rents; free at huduser.gov",
	}},
	RatePerMinute: 60,
	Burst:         10,
	TTL:           7 * 24 * time.Hour,
	StaleFor:      30 * 24 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the areas of Virginia.
func probe(ctx context.Context, u *upstream.Client) error {
	state, err := (&Client{u}).State(ctx, "VA")
	if err != nil {
		return err
	}
	return upstream.Has(state.Metros, err, "metroareas", "Blacksburg", func(m Metro) bool {
		return strings.HasPrefix(m.Name, "Blacksburg")
	})
}

// Rents are fair market rents by bedrooms. All recorded rows have all five.
type Rents struct {
	Efficiency Amount `json:"Efficiency"`
	One        Amount `json:"One-Bedroom"`
	Two        Amount `json:"Two-Bedroom"`
	Three      Amount `json:"Three-Bedroom"`
	Four       Amount `json:"Four-Bedroom"`
}

// Amount is dollars a month, which the API writes as a number or as text.
type Amount float64

// UnmarshalJSON reads 758 and "758.0". A rent must be positive.
func (a *Amount) UnmarshalJSON(raw []byte) error {
	var value scalar.Float
	if err := value.UnmarshalJSON(raw); err != nil {
		return err
	}
	if value <= 0 {
		return fmt.Errorf("%.40s is not a rent", raw)
	}
	*a = Amount(value)
	return nil
}

// flag is 0 or 1, as a number or as text.
type flag bool

func (f *flag) UnmarshalJSON(raw []byte) error {
	var value scalar.Int
	if err := value.UnmarshalJSON(raw); err != nil {
		return err
	}
	if value != 0 && value != 1 {
		return fmt.Errorf("%.40s is neither 0 nor 1", raw)
	}
	*f = value == 1
	return nil
}

// County is a county, or a New England town, in its state's list.
type County struct {
	Rents

	State      string      `json:"statecode,omitempty" asked:"/fmr/statedata/{}"`
	Code       scalar.Text `json:"fips_code"`                     // five digits of the county and 99999, or of the town
	County     string      `json:"county_name"`                   // "Plymouth County"
	Town       string      `json:"town_name" contract:"nullable"` // "Abington town"; null outside New England
	Area       string      `json:"metro_name"`                    // the area that its rents are set for: "Richmond, VA MSA"
	SmallAreas flag        `json:"smallarea_status"`              // whether rents are also set for each ZIP code of the area
	// of recent movers' rents: 40 or 50; missing in some rows
	Percentile *scalar.Int `json:"FMR Percentile,omitempty"`
}

// Metro is a rent area within a metropolitan area, or all of it.
type Metro struct {
	Rents

	Code       string      `json:"code"`                     // "METRO47900M47900"; the five digits after METRO are the metropolitan area's
	Name       string      `json:"name,omitempty"`           // in the list of Massachusetts
	MetroName  string      `json:"metro_name,omitempty"`     // in that of Virginia
	Percentile *scalar.Int `json:"FMR Percentile,omitempty"` // not in the list of Massachusetts
}

// State is the list of a state.
type State struct {
	Year     scalar.Int `json:"year"` // the fiscal year, which begins in the previous October
	Metros   []Metro    `json:"metroareas"`
	Counties []County   `json:"counties"`
}

// hold checks that the list has a year and counties, and that each area has a name.
func (s *State) hold() error {
	if len(s.Counties) == 0 {
		return upstream.Lacks("data.counties")
	}
	for _, m := range s.Metros {
		if m.Name == "" && m.MetroName == "" {
			return upstream.Lacks("data.metroareas[].name")
		}
	}
	return fiscalYear(s.Year)
}

type stateAnswer struct {
	Data State `json:"data"`
}

// Hold checks the list.
func (a *stateAnswer) Hold() error { return a.Data.hold() }

// State reads the list of a state, by its two letters.
func (c *Client) State(ctx context.Context, code string) (*State, error) {
	var answer stateAnswer
	if _, err := c.c.Get("/fmr/statedata/{}", code).JSON(ctx, &answer); err != nil {
		return nil, err
	}
	list := &answer.Data
	for i, m := range list.Metros {
		list.Metros[i].Name = cmp.Or(m.Name, m.MetroName)
	}
	return list, nil
}

// Entity is the rents of one county, town or metropolitan area.
type Entity struct {
	Year  int
	Rents *Rents // nil if there are only rents by ZIP code

	// ByZIP are the rents by ZIP code if HUD sets them; otherwise empty.
	ByZIP map[string]Rents
}

// basic is a row of rents. Rents of ZIP codes are beside a row for the whole area.
type basic struct {
	Rents

	ZIP  scalar.Text `json:"zip_code,omitempty"` // "20001", or "MSA level"; only where there are rents of ZIP codes
	Year *scalar.Int `json:"year,omitempty"`     // beside the rents if they are for one area, recorded 2017
}

// basics are rents that are one object, or a list with one row for the whole area and one for each ZIP code.
type basics []basic

// UnmarshalJSON reads both forms.
func (b *basics) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte("[")) {
		return upstream.Decode(raw, (*[]basic)(b))
	}
	var one basic
	if err := upstream.Decode(raw, &one); err != nil {
		return err
	}
	*b = basics{one}
	return nil
}

type entityAnswer struct {
	Data struct {
		Year  *scalar.Int `json:"year,omitempty"` // if there are rents by ZIP code, recorded 2024
		Basic basics      `json:"basicdata"`
	} `json:"data"`
}

// Hold checks that there are rents and their year.
func (a *entityAnswer) Hold() error {
	if len(a.Data.Basic) == 0 {
		return upstream.Lacks("data.basicdata")
	}
	year := cmp.Or(a.Data.Year, a.Data.Basic[0].Year)
	if year == nil {
		return upstream.Lacks("data.year")
	}
	return fiscalYear(*year)
}

// Entity reads the rents for a code from [County] or [Metro].
func (c *Client) Entity(ctx context.Context, code string) (*Entity, error) {
	var answer entityAnswer
	if _, err := c.c.Get("/fmr/data/{}", code).JSON(ctx, &answer); err != nil {
		return nil, err
	}

	rows := answer.Data.Basic
	e := &Entity{
		Year:  int(*cmp.Or(answer.Data.Year, rows[0].Year)),
		ByZIP: map[string]Rents{},
	}
	for i, row := range rows {
		if zip := string(row.ZIP); len(zip) == 5 && strings.Trim(zip, "0123456789") == "" {
			e.ByZIP[zip] = row.Rents
		} else if i == 0 {
			e.Rents = &row.Rents
		}
	}
	return e, nil
}

func fiscalYear(year scalar.Int) error {
	if year < 1983 || year > 2200 {
		return upstream.Lacks("data.year")
	}
	return nil
}
