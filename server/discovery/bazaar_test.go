package discovery

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/farebox/farebox/internal/spec"
)

func parse(t *testing.T, data []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func compile(t *testing.T, schema any) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("mem://schema", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("mem://schema")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func at(v any, path ...string) any {
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

// checkBazaar holds a block to the rules of facilitators and registries: a block that breaks them gets the
// payment refused, or the route unlisted.
func checkBazaar(t *testing.T, op *spec.Operation, block json.RawMessage) {
	t.Helper()
	v := parse(t, block)
	if err := compile(t, at(v, "schema")).Validate(at(v, "info")); err != nil {
		t.Errorf("%s: info breaks schema: %v\n%s", op.Name(), err, block)
	}
	member := "queryParams"
	if op.Body != nil {
		member = "body"
		if at(v, "info", "input", "bodyType") != "json" {
			t.Errorf("%s: no bodyType", op.Name())
		}
	}
	for _, path := range [][]string{
		{"info", "input", member},
		{"schema", "properties", "input", "properties", member},
		{"schema", "properties", "output", "properties", "example"},
	} {
		if _, ok := at(v, path...).(map[string]any); !ok {
			t.Errorf("%s: %s is no object", op.Name(), strings.Join(path, "."))
		}
	}
	if at(v, "info", "input", "method") != op.Method || at(v, "info", "input", "type") != "http" {
		t.Errorf("%s: input %v", op.Name(), at(v, "info", "input"))
	}
	for _, in := range op.Inputs {
		if in.Required && op.Body == nil && at(v, "info", "input", "queryParams", in.Name) == nil {
			t.Errorf("%s: required %s has no example in info", op.Name(), in.Name)
		}
	}
}

func TestBazaarOfEveryOperationIsValidInEveryFormAndEachIsNoLonger(t *testing.T) {
	for _, op := range loadSpec(t).Operations {
		if !op.Paid {
			continue
		}
		var whole, before json.RawMessage
		for i, form := range bazaarForms() {
			block, err := bazaarIn(op, form)
			if err != nil {
				t.Fatal(err)
			}
			checkBazaar(t, op, block)
			if i == 0 {
				whole = block
			} else if len(block) > len(before) {
				t.Errorf("%s: form %d has %d bytes, the one before %d", op.Name(), i, len(block), len(before))
			}
			before = block
		}
		if at(parse(t, whole), "info", "output", "example") == nil {
			t.Errorf("%s: the whole block has no example answer", op.Name())
		}
	}
}

// 2,200 bytes leave room in a header of 4 kB for the rest of a quote with two networks.
func TestBazaarOfEveryOperationFitsTheHeader(t *testing.T) {
	for _, op := range loadSpec(t).Operations {
		if !op.Paid {
			continue
		}
		block, err := BazaarWithin(op, 2200)
		if err != nil {
			t.Fatal(err)
		}
		if len(block) > 2200 {
			t.Errorf("%s: the least block has %d bytes", op.Name(), len(block))
		}
		checkBazaar(t, op, block)
	}
}

func bigOperation() *spec.Operation {
	long := strings.Repeat("words ", 40)
	enum := openapi3.NewStringSchema()
	for c := 'a'; c <= 'z'; c++ {
		enum.Enum = append(enum.Enum, strings.Repeat(string(c), 12))
	}
	out := openapi3.NewObjectSchema()
	example := map[string]any{}
	for c := 'a'; c <= 'p'; c++ {
		p := openapi3.NewStringSchema()
		p.Description = long
		out.WithProperty(strings.Repeat(string(c), 8), p)
		example[strings.Repeat(string(c), 8)] = long
	}
	return &spec.Operation{
		Method: "GET", Path: "/big", Paid: true, Output: out, Example: example,
		Inputs: []spec.Input{
			{Name: "q", In: "query", Required: true, Description: long, Schema: openapi3.NewStringSchema().WithMaxLength(9), Example: "x"},
			{Name: "kind", In: "query", Description: long, Schema: enum, Example: "aaaaaaaaaaaa"},
		},
	}
}

func TestTrimmingDropsTheExampleAnswerFirstAndInputsLast(t *testing.T) {
	op := bigOperation()
	whole, err := bazaarIn(op, bazaarForms()[0])
	if err != nil {
		t.Fatal(err)
	}
	last := len(whole)
	for _, c := range []struct {
		max                                  int
		example, outputText, inputText, kind bool
	}{
		{len(whole), true, true, true, true},
		{len(whole) - 1, false, true, true, true},
		{5000, false, false, true, true},
		{1900, false, false, false, true},
		{0, false, false, false, false},
	} {
		block, err := BazaarWithin(op, c.max)
		if err != nil {
			t.Fatal(err)
		}
		if len(block) > last {
			t.Errorf("at most %d: %d bytes, more than the fuller form", c.max, len(block))
		}
		last = len(block)
		checkBazaar(t, op, block)
		v := parse(t, block)
		got := []bool{
			at(v, "info", "output", "example") != nil,
			at(v, "schema", "properties", "output", "properties", "example", "properties", "aaaaaaaa", "description") != nil,
			at(v, "schema", "properties", "input", "properties", "queryParams", "properties", "q", "description") != nil,
			at(v, "info", "input", "queryParams", "kind") != nil,
		}
		if want := []bool{c.example, c.outputText, c.inputText, c.kind}; !reflect.DeepEqual(got, want) {
			t.Errorf("at most %d (%d bytes): example, output text, input text, optional input are %v, want %v", c.max, len(block), got, want)
		}
	}
}

func TestOutputSchemaV1IsNeverNull(t *testing.T) {
	ops := append(loadSpec(t).Operations, bigOperation(), &spec.Operation{Method: "POST", Path: "/p", Body: openapi3.NewObjectSchema()})
	for _, op := range ops {
		b, err := OutputSchemaV1(op)
		if err != nil {
			t.Fatal(err)
		}
		v := parse(t, b)
		if at(v, "input", "type") != "http" || at(v, "input", "method") != op.Method || at(v, "input", "discoverable") != true {
			t.Errorf("%s: input %s", op.Name(), b)
		}
		fields := "queryParams"
		if op.Body != nil {
			fields = "bodyFields"
		}
		inputs, ok := at(v, "input", fields).(map[string]any)
		if !ok || len(inputs) != len(op.Inputs) {
			t.Errorf("%s: %s %v", op.Name(), fields, inputs)
		}
		if _, ok := at(v, "output").(map[string]any); !ok {
			t.Errorf("%s: output %v", op.Name(), at(v, "output"))
		}
	}
}

func TestFieldsOfVersion1AreOfOneType(t *testing.T) {
	for _, c := range []struct{ why, in, want string }{
		{"nullable", `{"type":"string","nullable":true}`, `{"type":"string"}`},
		{"nullable enum", `{"type":"string","nullable":true,"enum":["a",null]}`, `{"type":"string","enum":["a"]}`},
		{"numbers to choose from", `{"type":"integer","enum":[1,2]}`, `{"type":"integer"}`},
		{"nullable inside",
			`{"type":"array","items":{"type":"object","properties":{"a":{"type":"integer","nullable":true}}}}`,
			`{"type":"array","items":{"type":"object","properties":{"a":{"type":"integer"}}}}`},
	} {
		got, err := json.Marshal(jsonSchema(schemaFrom(t, c.in), trim{depth: 2, fieldDef: true}))
		if err != nil {
			t.Fatal(err)
		}
		var a, b any
		if json.Unmarshal(got, &a) != nil || json.Unmarshal([]byte(c.want), &b) != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

func schemaFrom(t *testing.T, text string) *openapi3.SchemaRef {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData([]byte(`{"openapi":"3.0.3","info":{"title":"t","version":"1"},"paths":{},"components":{"schemas":{
		"Point":{"type":"object","properties":{"x":{"type":"integer"}}},
		"Tree":{"type":"object","properties":{"next":{"$ref":"#/components/schemas/Tree"}}},
		"It":` + text + `}}}`))
	if err != nil {
		t.Fatal(err)
	}
	return doc.Components.Schemas["It"]
}

func TestOpenAPISchemasBecomeJSONSchema(t *testing.T) {
	for _, c := range []struct{ why, in, want string }{
		{"nullable", `{"type":"string","nullable":true}`, `{"type":["string","null"]}`},
		{"nullable enum", `{"type":"string","nullable":true,"enum":["a"]}`, `{"type":["string","null"],"enum":["a",null]}`},
		{"nullable reference", `{"nullable":true,"allOf":[{"$ref":"#/components/schemas/Point"}]}`,
			`{"anyOf":[{"type":"null"},{"allOf":[{"type":"object","properties":{"x":{"type":"integer"}}}]}]}`},
		{"exclusive bounds", `{"type":"number","minimum":0,"exclusiveMinimum":true,"maximum":1}`, `{"type":"number","exclusiveMinimum":0,"maximum":1}`},
		{"unknown format", `{"type":"number","format":"decimal"}`, `{"type":"number"}`},
		{"known format", `{"type":"string","format":"date"}`, `{"type":"string","format":"date"}`},
		{"example and extensions", `{"type":"string","example":"a","x-foo":1,"deprecated":true}`, `{"type":"string"}`},
		{"one of", `{"oneOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`},
		{"closed", `{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"type":"array","maxItems":3,"items":{"type":"boolean"}}}}`,
			`{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"type":"array","maxItems":3,"items":{"type":"boolean"}}}}`},
		{"map", `{"type":"object","additionalProperties":{"type":"integer"}}`, `{"type":"object","additionalProperties":{"type":"integer"}}`},
		{"pattern", `{"type":"string","pattern":"^0x[0-9a-f]{40}$","minLength":1,"default":""}`, `{"type":"string","pattern":"^0x[0-9a-f]{40}$","minLength":1,"default":""}`},
		{"pattern of Go only", `{"type":"string","pattern":"(?i)^abc$"}`, `{"type":"string"}`},
	} {
		got, err := json.Marshal(jsonSchema(schemaFrom(t, c.in), wholeSchema))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(parse(t, got), parse(t, []byte(c.want))) {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

func TestRecursiveSchemaEnds(t *testing.T) {
	schema := jsonSchema(schemaFrom(t, `{"$ref":"#/components/schemas/Tree"}`), wholeSchema)
	depth := 0
	for v := any(schema); at(v, "properties") != nil; v = at(v, "properties", "next") {
		depth++
	}
	if depth != maxSchemaDepth {
		t.Errorf("depth %d", depth)
	}
}

func TestPatternsThatOtherDialectsMayRefuseAreDropped(t *testing.T) {
	for pattern, want := range map[string]bool{
		`^0x[0-9a-fA-F]{40}$`: true, `^[a-z]{1,3}(?:-[a-z]+)*$`: true, `^\d{4}-\d{2}$`: true, `^[\w\-.]+$`: true, `a{2,}`: true, `\bword\b`: true,
		`(?i)abc`: false, `(?P<x>a)`: false, `[[:alpha:]]`: false, `\pL`: false, `\z`: false, `\_`: false, `a{,3}`: false, `}`: false, `]`: false, `[a`: false, `a\`: false, `{`: false, `[\b]`: false,
	} {
		if got := portablePattern(pattern); got != want {
			t.Errorf("%s: %v", pattern, got)
		}
	}
}
