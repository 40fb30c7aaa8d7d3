package server

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/gdelt/gdelttest"
	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/internal/drift"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/server/catalog"
	"github.com/farebox/farebox/server/standins"
)

var clockUpdate = flag.Bool("clock.update", false,
	"TestClock asks every route that rests on a table, and writes its page")

const clockPage = "../docs/quality/clock.md"

// clockMonths are how far the clock is moved.
var clockMonths = []int{1, 3, 6, 12, 24}

// silent are routes that say in their own way that a table is past its day.
var silent = map[string]string{
	"google_cse":     "the API is not asked any more, and the sources are those that were",
	"bank-selection": "only answers about a bank of it rest on it, and the examples are of banks in published lists",
}

// TestClock moves the clock of the whole service and reads what routes answer that rest on a table of the program. Past
// the last day of a table an answer is refused, or says that it is partial.
func TestClock(t *testing.T) {
	t.Parallel()
	tables, err := catalog.Tables()
	if err != nil {
		t.Fatal(err)
	}
	today := newClockRun(t, gdelttest.Now, tables)
	runs := make([]*clockRun, 0, len(clockMonths))
	for _, months := range clockMonths {
		run := newClockRun(t, gdelttest.Now.AddDate(0, months, 0), tables)
		run.judge(t)
		runs = append(runs, run)
	}
	today.judge(t)

	if *clockUpdate {
		page := today.page(runs)
		if err := os.WriteFile(filepath.FromSlash(clockPage), []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// clockRun is what the routes answer at one time.
type clockRun struct {
	now     time.Time
	tables  []dated.Table
	calls   []driftCall // in the order of their paths
	answers map[string]drift.Answer
}

func newClockRun(t *testing.T, now time.Time, tables []dated.Table) *clockRun {
	t.Helper()
	run := &clockRun{
		now:     now,
		tables:  tables,
		answers: map[string]drift.Answer{},
	}
	world := laterWorld(t, now)
	families := map[string][]driftCall{}
	for _, op := range world.spec.Operations {
		rests := slices.ContainsFunc(tables, func(table dated.Table) bool {
			return restsOn(op, table) && (table.GoodUntil != "" || *clockUpdate)
		})
		if rests {
			call := withoutYear(exampleOf(t, op))
			run.calls = append(run.calls, call)
			families[op.Family] = append(families[op.Family], call)
		}
	}

	for family, calls := range families {
		room := world.room(t, family, true)
		for _, call := range calls {
			run.answers[call.op.Name()] = room.ask(t, call, nil)
		}
		room.close()
	}
	slices.SortFunc(run.calls, func(a, b driftCall) int { return strings.Compare(a.op.Path, b.op.Path) })
	return run
}

// laterWorld is the world of fixtures at another time. A list of what is open now may have nothing left by then: it
// is refused, and the routes of the tables do without it.
func laterWorld(t *testing.T, now time.Time) *driftWorld {
	t.Helper()
	w := newDriftWorld(t, standins.Keys)
	w.now = func() time.Time { return now }
	w.awaited = func(h upstream.DatasetHealth) bool { return h.Status == "warming" }
	fixtures := upstreamtest.New(t, standins.AnswersAt(now)...)
	mountChain(t, fixtures, w.now)
	w.internet = fixtures
	w.start(t)
	return w
}

// restsOn says whether an operation is one of those that a table names.
func restsOn(op *spec.Operation, table dated.Table) bool {
	return slices.Contains(table.Routes, op.Path) || slices.Contains(table.Routes, op.Family)
}

// withoutYear leaves the tax year to the clock.
func withoutYear(call driftCall) driftCall {
	if call.op.Family == "tax" {
		call.target = regexp.MustCompile(`tax_year=\d+&?`).ReplaceAllString(call.target, "")
	}
	return call
}

// judge fails the test for answers that rest on a table past its day and do not say so, and for those that say so
// though it is not.
func (r *clockRun) judge(t *testing.T) {
	t.Helper()
	for _, call := range r.calls {
		answer := r.answers[call.op.Name()]
		where := r.now.Format(time.DateOnly) + " " + call.op.Name()
		if answer.Panic != nil {
			t.Errorf("%s: panic %v", where, answer.Panic)
			continue
		}
		stale := staleSources(answer)
		for _, table := range r.tables {
			if !restsOn(call.op, table) || silent[table.Name] != "" {
				continue
			}
			past := table.Past(r.now)
			told := answer.Status != http.StatusOK || isPartial(t, answer) // an error is free
			if past && !told {
				t.Errorf("%s: the table %s was good until %s, and the answer does not say so: %.300s",
					where, table.Name, table.GoodUntil, answer.Body)
			}
			if !past && slices.Contains(stale, table.Name) {
				t.Errorf("%s: the table %s is called stale and good until %s", where, table.Name, table.GoodUntil)
			}
		}
	}
}

// isPartial says whether an answer says that it is partial, as a whole or in its summary.
func isPartial(t *testing.T, answer drift.Answer) bool {
	t.Helper()
	var body map[string]any
	if err := json.Unmarshal(answer.Body, &body); err != nil {
		t.Fatalf("%v: %.300s", err, answer.Body)
	}
	summary, _ := body["summary"].(map[string]any)
	return body["partial"] == true || summary["partial"] == true
}

// staleSources are the names of the sources of an answer that are stale.
func staleSources(answer drift.Answer) []string {
	var body struct {
		Sources []struct{ Name, Status string }
	}
	if json.Unmarshal(answer.Body, &body) != nil { // sources of another form
		return nil
	}
	var names []string
	for _, s := range body.Sources {
		if s.Status == upstream.StatusStale {
			names = append(names, s.Name)
		}
	}
	return names
}

const clockIntro = `<!-- Generated by make clock. Do not edit. -->
# The service on later clocks

TestClock asks the routes that rest on a table of the program ([docs/tables.md](../tables.md)) with the clock of the
whole service moved from %s by 1, 3, 6, 12 and 24 months, in a world of fixtures whose providers are as fresh as ever.
Tax routes are asked without a year. What an answer says then:

- **same**: nothing but moments, days and ages differs
- **stale**: the tables that are among the sources as stale; the answer is partial
- **400** and other statuses: refused free, with the code
- **differs**: members whose values are other ones

What differs without a table being past: a certificate and an LEI have their own days (enrich, kyb), forecasts move with
the year (macro), and the Census of the fixtures has no newer year (realestate).

| route | +1 | +3 | +6 | +12 | +24 |
|---|---|---|---|---|---|
`

// page is docs/quality/clock.md.
func (r *clockRun) page(later []*clockRun) string {
	var b strings.Builder
	fmt.Fprintf(&b, clockIntro, r.now.Format(time.DateOnly))
	for _, call := range r.calls {
		fmt.Fprintf(&b, "| `%s`", call.op.Path)
		for _, run := range later {
			fmt.Fprintf(&b, " | %s", r.changed(call, run))
		}
		b.WriteString(" |\n")
	}
	return b.String()
}

// changed says in words how the answer of a later time differs.
func (r *clockRun) changed(call driftCall, later *clockRun) string {
	before, after := r.answers[call.op.Name()], later.answers[call.op.Name()]
	if after.Status != http.StatusOK {
		var p problem.Problem
		if err := json.Unmarshal(after.Body, &p); err != nil {
			return fmt.Sprint(after.Status)
		}
		return fmt.Sprintf("%d `%s`", after.Status, p.Code)
	}

	var words []string
	if names := slices.DeleteFunc(staleSources(after), func(name string) bool {
		return !slices.ContainsFunc(r.tables, func(table dated.Table) bool { return table.Name == name })
	}); len(names) > 0 {
		words = append(words, "stale: `"+strings.Join(names, "`, `")+"`")
	}
	if members := differing(before.Body, after.Body); len(members) > 0 {
		const most = 5
		more := ""
		if len(members) > most {
			more = fmt.Sprintf(" and %d more", len(members)-most)
			members = members[:most]
		}
		words = append(words, "differs: `"+strings.Join(members, "`, `")+"`"+more)
	}
	if len(words) == 0 {
		return "same"
	}
	return strings.Join(words, "; ")
}

// differing are the members of two answers whose values differ, lists as a whole. What tells the time is left out, and
// so is how sources took part.
func differing(before, after []byte) []string {
	var a, b any
	if json.Unmarshal(before, &a) != nil || json.Unmarshal(after, &b) != nil {
		return []string{"the whole body"}
	}
	var members []string
	compare("", a, b, &members)
	slices.Sort(members)
	return slices.Compact(members)
}

var tellsTime = regexp.MustCompile(`^(.*_at|.*_date|as_of|partial|.*age_days|age_.*|.*_seconds|sources|fetched)$`)

// compare appends the paths of members that differ.
func compare(path string, a, b any, members *[]string) {
	switch before := a.(type) {
	case map[string]any:
		after, same := b.(map[string]any)
		if !same {
			*members = append(*members, path)
			return
		}
		for name := range before {
			if !tellsTime.MatchString(name) {
				compare(strings.TrimPrefix(path+"."+name, "."), before[name], after[name], members)
			}
		}
		for name := range after {
			if _, known := before[name]; !known {
				*members = append(*members, strings.TrimPrefix(path+"."+name, "."))
			}
		}
	case []any:
		after, same := b.([]any)
		if !same || len(before) != len(after) {
			*members = append(*members, path)
			return
		}
		for i := range before {
			compare(path, before[i], after[i], members)
		}
	default:
		if fmt.Sprint(a) != fmt.Sprint(b) && !isTime(a, b) {
			*members = append(*members, path)
		}
	}
}

var dayForm = regexp.MustCompile(`^\d{4}-\d\d(-\d\d)?([T ].*)?$`)

// isTime says whether both values are days or moments.
func isTime(a, b any) bool {
	one, ok := a.(string)
	other, also := b.(string)
	return ok && also && dayForm.MatchString(one) && dayForm.MatchString(other)
}
