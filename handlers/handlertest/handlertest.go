// Package handlertest puts one family's routes behind validation by its spec file, the way they are served, for tests of the
// family. Payment is not part of it: the whole-server tests are for that.
package handlertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
)

// Service is a family's routes.
type Service struct {
	testing.TB
	Doc    *openapi3.T
	router routers.Router
	echo   *echo.Echo
}

// Now is the time at which the examples of the spec are answered.
func Now() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// New serves the family whose spec is openapi/<family>.yaml; register puts its handlers on the router. It is called from
// tests in handlers/<family>.
func New(tb testing.TB, family string, register func(e *echo.Echo)) *Service {
	tb.Helper()
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	doc, err := loader.LoadFromFile("../../openapi/" + family + ".yaml")
	if err != nil {
		tb.Fatal(err)
	}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		tb.Fatal(err)
	}
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) { problem.From(upstream.Problem(err)).Write(c.Response(), "") }
	register(e)
	return &Service{TB: tb, Doc: doc, router: router, echo: e}
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
	r := httptest.NewRequestWithContext(s.Context(), http.MethodPost, route, bytes.NewReader(text))
	r.Header.Set("Content-Type", "application/json")
	return s.Do(r)
}

// Do sends r and gives the answer's status and JSON. A 200 that breaks its schema, or has a member that the schema does not
// name, fails the test, and so does a 500.
func (s *Service) Do(r *http.Request) (status int, answer map[string]any) {
	s.Helper()
	w := httptest.NewRecorder()
	route, params, err := s.router.FindRoute(r)
	if err != nil {
		s.Fatalf("%s %s: %v", r.Method, r.URL.Path, err)
	}
	err = openapi3filter.ValidateRequest(r.Context(), &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route})
	if err != nil {
		problem.Invalid("query", "%v", err).Write(w, "")
	} else {
		s.echo.ServeHTTP(w, r)
	}
	if w.Code == http.StatusInternalServerError {
		s.Errorf("%s %s: 500 %s", r.Method, r.URL.Path, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		s.Fatalf("%s %s: %d %q", r.Method, r.URL.Path, w.Code, w.Body)
	}
	if w.Code == http.StatusOK {
		schema := route.Operation.Responses.Value("200").Value.Content.Get("application/json").Schema.Value
		if err := schema.VisitJSON(answer, openapi3.MultiErrors()); err != nil {
			s.Errorf("%s %s: the answer breaks its schema: %v", r.Method, r.URL.Path, err)
		}
		for _, extra := range undeclared("", answer, schema) {
			s.Errorf("%s %s: the answer has %s, which the schema does not name", r.Method, r.URL.Path, extra)
		}
	}
	return w.Code, answer
}

// CheckExamples calls every operation with the example of the spec and compares the whole answer with the example
// there. Members of the top object named in but are left out: those that tell the time of the call.
func (s *Service) CheckExamples(but ...string) {
	s.Helper()
	for path, item := range s.Doc.Paths.Map() {
		for method, op := range item.Operations() {
			status, got := s.callExample(method, path, op)
			want, _ := op.Responses.Value("200").Value.Content.Get("application/json").Example.(map[string]any)
			g := clean(got, but)
			w := clean(want, but)
			if status != http.StatusOK || !reflect.DeepEqual(g, w) {
				s.Errorf("%s %s: %d\ngot  %s\nwant %s", method, path, status, pretty(g), pretty(w))
			}
		}
	}
}

func (s *Service) callExample(method, path string, op *openapi3.Operation) (int, map[string]any) {
	s.Helper()
	if op.RequestBody != nil {
		return s.Post(path, op.RequestBody.Value.Content.Get("application/json").Example)
	}
	var query []string
	for _, p := range op.Parameters {
		if p.Value.Example == nil {
			continue
		}
		text := fmt.Sprint(p.Value.Example)
		if list, ok := p.Value.Example.([]any); ok {
			words := make([]string, len(list))
			for i, x := range list {
				words[i] = fmt.Sprint(x)
			}
			text = strings.Join(words, ",")
		}
		query = append(query, p.Value.Name, text)
	}
	return s.Do(httptest.NewRequestWithContext(s.Context(), method, path+"?"+values(query).Encode(), nil))
}

func values(pairs []string) url.Values {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return q
}

// clean is a JSON value as it comes out of the decoder, without the members named in but. When a source was read is
// compared only in whether it is there: most tests read their sources by the machine's clock.
func clean(v map[string]any, but []string) map[string]any {
	var copied map[string]any
	text, err := json.Marshal(v)
	if err != nil || json.Unmarshal(text, &copied) != nil {
		return v
	}
	for name := range copied {
		if slices.Contains(but, name) {
			delete(copied, name)
		}
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
		if len(schema.Properties) == 0 && len(schema.AllOf)+len(schema.OneOf)+len(schema.AnyOf) > 0 || schema.AdditionalProperties.Has != nil && *schema.AdditionalProperties.Has {
			return nil
		}
		for name, member := range x {
			if p := schema.Properties[name]; p != nil {
				out = append(out, undeclared(at+"."+name, member, p.Value)...)
			} else if extra := schema.AdditionalProperties.Schema; extra != nil {
				out = append(out, undeclared(at+"."+name, member, extra.Value)...)
			} else if len(schema.Properties) > 0 {
				out = append(out, at+"."+name)
			}
		}
	case []any:
		if schema.Items != nil {
			for _, item := range x {
				out = append(out, undeclared(at+"[]", item, schema.Items.Value)...)
			}
		}
	}
	return out
}
