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

// Members that are required are in all recordings, of 2023 and 2025.

// Text is a name in several languages, of which English is read.
type Text struct {
	Default string `json:"default"`
}

// Game is a game.
type Game struct {
	ID            int       `json:"id" contract:"key" asked:"/v1/gamecenter/{}/landing"`
	Season        int       `json:"season"`   // 20252026
	Type          int       `json:"gameType"` // 1 before the season, 2 regular, 3 after it
	Start         time.Time `json:"startTimeUTC"`
	State         string    `json:"gameState"`         // FUT PRE LIVE CRIT OVER FINAL OFF
	ScheduleState string    `json:"gameScheduleState"` // OK PPD CNCL SUSP TBD
	Neutral       *bool     `json:"neutralSite,omitempty"`
	Venue         Text      `json:"venue,omitzero"`
	Location      Text      `json:"venueLocation,omitzero"` // of single games
	Away          Side      `json:"awayTeam"`
	Home          Side      `json:"homeTeam"`
	Period        Period    `json:"periodDescriptor,omitzero"` // once it has begun
	Outcome       struct {
		Last string `json:"lastPeriodType,omitempty"`
	} `json:"gameOutcome,omitzero"` // of schedules, once it is over
	Clock struct {
		Remaining string `json:"timeRemaining,omitempty"`
	} `json:"clock,omitzero"` // of single games
	Summary *Summary `json:"summary,omitempty"` // of single games
}

// Summary are the goals of a game, by periods.
type Summary struct {
	Scoring []Scoring `json:"scoring"`
}

// Scoring are the goals of a period.
type Scoring struct {
	Period Period `json:"periodDescriptor"`
	Goals  []Goal `json:"goals"`
}

// Goals are those of the game, none where they are not told.
func (g Game) Goals() []Scoring {
	if g.Summary == nil {
		return nil
	}
	return g.Summary.Scoring
}

// Hold sees that a game that is over has scores.
func (g Game) Hold() error {
	switch g.State {
	case "OVER", "FINAL", "OFF":
		if g.Home.Score == nil || g.Away.Score == nil {
			return upstream.Lacks("homeTeam.score")
		}
	}
	return nil
}

// Period is a part of a game.
type Period struct {
	Number int    `json:"number,omitempty"`
	Type   string `json:"periodType,omitempty"` // REG OT SO
}

// Side is a team in a game.
type Side struct {
	ID     int    `json:"id"`
	Abbrev string `json:"abbrev"`
	Name   Text   `json:"commonName"`
	Place  Text   `json:"placeName"`
	Score  *int   `json:"score,omitempty"` // once it has begun
}

// Goal is a goal.
type Goal struct {
	Name Text   `json:"name,omitzero"`
	Team Text   `json:"teamAbbrev"`
	Away *int   `json:"awayScore,omitempty"`
	Home *int   `json:"homeScore,omitempty"`
	Time string `json:"timeInPeriod,omitempty"`
}

// Row is a team in the standings.
type Row struct {
	Team       Text   `json:"teamName"`
	Abbrev     Text   `json:"teamAbbrev"`
	Conference string `json:"conferenceName"`
	Division   string `json:"divisionName"`
	Season     int    `json:"seasonId"`
	Played     int    `json:"gamesPlayed"`
	Wins       int    `json:"wins"`
	Losses     int    `json:"losses"`
	OTLosses   int    `json:"otLosses"`
	Points     int    `json:"points"`
	For        int    `json:"goalFor"`
	Against    int    `json:"goalAgainst"`
	Sequence   int    `json:"divisionSequence"`
	StreakCode string `json:"streakCode,omitempty"`  // not before the first game
	Streak     int    `json:"streakCount,omitempty"` // likewise
	Clinched   string `json:"clinchIndicator,omitempty"`
}

// Client reads the interface.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a game that is over.
func probe(ctx context.Context, u *upstream.Client) error {
	game, err := (&Client{u}).Game(ctx, "2023020208")
	return upstream.Fact(err, "season", "20232024", func() any { return game.Season })
}

// week are the games of seven days, none of them out of season.
type week struct {
	Days []struct {
		Date  string `json:"date"`
		Count int    `json:"numberOfGames"`
		Games []Game `json:"games" counted:"numberOfGames"`
	} `json:"gameWeek"`
}

// Hold sees that the days have the games that they count.
func (w week) Hold() error {
	for _, d := range w.Days {
		for _, g := range d.Games {
			if err := g.Hold(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Day gives the games of a day, as YYYY-MM-DD. The answer has the whole week that begins with it.
func (c *Client) Day(ctx context.Context, day string) ([]Game, error) {
	var answer week
	if _, err := c.c.Get("/v1/schedule/{}", day).JSON(ctx, &answer); err != nil {
		return nil, err
	}

	for _, d := range answer.Days {
		if d.Date == day {
			return d.Games, nil
		}
	}
	if len(answer.Days) > 0 {
		return nil, upstream.BadResponse.Errorf("nhl_web: a week without the day that was asked for")
	}
	return nil, nil
}

// Standings gives the standings of a day, as YYYY-MM-DD.
func (c *Client) Standings(ctx context.Context, day string) ([]Row, error) {
	var answer struct {
		Rows []Row `json:"standings"`
	}
	_, err := c.c.Get("/v1/standings/{}", day).TTL(15*time.Minute).JSON(ctx, &answer)
	return answer.Rows, err
}

// Game gives a game by its number. How the interface says that there is none is not known: its errors are HTML pages,
// for games that exist too.
func (c *Client) Game(ctx context.Context, id string) (*Game, error) {
	return upstream.Read[Game](ctx, c.c.Get("/v1/gamecenter/{}/landing", id))
}
