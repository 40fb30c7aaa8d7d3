// Package mlbstats reads the statistics interface of Major League Baseball: games, standings and single games.
package mlbstats

import (
	"context"
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public interface, which needs no key.
var Provider = upstream.Provider{
	Name:          "mlb_stats",
	BaseURL:       "https://statsapi.mlb.com",
	Docs:          "https://statsapi.mlb.com",
	Attribution:   "MLB Advanced Media, L.P.",
	Terms:         "http://gdx.mlb.com/components/copyright.txt (individual, non-commercial, non-bulk use)",
	Checked:       "recorded 2022-11",
	RatePerMinute: 120,
	Burst:         4,
	Concurrency:   4,
	Retries:       1,
	MaxBytes:      16 << 20,
	TTL:           30 * time.Second,
	StaleFor:      -1, // an old score is a wrong one
}

// Members that are required are in all recordings, of 2022.

// Game is a game.
type Game struct {
	ID           int       `json:"gamePk" contract:"key"`
	Type         string    `json:"gameType"` // S spring training, R regular, F D L W after it
	Season       string    `json:"season"`
	Start        time.Time `json:"gameDate"`
	OfficialDate string    `json:"officialDate"`
	Status       Status    `json:"status"`
	Teams        struct {
		Away Side `json:"away"`
		Home Side `json:"home"`
	} `json:"teams"`
	Venue struct {
		Name string `json:"name,omitempty"`
	} `json:"venue,omitzero"`
	Number       int        `json:"gameNumber"`
	DoubleHeader string     `json:"doubleHeader"`        // Y, S (split) or N
	Linescore    *Linescore `json:"linescore,omitempty"` // once it has begun
}

// Status is how far a game is.
type Status struct {
	Abstract string `json:"abstractGameState" contract:"said"` // Preview, Live, Final
	Detailed string `json:"detailedState"`                     // Postponed, Suspended: Rain, Delayed, Game Over
	TimeTBD  *bool  `json:"startTimeTBD,omitempty"`
}

// played says whether a game was played to its end: those that were put off are final too.
func (s Status) played() bool { return s.Abstract == "Final" && s.Detailed == "Final" }

// Side is a team in a game.
type Side struct {
	Score  *int    `json:"score,omitempty"` // once it has begun
	Record *Record `json:"leagueRecord,omitempty"`
	Team   Team    `json:"team"`
}

// Record is games won and lost.
type Record struct {
	Wins   int `json:"wins"`
	Losses int `json:"losses"`
}

// Team is a team.
type Team struct {
	ID           int    `json:"id"`
	Name         string `json:"name" contract:"said"`
	Abbreviation string `json:"abbreviation,omitempty"` // where teams are asked for
}

// Linescore is the score by innings. All of it is absent before the game.
type Linescore struct {
	Inning    int `json:"currentInning,omitempty"`
	Scheduled int `json:"scheduledInnings,omitempty"`
	Innings   []struct {
		Home Runs `json:"home"`
		Away Runs `json:"away"`
	} `json:"innings,omitempty"`
	Teams struct {
		Home Runs `json:"home,omitzero"`
		Away Runs `json:"away,omitzero"`
	} `json:"teams,omitzero"`
}

// Runs are those of a side, absent of an inning that it did not play.
type Runs struct {
	Runs *int `json:"runs,omitempty"`
}

// Division is a table of the standings.
type Division struct {
	Division struct {
		ID int `json:"id"`
	} `json:"division"`
	Teams []struct {
		Team      Team        `json:"team"`
		Rank      scalar.Text `json:"divisionRank"`
		Played    int         `json:"gamesPlayed"`
		Back      string      `json:"gamesBack,omitempty" contract:"signed"` // "-" for the first
		Wins      int         `json:"wins"`
		Losses    int         `json:"losses"`
		Pct       scalar.Text `json:"winningPercentage,omitempty" contract:"fraction"`
		Scored    *float64    `json:"runsScored,omitempty"`
		Allowed   *float64    `json:"runsAllowed,omitempty"`
		Clinched  string      `json:"clinchIndicator,omitempty"` // once there is something to say
		Season    scalar.Text `json:"season"`
		StreakNow struct {
			Code string `json:"streakCode,omitempty"`
		} `json:"streak,omitzero"` // not before the first game
	} `json:"teamRecords"`
}

// Feed is a single game.
type Feed struct {
	ID   int `json:"gamePk" asked:"/api/v1.1/game/{}/feed/live"`
	Data struct {
		Game struct {
			Type         string `json:"type"`
			Season       string `json:"season"`
			Number       int    `json:"gameNumber"`
			DoubleHeader string `json:"doubleHeader"`
		} `json:"game"`
		Time struct {
			Start        time.Time `json:"dateTime"`
			OfficialDate string    `json:"officialDate"`
		} `json:"datetime"`
		Status Status `json:"status"`
		Teams  struct {
			Away Team `json:"away"`
			Home Team `json:"home"`
		} `json:"teams"`
		Venue struct {
			Name     string `json:"name,omitempty"`
			Location struct {
				City  string `json:"city,omitempty"`
				State string `json:"stateAbbrev,omitempty"`
			} `json:"location,omitzero"`
		} `json:"venue,omitzero"`
		Info struct {
			Attendance *int `json:"attendance,omitempty"` // once it is counted
		} `json:"gameInfo,omitzero"`
	} `json:"gameData"`
	Live struct {
		Linescore Linescore `json:"linescore"`
	} `json:"liveData"`
}

// Hold sees that a game that was played has its score.
func (f Feed) Hold() error {
	total := f.Live.Linescore.Teams
	if f.Data.Status.played() && (total.Home.Runs == nil || total.Away.Runs == nil) {
		return upstream.Lacks("liveData.linescore.teams.home.runs")
	}
	return nil
}

// Client reads the interface.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a game that is over.
func probe(ctx context.Context, u *upstream.Client) error {
	game, err := (&Client{u}).Game(ctx, "715720")
	return upstream.Fact(err, "gameData.game.season", "2022", func() any { return game.Data.Game.Season })
}

// days are the games of some days, none when there are no games.
type days struct {
	Dates []struct {
		Day   string `json:"date,omitempty" asked:"date"`
		Games []Game `json:"games"`
	} `json:"dates" counted:"totalGames"`
	Total int `json:"totalGames,omitempty"` // of all days
}

// Hold sees that games that were played have their scores.
func (d days) Hold() error {
	for _, date := range d.Dates {
		for _, g := range date.Games {
			if g.Status.played() && (g.Teams.Home.Score == nil || g.Teams.Away.Score == nil) {
				return upstream.Lacks("dates[].games[].teams.home.score")
			}
		}
	}
	return nil
}

// Day gives the games of an official day, as YYYY-MM-DD.
func (c *Client) Day(ctx context.Context, day string) ([]Game, error) {
	var answer days
	_, err := c.c.Get("/api/v1/schedule").
		Query("sportId", "1").
		Query("date", day).
		Query("hydrate", "team,linescore").
		JSON(ctx, &answer)
	if err != nil {
		return nil, err
	}

	var games []Game
	for _, date := range answer.Dates {
		games = append(games, date.Games...)
	}
	return games, nil
}

// Standings gives the divisions of both leagues in the season of a year.
func (c *Client) Standings(ctx context.Context, season string) ([]Division, error) {
	var answer struct {
		Records []Division `json:"records"`
	}
	_, err := c.c.Get("/api/v1/standings").
		Query("leagueId", "103,104").
		Query("season", season).
		Query("hydrate", "team").
		TTL(15*time.Minute).
		JSON(ctx, &answer)
	return answer.Records, err
}

// Game gives a game by its number. One that does not exist is [upstream.NotFound], as recorded: a 404 with "Object not
// found".
func (c *Client) Game(ctx context.Context, id string) (*Feed, error) {
	var feed Feed
	_, err := c.c.Get("/api/v1.1/game/{}/feed/live", id).
		NoRecord(http.StatusNotFound, upstream.Says("Object not found")).
		JSON(ctx, &feed)
	if err != nil {
		return nil, err
	}
	return &feed, nil
}
