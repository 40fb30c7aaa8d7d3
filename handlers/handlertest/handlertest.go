// Package handlertest puts one family's routes behind the validation of production, for tests of the family. Payment is
// not part of it: the whole-server tests are for that.
package handlertest

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/intake"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/spec/spectest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// loaded are the parts of the spec that have been read, by family.
var loaded sync.Map // family -> *spec.Spec

// load reads what the spec has of a family, once in a process.
func load(family string) (*spec.Spec, error) {
	if doc, ok := loaded.Load(family); ok {
		return doc.(*spec.Spec), nil
	}

	document, err := spectest.Part(gen.OpenAPI, family)
	if err != nil {
		return nil, err
	}
	doc, err := spec.Load(document)
	if err != nil {
		return nil, err
	}
	loaded.Store(family, doc)
	return doc, nil
}

// Failing is what a test can be told of: a testing.TB, or a check of rapid.
type Failing interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Now is the time at which the examples of the spec are answered.
func Now() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// Routes are the routes of a family.
type Routes struct {
	Doc  *openapi3.T
	spec *spec.Spec
	own  []*spec.Operation
	echo *echo.Echo
}

// RoutesOf are the routes that have the family as their tag in the spec; register puts its handlers on the router.
func RoutesOf(t Failing, family string, register func(e *echo.Echo)) *Routes {
	t.Helper()
	doc, err := load(family)
	if err != nil {
		t.Fatalf("the spec: %v", err)
	}

	routes := &Routes{
		Doc:  doc.Doc,
		spec: doc,
		echo: echo.New(),
	}
	for _, op := range doc.Operations {
		if op.Family == family {
			routes.own = append(routes.own, op)
		}
	}

	if routes.own == nil {
		t.Fatalf("the spec has no family %s", family)
	}
	routes.echo.HTTPErrorHandler = func(err error, c echo.Context) {
		problem.From(intake.Problem(err)).Write(c.Response(), "")
	}
	register(routes.echo)
	return routes
}

// Operations are the family's own.
func (r *Routes) Operations() []*spec.Operation { return r.own }

// Exchange sends a request and gives the answer's status and body. A 200 that breaks its schema, or has a member that
// the schema does not name, fails the test, and so does a 500.
func (r *Routes) Exchange(t Failing, request *http.Request) (status int, body []byte) {
	t.Helper()
	op, w := r.serve(t, request)
	name := request.Method + " " + request.URL.Path
	if w.Code == http.StatusInternalServerError {
		t.Errorf("%s: 500 %s", name, w.Body)
	}
	if w.Code != http.StatusOK || op.Output == nil {
		return w.Code, w.Body.Bytes()
	}

	var answer any
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%s: the answer is not JSON: %v", name, err)
	}
	if err := op.Output.VisitJSON(answer, openapi3.MultiErrors()); err != nil {
		t.Errorf("%s: the answer breaks its schema: %v", name, err)
	}
	for _, extra := range undeclared("", answer, op.Output) {
		t.Errorf("%s: the answer has %s, which the schema does not name", name, extra)
	}
	return w.Code, w.Body.Bytes()
}

// Serve is Exchange without a look at the answer, for what is measured.
func (r *Routes) Serve(t Failing, request *http.Request) (status int, body []byte) {
	t.Helper()
	_, w := r.serve(t, request)
	return w.Code, w.Body.Bytes()
}

func (r *Routes) serve(t Failing, request *http.Request) (*spec.Operation, *httptest.ResponseRecorder) {
	t.Helper()
	op, _ := r.spec.Lookup(request.Method, request.URL.Path)
	if op == nil {
		t.Fatalf("%s %s is no route", request.Method, request.URL.Path)
	}

	w := httptest.NewRecorder()
	request.Body = http.MaxBytesReader(w, request.Body, op.MaxBody)
	if err := intake.Validate(request, op); err != nil {
		problem.From(err).Write(w, "")
	} else {
		r.echo.ServeHTTP(w, request)
	}
	return op, w
}

// Service is a family's routes in one test.
type Service struct {
	testing.TB
	*Routes
}

// New serves the family in a test.
func New(tb testing.TB, family string, register func(e *echo.Echo)) *Service {
	tb.Helper()
	return &Service{TB: tb, Routes: RoutesOf(tb, family, register)}
}

// Over serves a family, which serve makes, over a new world of the answers that a test gives.
func Over(
	serve func(testing.TB, *upstreamtest.World) *Service,
) func(testing.TB, ...upstreamtest.Answer) (*Service, *upstreamtest.World) {
	return func(tb testing.TB, answers ...upstreamtest.Answer) (*Service, *upstreamtest.World) {
		tb.Helper()
		world := upstreamtest.New(tb, answers...)
		return serve(tb, world), world
	}
}

// OverWith is [Over] for a family that is made with something that tests choose, such as the time or its settings.
func OverWith[C any](
	serve func(testing.TB, C, *upstreamtest.World) *Service,
) func(testing.TB, C, ...upstreamtest.Answer) (*Service, *upstreamtest.World) {
	return func(tb testing.TB, chosen C, answers ...upstreamtest.Answer) (*Service, *upstreamtest.World) {
		tb.Helper()
		world := upstreamtest.New(tb, answers...)
		return serve(tb, chosen, world), world
	}
}

// Get calls a route with the query given as names and values.
func (s *Service) Get(route string, query ...string) (status int, answer map[string]any) {
	s.Helper()
	q := url.Values{}
	for i := 0; i < len(query); i += 2 {
		q.Set(query[i], query[i+1])
	}
	return s.Do(httptest.NewRequestWithContext(s.Context(), http.MethodGet, route+"?"+q.Encode(), nil))
}

// Post calls a route with body as JSON.
func (s *Service) Post(route string, body any) (status int, answer map[string]any) {
	s.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		s.Fatal(err)
	}
	return s.Do(Request(http.MethodPost, route, string(text)).WithContext(s.Context()))
}

// Do sends r and gives the answer's status and JSON; see [Routes.Exchange].
func (s *Service) Do(r *http.Request) (status int, answer map[string]any) {
	s.Helper()
	status, body := s.Exchange(s.TB, r)
	if err := json.Unmarshal(body, &answer); err != nil {
		s.Fatalf("%s %s: %d %q", r.Method, r.URL.Path, status, body)
	}
	return status, answer
}

// CheckExamples calls every operation with the example of the spec and compares the whole answer with the example
// there. Members named in but are left out, those within others by their path ("observed.remote_ip"): what is of the
// call, as its time.
func (s *Service) CheckExamples(but ...string) {
	s.Helper()
	for _, op := range s.own {
		request, err := exampleOf(op)
		if err != nil {
			s.Fatalf("%s: %v", op.Name(), err)
		}
		status, got := s.Do(request.WithContext(s.Context()))
		if where := Difference(without(got, but), without(op.Example, but)); status != http.StatusOK || where != "" {
			s.Errorf("%s: %d, the example differs at %s; the answer is\n%s", op.Name(), status, where, pretty(got))
		}
	}
}

// CheckExamples is [Service.CheckExamples] over a world that has an answer to each request of the examples.
func CheckExamples(s *Service, world *upstreamtest.World) {
	s.Helper()
	s.CheckExamples()
	if m := world.Misses(); len(m) > 0 {
		s.Errorf("asked for what the providers do not have: %q", m)
	}
}

// without is a copy of a JSON value as it comes out of a decoder, without the members named in but. When a
// source was read is compared only in whether it is there: most tests read their sources by the machine's clock.
func without(v any, but []string) any {
	var copied any
	text, err := json.Marshal(v)
	if err != nil || json.Unmarshal(text, &copied) != nil {
		return v
	}

	for _, path := range but {
		steps := strings.Split(path, ".")
		last := len(steps) - 1
		object, _ := Member(copied, strings.Join(steps[:last], ".")).(map[string]any)
		delete(object, steps[last])
	}
	hideMoments(copied)
	return copied
}

func hideMoments(v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if name == "fetched_at" && member != nil {
				v[name] = "a moment"
			}
			hideMoments(member)
		}
	case []any:
		for _, member := range v {
			hideMoments(member)
		}
	}
}

// Difference is where two JSON values differ, "" where they do not. Numbers may differ by the last digits, which are
// others on another architecture.
func Difference(got, want any) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			return " (members)"
		}
		for name := range w {
			if d := Difference(g[name], w[name]); d != "" {
				return "." + name + d
			}
		}
		return ""

	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return " (length)"
		}
		for i := range w {
			if d := Difference(g[i], w[i]); d != "" {
				return fmt.Sprintf("[%d]%s", i, d)
			}
		}
		return ""

	case float64:
		if g, ok := got.(float64); ok && near(g, w) {
			return ""
		}
	default:
		if got == want {
			return ""
		}
	}
	return fmt.Sprintf(": %v, not %v", got, want)
}

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-11*math.Abs(want)+1e-14 }

func pretty(v any) string {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// undeclared lists the members of v, at any depth, that its schema has no word for.
func undeclared(at string, v any, schema *openapi3.Schema) []string {
	var out []string
	switch x := v.(type) {
	case map[string]any:
		if len(schema.AllOf) == 1 && len(schema.Properties) == 0 {
			return undeclared(at, v, schema.AllOf[0].Value)
		}
		alternatives := len(schema.AllOf) + len(schema.OneOf) + len(schema.AnyOf)
		open := schema.AdditionalProperties.Has
		if len(schema.Properties) == 0 && alternatives > 0 || open != nil && *open {
			return nil
		}

		for name, member := range x {
			inner := schema.AdditionalProperties.Schema
			if known := schema.Properties[name]; known != nil {
				inner = known
			}
			switch {
			case inner != nil:
				out = append(out, undeclared(at+"."+name, member, inner.Value)...)
			case len(schema.Properties) > 0:
				out = append(out, at+"."+name)
			}
		}
	case []any:
		if schema.Items == nil {
			return nil
		}
		for _, item := range x {
			out = append(out, undeclared(at+"[]", item, schema.Items.Value)...)
		}
	}
	return out
}

// exampleOf is the request that the spec's examples make up.
func exampleOf(op *spec.Operation) (*http.Request, error) {
	if op.Body != nil {
		text, err := json.Marshal(op.BodyExample)
		return Request(op.Method, op.Path, string(text)), err
	}
	query := url.Values{}
	for name, value := range op.ExampleQuery() {
		query.Set(name, value)
	}
	return Request(op.Method, op.Path+"?"+query.Encode(), ""), nil
}

// Request is one with a body of JSON, "" if there is none.
func Request(method, target, body string) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}
