package statedept

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestAdvisoriesAreHeldToTheirContract(t *testing.T) {
	samples.Each(t, advisoriesAreHeldToTheirContract)
}

func advisoriesAreHeldToTheirContract(t *testing.T, read func(name string) string) {
	t.Helper()
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://cadataapi.state.gov/api/TravelAdvisories",
			Body: read("state-dept/cadataapi_TravelAdvisories.json"),
		},
		Required: []string{"[].Title", "[].Summary", "[].Updated"},
		Optional: []string{"[].Link", "[].Category"},
		Call:     func(ctx context.Context, pool *upstream.Pool) error { return New(pool).JSON.Refresh(ctx) },
	}.Hold(t)
}

func TestItemsOfTheFeedHaveTitlesTextsAndDates(t *testing.T) {
	samples.Each(t, itemsOfTheFeedHaveTitlesTextsAndDates)
}

func itemsOfTheFeedHaveTitlesTextsAndDates(t *testing.T, read func(name string) string) {
	t.Helper()
	whole := read("state-dept/travel_advisories_rss_trimmed.xml")
	for _, member := range []string{"title", "description", "pubDate", "channel", ""} {
		body := whole
		if member != "" {
			body = strings.NewReplacer("<"+member+">", "<x>", "</"+member+">", "</x>").Replace(whole)
		}
		world := upstreamtest.New(t, upstreamtest.Answer{
			URL:  "https://travel.state.gov/_res/rss/TAsTWs.xml",
			Type: "application/xml",
			Body: body,
		})
		err := New(world.Pool(t, nil, upstreamtest.SmallLists)).RSS.Refresh(t.Context())
		if (err == nil) != (member == "") {
			t.Errorf("without %q: %v", member, err)
		}
	}
}
