package intake

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
)

// Problem is the problem that a handler's error is. What the generated code cannot read of the inputs is the caller's
// fault.
func Problem(err error) error {
	err = upstream.Problem(err)
	var own *problem.Problem
	var http4xx *echo.HTTPError
	if err == nil || errors.As(err, &own) || !errors.As(err, &http4xx) ||
		http4xx.Code >= http.StatusInternalServerError {
		return err
	}
	return problem.InvalidCode("", problem.CodeInvalidInput, "the input could not be read: %v", http4xx.Message)
}

// inputProblem turns what the validator says into a problem that names the field and the rule.
func inputProblem(err error, op *spec.Operation) error {
	var request *openapi3filter.RequestError
	if !errors.As(err, &request) {
		return problem.InvalidCode("", problem.CodeInvalidInput, "the request does not match the spec of %s", op.Name())
	}
	field := "body"
	if request.Parameter != nil {
		field = request.Parameter.Name
	}

	if errors.Is(request.Err, openapi3filter.ErrInvalidRequired) ||
		errors.Is(request.Err, openapi3filter.ErrInvalidEmptyValue) {
		return problem.Missing(field)
	}

	var schema *openapi3.SchemaError
	if errors.As(request.Err, &schema) {
		return schemaProblem(field, schema, op)
	}
	if strings.HasPrefix(request.Reason, "header Content-Type has unexpected value") {
		return wrongContentType(op)
	}

	var parse *openapi3filter.ParseError
	if errors.As(request.Err, &parse) && request.Parameter == nil {
		return problem.InvalidCode(field, problem.CodeMalformedJSON, "the body must be one JSON value")
	}
	return problem.Invalid(field, "%s is not a valid value", field)
}

func wrongContentType(op *spec.Operation) error {
	kinds := slices.Sorted(maps.Keys(op.Route.Operation.RequestBody.Value.Content))
	return problem.New(http.StatusUnsupportedMediaType, problem.CodeUnsupportedMediaType,
		"the body of %s must be %s", op.Name(), strings.Join(kinds, " or "))
}

func schemaProblem(field string, e *openapi3.SchemaError, op *spec.Operation) error {
	path := e.JSONPointer()
	if field == "body" && len(path) > 0 {
		field = strings.Join(path, ".")
	} else if field != "body" && len(path) > 0 {
		field += "." + strings.Join(path, ".")
	}

	field = clip.Cut(field, maxFieldName)
	name := field
	if name == "body" {
		name = "the body"
	}

	switch e.SchemaField {
	case "required":
		return problem.Missing(field)
	case "properties", "additionalProperties":
		return unknownMember(field, e, op)
	case "enum":
		return problem.Invalid(field, "%s must be one of %s", name, enumText(e.Schema))
	case "pattern", "format":
		return problem.Invalid(field, "%s", patternText(name, e.Schema, op))
	case "anyOf", "oneOf":
		return alternativeProblem(field, e, op)
	case "nullable":
		return nullProblem(field, name, e.Schema)
	}
	if rule := boundText(e.SchemaField, e.Schema); rule != "" {
		text := name + " must " + rule + suchAs(name, e.Schema, op)
		if e.SchemaField == "minLength" { // too short to be what is asked for
			text += whatItIs(name, e.Schema, op)
		}
		return problem.Invalid(field, "%s", text)
	}
	return problem.Invalid(field, "%s: %s", name, e.Reason)
}

// boundText is a bound of a schema that a value breaks; "" when it is another rule.
func boundText(rule string, s *openapi3.Schema) string {
	number := func(f *float64) string { return valueText(*f) }
	switch {
	case rule == "minimum" && s.Min != nil:
		return "be at least " + number(s.Min)
	case rule == "exclusiveMinimum" && s.Min != nil:
		return "be above " + number(s.Min)
	case rule == "maximum" && s.Max != nil:
		return "be at most " + number(s.Max)
	case rule == "exclusiveMaximum" && s.Max != nil:
		return "be below " + number(s.Max)
	case rule == "minLength", rule == "maxLength":
		return "have " + between(s.MinLength, s.MaxLength, "character")
	case rule == "minItems", rule == "maxItems":
		return "have " + between(s.MinItems, s.MaxItems, "item")
	}
	return ""
}

// between is how many there may be of something.
func between(least uint64, most *uint64, of string) string {
	plural := func(n uint64) string {
		if n == 1 {
			return "1 " + of
		}
		return strconv.FormatUint(n, 10) + " " + of + "s"
	}
	switch {
	case most == nil:
		return "at least " + plural(least)
	case least == *most:
		return plural(least)
	case least == 0:
		return "at most " + plural(*most)
	}
	return strconv.FormatUint(least, 10) + " to " + plural(*most)
}

// suchAs is an example of an input, where the spec has a short one.
func suchAs(name string, schema *openapi3.Schema, op *spec.Operation) string {
	_, example := meaning(name, schema, op)
	if text := valueText(example); text != "" && len(text) <= maxExample {
		return ", such as " + text
	}
	return ""
}

// maxExample bounds the example of an input in a problem, in bytes.
const maxExample = 100

// meaning is what the spec says about an input or a member of the body: its description, and an example or nil.
func meaning(name string, schema *openapi3.Schema, op *spec.Operation) (about string, example any) {
	about = schema.Description
	example = schema.Example

	root, _, _ := strings.Cut(name, ".")
	for _, input := range op.Inputs {
		if input.Name != root {
			continue
		}
		about = cmp.Or(about, input.Description)
		if example == nil && input.Name == name {
			example = input.Example
		}
	}
	return about, example
}

// patternText says in words what a text should have looked like: what the input is, and an example of it. The pattern
// itself is for programs.
func patternText(name string, schema *openapi3.Schema, op *spec.Operation) string {
	return name + " does not have the form that it must have" + suchAs(name, schema, op) + whatItIs(name, schema, op)
}

// whatItIs is the description of an input behind a colon.
func whatItIs(name string, schema *openapi3.Schema, op *spec.Operation) string {
	about, _ := meaning(name, schema, op)
	if about == "" {
		return ""
	}
	return ": " + about
}

// valueText is a text, number or boolean of the spec as a caller writes it; "" for other values. Numbers have no
// exponent.
func valueText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

// alternativeProblem says what breaks the alternative of the value's own type, or which types there are.
func alternativeProblem(field string, e *openapi3.SchemaError, op *spec.Operation) error {
	if e.Value == nil {
		return nullProblem(field, field, e.Schema)
	}
	for _, alternative := range slices.Concat(e.Schema.AnyOf, e.Schema.OneOf) {
		var broken *openapi3.SchemaError
		if !takes(alternative.Value, e.Value) || !errors.As(alternative.Value.VisitJSON(e.Value), &broken) {
			continue
		}
		return schemaProblem(field, broken, op)
	}
	return problem.Invalid(field, "%s must be of type %s", field, typesText(e.Schema))
}

// nullProblem is about a null where it means nothing; a schema may take any other type.
func nullProblem(field, name string, schema *openapi3.Schema) error {
	if types := typesText(schema); types != "" {
		return problem.Invalid(field, "%s must be of type %s, not null", name, types)
	}
	return problem.Invalid(field, "%s must not be null", name)
}

// takes says whether a value of JSON is of a type of the schema.
func takes(schema *openapi3.Schema, value any) bool {
	switch value.(type) {
	case string:
		return schema.Type.Permits("string")
	case bool:
		return schema.Type.Permits("boolean")
	case []any:
		return schema.Type.Permits("array")
	case map[string]any:
		return schema.Type.Permits("object")
	}
	return schema.Type.Permits("number") || schema.Type.Permits("integer")
}

// typesText is the types that a schema or its alternatives take.
func typesText(schema *openapi3.Schema) string {
	var types []string
	for _, s := range slices.Concat(openapi3.SchemaRefs{{Value: schema}}, schema.AnyOf, schema.OneOf, schema.AllOf) {
		for _, t := range s.Value.Type.Slice() {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	return strings.Join(types, " or ")
}

// unsupportedMember finds the name in the validator's sentence about it, which is the only place that has it.
var unsupportedMember = regexp.MustCompile(`^property "(.*)" is unsupported$`)

// unknownMember names a member of a body object that the spec does not have.
func unknownMember(object string, e *openapi3.SchemaError, op *spec.Operation) error {
	found := unsupportedMember.FindStringSubmatch(e.Reason)
	if found == nil {
		return problem.Invalid(object, "%s: %s", object, e.Reason)
	}
	name := shownName(found[1])
	members := slices.Sorted(maps.Keys(e.Schema.Properties))

	field := name
	if object != "body" {
		field = object + "." + name
	}

	field = clip.Cut(field, maxFieldName)

	if near := Nearest(name, members, 1); len(near) > 0 {
		return problem.InvalidCode(field, problem.CodeUnknownParameter,
			"%s is not a member of the body of %s; did you mean %s?", quoteName(name), op.Name(), near[0])
	}
	return problem.InvalidCode(field, problem.CodeUnknownParameter,
		"%s is not a member of the body of %s; it takes %s", quoteName(name), op.Name(), strings.Join(members, ", "))
}

func enumText(s *openapi3.Schema) string {
	parts := make([]string, 0, len(s.Enum))
	for _, v := range s.Enum {
		if text := valueText(v); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}
