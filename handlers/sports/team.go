package sports

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/sports"
	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/espn"
)

// lateStart is how long after its time a game may still be waiting to begin.
const lateStart = 6 * time.Hour

// listed is how many past and coming games an answer has.
const listed = 5

// team is what the sources of a team give; nil is what could not be had.
type team struct {
	profile *espn.Profile
	games   []espn.Event
	coming  []espn.Event // in soccer, where games leaves them out
}

// sourcesOf are the requests for a team.
func (h *Handlers) sourcesOf(l league, id string) []upstream.Source[func(*team)] {
	list := []upstream.Source[func(*team)]{
		upstream.Main(upstream.Part("espn_team", 0, func(ctx context.Context) (*espn.Profile, error) {
			return h.espn.Profile(ctx, l.espn, id)
		}, func(t *team, p *espn.Profile) { t.profile = p })),
		upstream.Main(upstream.Part("espn_schedule", 0, func(ctx context.Context) ([]espn.Event, error) {
			return h.espn.Schedule(ctx, l.espn, id)
		}, func(t *team, games []espn.Event) { t.games = response.Items(games) })),
	}
	if !l.soccer() {
		return list
	}
	return append(list,
		upstream.Part("espn_fixtures", 0, func(ctx context.Context) ([]espn.Event, error) {
			return h.espn.Fixtures(ctx, l.espn, id)
		}, func(t *team, games []espn.Event) { t.coming = response.Items(games) }))
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
	index, reads := upstream.WithReads(ctx)
	teams, err := h.espn.Teams(index, l.espn)
	if err != nil {
		return nil, err
	}
	found, err := pick(l, teams, wanted)
	if err != nil {
		return nil, err
	}

	var t team
	fused := upstream.FuseInto(ctx, &t, h.sourcesOf(l, found.ID)...)
	if err := fused.Err(); err != nil {
		return nil, err
	}
	answer, whole := h.teamAnswer(l, found, t)
	answer.Sources = append([]gen.Source{response.Read(espn.Provider.Name, reads, nil)}, response.Sources(fused)...)
	answer.Partial = !whole || fused.Partial()
	return answer, nil
}

// pick finds a team by its name, abbreviation or id, else by what it is called for short. A name that several have is
// refused, listing all of them.
func pick(l league, teams []espn.Team, wanted string) (espn.Team, error) {
	found, _, err := chosen.One("team", wanted, "team of "+l.name, teams,
		func(t espn.Team) []string { return []string{t.Name, t.Abbreviation, t.Slug, t.ID} },
		func(t espn.Team) []string { return append(townOf(t), t.ShortName, t.Mascot, t.Nickname) })
	return found, err
}

// townOf is where a team is. ESPN writes one town in two ways, by which its teams are not told apart.
func townOf(t espn.Team) []string {
	const short, long = "LA", "Los Angeles"
	if t.Location == short || t.Location == long {
		return []string{short, long}
	}
	return []string{t.Location}
}

// teamAnswer says too whether all games of the sources could be read.
func (h *Handlers) teamAnswer(l league, found espn.Team, t team) (answer gen.SportsTeam200JSONResponse, whole bool) {
	answer = gen.SportsTeam200JSONResponse{
		League:       l.id,
		LeagueName:   l.name,
		TeamID:       found.ID,
		Name:         found.Name,
		Abbreviation: response.OrNull(found.Abbreviation),
		Location:     response.OrNull(found.Location),
		Color:        response.OrNull(found.Color),
		Logo:         logo(found),
		Timezone:     zone,
		Attribution:  espn.Provider.Attribution,
	}

	if p := t.profile; p != nil {
		answer.StandingSummary = response.OrNull(p.Standing)
		for _, r := range p.Record.Items {
			games := response.OrNull(cmp.Or(r.Summary, r.Display))
			switch r.Type {
			case "total":
				answer.Record.Overall = games
			case "home":
				answer.Record.Home = games
			case "road", "away":
				answer.Record.Away = games
			}
		}
	}

	whole = h.putGames(&answer, l, t)
	if answer.NextGame == nil && t.profile != nil {
		for _, e := range t.profile.Next {
			if game, ok := h.ofESPN(l, e); ok && h.isNext(game) {
				answer.NextGame = &game
				break
			}
		}
	}

	return answer, whole
}

// isNext says whether a game is still to come.
func (h *Handlers) isNext(game gen.SportsGame) bool {
	return game.Status == scheduled && game.StartAt != nil && game.StartAt.After(h.now().Add(-lateStart))
}

// putGames puts the latest finished games, the newest first, and the next ones into the answer. A list that could not
// be had stays null. It says whether all games could be read.
func (h *Handlers) putGames(answer *gen.SportsTeam200JSONResponse, l league, t team) (whole bool) {
	games, whole := h.ofSchedule(l, slices.Concat(t.games, t.coming))
	var past, next []gen.SportsGame
	seen := map[string]bool{}
	for _, game := range games {
		isNew := !seen[game.GameID]
		seen[game.GameID] = true
		switch {
		case !isNew:
		case game.StartAt == nil:
			whole = false
		case game.Status == final, game.Status == forfeit:
			past = append(past, game)
		case h.isNext(game):
			next = append(next, game)
		}
	}

	slices.SortStableFunc(past, func(a, b gen.SportsGame) int { return b.StartAt.Compare(*a.StartAt) })
	slices.SortStableFunc(next, func(a, b gen.SportsGame) int { return a.StartAt.Compare(*b.StartAt) })
	if t.games != nil {
		answer.RecentGames = response.Items(past[:min(len(past), listed)])
	}

	if t.coming != nil || t.games != nil && !l.soccer() {
		answer.UpcomingGames = response.Items(next[:min(len(next), listed)])
	}
	if len(next) > 0 {
		answer.NextGame = &next[0]
	}
	return whole
}

func logo(t espn.Team) *string {
	if t.Logo == "" && len(t.Logos) > 0 {
		return response.OrNull(t.Logos[0].Href)
	}
	return response.OrNull(t.Logo)
}
