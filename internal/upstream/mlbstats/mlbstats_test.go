package mlbstats

import (
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://statsapi.mlb.com/api"

func TestRecordedAnswers(t *testing.T) {
	sample := func(name string) string { return string(samples.Read(t, "mlb-stats/"+name)) }
	w := upstreamtest.New(t,
		upstreamtest.Answer{URL: base + "/v1/schedule?date=2022-04-07", Body: sample("schedule_date.json")},
		upstreamtest.Answer{URL: base + "/v1/standings?season=2022", Body: sample("standings.json")},
		upstreamtest.Answer{URL: base + "/v1.1/game/715720/feed/live", Body: sample("game_feed_live.json")},
		upstreamtest.Answer{URL: base + "/v1.1/game/999999/feed/live", Status: 404, Body: sample("error_404.json")},
		upstreamtest.Answer{URL: base + "/v1.1/game/999500/feed/live", Status: 500, Body: sample("error_500.json")},
	)
	c := New(w.Pool(t, nil))

	games, err := c.Day(t.Context(), "2022-04-07")
	if err != nil || len(games) != 3 || *games[0].Teams.Home.Score != 5 || games[0].OfficialDate != "2022-04-07" {
		t.Errorf("%+v %v", games, err)
	}
	divisions, err := c.Standings(t.Context(), "2022")
	if err != nil || divisions[0].Division.ID != 201 || divisions[0].Teams[0].Wins != 99 {
		t.Errorf("%+v %v", divisions, err)
	}
	feed, err := c.Game(t.Context(), "715720")
	if err != nil || len(feed.Live.Linescore.Innings) != 9 || *feed.Live.Linescore.Teams.Away.Runs != 3 {
		t.Errorf("%+v %v", feed, err)
	}
	for id, want := range map[string]upstream.Kind{"999999": upstream.NotFound, "999500": upstream.Unavailable} {
		if _, err := c.Game(t.Context(), id); upstream.KindOf(err) != want {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func TestAnswersThatCannotBeUsed(t *testing.T) {
	for _, body := range []string{`<html>`, `{}`, `{"dates":`, `[]`} {
		c := New(upstreamtest.New(t, upstreamtest.Answer{URL: base + "/*", Body: body}).Pool(t, nil))
		if _, err := c.Day(t.Context(), "2022-04-07"); upstream.KindOf(err) != upstream.BadResponse {
			t.Errorf("%s: %v", body, err)
		}
		if _, err := c.Standings(t.Context(), "2022"); upstream.KindOf(err) != upstream.BadResponse {
			t.Errorf("%s: %v", body, err)
		}
		if _, err := c.Game(t.Context(), "1"); upstream.KindOf(err) != upstream.BadResponse {
			t.Errorf("%s: %v", body, err)
		}
	}
}
