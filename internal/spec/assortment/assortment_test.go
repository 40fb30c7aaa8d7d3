package assortment

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/spec"
)

// small is the bundled document with a few of its routes: the whole one takes a second to read.
var small = sync.OnceValues(func() ([]byte, error) {
	whole, err := spec.Load(gen.OpenAPI)
	if err != nil {
		return nil, err
	}
	kept := []string{
		"/crypto/hash", "/crypto/convert", "/fec/committee", "/fec/contributions", "/sports/scores", "/sports/team", "/health",
	}
	var out []string
	for _, op := range whole.Operations {
		if !slices.Contains(kept, op.Path) {
			out = append(out, op.Name())
		}
	}
	return Without(gen.OpenAPI, out)
})

func smallDocument(t *testing.T) []byte {
	t.Helper()
	document, err := small()
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// changed is the spec after the changes.
func changed(t *testing.T, c Changes) *spec.Spec {
	t.Helper()
	document, err := Apply(smallDocument(t), c)
	if err != nil {
		t.Fatal(err)
	}
	s, err := spec.Load(document)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func overlayOf(actions string) Changes {
	text := "overlay: 1.1.0\ninfo: {title: Ours, version: '1'}\nactions:\n" + actions
	return Changes{Overlays: []File{{Name: "ours.yaml", Text: []byte(text)}}}
}

func priceOf(t *testing.T, s *spec.Spec, method, path string) string {
	t.Helper()
	op, _ := s.Lookup(method, path)
	if op == nil {
		t.Fatalf("there is no %s %s", method, path)
	}
	return op.Price.String()
}

func TestNothingIsChangedWithoutChanges(t *testing.T) {
	document, err := Apply(gen.OpenAPI, Changes{Factor: decimal.NewFromInt(1)})
	if err != nil || &document[0] != &gen.OpenAPI[0] {
		t.Error("the document was made anew", err)
	}
}

// TestAnOverlayPricesRenamesAndRemoves what the operator says, and leaves the rest as it is.
func TestAnOverlayPricesRenamesAndRemoves(t *testing.T) {
	s := changed(t, overlayOf(`
- target: $.paths['/crypto/hash'].get
  update:
    summary: Hash anything
    x-payment-info: {price: {amount: "0.25"}}
- target: $.paths['/fec/committee']
  remove: true
- target: $.paths[?@.get.tags[0] == 'weather' || @.get.tags[0] == 'sports']
  remove: true
- target: $.info
  update: {title: The shop}
- target: $.tags[?@.name == 'crypto']
  update: {description: Hashing and more.}
`))
	op, _ := s.Lookup("GET", "/crypto/hash")
	if op == nil || op.Price.String() != "0.25" || op.Summary != "Hash anything" {
		t.Errorf("%+v", op)
	}
	whole := changed(t, Changes{})
	other, _ := whole.Lookup("GET", "/crypto/address")
	if other != nil && priceOf(t, s, "GET", "/crypto/address") != other.Price.String() {
		t.Error("another price has changed")
	}
	for _, path := range s.Paths() {
		if path == "/fec/committee" || strings.HasPrefix(path, "/sports/") {
			t.Error(path, "is still there")
		}
	}
	if slices.ContainsFunc(s.Families, func(f spec.Family) bool { return f.Name == "sports" }) {
		t.Error("a family without routes is still there")
	}
	if s.Doc.Info.Title != "The shop" {
		t.Error(s.Doc.Info.Title)
	}
}

// TestSpecificationsOwnExamples are those of the Overlay specification 1.1 that can be said of this document: an update
// of one object, of many by a wildcard, an addition to a list, and a removal (sections 4.5.1 to 4.5.4).
func TestSpecificationsOwnExamples(t *testing.T) {
	s := changed(t, overlayOf(`
- target: $.info
  update: {description: An update of one object.}
- target: $.paths.*.get
  update: {externalDocs: {url: https://example.com/docs}}
- target: $.paths['/crypto/hash'].get['x-tasks']
  update: make a fingerprint of a text
- target: $.paths['/crypto/hash'].get.parameters[?@.name == 'input']
  update: {description: What is to be hashed.}
`))
	op, _ := s.Lookup("GET", "/crypto/hash")
	if s.Doc.Info.Description != "An update of one object." || op.Route.Operation.ExternalDocs == nil ||
		!slices.Contains(op.Tasks, "make a fingerprint of a text") || len(op.Tasks) < 2 {
		t.Errorf("%s %+v %v", s.Doc.Info.Description, op.Route.Operation.ExternalDocs, op.Tasks)
	}
	for _, in := range op.Inputs {
		if in.Name == "input" && in.Description != "What is to be hashed." {
			t.Error(in.Description)
		}
	}
}

// TestWhatCannotBeServedIsRefusedWithItsLine: the routes are code.
func TestWhatCannotBeServedIsRefusedWithItsLine(t *testing.T) {
	for name, c := range map[string]struct{ action, want string }{
		"nothing matches": {
			"- target: $.paths['/crypto/hsh'].get\n  update: {summary: x}", "ours.yaml:4: $.paths['/crypto/hsh'].get: the target matches nothing",
		},
		"the second action": {
			"- target: $.info\n  update: {title: x}\n- target: $.paths['/crypto/hash'].get['x-payment-info'].price\n  update: {amount: cheap}",
			"ours.yaml:6: $.paths['/crypto/hash'].get['x-payment-info'].price: GET /crypto/hash: the price is no amount: cheap",
		},
		"a price below the smallest unit": {
			"- target: $.paths['/crypto/hash'].get['x-payment-info'].price\n  update: {amount: '0.0000001'}", "millionths",
		},
		"a negative price": {
			"- target: $.paths['/crypto/hash'].get['x-payment-info'].price\n  update: {amount: '-1'}", "millionths",
		},
		"an empty cost": {
			"- target: $.paths['/crypto/hash'].get\n  update: {x-cost-usd: ''}",
			"ours.yaml:4: $.paths['/crypto/hash'].get: GET /crypto/hash: x-cost-usd must be dollars",
		},
		"a cost that is a number": {
			"- target: $.paths['/crypto/hash'].get\n  update: {x-cost-usd: 0.5}", "as a text",
		},
		"another currency": {
			"- target: $.paths['/crypto/hash'].get['x-payment-info'].price\n  update: {currency: EUR}", "only the amount",
		},
		"a price taken away": {
			"- target: $.paths['/crypto/hash'].get['x-payment-info']\n  remove: true", "has no price",
		},
		"a free route with a price": {
			"- target: $.paths['/health'].get\n  update: {x-payment-info: {price: {amount: '1'}}}", "a free route",
		},
		"a route of the service itself": {"- target: $.paths['/health']\n  remove: true", "cannot be removed"},
		"an input removed": {
			"- target: $.paths['/crypto/hash'].get.parameters[?@.name == 'input']\n  remove: true",
			"/paths//crypto/hash/get/parameters",
		},
		"another type": {
			"- target: $.paths['/crypto/hash'].get.parameters[?@.name == 'input'].schema\n  update: {type: integer}",
			"schema/type is part of what the program serves",
		},
		"an answer without a member": {
			"- target: $.paths['/crypto/hash'].get.responses['200']\n  remove: true", "cannot be removed",
		},
		"a route that nobody serves": {
			"- target: $.paths\n  update: {/coffee: {get: {tags: [crypto], responses: {'200': {description: x}}}}}",
			"no path /coffee",
		},
		"a method that nobody serves": {
			"- target: $.paths['/crypto/hash']\n  update: {delete: {tags: [crypto], responses: {'200': {description: x}}}}",
			"delete",
		},
		"not a path": {"- target: $.paths[\n  update: {x: y}", "ours.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Apply(smallDocument(t), overlayOf(c.action))
			if err == nil || !strings.Contains(err.Error(), c.want) ||
				!strings.HasPrefix(err.Error(), "OVERLAY: ours.yaml") {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
	for name, text := range map[string]string{
		"no YAML": "overlay: [", "no overlay": "openapi: 3.0.4", "no actions": "overlay: 1.0.0\ninfo: {title: x, version: '1'}",
	} {
		if _, err := Apply(smallDocument(t), Changes{Overlays: []File{{"ours.yaml", []byte(text)}}}); err == nil ||
			!strings.HasPrefix(err.Error(), "OVERLAY: ours.yaml: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRoutesAndFamiliesAreTakenOff(t *testing.T) {
	s := changed(t, Changes{Off: []string{"/crypto/hash", "fec"}})
	for _, op := range s.Operations {
		if op.Path == "/crypto/hash" || op.Family == "fec" {
			t.Error(op.Name())
		}
	}
	for entry, want := range map[string]string{
		"/crypto/hsh": "no paid route",
		"coffee":      "no paid route",
		"/health":     "part of the service itself",
		"":            "no paid route",
	} {
		_, err := Apply(smallDocument(t), Changes{Off: []string{entry}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", entry, err)
		}
	}
}

func TestPricesAreMultipliedAndRounded(t *testing.T) {
	whole := changed(t, Changes{})
	was := decimal.RequireFromString(priceOf(t, whole, "GET", "/crypto/hash"))
	for factor, want := range map[string]string{
		"2":         was.Mul(decimal.NewFromInt(2)).String(),
		"1.3333333": was.Mul(decimal.RequireFromString("1.3333333")).Round(6).String(),
		"0.0000001": "0.000001",
	} {
		s := changed(t, Changes{Factor: decimal.RequireFromString(factor)})
		if got := priceOf(t, s, "GET", "/crypto/hash"); got != want {
			t.Errorf("times %s is %s, want %s", factor, got, want)
		}
	}
}

func TestWithoutLeavesOutByName(t *testing.T) {
	document, err := Without(smallDocument(t), []string{"GET /crypto/hash"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := spec.Load(document)
	if err != nil {
		t.Fatal(err)
	}
	whole := changed(t, Changes{})
	if len(s.Operations) != len(whole.Operations)-1 {
		t.Errorf("%d of %d operations", len(s.Operations), len(whole.Operations))
	}
}
