package sports

import (
	"testing"

	gen "github.com/farebox/farebox/gen/sports"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/espn"
	"github.com/farebox/farebox/internal/upstream/mlbstats"
	"github.com/farebox/farebox/internal/upstream/nhlweb"
)

func status(name, state, detail string, period int) espn.Status {
	s := espn.Status{Period: period}
	s.Type.Name = name
	s.Type.State = state
	s.Type.Detail = detail
	s.Type.Completed = state == "post"
	return s
}

func TestStatusesAreNotTakenFromTheStateAlone(t *testing.T) {
	cases := []struct {
		name, state, want string
	}{
		{"STATUS_SCHEDULED", "pre", scheduled},
		{"STATUS_IN_PROGRESS", "in", inProgress},
		{"STATUS_HALFTIME", "in", inProgress},
		{"STATUS_END_PERIOD", "in", inProgress},
		{"STATUS_RAIN_DELAY", "in", delayed},
		{"STATUS_FINAL", "post", final},
		{"STATUS_FULL_TIME", "post", final},
		{"STATUS_FINAL_AET", "post", final},
		{"STATUS_FINAL_PEN", "post", final},
		{"STATUS_POSTPONED", "post", postponed},
		{"STATUS_CANCELED", "post", canceled},
		{"STATUS_SUSPENDED", "post", suspended},
		{"STATUS_ABANDONED", "post", abandoned},
		{"STATUS_FORFEIT", "post", forfeit},
		{"STATUS_TBD", "pre", scheduled},
		{"STATUS_NEW", "", unknown},
		{"STATUS_WALKOVER", "post", unknown},
	}
	for _, c := range cases {
		if got := statusOf(status(c.name, c.state, "", 0)); got != c.want {
			t.Errorf("%s is %s, want %s", c.name, got, c.want)
		}
	}
}

func TestPartThatDecidedAGame(t *testing.T) {
	cases := []struct {
		why    string
		league string
		status espn.Status
		want   string
	}{
		{"four quarters", "nfl", status("STATUS_FINAL", "post", "Final", 4), "regulation"},
		{"a fifth", "nfl", status("STATUS_FINAL", "post", "Final/OT", 5), "overtime"},
		{"two halves of men's college basketball", "ncaam", status("STATUS_FINAL", "post", "Final", 2), "regulation"},
		{"a third period there", "ncaam", status("STATUS_FINAL", "post", "Final", 3), "overtime"},
		{"hockey", "nhl", status("STATUS_FINAL", "post", "Final/OT", 4), "overtime"},
		{"a shoot-out", "nhl", status("STATUS_FINAL", "post", "Final/SO", 5), "shootout"},
		{"a second overtime of playoffs", "nhl", status("STATUS_FINAL", "post", "Final/2OT", 5), "overtime"},
		{"eleven innings", "mlb", status("STATUS_FINAL", "post", "Final/11", 11), "extra_innings"},
		{"a game cut short", "mlb", status("STATUS_FINAL", "post", "Final/6", 6), "regulation"},
		{"soccer", "epl", status("STATUS_FULL_TIME", "post", "FT", 2), "regulation"},
		{"extra time", "ucl", status("STATUS_FINAL_AET", "post", "AET", 4), "overtime"},
		{"penalties", "ucl", status("STATUS_FINAL_PEN", "post", "FT-Pens", 5), "shootout"},
		{"not told", "nfl", status("STATUS_FINAL", "post", "Final", 0), ""},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			l, err := readLeague(c.league)
			if err != nil {
				t.Fatal(err)
			}
			got := decidedIn(l, l.periods, c.status)
			if (got == nil) != (c.want == "") || (got != nil && string(*got) != c.want) {
				t.Errorf("%v, want %q", got, c.want)
			}
		})
	}
}

func TestStatusesOfTheLeagues(t *testing.T) {
	for text, want := range map[[2]string]string{
		{"Preview", "Scheduled"}:       scheduled,
		{"Preview", "Pre-Game"}:        scheduled,
		{"Preview", "Delayed Start"}:   delayed,
		{"Live", "In Progress"}:        inProgress,
		{"Live", "Warmup"}:             scheduled,
		{"Live", "Delayed: Rain"}:      delayed,
		{"Live", "Suspended: Rain"}:    suspended,
		{"Final", "Final"}:             final,
		{"Final", "Completed Early"}:   final,
		{"Final", "Forfeit: Delay"}:    forfeit,
		{"Live", "Cancelled: Rain"}:    canceled,
		{"Final", "Postponed"}:         postponed,
		{"Final", "Cancelled"}:         canceled,
		{"Other", "Something Unknown"}: unknown,
	} {
		if got := statusOfMLB(mlbstats.Status{Abstract: text[0], Detailed: text[1]}); got != want {
			t.Errorf("MLB %v is %s, want %s", text, got, want)
		}
	}
	for text, want := range map[[2]string]string{
		{"FUT", "OK"}: scheduled, {"PRE", "TBD"}: scheduled, {"LIVE", "OK"}: inProgress, {"CRIT", "OK"}: inProgress,
		{"OVER", "OK"}: final, {"FINAL", "OK"}: final, {"OFF", "OK"}: final, {"FUT", "PPD"}: postponed,
		{"FUT", "CNCL"}: canceled, {"LIVE", "SUSP"}: suspended, {"", ""}: unknown,
	} {
		if got := statusOfNHL(nhlweb.Game{State: text[0], ScheduleState: text[1]}); got != want {
			t.Errorf("NHL %v is %s, want %s", text, got, want)
		}
	}
}

func TestLevelTeamsShareARankWhereTheSourceGivesNone(t *testing.T) {
	entry := func(team string, wins, points, played int, ratio float64) gen.SportsStanding {
		return gen.SportsStanding{Team: team, Wins: &wins, Points: &points, Played: &played, WinRatio: &ratio}
	}
	cases := []struct {
		league string
		list   []gen.SportsStanding
		order  []string
		ranks  []int // 0 for none
	}{
		{"nhl", []gen.SportsStanding{
			entry("C", 1, 2, 2, 0), entry("A", 3, 6, 4, 0), entry("B", 3, 6, 5, 0), entry("D", 1, 2, 2, 0),
		}, []string{"A", "B", "C", "D"}, []int{1, 2, 3, 3}},
		{"nba", []gen.SportsStanding{
			entry("B", 9, 0, 12, 0.75), entry("A", 8, 0, 10, 0.8), {Team: "new"}, entry("C", 9, 0, 12, 0.75),
		}, []string{"A", "B", "C", "new"}, []int{1, 2, 2, 0}},
	}
	for _, c := range cases {
		l, err := readLeague(c.league)
		if err != nil {
			t.Fatal(err)
		}
		if order(c.list, l) {
			t.Error("ranks of the source where it gave none")
		}
		for i, e := range c.list {
			if e.Team != c.order[i] || response.OrZero(e.Rank) != c.ranks[i] {
				t.Errorf("%s: place %d is %s with rank %v", c.league, i, e.Team, e.Rank)
			}
		}
	}
}

func TestLeaguesByAllTheirNames(t *testing.T) {
	for text, want := range map[string]string{
		"NFL": "nfl", " epl ": "epl", "eng.1": "epl", "soccer/eng.1": "epl", "college-football": "ncaaf",
	} {
		if l, err := readLeague(text); err != nil || l.id != want {
			t.Errorf("%q is %q, %v", text, l.id, err)
		}
	}
	seen := map[string]bool{}
	for _, l := range leagues {
		if seen[l.id] || seen[l.espn.Slug] && l.id != l.espn.Slug || l.periods == 0 {
			t.Errorf("%+v", l)
		}
		seen[l.id] = true
	}
	if _, err := readLeague("quidditch"); err == nil {
		t.Error("an unknown league")
	}
}
