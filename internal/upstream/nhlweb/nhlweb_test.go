package nhlweb

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://api-web.nhle.com/v1"

func TestDayIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base + "/schedule/2025-10-07", Body: `{"gameWeek":[{"date":"2025-10-07",
"numberOfGames":1,"games":[{"id":2025020001,"season":20252026,"gameType":2,"startTimeUTC":"2025-10-07T21:00:00Z",
"gameState":"OFF","gameScheduleState":"OK","venue":{"default":"Amerant Bank Arena"},"neutralSite":false,
"awayTeam":{"id":16,"abbrev":"CHI","commonName":{"default":"Blackhawks"},"placeName":{"default":"Chicago"},"score":2},
"homeTeam":{"id":13,"abbrev":"FLA","commonName":{"default":"Panthers"},"placeName":{"default":"Florida"},"score":3},
"periodDescriptor":{"number":3,"periodType":"REG"},"gameOutcome":{"lastPeriodType":"REG"}}]}]}`},
		Required: []string{
			"gameWeek", "gameWeek[].date", "gameWeek[].numberOfGames", "gameWeek[].games", "gameWeek[].games[].id",
			"gameWeek[].games[].gameState", "gameWeek[].games[].gameScheduleState",
			"gameWeek[].games[].startTimeUTC", "gameWeek[].games[].homeTeam", "gameWeek[].games[].awayTeam.abbrev",
			"gameWeek[].games[].awayTeam.placeName.default", "gameWeek[].games[].homeTeam.score",
		},
		Optional: []string{
			"gameWeek[].games[].venue", "gameWeek[].games[].neutralSite", "gameWeek[].games[].periodDescriptor",
			"gameWeek[].games[].gameOutcome",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Day(ctx, "2025-10-07")
			return err
		},
	}.Hold(t)
}

func TestStandingsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base + "/standings/2025-10-07", Body: `{"standings":[{"conferenceName":"Western",
"divisionName":"Central","divisionSequence":1,"gamesPlayed":1,"goalAgainst":1,"goalFor":4,"losses":0,"otLosses":0,
"points":2,"seasonId":20252026,"streakCode":"W","streakCount":1,"teamAbbrev":{"default":"COL"},
"teamName":{"default":"Colorado Avalanche"},"wins":1}]}`},
		Required: []string{
			"standings", "standings[].conferenceName", "standings[].divisionName", "standings[].divisionSequence",
			"standings[].gamesPlayed", "standings[].goalAgainst", "standings[].goalFor", "standings[].losses",
			"standings[].otLosses", "standings[].points", "standings[].seasonId", "standings[].teamAbbrev",
			"standings[].teamName.default", "standings[].wins",
		},
		Optional: []string{"standings[].streakCode", "standings[].streakCount"},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Standings(ctx, "2025-10-07")
			return err
		},
	}.Hold(t)
}
