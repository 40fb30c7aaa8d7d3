package manifold

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://api.manifold.markets/v0"

var client = upstreamtest.Over(New)

func at(path, body string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: base + path, Body: body}
}

func TestDocumentedAnswers(t *testing.T) { samples.Each(t, documentedAnswers) }

func documentedAnswers(t *testing.T, read func(name string) string) {
	t.Helper()
	c, world := client(
		t,
		at("/market/lEoqtnDgJzft6apSKzYK", read("manifold/market.json")),
		at("/slug/what-is-good", read("manifold/market.json")),
		at("/search-markets?term=blog+post", read("manifold/markets.json")),
		at("/bets?contractId=Tz5dA01GkK5QKiQfZeDL", read("manifold/bets.json")),
	)

	for _, get := range []func() (*Market, error){
		func() (*Market, error) { return c.Market(t.Context(), "lEoqtnDgJzft6apSKzYK") },
		func() (*Market, error) { return c.BySlug(t.Context(), "what-is-good") },
	} {
		m, err := get()
		if err != nil || m.Resolution != "MKT" || len(m.Answers) != 4 || m.Chance != nil || *m.Volume != 112 {
			t.Errorf("%+v %v", m, err)
		}
	}
	list, err := c.Search(t.Context(), "blog post", 5)
	if err != nil || len(list) != 1 || list[0].Type != Binary || *list[0].Chance < 0.89 ||
		list[0].Resolution != "YES" {
		t.Errorf("%+v %v", list, err)
	}
	bets, err := c.Bets(t.Context(), "Tz5dA01GkK5QKiQfZeDL", 2, "b1", time.UnixMilli(5))
	if err != nil || len(bets) != 2 || bets[1].Amount != 10 || *bets[0].Limit != 0.5 ||
		bets[0].Filled() < 1659483249648 {
		t.Errorf("%+v %v", bets, err)
	}
	last := world.Asked()[len(world.Asked())-1]
	if !strings.Contains(last, "before=b1") || !strings.Contains(last, "afterTime=5") {
		t.Error(last)
	}
}

func TestWhatCannotBeUsed(t *testing.T) {
	for why, c := range map[string]struct {
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		"not found": {
			upstreamtest.Answer{URL: base + "/*", Status: 404, Body: `{"message":"Contract not found"}`},
			upstream.NotFound,
		},
		"rate limited": {
			upstreamtest.Answer{URL: base + "/*", Status: 429},
			upstream.RateLimited,
		},
		"in conflict": {
			upstreamtest.Answer{URL: base + "/*", Status: 503},
			upstream.Unavailable,
		},
		"a page": {
			upstreamtest.Answer{URL: base + "/*", Type: "text/html", Body: "<html>"},
			upstream.BadResponse,
		},
		"cut":   {at("/*", `{"id":"a`), upstream.BadResponse},
		"empty": {at("/*", `{}`), upstream.BadResponse},
	} {
		client, _ := client(t, c.answer)
		if _, err := client.Market(t.Context(), "a"); !errors.Is(err, c.want) {
			t.Errorf("%s: a market: %v", why, err)
		}
		want := c.want
		if want == upstream.NotFound {
			want = upstream.BadResponse
		}
		if _, err := client.Bets(t.Context(), "a", 1, "", time.Time{}); !errors.Is(err, want) {
			t.Errorf("%s: bets: %v", why, err)
		}
	}
}
