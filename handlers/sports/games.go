package sports

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/sports"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/espn"
)

// Statuses of a game.
const (
	scheduled  = "scheduled"
	inProgress = "in_progress"
	final      = "final"
	postponed  = "postponed"
	canceled   = "canceled"
	delayed    = "delayed"
	suspended  = "suspended"
	abandoned  = "abandoned"
	forfeit    = "forfeit"
	unknown    = "unknown"
)

// statuses are those of ESPN whose state does not tell them: postponed and abandoned games have the state of finished
// ones.
var statuses = map[string]string{
	"STATUS_POSTPONED":  postponed,
	"STATUS_CANCELED":   canceled,
	"STATUS_CANCELLED":  canceled,
	"STATUS_SUSPENDED":  suspended,
	"STATUS_ABANDONED":  abandoned,
	"STATUS_DELAYED":    delayed,
	"STATUS_RAIN_DELAY": delayed,
	"STATUS_DELAY":      delayed,
	"STATUS_FORFEIT":    forfeit,
}

// statusOf is the status of a game. One that is over was played to its end only when its name says so: there are names
// for games that were awarded, given up or never begun, and new ones may come.
func statusOf(s espn.Status) string {
	if status, known := statuses[s.Type.Name]; known {
		return status
	}
	switch s.Type.State {
	case "pre":
		return scheduled
	case "in":
		return inProgress
	case "post":
		if s.IsFinal() {
			return final
		}
	}
	return unknown
}

// played says whether scores of a game in this status are real: before a game sources say 0. Games may be held up or
// given up before they begin.
func played(status string, begun bool) bool {
	switch status {
	case inProgress, final:
		return true
	case delayed, suspended, abandoned, forfeit:
		return begun
	}
	return false
}

// begun says whether a game was begun. Baseball's own pages have no number of the inning.
func begun(c espn.Competition, s espn.Status) bool {
	if s.Type.State == "pre" {
		return false
	}
	return s.Type.State == "in" || s.Period > 0 ||
		slices.ContainsFunc(c.Competitors, func(side espn.Competitor) bool { return len(side.Linescores) > 0 })
}

var doubleheader = regexp.MustCompile(`(?i)doubleheader\b.*\bgame ([12])\b`)

// ofESPN is a game of a scoreboard or schedule. What has not two sides is no game that could be shown.
func (h *Handlers) ofESPN(l league, e espn.Event) (gen.SportsGame, bool) {
	if len(e.Competitions) == 0 {
		return gen.SportsGame{}, false
	}

	c := e.Competitions[0]
	c.TimeValid = cmp.Or(c.TimeValid, e.TimeValid)

	game := h.competition(l, c)
	game.GameID = e.ID
	game.Name = response.OrNull(e.Name)
	game.ShortName = response.OrNull(e.ShortName)
	game.Season = response.OrNull(e.Season.Year)
	game.SeasonType = seasonType(e.Season.Type)
	game.Week = response.OrNull(e.Week.Number)
	return game, game.Home.Name != "" && game.Away.Name != ""
}

// ofSchedule are the games of a list, and whether all of it could be read.
func (h *Handlers) ofSchedule(l league, events []espn.Event) (games []gen.SportsGame, whole bool) {
	games = []gen.SportsGame{}
	for _, e := range events {
		if game, ok := h.ofESPN(l, e); ok {
			games = append(games, game)
		}
	}
	return games, len(games) == len(events)
}

func (h *Handlers) competition(l league, c espn.Competition) gen.SportsGame {
	s := c.Status
	status := statusOf(s)
	hasScore := played(status, begun(c, s))
	game := gen.SportsGame{
		League:       l.id,
		Status:       gen.SportsGameStatus(status),
		StatusDetail: response.OrNull(s.Type.Detail),
		StartTimeTbd: not(c.TimeValid),
		Venue: gen.SportsVenue{
			Name:        response.OrNull(c.Venue.Name),
			City:        response.OrNull(c.Venue.Address.City),
			State:       response.OrNull(c.Venue.Address.State),
			NeutralSite: c.NeutralSite,
		},
		Broadcasts: broadcasts(c.Broadcasts),
		Odds:       oddsOf(c.Odds),
	}

	h.start(&game, c.Date)
	if hasScore {
		game.Period = response.OrNull(s.Period)
	}

	if status == inProgress && !l.baseball() {
		game.Clock = response.OrNull(s.Clock)
	}

	for _, side := range c.Competitors {
		if side.HomeAway == espn.Home {
			game.Home = sideOf(side, hasScore)
		} else {
			game.Away = sideOf(side, hasScore)
		}
	}

	for _, note := range c.Notes {
		game.Note = cmp.Or(game.Note, response.OrNull(note.Headline))
		if m := doubleheader.FindStringSubmatch(note.Headline); m != nil {
			n, _ := strconv.Atoi(m[1])
			game.DoubleheaderGame = &n
		}
	}

	switch status {
	case forfeit:
		game.Winner = marked(c.Competitors)
	case final:
		ended(&game, l, c)
	}

	return game
}

// ended puts in how a game that was played to its end came out.
func ended(game *gen.SportsGame, l league, c espn.Competition) {
	s := c.Status
	game.Winner = winnerOf(c.Competitors, s, *game)

	if s.Period == 0 { // finished games of baseball have none in their summary
		s.Period = max(len(game.Home.Linescores), len(game.Away.Linescores))
		game.Period = response.OrNull(s.Period)
	}
	game.DecidedIn = decidedIn(l, cmp.Or(c.Format.Regulation.Periods, l.periods), s)
}

// not is the opposite of what is known.
func not(known *bool) *bool {
	if known == nil {
		return nil
	}
	return new(!*known)
}

// start reads the time of a game: with seconds or without. Its day is that in the zone.
func (h *Handlers) start(game *gen.SportsGame, text string) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if at, err := time.Parse(form, text); err == nil {
			h.startAt(game, at)
			return
		}
	}
}

func (h *Handlers) startAt(game *gen.SportsGame, at time.Time) {
	game.StartAt = response.Moment(&at)
	game.Date = new(at.In(h.zone).Format(time.DateOnly))
}

func sideOf(c espn.Competitor, hasScore bool) gen.SportsSide {
	side := gen.SportsSide{
		TeamID:       response.OrNull(c.Team.ID),
		Abbreviation: response.OrNull(c.Team.Abbreviation),
		Name:         c.Team.Name,
		Linescores:   []int{},
	}

	for _, r := range append(c.Records, c.Record...) {
		if r.Type == "total" && side.Record == nil {
			side.Record = response.OrNull(cmp.Or(r.Summary, r.Display))
		}
	}

	if rank := c.Rank.Current; rank > 0 && rank <= 25 {
		side.Rank = &rank // unranked teams have 99
	}
	if !hasScore {
		return side
	}

	if n, err := strconv.Atoi(string(c.Score)); err == nil && n >= 0 {
		side.Score = &n
	}

	side.Linescores = linescores(c.Linescores)
	return side
}

// linescores are the scores by periods, nil when one of them is not told. The half of the last inning that need not be
// played is an X.
func linescores(lines []espn.Linescore) []int {
	var scores []int
	for i, line := range lines {
		text := line.Display
		if line.Value != nil {
			text = strconv.FormatFloat(*line.Value, 'f', 0, 64)
		}
		if i == len(lines)-1 && strings.EqualFold(text, "x") {
			break
		}

		n, err := strconv.Atoi(text)
		if err != nil {
			return nil
		}
		scores = append(scores, n)
	}
	return scores
}

// winnerOf goes by the mark of the source, since a shoot-out leaves the scores level; without one by the scores. A draw
// is one when the source says of both sides that they have not won. Marks and scores that contradict each other leave
// the winner open, and so do level scores before a shoot-out.
func winnerOf(sides []espn.Competitor, s espn.Status, game gen.SportsGame) *gen.SportsGameWinner {
	winner := byScore(game)
	mark := marked(sides)
	hasNotWon := func(side espn.Competitor) bool { return side.Winner != nil && !*side.Winner }
	nobody := !slices.ContainsFunc(sides, func(side espn.Competitor) bool { return !hasNotWon(side) })
	level := winner != nil && *winner == "draw"
	switch {
	case mark != nil && (winner == nil || level || *winner == *mark):
		return mark
	case mark != nil, level != nobody, byShootout(s) && level:
		return nil
	}
	return winner
}

// marked is the side that the source calls the winner.
func marked(sides []espn.Competitor) *gen.SportsGameWinner {
	for _, side := range sides {
		if side.Winner == nil || !*side.Winner {
			continue
		}
		if side.HomeAway == espn.Home {
			return new(gen.SportsGameWinner("home"))
		}
		return new(gen.SportsGameWinner("away"))
	}
	return nil
}

func byShootout(s espn.Status) bool {
	return s.Type.Name == "STATUS_FINAL_PEN" || strings.Contains(strings.ToUpper(s.Type.Detail), "/SO")
}

func byScore(game gen.SportsGame) *gen.SportsGameWinner {
	home := game.Home.Score
	away := game.Away.Score
	switch {
	case home == nil || away == nil:
		return nil
	case *home > *away:
		return new(gen.SportsGameWinner("home"))
	case *home < *away:
		return new(gen.SportsGameWinner("away"))
	}
	return new(gen.SportsGameWinner("draw"))
}

// decidedIn is the part of a finished game that decided it.
func decidedIn(l league, periods int, s espn.Status) *gen.SportsGameDecidedIn {
	detail := strings.ToUpper(s.Type.Detail)
	part := "regulation"
	switch {
	case byShootout(s):
		part = "shootout"
	case s.Type.Name == "STATUS_FINAL_AET", strings.Contains(detail, "OT"):
		part = "overtime"
	case l.baseball() && s.Period > periods:
		part = "extra_innings"
	case s.Period > periods:
		part = "overtime"
	case s.Period == 0:
		return nil
	}
	return new(gen.SportsGameDecidedIn(part))
}

func seasonType(n int) *gen.SportsGameSeasonType {
	switch n {
	case 1:
		return new(gen.SportsGameSeasonType("preseason"))
	case 2:
		return new(gen.SportsGameSeasonType("regular"))
	case 3:
		return new(gen.SportsGameSeasonType("postseason"))
	case 4:
		return new(gen.SportsGameSeasonType("off_season"))
	}
	return nil
}

// broadcasts are the channels, nil when the source does not tell all of them.
func broadcasts(list []espn.Broadcast) []string {
	if list == nil {
		return nil
	}

	names := []string{}
	for _, b := range list {
		if b.Names == nil && b.Media.Name == "" {
			return nil
		}
		names = append(names, b.Names...)
		if b.Media.Name != "" {
			names = append(names, b.Media.Name)
		}
	}
	return names
}

func oddsOf(list []*espn.Odds) *gen.SportsOdds {
	for _, o := range list {
		if o != nil && (o.Details != "" || o.OverUnder != nil) {
			return &gen.SportsOdds{
				Details:   response.OrNull(o.Details),
				OverUnder: o.OverUnder,
				Provider:  response.OrNull(o.Provider.Name),
			}
		}
	}
	return nil
}
