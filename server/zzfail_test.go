package server

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/drift"
)

func TestZZFail(t *testing.T) {
	if os.Getenv("ZZFAMS") == "" {
		t.Skip()
	}
	out, _ := os.Create(os.Getenv("ZZOUT"))
	defer out.Close()
	enc := json.NewEncoder(out)
	w := fixtureWorld(t)
	fams := strings.Split(os.Getenv("ZZFAMS"), ",")
	for _, op := range w.spec.Operations {
		if !op.Paid || !slices.Contains(fams, op.Family) {
			continue
		}
		call := exampleOf(t, op)
		first := w.room(t, op.Family, true)
		before := first.ask(t, call, nil)
		seen := first.tap.Seen()
		first.close()
		bare := w.room(t, op.Family, false)
		if after := bare.ask(t, call, nil); after.Status == 200 && !after.Free {
			enc.Encode(map[string]any{"op": op.Path, "provider": "LISTS", "request": "", "kind": "none",
				"before": json.RawMessage(before.Body), "after": json.RawMessage(after.Body)})
		}
		bare.close()
		for _, change := range drift.Changes(seen) {
			if change.Member != "" || change.Kind == drift.Cut || change.Kind == drift.Void || change.Kind == drift.NotFound {
				continue
			}
			room := w.room(t, op.Family, true)
			after := room.ask(t, call, &change)
			room.close()
			if after.Status != 200 || after.Free {
				continue
			}
			enc.Encode(map[string]any{"op": op.Path, "provider": change.Provider, "request": change.Request, "kind": change.Kind,
				"before": json.RawMessage(before.Body), "after": json.RawMessage(after.Body)})
		}
	}
}
