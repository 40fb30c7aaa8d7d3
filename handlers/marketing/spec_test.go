package marketing

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/farebox/farebox/internal/problem"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/labstack/echo/v4"
)

var loadSpec = sync.OnceValues(func() (*openapi3.T, error) {
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	return loader.LoadFromFile("../../openapi/marketing.yaml")
})

// failer is what testing.T, testing.B and rapid.T share.
type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// serve answers a request as the service does: validation from the spec, the generated server, problems
// as JSON. A 200 must be what the spec says and sums must be as promised.
func serve(t failer, path, body string) (int, []byte) {
	t.Helper()
	status, answer, op := exchange(t, path, body)
	if status == http.StatusOK {
		var value any
		if err := json.Unmarshal(answer, &value); err != nil {
			t.Fatalf("%s: the answer is not JSON: %v", path, err)
		}
		schema := op.Responses.Value("200").Value.Content.Get("application/json").Schema.Value
		if err := schema.VisitJSON(value); err != nil {
			t.Fatalf("%s: the answer breaks the spec: %v\n%s", path, err, answer)
		}
		if extra := undeclared(schema, value, ""); extra != "" {
			t.Fatalf("%s: the spec does not know %s", path, extra)
		}
	}
	return status, answer
}

// exchange is serve without the checks of the answer.
func exchange(t failer, path, body string) (int, []byte, *openapi3.Operation) {
	t.Helper()
	doc, err := loadSpec()
	if err != nil {
		t.Fatalf("loading the spec: %v", err)
	}
	item := doc.Paths.Value(path)
	req := httptest.NewRequest("POST", path, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	err = openapi3filter.ValidateRequest(req.Context(), &openapi3filter.RequestValidationInput{
		Request: req, Route: &routers.Route{Spec: doc, Path: path, PathItem: item, Method: "POST", Operation: item.Post},
	})
	if err != nil {
		field := ""
		var at *openapi3.SchemaError
		if errors.As(err, &at) {
			field = strings.Join(at.JSONPointer(), ".")
		}
		return http.StatusBadRequest, problem.Invalid(field, "breaks the spec").JSON(""), item.Post
	}
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) { problem.From(err).Write(c.Response(), "") }
	New().Register(e)
	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, req)
	return rec.Code, rec.Body.Bytes(), item.Post
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

// ok serves a request that must succeed and reads the answer into into.
func ok(t failer, path, body string, into any) {
	t.Helper()
	status, answer := serve(t, path, body)
	if status != http.StatusOK {
		t.Fatalf("%s %.300s: %d %s", path, body, status, answer)
	}
	if err := json.Unmarshal(answer, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// refused serves a request that must be a 400 and gives its problem.
func refused(t failer, path, body string) (code, field, detail string) {
	t.Helper()
	status, answer := serve(t, path, body)
	if status != http.StatusBadRequest {
		t.Fatalf("%s %.300s: %d %.300s", path, body, status, answer)
	}
	var p struct{ Code, Field, Detail string }
	if err := json.Unmarshal(answer, &p); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return p.Code, p.Field, p.Detail
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	doc, err := loadSpec()
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range doc.Paths.Map() {
		body, err := json.Marshal(item.Post.RequestBody.Value.Content.Get("application/json").Example)
		if err != nil {
			t.Fatal(err)
		}
		status, answer := serve(t, path, string(body))
		if status != http.StatusOK {
			t.Errorf("%s: %d %s", path, status, answer)
			continue
		}
		var got any
		if err := json.Unmarshal(answer, &got); err != nil {
			t.Fatal(err)
		}
		want := item.Post.Responses.Value("200").Value.Content.Get("application/json").Example
		if where := mismatch(got, want); where != "" {
			t.Errorf("%s: the example differs at %s; the answer is\n%s", path, where, answer)
		}
	}
}

// mismatch is where two JSON values differ, numbers by more than the last digits.
func mismatch(got, want any) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			return " (members)"
		}
		for name := range w {
			if d := mismatch(g[name], w[name]); d != "" {
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
			if d := mismatch(g[i], w[i]); d != "" {
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

// near allows for the last digits, which may be others on another architecture.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-11*math.Abs(want)+1e-14 }
