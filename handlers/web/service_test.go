package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/extract"
	"github.com/farebox/farebox/fetch"
	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/handlers/web/webtest"
	"github.com/farebox/farebox/problem"
)

// service is the family's routes behind validation by the spec. Problems are answered as the server answers them.
type service struct {
	testing.TB
	doc     *openapi3.T
	handler http.Handler
}

func newService(t testing.TB, options fetch.Options, opts ...fetch.Option) *service {
	t.Helper()
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	doc, err := loader.LoadFromFile("../../openapi/web.yaml")
	if err != nil {
		t.Fatal(err)
	}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) { problem.From(err).Write(c.Response(), "") }
	extractor, err := extract.New()
	if err != nil {
		t.Fatal(err)
	}
	gen.RegisterHandlers(e, gen.NewStrictHandler(New(fetch.New(options, opts...), extractor), nil))
	return &service{t, doc, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		route, params, err := router.FindRoute(r)
		if err == nil {
			err = openapi3filter.ValidateRequest(r.Context(), &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route})
		}
		if err != nil {
			problem.Invalid("query", "%v", err).Write(w, "")
			return
		}
		e.ServeHTTP(w, r)
	})}
}

// get calls a route with the query given as names and values, and gives the status and the JSON of the answer.
func (s *service) get(route string, query ...string) (int, map[string]any) {
	s.Helper()
	q := url.Values{}
	for i := 0; i < len(query); i += 2 {
		q.Set(query[i], query[i+1])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequestWithContext(s.Context(), http.MethodGet, route+"?"+q.Encode(), nil))
	var answer map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		s.Fatalf("%s: %d %q", route, w.Code, w.Body)
	}
	if w.Code == http.StatusOK {
		schema := s.doc.Paths.Value(route).Get.Responses.Value("200").Value.Content.Get("application/json").Schema.Value
		if err := schema.VisitJSON(answer, openapi3.MultiErrors()); err != nil {
			s.Errorf("%s: the answer breaks its schema: %v", route, err)
		}
	}
	return w.Code, answer
}

// TestSpecExamplesAreWhatTheRoutesAnswer calls each route with the example of the spec and compares the whole answer.
func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s := newService(t, fetch.Options{}, webtest.Option(t))
	for route, item := range s.doc.Paths.Map() {
		t.Run(route, func(t *testing.T) {
			var query []string
			for _, p := range item.Get.Parameters {
				value, err := json.Marshal(p.Value.Example)
				if err != nil {
					t.Fatal(err)
				}
				text := strings.Trim(string(value), `"`)
				if list, ok := p.Value.Example.([]any); ok {
					words := make([]string, len(list))
					for i := range list {
						words[i] = list[i].(string)
					}
					text = strings.Join(words, ",")
				}
				query = append(query, p.Value.Name, text)
			}
			status, got := s.get(route, query...)
			want := item.Get.Responses.Value("200").Value.Content.Get("application/json").Example
			if example, ok := want.(map[string]any); ok && example["fetched_at"] != nil {
				got["fetched_at"] = example["fetched_at"] // the time of the test
			}
			if status != http.StatusOK || !reflect.DeepEqual(any(got), want) {
				g, _ := json.MarshalIndent(got, "", " ")
				w, _ := json.MarshalIndent(want, "", " ")
				t.Errorf("%d\ngot  %s\nwant %s", status, g, w)
			}
		})
	}
}
