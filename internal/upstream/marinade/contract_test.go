package marinade

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestRecordsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://validators-api.marinade.finance/validators",
			Body: `{"validators":[{"identity":"I","vote_account":"V","info_name":"N","epoch_stats":[{"epoch":388,"commission_advertised":5,"commission_max_observed":null}]}]}`,
		},
		Required: []string{
			"validators", "validators[].identity", "validators[].vote_account", "validators[].epoch_stats",
			"validators[].epoch_stats[].epoch", "validators[].epoch_stats[].commission_advertised",
			"validators[].epoch_stats[].commission_max_observed",
		},
		Optional: []string{
			"validators[].info_name",
		},
		NoRecord: []upstreamtest.Answer{{Status: 200, Body: `{"validators":[]}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Validator(ctx, "V", 5)
			return err
		},
	}.Hold(t)
}

// TestUnknownPlaceHasNoConcentration: the API gives each validator without a place the share of all of them.
func TestUnknownPlaceHasNoConcentration(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{
		URL: "https://validators-api.marinade.finance/validators",
		Body: `{"validators":[{"identity":"I","vote_account":"V","dc_asn":null,"dc_city":null,"dcc_asn":0.31,` +
			`"dcc_full_city":0.31,"epoch_stats":[]}]}`,
	})
	v, err := New(world.Pool(t, nil)).Validator(t.Context(), "V", 5)
	if err != nil || v.ASNConcentration != nil || v.CityConcentration != nil {
		t.Errorf("%+v %v", v, err)
	}
}

// TestRecordWithoutAnyCommissionIsNoRecord holds that not all epochs of a record can be without a commission: one epoch
// in which the validator was not seen has none.
func TestRecordWithoutAnyCommissionIsNoRecord(t *testing.T) {
	const unseen = `{"epoch":1,"commission_advertised":null,"commission_max_observed":null}`
	const seen = `{"epoch":2,"commission_advertised":5,"commission_max_observed":null}`
	for _, c := range []struct {
		epochs string
		refuse bool
	}{
		{unseen + "," + seen, false},
		{unseen, true},
		{seen + `,{"epoch":3,"commission_advertised":null,"commission_max_observed":100}`, true},
		{"", false},
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{
			URL:  "https://validators-api.marinade.finance/validators",
			Body: `{"validators":[{"identity":"I","vote_account":"V","epoch_stats":[` + c.epochs + `]}]}`,
		})
		_, err := New(world.Pool(t, nil)).Validator(t.Context(), "V", 5)
		if got := upstream.KindOf(err) == upstream.BadResponse; got != c.refuse {
			t.Errorf("[%s]: %v", c.epochs, err)
		}
	}
}
