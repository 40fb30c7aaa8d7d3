// Package marinade reads the records that Marinade keeps of Solana validators: commissions by epoch, places and
// names.
package marinade

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key.
var Provider = upstream.Provider{
	Name:          "marinade-validators",
	BaseURL:       "https://validators-api.marinade.finance",
	Docs:          "https://github.com/marinade-finance/delegation-strategy-2",
	Attribution:   "Marinade",
	Terms:         "https://marinade.finance/",
	Checked:       "an answer printed in its documentation, epoch 388",
	RatePerMinute: 60,
	Burst:         10,
	TTL:           30 * time.Minute,
	StaleFor:      6 * time.Hour,
	Timeout:       8 * time.Second,
	Retries:       1,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a validator by its vote account.
func probe(ctx context.Context, u *upstream.Client) error {
	validator, err := (&Client{u}).Validator(ctx, "beefKGBWeSpHzYBHZXwp5So7wdQGX6mu4ZHCsH3uTar", 1)
	return upstream.Fact(err, "identity", "XkCriyrNwS3G4rzAXtG5B1nnvb5Ka1JtCku93VqeKAr", func() any {
		return validator.Identity
	})
}

// Validator is a record. Concentrations are shares of the stake, 0 to 1, and nil where the place is not known. Names
// and places are absent of validators that publish none.
type Validator struct {
	Identity          string       `json:"identity"`
	Vote              string       `json:"vote_account"`
	Name              string       `json:"info_name,omitempty"`
	URL               string       `json:"info_url,omitempty"`
	Keybase           string       `json:"info_keybase,omitempty"`
	ASN               *int64       `json:"dc_asn,omitempty"`
	CountryISO        string       `json:"dc_country_iso,omitempty"`
	City              string       `json:"dc_city,omitempty"`
	ASNConcentration  *float64     `json:"dcc_asn,omitempty" contract:"fraction"`
	CityConcentration *float64     `json:"dcc_full_city,omitempty" contract:"fraction"`
	Epochs            []EpochStats `json:"epoch_stats"`
}

// EpochStats is what a validator's commission was in an epoch, in per cent: as it stood, and the most that was seen.
// Both are null of epochs in which it was not seen.
type EpochStats struct {
	Epoch      int64    `json:"epoch"`
	Advertised *float64 `json:"commission_advertised" contract:"percent"`
	MaxSeen    *float64 `json:"commission_max_observed" contract:"percent"`
}

// unseen is an error for a record without a commission for any of its epochs, or with only the highest for one.
func (v *Validator) unseen() error {
	tells := func(e EpochStats) bool { return e.Advertised != nil }
	isTorn := func(e EpochStats) bool { return e.Advertised == nil && e.MaxSeen != nil }
	isWhole := len(v.Epochs) == 0 || slices.ContainsFunc(v.Epochs, tells)
	if isWhole && !slices.ContainsFunc(v.Epochs, isTorn) {
		return nil
	}
	return &upstream.Error{
		Kind:  upstream.BadResponse,
		Cause: upstream.Lacks("validators[].epoch_stats[].commission_advertised"),
	}
}

// Validator gives the record of a vote account with its last epochs. The search is one by words, so that what it
// finds is held against the key. NotFound are accounts without stake and credits in one of the last two epochs, too.
func (c *Client) Validator(ctx context.Context, vote string, epochs int) (*Validator, error) {
	var came struct {
		Validators []Validator `json:"validators"`
	}

	_, err := c.c.Get("/validators").
		Query("query", vote).
		Query("epochs", strconv.Itoa(epochs)).
		Query("limit", "5").
		JSON(ctx, &came)
	if err != nil {
		return nil, err
	}

	for i := range came.Validators {
		if v := &came.Validators[i]; v.Vote == vote {
			v.placed()
			return v, v.unseen()
		}
	}
	return nil, upstream.NotFound.Errorf("no record of this vote account")
}

// placed takes the concentrations away where the place is not known: Marinade gives that of all such validators.
func (v *Validator) placed() {
	if v.ASN == nil {
		v.ASNConcentration = nil
	}
	if v.City == "" {
		v.CityConcentration = nil
	}
}
