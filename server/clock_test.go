package server

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/gdelt/gdelttest"
	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/internal/drift"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/server/catalog"
	"github.com/farebox/farebox/server/standins"
)

// clockMonths are how far the clock is moved.
var clockMonths = []int{0, 1, 3, 6, 12, 24}

// silent are routes that say in their own way that a table is past its day.
var silent = map[string]string{
	"google_cse":     "the API is not asked any more, and the sources are those that were",
	"project_sites":  "no site is looked up any more: hosts and names are compared, as for those that it lacks",
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
	tables = slices.DeleteFunc(tables, func(table dated.Table) bool { return table.GoodUntil == "" })
	for _, months := range clockMonths {
		now := gdelttest.Now.AddDate(0, months, 0)
		world := laterWorld(t, now)
		families := map[string][]driftCall{}
		for _, op := range world.spec.Operations {
			if slices.ContainsFunc(tables, func(table dated.Table) bool { return restsOn(op, table) }) {
				families[op.Family] = append(families[op.Family], withoutYear(exampleOf(t, op)))
			}
		}

		for family, calls := range families {
			room := world.room(t, family, true)
			for _, call := range calls {
				judgeAt(t, now, tables, call.op, room.ask(t, call, nil))
			}
			room.close()
		}
	}
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

// judgeAt fails the test for an answer that rests on a table past its day and does not say so, and for one that says so
// though it is not.
func judgeAt(t *testing.T, now time.Time, tables []dated.Table, op *spec.Operation, answer drift.Answer) {
	t.Helper()
	where := now.Format(time.DateOnly) + " " + op.Name()
	if answer.Panic != nil {
		t.Errorf("%s: panic %v", where, answer.Panic)
		return
	}

	stale := staleSources(answer)
	for _, table := range tables {
		if !restsOn(op, table) || silent[table.Name] != "" {
			continue
		}
		past := table.Past(now)
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
	var names []string
	for _, s := range sourcesOf(answer) {
		if s.Status == upstream.StatusStale {
			names = append(names, s.Name)
		}
	}
	return names
}

// namedSource is a source in an answer.
type namedSource struct{ Name, Status string }

// sourcesOf are the sources of an answer, which are its providers where sources are something else.
func sourcesOf(answer drift.Answer) []namedSource {
	var body map[string]json.RawMessage
	var sources []namedSource
	if json.Unmarshal(answer.Body, &body) == nil && json.Unmarshal(body["sources"], &sources) != nil {
		_ = json.Unmarshal(body["providers"], &sources) // none
	}
	return sources
}
