package sanctions

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// labelled is a name that somebody would send for a listed party.
type labelled struct {
	set, query string
	// refs are the party's references: a party that several lists have has several.
	refs []string
	// removed is the listed name that it was taken from, which is left out of the index; everyScript for all names of
	// the party in other scripts than Latin.
	removed string
}

const everyScript = "*"

// ordinary is the name of somebody who is on no list.
type ordinary struct{ culture, name string }

// measureHalf is the half that is measured: dev, held, build, and those that end in dev, which rules are made on, or
// second to twelfth, which are looked at once.
func measureHalf() string {
	if h := os.Getenv("FAREBOX_SCREEN_HALF"); h != "" {
		return h
	}
	return "dev"
}

func readLabelled(t testing.TB) (all []labelled) {
	t.Helper()
	for _, line := range setLines(t, "queries.tsv") {
		c := strings.Split(line, "\t")
		for len(c) < 5 {
			c = append(c, "")
		}
		if c[1] == measureHalf() {
			all = append(all, labelled{set: c[0], refs: strings.Split(c[2], ";"), query: c[3], removed: c[4]})
		}
	}
	return all
}

// readOrdinary reads a set of the half, which is empty when the half has none of the kind.
func readOrdinary(t testing.TB, set string) (all []ordinary) {
	t.Helper()
	name := set + "_" + measureHalf() + ".tsv"
	if set == "firms" {
		name = "firms_" + measureHalf() + ".txt"
	}
	if !hasSet(name) {
		return nil
	}
	for _, line := range setLines(t, name) {
		c := strings.Split("firm\t"+line, "\t")
		if set != "firms" {
			c = c[1:]
		}
		all = append(all, ordinary{culture: c[0], name: c[1]})
	}
	return all
}

// readMeasured are the published lists without the names that queries were taken from.
func readMeasured(t testing.TB, e *names.Engine, queries []labelled) *List {
	t.Helper()
	src := readSources(t)
	switch measureHalf() {
	case "build", "third", "fourthdev", "fourth":
		src.Parties = append(src.Parties, readEUFile(t)...)
	case "fifthdev", "fifth":
		src.Parties = append(src.Parties, slices.Concat(readEUFile(t), readUKFile(t), readSwissFile(t))...)
	case "sixthdev", "sixth", "seventhdev", "seventh", "eighthdev", "eighth", "tenthdev", "tenth",
		"eleventhdev", "eleventh", "twelfthdev", "twelfth":
		src.Parties = append(src.Parties, slices.Concat(readEUFile(t), readUKFile(t), readSwissFile(t))...)
		src.Parties = append(src.Parties, readAdded(t)...)
	}
	nameRefs(queries, src.Parties)
	removed := map[string]labelled{}
	for _, q := range queries {
		if q.removed == "" {
			continue
		}
		for _, ref := range q.refs {
			removed[ref] = q
		}
	}
	for i := range src.Parties {
		p := &src.Parties[i]
		q, ok := removed[p.Ref]
		if !ok {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(p.Names), q.leavesOut)
		if len(left) > 0 {
			p.Names = left
		}
	}
	list := NewList(e, src)
	list.names = readLabels(t, e, list)
	return list
}

// nameRefs puts the references of the parties that bear a name in place of that name ("name:Seka BALUKU").
func nameRefs(queries []labelled, parties []Party) {
	byName := map[string][]string{}
	for _, p := range parties {
		for _, n := range p.Names {
			byName[sameText(n.Text)] = append(byName[sameText(n.Text)], p.Ref)
		}
	}
	for i, q := range queries {
		if name, ok := strings.CutPrefix(q.refs[0], "name:"); ok && len(byName[sameText(name)]) > 0 {
			queries[i].refs = byName[sameText(name)]
		}
	}
}

// readLabels are what a register may have for the parties of a list: labels of people behind their Latin ones, in the
// file that FAREBOX_SCREEN_LABELS names. Without a date of birth the words of the name alone say who is meant, so that
// what is measured is the most that a register with these labels can give.
func readLabels(t testing.TB, e *names.Engine, list *List) *registered {
	t.Helper()
	path := os.Getenv("FAREBOX_SCREEN_LABELS")
	if path == "" {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}

	of := map[uint32]*wikidata.Named{}
	given := 0
	for line := range strings.Lines(string(text)) {
		name, label, _ := strings.Cut(strings.TrimSpace(line), "\t")
		list.equal(sameText(name), func(ref nameRef) {
			p := list.parties[ref.party]
			if p.Type == Individual && !p.Names[ref.name].Weak && len(strings.Fields(name)) > 1 {
				give(of, ref.party, label)
				given++
			}
		})
	}
	t.Logf("%d labels", given)
	return list.named(e, of)
}

// give gives a party one more label.
func give(of map[uint32]*wikidata.Named, party uint32, label string) {
	if of[party] == nil {
		of[party] = &wikidata.Named{}
	}
	of[party].Text += "\n" + label
}

// leavesOut says whether a name of the party is left out of the index.
func (q *labelled) leavesOut(n Name) bool {
	if q.removed == everyScript {
		return !inLatin(n.Text)
	}
	return sameText(n.Text) == sameText(q.removed)
}

// readEUFile are the parties of the EU's list in the folder.
func readEUFile(t testing.TB) []Party {
	t.Helper()
	src, err := newReader(readCountries()).readEU(realFile(t, "eu.xml"))
	if err != nil {
		t.Fatal(err)
	}
	return src.Parties
}

// readUKFile are the parties of the UK's list in the folder.
func readUKFile(t testing.TB) []Party {
	t.Helper()
	src, err := newReader(readCountries()).readUK(realFile(t, "uk.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return src.Parties
}

// readSwissFile are the parties of Switzerland's list in the folder, with references that no other list has.
func readSwissFile(t testing.TB) []Party {
	t.Helper()
	src, err := newReader(readCountries()).readSwiss(realFile(t, "swiss.xml"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range src.Parties {
		src.Parties[i].Ref = "ch-" + src.Parties[i].Ref
	}
	return src.Parties
}

// readAdded are organisations on no list that the half adds to the lists, by their Latin names, and people where the
// line says so: what their names in other scripts find says how well such names are read.
func readAdded(t testing.TB) []Party {
	t.Helper()
	name := "added_" + measureHalf() + ".tsv"
	if !hasSet(name) {
		return nil
	}
	var out []Party
	for _, line := range setLines(t, name) {
		c := append(strings.Split(line, "\t"), string(Entity))
		out = append(out, Party{Ref: c[0], Type: Type(c[2]), Names: []Name{{Text: c[1], Primary: true}}})
	}
	return out
}

// hasSet says whether there is a set of that name.
func hasSet(name string) bool {
	_, err := os.Stat(filepath.Join("testdata", "screening", name))
	return !errors.Is(err, fs.ErrNotExist)
}

// setLines are the lines of one of the measured sets.
func setLines(t testing.TB, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "screening", name))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(string(text), "\n"), func(s string) bool { return s == "" })
}

// TestMeasuredSets measures recall on names of listed parties that are written in other ways, and false alarms on
// ordinary names of people and firms, all without a type.
func TestMeasuredSets(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	queries := readLabelled(t)
	e := names.New()
	m := &measurement{t: t, e: e, list: readMeasured(t, e, queries), verbose: os.Getenv("FAREBOX_SCREEN_MISSES"),
		rates: map[rateKey]*rate{}}
	t.Logf("%s: %d parties, %d names", measureHalf(), m.list.Entries(), m.list.Names())

	m.recall(queries)
	for _, set := range []struct{ name, kind string }{
		{"ordinary", ratePeople},
		{"commonest", rateCommon},
		{"near", rateCommon},
		{"native", ratePeople},
		{"nativefirms", rateFirms},
		{"firms", rateFirms},
	} {
		m.alarms(set.name, set.kind, readOrdinary(t, set.name))
	}
	if os.Getenv("FAREBOX_SCREEN_WRITE") != "" {
		m.writeRates()
	}

	slices.SortFunc(m.took, func(a, b took) int { return cmp.Compare(a.time, b.time) })
	n := len(m.took)
	t.Logf("of %d names, processor time: p50 %v, p99 %v", n, m.took[n/2].time, m.took[n*99/100].time)
	t.Logf("longest: %v", m.took[n-longestTold:])
}

// took is how long a name took.
type took struct {
	time time.Duration
	name string
}

const longestTold = 5

// measurement is a run over the sets.
type measurement struct {
	t       *testing.T
	e       *names.Engine
	list    *List
	verbose string // the set whose misses or alarms are printed
	took    []took
	absent  int // names asked for whose party is on none of the lists
	rates   map[rateKey]*rate
}

func (m *measurement) ask(name string, least int) []NameMatch {
	q, err := NewQuery(m.e, name, "")
	if err != nil {
		m.t.Logf("   unreadable: %q", name)
		return nil
	}
	began := threadTime(m.t)
	found := m.list.Screen(q, least)
	if least == 85 {
		m.took = append(m.took, took{threadTime(m.t) - began, name})
	}
	return found
}

// putTogether begins the sets of names that were made of single words' forms in another script. Nobody wrote them so,
// and some are wrong: they are no part of the rates that answers tell.
const putTogether = "script-built-"

// counted is how many of so many names of a set found their party at 85.
type counted struct{ n, found int }

func (c *counted) add(o *counted) {
	c.n += o.n
	c.found += o.found
}

// recall counts how many names find their party.
func (m *measurement) recall(queries []labelled) {
	bySet := map[string]*counted{}
	listed := map[string]Type{}
	for i := range m.list.parties {
		listed[m.list.parties[i].Ref] = m.list.parties[i].Type
	}

	for _, q := range queries {
		at := slices.IndexFunc(q.refs, func(ref string) bool { return listed[ref] != "" })
		if at < 0 {
			m.absent++
			continue
		}
		c := bySet[q.set]
		if c == nil {
			c = &counted{}
			bySet[q.set] = c
		}
		score := m.scoreOf(q)
		kind := rateFirms
		if listed[q.refs[at]] == Individual {
			kind = ratePeople
		}
		if !strings.HasPrefix(q.set, putTogether) {
			m.count(rateFound, kind, q.query, score)
		}
		c.n++
		if score >= 85 {
			c.found++
		} else if m.verbose != "" && strings.Contains(q.set, m.verbose) {
			m.t.Logf("   %-18s %3d %q for %q", q.set, score, q.query, nameOf(m.list, q.refs[0]))
		}
	}

	m.t.Logf("%d names of parties that the lists in the folder do not have", m.absent)
	groups := map[string]*counted{"LATIN": {}, "SCRIPTS": {}, "SCRIPTS entity": {}, "COMPANIES": {}}
	for _, set := range slices.Sorted(maps.Keys(bySet)) {
		c := bySet[set]
		m.t.Logf("%-20s %4d  at 85 %5.1f", set, c.n, share(c.found, c.n))
		group := groups["LATIN"]
		switch kind, _, _ := strings.Cut(set, "-"); kind {
		case "script":
			group = groups["SCRIPTS"]
		case "company":
			group = groups["COMPANIES"]
		}
		group.add(c)
		if strings.HasPrefix(set, "script-") && strings.HasSuffix(set, "-entity") {
			groups["SCRIPTS entity"].add(c)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		m.t.Logf("%-20s %4d  at 85 %5.1f", name, groups[name].n, share(groups[name].found, groups[name].n))
	}
}

// best is the best score of a match that counts, 0 without one. Fewer pairs are compared where more is asked for, so a
// score of 85 and above is one that is given when 85 is asked for.
func (m *measurement) best(name string, counts func(NameMatch) bool) int {
	most := 100
	for _, least := range []int{85, rateScores[0]} {
		for _, found := range m.ask(name, least) {
			if counts(found) {
				return min(found.Score, most)
			}
		}
		most = 84
	}
	return 0
}

// scoreOf is the score of the party that is meant.
func (m *measurement) scoreOf(q labelled) int {
	return m.best(q.query, func(found NameMatch) bool {
		return slices.ContainsFunc(q.refs, func(ref string) bool { return sameParty(m.list, found.Party, ref) })
	})
}

func (m *measurement) count(what, kind, name string, score int) {
	key := rateKey{what, kind, names.Writing(name)}
	if m.rates[key] == nil {
		m.rates[key] = &rate{}
	}
	m.rates[key].add(score)
}

// writeRates puts the counts of the half into the table that answers tell the rates from.
func (m *measurement) writeRates() {
	path := filepath.Join("data", "rates.txt")
	text, err := os.ReadFile(path)
	if err != nil {
		m.t.Fatal(err)
	}

	var lines []string
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); strings.HasPrefix(line, "#") || f[3] != measureHalf() {
			lines = append(lines, line)
		}
	}
	for key, r := range m.rates {
		line := fmt.Sprintf("%s %s %s %s %d", key.what, key.kind, key.script, measureHalf(), r.of)
		for _, n := range r.at {
			line += fmt.Sprintf(" %d", n)
		}
		lines = append(lines, line+"\n")
	}
	head := slices.IndexFunc(lines, func(line string) bool { return !strings.HasPrefix(line, "#") })
	slices.Sort(lines[head:])
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

// alarms counts the names that are flagged, and at which scores.
func (m *measurement) alarms(title, kind string, all []ordinary) {
	if len(all) == 0 {
		return
	}
	byCulture := map[string]int{}
	asked := map[string]int{}
	var counted rate
	equal := 0
	for _, p := range all {
		asked[p.culture]++
		var first NameMatch
		score := m.best(p.name, func(found NameMatch) bool {
			first = found
			return true
		})
		counted.add(score)
		m.count(rateAlarm, kind, p.name, score)
		if score < 85 {
			continue
		}
		byCulture[p.culture]++
		if first.Type != Fuzzy {
			equal++
		}
		if m.verbose != "" && strings.Contains("ALARM "+title, m.verbose) {
			m.t.Logf("   %-10s %3d %q for %q (%s) %+v", p.culture, score, p.name, first.Matched, first.Party.Type, first.Evidence)
		}
	}

	line := ""
	for _, c := range slices.Sorted(maps.Keys(byCulture)) {
		line += fmt.Sprintf(" %s %d/%d", c, byCulture[c], asked[c])
	}
	m.t.Logf("ALARM %s: %d of %d flagged, %d of them equal;%s", title, int(counted.hits(85)), len(all), equal, line)
	curve := ""
	for i, score := range rateScores {
		curve += fmt.Sprintf(" %d:%.1f", score, share(counted.at[i], len(all))*10)
	}
	m.t.Logf("  of 1,000 at%s", curve)
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

func nameOf(l *List, ref string) string {
	for i := range l.parties {
		if l.parties[i].Ref == ref {
			return l.parties[i].Names[0].Text
		}
	}
	return ""
}
