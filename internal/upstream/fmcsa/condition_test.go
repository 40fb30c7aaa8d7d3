package fmcsa

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestRowsAreOfWhatTheConditionNames: a carrier that is looked for by docket or by name has a USDOT number that the
// question did not name.
func TestRowsAreOfWhatTheConditionNames(t *testing.T) {
	const authority = `"op_auth_type":"x","op_auth_status":"Active"`
	for _, c := range []struct {
		why, body string
		want      upstream.Kind
	}{
		{"the docket", `[{"usdot_number":"983205","docket_number":"MC421775",` + authority + `}]`, ""},
		{"padded", `[{"usdot_number":"983205","docket_number":"MC0421775",` + authority + `}]`, ""},
		{"another", `[{"usdot_number":"983205","docket_number":"MC421776",` + authority + `}]`, upstream.BadResponse},
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{URL: address + "/resource/inys-ebih.json", Body: c.body})
		_, err := New(world.Pool(t, nil)).AuthoritiesByDocket(t.Context(), "MC421775")
		if upstream.KindOf(err) != c.want {
			t.Errorf("%s: %v", c.why, err)
		}
	}

	world := upstreamtest.New(t, upstreamtest.Answer{
		URL:  address + "/resource/az4n-8mr2.json",
		Body: `[{"dot_number":"983205","legal_name":"ACME","status_code":"A"}]`,
	})
	for why, ask := range map[string]func(context.Context, *Client) ([]Census, error){
		"by docket": func(ctx context.Context, c *Client) ([]Census, error) { return c.CensusByDocket(ctx, "MC421775") },
		"by name":   func(ctx context.Context, c *Client) ([]Census, error) { return c.CensusByName(ctx, "ACME", "TX") },
	} {
		if rows, err := ask(t.Context(), New(world.Pool(t, nil))); err != nil || len(rows) != 1 {
			t.Errorf("%s: %v %v", why, rows, err)
		}
	}
}
