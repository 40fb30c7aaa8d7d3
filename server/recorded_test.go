package server

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
)

// TestRecordedAnswersKeepTheirSchema: what is sold on recorded answers of real providers holds to the spec as what is
// sold on our own fixtures does. What is not sold is neither a fault nor a panic.
func TestRecordedAnswersKeepTheirSchema(t *testing.T) {
	t.Parallel()
	world := recordedWorld(t)
	world.contact = "operator@farebox.test"
	world.awaited = func(d upstream.DatasetHealth) bool { return d.Lacks() && d.LastError == "" } // not all have excerpts
	calls := map[string][]driftCall{}
	for _, target := range samples.Calls(t) {
		path, _, _ := strings.Cut(target, "?")
		op, _ := world.spec.Lookup(http.MethodGet, path)
		if op == nil || !op.Paid || op.ClosedWorld {
			continue
		}
		calls[op.Family] = append(calls[op.Family], driftCall{
			op:     op,
			target: target,
		})
	}

	var sold atomic.Int64
	t.Run("families", func(t *testing.T) {
		for family, own := range calls {
			t.Run(family, func(t *testing.T) {
				t.Parallel()
				sold.Add(world.recordedSales(t, family, own))
			})
		}
	})
	if sold.Load() < leastRecorded {
		t.Errorf("%d recorded calls are sold, want %d", sold.Load(), leastRecorded)
	}
}

// leastRecorded is a floor, well below how many of the calls have recordings of all that they need.
const leastRecorded = 200

// recordedSales makes the calls of a family with the lists that have recorded excerpts, and says how many were sold.
func (w *driftWorld) recordedSales(t *testing.T, family string, calls []driftCall) (sold int64) {
	t.Helper()
	var room *driftRoom
	for _, call := range calls {
		if room == nil {
			room = w.room(t, family, false)
			room.load(t)
		}
		answer := room.ask(t, call, nil)
		broken := room.broken
		if room.failed() { // its circuits would open for the next call
			room.close()
			room = nil
		}

		switch {
		case broken != nil:
			t.Errorf("%s: %v", call.target, broken)
		case answer.Panic != nil || answer.Status == http.StatusInternalServerError:
			t.Errorf("%s: %d %s, panic %v", call.target, answer.Status, answer.Body, answer.Panic)
		case answer.Status == http.StatusOK:
			sold++
			for _, wrong := range mismatches(answer.Body, call.op) {
				t.Errorf("%s: %s", call.target, wrong)
			}
		}
	}
	if room != nil {
		room.close()
	}
	return sold
}
