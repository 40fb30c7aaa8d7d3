package server

import (
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
)

// brokenTexts break the rule of some input or other.
var brokenTexts = []string{
	"foo", "zz", "1", "-1", "!!", "a b", "0x", "99999999999", "2026-13-40", "http://127.0.0.1/", "http://[::1]:8402/x",
	"ftp://example.com/",
}

// TestInputsAreJudgedBeforeKeysAndLists sends wrong inputs to every route of a service that has all keys and lists, and
// of one that has none: what the first refuses as a wrong input, the second does not call a trouble of its own. Who
// asks wrongly learns so, and not that the operator lacks a key.
func TestInputsAreJudgedBeforeKeysAndLists(t *testing.T) {
	t.Parallel()

	equipped := fixtureWorld(t)
	bare := newDriftWorld(t, nil)
	bare.settings = map[string]string{"ATTESTOR_KEY": ""}
	bare.internet = equipped.internet
	bare.start(t)

	byFamily := map[string][]*spec.Operation{}
	for _, op := range equipped.spec.Operations {
		if op.Paid {
			byFamily[op.Family] = append(byFamily[op.Family], op)
		}
	}
	for family, ops := range byFamily {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			full := equipped.room(t, family, true)
			defer full.close()
			empty := bare.room(t, family, false)
			defer empty.close()

			for _, op := range ops {
				for _, call := range wrongCalls(t, op) {
					if full.ask(t, call, nil).Status != http.StatusBadRequest {
						continue
					}
					got := empty.ask(t, call, nil)
					if inList(op, call) && strings.Contains(string(got.Body), problem.CodeWarming) {
						continue
					}
					if got.Status >= http.StatusInternalServerError || got.Panic != nil {
						t.Errorf("%s %s %s: without keys and lists %d %s", op.Method, call.target, call.body, got.Status, got.Body)
					}
				}
			}
		})
	}
}

// inList reports whether a call names something that only a list tells from what there is not: an agency by its letters
// or name.
func inList(op *spec.Operation, call driftCall) bool {
	return op.Family == "legal" && strings.Contains(call.target, "agency=")
}

// wrongCalls are the example of an operation with each of its texts replaced, one at a time.
func wrongCalls(t *testing.T, op *spec.Operation) []driftCall {
	t.Helper()
	var calls []driftCall
	for i, in := range op.Inputs {
		if !in.Schema.Type.Is("string") {
			continue
		}
		for _, text := range brokenTexts {
			wrong := *op
			if op.Body == nil {
				wrong.Inputs = slices.Clone(op.Inputs)
				wrong.Inputs[i].Example = text
			} else {
				example, ok := op.BodyExample.(map[string]any)
				if !ok {
					continue
				}
				body := maps.Clone(example)
				body[in.Name] = text
				wrong.BodyExample = body
			}

			call := exampleOf(t, &wrong)
			call.op = op
			calls = append(calls, call)
		}
	}
	return calls
}

// TestRequiredInputsHaveAReason: an input is optional, with a default that the answer tells, or stands in the list of
// those that must be given with the reason for it.
func TestRequiredInputsHaveAReason(t *testing.T) {
	t.Parallel()

	text, err := os.ReadFile("testdata/required.txt")
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if input, reason, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
			reasons[input] = reason
		}
	}

	loaded, err := spec.Load(gen.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range loaded.Operations {
		for _, in := range op.Inputs {
			name := op.Name() + " " + in.Name
			if !in.Required || len(op.Inputs) < 2 {
				continue
			}
			if reasons[name] == "" {
				t.Errorf("%s must be given, and testdata/required.txt does not say why", name)
			}
			delete(reasons, name)
		}
	}
	for name := range reasons {
		t.Errorf("testdata/required.txt has %s, which need not be given", name)
	}
}

// TestFewInputsAreEnough calls routes with what a caller may leave out left out, and with short names: whatever the
// providers have of that, the inputs are right.
func TestFewInputsAreEnough(t *testing.T) {
	t.Parallel()

	w := fixtureWorld(t)
	for _, target := range []string{
		"/agri/production?commodity=corn",
		"/energy/electricity",
		"/energy/natural-gas",
		"/energy/petroleum?region=us",
		"/env/facility?state=TX",
		"/fec/committee?q=ACL",
		"/govcon/awards?recipient=3M",
		"/legislative/search?congress=118",
		"/legislative/search?policy_area=Health",
		"/lobbying/filings?client_name=3M",
		"/lobbying/filings?filing_year=2024",
		"/macro/compare?indicator=gdp",
		"/macro/indicator?indicator=gdp",
		"/osha/screen?name=3M",
		"/politics/profile?name=GE",
		"/realestate/compare?geo=CA,TX",
		"/screen/entity?name=Lazarus+Group&min_score=40",
		"/trade/flow?hs6=870380",
	} {
		t.Run(target, func(t *testing.T) {
			path, _, _ := strings.Cut(target, "?")
			op, _ := w.spec.Lookup(http.MethodGet, path)
			room := w.room(t, op.Family, true)
			defer room.close()
			got := room.ask(t, driftCall{op: op, target: target}, nil)
			if got.Status == http.StatusBadRequest || got.Panic != nil {
				t.Errorf("%d %s, panic %v", got.Status, got.Body, got.Panic)
			}
		})
	}
}
