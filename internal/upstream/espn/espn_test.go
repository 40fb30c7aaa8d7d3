package espn

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestRecordedScoreboards parses every scoreboard on file.
func TestRecordedScoreboards(t *testing.T) {
	for _, file := range samples.Glob(t, "espn/scoreboard_*.json") {
		name := "espn/" + file[strings.LastIndex(file, "/")+1:]
		league := map[string]string{"mls": "usa.1"}
		short, _, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(name, "espn/scoreboard_"), ".json"), "_")
		slug := cmp.Or(league[short], short)
		w := upstreamtest.New(t, upstreamtest.Answer{
			URL:  "https://site.web.api.espn.com/apis/site/v2/sports/s/" + slug + "/scoreboard",
			Body: string(samples.Read(t, name)),
		})
		board, err := New(w.Pool(t, nil)).Scoreboard(t.Context(), League{Sport: "s", Slug: slug}, "")
		if err != nil || len(board.Events) == 0 {
			t.Errorf("%s: %v %v", name, board, err)
			continue
		}
		for _, e := range board.Events {
			sides := len(e.Competitions) == 1 && len(e.Competitions[0].Competitors) == 2
			if e.ID == "" || !sides || e.Competitions[0].Status.Type.Name == "" {
				t.Errorf("%s: %+v", name, e)
			}
		}
	}
}

func TestScoresComeInSeveralForms(t *testing.T) {
	for raw, want := range map[string]Score{
		`"24"`:                             "24",
		`24`:                               "24",
		`{"value":31,"displayValue":"31"}`: "31",
		`null`:                             "",
	} {
		var got Score
		if err := json.Unmarshal([]byte(raw), &got); err != nil || got != want {
			t.Errorf("%s is %q, %v", raw, got, err)
		}
	}
}

func TestScoreThatIsNotToldIsRefused(t *testing.T) {
	for _, raw := range []string{`{"value":31.0,"displayValue":null}`, `{"value":"24"}`, `[24]`} {
		if err := json.Unmarshal([]byte(raw), new(Score)); err == nil {
			t.Errorf("%s is a score", raw)
		}
	}
}

const tests = "https://site.web.api.espn.com/apis/site/v2/sports/s/l"

func TestScoreboardIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: tests + "/scoreboard", Body: `{"season":{"type":2,"year":2026},"events":[
{"id":"1","date":"2026-11-20T00:00Z","name":"A at B","shortName":"A @ B","season":{"year":2026,"type":2},
"competitions":[{"date":"2026-11-20T00:00Z","timeValid":true,"neutralSite":false,"venue":{"fullName":"Ground"},
"competitors":[{"homeAway":"home","winner":true,"score":"4","linescores":[{"value":4}],
"records":[{"type":"total","summary":"11-7"}],"team":{"id":"1","abbreviation":"B","displayName":"Team B"}},
{"homeAway":"away","winner":false,"score":"3","linescores":[{"value":3}],
"records":[{"type":"total","summary":"10-8"}],"team":{"id":"2","abbreviation":"A","displayName":"Team A"}}],
"broadcasts":[{"names":["TV"]}],"status":{"displayClock":"0:00","period":4,
"type":{"name":"STATUS_FINAL","state":"post","completed":true,"detail":"Final"}}}]}]}`},
		Required: []string{
			"events", "events[].id", "events[].season", "events[].season.year", "events[].competitions",
			"events[].competitions[].date", "events[].competitions[].competitors",
			"events[].competitions[].competitors[].homeAway", "events[].competitions[].competitors[].score",
			"events[].competitions[].competitors[].team.id", "events[].competitions[].competitors[].team.displayName",
			"events[].competitions[].competitors[].records[].type", "events[].competitions[].status",
			"events[].competitions[].status.type.name", "events[].competitions[].status.type.state",
			"events[].competitions[].status.type.completed", "events[].competitions[].status.type.detail",
		},
		Optional: []string{
			"season", "events[].name", "events[].season.type", "events[].competitions[].venue",
			"events[].competitions[].broadcasts", "events[].competitions[].competitors[].linescores",
			"events[].competitions[].competitors[].winner", "events[].competitions[].status.period",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Scoreboard(ctx, League{Sport: "s", Slug: "l"}, "")
			return err
		},
	}.Hold(t)
}

func TestStandingsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL: "https://site.web.api.espn.com/apis/v2/sports/s/l/standings",
			Body: `{"name":"League","children":[{"name":"East","standings":{"season":2026,"entries":[
{"team":{"id":"1","displayName":"Team A","abbreviation":"A"},"note":{"description":"Champions"},
"stats":[{"name":"wins","type":"wins","value":8,"displayValue":"8"}]}]}}]}`,
		},
		Required: []string{
			"name", "children", "children[].name", "children[].standings", "children[].standings.entries",
			"children[].standings.entries[].team.id", "children[].standings.entries[].team.displayName",
			"children[].standings.entries[].stats", "children[].standings.entries[].stats[].name",
			"children[].standings.entries[].stats[].type",
		},
		Optional: []string{
			"children[].standings.season", "children[].standings.entries[].note",
			"children[].standings.entries[].stats[].value",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			table, err := New(pool).Standings(ctx, League{Sport: "s", Slug: "l"})
			if err == nil && len(table.Children) == 0 {
				t.Error("a table without parts")
			}
			return err
		},
	}.Hold(t)
}

func TestTeamsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: tests + "/teams", Body: `{"sports":[{"leagues":[{"teams":[
{"team":{"id":"1","displayName":"Team A","shortDisplayName":"A","abbreviation":"A","location":"Town"}},
{"team":{"id":"2","displayName":"Team B","shortDisplayName":"B","abbreviation":"B"}}]}]}]}`},
		Required: []string{
			"sports", "sports[].leagues", "sports[].leagues[].teams", "sports[].leagues[].teams[].team",
			"sports[].leagues[].teams[].team.id", "sports[].leagues[].teams[].team.displayName",
			"sports[].leagues[].teams[].team.abbreviation", "sports[].leagues[].teams[].team.shortDisplayName",
		},
		Optional: []string{"sports[].leagues[].teams[].team.location"},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Teams(ctx, League{Sport: "s", Slug: "l"})
			return err
		},
	}.Hold(t)
}

func TestGameIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: tests + "/summary", Body: `{"header":{"id":"1","league":{"slug":"l"},
"season":{"year":2026,"type":2},"timeValid":true,"competitions":[{"date":"2026-11-20T00:00Z","competitors":[
{"homeAway":"home","score":"4","team":{"id":"1","displayName":"Team B"}},
{"homeAway":"away","score":"3","team":{"id":"2","displayName":"Team A"}}],
"status":{"type":{"name":"STATUS_FINAL","state":"post","completed":true,"detail":"Final"}}}]},
"gameInfo":{"officials":[{"displayName":"O"}]},"boxscore":{"teams":[{"homeAway":"home",
"statistics":[{"name":"hits","displayValue":"3"}]}]},"plays":[{"text":"x","scoringPlay":false}]}`},
		Required: []string{
			"header", "header.id", "header.league.slug", "header.season", "header.competitions",
			"header.competitions[].competitors[].score", "header.competitions[].status.type",
			"gameInfo.officials[].displayName", "boxscore.teams[].homeAway", "boxscore.teams[].statistics[].name",
		},
		Optional: []string{
			"header.timeValid", "gameInfo", "boxscore", "plays", "plays[].scoringPlay", "boxscore.teams[].statistics",
		},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"code":404,"message":"no game"}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Game(ctx, League{Sport: "s", Slug: "l"}, "1")
			return err
		},
	}.Hold(t)
}

func TestOneDayIsAskedFor(t *testing.T) {
	w := upstreamtest.New(t, upstreamtest.Answer{URL: "https://site.web.api.espn.com/*", Body: `{"events":[]}`})
	l := League{Sport: "football", Slug: "college-football", Group: "80"}
	if _, err := New(w.Pool(t, nil)).Scoreboard(t.Context(), l, "20261121"); err != nil {
		t.Fatal(err)
	}
	asked := w.Asked()[0]
	for _, part := range []string{"dates=20261121", "limit=400", "groups=80"} {
		if !strings.Contains(asked, part) || strings.Contains(asked, "-2026") {
			t.Errorf("%s", asked)
		}
	}
}
