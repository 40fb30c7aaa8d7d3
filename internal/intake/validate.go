// Package intake reads a request by the spec, before its handler does: its inputs in their one spelling, or a problem
// that names the field and the rule.
package intake

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/shopspring/decimal"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/web/loosejson"
)

// Validate checks a request against the spec and brings its query to one spelling: lists joined by
// commas, booleans as true and false, defaults filled in, tracking parameters dropped. The error is a
// problem that names the field.
func Validate(r *http.Request, op *spec.Operation) error {
	query, err := normalQuery(r.URL.RawQuery, op)
	if err != nil {
		return err
	}
	r.URL.RawQuery = query.Encode()

	if op.Body != nil {
		assumeJSON(r, op)
	}
	opaque := opaqueBody(r, op)
	if op.Body != nil && !opaque {
		if err := checkText(r, op); err != nil {
			return err
		}
	}

	unread := unreadMembers(op)
	input := &openapi3filter.RequestValidationInput{
		Request:     r,
		Route:       op.Route,
		QueryParams: query,
		PathParams:  op.PathValues(r.URL.Path),
		Options: &openapi3filter.Options{
			AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
			KeepValidatedValue: true,
			ExcludeRequestBody: unread != nil || opaque,
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

// Said is what a validated request says beside its path and body, without the values that it has by the spec's defaults
// anyway: its query, and the inputs in its header but for the one that names the request, as a second try has another.
// What was bought is named by it, so that a release with more inputs finds it again.
func Said(r *http.Request, op *spec.Operation) string {
	said := r.URL.Query()
	for _, p := range op.Route.Operation.Parameters {
		name := p.Value.Name
		header := p.Value.In == openapi3.ParameterInHeader && !strings.EqualFold(name, "X-Request-Id")
		if header && len(r.Header.Values(name)) > 0 {
			name = "header:" + name
			said[name] = r.Header.Values(p.Value.Name)
		}
		if p.Value.Schema != nil && p.Value.Schema.Value.Default != nil &&
			said.Get(name) == fmt.Sprint(p.Value.Schema.Value.Default) {
			said.Del(name)
		}
	}
	return said.Encode()
}

// opaqueBody says that the body of a request is of a declared type that is not read here: only sold APIs take another
// than JSON.
func opaqueBody(r *http.Request, op *spec.Operation) bool {
	body := op.Route.Operation.RequestBody
	if op.Backend == "" || body == nil {
		return false
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind != "application/json" && body.Value.Content.Get(kind) != nil
}

var numberPattern = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$`)

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
	for _, in := range op.Inputs {
		if in.In == "query" {
			params[in.Name] = in
		}
	}

	names := slices.Sorted(maps.Keys(given))

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
		value, err := normalValue(in, given[name], op)
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
	for _, in := range op.Inputs {
		if in.In != "query" || !strings.EqualFold(in.Name, name) || given.Has(in.Name) {
			continue
		}
		if ok {
			return spec.Input{}, false
		}
		found = in
		ok = true
	}
	return found, ok
}

// unseen matches blanks and invisible characters that copied text brings along: marks of direction and of no width.
func unseen(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }

// trimmed is a text without unseen characters at its ends. What has no other is left to the handler, which refuses it.
func trimmed(text string) string { return cmp.Or(strings.TrimFunc(text, unseen), text) }

// plain is a text as a plain keyboard writes it: trimmed, with a space for tabs and other spaces, letters and digits
// in their usual width, and accents on their letters. A URL is only trimmed: its site has given the names in its path.
func plain(text string) string {
	text = trimmed(text)
	if strings.Contains(text, "://") {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Zs, r) || r == '\t' {
			return ' '
		}
		return r
	}, norm.NFC.String(width.Fold.String(text)))
}

// dialled is a phone number in plain. A space in place of its + stays: one that was not encoded arrives so.
func dialled(text string) string {
	number := plain(text)
	if strings.HasPrefix(text, " ") && !strings.HasPrefix(number, "+") {
		return " " + number
	}
	return number
}

// normalValue is one parameter's value in its one spelling, or nil when it counts as not given. An input that may be
// the empty text is data, and all of it counts. What goes to a sold API is only trimmed.
func normalValue(in spec.Input, values []string, op *spec.Operation) (*string, error) {
	spelling := plain
	switch {
	case in.AllowEmpty:
		spelling = strings.Clone
	case op.Backend != "":
		spelling = trimmed
	case in.Schema.Format == kindPhone:
		spelling = dialled
	}

	if in.Schema.Type.Is("array") {
		return normalList(in, spelling(strings.Join(values, ",")), op)
	}
	if len(values) > 1 {
		return nil, problem.Invalid(in.Name, "%s must be given once", in.Name)
	}

	value := spelling(values[0])
	if value == "" && !in.AllowEmpty {
		return nil, nil
	}
	if in.Schema.Type.Is("string") {
		value, err := spelt(in.Name, value, in.Schema, op)
		return &value, err
	}

	if strings.TrimFunc(value, unseen) == "" {
		return nil, nil
	}
	var err error
	switch {
	case in.Schema.Type.Is("integer"), in.Schema.Type.Is("number"):
		value, err = number(in, value)
	case in.Schema.Type.Is("boolean"):
		var said bool
		said, err = truth(in.Name, value)
		value = strconv.FormatBool(said)
	}
	return &value, err
}

// normalList is a list with each item in its one spelling and once, joined by commas; nil for an empty one. One that is
// too long with its doubles stays so, and the schema refuses it.
func normalList(in spec.Input, joined string, op *spec.Operation) (*string, error) {
	of := in.Schema.Items // which sold APIs may leave out
	if of == nil {
		of = &openapi3.SchemaRef{Value: &openapi3.Schema{}}
	}

	var items []string
	for item := range strings.SplitSeq(joined, ",") {
		item = strings.TrimFunc(item, unseen)
		if item == "" {
			continue
		}
		item, err := spelt(in.Name, item, of.Value, op)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	if most := in.Schema.MaxItems; op.Backend == "" && (most == nil || uint64(len(items)) <= *most) {
		items = each.Once(items)
	}
	if items == nil {
		return nil, nil
	}
	list := strings.Join(items, ",")
	return &list, nil
}

// number is a number in its one spelling: 7 for +7, 07, 7.0 and 70e-1.
func number(in spec.Input, text string) (string, error) {
	var read decimal.Decimal
	known := len(text) <= maxNumberText && numberPattern.MatchString(text)
	if known {
		var err error
		read, err = decimal.NewFromString(text)
		known = err == nil
	}

	switch {
	case in.Schema.Type.Is("integer") && !(known && read.IsInteger()):
		return "", problem.Invalid(in.Name, "%s must be a whole number", in.Name)
	case !known:
		return "", problem.Invalid(in.Name, "%s must be a decimal number", in.Name)
	}
	return read.String(), nil
}

func unknownInput(name string, op *spec.Operation) error {
	name = shownName(name)
	names := each.Of(op.Inputs, func(in spec.Input) string { return in.Name })

	near := Nearest(name, names, 1)
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

// shownName is a caller's name for an input as problems show it. One with an @ is an e-mail address that was meant as a
// value: it is not repeated.
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

// Nearest are the up to n names most like name, nearest first; none when nothing is near.
func Nearest(name string, names []string, n int) []string {
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
	if kind == "" || kind == "application/x-www-form-urlencoded" || kind == "text/plain" ||
		strings.HasSuffix(kind, "json") {
		r.Header.Set("Content-Type", "application/json")
	}
}

// checkText refuses a body that two readers could read differently. Decoders replace bytes and escapes that are not
// characters by U+FFFD, take one of two members of the same name, and may ignore what follows the value. The answer
// would be about another text than the caller's.
func checkText(r *http.Request, op *spec.Operation) error {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	var body bytes.Buffer
	if r.ContentLength > 0 {
		body.Grow(int(min(r.ContentLength, op.MaxBody)) + bytes.MinRead)
	}
	var tooLarge *http.MaxBytesError
	if _, err := body.ReadFrom(r.Body); errors.As(err, &tooLarge) {
		return problem.TooLarge("body", "the request body must have at most %d bytes", tooLarge.Limit)
	} else if err != nil {
		return problem.InvalidCode("body", problem.CodeUnreadableBody, "the request body could not be read")
	}
	text := body.Bytes()
	r.Body = io.NopCloser(bytes.NewReader(text))

	if !utf8.Valid(text) {
		return problem.InvalidCode("body", problem.CodeMalformedJSON, "the body has bytes that are not UTF-8")
	}
	if at := loosejson.LoneSurrogate(text); at >= 0 {
		return problem.InvalidCode("body", problem.CodeMalformedJSON,
			"the body has the escape %s, which is half of a surrogate pair and no character", text[at:at+6])
	}
	return checkJSON(text)
}

// checkJSON refuses what is not one JSON value, and one with a member that stands twice in an object. The validator
// says what is wrong with a body that is empty.
func checkJSON(text []byte) error {
	if jsontext.Value(text).IsValid() {
		return nil
	}

	err := jsontext.NewDecoder(bytes.NewBuffer(text)).SkipValue()
	var wrong *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &wrong):
		return problem.InvalidCode("body", problem.CodeMalformedJSON,
			"the body has a member twice in one object: %s; readers differ in which of the two they take",
			quoteName(wrong.JSONPointer.LastToken()))
	}
	return problem.InvalidCode("body", problem.CodeMalformedJSON, "the body must be one JSON value")
}
