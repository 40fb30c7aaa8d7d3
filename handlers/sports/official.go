package sports

import (
	"cmp"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/sports"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/mlbstats"
	"github.com/farebox/farebox/internal/upstream/nhlweb"
)

// Prefixes of the ids of games of the leagues' own interfaces, which are none of ESPN's.
const (
	mlbPrefix = "mlb:"
	nhlPrefix = "nhl:"
)

// ofMLB is a game of the schedule of Major League Baseball.
func (h *Handlers) ofMLB(l league, g mlbstats.Game) gen.SportsGame {
	status := statusOfMLB(g.Status)
	score := g.Linescore
	hasScore := played(status, g.Status.Abstract != "Preview" && score != nil && score.Inning > 0)
	game := gen.SportsGame{
		GameID:       mlbPrefix + strconv.Itoa(g.ID),
		League:       l.id,
		Name:         new(g.Teams.Away.Team.Name + " at " + g.Teams.Home.Team.Name),
		Status:       gen.SportsGameStatus(status),
		StatusDetail: response.OrNull(g.Status.Detailed),
		StartTimeTbd: g.Status.TimeTBD,
		SeasonType:   seasonOfMLB(g.Type),
		Venue:        gen.SportsVenue{Name: response.OrNull(g.Venue.Name)},
		Home:         sideOfMLB(g.Teams.Home, hasScore),
		Away:         sideOfMLB(g.Teams.Away, hasScore),
	}

	h.startAt(&game, g.Start)
	game.Date = response.Day(g.OfficialDate)
	if year, err := strconv.Atoi(g.Season); err == nil {
		game.Season = &year
	}

	if g.DoubleHeader == "Y" || g.DoubleHeader == "S" {
		game.DoubleheaderGame = &g.Number
	}
	if status == final {
		game.Winner = byScore(game)
	}
	if hasScore && score != nil {
		innings(&game, l, *score, status)
	}

	return game
}

// innings puts the score by innings into a game that was begun.
func innings(game *gen.SportsGame, l league, score mlbstats.Linescore, status string) {
	game.Period = response.OrNull(score.Inning)
	var away, home []*int
	for _, inning := range score.Innings {
		away = append(away, inning.Away.Runs)
		home = append(home, inning.Home.Runs)
	}
	game.Away.Linescores = runsOf(away)
	game.Home.Linescores = runsOf(home)

	if status == final && score.Inning > 0 {
		part := gen.SportsGameDecidedIn("regulation")
		if score.Inning > cmp.Or(score.Scheduled, l.periods) { // seven are scheduled on some days with two games
			part = "extra_innings"
		}
		game.DecidedIn = &part
	}
}

// runsOf are those of a side by innings, nil when one is not told. It need not have played the last.
func runsOf(innings []*int) []int {
	var runs []int
	for i, n := range innings {
		switch {
		case n != nil:
			runs = append(runs, *n)
		case i < len(innings)-1:
			return nil
		}
	}
	return runs
}

func sideOfMLB(s mlbstats.Side, hasScore bool) gen.SportsSide {
	side := gen.SportsSide{
		TeamID:       new(mlbPrefix + strconv.Itoa(s.Team.ID)),
		Abbreviation: abbreviationOfMLB(s.Team),
		Name:         s.Team.Name,
	}
	if r := s.Record; r != nil && r.Wins+r.Losses > 0 {
		side.Record = new(strconv.Itoa(r.Wins) + "-" + strconv.Itoa(r.Losses))
	}

	if hasScore {
		side.Score = s.Score
	} else {
		side.Linescores = []int{}
	}
	return side
}

// abbreviationOfMLB is that of the answer; where it leaves them out, that of the table.
func abbreviationOfMLB(t mlbstats.Team) *string {
	if t.Abbreviation != "" {
		return &t.Abbreviation
	}
	return response.OrNull(mlbAbbreviations[t.ID])
}

// mlbAbbreviations are those of the teams by their numbers (statsapi.mlb.com/api/v1/teams?sportId=1).
var mlbAbbreviations = map[int]string{
	108: "LAA", 109: "AZ", 110: "BAL", 111: "BOS", 112: "CHC", 113: "CIN", 114: "CLE", 115: "COL", 116: "DET",
	117: "HOU", 118: "KC", 119: "LAD", 120: "WSH", 121: "NYM", 133: "ATH", 134: "PIT", 135: "SD", 136: "SEA",
	137: "SF", 138: "STL", 139: "TB", 140: "TEX", 141: "TOR", 142: "MIN", 143: "PHI", 144: "ATL", 145: "CWS",
	146: "MIA", 147: "NYY", 158: "MIL",
}

func statusOfMLB(s mlbstats.Status) string {
	detail := strings.ToLower(s.Detailed)
	switch {
	case strings.HasPrefix(detail, "postponed"):
		return postponed
	case strings.HasPrefix(detail, "cancelled"), strings.HasPrefix(detail, "canceled"):
		return canceled
	case strings.HasPrefix(detail, "suspended"):
		return suspended
	case strings.HasPrefix(detail, "delayed"):
		return delayed
	case strings.HasPrefix(detail, "forfeit"):
		return forfeit
	case detail == "warmup": // counted as live by the source, and not begun
		return scheduled
	}

	switch s.Abstract {
	case "Preview":
		return scheduled
	case "Live":
		return inProgress
	case "Final":
		return final
	}

	return unknown
}

func seasonOfMLB(kind string) *gen.SportsGameSeasonType {
	switch kind {
	case "S", "E":
		return seasonType(1)
	case "R":
		return seasonType(2)
	case "F", "D", "L", "W":
		return seasonType(3)
	}
	return nil
}

// ofFeed is a single game of Major League Baseball.
func (h *Handlers) ofFeed(l league, f *mlbstats.Feed) gen.SportsGame {
	g := mlbstats.Game{
		ID:           f.ID,
		Type:         f.Data.Game.Type,
		Season:       f.Data.Game.Season,
		Start:        f.Data.Time.Start,
		OfficialDate: f.Data.Time.OfficialDate,
		Status:       f.Data.Status,
		Number:       f.Data.Game.Number,
		DoubleHeader: f.Data.Game.DoubleHeader,
		Linescore:    &f.Live.Linescore,
	}
	g.Teams.Away = mlbstats.Side{Team: f.Data.Teams.Away, Score: f.Live.Linescore.Teams.Away.Runs}
	g.Teams.Home = mlbstats.Side{Team: f.Data.Teams.Home, Score: f.Live.Linescore.Teams.Home.Runs}
	g.Venue.Name = f.Data.Venue.Name

	game := h.ofMLB(l, g)
	game.Venue.City = response.OrNull(f.Data.Venue.Location.City)
	game.Venue.State = response.OrNull(f.Data.Venue.Location.State)
	return game
}

// ofNHL is a game of the National Hockey League.
func (h *Handlers) ofNHL(l league, g nhlweb.Game) gen.SportsGame {
	status := statusOfNHL(g)
	hasScore := played(status, g.Period.Number > 0)
	game := gen.SportsGame{
		GameID:       nhlPrefix + strconv.Itoa(g.ID),
		League:       l.id,
		Name:         new(nameOfNHL(g.Away) + " at " + nameOfNHL(g.Home)),
		ShortName:    new(g.Away.Abbrev + " @ " + g.Home.Abbrev),
		Status:       gen.SportsGameStatus(status),
		StatusDetail: response.OrNull(g.State),
		StartTimeTbd: new(g.ScheduleState == "TBD"),
		Season:       new(g.Season % 10_000), // of 20252026 the year that it ends in, as ESPN counts
		SeasonType:   seasonType(g.Type),
		Venue: gen.SportsVenue{
			Name:        response.OrNull(g.Venue.Default),
			City:        response.OrNull(g.Location.Default),
			NeutralSite: g.Neutral,
		},
		Home: sideOfNHL(g.Home, hasScore),
		Away: sideOfNHL(g.Away, hasScore),
	}
	h.startAt(&game, g.Start)
	if !hasScore {
		return game
	}

	game.Period = response.OrNull(g.Period.Number)
	if status == inProgress {
		game.Clock = response.OrNull(g.Clock.Remaining)
	}
	if status == final {
		game.Winner = byScore(game)
		game.DecidedIn = decidedOfNHL(g)
	}
	for _, period := range g.Goals() {
		if period.Period.Type == "SO" {
			continue
		}
		goals := map[string]int{}
		for _, goal := range period.Goals {
			goals[goal.Team.Default]++
		}
		home := goals[g.Home.Abbrev]
		away := goals[g.Away.Abbrev]
		if home+away < len(period.Goals) { // somebody else's
			game.Home.Linescores = nil
			game.Away.Linescores = nil
			break
		}
		game.Home.Linescores = append(game.Home.Linescores, home)
		game.Away.Linescores = append(game.Away.Linescores, away)
	}
	return game
}

func decidedOfNHL(g nhlweb.Game) *gen.SportsGameDecidedIn {
	last := cmp.Or(g.Outcome.Last, g.Period.Type)
	switch last {
	case "REG":
		return new(gen.SportsGameDecidedIn("regulation"))
	case "OT":
		return new(gen.SportsGameDecidedIn("overtime"))
	case "SO":
		return new(gen.SportsGameDecidedIn("shootout"))
	}
	return nil
}

func statusOfNHL(g nhlweb.Game) string {
	switch g.ScheduleState {
	case "PPD":
		return postponed
	case "CNCL":
		return canceled
	case "SUSP":
		return suspended
	}
	switch g.State {
	case "FUT", "PRE":
		return scheduled
	case "LIVE", "CRIT":
		return inProgress
	case "OVER", "FINAL", "OFF":
		return final
	}
	return unknown
}

func nameOfNHL(s nhlweb.Side) string {
	return strings.TrimSpace(s.Place.Default + " " + s.Name.Default)
}

func sideOfNHL(s nhlweb.Side, hasScore bool) gen.SportsSide {
	side := gen.SportsSide{
		TeamID:       new(nhlPrefix + strconv.Itoa(s.ID)),
		Abbreviation: &s.Abbrev,
		Name:         nameOfNHL(s),
	}
	if hasScore {
		side.Score = s.Score
	} else {
		side.Linescores = []int{}
	}
	return side
}
