package sports

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream/espn"
)

// official are leagues whose own interface is a second source.
type official string

const (
	none official = ""
	mlb  official = "mlb"
	nhl  official = "nhl"
)

// league is a row of the table of leagues.
type league struct {
	id       string
	name     string
	espn     espn.League
	periods  int  // of a game without extra time
	byPoints bool // tables are ordered by points, not by the share of games won
	official official
}

// leagues are those that the routes know. The path of ESPN's pages (soccer/eng.1) and its last part are names too.
var leagues = []league{
	{"nfl", "National Football League", espn.League{Sport: "football", Slug: "nfl"}, 4, false, none},
	{"ncaaf", "College football (FBS)",
		espn.League{Sport: "football", Slug: "college-football", Group: "80"}, 4, false, none},
	{"ufl", "United Football League", espn.League{Sport: "football", Slug: "ufl"}, 4, false, none},
	{"cfl", "Canadian Football League", espn.League{Sport: "football", Slug: "cfl"}, 4, true, none},
	{"nba", "National Basketball Association", espn.League{Sport: "basketball", Slug: "nba"}, 4, false, none},
	{"wnba", "Women's National Basketball Association", espn.League{Sport: "basketball", Slug: "wnba"}, 4, false, none},
	{"ncaam", "Men's college basketball",
		espn.League{
			Sport: "basketball",
			Slug:  "mens-college-basketball",
			Group: "50",
		}, 2, false, none},
	{"ncaaw", "Women's college basketball",
		espn.League{
			Sport: "basketball",
			Slug:  "womens-college-basketball",
			Group: "50",
		}, 4, false, none},
	{"mlb", "Major League Baseball", espn.League{Sport: "baseball", Slug: "mlb"}, 9, false, mlb},
	{"nhl", "National Hockey League", espn.League{Sport: "hockey", Slug: "nhl"}, 3, true, nhl},
	soccer("mls", "Major League Soccer", "usa.1"),
	soccer("nwsl", "National Women's Soccer League", "usa.nwsl"),
	soccer("epl", "English Premier League", "eng.1"),
	soccer("championship", "English Championship", "eng.2"),
	soccer("laliga", "Spanish La Liga", "esp.1"),
	soccer("bundesliga", "German Bundesliga", "ger.1"),
	soccer("seriea", "Italian Serie A", "ita.1"),
	soccer("ligue1", "French Ligue 1", "fra.1"),
	soccer("eredivisie", "Dutch Eredivisie", "ned.1"),
	soccer("ligamx", "Mexican Liga MX", "mex.1"),
	soccer("ucl", "UEFA Champions League", "uefa.champions"),
	soccer("uel", "UEFA Europa League", "uefa.europa"),
	soccer("uecl", "UEFA Conference League", "uefa.europa.conf"),
	soccer("worldcup", "FIFA World Cup", "fifa.world"),
	soccer("euro", "UEFA European Championship", "uefa.euro"),
	soccer("copa", "Copa América", "conmebol.america"),
}

func soccer(id, name, slug string) league {
	return league{id, name, espn.League{Sport: "soccer", Slug: slug}, 2, true, none}
}

func (l league) baseball() bool { return l.espn.Sport == "baseball" }

func (l league) soccer() bool { return l.espn.Sport == "soccer" }

// readLeague finds a league by its name, or by ESPN's for it.
func readLeague(text string) (league, error) {
	wanted := strings.ToLower(strings.TrimSpace(text))
	at := slices.IndexFunc(leagues, func(l league) bool {
		return wanted == l.id || wanted == l.espn.Slug || wanted == l.espn.Sport+"/"+l.espn.Slug
	})
	if at >= 0 {
		return leagues[at], nil
	}

	names := each.Of(leagues, func(l league) string { return l.id })
	return league{}, problem.Invalid("league", "league must be one of %s", strings.Join(names, ", "))
}
