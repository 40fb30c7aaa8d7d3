package hibp

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var required = []string{
	"[].Name", "[].Title", "[].Domain", "[].BreachDate", "[].AddedDate", "[].PwnCount", "[].DataClasses",
	"[].IsVerified", "[].IsFabricated", "[].IsSensitive", "[].IsRetired", "[].IsStealerLog",
}

func TestBreachesOfASiteAreHeldToTheirContract(t *testing.T) {
	samples.Each(t, breachesOfASiteAreHeldToTheirContract)
}

func breachesOfASiteAreHeldToTheirContract(t *testing.T, read func(name string) string) {
	t.Helper()
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://haveibeenpwned.com/api/v3/breaches?Domain=adobe.com",
			Body: read("hibp/breaches_by_domain_adobe.json"),
		},
		Required: required,
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, _, err := New(pool).OfDomain(ctx, "adobe.com")
			return err
		},
	}.Hold(t)
}

func TestBreachesOfAnAccountAreHeldToTheirContract(t *testing.T) {
	samples.Each(t, breachesOfAnAccount)
}

func breachesOfAnAccount(t *testing.T, read func(name string) string) {
	t.Helper()
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://haveibeenpwned.com/api/v3/breachedaccount/someone@example.com",
			Body: read("hibp/breaches_by_domain_adobe.json"),
		},
		Env:      map[string]string{"HIBP_API_KEY": "key"},
		Required: required,
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).OfAccount(ctx, "someone@example.com")
			return err
		},
	}.Hold(t)
}

func TestOnlyABlankBodyClearsAnAccount(t *testing.T) {
	for body, want := range map[string]upstream.Kind{
		"":                 "",
		"<html>moved":      upstream.BadResponse,
		`{"moved":true}`:   upstream.BadResponse,
		"the path is gone": upstream.BadResponse,
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{
			URL:    "https://haveibeenpwned.com/api/v3/breachedaccount/*",
			Status: 404,
			Type:   "text/plain",
			Body:   body,
		})
		client := New(world.Pool(t, map[string]string{"HIBP_API_KEY": "key"}))
		list, err := client.OfAccount(t.Context(), "someone@example.com")
		if upstream.KindOf(err) != want || len(list) > 0 {
			t.Errorf("%q: %v, %v", body, list, err)
		}
	}
}
