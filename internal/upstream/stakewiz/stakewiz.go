// Package stakewiz reads what Stakewiz tells about Solana validators: their names, places, Jito commissions and its
// own estimates.
package stakewiz

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key.
var Provider = upstream.Provider{
	Name:          "stakewiz",
	Undeclared:    true,
	BaseURL:       "https://api.stakewiz.com",
	Docs:          "https://docs.stakewiz.com/reference/api-reference",
	Attribution:   "Stakewiz",
	Terms:         "https://stakewiz.com/",
	Checked:       "recorded 2024-02, one row",
	RatePerMinute: 60,
	Burst:         10,
	TTL:           10 * time.Minute,
	StaleFor:      time.Hour,
	Timeout:       8 * time.Second,
	MaxBytes:      32 << 20,
	Retries:       1,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// Validator is a row. Concentrations are per cent of the stake.
type Validator struct {
	Identity          string   `json:"identity"`
	Vote              string   `json:"vote_identity"`
	Name              string   `json:"name"`
	Keybase           string   `json:"keybase"`
	Website           string   `json:"website"`
	Country           string   `json:"ip_country"`
	City              string   `json:"ip_city"`
	ASN               string   `json:"asn"`
	ASNConcentration  *float64 `json:"asn_concentration"`
	CityConcentration *float64 `json:"city_concentration"`
	IsJito            *bool    `json:"is_jito"`
	JitoBps           *float64 `json:"jito_commission_bps"`
	FirstEpoch        *int64   `json:"first_epoch_with_stake"`
	Version           string   `json:"version"`
	VersionValid      *bool    `json:"version_valid"`
	Epoch             *int64   `json:"epoch"`
	APY               *float64 `json:"apy_estimate"`
	TotalAPY          *float64 `json:"total_apy"`
	WizScore          *float64 `json:"wiz_score"`
}

// Validator gives the row of a vote account. For one that it does not know it answers 404 or false.
func (c *Client) Validator(ctx context.Context, vote string) (*Validator, error) {
	var row Validator
	_, err := c.c.Get("/validator/{}", vote).Check(func(resp *upstream.Response) error {
		if string(resp.Body) == "false" || string(resp.Body) == "null" {
			return upstream.NotFound.Errorf("no such validator")
		}
		var came Validator
		if err := resp.JSON(&came); err != nil {
			return err
		}
		if came.Vote != vote {
			return upstream.BadResponse.Errorf("not the validator asked for")
		}
		return nil
	}).JSON(ctx, &row)
	if err != nil {
		return nil, err
	}

	return &row, nil
}

// Validators gives all rows.
func (c *Client) Validators(ctx context.Context) ([]Validator, error) {
	var list []Validator
	_, err := c.c.Get("/validators").JSON(ctx, &list)
	return list, upstream.Always(err)
}

// APYPct is the yield that Stakewiz expects in a year, in per cent: of stake and MEV where it gives that.
func (v *Validator) APYPct() *float64 {
	if v.TotalAPY != nil {
		return v.TotalAPY
	}
	return v.APY
}
