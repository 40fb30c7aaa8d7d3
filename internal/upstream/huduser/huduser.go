// Package huduser reads the API of HUD USER: the fair market rents of the U.S. Department of Housing and Urban
// Development. They are an estimate of what a modest home costs a month, utilities included, for a fiscal year.
package huduser

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the API, which asks for a token.
var Provider = upstream.Provider{
	Name:        "hud",
	Undeclared:  true,
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
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// Rents are fair market rents in dollars a month, by bedrooms; nil for what is not given.
type Rents struct {
	Efficiency *float64
	One        *float64
	Two        *float64
	Three      *float64
	Four       *float64
}

// rents are as the API writes them: numbers, or numbers as strings.
type rents struct {
	Efficiency scalar.Text `json:"Efficiency"`
	One        scalar.Text `json:"One-Bedroom"`
	Two        scalar.Text `json:"Two-Bedroom"`
	Three      scalar.Text `json:"Three-Bedroom"`
	Four       scalar.Text `json:"Four-Bedroom"`
}

func (r rents) read() Rents {
	return Rents{
		Efficiency: amount(r.Efficiency),
		One:        amount(r.One),
		Two:        amount(r.Two),
		Three:      amount(r.Three),
		Four:       amount(r.Four),
	}
}

func amount(text scalar.Text) *float64 {
	value, ok := text.Number()
	if !ok || value <= 0 {
		return nil
	}
	return &value
}

// County is a county, or a town of New England, in the list of its state.
type County struct {
	Code       string // five digits of the county and 99999, or those of the town: "5100199999", "2502300170"
	County     string // "Plymouth County"
	Town       string // "Abington town"; empty outside New England
	Area       string // the area that its rents are set for: "Richmond, VA MSA"
	SmallAreas bool   // whether rents are also set for each ZIP code of the area
	Percentile *int   // of the rents of recent movers: 40 or 50
	Rents      Rents
}

// Metro is an area of rents within a metropolitan area, or the whole of it.
type Metro struct {
	Code       string // "METRO47900M47900"; the five digits after METRO are the metropolitan area's
	Name       string
	SmallAreas bool
	Percentile *int
	Rents      Rents
}

// State is the list of a state.
type State struct {
	Year     int // the fiscal year, which begins in October of the year before
	Metros   []Metro
	Counties []County
}

// State reads the list of a state, by its two letters.
func (c *Client) State(ctx context.Context, code string) (*State, error) {
	var answer struct {
		Data struct {
			Year   scalar.Text `json:"year"`
			Metros []struct {
				rents
				Code       scalar.Text `json:"code"`
				Name       scalar.Text `json:"name"`
				MetroName  scalar.Text `json:"metro_name"`
				SmallAreas scalar.Text `json:"smallarea_status"`
				Percentile scalar.Text `json:"FMR Percentile"`
			} `json:"metroareas"`
			Counties []struct {
				rents
				Code       scalar.Text `json:"fips_code"`
				County     scalar.Text `json:"county_name"`
				Town       scalar.Text `json:"town_name"`
				Area       scalar.Text `json:"metro_name"`
				SmallAreas scalar.Text `json:"smallarea_status"`
				Percentile scalar.Text `json:"FMR Percentile"`
			} `json:"counties"`
		} `json:"data"`
	}
	if _, err := c.c.Get("/fmr/statedata/{}", code).JSON(ctx, &answer); err != nil {
		return nil, err
	}
	year, err := fiscalYear(answer.Data.Year)
	if err != nil {
		return nil, err
	}

	list := &State{Year: year}
	for _, m := range answer.Data.Metros {
		metro := Metro{
			Code:       string(m.Code),
			Name:       string(m.Name),
			SmallAreas: m.SmallAreas == "1",
			Percentile: m.Percentile.Count(),
			Rents:      m.read(),
		}
		if metro.Name == "" {
			metro.Name = string(m.MetroName)
		}
		list.Metros = append(list.Metros, metro)
	}
	for _, row := range answer.Data.Counties {
		list.Counties = append(list.Counties, County{
			Code:       string(row.Code),
			County:     string(row.County),
			Town:       string(row.Town),
			Area:       string(row.Area),
			SmallAreas: row.SmallAreas == "1",
			Percentile: row.Percentile.Count(),
			Rents:      row.read(),
		})
	}
	if len(list.Counties) == 0 {
		return nil, upstream.BadResponse.Errorf("a list without counties")
	}
	return list, nil
}

// Entity is the rents of one county, town or metropolitan area.
type Entity struct {
	Year  int
	Area  string
	Rents Rents

	// ByZIP are the rents of single ZIP codes where HUD sets them; empty elsewhere.
	ByZIP map[string]Rents
}

// Entity reads the rents of a code of [County] or [Metro].
func (c *Client) Entity(ctx context.Context, code string) (*Entity, error) {
	var answer struct {
		Data struct {
			Year  scalar.Text     `json:"year"`
			Area  scalar.Text     `json:"area_name"`
			Metro scalar.Text     `json:"metro_name"`
			Basic json.RawMessage `json:"basicdata"`
		} `json:"data"`
	}
	if _, err := c.c.Get("/fmr/data/{}", code).JSON(ctx, &answer); err != nil {
		return nil, err
	}

	rows, err := basics(answer.Data.Basic)
	if err != nil {
		return nil, err
	}
	e := &Entity{Area: string(answer.Data.Area), ByZIP: map[string]Rents{}}
	if e.Area == "" {
		e.Area = string(answer.Data.Metro)
	}
	for i, row := range rows {
		if zip := string(row.ZIP); len(zip) == 5 && strings.Trim(zip, "0123456789") == "" {
			e.ByZIP[zip] = row.read()
		} else if i == 0 {
			e.Rents = row.read()
		}
		if answer.Data.Year == "" {
			answer.Data.Year = row.Year
		}
	}
	e.Year, err = fiscalYear(answer.Data.Year)
	return e, err
}

type basic struct {
	rents
	ZIP  scalar.Text `json:"zip_code"`
	Year scalar.Text `json:"year"`
}

// basics reads rents that are one object, or a list with one row for the whole area and one for each ZIP code.
func basics(raw json.RawMessage) ([]basic, error) {
	var list []basic
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("[")) {
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, upstream.BadResponse.Errorf("a list of rents that cannot be read")
		}
	} else {
		var one basic
		if err := json.Unmarshal(raw, &one); err != nil {
			return nil, upstream.BadResponse.Errorf("rents that cannot be read")
		}
		list = append(list, one)
	}
	if len(list) == 0 {
		return nil, upstream.BadResponse.Errorf("no rents")
	}
	return list, nil
}

func fiscalYear(text scalar.Text) (int, error) {
	year, err := strconv.Atoi(string(text))
	if err != nil || year < 1983 || year > 2200 {
		return 0, upstream.BadResponse.Errorf("rents without a year")
	}
	return year, nil
}
