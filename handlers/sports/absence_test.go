package sports

import (
	"net/http"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/sports/sportstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// changed are the answers of the examples, of which one lacks a member.
func changed(t *testing.T, url, member string) []upstreamtest.Answer {
	t.Helper()
	answers := sportstest.Answers()
	for i, a := range answers {
		if a.URL == url {
			answers[i].Body = upstreamtest.Renamed(t, a.Body, member)
			return answers
		}
	}
	t.Fatalf("nothing answers at %s", url)
	return nil
}

// TestWhatSourcesDoNotSayIsNotAnswered has a member of an answer renamed: what rests on it is refused, or null.
func TestWhatSourcesDoNotSayIsNotAnswered(t *testing.T) {
	const competition = "events[].competitions[]."
	scores := sportstest.ESPN + "/hockey/nhl/scoreboard"
	table := sportstest.Standings + "/soccer/eng.1/standings"
	game := sportstest.ESPN + "/baseball/mlb/summary?event=401696636"
	teams := sportstest.ESPN + "/football/nfl/teams"
	for _, c := range []struct {
		member, url string
		route       []string
		refused     bool
		want        map[string]any
	}{
		{"events[].id", scores, []string{"/sports/scores", "league", "nfl"}, true, nil},
		{competition + "competitors", scores, []string{"/sports/scores", "league", "nfl"}, true, nil},
		{competition + "status.type.state", scores, []string{"/sports/scores", "league", "nfl"}, true, nil},
		{competition + "competitors[].score", scores, []string{"/sports/scores", "league", "nfl"}, true, nil},
		{competition + "competitors[].linescores", scores, []string{"/sports/scores", "league", "nfl"}, false,
			map[string]any{"games.0.home.linescores": nil, "games.0.home.score": 4}},
		{competition + "broadcasts", scores, []string{"/sports/scores", "league", "nfl"}, false,
			map[string]any{"games.0.broadcasts": nil}},
		{competition + "neutralSite", scores, []string{"/sports/scores", "league", "nfl"}, false,
			map[string]any{"games.0.venue.neutral_site": nil}},
		{"children", table, []string{"/sports/standings", "league", "epl"}, true, nil},
		{"children[].standings.entries[].stats[].name", table, []string{"/sports/standings", "league", "epl"}, true, nil},
		{"header.competitions[].competitors[].score", game,
			[]string{"/sports/game", "league", "mlb", "game_id", "401696636"}, true, nil},
		{"boxscore", game, []string{"/sports/game", "league", "mlb", "game_id", "401696636"}, false,
			map[string]any{"team_stats": nil}},
		{"gameInfo.officials", game, []string{"/sports/game", "league", "mlb", "game_id", "401696636"}, false,
			map[string]any{"officials": nil}},
		{"plays[].scoringPlay", game, []string{"/sports/game", "league", "mlb", "game_id", "401696636"}, false,
			map[string]any{"scoring_plays": nil}},
		{"sports[].leagues[].teams[].team.abbreviation", teams,
			[]string{"/sports/team", "league", "nfl", "team", "BUF"}, true, nil},
	} {
		t.Run(c.member, func(t *testing.T) {
			route := c.route
			if c.url == scores {
				route = []string{"/sports/scores", "league", "nhl"}
			}
			s, _ := service(t, changed(t, c.url, c.member)...)
			status, got := s.Get(route[0], route[1:]...)
			if c.refused != (status == http.StatusBadGateway) || !c.refused && status != http.StatusOK {
				t.Fatalf("%d %v", status, got)
			}
			handlertest.Holds(t, got, c.want)
		})
	}
}

// TestRanksNeedPointsToGoBy holds that a table of which neither ranks nor points are told has no ranks.
func TestRanksNeedPointsToGoBy(t *testing.T) {
	const body = `{"name":"L","children":[{"name":"C","standings":{"entries":[
{"team":{"id":"1","displayName":"A"},"stats":[{"name":"wins","type":"wins","value":10}]},
{"team":{"id":"2","displayName":"B"},"stats":[{"name":"wins","type":"wins","value":9}]}]}}]}`
	s, _ := service(t, upstreamtest.Answer{URL: sportstest.Standings + "/*", Body: body})
	_, got := s.Get("/sports/standings", "league", "epl")
	handlertest.Holds(t, got, map[string]any{
		"rank_basis":              nil,
		"groups.0.entries.0.rank": nil,
		"groups.0.entries.1.team": "B",
	})
}

// TestGamesThatCannotBeShownMakeTheAnswerPartial holds that they are not left out without a word.
func TestGamesThatCannotBeShownMakeTheAnswerPartial(t *testing.T) {
	const body = `{"events":[{"id":"1","date":"2026-11-21T01:00Z","season":{"year":2026},"competitions":[]}]}`
	s, _ := service(t, upstreamtest.Answer{URL: sportstest.ESPN + "/*", Body: body})
	_, got := s.Get("/sports/scores", "league", "nfl")
	handlertest.Holds(t, got, map[string]any{"count": 0, "partial": true})
}
