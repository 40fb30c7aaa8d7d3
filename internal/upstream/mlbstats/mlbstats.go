// Package mlbstats reads the statistics interface of Major League Baseball: games, standings and single games.
package mlbstats

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public interface, which needs no key.
var Provider = upstream.Provider{
	Name:          "mlb_stats",
	Undeclared:    true,
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

// Game is a game.
type Game struct {
	ID           int        `json:"gamePk"`
	Type         string     `json:"gameType"` // S spring training, R regular, F D L W after it
	Season       string     `json:"season"`
	Start        *time.Time `json:"gameDate"`
	OfficialDate string     `json:"officialDate"`
	Status       Status     `json:"status"`
	Teams        struct {
		Away Side `json:"away"`
		Home Side `json:"home"`
	} `json:"teams"`
	Venue struct {
		Name string `json:"name"`
	} `json:"venue"`
	Number       int       `json:"gameNumber"`
	DoubleHeader string    `json:"doubleHeader"` // Y, S (split) or N
	Linescore    Linescore `json:"linescore"`
}

// Status is how far a game is.
type Status struct {
	Abstract string `json:"abstractGameState"` // Preview, Live, Final
	Detailed string `json:"detailedState"`     // Postponed, Suspended: Rain, Delayed, Game Over
	TimeTBD  bool   `json:"startTimeTBD"`
}

// Side is a team in a game.
type Side struct {
	Score  *int   `json:"score"`
	Record Record `json:"leagueRecord"`
	Team   Team   `json:"team"`
}

// Record is games won and lost.
type Record struct {
	Wins   int `json:"wins"`
	Losses int `json:"losses"`
}

// Team is a team.
type Team struct {
	ID           int    `json:"id"`
	Name         string `json:"name"`
	Abbreviation string `json:"abbreviation"`
}

// Linescore is the score by innings.
type Linescore struct {
	Inning    int    `json:"currentInning"`
	State     string `json:"inningState"`
	Scheduled int    `json:"scheduledInnings"`
	Innings   []struct {
		Home struct {
			Runs *int `json:"runs"`
		} `json:"home"`
		Away struct {
			Runs *int `json:"runs"`
		} `json:"away"`
	} `json:"innings"`
	Teams struct {
		Home struct {
			Runs *int `json:"runs"`
		} `json:"home"`
		Away struct {
			Runs *int `json:"runs"`
		} `json:"away"`
	} `json:"teams"`
}

// Division is a table of the standings.
type Division struct {
	League struct {
		ID int `json:"id"`
	} `json:"league"`
	Division struct {
		ID int `json:"id"`
	} `json:"division"`
	Teams []struct {
		Team      Team        `json:"team"`
		Rank      scalar.Text `json:"divisionRank"`
		Played    int         `json:"gamesPlayed"`
		Back      string      `json:"gamesBack"`
		Wins      int         `json:"wins"`
		Losses    int         `json:"losses"`
		Pct       scalar.Text `json:"winningPercentage"`
		Scored    *float64    `json:"runsScored"`
		Allowed   *float64    `json:"runsAllowed"`
		Clinched  string      `json:"clinchIndicator"`
		Season    scalar.Text `json:"season"`
		StreakNow struct {
			Code string `json:"streakCode"`
		} `json:"streak"`
	} `json:"teamRecords"`
}

// Feed is a single game.
type Feed struct {
	ID   int `json:"gamePk"`
	Data struct {
		Game struct {
			Type         string `json:"type"`
			Season       string `json:"season"`
			Number       int    `json:"gameNumber"`
			DoubleHeader string `json:"doubleHeader"`
		} `json:"game"`
		Time struct {
			Start        *time.Time `json:"dateTime"`
			OfficialDate string     `json:"officialDate"`
		} `json:"datetime"`
		Status Status `json:"status"`
		Teams  struct {
			Away Team `json:"away"`
			Home Team `json:"home"`
		} `json:"teams"`
		Venue struct {
			Name     string `json:"name"`
			Location struct {
				City  string `json:"city"`
				State string `json:"stateAbbrev"`
			} `json:"location"`
		} `json:"venue"`
		Info struct {
			Attendance int `json:"attendance"`
		} `json:"gameInfo"`
	} `json:"gameData"`
	Live struct {
		Linescore Linescore `json:"linescore"`
	} `json:"liveData"`
}

// Client reads the interface.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// Day gives the games of an official day, as YYYY-MM-DD.
func (c *Client) Day(ctx context.Context, day string) ([]Game, error) {
	var answer struct {
		Dates *[]struct {
			Games []Game `json:"games"`
		} `json:"dates"`
	}

	_, err := c.c.Get("/api/v1/schedule").
		Query("sportId", "1").
		Query("date", day).
		Query("hydrate", "team,linescore").
		JSON(ctx, &answer)
	if err != nil {
		return nil, err
	}
	if answer.Dates == nil {
		return nil, upstream.BadResponse.Errorf("mlb_stats: a schedule without dates")
	}

	var games []Game
	for _, date := range *answer.Dates {
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
	if err != nil {
		return nil, err
	}
	if answer.Records == nil {
		return nil, upstream.BadResponse.Errorf("mlb_stats: standings without records")
	}
	return answer.Records, nil
}

// Game gives a game by its number. One that does not exist is [upstream.NotFound].
func (c *Client) Game(ctx context.Context, id string) (*Feed, error) {
	var feed Feed
	if _, err := c.c.Get("/api/v1.1/game/{}/feed/live", id).JSON(ctx, &feed); err != nil {
		return nil, err
	}
	if feed.ID == 0 {
		return nil, upstream.BadResponse.Errorf("mlb_stats: a game without its number")
	}
	return &feed, nil
}
