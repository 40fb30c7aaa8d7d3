// Package nhlweb reads the interface of the National Hockey League's web site: games, standings and single games.
package nhlweb

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public interface, which needs no key.
var Provider = upstream.Provider{
	Name:          "nhl_web",
	Undeclared:    true,
	BaseURL:       "https://api-web.nhle.com",
	Docs:          "https://api-web.nhle.com",
	Attribution:   "NHL",
	Terms:         "https://www.nhl.com/info/terms-of-service",
	Checked:       "recorded 2023-11 to 2025-10",
	RatePerMinute: 120,
	Burst:         4,
	Concurrency:   4,
	Retries:       1,
	TTL:           30 * time.Second,
	StaleFor:      -1, // an old score is a wrong one
}

// Text is a name in several languages, of which English is read.
type Text struct {
	Default string `json:"default"`
}

// Game is a game.
type Game struct {
	ID            int        `json:"id"`
	Season        int        `json:"season"`   // 20252026
	Type          int        `json:"gameType"` // 1 before the season, 2 regular, 3 after it
	Start         *time.Time `json:"startTimeUTC"`
	State         string     `json:"gameState"`         // FUT PRE LIVE CRIT OVER FINAL OFF
	ScheduleState string     `json:"gameScheduleState"` // OK PPD CNCL SUSP TBD
	Neutral       bool       `json:"neutralSite"`
	Venue         Text       `json:"venue"`
	Location      Text       `json:"venueLocation"`
	Away          Side       `json:"awayTeam"`
	Home          Side       `json:"homeTeam"`
	Period        Period     `json:"periodDescriptor"`
	Outcome       struct {
		Last string `json:"lastPeriodType"`
	} `json:"gameOutcome"`
	Clock struct {
		Remaining string `json:"timeRemaining"`
	} `json:"clock"`
	Summary struct {
		Scoring []struct {
			Period Period `json:"periodDescriptor"`
			Goals  []Goal `json:"goals"`
		} `json:"scoring"`
	} `json:"summary"`
}

// Period is a part of a game.
type Period struct {
	Number int    `json:"number"`
	Type   string `json:"periodType"` // REG OT SO
}

// Side is a team in a game.
type Side struct {
	ID     int    `json:"id"`
	Abbrev string `json:"abbrev"`
	Name   Text   `json:"commonName"`
	Place  Text   `json:"placeName"`
	Score  *int   `json:"score"`
}

// Goal is a goal.
type Goal struct {
	Name Text   `json:"name"`
	Team Text   `json:"teamAbbrev"`
	Away *int   `json:"awayScore"`
	Home *int   `json:"homeScore"`
	Time string `json:"timeInPeriod"`
}

// Row is a team in the standings.
type Row struct {
	Team       Text    `json:"teamName"`
	Abbrev     Text    `json:"teamAbbrev"`
	Conference string  `json:"conferenceName"`
	Division   string  `json:"divisionName"`
	Season     int     `json:"seasonId"`
	Played     int     `json:"gamesPlayed"`
	Wins       int     `json:"wins"`
	Losses     int     `json:"losses"`
	OTLosses   int     `json:"otLosses"`
	Ties       int     `json:"ties"`
	Points     int     `json:"points"`
	PointPct   float64 `json:"pointPctg"` // 0 to 1
	For        int     `json:"goalFor"`
	Against    int     `json:"goalAgainst"`
	Sequence   int     `json:"divisionSequence"`
	StreakCode string  `json:"streakCode"`
	Streak     int     `json:"streakCount"`
	Clinched   string  `json:"clinchIndicator"`
}

// Client reads the interface.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// Day gives the games of a day, as YYYY-MM-DD. The answer has the whole week.
func (c *Client) Day(ctx context.Context, day string) ([]Game, error) {
	var answer struct {
		Week *[]struct {
			Date  string `json:"date"`
			Games []Game `json:"games"`
		} `json:"gameWeek"`
	}
	if _, err := c.c.Get("/v1/schedule/{}", day).JSON(ctx, &answer); err != nil {
		return nil, err
	}
	if answer.Week == nil {
		return nil, upstream.BadResponse.Errorf("nhl_web: a schedule without a week")
	}

	for _, d := range *answer.Week {
		if d.Date == day {
			return d.Games, nil
		}
	}

	return nil, nil
}

// Standings gives the standings of a day, as YYYY-MM-DD.
func (c *Client) Standings(ctx context.Context, day string) ([]Row, error) {
	var answer struct {
		Rows *[]Row `json:"standings"`
	}
	if _, err := c.c.Get("/v1/standings/{}", day).TTL(15*time.Minute).JSON(ctx, &answer); err != nil {
		return nil, err
	}
	if answer.Rows == nil {
		return nil, upstream.BadResponse.Errorf("nhl_web: standings without rows")
	}
	return *answer.Rows, nil
}

// Game gives a game by its number. One that does not exist is [upstream.NotFound].
func (c *Client) Game(ctx context.Context, id string) (*Game, error) {
	var game Game
	if _, err := c.c.Get("/v1/gamecenter/{}/landing", id).JSON(ctx, &game); err != nil {
		return nil, err
	}
	if game.ID == 0 {
		return nil, upstream.BadResponse.Errorf("nhl_web: a game without its number")
	}
	return &game, nil
}
