package sports

import (
	"context"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/sports"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/espn"
)

// lateStart is how long after its time a game may still be waiting to begin.
const lateStart = 6 * time.Hour

// listed is how many past and coming games an answer has.
const listed = 5

// team is what the two sources of a team give.
type team struct {
	profile *espn.Profile
	games   []espn.Event
}

// SportsTeam answers GET /sports/team.
func (h *Handlers) SportsTeam(
	ctx context.Context, req gen.SportsTeamRequestObject,
) (gen.SportsTeamResponseObject, error) {
	l, err := readLeague(req.Params.League)
	if err != nil {
		return nil, err
	}
	wanted := strings.Join(strings.Fields(req.Params.Team), " ")
	if wanted == "" {
		return nil, problem.Missing("team")
	}
	teams, err := h.espn.Teams(ctx, l.espn)
	if err != nil {
		return nil, err
	}
	found, err := pick(l, teams, wanted)
	if err != nil {
		return nil, err
	}

	var t team
	fused := upstream.FuseInto(ctx, &t,
		upstream.Part("espn_team", 0, func(ctx context.Context) (*espn.Profile, error) {
			return h.espn.Profile(ctx, l.espn, found.ID)
		}, func(t *team, p *espn.Profile) { t.profile = p }),
		upstream.Part("espn_schedule", 0, func(ctx context.Context) ([]espn.Event, error) {
			return h.espn.Schedule(ctx, l.espn, found.ID)
		}, func(t *team, games []espn.Event) { t.games = games }),
	)
	answer := h.teamAnswer(l, found, t)
	answer.Sources = append([]gen.Source{response.Source(espn.Provider.Name, nil)}, response.Sources(fused)...)
	answer.Partial = fused.Partial()
	return answer, nil
}

// pick finds a team by its id, its abbreviation or one of its names. A name that several have is told with all of them.
func pick(l league, teams []espn.Team, wanted string) (espn.Team, error) {
	tiers := []func(espn.Team) []string{
		func(t espn.Team) []string { return []string{t.ID} },
		func(t espn.Team) []string { return []string{t.Abbreviation, t.Name, t.Slug} },
		func(t espn.Team) []string { return []string{t.ShortName, t.Mascot, t.Nickname, t.Location} },
	}
	for _, names := range tiers {
		var hits []espn.Team
		for _, t := range teams {
			same := func(name string) bool { return name != "" && strings.EqualFold(name, wanted) }
			if slices.ContainsFunc(names(t), same) {
				hits = append(hits, t)
			}
		}
		switch {
		case len(hits) == 1:
			return hits[0], nil
		case len(hits) > 1:
			var list []string
			for _, t := range hits {
				list = append(list, t.Name+" ("+t.Abbreviation+")")
			}
			return espn.Team{}, problem.Invalid("team", "several teams of %s have this name: %s",
				l.name, strings.Join(list, ", ")).With("candidates", list)
		}
	}
	return espn.Team{}, problem.NotFound("team", "%s has no team of this name, abbreviation or id", l.name)
}

func (h *Handlers) teamAnswer(l league, found espn.Team, t team) gen.SportsTeam200JSONResponse {
	answer := gen.SportsTeam200JSONResponse{
		League:        l.id,
		LeagueName:    l.name,
		TeamID:        found.ID,
		Name:          found.Name,
		Abbreviation:  response.OrNull(found.Abbreviation),
		Location:      response.OrNull(found.Location),
		Color:         response.OrNull(found.Color),
		Logo:          logo(found),
		Timezone:      zone,
		RecentGames:   []gen.SportsGame{},
		UpcomingGames: []gen.SportsGame{},
		Attribution:   espn.Provider.Attribution,
	}
	if p := t.profile; p != nil {
		answer.StandingSummary = response.OrNull(p.Standing)
		for _, r := range p.Record.Items {
			switch r.Type {
			case "total":
				answer.Record.Overall = response.OrNull(r.Summary)
			case "home":
				answer.Record.Home = response.OrNull(r.Summary)
			case "road", "away":
				answer.Record.Away = response.OrNull(r.Summary)
			}
		}
	}
	h.putGames(&answer, l, t.games)
	if answer.NextGame == nil && t.profile != nil {
		for _, e := range t.profile.Next {
			if game, ok := h.ofESPN(l, e); ok && game.Status == scheduled {
				answer.NextGame = &game
				break
			}
		}
	}
	return answer
}

// putGames puts the latest finished games, the newest first, and the next ones into the answer.
func (h *Handlers) putGames(answer *gen.SportsTeam200JSONResponse, l league, events []espn.Event) {
	var past, next []gen.SportsGame
	for _, e := range events {
		game, ok := h.ofESPN(l, e)
		switch {
		case !ok || game.StartAt == nil:
		case game.Status == final:
			past = append(past, game)
		case game.Status == scheduled && game.StartAt.After(h.now().Add(-lateStart)):
			next = append(next, game)
		}
	}
	slices.SortStableFunc(past, func(a, b gen.SportsGame) int { return b.StartAt.Compare(*a.StartAt) })
	slices.SortStableFunc(next, func(a, b gen.SportsGame) int { return a.StartAt.Compare(*b.StartAt) })
	answer.RecentGames = append(answer.RecentGames, past[:min(len(past), listed)]...)
	answer.UpcomingGames = append(answer.UpcomingGames, next[:min(len(next), listed)]...)
	if len(next) > 0 {
		answer.NextGame = &next[0]
	}
}

func logo(t espn.Team) *string {
	if t.Logo == "" && len(t.Logos) > 0 {
		return response.OrNull(t.Logos[0].Href)
	}
	return response.OrNull(t.Logo)
}
