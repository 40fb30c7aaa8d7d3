package spec

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/samples"
)

func load(t *testing.T) *Spec {
	t.Helper()
	s, err := Load(gen.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryOperationIsFoundByItsMethodAndPath(t *testing.T) {
	s := load(t)
	if len(s.Operations) == 0 {
		t.Fatal("no operations")
	}
	inFamilies := 0
	for _, f := range s.Families {
		inFamilies += len(f.Operations)
	}
	if inFamilies != len(s.Operations) {
		t.Errorf("%d operations, %d of them in families", len(s.Operations), inFamilies)
	}
	for _, op := range s.Operations {
		if got, allowed := s.Lookup(op.Method, op.Path); got != op || allowed != nil {
			t.Errorf("%s is not found", op.Name())
		}
		if got, allowed := s.Lookup("TRACE", op.Path); got != nil || len(allowed) == 0 {
			t.Errorf("TRACE %s: %v, allowed %v", op.Path, got, allowed)
		}
		if op.Paid != op.Price.IsPositive() {
			t.Errorf("%s: paid %v at %s", op.Name(), op.Paid, op.Price)
		}
	}
	if op, allowed := s.Lookup("GET", "/nowhere"); op != nil || allowed != nil {
		t.Errorf("/nowhere is %v, %v", op, allowed)
	}
}

func TestExampleQueryHasEveryRequiredInput(t *testing.T) {
	for _, op := range load(t).Operations {
		q := op.ExampleQuery()
		if (q == nil) != (op.Body != nil) {
			t.Errorf("%s: query %v beside a body", op.Name(), q)
		}
		for _, in := range op.Inputs {
			if _, ok := q[in.Name]; op.Body == nil && in.Required && !ok {
				t.Errorf("%s: the example lacks %s", op.Name(), in.Name)
			}
		}
	}
}

// TestPricesAreThoseOfThePlan compares with the list of planned routes if available.
func TestPricesAreThoseOfThePlan(t *testing.T) {
	f, err := os.Open(filepath.Join(samples.Plan(t), "routes.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := load(t)
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) < 3 || cells[0] == "method" {
			continue
		}
		op, _ := s.Lookup(cells[0], cells[1])
		if op == nil {
			continue // not built yet
		}
		want := decimal.Zero
		if cells[2] != "free" {
			want = decimal.RequireFromString(cells[2])
		}
		if !op.Price.Equal(want) {
			t.Errorf("%s costs %s, planned %s", op.Name(), op.Price, want)
		}
	}
}

func TestTypeLabelsAreTheCataloguesWords(t *testing.T) {
	known := map[string]bool{"str": true, "int": true, "float": true, "bool": true, "list": true, "dict": true}
	for _, op := range load(t).Operations {
		for _, in := range op.Inputs {
			if !known[in.TypeLabel()] {
				t.Errorf("%s %s: %s", op.Name(), in.Name, in.TypeLabel())
			}
		}
	}
}

// TestTypeLabelIsOfTheUsualForm: an input of several types, or a nullable reference, has no type of its own.
func TestTypeLabelIsOfTheUsualForm(t *testing.T) {
	number := openapi3.NewFloat64Schema()
	text := openapi3.NewStringSchema()
	object := openapi3.NewObjectSchema()

	for _, c := range []struct {
		why    string
		schema *openapi3.Schema
		want   string
	}{
		{"its own type", text, "str"},
		{"a number, or the same as text", openapi3.NewAnyOfSchema(number, text), "float"},
		{"text or an object", openapi3.NewOneOfSchema(text, object), "str"},
		{"an object by reference", openapi3.NewAllOfSchema(object), "dict"},
		{"a choice within a choice", openapi3.NewAnyOfSchema(openapi3.NewAnyOfSchema(number), text), "float"},
		{"anything", &openapi3.Schema{}, "str"},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := (Input{Schema: c.schema}).TypeLabel(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestPriceIsReadFromTheDocument: digits are kept, and what is not a price is refused.
func TestPriceIsReadFromTheDocument(t *testing.T) {
	const document = `{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "tags": [{"name": "f"}],
		"paths": {"/f/a": {"get": {"operationId": "a", "tags": ["f"], "responses": {"200": {"description": "ok"}}%s}}}}`

	for _, c := range []struct{ why, info, want string }{
		{"a price", `, "x-payment-info": {"price": {"mode": "fixed", "currency": "USD", "amount": "0.020"}}`, "0.02"},
		{"none", ``, "0"},
		{"nothing", `, "x-payment-info": {"price": {"amount": "0.00"}}`, ""},
		{"less than nothing", `, "x-payment-info": {"price": {"amount": "-0.01"}}`, ""},
		{"no amount", `, "x-payment-info": {"price": {}}`, ""},
		{"no number", `, "x-payment-info": {"price": {"amount": "cheap"}}`, ""},
		{"no object", `, "x-payment-info": true`, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, err := Load(fmt.Appendf(nil, document, c.info))
			if c.want == "" {
				if err == nil {
					t.Error("taken for a price")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}

			op := s.Operations[0]
			if op.Price.String() != c.want || op.Paid != (c.want != "0") {
				t.Errorf("%s, paid %v", op.Price, op.Paid)
			}
		})
	}
}

func TestMemoryOfABodyIsWhatTheSpecSays(t *testing.T) {
	for _, op := range load(t).Operations {
		want := int64(defaultBodyMemory)
		if op.Path == "/convert" {
			want = 80
		}
		if op.BodyMemory != want {
			t.Errorf("%s: %d bytes for each byte of a body, want %d", op.Name(), op.BodyMemory, want)
		}
	}
}

// TestNotFoundThatIsSoldIsSaid: where "not_found" may be the answer, the description, which quotes carry, says that it is
// charged, or that such a request ends in a 404, which is free.
func TestNotFoundThatIsSoldIsSaid(t *testing.T) {
	sold := 0
	for _, op := range load(t).Operations {
		if !op.Paid || op.Output == nil {
			continue
		}
		for name, member := range op.Output.Properties {
			if !slices.Contains(member.Value.Enum, any("not_found")) {
				continue
			}
			sold++
			if !strings.Contains(op.Description, "ot found is charged") && !strings.Contains(op.Description, "404 when") {
				t.Errorf("%s: %s may be not_found, and the description does not say what that costs", op.Name(), name)
			}
		}
	}
	if sold < 5 {
		t.Errorf("%d routes may answer not_found: are they read as they were?", sold)
	}
}
