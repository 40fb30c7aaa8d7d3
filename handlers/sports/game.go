package sports

import (
	"cmp"
	"context"
	"math"
	"strings"

	gen "github.com/farebox/farebox/gen/sports"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/espn"
	"github.com/farebox/farebox/internal/upstream/mlbstats"
	"github.com/farebox/farebox/internal/upstream/nhlweb"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// maxPlays is how many scoring plays an answer has.
const maxPlays = 200

// SportsGame answers GET /sports/game.
func (h *Handlers) SportsGame(
	ctx context.Context, req gen.SportsGameRequestObject,
) (gen.SportsGameResponseObject, error) {
	l, err := readLeague(req.Params.League)
	if err != nil {
		return nil, err
	}
	prefix, id, err := readGameID(l, req.Params.GameID)
	if err != nil {
		return nil, err
	}

	var answer gen.SportsGame200JSONResponse
	ctx, reads := upstream.WithReads(ctx)
	switch prefix {
	case mlbPrefix:
		answer, err = h.gameOfMLB(ctx, l, id)
	case nhlPrefix:
		answer, err = h.gameOfNHL(ctx, l, id)
	default:
		answer, err = h.gameOfESPN(ctx, l, id)
	}
	if upstream.KindOf(err) == upstream.NotFound {
		return nil, problem.NotFound("game_id", "%s has no game with this id", l.name)
	}
	if err != nil {
		return nil, err
	}
	answer.League = l.id
	answer.LeagueName = l.name
	answer.Timezone = zone
	answer.Sources = []gen.Source{h.standing(response.Read(answer.Source, reads, nil), answer.Game)}
	answer.Partial = answer.Partial || response.Partial(answer.Sources)
	answer.Attribution = attributions[answer.Source]
	return answer, nil
}

// readGameID reads an id of digits, with the prefix of the league's own interface for those that it gave.
func readGameID(l league, text string) (prefix, id string, err error) {
	id = strings.ToLower(strings.TrimSpace(text))
	for _, own := range []string{mlbPrefix, nhlPrefix} {
		if rest, ok := strings.CutPrefix(id, own); ok {
			prefix = own
			id = rest
		}
	}
	if id == "" || strings.Trim(id, "0123456789") != "" {
		return "", "", problem.Invalid("game_id",
			"game_id must be that of an answer of /sports/scores: digits, or mlb: or nhl: and digits")
	}
	if prefix != "" && prefix != string(l.official)+":" {
		return "", "", problem.Invalid("game_id", "a game_id with %s does not belong to the league %s", prefix, l.id)
	}
	return prefix, id, nil
}

func (h *Handlers) gameOfESPN(
	ctx context.Context, l league, id string,
) (answer gen.SportsGame200JSONResponse, err error) {
	s, err := h.espn.Game(ctx, l.espn, id)
	if err != nil {
		return answer, err
	}

	c := s.Header.Competitions[0]
	c.Format = s.Format
	c.TimeValid = s.Header.TimeValid
	if c.Venue.Name == "" {
		c.Venue = s.GameInfo.Venue
	}
	if len(c.Odds) == 0 {
		c.Odds = s.PickCenter
	}
	game := h.competition(l, c)
	if game.Home.Name == "" || game.Away.Name == "" {
		return answer, upstream.BadResponse.Errorf("espn: a game without two sides")
	}
	game.GameID = s.Header.ID
	game.Name = new(game.Away.Name + " at " + game.Home.Name)
	game.Season = response.OrNull(s.Header.Season.Year)
	game.SeasonType = seasonType(s.Header.Season.Type)
	game.Week = response.OrNull(s.Header.Week)

	answer = gen.SportsGame200JSONResponse{
		Game:         game,
		Leaders:      []gen.SportsLeader{},
		TeamStats:    []gen.SportsTeamStat{},
		ScoringPlays: playsOf(s, game),
		Attendance:   response.OrNull(*cmp.Or(s.GameInfo.Attendance, new(int))),
		Officials:    officialsOf(s),
		Source:       espn.Provider.Name,
	}
	if played(string(game.Status), begun(c, c.Status)) { // before, the source has the figures of the season there
		answer.Leaders = leadersOf(s)
		answer.TeamStats = statsOf(s)
	}
	if n := len(s.Plays); n > 0 {
		answer.LastPlay = response.OrNull(s.Plays[n-1].Text)
	}
	answer.HomeWinProbabilityPct = probability(s, string(game.Status))
	return answer, nil
}

// probability is that of the home side: the latest of the game under way, or the one foreseen before it. A finished
// game has none.
func probability(s *espn.Summary, status string) *float64 {
	switch status {
	case inProgress, delayed:
		if n := len(s.WinProbability); n > 0 && s.WinProbability[n-1].Home != nil {
			return new(math.Round(*s.WinProbability[n-1].Home*1000) / 10)
		}
	case scheduled:
		if pct, ok := s.Predictor.Home.Projection.Number(); ok {
			return &pct
		}
	}
	return nil
}

// officialsOf are the referees, nil when they are not told.
func officialsOf(s *espn.Summary) []string {
	if s.GameInfo.Officials == nil {
		return nil
	}

	names := []string{}
	for _, o := range s.GameInfo.Officials {
		names = append(names, strings.Join(strings.Fields(o.Name), " "))
	}
	return names
}

// leadersOf are the best players of both sides, nil when they are not told.
func leadersOf(s *espn.Summary) []gen.SportsLeader {
	if s.Leaders == nil {
		return nil
	}

	list := []gen.SportsLeader{}
	for _, side := range s.Leaders {
		for _, category := range side.Leaders {
			if len(category.Leaders) == 0 {
				continue
			}
			best := category.Leaders[0]
			list = append(list, gen.SportsLeader{
				Team:     response.OrNull(side.Team.Abbreviation),
				Category: category.Name,
				Player:   response.OrNull(best.Athlete.Name),
				Value:    response.OrNull(best.Value),
			})
		}
	}
	return list
}

// statsOf puts the figures of both sides beside each other, nil when those of a side are not told. Baseball has them in
// groups.
func statsOf(s *espn.Summary) []gen.SportsTeamStat {
	if s.Boxscore.Teams == nil {
		return nil
	}

	list := []gen.SportsTeamStat{}
	at := map[string]int{}
	put := func(ground espn.Ground, name string, value scalar.Text) {
		i, ok := at[name]
		if !ok {
			i = len(list)
			at[name] = i
			list = append(list, gen.SportsTeamStat{Name: name})
		}
		if ground == espn.Home {
			list[i].Home = response.OrNull(string(value))
		} else {
			list[i].Away = response.OrNull(string(value))
		}
	}

	for _, side := range s.Boxscore.Teams {
		if side.Statistics == nil {
			return nil
		}
		for _, statistic := range side.Statistics {
			switch {
			case statistic.Display != "":
				put(side.HomeAway, statistic.Name, statistic.Display)
			case statistic.Stats == nil: // neither a figure nor a group of them
				return nil
			}
			for _, inner := range statistic.Stats {
				put(side.HomeAway, statistic.Name+"."+inner.Name, inner.Display)
			}
		}
	}

	return list
}

// playsOf are the plays that scored: a list of their own in football, marked ones of all plays or of the events of
// soccer elsewhere. Null if there was a score and none of these is known.
func playsOf(s *espn.Summary, game gen.SportsGame) []gen.SportsScoringPlay {
	plays := s.ScoringPlays
	for _, all := range [][]espn.Play{s.Plays, s.KeyEvents} {
		if len(plays) > 0 {
			break
		}
		for _, p := range all {
			if p.Scoring == nil {
				return nil
			}
			if *p.Scoring {
				plays = append(plays, p)
			}
		}
	}
	if len(plays) == 0 && !goalless(game) {
		return nil
	}

	abbreviations := map[string]string{}
	for _, c := range s.Header.Competitions[0].Competitors {
		abbreviations[c.Team.ID] = c.Team.Abbreviation
	}
	list := []gen.SportsScoringPlay{}
	for _, p := range plays[:min(maxPlays, len(plays))] {
		list = append(list, gen.SportsScoringPlay{
			Period:    response.OrNull(p.Period.Number),
			Clock:     response.OrNull(p.Clock.Display),
			Team:      response.OrNull(cmp.Or(p.Team.Abbreviation, abbreviations[p.Team.ID])),
			Text:      response.OrNull(p.Text),
			HomeScore: p.Home,
			AwayScore: p.Away,
		})
	}
	return list
}

// goalless says whether a game is known to have had no score: 0 to 0, or not begun.
func goalless(game gen.SportsGame) bool {
	switch {
	case game.Home.Score != nil && game.Away.Score != nil:
		return *game.Home.Score == 0 && *game.Away.Score == 0
	case game.Status == scheduled, game.Status == postponed, game.Status == canceled:
		return true
	}
	return false
}

func (h *Handlers) gameOfMLB(
	ctx context.Context, l league, id string,
) (answer gen.SportsGame200JSONResponse, err error) {
	feed, err := h.mlb.Game(ctx, id)
	if err != nil {
		return answer, err
	}
	answer = bare(h.ofFeed(l, feed), mlbstats.Provider.Name)
	answer.Attendance = response.OrNull(*cmp.Or(feed.Data.Info.Attendance, new(int)))
	return answer, nil
}

func (h *Handlers) gameOfNHL(
	ctx context.Context, l league, id string,
) (answer gen.SportsGame200JSONResponse, err error) {
	game, err := h.nhl.Game(ctx, id)
	if err != nil {
		return answer, err
	}

	answer = bare(h.ofNHL(l, *game), nhlweb.Provider.Name)
	if game.Summary == nil && !goalless(answer.Game) {
		return answer, nil
	}

	answer.ScoringPlays = []gen.SportsScoringPlay{}
	for _, period := range game.Goals() {
		for _, goal := range period.Goals {
			answer.ScoringPlays = append(answer.ScoringPlays, gen.SportsScoringPlay{
				Period:    response.OrNull(period.Period.Number),
				Clock:     response.OrNull(goal.Time),
				Team:      response.OrNull(goal.Team.Default),
				Text:      response.OrNull(goal.Name.Default),
				HomeScore: goal.Home,
				AwayScore: goal.Away,
			})
		}
	}

	return answer, nil
}

// bare is an answer with nothing but the game: what else there is is not read from the league's own interface.
func bare(game gen.SportsGame, source string) gen.SportsGame200JSONResponse {
	return gen.SportsGame200JSONResponse{
		Game:   game,
		Source: source,
	}
}
