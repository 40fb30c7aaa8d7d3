package sports

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/sports"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/espn"
	"github.com/farebox/farebox/internal/upstream/mlbstats"
	"github.com/farebox/farebox/internal/upstream/nhlweb"
)

// tables are the standings of a league, with where they come from.
type tables struct {
	groups []gen.SportsTable
	season *int
	from   string
}

// longestPause is from the end of a season's year to when the source turns to the next one: a season may end in the
// summer after its year.
const longestPause = 274 * 24 * time.Hour

// SportsStandings answers GET /sports/standings.
func (h *Handlers) SportsStandings(
	ctx context.Context, req gen.SportsStandingsRequestObject,
) (gen.SportsStandingsResponseObject, error) {
	l, err := readLeague(req.Params.League)
	if err != nil {
		return nil, err
	}

	t, asked, err := h.tables(ctx, l)
	if err != nil {
		return nil, err
	}
	if len(t.groups) == 0 {
		return nil, noStandings(l)
	}

	if last := len(asked) - 1; t.season != nil {
		end := time.Date(*t.season, time.December, 31, 0, 0, 0, 0, time.UTC)
		asked[last] = response.Until(asked[last], end, h.now(), longestPause)
	}
	basis := orderAll(t.groups, l)
	return gen.SportsStandings200JSONResponse{
		League:      l.id,
		LeagueName:  l.name,
		Season:      t.season,
		Groups:      response.Items(t.groups),
		RankBasis:   basis,
		Source:      t.from,
		Sources:     asked,
		Partial:     response.Partial(asked),
		Attribution: attributions[t.from],
	}, nil
}

// tables reads ESPN's standings, and the league's own when that fails or is switched off.
func (h *Handlers) tables(ctx context.Context, l league) (*tables, []gen.Source, error) {
	ofESPN, reads := upstream.WithReads(ctx)
	table, err := h.espn.Standings(ofESPN, l.espn)
	asked := []gen.Source{response.Read(espn.Provider.Name, reads, err)}
	if err == nil {
		t := &tables{from: espn.Provider.Name}
		whole := *table
		if len(whole.Children) > 0 {
			whole.Name = "" // the league is named already
		}
		t.read("", whole)
		return t, asked, nil
	}

	t := &tables{}
	ofLeague, reads := upstream.WithReads(ctx)
	var own error
	switch l.official {
	case mlb:
		own = h.tablesOfMLB(ofLeague, t)
	case nhl:
		own = h.tablesOfNHL(ofLeague, t)
	default:
		return nil, nil, err
	}
	asked = append(asked, response.Read(t.from, reads, own))
	if own != nil {
		return nil, nil, worse(err, own)
	}
	if len(t.groups) == 0 && upstream.KindOf(err) != upstream.NotConfigured {
		return nil, nil, err // the source that failed may have had some
	}
	return t, asked, nil
}

// read takes the tables out of a tree of leagues, conferences and divisions, with their names put together.
func (t *tables) read(above string, table espn.Table) {
	name := table.Name
	if above != "" && !strings.Contains(name, above) {
		name = above + ", " + name
	}
	if table.Standings != nil && len(table.Standings.Entries) > 0 {
		group := gen.SportsTable{Name: name}

		seen := map[string]bool{}
		for _, e := range table.Standings.Entries {
			if id := e.Team.ID; id == "" || !seen[id] {
				seen[id] = true
				group.Entries = append(group.Entries, entryOf(e))
			}
		}

		t.groups = append(t.groups, group)
		t.season = cmp.Or(t.season, response.OrNull(table.Standings.Season))
	}
	for _, child := range table.Children {
		t.read(name, child)
	}
}

// figures are the numbers of an entry by name. If only the text is given, it is read from that; only the text has the
// sign of a difference. Figures within a conference or division have the names of those of the whole season, and are
// identified by their type: vsconf_wins.
func figures(e espn.Entry) map[string]float64 {
	list := map[string]float64{}
	for _, s := range e.Stats {
		if isPart(s.Type) {
			continue
		}
		value := s.Value
		if n, err := strconv.ParseFloat(strings.TrimPrefix(s.Display, "+"), 64); err == nil &&
			(value == nil || strings.HasPrefix(s.Display, "-")) {
			value = &n
		}
		if value != nil {
			list[strings.ToLower(s.Name)] = *value
		}
	}
	return list
}

// isPart says whether a figure of this type is one of a part of the games.
func isPart(kind string) bool { return strings.Contains(kind, "_") }

func entryOf(e espn.Entry) gen.SportsStanding {
	f := figures(e)
	whole := func(names ...string) *int {
		for _, name := range names {
			if value, ok := f[name]; ok && value == math.Trunc(value) { // others are means of a game
				return new(int(value))
			}
		}
		return nil
	}
	count := func(names ...string) *int {
		if n := whole(names...); n != nil && *n >= 0 {
			return n
		}
		return nil
	}

	entry := gen.SportsStanding{
		TeamID:        response.OrNull(e.Team.ID),
		Team:          e.Team.Name,
		Abbreviation:  response.OrNull(e.Team.Abbreviation),
		Rank:          whole("rank"),
		Wins:          count("wins", "gameswon"),
		Losses:        count("losses", "gameslost"),
		Ties:          count("ties", "gamesdrawn"),
		OtLosses:      count("otlosses", "overtimelosses"),
		Points:        whole("points"),
		Played:        count("gamesplayed"),
		PointsFor:     count("pointsfor"),
		PointsAgainst: count("pointsagainst"),
		Diff:          whole("pointdifferential", "pointsdiff"),
		PlayoffSeed:   positive(whole("playoffseed")),
		Note:          response.OrNull(e.Note.Description),
	}

	if ratio, ok := f["winpercent"]; ok && ratio >= 0 && ratio <= 1 {
		entry.WinRatio = &ratio
	}
	if behind, ok := f["gamesbehind"]; ok {
		entry.GamesBehind = &behind
	}

	for _, s := range e.Stats {
		if isPart(s.Type) {
			continue
		}
		switch strings.ToLower(s.Name) {
		case "streak":
			entry.Streak = response.OrNull(s.Display)
		case "clincher":
			entry.Clinch = response.OrNull(s.Display)
		case "gamesbehind":
			if s.Display == "-" {
				entry.GamesBehind = new(0.0)
			}
		}
	}

	if entry.Diff == nil && entry.PointsFor != nil && entry.PointsAgainst != nil {
		entry.Diff = new(*entry.PointsFor - *entry.PointsAgainst)
	}
	entry.Rank = positive(entry.Rank)
	return entry
}

// positive is n unless it is the 0 that sources have in place of no rank.
func positive(n *int) *int {
	if n == nil || *n <= 0 {
		return nil
	}
	return n
}

// ranked says whether the source ranks all entries.
func ranked(entries []gen.SportsStanding) bool {
	return !slices.ContainsFunc(entries, func(e gen.SportsStanding) bool { return e.Rank == nil })
}

// orderAll sorts all tables and says what their ranks go by: nil when nothing is known that they could go by.
func orderAll(groups []gen.SportsTable, l league) *gen.SportsStandingsRankBasis {
	bySource := true
	known := false
	for _, group := range groups {
		bySource = order(group.Entries, l) && bySource
		known = known || slices.ContainsFunc(group.Entries, func(e gen.SportsStanding) bool { return e.Rank != nil })
	}

	switch {
	case !known:
		return nil
	case bySource:
		return new(gen.SportsStandingsRankBasis("source"))
	case l.byPoints:
		return new(gen.SportsStandingsRankBasis("points"))
	}
	return new(gen.SportsStandingsRankBasis("win_ratio"))
}

// order sorts a table by the rank of the source. Where it gives none, by points or by the share of games won; teams
// that are level in all that is compared share a rank, since the league's own rules to part them are not applied. A
// team whose points or share are not known stands last, without a rank.
func order(entries []gen.SportsStanding, l league) (bySource bool) {
	if ranked(entries) {
		slices.SortStableFunc(entries, func(a, b gen.SportsStanding) int { return cmp.Compare(*a.Rank, *b.Rank) })
		return true
	}

	slices.SortStableFunc(entries, func(a, b gen.SportsStanding) int { return compare(a, b, l) })
	for i := range entries {
		switch {
		case l.byPoints && entries[i].Points == nil, !l.byPoints && entries[i].WinRatio == nil:
			entries[i].Rank = nil
		case i > 0 && compare(entries[i-1], entries[i], l) == 0:
			entries[i].Rank = entries[i-1].Rank
		default:
			entries[i].Rank = new(i + 1)
		}
	}
	return false
}

// compare puts the better of two teams first: by points and then fewer games played, or by the share of games won; then
// by wins and the difference of points.
func compare(a, b gen.SportsStanding, l league) int {
	if l.byPoints {
		return cmp.Or(
			falling(a.Points, b.Points),
			-falling(a.Played, b.Played),
			falling(a.Wins, b.Wins),
			falling(a.Diff, b.Diff),
		)
	}
	return cmp.Or(falling(a.WinRatio, b.WinRatio), falling(a.Wins, b.Wins), falling(a.Diff, b.Diff))
}

// falling puts the larger first, and what is not known last.
func falling[T cmp.Ordered](a, b *T) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return cmp.Compare(*b, *a)
}

// divisions are those of Major League Baseball by their numbers.
var divisions = map[int]string{
	200: "American League West",
	201: "American League East",
	202: "American League Central",
	203: "National League West",
	204: "National League East",
	205: "National League Central",
}

// tablesOfMLB are the tables of this year, or of the last one until there are any.
func (h *Handlers) tablesOfMLB(ctx context.Context, t *tables) error {
	t.from = mlbstats.Provider.Name
	year := h.today().Year()
	list, err := h.mlb.Standings(ctx, strconv.Itoa(year))
	if err == nil && len(list) == 0 {
		list, err = h.mlb.Standings(ctx, strconv.Itoa(year-1))
	}

	for _, d := range list {
		group := gen.SportsTable{Name: cmp.Or(divisions[d.Division.ID], "Division "+strconv.Itoa(d.Division.ID))}
		for _, row := range d.Teams {
			entry := gen.SportsStanding{
				TeamID:       new(mlbPrefix + strconv.Itoa(row.Team.ID)),
				Team:         row.Team.Name,
				Abbreviation: abbreviationOfMLB(row.Team),
				Rank:         row.Rank.Count(),
				Wins:         &row.Wins,
				Losses:       &row.Losses,
				Played:       &row.Played,
				Streak:       response.OrNull(row.StreakNow.Code),
				Clinch:       response.OrNull(row.Clinched),
			}
			if ratio, ok := row.Pct.Number(); ok {
				entry.WinRatio = &ratio
			}
			if behind, err := strconv.ParseFloat(row.Back, 64); err == nil {
				entry.GamesBehind = &behind
			} else if row.Back == "-" {
				entry.GamesBehind = new(0.0)
			}
			if row.Scored != nil && row.Allowed != nil {
				entry.PointsFor = new(int(*row.Scored))
				entry.PointsAgainst = new(int(*row.Allowed))
				entry.Diff = new(*entry.PointsFor - *entry.PointsAgainst)
			}
			group.Entries = append(group.Entries, entry)
			t.season = cmp.Or(t.season, row.Season.Count())
		}
		t.groups = append(t.groups, group)
	}

	return err
}

func (h *Handlers) tablesOfNHL(ctx context.Context, t *tables) error {
	t.from = nhlweb.Provider.Name
	rows, err := h.nhl.Standings(ctx, h.today().Format(time.DateOnly))
	for _, row := range rows {
		name := strings.TrimSpace(row.Conference + " Conference, " + row.Division + " Division")
		at := slices.IndexFunc(t.groups, func(g gen.SportsTable) bool { return g.Name == name })
		if at < 0 {
			at = len(t.groups)
			t.groups = append(t.groups, gen.SportsTable{Name: name})
		}
		entry := gen.SportsStanding{
			Team:          row.Team.Default,
			Abbreviation:  &row.Abbrev.Default,
			Rank:          &row.Sequence,
			Wins:          &row.Wins,
			Losses:        &row.Losses,
			OtLosses:      &row.OTLosses,
			Points:        &row.Points,
			Played:        &row.Played,
			PointsFor:     &row.For,
			PointsAgainst: &row.Against,
			Diff:          new(row.For - row.Against),
			Clinch:        response.OrNull(row.Clinched),
		}
		if row.StreakCode != "" && row.Streak > 0 {
			entry.Streak = new(row.StreakCode + strconv.Itoa(row.Streak))
		}
		t.groups[at].Entries = append(t.groups[at].Entries, entry)
		t.season = cmp.Or(t.season, new(row.Season%10_000))
	}

	return err
}

// noStandings is a 404 for a league that has no table now: a cup, or one between seasons.
func noStandings(l league) error {
	return problem.NotFound("league", "%s has no standings now", l.name)
}
