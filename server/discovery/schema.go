package discovery

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/jsontext"
)

// maxSchemaDepth bounds how deep a schema is drawn in; recursive schemas end there as "anything".
const maxSchemaDepth = 8

// trim says how much of a schema is left out. Every form accepts all that the whole schema accepts, so
// that an example which is valid stays so.
type trim struct {
	descriptions bool // leave descriptions out
	bounds       bool // leave lengths, ranges, patterns, formats and defaults out
	enumOver     int  // leave out enums with more values than this; 0 keeps all
	depth        int  // levels of members that are kept
	fieldDef     bool // keep to the field definitions of version 1: type is one word, enum holds words only
}

var wholeSchema = trim{depth: maxSchemaDepth}

// jsonSchema is s as JSON Schema (draft 2020-12) with its references drawn in. Words that only OpenAPI
// knows are dropped, nullable becomes a type, a Boolean exclusiveMinimum becomes a number.
//
// oneOf becomes anyOf: a branch that lost its bounds could accept what another one accepts, and facilitators
// refuse a payment whose example then matches twice. not is dropped for the same reason.
func jsonSchema(ref *openapi3.SchemaRef, t trim) map[string]any {
	out := map[string]any{}
	if ref == nil || ref.Value == nil {
		return out
	}
	s := ref.Value
	if s.Type != nil && len(s.Type.Slice()) > 0 {
		out["type"] = s.Type.Slice()[0]
	}
	if !t.descriptions && s.Description != "" {
		out["description"] = s.Description
	}

	enum := s.Enum
	if t.enumOver > 0 && len(enum) > t.enumOver {
		enum = nil
	}
	if t.fieldDef {
		enum = words(enum)
	}
	if len(enum) > 0 {
		out["enum"] = enum
	}

	if !t.bounds {
		putBounds(out, s)
	}
	if t.depth > 0 {
		putMembers(out, s, t)
	}
	if s.Nullable && !t.fieldDef {
		out = nullable(out)
	}
	return out
}

// words are an enum's values without null, or nothing when one of them is not text.
func words(enum []any) []any {
	var kept []any
	for _, v := range enum {
		if v == nil {
			continue
		}
		if _, text := v.(string); !text {
			return nil
		}
		kept = append(kept, v)
	}
	return kept
}

// nullable lets schema accept null too.
func nullable(schema map[string]any) map[string]any {
	typ, typed := schema["type"].(string)
	_, all := schema["allOf"]
	_, any_ := schema["anyOf"]
	if all || any_ { // a type next to them would not apply inside them
		return map[string]any{"anyOf": []any{map[string]any{"type": "null"}, schema}}
	}
	if typed {
		schema["type"] = []any{typ, "null"}
	}
	if enum, ok := schema["enum"].([]any); ok && !containsNil(enum) {
		schema["enum"] = append(append([]any{}, enum...), nil)
	}
	return schema
}

func containsNil(list []any) bool {
	return slices.Contains(list, nil)
}

func putBounds(out map[string]any, s *openapi3.Schema) {
	if s.Min != nil {
		out[boundName("minimum", "exclusiveMinimum", s.ExclusiveMin)] = *s.Min
	}
	if s.Max != nil {
		out[boundName("maximum", "exclusiveMaximum", s.ExclusiveMax)] = *s.Max
	}
	if s.MultipleOf != nil {
		out["multipleOf"] = *s.MultipleOf
	}

	if s.MinLength > 0 {
		out["minLength"] = s.MinLength
	}
	if s.MaxLength != nil {
		out["maxLength"] = *s.MaxLength
	}
	if s.Pattern != "" && portablePattern(s.Pattern) {
		out["pattern"] = s.Pattern
	}
	if knownFormats[s.Format] {
		out["format"] = s.Format
	}

	if s.MinItems > 0 {
		out["minItems"] = s.MinItems
	}
	if s.MaxItems != nil {
		out["maxItems"] = *s.MaxItems
	}
	if s.UniqueItems {
		out["uniqueItems"] = true
	}

	if s.MinProps > 0 {
		out["minProperties"] = s.MinProps
	}
	if s.MaxProps != nil {
		out["maxProperties"] = *s.MaxProps
	}

	if s.Default != nil {
		out["default"] = s.Default
	}
}

func boundName(plain, exclusive string, b openapi3.ExclusiveBound) string {
	if b.Bool != nil && *b.Bool {
		return exclusive
	}
	return plain
}

func putMembers(out map[string]any, s *openapi3.Schema, t trim) {
	inner := t
	inner.depth--
	if len(s.Properties) > 0 {
		props := make(map[string]any, len(s.Properties))
		for name, p := range s.Properties {
			props[name] = jsonSchema(p, inner)
		}
		out["properties"] = props
	}

	if len(s.Required) > 0 {
		out["required"] = s.Required
	}
	if s.Items != nil {
		out["items"] = jsonSchema(s.Items, inner)
	}
	if a := s.AdditionalProperties; a.Schema != nil {
		out["additionalProperties"] = jsonSchema(a.Schema, inner)
	} else if a.Has != nil && !*a.Has {
		out["additionalProperties"] = false
	}

	var either []any
	for _, sub := range append(append(openapi3.SchemaRefs{}, s.OneOf...), s.AnyOf...) {
		either = append(either, jsonSchema(sub, inner))
	}
	if either != nil {
		out["anyOf"] = either
	}

	var all []any
	for _, sub := range s.AllOf {
		all = append(all, jsonSchema(sub, inner))
	}
	if all != nil {
		out["allOf"] = all
	}
}

// knownFormats are those of JSON Schema 2020-12 that the spec uses; validators may refuse others.
var knownFormats = map[string]bool{
	"date":      true,
	"date-time": true,
	"email":     true,
	"hostname":  true,
	"ipv4":      true,
	"ipv6":      true,
	"uri":       true,
	"uuid":      true,
}

// portablePattern says whether a pattern of Go's dialect is surely one of ECMA 262 with the u flag too,
// where an unknown escape or group is an error that would make the whole schema, and so the payment, invalid.
func portablePattern(p string) bool {
	inClass := false
	for i := 0; i < len(p); i++ {
		switch c := p[i]; {
		case c == '\\':
			i++
			if i == len(p) {
				return false
			}
			// \b in a class is a backspace in one dialect and an error in the other.
			if !strings.ContainsRune(`^$\.*+?()[]{}|/dDwWsSnrt`, rune(p[i])) && !(p[i] == '-' && inClass) && !(p[i] == 'b' && !inClass) {
				return false
			}
		case c == '[' && inClass:
			return false // [[:alpha:]]
		case c == '[':
			inClass = true
		case c == ']':
			if !inClass {
				return false
			}
			inClass = false
		case inClass:
		case c == '(' && strings.HasPrefix(p[i:], "(?") && !strings.HasPrefix(p[i:], "(?:"):
			return false
		case c == '{':
			end := strings.IndexByte(p[i:], '}')
			if end < 2 || strings.Trim(p[i+1:i+end], "0123456789,") != "" || p[i+1] == ',' {
				return false
			}
			i += end
		case c == '}':
			return false
		}
	}

	return !inClass
}

func mustBeObject(schema map[string]any) map[string]any {
	if schema["type"] == nil {
		schema["type"] = "object"
	}
	return schema
}

func encode(v any) (json.RawMessage, error) {
	b, err := jsontext.Marshal(v)
	return json.RawMessage(b), err
}
