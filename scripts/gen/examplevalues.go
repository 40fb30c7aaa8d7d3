package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// emptyTexts are members in which "" is a value rather than a missing one, by place, with the reason.
var emptyTexts = map[string]string{
	"/attest/notarize snapshot.content_type": "signed as a string: EIP-712 has no null",
	"/mcp/scan tools[].location":             `the body is the tool: in RFC 6901 "" is the pointer to the whole`,
	"/mcp/scan tools[].findings[].location":  `the body is the tool: in RFC 6901 "" is the pointer to the whole`,
	"/mcp/scan findings[].location":          `of all tools: in RFC 6901 "" is the pointer to the whole`,
}

var momentPattern = regexp.MustCompile(`^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$`)

// lintExampleValues reports texts in the operation's 200 example that are empty, or times that the schema does not
// declare. It skips the content of objects with free members, because nothing is declared about it.
func lintExampleValues(say sayFunc, where string, op *openapi3.Operation) {
	ok := op.Responses.Value("200")
	if ok == nil || ok.Value == nil {
		return
	}
	media := ok.Value.Content.Get("application/json")
	if media == nil || media.Schema == nil {
		return
	}

	var said []string
	exampleTexts(media.Example, media.Schema, strings.Fields(where)[1], func(place, text string, s *openapi3.Schema) {
		problem := ""
		switch {
		case text == "" && emptyTexts[place] == "":
			problem = place + ": unknown and not there are null, not an empty text"
		case momentPattern.MatchString(text) && s.Format != "date-time":
			problem = place + ": a moment is a string of format date-time"
		}
		if problem != "" && !slices.Contains(said, problem) {
			said = append(said, problem)
			say(where, "%s", problem)
		}
	})
}

// exampleTexts calls visit with every text of the example for which the schema declares a string, and with its place.
func exampleTexts(
	value any, ref *openapi3.SchemaRef, place string, visit func(place, text string, schema *openapi3.Schema),
) {
	if ref == nil || ref.Value == nil {
		return
	}

	switch v := value.(type) {
	case string:
		if s := declaredAs("string", ref.Value); s != nil {
			visit(place, v, s)
		}
	case []any:
		if s := declaredAs("array", ref.Value); s != nil {
			for _, item := range v {
				exampleTexts(item, s.Items, place+"[]", visit)
			}
		}
	case map[string]any:
		join := "."
		if !strings.Contains(place, " ") {
			join = " "
		}
		for name, item := range v {
			if member := memberOf(ref.Value, name); member != nil {
				exampleTexts(item, member, place+join+name, visit)
				continue
			}
			exampleTexts(item, ref.Value.AdditionalProperties.Schema, place+"{}", visit)
		}
	}
}

// declaredAs is the schema, or the first of its parts, that has the type.
func declaredAs(typ string, s *openapi3.Schema) *openapi3.Schema {
	if s.Type.Is(typ) {
		return s
	}
	for _, part := range parts(s) {
		if found := declaredAs(typ, part.Value); found != nil {
			return found
		}
	}
	return nil
}

// memberOf is the schema of a member, also in the schema's parts.
func memberOf(s *openapi3.Schema, name string) *openapi3.SchemaRef {
	if member := s.Properties[name]; member != nil {
		return member
	}
	for _, part := range parts(s) {
		if member := memberOf(part.Value, name); member != nil {
			return member
		}
	}
	return nil
}

func parts(s *openapi3.Schema) openapi3.SchemaRefs { return slices.Concat(s.AllOf, s.OneOf, s.AnyOf) }
