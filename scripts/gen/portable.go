package main

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"
)

// lintPortable rejects what other validators and generators reject, as far as a program can tell without running
// them. scripts/validators runs them.
func lintPortable(say sayFunc, doc *openapi3.T) {
	eachSchema(doc, func(where string, ref *openapi3.SchemaRef) {
		if ref.Ref != "" {
			if hasSiblings(ref) {
				say(where, "nothing is allowed next to a $ref in OpenAPI 3.0; say it in the schema, or use allOf")
			}
			return
		}
		lintNull(say, where, ref.Value)
		lintMembers(say, where, ref.Value)
	})
}

// lintNull requires null in a form that every reader of OpenAPI 3.0 understands.
func lintNull(say sayFunc, where string, s *openapi3.Schema) {
	if s.Nullable && s.Type == nil {
		say(where, "nullable needs a type; a nullable reference is type: object, nullable: true, allOf: [$ref]")
	}

	listed := slices.Contains(s.Enum, nil)
	if s.Nullable && len(s.Enum) > 0 && !listed {
		say(where, "a nullable enum lists null")
	}
	if !s.Nullable && listed {
		say(where, "an enum that lists null is nullable: true")
	}
}

// lintMembers requires objects whose members TypeScript can express.
func lintMembers(say sayFunc, where string, s *openapi3.Schema) {
	others := s.AdditionalProperties
	composed := len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) > 0

	// Without a statement about members, such an object is empty for openapi-typescript.
	if s.Type.Is("object") && len(s.Properties) == 0 && !composed && others.Has == nil && others.Schema == nil {
		say(where, "an object without listed members says what it holds: additionalProperties")
	}

	// An index signature applies to all members, so the listed ones no longer fit. JSON Schema would allow it.
	if len(s.Properties) > 0 && others.Schema != nil && !acceptsAll(others.Schema) {
		say(where, "members beside the listed ones are of any type; name the type in words")
	}
}

func acceptsAll(ref *openapi3.SchemaRef) bool {
	s := ref.Value
	return ref.Ref == "" && s.Type == nil && len(s.AnyOf)+len(s.OneOf)+len(s.AllOf) == 0
}

// hasSiblings reports whether a reference has siblings of $ref.
func hasSiblings(ref *openapi3.SchemaRef) bool {
	text, err := json.Marshal(ref)
	if err != nil {
		return false
	}
	var members map[string]any
	return json.Unmarshal(text, &members) == nil && len(members) > 1
}

type visitSchema func(where string, ref *openapi3.SchemaRef)

// eachSchema visits every schema in the document, each once and with its place.
func eachSchema(doc *openapi3.T, visit visitSchema) {
	for name, ref := range doc.Components.Schemas {
		inPlace("schema "+name, ref, visit)
	}
	for name, header := range doc.Components.Headers {
		inPlace("header "+name, header.Value.Schema, visit)
	}
	eachParameter(doc, func(where string, p *openapi3.Parameter) { inPlace(where, p.Schema, visit) })
	eachMedia(doc, func(where string, media *openapi3.MediaType) { inPlace(where, media.Schema, visit) })
}

// inPlace visits the schema and those inside it. It does not follow references: their targets are visited
// separately.
func inPlace(where string, ref *openapi3.SchemaRef, visit visitSchema) {
	if ref == nil || ref.Value == nil {
		return
	}
	visit(where, ref)
	if ref.Ref != "" {
		return
	}

	s := ref.Value
	for name, member := range s.Properties {
		inPlace(where+"."+name, member, visit)
	}
	inPlace(where+"[]", s.Items, visit)
	inPlace(where+"{}", s.AdditionalProperties.Schema, visit)
	inPlace(where+" not", s.Not, visit)
	for _, list := range []openapi3.SchemaRefs{s.AllOf, s.OneOf, s.AnyOf} {
		for i, part := range list {
			inPlace(where+" part "+strconv.Itoa(i+1), part, visit)
		}
	}
}

// eachParameter visits the parameters of the components and of the operations.
func eachParameter(doc *openapi3.T, visit func(where string, p *openapi3.Parameter)) {
	for name, p := range doc.Components.Parameters {
		visit("parameter "+name, p.Value)
	}
	eachOperation(doc, func(where string, op *openapi3.Operation) {
		for _, p := range op.Parameters {
			if p.Ref == "" {
				visit(where+" "+p.Value.Name, p.Value)
			}
		}
	})
}

// eachMedia visits the bodies and answers of the components and of the operations, in each of their media types.
func eachMedia(doc *openapi3.T, visit func(where string, media *openapi3.MediaType)) {
	all := func(where string, content openapi3.Content) {
		for _, media := range content {
			visit(where, media)
		}
	}

	for name, body := range doc.Components.RequestBodies {
		all("request body "+name, body.Value.Content)
	}
	for name, response := range doc.Components.Responses {
		all("response "+name, response.Value.Content)
	}
	eachOperation(doc, func(where string, op *openapi3.Operation) {
		if op.RequestBody != nil && op.RequestBody.Ref == "" {
			all(where+" body", op.RequestBody.Value.Content)
		}
		for status, response := range op.Responses.Map() {
			if response.Ref == "" {
				all(where+" "+status, response.Value.Content)
			}
		}
	})
}

// eachOperation visits every operation with its name, "GET /path".
func eachOperation(doc *openapi3.T, visit func(where string, op *openapi3.Operation)) {
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			visit(method+" "+path, op)
		}
	}
}
