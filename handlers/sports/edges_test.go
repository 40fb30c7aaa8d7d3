package sports

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/sports/sportstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// oneGame is a scoreboard with one game.
func oneGame(status, home, away string) string {
	return fmt.Sprintf(`{"season":{"type":2,"year":2026},"events":[{"id":"1","date":"2026-11-21T01:00Z","name":"A at B",
"season":{"type":2,"year":2026},"competitions":[{"date":"2026-11-21T01:00Z","competitors":[
{"homeAway":"away",%s,"team":{"id":"1","displayName":"A"}},
{"homeAway":"home",%s,"team":{"id":"2","displayName":"B"}}],
"format":{"regulation":{"periods":4}},"status":%s}]}]}`,
		away, home, status)
}

// TestGamesHaveScoresOnceTheyAreBegun checks that the source's 0 before a game is not taken for a score.
func TestGamesHaveScoresOnceTheyAreBegun(t *testing.T) {
	const level = `"score":"0"`
	cases := []struct {
		name, state string
		period      int
		score       any
		live        int
	}{
		{"STATUS_SCHEDULED", "pre", 0, nil, 0},
		{"STATUS_IN_PROGRESS", "in", 1, 0, 1},
		{"STATUS_DELAYED", "pre", 0, nil, 0},
		{"STATUS_RAIN_DELAY", "in", 3, 0, 1},
		{"STATUS_SUSPENDED", "pre", 0, nil, 0},
		{"STATUS_SUSPENDED", "post", 6, 0, 0},
		{"STATUS_POSTPONED", "post", 0, nil, 0},
		{"STATUS_ABANDONED", "post", 0, nil, 0},
		{"STATUS_ABANDONED", "post", 1, 0, 0},
		{"STATUS_FORFEIT", "post", 0, nil, 0},
		{"STATUS_WALKOVER", "post", 0, nil, 0},
		{"STATUS_FINAL", "post", 4, 0, 0},
	}
	for _, c := range cases {
		t.Run(c.name+" "+c.state, func(t *testing.T) {
			const form = `{"period":%d,"type":{"name":%q,"state":%q,"completed":true,"detail":""}}`
			status := fmt.Sprintf(form, c.period, c.name, c.state)
			s, _ := service(t, upstreamtest.Answer{URL: sportstest.ESPN + "/*", Body: oneGame(status, level, level)})
			_, got := s.Get("/sports/scores", "league", "nfl")
			handlertest.Holds(t, got, map[string]any{
				"live_count":         c.live,
				"games.0.home.score": c.score,
				"games.0.date":       "2026-11-20", // in New York
			})
		})
	}
}

func TestWhoWon(t *testing.T) {
	final := func(name, detail string) string {
		const form = `{"period":4,"type":{"name":%q,"state":"post","completed":true,"detail":%q}}`
		return fmt.Sprintf(form, name, detail)
	}
	cases := []struct {
		why, status, home, away string
		winner                  any
	}{
		{"a tie", final("STATUS_FINAL", "Final/OT"), `"score":"20","winner":false`, `"score":"20","winner":false`, "draw"},
		{"level, and nobody says that it ended so", final("STATUS_FINAL", "Final"), `"score":"20"`, `"score":"20"`, nil},
		{"nobody won", final("STATUS_FINAL", "Final"), `"score":"3","winner":false`, `"score":"0","winner":false`, nil},
		{"by points", final("STATUS_FINAL", "Final"), `"score":"20"`, `"score":"21"`, "away"},
		{"a mark that the score denies", final("STATUS_FINAL", "Final"), `"score":"20"`, `"score":"17","winner":true`, nil},
		{"a score that cannot be", final("STATUS_FINAL", "Final"), `"score":"-4"`, `"score":"17"`, nil},
		{"penalties", final("STATUS_FINAL_PEN", "FT-Pens"), `"score":"1","winner":true`, `"score":"1"`, "home"},
		{"penalties without a mark", final("STATUS_FINAL_PEN", "FT-Pens"), `"score":"1"`, `"score":"1"`, nil},
		{"awarded", final("STATUS_FORFEIT", "Forfeit"), `"score":"0"`, `"score":"0","winner":true`, "away"},
		{"awarded to nobody", final("STATUS_FORFEIT", "Forfeit"), `"score":"0"`, `"score":"0"`, nil},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			body := oneGame(c.status, c.home, c.away)
			s, _ := service(t, upstreamtest.Answer{URL: sportstest.ESPN + "/*", Body: body})
			_, got := s.Get("/sports/scores", "league", "nfl")
			handlertest.Holds(t, got, map[string]any{"games.0.winner": c.winner})
		})
	}
}

// TestFiguresAreThoseOfTheWholeSeason holds that games within a conference and means of a game are left out.
func TestFiguresAreThoseOfTheWholeSeason(t *testing.T) {
	const body = `{"name":"L","children":[{"name":"C","standings":{"season":2026,"entries":[
{"team":{"id":"1","displayName":"A"},
"stats":[{"name":"wins","type":"wins","value":10,"displayValue":"10"},
{"name":"gamesBehind","type":"gamesbehind","value":2,"displayValue":"2"},
{"name":"wins","type":"vsconf_wins","value":7,"displayValue":"7"},
{"name":"gamesBehind","type":"vsconf_gamesbehind","value":0,"displayValue":"-"},
{"name":"differential","type":"differential","value":8,"displayValue":"+8"},
{"name":"pointsFor","type":"pointsfor","value":112.6,"displayValue":"112.6"}]}]}}]}`
	s, _ := service(t, upstreamtest.Answer{URL: sportstest.Standings + "/*", Body: body})
	_, got := s.Get("/sports/standings", "league", "ncaaf")
	handlertest.Holds(t, got, map[string]any{
		"groups.0.entries.0.wins":         10,
		"groups.0.entries.0.games_behind": 2,
		"groups.0.entries.0.diff":         nil,
		"groups.0.entries.0.points_for":   nil,
	})
}

func TestStandingsThatAreNotThere(t *testing.T) {
	empty := upstreamtest.Answer{URL: sportstest.Standings + "/*", Body: `{"name":"Cup","children":[]}`}
	s, _ := service(t, empty)
	if status, got := s.Get("/sports/standings", "league", "ucl"); status != 404 {
		t.Errorf("a cup: %d %v", status, got)
	}

	down := upstreamtest.Answer{URL: sportstest.Standings + "/*", Status: 503}
	none := upstreamtest.Answer{URL: sportstest.MLB + "/v1/standings?season=2026", Body: `{"records":[]}`}
	last := `{"records":[{"division":{"id":201},"teamRecords":[{"season":"2025",
"team":{"id":147,"name":"New York Yankees"},"divisionRank":"1","wins":94,"losses":68,"gamesPlayed":162}]}]}`
	s, _ = service(t, down, none, upstreamtest.Answer{URL: sportstest.MLB + "/v1/standings?season=2025", Body: last})
	_, got := s.Get("/sports/standings", "league", "mlb")
	handlertest.Holds(t, got, map[string]any{"season": 2025, "groups.0.entries.0.wins": 94})

	s, _ = service(t, down, upstreamtest.Answer{URL: sportstest.NHL + "/standings/*", Body: `{"standings":[]}`})
	if status, got := s.Get("/sports/standings", "league", "nhl"); status != 502 {
		t.Errorf("one source is down and the other has none: %d %v", status, got)
	}
}

func TestGamesOfATeamThatCouldNotBeHad(t *testing.T) {
	answer := func(path string, answers []upstreamtest.Answer) []upstreamtest.Answer {
		down := upstreamtest.Answer{URL: sportstest.ESPN + "/football/nfl/teams/2" + path, Status: 503}
		return append([]upstreamtest.Answer{down}, answers...)
	}
	withoutGames := answer("/schedule", sportstest.Answers())
	s, _ := service(t, withoutGames...)
	_, got := s.Get("/sports/team", "league", "nfl", "team", "BUF")
	handlertest.Holds(t, got, map[string]any{
		"recent_games": nil, "upcoming_games": nil, "next_game": nil, "record.overall": "8-2", "partial": true,
	})

	s, _ = service(t, answer("", withoutGames)...)
	if status, got := s.Get("/sports/team", "league", "nfl", "team", "BUF"); status != 502 {
		t.Errorf("nothing of the team could be had: %d %v", status, got)
	}
}

// TestGamesToComeInSoccer holds that they are asked for: schedules have only past ones there.
func TestGamesToComeInSoccer(t *testing.T) {
	const team = `"id":"359","displayName":"St. Arsenal","abbreviation":"ARS","shortDisplayName":"Arsenal"`
	const url = sportstest.ESPN + "/soccer/eng.1/teams"
	coming := strings.NewReplacer(`"id":"1"`, `"id":"2"`, "2026-11-21", "2026-11-29").Replace(
		oneGame(`{"type":{"name":"STATUS_SCHEDULED","state":"pre","completed":false,"detail":""}}`, `"score":"0"`, `"score":"0"`))
	const final = `{"period":2,"type":{"name":"STATUS_FULL_TIME","state":"post","completed":true,"detail":"FT"}}`
	over := strings.ReplaceAll(oneGame(final, `"score":"2"`, `"score":"1"`), "2026-11-21", "2026-11-08")
	answers := []upstreamtest.Answer{
		{URL: url, Body: `{"sports":[{"leagues":[{"teams":[{"team":{` + team + `}}]}]}]}`},
		{URL: url + "/359", Body: `{"team":{` + team + `}}`},
		{URL: url + "/359/schedule?fixture=true", Body: coming},
		{URL: url + "/359/schedule", Body: over},
	}
	s, _ := service(t, answers...)
	_, got := s.Get("/sports/team", "league", "epl", "team", "st arsenal")
	handlertest.Holds(t, got, map[string]any{
		"recent_games.0.winner": "home", "recent_games.1": nil, "upcoming_games.0.game_id": "2",
		"next_game.date": "2026-11-28", "partial": false,
	})

	answers[2].Status = 503
	s, _ = service(t, answers...)
	_, got = s.Get("/sports/team", "league", "epl", "team", "ARS")
	handlertest.Holds(t, got, map[string]any{"upcoming_games": nil, "recent_games.0.game_id": "1", "partial": true})
}

func TestGoalsOfSoccerAreAmongItsEvents(t *testing.T) {
	summary := func(slug, events string) upstreamtest.Answer {
		return upstreamtest.Answer{
			URL: sportstest.ESPN + "/soccer/eng.1/summary?event=1",
			Body: `{"header":{"id":"1","league":{"slug":"` + slug + `"},"season":{"year":2026},"competitions":[{"date":"2026-11-08T15:00Z",
"competitors":[{"homeAway":"home","score":"1","team":{"id":"1","displayName":"A","abbreviation":"AAA"}},
{"homeAway":"away","score":"0","team":{"id":"2","displayName":"B"}}],
"status":{"period":2,"type":{"name":"STATUS_FULL_TIME","state":"post","completed":true,"detail":"FT"}}}]},
"keyEvents":[` + events + `],"winprobability":[]}`,
		}
	}
	const goal = `{"text":"Kickoff","scoringPlay":false},{"text":"Goal!","scoringPlay":true,"team":{"id":"1"},
"clock":{"displayValue":"58'"},"period":{"number":2}}`
	s, _ := service(t, summary("eng.1", goal))
	_, got := s.Get("/sports/game", "league", "epl", "game_id", "1")
	handlertest.Holds(t, got, map[string]any{
		"scoring_plays.0.team": "AAA", "scoring_plays.0.clock": "58'", "scoring_plays.1": nil,
	})

	s, _ = service(t, summary("eng.1", ""))
	_, got = s.Get("/sports/game", "league", "epl", "game_id", "1")
	handlertest.Holds(t, got, map[string]any{"game.home.score": 1, "scoring_plays": nil})

	s, _ = service(t, summary("ger.1", goal))
	if status, got := s.Get("/sports/game", "league", "epl", "game_id", "1"); status != 404 {
		t.Errorf("a game of another league: %d %v", status, got)
	}
}

// TestAnOldScoreIsNotShown holds that no remembered answer stands in for a source that fails.
func TestAnOldScoreIsNotShown(t *testing.T) {
	now := sportstest.Now
	clock := func() time.Time { return now }
	live := oneGame(`{"period":1,"type":{"name":"STATUS_IN_PROGRESS","state":"in","completed":false,"detail":"1st"}}`,
		`"score":"3"`, `"score":"0"`)
	world := upstreamtest.New(t, upstreamtest.Answer{URL: sportstest.ESPN + "/*", Body: live})
	h, err := New(world.Pool(t, nil, upstreamtest.At(clock)), clock)
	if err != nil {
		t.Fatal(err)
	}
	s := handlertest.New(t, "sports", h.Register)
	if status, got := s.Get("/sports/scores", "league", "nfl"); status != 200 {
		t.Fatalf("%d %v", status, got)
	}

	now = now.Add(time.Minute)
	world.Handle("site.web.api.espn.com", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	if status, got := s.Get("/sports/scores", "league", "nfl"); status != 502 {
		t.Errorf("%d %v", status, got)
	}
}

// TestLastGamesOfASeasonAreNotOfToday: between seasons the source keeps its last board.
func TestLastGamesOfASeasonAreNotOfToday(t *testing.T) {
	for days, want := range map[int]string{2: "ok", 14: "ok", 60: "stale"} {
		world := upstreamtest.New(t, sportstest.Answers()...)
		s := serveAt(t, sportstest.Now.AddDate(0, 0, days), nil, world)
		_, got := s.Get("/sports/scores", "league", "nhl")
		handlertest.Holds(t, got, map[string]any{"sources.0.status": want, "partial": want != "ok"})
	}
}
