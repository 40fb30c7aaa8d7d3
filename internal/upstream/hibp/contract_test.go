package hibp

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestBreachesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://haveibeenpwned.com/api/v3/breaches",
			Body: `[{"Name":"A","Domain":"a.com","BreachDate":"2013-10-04","AddedDate":"2013-12-04T00:00:00Z","PwnCount":5,"DataClasses":["Passwords"],"IsVerified":true,"IsFabricated":false,"IsSensitive":false,"IsRetired":false,"IsSpamList":false,"IsMalware":false}]`,
		},
		Required: []string{
			"[].Name", "[].Domain", "[].BreachDate", "[].AddedDate", "[].PwnCount", "[].DataClasses",
			"[].IsVerified", "[].IsFabricated", "[].IsSensitive", "[].IsRetired", "[].IsSpamList",
		},
		Optional: []string{
			"[].IsMalware",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := ofDomain(ctx, pool)
			return err
		},
	}.Hold(t)
}

func ofDomain(ctx context.Context, pool *upstream.Pool) ([]Breach, error) {
	list, _, err := New(pool).OfDomain(ctx, "a.com")
	return list, err
}

func TestAnAccountIsClearedByTheWordOfTheAPIAlone(t *testing.T) {
	for _, c := range []struct {
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		{upstreamtest.Answer{Status: 404}, ""}, // documented: the status alone
		{upstreamtest.Answer{Status: 404, Type: "text/html", Body: "<html>"}, upstream.BadResponse},
		{upstreamtest.Answer{Body: `{}`}, upstream.BadResponse},
	} {
		c.answer.URL = "https://haveibeenpwned.com/api/v3/breachedaccount/*"
		world := upstreamtest.New(t, c.answer)
		pool := world.Pool(t, map[string]string{"HIBP_API_KEY": "k"})
		if list, err := New(pool).OfAccount(t.Context(), "a@a.com"); upstream.KindOf(err) != c.want || len(list) > 0 {
			t.Errorf("%v, %v, want %q", list, err, c.want)
		}
	}
}
