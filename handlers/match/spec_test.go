package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/problem"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/labstack/echo/v4"
)

var loadSpec = sync.OnceValues(func() (*openapi3.T, error) {
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	return loader.LoadFromFile("../../openapi/match.yaml")
})

// failer is what testing.T and rapid.T share.
type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// serve answers a request as the service does: validation and defaults from the spec, the generated
// server, problems as JSON. A 200 must be what the spec says.
func serve(t failer, h *Handlers, method, target, body string) (int, []byte) {
	t.Helper()
	doc, err := loadSpec()
	if err != nil {
		t.Fatalf("loading the spec: %v", err)
	}
	path, _, _ := strings.Cut(target, "?")
	item := doc.Paths.Value(path)
	op := item.GetOperation(method)
	req := httptest.NewRequest(method, target, strings.NewReader(body))
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	err = openapi3filter.ValidateRequest(req.Context(), &openapi3filter.RequestValidationInput{
		Request: req, Route: &routers.Route{Spec: doc, Path: path, PathItem: item, Method: method, Operation: op},
	})
	if err != nil {
		field := ""
		var broken *openapi3filter.RequestError
		if errors.As(err, &broken) && broken.Parameter != nil {
			field = broken.Parameter.Name
		}
		var at *openapi3.SchemaError
		if errors.As(err, &at) && field == "" {
			field = strings.Join(at.JSONPointer(), ".")
		}
		return http.StatusBadRequest, problem.Invalid(field, "breaks the spec").JSON("")
	}
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) { problem.From(err).Write(c.Response(), "") }
	h.Register(e)
	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, req)
	if rec.Code == http.StatusOK {
		var value any
		if err := json.Unmarshal(rec.Body.Bytes(), &value); err != nil {
			t.Fatalf("%s %s: the answer is not JSON: %v", method, target, err)
		}
		schema := op.Responses.Value("200").Value.Content.Get("application/json").Schema.Value
		if err := schema.VisitJSON(value); err != nil {
			t.Fatalf("%s %s: the answer breaks the spec: %v", method, target, err)
		}
		if extra := undeclared(schema, value, ""); extra != "" {
			t.Fatalf("%s %s: the spec does not know %s", method, target, extra)
		}
	}
	return rec.Code, rec.Body.Bytes()
}

// undeclared is the first member of value that the schema does not describe.
func undeclared(s *openapi3.Schema, value any, at string) string {
	switch v := value.(type) {
	case map[string]any:
		if s.AdditionalProperties.Schema != nil || s.AdditionalProperties.Has != nil && *s.AdditionalProperties.Has {
			return ""
		}
		for name, member := range v {
			p := s.Properties[name]
			if p == nil {
				return at + "." + name
			}
			if extra := undeclared(p.Value, member, at+"."+name); extra != "" {
				return extra
			}
		}
	case []any:
		for i, member := range v {
			if extra := undeclared(s.Items.Value, member, fmt.Sprintf("%s[%d]", at, i)); extra != "" {
				return extra
			}
		}
	}
	return ""
}

// exampleRequest is the request that the spec's examples make up.
func exampleRequest(t failer, path string, op *openapi3.Operation) (target, body string) {
	values := url.Values{}
	for _, p := range op.Parameters {
		if p.Value.Example != nil {
			values.Set(p.Value.Name, fmt.Sprint(p.Value.Example))
		}
	}
	if op.RequestBody != nil {
		text, err := json.Marshal(op.RequestBody.Value.Content.Get("application/json").Example)
		if err != nil {
			t.Fatalf("example body: %v", err)
		}
		return path, string(text)
	}
	return path + "?" + values.Encode(), ""
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	doc, err := loadSpec()
	if err != nil {
		t.Fatal(err)
	}
	h := New(names.New())
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			target, body := exampleRequest(t, path, op)
			code, answer := serve(t, h, method, target, body)
			if code != http.StatusOK {
				t.Errorf("%s %s: %d %s", method, target, code, answer)
				continue
			}
			want, err := json.Marshal(op.Responses.Value("200").Value.Content.Get("application/json").Example)
			if err != nil {
				t.Fatal(err)
			}
			var a, b any
			if json.Unmarshal(answer, &a) != nil || json.Unmarshal(want, &b) != nil || !reflect.DeepEqual(a, b) {
				t.Errorf("%s %s: the example is\n%s\nthe answer is\n%s", method, path, want, answer)
			}
		}
	}
}
