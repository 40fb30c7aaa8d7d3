package sports

import (
	"context"
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
	for _, g := range s.games {
		if g.Status == inProgress || g.Status == delayed && g.Home.Score != nil {
			live++
		}
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
		Partial:     response.Partial(s.asked),
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
		Partial:     response.Partial(s.asked),
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
	board, err := h.espn.Scoreboard(ctx, l.espn, asked)
	s.asked = append(s.asked, response.Source(espn.Provider.Name, err))
	if err == nil {
		s.season = response.OrNull(board.Season.Year)
		for _, e := range board.Events {
			if game, ok := h.ofESPN(l, e); ok {
				s.games = append(s.games, game)
			}
		}
		if s.season == nil && len(s.games) > 0 {
			s.season = s.games[0].Season
		}
		return s, nil
	}

	var own error
	switch l.official {
	case mlb:
		own = h.slateOfMLB(ctx, s, l, day)
	case nhl:
		own = h.slateOfNHL(ctx, s, l, day)
	default:
		return nil, err
	}
	s.asked = append(s.asked, response.Source(s.from, own))
	if own != nil {
		return nil, worse(err, own)
	}
	if len(s.games) > 0 {
		s.season = s.games[0].Season
	}
	return s, nil
}

// worse is the error that tells a caller more: a source that was switched off says nothing about the other.
func worse(first, second error) error {
	if upstream.KindOf(first) == upstream.NotConfigured {
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
