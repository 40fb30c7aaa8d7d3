package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"sort"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
)

// validate checks a request against the spec and brings its query to one spelling: lists joined by
// commas, booleans as true and false, defaults filled in, tracking parameters dropped. The error is a
// problem that names the field.
func validate(r *http.Request, op *spec.Operation) error {
	query, err := normalQuery(r.URL.RawQuery, op)
	if err != nil {
		return err
	}
	r.URL.RawQuery = query.Encode()
	if op.Body != nil {
		assumeJSON(r, op)
	}
	unread := unreadMembers(op)
	input := &openapi3filter.RequestValidationInput{
		Request: r, Route: op.Route, QueryParams: query,
		Options: &openapi3filter.Options{
			AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
			KeepValidatedValue: true,
			ExcludeRequestBody: unread != nil,
		},
	}
	if err := openapi3filter.ValidateRequest(context.WithoutCancel(r.Context()), input); err != nil {
		return inputProblem(err, op)
	}
	if unread != nil {
		return validateMembers(r, op, unread)
	}
	return nil
}

var (
	integerPattern = regexp.MustCompile(`^-?[0-9]{1,30}$`)
	numberPattern  = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,4})?$`)
)

const (
	maxNumberText = 400
	maxFieldName  = 200
)

// normalQuery reads a raw query by the operation's parameters.
func normalQuery(raw string, op *spec.Operation) (url.Values, error) {
	given, err := url.ParseQuery(raw)
	if err != nil {
		return nil, problem.InvalidCode("query", problem.CodeMalformedQuery, "the query string is not URL-encoded")
	}
	params := map[string]spec.Input{}
	if op.Body == nil {
		for _, in := range op.Inputs {
			params[in.Name] = in
		}
	}
	names := make([]string, 0, len(given))
	for name := range given {
		names = append(names, name)
	}
	sort.Strings(names)
	out := url.Values{}
	for _, name := range names {
		in, known := params[name]
		if !known {
			in, known = otherCase(name, op, given)
		}
		if !known {
			if strings.HasPrefix(name, "utm_") || name == "_" {
				continue
			}
			return nil, unknownInput(name, op)
		}
		value, err := normalValue(in, given[name])
		if err != nil {
			return nil, err
		}
		if value == nil {
			continue
		}
		out.Set(in.Name, *value)
	}
	return out, nil
}

// otherCase takes a parameter that is written in another case, as agents do with S and K, unless it
// is given in its own case too or two parameters differ in nothing else.
func otherCase(name string, op *spec.Operation, given url.Values) (found spec.Input, ok bool) {
	if op.Body != nil {
		return found, false
	}
	for _, in := range op.Inputs {
		if !strings.EqualFold(in.Name, name) || given.Has(in.Name) {
			continue
		}
		if ok {
			return spec.Input{}, false
		}
		found, ok = in, true
	}
	return found, ok
}

// normalValue is one parameter's value in its one spelling, or nil when it counts as not given.
func normalValue(in spec.Input, values []string) (*string, error) {
	if in.Schema.Type.Is("array") {
		var items []string
		for _, v := range values {
			for _, item := range strings.Split(v, ",") {
				if item = strings.TrimSpace(item); item != "" {
					items = append(items, item)
				}
			}
		}
		if items == nil {
			return nil, nil
		}
		joined := strings.Join(items, ",")
		return &joined, nil
	}
	if len(values) > 1 {
		return nil, problem.Invalid(in.Name, "%s must be given once", in.Name)
	}
	value := values[0]
	if in.Schema.Type.Is("string") {
		if value == "" && !in.AllowEmpty {
			return nil, nil
		}
		return &value, nil
	}
	value = strings.TrimSpace(value)
	switch {
	case value == "":
		return nil, nil
	case in.Schema.Type.Is("integer"):
		if !integerPattern.MatchString(value) {
			return nil, problem.Invalid(in.Name, "%s must be a whole number", in.Name)
		}
	case in.Schema.Type.Is("number"):
		if len(value) > maxNumberText || !numberPattern.MatchString(value) {
			return nil, problem.Invalid(in.Name, "%s must be a decimal number", in.Name)
		}
		value = strings.TrimPrefix(value, "+")
	case in.Schema.Type.Is("boolean"):
		switch strings.ToLower(value) {
		case "true", "1", "yes":
			value = "true"
		case "false", "0", "no":
			value = "false"
		default:
			return nil, problem.Invalid(in.Name, "%s must be true or false", in.Name)
		}
	}
	return &value, nil
}

func unknownInput(name string, op *spec.Operation) error {
	name = shownName(name)
	names := make([]string, len(op.Inputs))
	for i, in := range op.Inputs {
		names[i] = in.Name
	}
	near := nearest(name, names, 1)
	if len(near) > 0 {
		return problem.InvalidCode(name, problem.CodeUnknownParameter,
			"%s is no parameter of %s; did you mean %s?", quoteName(name), op.Name(), near[0])
	}
	if len(names) == 0 {
		return problem.InvalidCode(name, problem.CodeUnknownParameter,
			"%s is no parameter of %s, which has none", quoteName(name), op.Name())
	}
	where := ""
	if op.Body != nil {
		where = " of the JSON body"
	}
	return problem.InvalidCode(name, problem.CodeUnknownParameter,
		"%s is no parameter of %s; it takes %s%s", quoteName(name), op.Name(), strings.Join(names, ", "), where)
}

// shownName is a caller's name for an input as problems show it. One with an @ is an e-mail address that was meant as a value: it is
// not repeated.
func shownName(name string) string {
	if strings.Contains(name, "@") {
		return "?@?"
	}
	return name
}

// quoteName keeps a caller's name short in an error.
func quoteName(name string) string {
	return `"` + strings.ToValidUTF8(clip.Shown(name, 60), "?") + `"`
}

// nearest are the up to n names most like name, nearest first; none when nothing is near.
func nearest(name string, names []string, n int) []string {
	type candidate struct {
		name     string
		distance int
	}
	if len(name) > 100 {
		return nil
	}
	var near []candidate
	for _, other := range names {
		d := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(other))
		if d <= max(2, len(other)/3) || len(name) > 2 && strings.Contains(other, strings.ToLower(name)) {
			near = append(near, candidate{other, d})
		}
	}
	sort.SliceStable(near, func(i, j int) bool { return near[i].distance < near[j].distance })
	out := make([]string, 0, n)
	for i := 0; i < len(near) && i < n; i++ {
		out = append(out, near[i].name)
	}
	return out
}

// assumeJSON reads a body without a useful content type as JSON: curl -d and many small clients send
// JSON under the type of an HTML form.
func assumeJSON(r *http.Request, op *spec.Operation) {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	declared := op.Route.Operation.RequestBody.Value.Content
	if declared.Get(kind) != nil && kind != "" {
		return
	}
	if kind == "" || kind == "application/x-www-form-urlencoded" || kind == "text/plain" || strings.HasSuffix(kind, "json") {
		r.Header.Set("Content-Type", "application/json")
	}
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
	if errors.Is(request.Err, openapi3filter.ErrInvalidRequired) || errors.Is(request.Err, openapi3filter.ErrInvalidEmptyValue) {
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
	return problem.New(http.StatusUnsupportedMediaType, problem.CodeUnsupportedMediaType,
		"the body of %s must be application/json", op.Name())
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
	case "pattern":
		return problem.Invalid(field, "%s", patternText(name, e.Schema, op))
	case "anyOf":
		return alternativeProblem(field, e, op)
	}
	return problem.Invalid(field, "%s: %s", name, e.Reason)
}

// patternText says in words what a text should have looked like: what the input is, and an example of it. The pattern
// itself is for programs.
func patternText(name string, schema *openapi3.Schema, op *spec.Operation) string {
	about := schema.Description
	example := schema.Example

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

	text := name + " does not have the form that it must have"
	if example != nil {
		text += fmt.Sprintf(", such as %v", example)
	}
	if about != "" {
		text += ": " + about
	}
	return text
}

// alternativeProblem says what breaks the alternative of the value's own type, or which types there are.
func alternativeProblem(field string, e *openapi3.SchemaError, op *spec.Operation) error {
	types := make([]string, 0, len(e.Schema.AnyOf))
	for _, alternative := range e.Schema.AnyOf {
		var broken *openapi3.SchemaError
		if !errors.As(alternative.Value.VisitJSON(e.Value), &broken) {
			continue
		}
		if broken.SchemaField != "type" || len(broken.JSONPointer()) > 0 {
			return schemaProblem(field, broken, op)
		}
		types = append(types, strings.Join(alternative.Value.Type.Slice(), " or "))
	}
	return problem.Invalid(field, "%s must be of type %s", field, strings.Join(types, " or "))
}

// unsupportedMember finds the name in the validator's sentence about it, which is the only place that has it.
var unsupportedMember = regexp.MustCompile(`^property "(.*)" is unsupported$`)

// unknownMember names a member of a body object that the spec does not have.
func unknownMember(object string, e *openapi3.SchemaError, op *spec.Operation) error {
	found := unsupportedMember.FindStringSubmatch(e.Reason)
	if found == nil {
		return problem.Invalid(object, "%s: %s", object, e.Reason)
	}
	name, members := shownName(found[1]), make([]string, 0, len(e.Schema.Properties))
	for member := range e.Schema.Properties {
		members = append(members, member)
	}
	sort.Strings(members)
	field := name
	if object != "body" {
		field = object + "." + name
	}
	field = clip.Cut(field, maxFieldName)
	if near := nearest(name, members, 1); len(near) > 0 {
		return problem.InvalidCode(field, problem.CodeUnknownParameter,
			"%s is no member of the body of %s; did you mean %s?", quoteName(name), op.Name(), near[0])
	}
	return problem.InvalidCode(field, problem.CodeUnknownParameter,
		"%s is no member of the body of %s; it takes %s", quoteName(name), op.Name(), strings.Join(members, ", "))
}

func enumText(s *openapi3.Schema) string {
	parts := make([]string, 0, len(s.Enum))
	for _, v := range s.Enum {
		if text, ok := v.(string); ok {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}
