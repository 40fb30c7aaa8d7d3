package sanctions

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/party/names"
)

// labelled is a name that somebody would send for a listed party.
type labelled struct {
	set, ref, query string
	removed         string // the listed name that it was taken from, which is left out of the index
}

// ordinary is the name of somebody who is on no list.
type ordinary struct{ culture, name, birth, kind string }

// measureHalf is the half that is measured: dev, which rules are made on, or held, which is looked at once.
func measureHalf() string {
	if h := os.Getenv("FAREBOX_SCREEN_HALF"); h != "" {
		return h
	}
	return "dev"
}

func readLabelled(t testing.TB) (all []labelled) {
	t.Helper()
	for _, line := range realLines(t, "queries.tsv") {
		c := strings.Split(line, "\t")
		for len(c) < 5 {
			c = append(c, "")
		}
		if c[1] == measureHalf() {
			all = append(all, labelled{set: c[0], ref: c[2], query: c[3], removed: c[4]})
		}
	}
	return all
}

func readOrdinary(t testing.TB, file string) (all []ordinary) {
	t.Helper()
	for _, line := range realLines(t, file+"_"+measureHalf()+".tsv") {
		c := strings.Split(line, "\t")
		all = append(all, ordinary{culture: c[0], name: c[1], birth: c[2], kind: c[4]})
	}
	return all
}

// readMeasured are the published lists without the names that queries were taken from.
func readMeasured(t testing.TB, e *names.Engine, queries []labelled) *List {
	t.Helper()
	src := readSources(t)
	removed := map[string]string{}
	for _, q := range queries {
		if q.removed != "" {
			removed[q.ref] = sameText(q.removed)
		}
	}
	for i := range src.Parties {
		p := &src.Parties[i]
		text, ok := removed[p.Ref]
		if !ok {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(p.Names), func(n Name) bool { return sameText(n.Text) == text })
		if len(left) > 0 {
			p.Names = left
		}
	}
	return NewList(e, src)
}

// TestMeasuredSets measures recall on names of listed parties that are written in other ways, and false alarms on
// ordinary names of people and firms, all without a type.
func TestMeasuredSets(t *testing.T) {
	queries := readLabelled(t)
	people := readOrdinary(t, "ordinary")
	commonest := readOrdinary(t, "commonest")
	e := names.New()
	l := readMeasured(t, e, queries)
	t.Logf("%s: %d parties, %d names", measureHalf(), l.Entries(), l.Names())

	verbose := os.Getenv("FAREBOX_SCREEN_MISSES")
	bySet := map[string]*counted{}
	var took []time.Duration
	ask := func(name string) []NameMatch {
		began := time.Now()
		q, err := NewQuery(e, name, "")
		if err != nil {
			t.Logf("   unreadable: %q", name)
			return nil
		}
		found := l.Screen(q, 50)
		took = append(took, time.Since(began))
		return found
	}

	dump := func(set, name string, m NameMatch) {
		if f := os.Getenv("FAREBOX_SCREEN_DUMP"); f != "" {
			fh, _ := os.OpenFile(f, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
			fmt.Fprintf(fh, "%s\t%d\t%.1f\t%s\t%s\t%s\t%s\t%v\n", set, m.Score, m.Evidence.Bits, m.Type, kindOf(m), name, m.Matched, m.Evidence.Same)
			fh.Close()
		}
	}
	for _, q := range queries {
		c := bySet[q.set]
		if c == nil {
			c = &counted{}
			bySet[q.set] = c
		}
		c.n++
		best := NameMatch{}
		for _, m := range ask(q.query) {
			if m.Score > best.Score && sameParty(l, m.Party, q.ref) {
				best = m
			}
		}
		dump(q.set, q.query, best)
		if best.Score >= 85 {
			c.found++
		} else if verbose != "" && strings.Contains(q.set, verbose) {
			t.Logf("   %-18s %3d %q for %q", q.set, best.Score, q.query, nameOf(l, q.ref))
		}
		if best.Score >= 60 {
			c.possible++
		}
	}
	for _, set := range slices.Sorted(maps.Keys(bySet)) {
		c := bySet[set]
		t.Logf("%-20s %4d  at 85 %5.1f  at 60 %5.1f", set, c.n, share(c.found, c.n), share(c.possible, c.n))
	}
	for _, row := range []struct{ name, sets string }{
		{"LATIN", "alias typo firstlast initials one-family"}, {"SCRIPTS", "script"}, {"COMPANIES", "company"},
	} {
		var sum counted
		for set, c := range bySet {
			if slices.ContainsFunc(strings.Fields(row.sets), func(s string) bool { return strings.HasPrefix(set, s) }) {
				sum.n += c.n
				sum.found += c.found
			}
		}
		t.Logf("%-20s %4d  at 85 %5.1f", row.name, sum.n, share(sum.found, sum.n))
	}

	alarm := func(title string, all []ordinary) {
		flagged := map[string]int{}
		asked := map[string]int{}
		at := map[int]int{}
		equal := 0
		total := 0
		for _, p := range all {
			asked[p.culture]++
			m := ask(p.name)
			if len(m) == 0 {
				continue
			}
			for _, one := range m {
				dump("ALARM "+title, p.name, one)
			}
			for score := 50; score <= min(m[0].Score, 100); score++ {
				at[score]++
			}
			if m[0].Score < 85 {
				continue
			}
			flagged[p.culture]++
			total++
			if m[0].Type != Fuzzy {
				equal++
			}
			if verbose != "" && strings.Contains("ALARM "+title, verbose) {
				t.Logf("   %-10s %-6s %3d %q for %q (%s) %q", p.culture, p.kind, m[0].Score, p.name, m[0].Matched, m[0].Party.Type, m[0].Party.Names[0].Text)
			}
		}
		line := ""
		for _, c := range slices.Sorted(maps.Keys(flagged)) {
			line += fmt.Sprintf(" %s %d/%d", c, flagged[c], asked[c])
		}
		t.Logf("ALARM %s: %d of %d flagged, %.1f of 1,000; %d of them equal;%s", title, total, len(all), share(total, len(all))*10, equal, line)
		curve := ""
		for _, score := range []int{50, 60, 70, 75, 80, 82, 85, 88, 90, 92, 95, 97, 99, 100} {
			curve += fmt.Sprintf(" %d:%.1f", score, share(at[score], len(all))*10)
		}
		t.Logf("  of 1,000 at%s", curve)
	}
	alarm("people", people)
	alarm("commonest", commonest)
	alarm("native", readOrdinary(t, "native"))
	var firms []ordinary
	for _, f := range realLines(t, "firms_"+measureHalf()+".txt") {
		firms = append(firms, ordinary{culture: "firm", name: f})
	}
	alarm("firms", firms)

	slices.Sort(took)
	t.Logf("p50 %v, p99 %v, most %v", took[len(took)/2], took[len(took)*99/100], took[len(took)-1])
}

// sameParty says whether a party is the one meant, or has one of its names, as a party listed twice has.
func sameParty(l *List, p *Party, ref string) bool {
	if p.Ref == ref {
		return true
	}
	for i := range l.parties {
		if l.parties[i].Ref != ref {
			continue
		}
		for _, n := range l.parties[i].Names {
			same := sameText(n.Text)
			if slices.ContainsFunc(p.Names, func(o Name) bool { return sameText(o.Text) == same }) {
				return true
			}
		}
	}
	return false
}

func kindOf(m NameMatch) string {
	if m.Party == nil {
		return ""
	}
	return string(m.Party.Type)
}

func nameOf(l *List, ref string) string {
	for i := range l.parties {
		if l.parties[i].Ref == ref {
			return l.parties[i].Names[0].Text
		}
	}
	return ""
}
