package server

import (
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/farebox/farebox/internal/drift"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/spec"
)

var (
	driftFamily = flag.String("family", "", "TestDrift makes all changes in this one family")
	driftAll    = flag.Bool("drift", false, "TestDrift makes all changes, not a fifth of them")
)

// TestDrift changes the answers of data providers, one member at a time, and looks at what is sold then. What a
// provider did not say must not be answered as if it had: the answer is an error, or says that it is partial.
func TestDrift(t *testing.T) {
	t.Parallel()
	r := newDriftRun(t, fixtureWorld(t))
	for _, op := range r.world.spec.Operations {
		r.calls[op] = []driftCall{exampleOf(t, op)}
	}
	r.make(t)
}

// TestDriftOfRecordedAnswers is TestDrift in the world as it was recorded, where more members are. It takes as long as
// all changes do, and is left out where only a fifth of them is made.
func TestDriftOfRecordedAnswers(t *testing.T) {
	if !wholeDrift() {
		t.Skip("-drift or -family make all changes")
	}
	r := newDriftRun(t, recordedWorld(t))
	for _, target := range samples.Calls(t) {
		path, _, _ := strings.Cut(target, "?")
		if op, _ := r.world.spec.Lookup(http.MethodGet, path); op != nil {
			r.calls[op] = append(r.calls[op], driftCall{
				op:     op,
				target: target,
			})
		}
	}
	r.make(t)
}

// wholeDrift says whether all changes are made.
func wholeDrift() bool { return *driftAll || *driftFamily != "" }

// driftRun is one run of the test.
type driftRun struct {
	world *driftWorld
	known map[string]bool // the providers, and whether {} is their word for nothing
	calls map[*spec.Operation][]driftCall

	mu     sync.Mutex
	counts map[drift.Outcome]int
}

func newDriftRun(t *testing.T, world *driftWorld) *driftRun {
	t.Helper()
	drift.Watch()
	known := map[string]bool{}
	for _, p := range declared(t) {
		known[p.Name] = slices.Contains([]string{"gdelt_doc", "osv"}, p.Name) // their adapters cite what shows it
	}
	return &driftRun{
		world:  world,
		known:  known,
		calls:  map[*spec.Operation][]driftCall{},
		counts: map[drift.Outcome]int{},
	}
}

// make makes all changes, the routes side by side and the dearest first: they have the most to ask. Each fault fails
// the test.
func (r *driftRun) make(t *testing.T) {
	t.Helper()
	t.Run("routes", func(t *testing.T) {
		for _, op := range slices.SortedFunc(maps.Keys(r.calls), dearestFirst) {
			if *driftFamily != "" && *driftFamily != op.Family || !op.Paid || op.ClosedWorld {
				continue
			}
			t.Run(op.Name(), func(t *testing.T) {
				t.Parallel()
				made := map[drift.Change]bool{}
				for _, call := range r.calls[op] {
					r.call(t, call, made)
				}
			})
		}
	})
	t.Log(r.counts)
}

func dearestFirst(a, b *spec.Operation) int {
	return cmp.Or(b.Price.Cmp(a.Price), cmp.Compare(a.Name(), b.Name()))
}

// call makes the changes to what providers tell one call, each on its own. What was changed alike in an earlier call
// of the operation, as made says, is left out.
func (r *driftRun) call(t *testing.T, call driftCall, made map[drift.Change]bool) {
	t.Helper()
	first := r.world.room(t, call.op.Family, true)
	before := first.ask(t, call, nil)
	seen := first.tap.Seen()
	again := first.ask(t, call, nil)
	exchanges, fresh := first.tap.Repeated(seen)
	first.close()
	if before.Status != http.StatusOK {
		r.world.mustSell(t, call, before)
		return
	}

	bare := r.world.room(t, call.op.Family, false).ask(t, call, nil)
	trial := &driftTrial{
		run:   r,
		from:  call,
		keeps: !fresh,
		call: drift.Call{
			Answer:    before,
			Lists:     len(drift.Volatile(before, bare)) > 0,
			Volatile:  drift.Volatile(before, again),
			Providers: r.known,
		},
	}
	defer trial.close()
	for _, change := range drift.Changes(exchanges) {
		kind := change
		kind.Request = call.op.ID
		if r.world.recorded && made[kind] {
			continue
		}
		made[kind] = true
		trial.change(t, change)
	}
}

// driftTrial is one operation with its answer to unchanged providers.
type driftTrial struct {
	run   *driftRun
	from  driftCall
	call  drift.Call
	keeps bool       // the handlers keep answers themselves
	room  *driftRoom // nil: the next call makes one
}

func (d *driftTrial) close() {
	if d.room != nil {
		d.room.close()
		d.room = nil
	}
}

// change makes one change and counts what comes of it.
func (d *driftTrial) change(t *testing.T, change drift.Change) {
	t.Helper()
	if !wholeDrift() && !d.sampled(change) {
		return
	}
	op := d.from.op
	switch {
	case change.Everything():
		d.close()
		d.room = d.run.world.deafRoom(t, op.Family, d.call.Lists)
		defer d.close()
	case d.room == nil:
		d.room = d.run.world.room(t, op.Family, d.call.Lists)
	}
	after := d.room.ask(t, d.from, &change)
	applied, err := d.room.tap.Applied()
	if err != nil {
		t.Errorf("%s: %v", op.Name(), err)
	}
	if !applied {
		t.Logf("%s: %+v met no answer", op.Name(), change)
	}

	outcome, found := d.call.Judge(after, change)
	if outcome.IsFault() && !isData(change) {
		t.Errorf("%s: %s after %+v: %+v", op.Name(), outcome, change, found)
	}
	d.run.count(outcome)
	if d.keeps || !d.room.rested(t, d.from) {
		d.close()
	}
}

// isData says whether a rename is of a name that is data: SEC's facts are named for what a filer has reported, and one
// that is not there was not reported.
func isData(c drift.Change) bool {
	return c.Provider == "sec" && c.Kind == drift.Rename && strings.HasPrefix(c.Member, "facts/us-gaap/")
}

// sampled picks a fifth of all changes, always the same.
func (d *driftTrial) sampled(c drift.Change) bool {
	h := fnv.New32a()
	fmt.Fprintln(h, d.from.op.ID, c.Provider, c.Member, c.Kind)
	return h.Sum32()%5 == 0
}

func (r *driftRun) count(o drift.Outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts[o]++
}
