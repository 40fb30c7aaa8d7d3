// Package espn reads the scoreboards, standings, teams and games that ESPN's own pages are made from. The interface is
// not a published one: no terms grant its use, and it may change. UPSTREAM_ESPN_URL=off switches it off.
package espn

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public interface, which needs no key, at the address of ESPN's web pages. The other one,
// site.api.espn.com, has the same paths and answers 403 to programs since mid-2026, by their network and name.
var Provider = upstream.Provider{
	Name:          "espn",
	Undated:       true,
	BaseURL:       "https://site.web.api.espn.com",
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

// Members that are required are in all recordings, of 2022 to 2026, of scoreboards, summaries, tables and teams. What
// only describes is optional: it is absent in some of them, or might be.

// Scoreboard are the games of a day or week.
type Scoreboard struct {
	Season  *Season `json:"season,omitempty"` // absent in one recording
	Leagues []struct {
		Slug string `json:"slug,omitempty" asked:"/apis/site/v2/sports/{}/{}/scoreboard"`
	} `json:"leagues,omitempty"`
	Day struct {
		Date string `json:"date,omitempty" asked:"dates"`
	} `json:"day,omitzero"`
	schedule
}

// schedule is a list of games.
type schedule struct {
	Events []Event `json:"events"`
}

// Hold sees that games which were played have scores: they are optional of one, as those to come have none.
func (s schedule) Hold() error {
	var all []Competition
	for _, e := range s.Events {
		all = append(all, e.Competitions...)
	}
	return haveScores("events[].competitions[].competitors[].score", all)
}

func haveScores(member string, games []Competition) error {
	played := 0
	for _, game := range games {
		if !game.Status.hasScore() {
			continue
		}
		played++
		if slices.ContainsFunc(game.Competitors, func(side Competitor) bool { return side.Score != "" }) {
			return nil
		}
	}
	if played > 0 {
		return upstream.Lacks(member)
	}
	return nil
}

// Season is the season of a game. Types: 1 before it, 2 regular, 3 after it; schedules of teams may leave it out.
type Season struct {
	Year int `json:"year"`
	Type int `json:"type,omitempty"`
}

// Event is a game.
type Event struct {
	ID        string `json:"id" contract:"key"`
	Name      string `json:"name,omitempty"`
	ShortName string `json:"shortName,omitempty"`
	Season    Season `json:"season"`
	Week      struct {
		Number int `json:"number,omitempty"`
	} `json:"week,omitzero"` // of football
	TimeValid    *bool         `json:"timeValid,omitempty"` // of schedules of teams
	Competitions []Competition `json:"competitions"`
}

// Competition is a game.
type Competition struct {
	Date        string       `json:"date"`
	TimeValid   *bool        `json:"timeValid,omitempty"` // of scoreboards
	NeutralSite *bool        `json:"neutralSite,omitempty"`
	Venue       Venue        `json:"venue,omitzero"` // not of summaries
	Competitors []Competitor `json:"competitors"`
	Status      Status       `json:"status"`
	Notes       []struct {
		Headline string `json:"headline,omitempty"`
	} `json:"notes,omitempty"`
	Broadcasts []Broadcast `json:"broadcasts,omitempty"`
	Odds       []*Odds     `json:"odds,omitempty"`
	Format     Format      `json:"format,omitzero"` // of scoreboards
}

// Format is how long a game is.
type Format struct {
	Regulation struct {
		Periods int `json:"periods,omitempty"`
	} `json:"regulation,omitzero"`
}

// Venue is where a game is played.
type Venue struct {
	Name    string `json:"fullName,omitempty"`
	Address struct {
		City  string `json:"city,omitempty"`
		State string `json:"state,omitempty"`
	} `json:"address,omitzero"`
}

// Broadcast is a channel, in the form of scoreboards (Names) or of games (Media).
type Broadcast struct {
	Names []string `json:"names,omitempty"`
	Media struct {
		Name string `json:"shortName,omitempty"`
	} `json:"media,omitzero"`
}

// Odds are those of a bookmaker. Some only have the bookmaker's name.
type Odds struct {
	Details   string   `json:"details,omitempty"`
	OverUnder *float64 `json:"overUnder,omitempty"`
	Provider  struct {
		Name string `json:"name,omitempty"`
	} `json:"provider,omitzero"`
}

// Competitor is a side of a game.
type Competitor struct {
	HomeAway   Ground      `json:"homeAway"`
	Winner     *bool       `json:"winner,omitempty"` // absent before the end
	Score      Score       `json:"score,omitempty"`  // absent before the start in summaries and schedules
	Linescores []Linescore `json:"linescores,omitempty"`
	Records    []Record    `json:"records,omitempty"`
	Record     []Record    `json:"record,omitempty"` // of summaries and schedules
	Rank       struct {
		Current int `json:"current,omitempty"`
	} `json:"curatedRank,omitzero"` // of college sports
	Team Team `json:"team"`
}

// Ground is where a side plays.
type Ground string

// The grounds.
const (
	Home Ground = "home"
	Away Ground = "away"
)

// Words are all grounds.
func (Ground) Words() []string { return []string{string(Home), string(Away)} }

// Score is a number, which comes as text or within an object.
type Score string

// UnmarshalJSON accepts all forms.
func (s *Score) UnmarshalJSON(raw []byte) error {
	var text scalar.Text
	if !strings.HasPrefix(string(raw), "{") {
		err := text.UnmarshalJSON(raw)
		*s = Score(text)
		return err
	}

	var object struct {
		Display *scalar.Text `json:"displayValue"`
	}
	if err := json.Unmarshal(raw, &object); err != nil {
		return err
	}
	if object.Display == nil {
		return upstream.Lacks("score.displayValue")
	}
	*s = Score(*object.Display)
	return nil
}

// Linescore is what a side scored in a period: a number on scoreboards, a text in summaries.
type Linescore struct {
	Value   *float64 `json:"value,omitempty"`
	Display string   `json:"displayValue,omitempty" contract:"signed"` // "-" of an inning not played
}

// Record is a count of games won and lost: "78-66". Schedules of teams have it as Display.
type Record struct {
	Type    string `json:"type"`
	Summary string `json:"summary,omitempty"`
	Display string `json:"displayValue,omitempty"`
}

// Status is how far a game is.
type Status struct {
	Clock  string `json:"displayClock,omitempty"` // not of games of baseball in summaries
	Period int    `json:"period,omitempty"`       // likewise
	Type   struct {
		Name      string `json:"name" contract:"said"`  // STATUS_FINAL
		State     string `json:"state" contract:"said"` // pre, in, post
		Completed bool   `json:"completed"`
		Detail    string `json:"detail"`
	} `json:"type"`
}

// IsFinal says whether a game was played to its end.
func (s Status) IsFinal() bool {
	name := s.Type.Name
	return s.Type.Completed && (strings.HasPrefix(name, "STATUS_FINAL") || name == "STATUS_FULL_TIME")
}

func (s Status) hasScore() bool { return s.Type.Name == "STATUS_IN_PROGRESS" || s.IsFinal() }

// Team is a team.
type Team struct {
	ID           string `json:"id"`
	Name         string `json:"displayName"`
	Abbreviation string `json:"abbreviation,omitempty"`
	ShortName    string `json:"shortDisplayName,omitempty"`
	Location     string `json:"location,omitempty"`
	Nickname     string `json:"nickname,omitempty"`
	Mascot       string `json:"name,omitempty"`
	Slug         string `json:"slug,omitempty"`
	Color        string `json:"color,omitempty"`
	Logo         string `json:"logo,omitempty"`
	Logos        []struct {
		Href string `json:"href,omitempty"`
	} `json:"logos,omitempty"`
}

// Mention is the team of a play or a figure; plays only have its number.
type Mention struct {
	ID           string `json:"id,omitempty"`
	Abbreviation string `json:"abbreviation,omitempty"`
}

// Table is a standings table, of a conference or division or of the whole league. It has parts or entries.
type Table struct {
	Name      string  `json:"name"`
	Children  []Table `json:"children,omitempty"`
	Standings *struct {
		Season  int     `json:"season,omitempty"`
		Entries []Entry `json:"entries"`
	} `json:"standings,omitempty"`
}

// Hold sees that every table has parts or entries, if only empty lists: a cup has none, or none yet.
func (t Table) Hold() error {
	if t.Children == nil && t.Standings == nil {
		return upstream.Lacks("children")
	}
	for _, child := range t.Children {
		if err := child.Hold(); err != nil {
			return err
		}
	}
	return nil
}

// Entry is a line of a table.
type Entry struct {
	Team Team `json:"team"`
	Note struct {
		Description string `json:"description,omitempty"`
	} `json:"note,omitzero"` // of places that mean something
	Stats []struct {
		Name    string   `json:"name"`
		Type    string   `json:"type"`
		Value   *float64 `json:"value,omitempty"`                          // not of records
		Display string   `json:"displayValue,omitempty" contract:"signed"` // "-" games behind for the first
	} `json:"stats"`
}

// Summary is a game with its details.
type Summary struct {
	Header struct {
		ID     string `json:"id" asked:"event"`
		League struct {
			Slug string `json:"slug"`
		} `json:"league"`
		Season       Season        `json:"season"`
		TimeValid    *bool         `json:"timeValid,omitempty"`
		Week         int           `json:"week,omitempty"` // of football
		Competitions []Competition `json:"competitions"`
	} `json:"header"`
	GameInfo struct {
		Venue      Venue `json:"venue,omitzero"`
		Attendance *int  `json:"attendance,omitempty"` // once it is counted
		Officials  []struct {
			Name string `json:"displayName"`
		} `json:"officials,omitempty"`
	} `json:"gameInfo,omitzero"`
	Leaders  []Leaders `json:"leaders,omitempty"`
	Boxscore struct {
		Teams []struct {
			HomeAway   Ground      `json:"homeAway"`
			Statistics []Statistic `json:"statistics,omitempty"`
		} `json:"teams,omitempty"`
	} `json:"boxscore,omitzero"`
	ScoringPlays []Play  `json:"scoringPlays,omitempty"` // of football
	Plays        []Play  `json:"plays,omitempty"`        // not of football and soccer
	KeyEvents    []Play  `json:"keyEvents,omitempty"`    // of soccer
	PickCenter   []*Odds `json:"pickcenter,omitempty"`
	Predictor    struct {
		Home struct {
			Projection scalar.Text `json:"gameProjection,omitempty" contract:"percent"`
		} `json:"homeTeam,omitzero"`
	} `json:"predictor,omitzero"` // before the game
	WinProbability []struct {
		Home *float64 `json:"homeWinPercentage,omitempty" contract:"fraction"` // 0 to 1
	} `json:"winprobability,omitempty"`
	Format Format `json:"format,omitzero"`
}

// Hold sees that there is a game, and that it has scores when it was played.
func (s Summary) Hold() error {
	if len(s.Header.Competitions) == 0 {
		return upstream.Lacks("header.competitions[]")
	}
	return haveScores("header.competitions[].competitors[].score", s.Header.Competitions)
}

// Leaders are the best players of a side.
type Leaders struct {
	Team    Mention `json:"team,omitzero"`
	Leaders []struct {
		Name    string `json:"displayName"`
		Leaders []struct {
			Value   string `json:"displayValue,omitempty"`
			Athlete struct {
				Name string `json:"displayName,omitempty"`
			} `json:"athlete,omitzero"`
		} `json:"leaders,omitempty"`
	} `json:"leaders,omitempty"`
}

// Statistic is a figure of a team, or a group of them.
type Statistic struct {
	Name    string      `json:"name"`
	Display scalar.Text `json:"displayValue,omitempty"` // not of groups
	Stats   []Statistic `json:"stats,omitempty"`        // of groups
}

// Play is something that happened in a game. The beginning of a game of soccer has no team and no scores.
type Play struct {
	Text    string  `json:"text,omitempty"`
	Away    *int    `json:"awayScore,omitempty"`
	Home    *int    `json:"homeScore,omitempty"`
	Scoring *bool   `json:"scoringPlay,omitempty"` // not in the list of those that scored
	Team    Mention `json:"team,omitzero"`
	Period  struct {
		Number int `json:"number,omitempty"`
	} `json:"period,omitzero"`
	Clock struct {
		Display string `json:"displayValue,omitempty"`
	} `json:"clock,omitzero"`
}

// Profile is a team with its record and next game. None is recorded whole.
type Profile struct {
	Team
	Record struct {
		Items []Record `json:"items,omitempty"`
	} `json:"record,omitzero"`
	Standing string  `json:"standingSummary,omitempty"`
	Next     []Event `json:"nextEvent,omitempty"`
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
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

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

	return upstream.Read[Scoreboard](ctx, request)
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
	return &table, nil
}

// Game gives a game. One that does not exist is [upstream.NotFound].
func (c *Client) Game(ctx context.Context, l League, id string) (*Summary, error) {
	var summary Summary
	if _, err := unknown(c.c.Get(site+"/summary", l.Sport, l.Slug).Query("event", id)).JSON(ctx, &summary); err != nil {
		return nil, err
	}
	if summary.Header.League.Slug != l.Slug {
		return nil, upstream.NotFound.Errorf("espn: a game of another league")
	}
	return &summary, nil
}

// Teams gives all teams of a league.
func (c *Client) Teams(ctx context.Context, l League) ([]Team, error) {
	var index index
	request := refused(c.c.Get(site+"/teams", l.Sport, l.Slug), upstream.BadResponse)
	if _, err := request.Query("limit", "1000").TTL(teamsTTL).JSON(ctx, &index); err != nil {
		return nil, err
	}
	return index.teams(), nil
}

// index are the teams of a league.
type index struct {
	Sports []struct {
		Leagues []struct {
			Teams []struct {
				Team Team `json:"team"`
			} `json:"teams"`
		} `json:"leagues"`
	} `json:"sports"`
}

func (i index) teams() []Team {
	var teams []Team
	for _, sport := range i.Sports {
		for _, league := range sport.Leagues {
			for _, t := range league.Teams {
				teams = append(teams, t.Team)
			}
		}
	}
	return teams
}

// Hold sees that there are teams with the names that they are looked for by: small colleges lack some of them.
func (i index) Hold() error {
	teams := i.teams()
	if len(teams) == 0 {
		return upstream.Lacks("sports[].leagues[].teams[]")
	}

	named := func(name func(Team) string) bool {
		return slices.ContainsFunc(teams, func(t Team) bool { return name(t) != "" })
	}
	switch {
	case !named(func(t Team) string { return t.Abbreviation }):
		return upstream.Lacks("sports[].leagues[].teams[].team.abbreviation")
	case !named(func(t Team) string { return t.ShortName }):
		return upstream.Lacks("sports[].leagues[].teams[].team.shortDisplayName")
	}
	return nil
}

// Profile gives a team by its id.
func (c *Client) Profile(ctx context.Context, l League, id string) (*Profile, error) {
	var answer struct {
		Team Profile `json:"team"`
	}
	if _, err := unknown(c.c.Get(site+"/teams/{}", l.Sport, l.Slug, id)).TTL(teamTTL).JSON(ctx, &answer); err != nil {
		return nil, err
	}
	if answer.Team.ID != id {
		return nil, upstream.BadResponse.Errorf("espn: another team than was asked for")
	}
	return &answer.Team, nil
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
	var answer schedule
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}
	return answer.Events, nil
}

// unknown reads a refusal as that of an id which does not exist: the form of what is sent is right.
func unknown(request *upstream.Request) *upstream.Request { return refused(request, upstream.NotFound) }

// refused reads a refusal: a 400 or 404 with its number in the body. The interface answers these for things that it has
// no data of, and for its own failures. A 404 without it is of an address that is not there.
func refused(request *upstream.Request, kind upstream.Kind) *upstream.Request {
	request.AcceptStatus(http.StatusBadRequest, http.StatusNotFound)
	return request.Refusal(func(resp *upstream.Response) error {
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
