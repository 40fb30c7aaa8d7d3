package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestWrongInputsAreRefusedBeforeAnybodyIsAsked makes the calls of testdata/refused.txt: inputs that only a family's
// own rules refuse. No provider hears of them, and the answer names the member at fault.
func TestWrongInputsAreRefusedBeforeAnybodyIsAsked(t *testing.T) {
	t.Parallel()

	text, err := os.ReadFile("testdata/refused.txt")
	if err != nil {
		t.Fatal(err)
	}
	type refused struct {
		driftCall
		want string // status, code and field
	}
	w := fixtureWorld(t)
	byFamily := map[string][]refused{}
	for line := range strings.Lines(string(text)) {
		want, target, ok := strings.Cut(strings.TrimSpace(line), " /")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		path, _, _ := strings.Cut(target, "?")
		op, _ := w.spec.Lookup(http.MethodGet, "/"+path)
		if op == nil {
			t.Fatalf("/%s is no route", path)
		}
		call := driftCall{
			op:     op,
			target: "/" + target,
		}
		byFamily[op.Family] = append(byFamily[op.Family], refused{call, want})
	}

	for family, calls := range byFamily {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			room := w.room(t, family, true)
			defer room.close()
			for _, call := range calls {
				answer := room.ask(t, call.driftCall, nil)
				var problem struct{ Code, Field string }
				if err := json.Unmarshal(answer.Body, &problem); err != nil {
					t.Fatalf("%s: %d %s", call.target, answer.Status, answer.Body)
				}
				if got := fmt.Sprint(answer.Status, " ", problem.Code, " ", problem.Field); got != call.want {
					t.Errorf("%s: %s, want %s", call.target, got, call.want)
				}
				if asked := room.tap.Seen(); len(asked) > 0 {
					t.Errorf("%s: asked %s", call.target, asked[0].Key)
				}
			}
		})
	}
}
