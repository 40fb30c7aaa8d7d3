// Package espn reads the scoreboards, standings, teams and games that ESPN's own pages are made from. The interface is
// not a published one: no terms grant its use, and it may change. UPSTREAM_ESPN_URL=off switches it off.
package espn

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public interface, which needs no key. It refuses programs that do not name themselves with an
// address.
var Provider = upstream.Provider{
	Name:          "espn",
	Undeclared:    true,
	BaseURL:       "https://site.api.espn.com",
	Docs:          "https://www.espn.com (unpublished interface)",
	Attribution:   "ESPN",
	Terms:         "https://disneytermsofuse.com (no grant for this interface; switch it off where that matters)",
	Checked:       "recorded 2022-09 to 2026-08",
	RatePerMinute: 120,
	Burst:         6,
	Concurrency:   6,
	Retries:       1,
	TTL:           20 * time.Second,
	StaleFor:      -1, // an old score is a wrong one
}

// How long answers are good that change less often than scores.
const (
	standingsTTL = 15 * time.Minute
	teamsTTL     = 24 * time.Hour
	teamTTL      = 5 * time.Minute
)

// Scoreboard are the games of a day or week.
type Scoreboard struct {
	Season Season  `json:"season"`
	Events []Event `json:"events"`
}

// Season is the season of a game. Types: 1 before it, 2 regular, 3 after it.
type Season struct {
	Year int `json:"year"`
	Type int `json:"type"`
}

// Event is a game.
type Event struct {
	ID        string `json:"id"`
	Date      string `json:"date"` // "2022-09-08T16:00Z"
	Name      string `json:"name"`
	ShortName string `json:"shortName"`
	Season    Season `json:"season"`
	Week      struct {
		Number int `json:"number"`
	} `json:"week"`
	Competitions []Competition `json:"competitions"`
	Status       Status        `json:"status"`
}

// Competition is a game as it is played.
type Competition struct {
	Date        string       `json:"date"`
	Attendance  int          `json:"attendance"`
	TimeValid   *bool        `json:"timeValid"`
	NeutralSite bool         `json:"neutralSite"`
	Venue       Venue        `json:"venue"`
	Competitors []Competitor `json:"competitors"`
	Status      Status       `json:"status"`
	Notes       []struct {
		Headline string `json:"headline"`
	} `json:"notes"`
	Broadcasts []Broadcast `json:"broadcasts"`
	Odds       []*Odds     `json:"odds"`
	Format     struct {
		Regulation struct {
			Periods int `json:"periods"`
		} `json:"regulation"`
	} `json:"format"`
}

// Venue is where a game is played.
type Venue struct {
	Name    string `json:"fullName"`
	Address struct {
		City  string `json:"city"`
		State string `json:"state"`
	} `json:"address"`
}

// Broadcast is a channel, in the form of scoreboards (Names) or of games (Media).
type Broadcast struct {
	Names []string `json:"names"`
	Media struct {
		Name string `json:"shortName"`
	} `json:"media"`
}

// Odds are those of a bookmaker.
type Odds struct {
	Details   string   `json:"details"`
	OverUnder *float64 `json:"overUnder"`
	Provider  struct {
		Name string `json:"name"`
	} `json:"provider"`
}

// Competitor is a side of a game.
type Competitor struct {
	HomeAway   string      `json:"homeAway"`
	Winner     *bool       `json:"winner"`
	Score      Score       `json:"score"`
	Linescores []Linescore `json:"linescores"`
	Records    []Record    `json:"records"`
	Record     []Record    `json:"record"` // of summaries
	Rank       struct {
		Current int `json:"current"`
	} `json:"curatedRank"`
	Team Team `json:"team"`
}

// Score is a number, which comes as text or within an object.
type Score string

// UnmarshalJSON takes all forms.
func (s *Score) UnmarshalJSON(raw []byte) error {
	var object struct {
		Display scalar.Text `json:"displayValue"`
	}
	if strings.HasPrefix(string(raw), "{") && json.Unmarshal(raw, &object) == nil {
		*s = Score(object.Display)
		return nil
	}
	var text scalar.Text
	err := text.UnmarshalJSON(raw)
	*s = Score(text)
	return err
}

// Linescore is what a side scored in a period.
type Linescore struct {
	Value   *float64 `json:"value"`
	Display string   `json:"displayValue"`
}

// Record is a count of games won and lost: "78-66".
type Record struct {
	Type    string `json:"type"`
	Summary string `json:"summary"`
}

// Status is how far a game is.
type Status struct {
	Clock  string `json:"displayClock"`
	Period int    `json:"period"`
	Type   struct {
		Name      string `json:"name"`  // STATUS_FINAL
		State     string `json:"state"` // pre, in, post
		Completed bool   `json:"completed"`
		Detail    string `json:"detail"`
		Short     string `json:"shortDetail"`
	} `json:"type"`
}

// Team is a team.
type Team struct {
	ID           string `json:"id"`
	Abbreviation string `json:"abbreviation"`
	Name         string `json:"displayName"`
	ShortName    string `json:"shortDisplayName"`
	Location     string `json:"location"`
	Nickname     string `json:"nickname"`
	Mascot       string `json:"name"`
	Slug         string `json:"slug"`
	Color        string `json:"color"`
	Logo         string `json:"logo"`
	Logos        []struct {
		Href string `json:"href"`
	} `json:"logos"`
}

// Table is a standings table, of a conference or division or of the whole league.
type Table struct {
	Name      string  `json:"name"`
	Children  []Table `json:"children"`
	Standings struct {
		Season  int     `json:"season"`
		Entries []Entry `json:"entries"`
	} `json:"standings"`
}

// Entry is a line of a table.
type Entry struct {
	Team Team `json:"team"`
	Note struct {
		Description string `json:"description"`
	} `json:"note"`
	Stats []struct {
		Name    string   `json:"name"`
		Type    string   `json:"type"`
		Value   *float64 `json:"value"`
		Display string   `json:"displayValue"`
	} `json:"stats"`
}

// Summary is a game with its details.
type Summary struct {
	Header struct {
		ID     string `json:"id"`
		League struct {
			Slug string `json:"slug"`
		} `json:"league"`
		Season       Season        `json:"season"`
		Week         int           `json:"week"`
		Competitions []Competition `json:"competitions"`
	} `json:"header"`
	GameInfo struct {
		Venue      Venue `json:"venue"`
		Attendance int   `json:"attendance"`
		Officials  []struct {
			Name string `json:"displayName"`
		} `json:"officials"`
	} `json:"gameInfo"`
	Leaders []struct {
		Team    Team `json:"team"`
		Leaders []struct {
			Name    string `json:"displayName"`
			Leaders []struct {
				Value   string `json:"displayValue"`
				Athlete struct {
					Name string `json:"displayName"`
				} `json:"athlete"`
			} `json:"leaders"`
		} `json:"leaders"`
	} `json:"leaders"`
	Boxscore struct {
		Teams []struct {
			HomeAway   string      `json:"homeAway"`
			Team       Team        `json:"team"`
			Statistics []Statistic `json:"statistics"`
		} `json:"teams"`
	} `json:"boxscore"`
	ScoringPlays []Play  `json:"scoringPlays"`
	Plays        []Play  `json:"plays"`
	KeyEvents    []Play  `json:"keyEvents"` // of soccer
	PickCenter   []*Odds `json:"pickcenter"`
	Predictor    struct {
		Home struct {
			Projection scalar.Text `json:"gameProjection"`
		} `json:"homeTeam"`
	} `json:"predictor"`
	WinProbability []struct {
		Home *float64 `json:"homeWinPercentage"` // 0 to 1
	} `json:"winprobability"`
	Format struct {
		Regulation struct {
			Periods int `json:"periods"`
		} `json:"regulation"`
	} `json:"format"`
}

// Statistic is a figure of a team, or a group of them.
type Statistic struct {
	Name    string      `json:"name"`
	Label   string      `json:"displayName"`
	Short   string      `json:"label"`
	Display scalar.Text `json:"displayValue"`
	Stats   []Statistic `json:"stats"`
}

// Play is something that happened in a game.
type Play struct {
	Text    string `json:"text"`
	Away    *int   `json:"awayScore"`
	Home    *int   `json:"homeScore"`
	Scoring bool   `json:"scoringPlay"`
	Team    Team   `json:"team"`
	Period  struct {
		Number int `json:"number"`
	} `json:"period"`
	Clock struct {
		Display string `json:"displayValue"`
	} `json:"clock"`
}

// Profile is a team with its record and next game.
type Profile struct {
	Team
	Record struct {
		Items []Record `json:"items"`
	} `json:"record"`
	Standing string  `json:"standingSummary"`
	Next     []Event `json:"nextEvent"`
}

// League names a league: the sport and the league in paths, and the group that stands for all teams of a college sport.
type League struct {
	Sport string
	Slug  string
	Group string
}

// Client reads the interface.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

const site = "/apis/site/v2/sports/{}/{}"

// Scoreboard gives the games of a day, as YYYYMMDD in US Eastern time; without one those of the current day or week. A
// span of days is refused by the interface.
func (c *Client) Scoreboard(ctx context.Context, l League, day string) (*Scoreboard, error) {
	request := refused(c.c.Get(site+"/scoreboard", l.Sport, l.Slug), upstream.BadResponse).Query("limit", "400")
	if day != "" {
		request.Query("dates", day)
	}

	if l.Group != "" {
		request.Query("groups", l.Group)
	}

	var board struct {
		Scoreboard
		Events *[]Event `json:"events"`
	}
	if _, err := request.JSON(ctx, &board); err != nil {
		return nil, err
	}
	if board.Events == nil {
		return nil, upstream.BadResponse.Errorf("espn: a scoreboard without events")
	}

	board.Scoreboard.Events = *board.Events
	return &board.Scoreboard, nil
}

// Standings gives the tables of the current season. A cup has none, or none yet: a table without entries.
func (c *Client) Standings(ctx context.Context, l League) (*Table, error) {
	var table Table
	_, err := refused(c.c.Get("/apis/v2/sports/{}/{}/standings", l.Sport, l.Slug), upstream.BadResponse).
		Query("level", "3").
		TTL(standingsTTL).
		JSON(ctx, &table)
	if err != nil {
		return nil, err
	}
	if table.Name == "" && len(table.Children) == 0 {
		return nil, upstream.BadResponse.Errorf("espn: standings without a table")
	}
	return &table, nil
}

// Game gives a game. One that does not exist is [upstream.NotFound].
func (c *Client) Game(ctx context.Context, l League, id string) (*Summary, error) {
	var summary Summary
	if _, err := unknown(c.c.Get(site+"/summary", l.Sport, l.Slug).Query("event", id)).JSON(ctx, &summary); err != nil {
		return nil, err
	}
	if summary.Header.ID == "" || len(summary.Header.Competitions) == 0 {
		return nil, upstream.BadResponse.Errorf("espn: a game without its header")
	}
	if slug := summary.Header.League.Slug; slug != "" && slug != l.Slug {
		return nil, upstream.NotFound.Errorf("espn: a game of another league")
	}
	return &summary, nil
}

// Teams gives all teams of a league.
func (c *Client) Teams(ctx context.Context, l League) ([]Team, error) {
	var index struct {
		Sports []struct {
			Leagues []struct {
				Teams []struct {
					Team Team `json:"team"`
				} `json:"teams"`
			} `json:"leagues"`
		} `json:"sports"`
	}

	request := refused(c.c.Get(site+"/teams", l.Sport, l.Slug), upstream.BadResponse)
	if _, err := request.Query("limit", "1000").TTL(teamsTTL).JSON(ctx, &index); err != nil {
		return nil, err
	}
	if len(index.Sports) == 0 || len(index.Sports[0].Leagues) == 0 {
		return nil, upstream.BadResponse.Errorf("espn: an index without teams")
	}
	if len(index.Sports[0].Leagues[0].Teams) == 0 {
		return nil, upstream.BadResponse.Errorf("espn: a league without teams")
	}

	var teams []Team
	for _, t := range index.Sports[0].Leagues[0].Teams {
		teams = append(teams, t.Team)
	}

	return teams, nil
}

// Profile gives a team by its id.
func (c *Client) Profile(ctx context.Context, l League, id string) (*Profile, error) {
	var answer struct {
		Team *Profile `json:"team"`
	}
	if _, err := unknown(c.c.Get(site+"/teams/{}", l.Sport, l.Slug, id)).TTL(teamTTL).JSON(ctx, &answer); err != nil {
		return nil, err
	}
	if answer.Team == nil || answer.Team.ID != id {
		return nil, upstream.BadResponse.Errorf("espn: an answer without a team")
	}
	return answer.Team, nil
}

// Schedule gives the games of a team in the current part of its season: in soccer those that are over.
func (c *Client) Schedule(ctx context.Context, l League, id string) ([]Event, error) {
	return events(ctx, c.schedule(l, id))
}

// Fixtures gives the games to come of a team in soccer, which [Client.Schedule] leaves out there.
func (c *Client) Fixtures(ctx context.Context, l League, id string) ([]Event, error) {
	return events(ctx, c.schedule(l, id).Query("fixture", "true"))
}

func (c *Client) schedule(l League, id string) *upstream.Request {
	return unknown(c.c.Get(site+"/teams/{}/schedule", l.Sport, l.Slug, id)).TTL(teamTTL)
}

func events(ctx context.Context, request *upstream.Request) ([]Event, error) {
	var answer struct {
		Events *[]Event `json:"events"`
	}
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}
	if answer.Events == nil {
		return nil, upstream.BadResponse.Errorf("espn: a schedule without events")
	}
	return *answer.Events, nil
}

// unknown reads a refusal as that of an id which does not exist: the form of what is sent is right.
func unknown(request *upstream.Request) *upstream.Request { return refused(request, upstream.NotFound) }

// refused reads a refusal: a 400 or 404 with its number in the body. The interface answers these for things that it has
// no data of, and for its own failures. A 404 without it is of an address that is not there.
func refused(request *upstream.Request, kind upstream.Kind) *upstream.Request {
	return request.AcceptStatus(http.StatusBadRequest, http.StatusNotFound).Check(func(resp *upstream.Response) error {
		if resp.Status == http.StatusOK {
			return nil
		}
		var body struct {
			Code int `json:"code"`
		}
		if resp.JSON(&body) != nil || body.Code != resp.Status {
			return upstream.BadResponse.Errorf("espn: HTTP %d without a reason", resp.Status)
		}
		return kind.Errorf("espn: HTTP %d", resp.Status)
	})
}
