package discovery

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/spec"
)

// ArgumentsSchema is the JSON Schema (draft 2020-12) of the operation's inputs as one flat object: the parameters of
// its query, or the members of its body. References are drawn in and formats that only we know are left out.
//
// Alternatives at the top, as in a body that needs one of two members, are left out too: model APIs refuse a tool with
// them. The gate holds the call to them, and the descriptions name them.
func ArgumentsSchema(op *spec.Operation) (json.RawMessage, error) {
	return argumentsSchema(op, wholeSchema, oneLine)
}

// briefText is about how long a description may be in a list that a model reads whole, in bytes.
const briefText = 56

// BriefArgumentsSchema is [ArgumentsSchema] in a third of its length: the inputs with their types, values and defaults,
// and the first words about each. What is left out says no more than which values are refused.
func BriefArgumentsSchema(op *spec.Operation) (json.RawMessage, error) {
	bare := trim{
		descriptions: true,
		bounds:       true,
		enumOver:     24,
		depth:        2,
	}
	return argumentsSchema(op, bare, func(text string) string { return Opening(text, briefText) })
}

func argumentsSchema(op *spec.Operation, t trim, say func(string) string) (json.RawMessage, error) {
	properties := map[string]any{}
	required := []string{}
	for _, in := range op.Inputs {
		property := jsonSchema(openapi3.NewSchemaRef("", in.Schema), t)
		delete(property, "description")
		if text := say(in.Description); text != "" {
			property["description"] = text
		}
		if in.Schema.Default != nil {
			property["default"] = in.Schema.Default
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

// Opening is the beginning of a text, of about so many bytes: whole sentences where the first one is short enough, else
// a part of it that ends before a comma, a colon or a word.
func Opening(text string, about int) string {
	text = oneLine(text)
	if len(text) <= about {
		return text
	}

	end := 0
	for at := 0; ; {
		next := strings.Index(text[at:], ". ")
		if next < 0 || at+next+1 > about {
			break
		}
		end = at + next + 1
		at = end + 1
	}
	if end > 0 {
		return text[:end]
	}

	head := strings.ToValidUTF8(text[:about], "")
	for _, mark := range []string{"; ", ": ", ", ", " "} {
		if at := strings.LastIndex(head, mark); at > about/3 {
			head = head[:at]
			break
		}
	}
	if open := strings.LastIndex(head, "("); open > strings.LastIndex(head, ")") && open > about/3 {
		head = head[:open]
	}
	return strings.TrimRight(head, " ,;:(") + " ..."
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
