package govinfosearch_test

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/govinfosearch"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var key = map[string]string{"CONGRESS_API_KEY": "test"}

func answer(body string) upstreamtest.Answer {
	return upstreamtest.Answer{
		Method: "POST",
		URL:    "https://api.govinfo.gov/search",
		Body:   body,
	}
}

func search(ctx context.Context, pool *upstream.Pool) error {
	_, _, err := govinfosearch.New(pool).Bills(ctx, 113, []string{"guam"})
	return err
}

func TestSearchHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Env: key,
		Answer: answer(`{"results":[{"title":"Guam Act","packageId":"BILLS-113hr4402ih","dateIssued":"2014-04-04"}],
"offsetMark":"*","count":1}`),
		Call: search,
		Required: []string{
			"results",
			"results[].title",
			"results[].packageId",
			"results[].dateIssued",
			"count",
		},
	}.Hold(t)
}

func TestSearchThatCannotBeReadIsNotASearchWithoutMatches(t *testing.T) {
	for _, c := range []struct{ why, body string }{
		{"no text of 12", `{"results":[],"count":12}`},
		{"texts of another collection", `{"results":[{"title":"A","packageId":"BUDGET-2024-MSR","dateIssued":"2023-07-27"}],
"count":1}`},
	} {
		world := upstreamtest.New(t, answer(c.body))
		if err := search(t.Context(), world.Pool(t, key)); upstream.KindOf(err) != upstream.BadResponse {
			t.Errorf("%s: %v", c.why, err)
		}
	}

	world := upstreamtest.New(t, answer(`{"results":[],"count":0}`))
	if err := search(t.Context(), world.Pool(t, key)); err != nil {
		t.Errorf("no match: %v", err)
	}
}
