package server

import (
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/farebox/farebox/internal/drift"
	"github.com/farebox/farebox/internal/spec"
)

var (
	driftFamily = flag.String("family", "", "TestDrift makes all changes in this one family, and prints its faults")
	driftAll    = flag.Bool("drift", false, "TestDrift makes all changes, not a fifth of them")
	driftUpdate = flag.Bool(
		"drift.update",
		false,
		"TestDrift makes all changes and writes docs/quality/drift.md and its limits",
	)
	driftFaults = flag.String("drift.faults", "", "file for the faults that TestDrift finds, one JSON object a line")
)

const (
	driftLimits = "testdata/drift.txt"
	driftPage   = "../docs/quality/drift.md"
)

// TestDrift changes the answers of data providers, one member at a time, and looks at what is sold then. What a
// provider did not say must not be answered as if it had: the answer is an error, or says that it is partial. The
// faults that there still are may only become fewer.
func TestDrift(t *testing.T) {
	declared, err := drift.ReadDeclared("../internal", "../handlers")
	if err != nil {
		t.Fatal(err)
	}
	r := &driftRun{
		world:    newDriftWorld(t),
		declared: declared,
	}
	t.Run("families", func(t *testing.T) {
		for _, f := range r.world.spec.Families {
			if *driftFamily != "" && *driftFamily != f.Name {
				continue
			}
			t.Run(f.Name, func(t *testing.T) {
				t.Parallel()
				for _, op := range f.Operations {
					if op.Paid && !op.ClosedWorld {
						r.operation(t, op)
					}
				}
			})
		}
	})
	r.report(t)
}

// driftRun is one run of the test.
type driftRun struct {
	world    *driftWorld
	declared drift.Declared
	all      drift.Table
	fifth    drift.Table // those changes that every run makes
}

// whole says whether all changes are made.
func (r *driftRun) whole() bool { return *driftAll || *driftUpdate || *driftFamily != "" }

// operation makes the changes to what one operation is told, each on its own.
func (r *driftRun) operation(t *testing.T, op *spec.Operation) {
	t.Helper()
	first := r.world.room(t, op.Family, true)
	before := first.ask(t, op, nil)
	if before.Status != http.StatusOK {
		t.Errorf("%s, nothing changed: %d %s", op.Name(), before.Status, before.Body)
		return
	}
	seen := first.tap.Seen()
	again := first.ask(t, op, nil)
	exchanges, fresh := first.tap.Repeated(seen)
	first.close()
	bare := r.world.room(t, op.Family, false).ask(t, op, nil)
	trial := &driftTrial{
		run:   r,
		op:    op,
		keeps: !fresh,
		call: drift.Call{
			Answer:   before,
			Lists:    len(drift.Volatile(before, bare)) > 0,
			Volatile: drift.Volatile(before, again),
			Declared: r.declared,
		},
	}
	defer trial.close()

	for _, change := range drift.Changes(exchanges) {
		trial.change(t, change)
	}
}

// driftTrial is one operation with its answer to unchanged providers.
type driftTrial struct {
	run   *driftRun
	op    *spec.Operation
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
	sampled := d.sampled(change)
	if !sampled && !d.run.whole() {
		return
	}
	if d.room == nil {
		d.room = d.run.world.room(t, d.op.Family, d.call.Lists)
	}
	after := d.room.ask(t, d.op, &change)
	applied, err := d.room.tap.Applied()
	if err != nil {
		t.Errorf("%s: %v", d.op.Name(), err)
	}
	if !applied {
		t.Logf("%s: %+v met no answer", d.op.Name(), change)
	}

	outcome, found := d.call.Judge(after, change)
	fault := change.Fault(d.op.Name(), outcome, found)
	d.run.all.Add(d.op.Family, outcome, fault)
	if sampled {
		d.run.fifth.Add(d.op.Family, outcome, nil)
	}
	if d.keeps || !d.room.rested(t, d.op) {
		d.close()
	}
}

// sampled picks a fifth of all changes, always the same.
func (d *driftTrial) sampled(c drift.Change) bool {
	h := fnv.New32a()
	fmt.Fprintln(h, d.op.ID, c.Provider, c.Member, c.Kind)
	return h.Sum32()%5 == 0
}

// report holds the faults against their limits.
func (r *driftRun) report(t *testing.T) {
	t.Helper()
	limits, err := drift.ReadLimits(driftLimits)
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range r.all.Families() {
		found := r.all.Counts(family)
		limit := limits[family].Fifth
		if r.whole() {
			limit = limits[family].All
		}
		for _, over := range drift.Over(family, found, limit) {
			t.Error(over)
		}
		limits[family] = drift.Limit{
			All:   found,
			Fifth: r.fifth.Counts(family),
		}
	}

	r.writeFaults(t)
	t.Log("\n" + r.all.Markdown())
	if !*driftUpdate {
		return
	}
	if err := limits.Write(driftLimits); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.FromSlash(driftPage), []byte(r.all.Page()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// writeFaults writes them where the flags say.
func (r *driftRun) writeFaults(t *testing.T) {
	t.Helper()
	out := os.Stdout
	switch {
	case *driftFaults != "":
		file, err := os.Create(*driftFaults)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		out = file
	case *driftFamily == "":
		return
	}

	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for _, f := range r.all.Faults() {
		if err := lines.Encode(f); err != nil {
			t.Fatal(err)
		}
	}
}
