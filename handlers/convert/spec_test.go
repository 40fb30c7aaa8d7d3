package convert

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
)

// service is the family's routes as they are served, behind validation by the spec.
func service(t *testing.T) (*openapi3.T, http.Handler) {
	t.Helper()
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	doc, err := loader.LoadFromFile("../../openapi/convert.yaml")
	if err != nil {
		t.Fatal(err)
	}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	e := echo.New()
	New().Register(e)
	return doc, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		route, params, err := router.FindRoute(r)
		if err == nil {
			err = openapi3filter.ValidateRequest(r.Context(), &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route})
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		e.ServeHTTP(w, r)
	})
}

// TestSpecExamplesAreWhatTheRoutesAnswer sends each example of the spec and compares the whole answer.
func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	doc, handler := service(t)
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			t.Run(op.OperationID, func(t *testing.T) {
				query, body := url.Values{}, []byte{}
				for _, p := range op.Parameters {
					if p.Value.Example != nil {
						query.Set(p.Value.Name, p.Value.Example.(string))
					}
				}
				if op.RequestBody != nil {
					var err error
					if body, err = json.Marshal(op.RequestBody.Value.Content.Get("application/json").Example); err != nil {
						t.Fatal(err)
					}
				}
				r := httptest.NewRequestWithContext(t.Context(), method, path+"?"+query.Encode(), strings.NewReader(string(body)))
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, r)
				if w.Code != http.StatusOK {
					t.Fatalf("%d %s", w.Code, w.Body)
				}
				var got any
				if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
					t.Fatal(err)
				}
				if want := op.Responses.Value("200").Value.Content.Get("application/json").Example; !reflect.DeepEqual(got, want) {
					t.Errorf("got  %v\nwant %v", got, want)
				}
			})
		}
	}
}
