package discovery

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/spec"
)

// Blocks remembers what quotes say about how routes are called, for the services of a process that sell the same
// routes. It is safe for concurrent use.
type Blocks struct {
	bazaar  writtenBlocks[fitted]
	outputs writtenBlocks[*spec.Operation]
}

// fitted is a route, and how much room its block may take.
type fitted struct {
	op       *spec.Operation
	maxBytes int
}

// writtenBlocks are blocks by what they were written for. Nobody may change one.
type writtenBlocks[K comparable] struct {
	mu      sync.Mutex
	written map[K]json.RawMessage
}

func (m *writtenBlocks[K]) get(key K, write func() (json.RawMessage, error)) (json.RawMessage, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if block, ok := m.written[key]; ok {
		return block, nil
	}
	block, err := write()
	if err != nil {
		return nil, err
	}

	if m.written == nil {
		m.written = map[K]json.RawMessage{}
	}
	m.written[key] = block
	return block, nil
}

// Bazaar is [BazaarWithin].
func (b *Blocks) Bazaar(op *spec.Operation, maxBytes int) (json.RawMessage, error) {
	return b.bazaar.get(fitted{op, maxBytes}, func() (json.RawMessage, error) { return BazaarWithin(op, maxBytes) })
}

// OutputV1 is [OutputSchemaV1].
func (b *Blocks) OutputV1(op *spec.Operation) (json.RawMessage, error) {
	return b.outputs.get(op, func() (json.RawMessage, error) { return OutputSchemaV1(op) })
}

// bazaarForm is one way to write the block, from the whole to the least.
type bazaarForm struct {
	outputExample bool // info.output.example
	requiredOnly  bool // of the inputs, only required ones
	input         trim
	output        trim
}

// bazaarForms go from the whole block to the least one. What helps a buyer choose and call is kept longest:
// the inputs' names, types and enums go after everything that describes the answer.
func bazaarForms() []bazaarForm {
	bare := trim{descriptions: true, bounds: true}
	at := func(t trim, depth int) trim { t.depth = depth; return t }
	noText := trim{descriptions: true, depth: maxSchemaDepth}
	within := func(enumOver, depth int) trim {
		return trim{
			descriptions: true,
			bounds:       true,
			enumOver:     enumOver,
			depth:        depth,
		}
	}

	return []bazaarForm{
		{outputExample: true, input: wholeSchema, output: wholeSchema},
		{input: wholeSchema, output: wholeSchema},
		{input: wholeSchema, output: noText},
		{input: noText, output: noText},
		{input: noText, output: at(bare, 3)},
		{input: noText, output: at(bare, 2)},
		{input: noText, output: at(bare, 1)},
		{input: within(24, 2), output: at(bare, 1)},
		{input: within(12, 1), output: at(bare, 0)},
		{input: within(12, 1), output: at(bare, 0), requiredOnly: true},
	}
}

// BazaarWithin is the bazaar extension of the operation's quote (x402 version 2, extensions.bazaar): info holds an
// example call and answer, schema the JSON Schema that info keeps to. It is the fullest form that has at most
// maxBytes, or the least form when none has: first the example answer goes, then descriptions, then the details of the
// schemas. Clients cap the sum of all headers at 16 kB and proxies one header at 4 to 8 kB, which base64 makes 3 to 6
// kB of JSON.
func BazaarWithin(op *spec.Operation, maxBytes int) (json.RawMessage, error) {
	forms := bazaarForms()
	blocks := make([]json.RawMessage, len(forms))
	var failed error
	write := func(i int) json.RawMessage {
		block, err := bazaarIn(op, forms[i])
		failed = errors.Join(failed, err)
		blocks[i] = block
		return block
	}

	// No form is longer than the one before it, and the first ones are long: most need not be written.
	least := len(forms) - 1
	fullest := sort.Search(least, func(i int) bool { return len(write(i)) <= maxBytes })
	if fullest == least {
		write(least)
	}
	return blocks[fullest], failed
}

func bazaarIn(op *spec.Operation, f bazaarForm) (json.RawMessage, error) {
	input, inputSchema := bazaarInput(op, f)
	output := map[string]any{"type": "json"}
	if f.outputExample && op.Example != nil {
		output["example"] = op.Example
	}

	answer := map[string]any{"type": "object"}
	if op.Output != nil {
		answer = jsonSchema(openapi3.NewSchemaRef("", op.Output), f.output)
	}
	block, err := encode(map[string]any{
		"info": map[string]any{"input": input, "output": output},
		"schema": map[string]any{
			"$schema":  "https://json-schema.org/draft/2020-12/schema",
			"type":     "object",
			"required": []any{"input"},
			"properties": map[string]any{
				"input": inputSchema,
				"output": map[string]any{
					"type":     "object",
					"required": []any{"type"},
					"properties": map[string]any{
						"type":    map[string]any{"type": "string"},
						"example": answer,
					},
				},
			},
		},
	})
	if err != nil {
		return nil, fmt.Errorf("bazaar block of %s: %w", op.Name(), err)
	}
	return block, nil
}

// bazaarInput is info.input and its schema: queryParams of a GET, always an object, because registries
// refuse a route without; the JSON body of a POST.
func bazaarInput(op *spec.Operation, f bazaarForm) (input, schema map[string]any) {
	input = map[string]any{"type": "http", "method": op.Method}
	props := map[string]any{
		"type":   map[string]any{"type": "string", "const": "http"},
		"method": map[string]any{"type": "string", "enum": []any{op.Method}},
	}

	required := []any{"type", "method"}
	if strings.Contains(op.Path, "{") {
		input["pathParams"] = examplesIn(op, "path", f)
		props["pathParams"] = map[string]any{"type": "object"}
	}
	if op.Body == nil {
		input["queryParams"] = examplesIn(op, "query", f)
		props["queryParams"] = querySchema(op, f)
	} else {
		input["bodyType"], input["body"] = "json", bodyExample(op, f)
		props["bodyType"] = map[string]any{"type": "string", "enum": []any{"json"}}
		props["body"] = bodySchema(op, f)
		required = append(required, "bodyType", "body")
	}

	return input, map[string]any{
		"type":                 "object",
		"required":             required,
		"additionalProperties": false,
		"properties":           props,
	}
}

// examplesIn are the examples of the parameters in one place.
func examplesIn(op *spec.Operation, place string, f bazaarForm) map[string]any {
	values := map[string]any{}
	for _, in := range op.Inputs {
		if in.In == place && in.Example != nil && (in.Required || !f.requiredOnly) {
			values[in.Name] = in.Example
		}
	}
	return values
}

func querySchema(op *spec.Operation, f bazaarForm) map[string]any {
	props := map[string]any{}
	var required []any
	for _, in := range op.Inputs {
		if in.In != "query" || !in.Required && f.requiredOnly {
			continue
		}
		p := jsonSchema(openapi3.NewSchemaRef("", in.Schema), f.input)
		if !f.input.descriptions && in.Description != "" {
			p["description"] = in.Description
		}
		props[in.Name] = p
		if in.Required {
			required = append(required, in.Name)
		}
	}

	schema := map[string]any{"type": "object", "properties": props}
	if required != nil {
		schema["required"] = required
	}
	return schema
}

func bodyExample(op *spec.Operation, f bazaarForm) any {
	whole, ok := op.BodyExample.(map[string]any)
	if !ok || !f.requiredOnly {
		return op.BodyExample
	}
	values := map[string]any{}
	for _, in := range op.Inputs {
		if v, given := whole[in.Name]; given && in.Required {
			values[in.Name] = v
		}
	}
	return values
}

// bodySchema of the least form is open: a body with fewer members than one of its alternatives wants
// must still be valid.
func bodySchema(op *spec.Operation, f bazaarForm) map[string]any {
	schema := jsonSchema(openapi3.NewSchemaRef("", op.Body), f.input)
	if f.requiredOnly {
		delete(schema, "anyOf")
		delete(schema, "allOf")
		if props, ok := schema["properties"].(map[string]any); ok {
			for _, in := range op.Inputs {
				if !in.Required {
					delete(props, in.Name)
				}
			}
		}
	}
	return mustBeObject(schema)
}

// OutputSchemaV1 is the outputSchema of an x402 version 1 quote: how to call the route, and the schema
// of its answer. It is never null, which version 1 clients refuse.
//
// Inputs are field definitions as the registry x402scan checks them (outputSchemaV1 of its source): objects
// whose type is a string, never a list, and whose enum holds strings. A field that may be null says so in
// its description at most. The answer may be any object, and is a JSON Schema.
func OutputSchemaV1(op *spec.Operation) (json.RawMessage, error) {
	fields := map[string]any{}
	for _, in := range op.Inputs {
		f := jsonSchema(openapi3.NewSchemaRef("", in.Schema), trim{
			descriptions: true,
			depth:        2,
			fieldDef:     true,
		})
		f["required"] = in.Required
		if in.Description != "" {
			f["description"] = in.Description
		}
		fields[in.Name] = f
	}

	input := map[string]any{
		"type":         "http",
		"method":       op.Method,
		"discoverable": true,
	}
	if op.Body == nil {
		input["queryParams"] = fields
	} else {
		input["bodyType"] = "json"
		input["bodyFields"] = fields
	}

	output := map[string]any{"type": "object"}
	if op.Output != nil {
		output = mustBeObject(jsonSchema(openapi3.NewSchemaRef("", op.Output), trim{
			descriptions: true,
			bounds:       true,
			depth:        maxSchemaDepth,
		}))
	}
	b, err := encode(map[string]any{"input": input, "output": output})
	if err != nil {
		return nil, fmt.Errorf("output schema of %s: %w", op.Name(), err)
	}
	return b, nil
}
