package sports

import (
	"context"
	"errors"
	"time"

	gen "github.com/farebox/farebox/gen/sports"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/espn"
	"github.com/farebox/farebox/internal/upstream/mlbstats"
	"github.com/farebox/farebox/internal/upstream/nhlweb"
)

// slate are the games of a day, with where they come from.
type slate struct {
	games  []gen.SportsGame
	season *int
	from   string
	asked  []gen.Source
	part   bool // of the source's games some could not be read
}

// SportsScores answers GET /sports/scores.
func (h *Handlers) SportsScores(
	ctx context.Context, req gen.SportsScoresRequestObject,
) (gen.SportsScoresResponseObject, error) {
	l, err := readLeague(req.Params.League)
	if err != nil {
		return nil, err
	}
	s, err := h.slate(ctx, l, "", h.today())
	if err != nil {
		return nil, err
	}

	live := 0
	var newest time.Time
	for _, g := range s.games {
		if at := response.OrZero(g.StartAt); at.After(newest) {
			newest = at
		}
		if g.Status == inProgress || g.Status == delayed && g.Home.Score != nil {
			live++
		}
	}
	if last := len(s.asked) - 1; !newest.IsZero() {
		s.asked[last] = response.Until(s.asked[last], newest, h.now(), longestBreak)
	}
	return gen.SportsScores200JSONResponse{
		League:      l.id,
		LeagueName:  l.name,
		Season:      s.season,
		Timezone:    zone,
		Count:       len(s.games),
		LiveCount:   live,
		Games:       s.games,
		Source:      s.from,
		Sources:     s.asked,
		Partial:     s.part || response.Partial(s.asked),
		Attribution: attributions[s.from],
	}, nil
}

// SportsSchedule answers GET /sports/schedule.
func (h *Handlers) SportsSchedule(
	ctx context.Context, req gen.SportsScheduleRequestObject,
) (gen.SportsScheduleResponseObject, error) {
	l, err := readLeague(req.Params.League)
	if err != nil {
		return nil, err
	}

	day, err := h.readDay(req.Params.Date)
	if err != nil {
		return nil, err
	}

	s, err := h.slate(ctx, l, day.Format("20060102"), day)
	if err != nil {
		return nil, err
	}

	return gen.SportsSchedule200JSONResponse{
		League:      l.id,
		LeagueName:  l.name,
		Date:        day.Format(time.DateOnly),
		Timezone:    zone,
		Season:      s.season,
		Count:       len(s.games),
		Games:       s.games,
		Source:      s.from,
		Sources:     s.asked,
		Partial:     s.part || response.Partial(s.asked),
		Attribution: attributions[s.from],
	}, nil
}

var attributions = map[string]string{
	espn.Provider.Name:     espn.Provider.Attribution,
	mlbstats.Provider.Name: mlbstats.Provider.Attribution,
	nhlweb.Provider.Name:   nhlweb.Provider.Attribution,
}

// slate reads ESPN's scoreboard, and the league's own schedule when that fails or is switched off.
func (h *Handlers) slate(ctx context.Context, l league, asked string, day time.Time) (*slate, error) {
	s := &slate{games: []gen.SportsGame{}, from: espn.Provider.Name}
	err := h.slateOfESPN(ctx, s, l, asked)
	if err != nil {
		if own := h.slateOfLeague(ctx, s, l, day); own != nil {
			return nil, worse(err, own)
		}
	}

	if s.season == nil && len(s.games) > 0 {
		s.season = s.games[0].Season
	}
	last := len(s.asked) - 1
	s.asked[last] = h.standing(s.asked[last], s.games...)
	return s, nil
}

// longestBreak is how long ago the last games of a season under way can have been. Between seasons the source keeps
// those of months ago.
const longestBreak = 21 * 24 * time.Hour

// longestGame is how long after its start a game can be under way. A board with an older one stands still.
const longestGame = 36 * time.Hour

// standing marks a source as stale if a game that it shows as in progress or scheduled began more than longestGame ago.
func (h *Handlers) standing(source gen.Source, games ...gen.SportsGame) gen.Source {
	for _, g := range games {
		if (g.Status == inProgress || g.Status == scheduled) && g.StartAt != nil {
			source = response.Until(source, *g.StartAt, h.now(), longestGame)
		}
	}
	return source
}

func (h *Handlers) slateOfESPN(ctx context.Context, s *slate, l league, asked string) error {
	ctx, reads := upstream.WithReads(ctx)
	board, err := h.espn.Scoreboard(ctx, l.espn, asked)
	s.asked = append(s.asked, response.Read(espn.Provider.Name, reads, err))
	if err != nil {
		return err
	}

	games, whole := h.ofSchedule(l, board.Events)
	for _, g := range games {
		if asked != "" || g.Status != inProgress || g.StartAt == nil {
			continue
		}
		if err := upstream.TooOld(espn.Provider.Name, *g.StartAt, h.now(), longestGame); err != nil {
			s.asked[len(s.asked)-1] = response.Source(espn.Provider.Name, err)
			return err
		}
	}
	s.games = games
	s.part = !whole
	if board.Season != nil {
		s.season = &board.Season.Year
	}
	return nil
}

// slateOfLeague reads the league's own interface. One that has none adds nothing to ESPN's failure.
func (h *Handlers) slateOfLeague(ctx context.Context, s *slate, l league, day time.Time) error {
	ctx, reads := upstream.WithReads(ctx)
	var err error
	switch l.official {
	case mlb:
		err = h.slateOfMLB(ctx, s, l, day)
	case nhl:
		err = h.slateOfNHL(ctx, s, l, day)
	default:
		return errNoInterface
	}
	s.asked = append(s.asked, response.Read(s.from, reads, err))
	return err
}

// errNoInterface is of leagues that ESPN is the only source of.
var errNoInterface = errors.New("no interface of its own")

// worse is the error that tells a caller more: a source that was switched off says nothing about the other.
func worse(first, second error) error {
	if upstream.KindOf(first) == upstream.NotConfigured && !errors.Is(second, errNoInterface) {
		return second
	}
	return first
}

func (h *Handlers) slateOfMLB(ctx context.Context, s *slate, l league, day time.Time) error {
	s.from = mlbstats.Provider.Name
	games, err := h.mlb.Day(ctx, day.Format(time.DateOnly))
	for _, g := range games {
		s.games = append(s.games, h.ofMLB(l, g))
	}
	return err
}

func (h *Handlers) slateOfNHL(ctx context.Context, s *slate, l league, day time.Time) error {
	s.from = nhlweb.Provider.Name
	games, err := h.nhl.Day(ctx, day.Format(time.DateOnly))
	for _, g := range games {
		s.games = append(s.games, h.ofNHL(l, g))
	}
	return err
}
