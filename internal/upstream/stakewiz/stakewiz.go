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
	Undated:       true,
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
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a validator by its vote account.
func probe(ctx context.Context, u *upstream.Client) error {
	validator, err := (&Client{u}).Validator(ctx, "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh")
	return upstream.Fact(err, "identity", "BFMufPp4wW276nFzB7FVHgtY8FTahzn53kxxJaNpPGu6", func() any {
		return validator.Identity
	})
}

// Validator is a row. Concentrations are per cent of the stake. Names and places are what validators publish of
// themselves, and the figures what Stakewiz works out of them: both may be absent.
type Validator struct {
	Identity          string   `json:"identity"`
	Vote              string   `json:"vote_identity" asked:"/validator/{}"`
	Name              string   `json:"name,omitempty"`
	Keybase           string   `json:"keybase,omitempty"`
	Website           string   `json:"website,omitempty"`
	Country           string   `json:"ip_country,omitempty"`
	City              string   `json:"ip_city,omitempty"`
	ASN               string   `json:"asn,omitempty"`
	ASNConcentration  *float64 `json:"asn_concentration,omitempty" contract:"percent"`
	CityConcentration *float64 `json:"city_concentration,omitempty" contract:"percent"`
	IsJito            *bool    `json:"is_jito,omitempty"`
	JitoBps           *float64 `json:"jito_commission_bps,omitempty"`
	FirstEpoch        *int64   `json:"first_epoch_with_stake,omitempty"`
	Version           string   `json:"version,omitempty"`
	VersionValid      *bool    `json:"version_valid,omitempty"`
	APY               *float64 `json:"apy_estimate,omitempty"`
	TotalAPY          *float64 `json:"total_apy,omitempty"`
	WizScore          *float64 `json:"wiz_score,omitempty"`
	UpdatedText       string   `json:"updated_at,omitempty"`
}

// Updated is when the row was made, the zero time where it does not say.
func (v *Validator) Updated() time.Time {
	at, err := time.Parse("2006-01-02 15:04:05-07", v.UpdatedText) // a fraction of the second is read as well
	if err != nil {
		return time.Time{}
	}
	return at
}

// Validator gives the row of a vote account. For one that it does not know it answers false.
func (c *Client) Validator(ctx context.Context, vote string) (*Validator, error) {
	unknown := func(resp *upstream.Response) error {
		if string(resp.Body) == "false" {
			return upstream.NotFound.Errorf("no such validator")
		}
		return nil
	}
	return upstream.Read[Validator](ctx, c.c.Get("/validator/{}", vote).Refusal(unknown))
}

// Validators gives all rows.
func (c *Client) Validators(ctx context.Context) ([]Validator, error) {
	var list []Validator
	_, err := c.c.Get("/validators").JSON(ctx, &list)
	return list, err
}

// APYPct is the yield that Stakewiz expects in a year, in per cent: of stake and MEV where it gives that.
func (v *Validator) APYPct() *float64 {
	if v.TotalAPY != nil {
		return v.TotalAPY
	}
	return v.APY
}
