package phone

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/problem"
)

func spec(t *testing.T) *openapi3.Operation {
	t.Helper()
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	doc, err := loader.LoadFromFile("../../openapi/phone.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return doc.Paths.Value("/phone/intel").Get
}

// get asks the served route with a raw query.
func get(t *testing.T, query string) (int, map[string]any) {
	t.Helper()
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) { problem.From(err).Write(c.Response(), "") }
	New().Register(e)
	w := httptest.NewRecorder()
	e.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/phone/intel?"+query, nil))
	var body map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Fatalf("%s: %v", w.Body, err)
	}
	return w.Code, body
}

func TestSpecExampleIsWhatTheRouteAnswers(t *testing.T) {
	op := spec(t)
	code, got := get(t, "number="+url.QueryEscape(op.Parameters.GetByInAndName("query", "number").Example.(string)))
	if want := op.Responses.Value("200").Value.Content.Get("application/json").Example; code != 200 || !reflect.DeepEqual(any(got), want) {
		t.Errorf("%d\ngot  %v\nwant %v", code, got, want)
	}
}

func TestUnencodedPlusArrivesAsSpaceAndIsUnderstood(t *testing.T) {
	for _, query := range []string{"number=+14156667777", "number=%2B14156667777", "number=%20%2B1-415-666-7777", "number=+1+(415)+666-7777"} {
		if code, got := get(t, query); code != 200 || got["e164"] != "+14156667777" {
			t.Errorf("%s: %d %v", query, code, got)
		}
	}
}

func TestAnswersFitTheSchema(t *testing.T) {
	schema := spec(t).Responses.Value("200").Value.Content.Get("application/json").Schema.Value
	for _, row := range numbers {
		_, got := get(t, "number="+url.QueryEscape(row.number))
		if err := schema.VisitJSON(map[string]any(got)); err != nil {
			t.Errorf("%s: %v", row.number, err)
		}
		for name := range got {
			if schema.Properties[name] == nil {
				t.Errorf("%s: member %s is not in the spec", row.number, name)
			}
		}
	}
}
