package sports

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/sports/sportstest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/espn"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// recorded are the answers on file, under the addresses that they were given at.
func recorded(t *testing.T) []upstreamtest.Answer {
	t.Helper()
	answer := func(url, name string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: url, Body: string(samples.Read(t, name))}
	}
	return []upstreamtest.Answer{
		answer(sportstest.ESPN+"/football/nfl/scoreboard", "espn/scoreboard_nfl.json"),
		answer(sportstest.ESPN+"/soccer/usa.1/scoreboard", "espn/scoreboard_mls.json"),
		answer(sportstest.ESPN+"/hockey/nhl/scoreboard?dates=20220925", "espn/scoreboard_nhl.json"),
		answer(sportstest.ESPN+"/baseball/mlb/scoreboard?dates=20220917", "espn/scoreboard_mlb.json"),
		answer(sportstest.ESPN+"/basketball/wnba/scoreboard?dates=20260809", "espn/scoreboard_wnba_2026-08-09.json"),
		answer(sportstest.ESPN+"/baseball/mlb/summary?event=401696636", "espn/summary_mlb_final.json"),
		answer(sportstest.ESPN+"/baseball/mlb/summary?event=401696639", "espn/summary_mlb_pregame.json"),
		answer(sportstest.ESPN+"/football/nfl/summary?event=401776263", "espn/summary_nfl.json"),
		answer(sportstest.ESPN+"/football/nfl/teams", "espn/teams_nfl.json"),
		answer(sportstest.Standings+"/soccer/eng.1/standings", "espn/standings_eng1_2020.json"),
		{
			URL:    sportstest.Standings + "/soccer/usa.1/standings",
			Status: 400,
			Body:   string(samples.Read(t, "espn/error_400_standings_unknown_league.json")),
		},
		answer(sportstest.Standings+"/baseball/mlb/standings", "espn/standings_stub_site_v2.json"),
		{URL: "https://site.web.api.espn.com/*", Status: 503},
		answer(sportstest.MLB+"/v1/schedule?sportId=1&date=2022-04-07", "mlb-stats/schedule_date.json"),
		answer(sportstest.MLB+"/v1/standings?leagueId=103,104&season=2026", "mlb-stats/standings.json"),
		answer(sportstest.MLB+"/v1.1/game/715720/feed/live", "mlb-stats/game_feed_live.json"),
		{
			URL:    sportstest.MLB + "/v1.1/game/999999/feed/live",
			Status: 404,
			Body:   string(samples.Read(t, "mlb-stats/error_404.json")),
		},
		{
			URL:    sportstest.MLB + "/v1.1/game/999500/feed/live",
			Status: 500,
			Body:   string(samples.Read(t, "mlb-stats/error_500.json")),
		},
		answer(sportstest.NHL+"/schedule/2025-10-07", "nhl-web/schedule_2025-10-07.json"),
		answer(sportstest.NHL+"/standings/2026-11-20", "nhl-web/standings_2025-10-07.json"),
		answer(sportstest.NHL+"/gamecenter/2023020208/landing", "nhl-web/gamecenter_landing.json"),
	}
}

// TestRecordedAnswers holds what is served against the answers that the sources gave on the recorded days.
func TestRecordedAnswers(t *testing.T) {
	cases := []struct {
		why   string
		route string
		query []string
		want  map[string]any
	}{
		{"football", "/sports/scores", []string{"league", "nfl"}, map[string]any{
			"count": 3, "live_count": 1, "season": 2022,
			"games.0.status": inProgress, "games.0.clock": "0:48", "games.0.away.score": 24, "games.0.winner": nil,
			"games.1.status": final, "games.1.winner": "home", "games.1.home.score": 20,
			"games.1.decided_in": "regulation",
			"games.2.status":     scheduled, "games.2.home.score": nil, "games.2.odds.details": "TEN -5.5",
		}},
		{"soccer", "/sports/scores", []string{"league", "mls"}, map[string]any{
			"count": 3, "live_count": 2, "games.0.winner": "home", "games.1.clock": "58'", "games.1.winner": nil,
		}},
		{"baseball", "/sports/schedule", []string{"league", "mlb", "date", "2022-09-17"}, map[string]any{
			"count": 3, "date": "2022-09-17", "timezone": "America/New_York", "games.0.doubleheader_game": 1,
			"games.0.home.linescores.7": 0, "games.0.home.linescores.8": nil, "games.0.date": "2022-09-17",
			"games.1.status_detail": "Top 9th", "games.1.clock": nil, "games.2.away.score": nil,
			"sources.0.status": "stale", "partial": true,
		}},
		{"hockey", "/sports/schedule", []string{"league", "nhl", "date", "20220925"}, map[string]any{
			"count": 3, "games.0.decided_in": "overtime", "games.0.season_type": "preseason", "games.1.clock": "9:03",
			"games.2.start_at": "2022-09-26T00:00:00Z", "games.2.date": "2022-09-25",
		}},
		{"women's basketball", "/sports/schedule", []string{"league", "wnba", "date", "2026-08-09"}, map[string]any{
			"source": "espn",
		}},
		{"a table", "/sports/standings", []string{"league", "epl"}, map[string]any{
			"rank_basis": "source", "groups.0.entries.1.points": 71, "groups.0.entries.1.ties": 11,
			"groups.0.entries.0.diff": 46, "groups.0.entries.0.win_ratio": nil,
		}},
		{"a finished game", "/sports/game", []string{"league", "mlb", "game_id", "401696636"}, map[string]any{
			"game.winner": "away", "game.away.linescores.1": 3, "game.decided_in": "regulation", "attendance": 14519, "officials.2": "Clint Vondrak",
			"game.clock": nil, "home_win_probability_pct": nil, "scoring_plays.0.team": "ATH",
			"team_stats.0.name": "batting.gamesPlayed", "sources.0.status": "ok", "partial": false,
		}},
		{"a game to come", "/sports/game", []string{"league", "mlb", "game_id", "401696639"}, map[string]any{
			"game.status": scheduled, "game.home.score": nil, "home_win_probability_pct": 53.5, "team_stats.0": nil,
			"leaders.0": nil, "scoring_plays.0": nil, "sources.0.status": "stale",
		}},
		{"a game under way", "/sports/game", []string{"league", "nfl", "game_id", "401776263"}, map[string]any{
			"game.home.score": 25, "game.clock": "0:39", "game.week": 2, "scoring_plays.10.away_score": 34,
			"game.winner": nil, "game.odds.details": "BUF -1.5", "sources.0.status": "stale", "partial": true,
		}},
		{"the league's own days of baseball", "/sports/schedule", []string{"league", "mlb", "date", "2022-04-07"},
			map[string]any{
				"source": "mlb_stats", "partial": true, "count": 3, "games.0.game_id": "mlb:663178",
				"games.0.home.score": 5, "games.0.winner": "home", "games.0.home.abbreviation": "CHC",
			}},
		{"the league's own day of hockey, not the week", "/sports/schedule",
			[]string{"league", "nhl", "date", "2025-10-07"}, map[string]any{
				"source": "nhl_web", "count": 2, "games.1.game_id": "nhl:2025020002", "games.1.winner": "away",
				"games.1.date": "2025-10-07", "games.1.start_at": "2025-10-08T00:00:00Z",
			}},
		{"the league's own tables of baseball", "/sports/standings", []string{"league", "mlb"}, map[string]any{
			"source": "mlb_stats", "groups.0.name": "American League East", "groups.0.entries.0.games_behind": 0,
			"groups.0.entries.1.games_behind": 7, "groups.0.entries.0.win_ratio": 0.611, "season": 2022,
		}},
		{"the league's own tables of hockey", "/sports/standings", []string{"league", "nhl"}, map[string]any{
			"source": "nhl_web", "groups.0.entries.0.points": 2, "groups.0.entries.0.ot_losses": 0,
			"groups.0.entries.0.ties": nil,
		}},
		{"the league's own game of hockey", "/sports/game", []string{"league", "nhl", "game_id", "nhl:2023020208"},
			map[string]any{
				"game.away.score": 6, "game.away.linescores.2": 3, "game.home.linescores.0": 0,
				"game.start_at": "2023-11-11T03:00:00Z", "scoring_plays.8.away_score": 6, "game.date": "2023-11-10",
			}},
		{"the league's own game of baseball", "/sports/game", []string{"league", "mlb", "game_id", "mlb:715720"},
			map[string]any{
				"game.away.score": 3, "game.winner": "away", "game.venue.city": "Philadelphia", "attendance": 45693,
				"game.date": "2022-11-03", "game.season_type": "postseason",
			}},
	}
	live := map[string]time.Time{ // when boards of games under way were recorded
		"football": time.Date(2022, time.September, 11, 20, 0, 0, 0, time.UTC),
		"soccer":   time.Date(2022, time.September, 18, 1, 0, 0, 0, time.UTC),
	}
	s, world := service(t, recorded(t)...)
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			s := s
			if then, ok := live[c.why]; ok {
				if status, got := s.Get(c.route, c.query...); got["code"] != "data_too_old" {
					t.Errorf("four years later: %d %v", status, got)
				}
				s = serveAt(t, then, nil, world)
			}
			status, got := s.Get(c.route, c.query...)
			if status != http.StatusOK {
				t.Fatalf("%d %v", status, got)
			}
			handlertest.Holds(t, got, c.want)
		})
	}

	for query, want := range map[string]int{
		"mlb mlb:999999": 404,
		"mlb mlb:999500": 502,
		"mlb nhl:1":      400,
		"nfl mlb:1":      400,
		"nfl x":          400,
	} {
		league, id, _ := strings.Cut(query, " ")
		if status, got := s.Get("/sports/game", "league", league, "game_id", id); status != want {
			t.Errorf("%s: %d %v, want %d", query, status, got, want)
		}
	}
}

// TestRefusalsOfTheSourceAreNotTheCallers holds what ESPN's 400 means: no data of a thing, or a failure of its own.
func TestRefusalsOfTheSourceAreNotTheCallers(t *testing.T) {
	refusal := upstreamtest.Answer{URL: "https://site.web.api.espn.com/*", Status: 400, Body: `{"code":400}`}
	s, _ := service(t, refusal)
	for _, c := range []struct {
		route string
		query []string
		want  int
	}{
		{"/sports/scores", nil, 502},
		{"/sports/standings", nil, 502},
		{"/sports/schedule", nil, 502},
		{"/sports/team", []string{"team", "Arsenal"}, 502},
		{"/sports/game", []string{"game_id", "1"}, 404},
	} {
		query := append([]string{"league", "epl"}, c.query...)
		if status, got := s.Get(c.route, query...); status != c.want {
			t.Errorf("%s: %d %v, want %d", c.route, status, got, c.want)
		}
	}
}

func TestInputsAreRefusedBeforeASourceIsAsked(t *testing.T) {
	s, world := service(t)
	for _, route := range []string{"/sports/scores", "/sports/schedule", "/sports/standings"} {
		status, got := s.Get(route, "league", "quidditch")
		if status != http.StatusBadRequest || got["field"] != "league" {
			t.Errorf("%s: %d %v", route, status, got)
		}
	}
	for _, day := range []string{"2022-02-30", "20221", "tomorrow!", "1066-10-14", "2999-01-01"} {
		if status, _ := s.Get("/sports/schedule", "league", "nfl", "date", day); status != http.StatusBadRequest {
			t.Errorf("%s: %d", day, status)
		}
	}
	if status, _ := s.Get("/sports/team", "league", "nfl", "team", "  "); status != http.StatusBadRequest {
		t.Error(status)
	}
	if asked := world.Asked(); len(asked) != 0 {
		t.Errorf("asked: %q", asked)
	}
}

func TestTeamsByTheirNames(t *testing.T) {
	s, _ := service(t, sportstest.Answers()...)
	for name, want := range map[string]int{
		"buf": 200, "Buffalo Bills": 200, "Bills": 200, "2": 200, "buffalo-bills": 200,
		"New York": 400, "Nowhere": 404, "B": 404,
	} {
		status, got := s.Get("/sports/team", "league", "nfl", "team", name)
		if status != want {
			t.Errorf("%s: %d %v", name, status, got)
		}
		if want == http.StatusBadRequest && !strings.Contains(fmt.Sprint(got["candidates"]), "New York Jets") {
			t.Errorf("%v", got)
		}
	}
}

func TestTeamsOfOneTownAreNotTakenForEachOther(t *testing.T) {
	teams := []espn.Team{
		{ID: "13", Name: "Los Angeles Lakers", Location: "Los Angeles", Nickname: "Lakers", Abbreviation: "LAL"},
		{ID: "12", Name: "LA Clippers", Location: "LA", Nickname: "Clippers", Abbreviation: "LAC"},
		{ID: "19", Name: "Orlando Magic", Location: "Orlando", Nickname: "Magic", Abbreviation: "ORL"},
	}
	for text, want := range map[string]string{
		"Los Angeles": "", "LA": "", "lakers": "13", "L.A. Clippers": "12", "orlando": "19", "Orlando Magics": "", "Magik": "",
	} {
		if got, err := pick(league{name: "NBA"}, teams, text); got.ID != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q %v", text, got.ID, err)
		}
	}
}

func TestTeamWithoutItsScheduleIsPartial(t *testing.T) {
	down := upstreamtest.Answer{URL: sportstest.ESPN + "/football/nfl/teams/2/schedule", Status: 503}
	s, _ := service(t, append([]upstreamtest.Answer{down}, sportstest.Answers()...)...)
	_, got := s.Get("/sports/team", "league", "nfl", "team", "BUF")
	handlertest.Holds(t, got, map[string]any{"partial": true, "record.overall": "8-2", "next_game": nil})
}

func TestSwitchedOffSourceLeavesTheLeaguesOwn(t *testing.T) {
	off := map[string]string{"UPSTREAM_ESPN_URL": "off"}
	s, _ := serviceWith(t, off, upstreamtest.Answer{
		URL:  sportstest.NHL + "/schedule/2026-11-20",
		Body: `{"gameWeek":[]}`,
	})

	status, got := s.Get("/sports/scores", "league", "nhl")
	handlertest.Holds(t, got, map[string]any{
		"source": "nhl_web", "count": 0, "partial": false, "sources.0.status": "not_configured",
	})
	if status != http.StatusOK {
		t.Error(status)
	}
	if status, got := s.Get("/sports/scores", "league", "nfl"); status != http.StatusServiceUnavailable {
		t.Errorf("%d %v", status, got)
	}
}

func TestDayOfTheQuestionIsThatOfTheEast(t *testing.T) {
	s, world := service(t, upstreamtest.Answer{
		URL:  sportstest.ESPN + "/hockey/nhl/scoreboard?dates=20261120",
		Body: `{"events":[]}`,
	})
	if _, got := s.Get("/sports/schedule", "league", "nhl"); got["date"] != "2026-11-20" || got["count"] != 0.0 {
		t.Errorf("%v", got)
	}
	if asked := strings.Join(world.Asked(), " "); !strings.Contains(asked, "limit=400") || len(world.Asked()) != 1 {
		t.Errorf("%s", asked)
	}
}

func BenchmarkScores(b *testing.B) {
	s, _ := service(b, sportstest.Answers()...)
	for b.Loop() {
		s.Get("/sports/scores", "league", "nhl")
	}
}
