package mlbstats

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://statsapi.mlb.com/api"

func TestDayIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base + "/v1/schedule", Body: `{"dates":[{"games":[{"gamePk":663178,
"gameType":"R","season":"2022","gameDate":"2022-04-07T18:20:00Z","officialDate":"2022-04-07","gameNumber":1,
"doubleHeader":"N","status":{"abstractGameState":"Final","detailedState":"Final","startTimeTBD":false},
"teams":{"away":{"leagueRecord":{"wins":0,"losses":1},"score":4,"team":{"id":158,"name":"Milwaukee Brewers"}},
"home":{"leagueRecord":{"wins":1,"losses":0},"score":5,"team":{"id":112,"name":"Chicago Cubs"}}},
"venue":{"name":"Wrigley Field"}}]}]}`},
		Required: []string{
			"dates", "dates[].games", "dates[].games[].gamePk", "dates[].games[].gameType", "dates[].games[].season",
			"dates[].games[].gameDate", "dates[].games[].officialDate", "dates[].games[].gameNumber",
			"dates[].games[].doubleHeader", "dates[].games[].status.abstractGameState",
			"dates[].games[].status.detailedState", "dates[].games[].teams.home.team.id",
			"dates[].games[].teams.away.team.name", "dates[].games[].teams.home.score",
			"dates[].games[].teams.home.leagueRecord.wins",
		},
		Differing: []string{"dates[].games[].officialDate"},
		Optional: []string{
			"dates[].games[].venue", "dates[].games[].status.startTimeTBD", "dates[].games[].teams.home.leagueRecord",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Day(ctx, "2022-04-07")
			return err
		},
	}.Hold(t)
}

func TestGameIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base + "/v1.1/game/715720/feed/live", Body: `{"gamePk":715720,"gameData":{
"game":{"type":"W","season":"2022","gameNumber":1,"doubleHeader":"N"},
"datetime":{"dateTime":"2022-11-04T00:03:00Z","officialDate":"2022-11-03"},
"status":{"abstractGameState":"Final","detailedState":"Final","startTimeTBD":false},
"teams":{"away":{"id":117,"name":"Houston Astros","abbreviation":"HOU"},
"home":{"id":143,"name":"Philadelphia Phillies","abbreviation":"PHI"}},
"venue":{"name":"Citizens Bank Park","location":{"city":"Philadelphia","stateAbbrev":"PA"}},
"gameInfo":{"attendance":45693}},
"liveData":{"linescore":{"currentInning":9,"scheduledInnings":9,"innings":[{"home":{"runs":1},"away":{"runs":1}}],
"teams":{"home":{"runs":2},"away":{"runs":3}}}}}`},
		Required: []string{
			"gamePk", "gameData", "gameData.game.type", "gameData.datetime.dateTime", "gameData.status",
			"gameData.teams.away.id", "gameData.teams.home.name", "liveData.linescore",
			"liveData.linescore.innings[].home", "liveData.linescore.teams.home.runs",
		},
		Optional: []string{"gameData.venue", "gameData.gameInfo.attendance", "liveData.linescore.currentInning"},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"messageNumber":10,"message":"Object not found"}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Game(ctx, "715720")
			return err
		},
	}.Hold(t)
}
