package nhlweb

import (
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://api-web.nhle.com/v1"

func TestRecordedAnswers(t *testing.T) {
	sample := func(name string) string { return string(samples.Read(t, "nhl-web/"+name)) }
	w := upstreamtest.New(t,
		upstreamtest.Answer{URL: base + "/schedule/2025-10-07", Body: sample("schedule_2025-10-07.json")},
		upstreamtest.Answer{URL: base + "/schedule/2025-10-13", Body: sample("schedule_2025-10-07.json")},
		upstreamtest.Answer{URL: base + "/standings/2025-10-07", Body: sample("standings_2025-10-07.json")},
		upstreamtest.Answer{URL: base + "/gamecenter/2023020208/landing", Body: sample("gamecenter_landing.json")},
	)
	c := New(w.Pool(t, nil))

	games, err := c.Day(t.Context(), "2025-10-07")
	if err != nil || len(games) != 2 || games[0].ID != 2025020001 || *games[0].Home.Score != 3 {
		t.Errorf("%+v %v", games, err)
	}
	if games, err := c.Day(t.Context(), "2025-10-13"); err != nil || len(games) != 0 {
		t.Errorf("a day that the week does not have: %+v %v", games, err)
	}
	rows, err := c.Standings(t.Context(), "2025-10-07")
	if err != nil || len(rows) != 4 || rows[0].Abbrev.Default != "COL" || rows[0].Points != 2 {
		t.Errorf("%+v %v", rows, err)
	}
	game, err := c.Game(t.Context(), "2023020208")
	if err != nil || len(game.Summary.Scoring) != 3 || game.Summary.Scoring[0].Goals[0].Time != "04:57" {
		t.Errorf("%+v %v", game, err)
	}
}

func TestAnswersThatCannotBeUsed(t *testing.T) {
	for _, body := range []string{`<html>`, `{}`, `{"gameWeek":`, `[]`} {
		c := New(upstreamtest.New(t, upstreamtest.Answer{URL: base + "/*", Body: body}).Pool(t, nil))
		if _, err := c.Day(t.Context(), "2025-10-07"); upstream.KindOf(err) != upstream.BadResponse {
			t.Errorf("%s: %v", body, err)
		}
		if _, err := c.Standings(t.Context(), "2025-10-07"); upstream.KindOf(err) != upstream.BadResponse {
			t.Errorf("%s: %v", body, err)
		}
		if _, err := c.Game(t.Context(), "1"); upstream.KindOf(err) != upstream.BadResponse {
			t.Errorf("%s: %v", body, err)
		}
	}
}
