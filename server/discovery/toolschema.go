package discovery

import (
	"encoding/json"
	"fmt"
	"maps"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/spec"
)

// ArgumentsSchema is the JSON Schema (draft 2020-12) of the operation's inputs as one flat object: the parameters of
// its query, or the members of its body. References are drawn in and formats that only we know are left out.
//
// Alternatives at the top, as in a body that needs one of two members, are left out too: model APIs refuse a tool with
// them. The gate holds the call to them, and the descriptions name them.
func ArgumentsSchema(op *spec.Operation) (json.RawMessage, error) {
	properties := map[string]any{}
	required := []string{}
	for _, in := range op.Inputs {
		property := jsonSchema(openapi3.NewSchemaRef("", in.Schema), wholeSchema)
		if in.Description != "" {
			property["description"] = in.Description
		}
		properties[in.Name] = property
		if in.Required {
			required = append(required, in.Name)
		}
	}

	schema := map[string]any{
		"type":                 "object",
		"properties":           properties,
		"additionalProperties": false,
	}
	if len(required) > 0 {
		schema["required"] = required
	}
	text, err := encode(schema)
	if err != nil {
		return nil, fmt.Errorf("arguments of %s: %w", op.Name(), err)
	}
	return text, nil
}

// AnswerSchema is the JSON Schema of the operation's JSON answer; nil when it has none.
func AnswerSchema(op *spec.Operation) (json.RawMessage, error) {
	if op.Output == nil {
		return nil, nil
	}
	text, err := encode(mustBeObject(jsonSchema(openapi3.NewSchemaRef("", op.Output), wholeSchema)))
	if err != nil {
		return nil, fmt.Errorf("answer of %s: %w", op.Name(), err)
	}
	return text, nil
}

// ExampleArguments are the inputs of the spec's example call as one flat object.
func ExampleArguments(op *spec.Operation) (json.RawMessage, error) {
	values := map[string]any{}
	for _, in := range op.Inputs {
		if in.In != "" && in.Example != nil {
			values[in.Name] = in.Example
		}
	}
	if body, ok := op.BodyExample.(map[string]any); ok {
		maps.Copy(values, body)
	}

	text, err := encode(values)
	if err != nil {
		return nil, fmt.Errorf("example of %s: %w", op.Name(), err)
	}
	return text, nil
}
