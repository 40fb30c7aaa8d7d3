package listing

import (
	"encoding/json"
	"testing"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/kalshi"
	"github.com/farebox/farebox/internal/upstream/manifold"
	"github.com/farebox/farebox/internal/upstream/polymarket"
)

func sample[T any](t *testing.T, name string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(samples.Read(t, name), &v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

// TestRecordedMarkets holds the values that recordings have against the listing made of them.
func TestRecordedMarkets(t *testing.T) {
	var all []gen.PredictionListing
	add := func(name, want string, l gen.PredictionListing) {
		t.Helper()
		all = append(all, l)
		if got := told(l); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, want)
		}
	}

	list := sample[[]polymarket.Market](t, "polymarket/gamma_markets.json")
	add("gamma_markets", "open - - midpoint final=- pays=- p=0.51 0.5/0.52", OfPolymarket(list[0], nil, read))
	add("market_full", "open - - midpoint final=- pays=- p=0.505 0.5/0.51",
		OfPolymarket(sample[polymarket.Market](t, "polymarket/market_full.json"), nil, read))
	add("market_closed", "resolved Yes outcome resolution final=true pays=1 p=1 -/-",
		OfPolymarket(sample[polymarket.Market](t, "polymarket/market_closed.json"), nil, read))
	add("market_sports_resolved", "resolved FaZe outcome resolution final=true pays=1 p=1 -/-",
		OfPolymarket(sample[polymarket.Market](t, "polymarket/market_sports_resolved.json"), nil, read))

	events := sample[[]polymarket.Event](t, "polymarket/events_by_slug.json")
	event := OfPolymarketEvent(&events[0], read)
	add("events_by_slug", "open - - midpoint final=- pays=- p=0.0105 0.01/0.011", event.Markets[0])
	if !*event.Exclusive || event.ID != "polymarket:30829" || *event.Markets[1].Outcome != "Gretchen Whitmer" {
		t.Errorf("%+v", event)
	}
	found := sample[struct{ Events []polymarket.Event }](t, "polymarket/public_search.json")
	add(
		"public_search",
		"open - - midpoint final=- pays=- p=0.9995 0.999/1",
		OfPolymarketEvent(&found.Events[0], read).Markets[0],
	)

	single := sample[struct{ Market kalshi.Market }](t, "kalshi/market_single_2026-08.json")
	add("market_single", "open - - midpoint final=- pays=- p=0.915 0.89/0.94", OfKalshi(single.Market, nil, read))
	settled := sample[struct{ Markets []kalshi.Market }](t, "kalshi/markets_settled_2026-08.trim.json")
	add(
		"settled yes",
		"resolved Yes outcome resolution final=true pays=1 p=1 -/-",
		OfKalshi(settled.Markets[0], nil, read),
	)
	add(
		"settled no",
		"resolved No outcome resolution final=true pays=0 p=0 -/-",
		OfKalshi(settled.Markets[1], nil, read),
	)
	add("closed", "closed - - - final=- pays=- p=- -/-", OfKalshi(settled.Markets[2], nil, read))
	old := sample[struct{ Markets []kalshi.Market }](t, "kalshi/event_single_2026-01.json")
	add("of January", "open - - midpoint final=- pays=- p=0.065 0.06/0.07", OfKalshi(old.Markets[0], nil, read))
	for _, name := range []string{"kalshi/markets_open.json", "kalshi/markets_list_2026-01.json"} {
		for _, m := range sample[struct{ Markets []kalshi.Market }](t, name).Markets {
			all = append(all, OfKalshi(m, nil, read))
		}
	}
	nested := sample[kalshi.Page](t, "kalshi/events_nested_2026-08.trim.json")
	game := OfKalshiEvent(&nested.Events[0], read)
	all = append(all, game.Markets...)
	if len(game.Markets) != 2 || *game.Markets[0].Volume != 20840.35 || *game.Markets[0].OpenInterest != 15883.67 {
		t.Errorf("%+v", game.Markets)
	}

	add("manifold market", "resolved MKT split - final=true pays=- p=- -/-",
		OfManifold(sample[manifold.Market](t, "manifold/market.json"), read))
	add("manifold list", "resolved Yes outcome resolution final=true pays=1 p=1 -/-",
		OfManifold(sample[[]manifold.Market](t, "manifold/markets.json")[0], read))

	for _, l := range all {
		if l.ID == "" || l.Title == "" || l.URL == "" || l.ClosesAt == nil ||
			l.OpensAt != nil && l.OpensAt.Year() < 2020 {
			t.Errorf("%+v", l)
		}
	}
}
