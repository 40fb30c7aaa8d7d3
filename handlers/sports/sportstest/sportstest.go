// Package sportstest has what the providers say to the examples of the spec's sports routes: real teams and days, and
// figures that could be theirs.
package sportstest

import (
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the providers are.
const (
	ESPN      = "https://site.web.api.espn.com/apis/site/v2/sports"
	Standings = "https://site.web.api.espn.com/apis/v2/sports"
	MLB       = "https://statsapi.mlb.com/api"
	NHL       = "https://api-web.nhle.com/v1"
)

// Answers are what the providers say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: ESPN + "/hockey/nhl/scoreboard", Body: hockey},
		{URL: ESPN + "/baseball/mlb/scoreboard?dates=20220917", Body: baseball},
		{URL: Standings + "/soccer/eng.1/standings", Body: table},
		{URL: ESPN + "/baseball/mlb/summary?event=401696636", Body: summary},
		{URL: ESPN + "/football/nfl/teams", Body: Teams},
		{URL: ESPN + "/football/nfl/teams/2", Body: profile},
		{URL: ESPN + "/football/nfl/teams/2/schedule", Body: schedule},
	}
}

const hockey = `{"season":{"type":2,"year":2027},"events":[
{"id":"401802511","date":"2026-11-20T00:00Z","name":"Toronto Maple Leafs at Boston Bruins","shortName":"TOR @ BOS",
"season":{"year":2027,"type":2},"competitions":[{"date":"2026-11-20T00:00Z","timeValid":true,"neutralSite":false,
"venue":{"fullName":"TD Garden","address":{"city":"Boston","state":"MA"}},"format":{"regulation":{"periods":3}},
"competitors":[{"homeAway":"home","winner":true,"score":"4","linescores":[{"value":1},{"value":2},{"value":0},
{"value":1}],
"records":[{"type":"total","summary":"11-7-2"}],"team":{"id":"1","abbreviation":"BOS","displayName":"Boston Bruins"}},
{"homeAway":"away","winner":false,"score":"3","linescores":[{"value":0},{"value":1},{"value":2},{"value":0}],
"records":[{"type":"total","summary":"10-8-2"}],"team":{"id":"21","abbreviation":"TOR",
"displayName":"Toronto Maple Leafs"}}],"broadcasts":[{"market":"national","names":["ESPN+"]}],
"status":{"displayClock":"0:00","period":4,"type":{"name":"STATUS_FINAL","state":"post","completed":true,
"detail":"Final/OT"}}}]}]}`

const baseball = `{"season":{"type":2,"year":2022},"events":[
{"id":"401423263","date":"2022-09-17T17:10Z","name":"Minnesota Twins at Cleveland Guardians","shortName":"MIN @ CLE",
"season":{"year":2022,"type":2},"competitions":[{"date":"2022-09-17T17:10Z","timeValid":true,"neutralSite":false,
"venue":{"fullName":"Progressive Field","address":{"city":"Cleveland","state":"Ohio"}},
"notes":[{"type":"event","headline":"Doubleheader - Game 1"}],"format":{"regulation":{"periods":9}},
"competitors":[{"homeAway":"home","winner":true,"score":"5","linescores":[{"value":1},{"value":0},{"value":0},
{"value":0},
{"value":0},{"value":0},{"value":0},{"value":4}],"records":[{"type":"total","summary":"78-66"}],
"team":{"id":"5","abbreviation":"CLE","displayName":"Cleveland Guardians"}},
{"homeAway":"away","winner":false,"score":"1","linescores":[{"value":0},{"value":0},{"value":1},{"value":0},
{"value":0},
{"value":0},{"value":0},{"value":0},{"value":0}],"records":[{"type":"total","summary":"73-71"}],
"team":{"id":"9","abbreviation":"MIN","displayName":"Minnesota Twins"}}],"broadcasts":[],
"status":{"displayClock":"0:00","period":9,"type":{"name":"STATUS_FINAL","state":"post","completed":true,
"detail":"Final"}}}]}]}`

const table = `{"name":"English Premier League","children":[{"name":"2026-27 English Premier League",
"standings":{"season":2026,
"entries":[
{"team":{"id":"359","displayName":"Arsenal","abbreviation":"ARS"},"note":{"description":"Champions League","rank":1},
"stats":[{"name":"wins","type":"wins","value":8,"displayValue":"8"},
{"name":"losses","type":"losses","value":1,"displayValue":"1"},
{"name":"ties","type":"ties","value":2,"displayValue":"2"},
{"name":"gamesPlayed","type":"gamesplayed","value":11,"displayValue":"11"},
{"name":"pointsFor","type":"pointsfor","value":22,"displayValue":"22"},
{"name":"pointsAgainst","type":"pointsagainst","value":8,"displayValue":"8"},
{"name":"points","type":"points","value":26,"displayValue":"26"},
{"name":"rank","type":"rank","value":1,"displayValue":"1"},
{"name":"pointDifferential","type":"pointdifferential","value":14,"displayValue":"+14"}]},
{"team":{"id":"382","displayName":"Manchester City","abbreviation":"MNC"},
"note":{"description":"Champions League","rank":2},
"stats":[{"name":"wins","type":"wins","value":7,"displayValue":"7"},
{"name":"losses","type":"losses","value":3,"displayValue":"3"},
{"name":"ties","type":"ties","value":1,"displayValue":"1"},
{"name":"gamesPlayed","type":"gamesplayed","value":11,"displayValue":"11"},
{"name":"pointsFor","type":"pointsfor","value":21,"displayValue":"21"},
{"name":"pointsAgainst","type":"pointsagainst","value":10,"displayValue":"10"},
{"name":"points","type":"points","value":22,"displayValue":"22"},
{"name":"rank","type":"rank","value":2,"displayValue":"2"},
{"name":"pointDifferential","type":"pointdifferential","value":11,"displayValue":"+11"}]}]}}]}`

const summary = `{"header":{"id":"401696636","league":{"slug":"mlb"},"timeValid":true,"neutralSite":false,
"season":{"year":2025,"type":2},
"competitions":[{"date":"2025-08-07T16:05Z",
"neutralSite":false,"competitors":[
{"homeAway":"home","winner":false,"score":"0","linescores":[{"displayValue":"0"},{"displayValue":"0"},
{"displayValue":"0"},{"displayValue":"0"},{"displayValue":"0"},{"displayValue":"0"},{"displayValue":"0"},
{"displayValue":"0"},{"displayValue":"0"}],
"record":[{"type":"total","summary":"45-69"}],"team":{"id":"20","abbreviation":"WSH",
"displayName":"Washington Nationals"}},
{"homeAway":"away","winner":true,"score":"6","linescores":[{"displayValue":"0"},{"displayValue":"1"},
{"displayValue":"3"},{"displayValue":"0"},{"displayValue":"0"},{"displayValue":"2"},{"displayValue":"0"},
{"displayValue":"0"},{"displayValue":"0"}],
"record":[{"type":"total","summary":"51-66"}],"team":{"id":"11","abbreviation":"ATH","displayName":"Athletics"}}],
"broadcasts":[{"media":{"shortName":"MLBN"}}],"status":{"type":{"name":"STATUS_FINAL","state":"post",
"completed":true,"detail":"Final"}}}]},
"gameInfo":{"venue":{"fullName":"Nationals Park","address":{"city":"Washington","state":"DC"}},"attendance":14519,
"officials":[{"displayName":"Will Little"}]},
"boxscore":{"teams":[{"homeAway":"away","statistics":[{"name":"batting","stats":[{"name":"hits",
"displayValue":"10"}]}]},
{"homeAway":"home","statistics":[{"name":"batting","stats":[{"name":"hits","displayValue":"3"}]}]}]},
"plays":[{"text":"Thomas homered to center.","awayScore":1,"homeScore":0,"scoringPlay":true,"team":{"id":"11"},
"period":{"number":2}},{"text":"End of the 9th inning","awayScore":6,"homeScore":0,"scoringPlay":false}],
"pickcenter":[{"details":"ATH -160","overUnder":8.5,"provider":{"name":"ESPN BET"}}],"winprobability":[]}`

// Teams is an index of teams.
const Teams = `{"sports":[{"leagues":[{"teams":[
{"team":{"id":"2","abbreviation":"BUF","displayName":"Buffalo Bills","shortDisplayName":"Bills","name":"Bills",
"location":"Buffalo","nickname":"Bills","slug":"buffalo-bills","color":"00338d",
"logos":[{"href":"https://a.espncdn.com/i/teamlogos/nfl/500/buf.png"}]}},
{"team":{"id":"19","abbreviation":"NYG","displayName":"New York Giants","shortDisplayName":"Giants","name":"Giants",
"location":"New York","nickname":"Giants","slug":"new-york-giants","color":"003c7f"}},
{"team":{"id":"20","abbreviation":"NYJ","displayName":"New York Jets","shortDisplayName":"Jets","name":"Jets",
"location":"New York","nickname":"Jets","slug":"new-york-jets","color":"115740"}}]}]}]}`

const profile = `{"team":{"id":"2","displayName":"Buffalo Bills","standingSummary":"1st in AFC East",
"record":{"items":[{"type":"total","summary":"8-2"},{"type":"home","summary":"5-0"},
{"type":"road","summary":"3-2"}]}}}`

const schedule = `{"events":[
{"id":"401772901","date":"2026-11-15T18:00Z","name":"Miami Dolphins at Buffalo Bills","shortName":"MIA @ BUF",
"season":{"year":2026,"type":2},"week":{"number":10},"competitions":[{"date":"2026-11-15T18:00Z","timeValid":true,"neutralSite":false,
"venue":{"fullName":"Highmark Stadium","address":{"city":"Orchard Park","state":"NY"}},"competitors":[
{"homeAway":"home","winner":true,"score":{"value":31,"displayValue":"31"},
"team":{"id":"2","abbreviation":"BUF","displayName":"Buffalo Bills"}},
{"homeAway":"away","winner":false,"score":{"value":17,"displayValue":"17"},
"team":{"id":"15","abbreviation":"MIA","displayName":"Miami Dolphins"}}],
"status":{"period":4,"type":{"name":"STATUS_FINAL","state":"post","completed":true,"detail":"Final"}}}]},
{"id":"401772912","date":"2026-11-22T18:00Z","name":"Buffalo Bills at New York Jets","shortName":"BUF @ NYJ",
"season":{"year":2026,"type":2},"week":{"number":11},"competitions":[{"date":"2026-11-22T18:00Z","timeValid":true,"neutralSite":false,
"venue":{"fullName":"MetLife Stadium","address":{"city":"East Rutherford","state":"NJ"}},"competitors":[
{"homeAway":"home","team":{"id":"20","abbreviation":"NYJ","displayName":"New York Jets"}},
{"homeAway":"away","team":{"id":"2","abbreviation":"BUF","displayName":"Buffalo Bills"}}],
"status":{"type":{"name":"STATUS_SCHEDULED","state":"pre","completed":false,"detail":"Sun, November 22nd"}}}]}]}`
