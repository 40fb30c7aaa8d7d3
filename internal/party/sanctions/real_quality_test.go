package sanctions

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// counted is how often a row's queries reached their party at 85, or at 60 and above.
type counted struct{ n, found, possible int }

func (c *counted) add(o *counted) {
	c.n += o.n
	c.found += o.found
}

// TestRealLists measures on the published lists: recall of parties whose names are written in other ways, and false
// alarms on names that share words with listed ones. Parties are in two halves, of which one was looked at while the
// rules were made.
func TestRealLists(t *testing.T) {
	e := names.New()
	real := readReal(t, e)
	t.Logf("%d parties, %d names", real.list.Entries(), real.list.Names())

	for _, w := range writtenForms() {
		counts := real.ask(t, e, w, true)
		for _, h := range []string{"tuned", "held out"} {
			c := counts[h]
			t.Logf("%-14s %-52s %-8s %4d  at 85 %5.1f  at 60 %5.1f", w.row, w.name, h, c.n, share(c.found, c.n),
				share(c.possible, c.n))
		}
	}
	for _, w := range strangers() {
		counts := real.ask(t, e, w, false)
		for _, h := range []string{"tuned", "held out"} {
			c := counts[h]
			t.Logf("%-14s %-52s %-8s %4d  FALSE at 85 %5.1f", w.row, w.name, h, c.n, share(c.found, c.n))
		}
	}
	real.alarms(t, e)
}

// perRow is how many queries a row has for each half.
const perRow = 300

func (s *realSet) ask(t *testing.T, e *names.Engine, w inquiry, misses bool) map[string]*counted {
	t.Helper()
	r := rand.New(rand.NewPCG(13, hashOf(w.name)))
	counts := map[string]*counted{"tuned": {}, "held out": {}}
	in := s.list
	if w.row == "3 Arabic" {
		in = s.latin
	}
	verbose := os.Getenv("FAREBOX_SCREEN_MISSES")

	for _, i := range r.Perm(len(s.listed)) {
		p := &s.listed[i]
		h := half(p.Ref)
		c := counts[h]
		if c.n >= perRow || len(p.Names) == 0 {
			continue
		}
		query := w.make(r, p)
		if query == "" {
			continue
		}
		q, err := NewQuery(e, query, "")
		if err != nil {
			t.Fatal(err)
		}

		c.n++
		score, matched := 0, ""
		for _, m := range in.Screen(q, 50) {
			if m.Party.Ref == p.Ref {
				score, matched = m.Score, m.Matched
			}
		}
		if score >= 85 {
			c.found++
		}
		if score >= 60 {
			c.possible++
		}
		if h == "tuned" && (score >= 85) != misses && verbose != "" && strings.Contains(w.row+w.name, verbose) {
			t.Logf("   %3d %q for %q (%s)", score, query, p.Names[0].Text, matched)
		}
	}
	return counts
}

// alarms counts the names that no list has and that are flagged all the same.
func (s *realSet) alarms(t *testing.T, e *names.Engine) {
	t.Helper()
	verbose := os.Getenv("FAREBOX_SCREEN_MISSES")
	var firms, people, arabic, spelt []string
	for i := range s.listed {
		p := &s.listed[i]
		if core := coreName(p); core != "" && inLatin(core) {
			firms = append(firms, p.Names[0].Text)
		}
		if given, family, ok := given(p); ok && len(strings.Fields(given+" "+family)) == 2 {
			people = append(people, given+" "+family)
		}
		for _, n := range p.Names {
			if isArabic(n.Text) && p.Type == Individual {
				arabic = append(arabic, n.Text)
				spelt = append(spelt, p.Names[0].Text)
			}
		}
	}

	r := rand.New(rand.NewPCG(14, 1))
	for _, set := range []struct {
		name  string
		names []string
		only  Type
		in    *List
	}{
		{"firms (SEC filers)", s.firms, Entity, s.list},
		{"members of Congress", s.people, Individual, s.list},
		{"listed firms' words in other pairs", swapped(r, firms, 3000), Entity, s.list},
		{"listed people's names in other pairs", swapped(r, people, 3000), Individual, s.list},
		{"Arabic names in other pairs", swapped(r, arabic, 1000), Individual, s.latin},
		{"the same people's Latin names in other pairs", swapped(r, spelt, 1000), Individual, s.latin},
	} {
		for _, h := range []string{"tuned", "held out"} {
			n, flagged := 0, 0
			for _, name := range set.names {
				if half(name) != h || n >= 1500 {
					continue
				}
				q, err := NewQuery(e, name, set.only)
				if err != nil || s.has(q) {
					continue
				}
				n++
				m := set.in.Screen(q, 85)
				if len(m) == 0 {
					continue
				}
				flagged++
				if h == "tuned" && verbose != "" && strings.Contains("ALARM "+set.name, verbose) {
					t.Logf("   %3d %q for %q", m[0].Score, name, m[0].Matched)
				}
			}
			t.Logf("ALARM %-46s %-8s %4d flagged %5.2f %%", set.name, h, n, share(flagged, n))
		}
	}
}

// has says whether a list has the very name.
func (s *realSet) has(q *Query) bool {
	return slices.ContainsFunc(s.list.Screen(q, 100), func(m NameMatch) bool { return m.Type != Fuzzy })
}
