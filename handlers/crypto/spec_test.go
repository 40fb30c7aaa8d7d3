package crypto

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
	doc, err := loader.LoadFromFile("../../openapi/crypto.yaml")
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

// TestEmptyInputReachesTheHash: the namehash of the empty name is asked for with an empty parameter.
func TestEmptyInputReachesTheHash(t *testing.T) {
	_, handler := service(t)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/crypto/hash?algo=namehash&input=", nil))
	if want := `"hash":"0x` + strings.Repeat("0", 64) + `"`; w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
		t.Errorf("%d %s, want %s", w.Code, w.Body, want)
	}
}

// TestBigNumbersSurviveValidation: args may be JSON numbers of any size.
func TestBigNumbersSurviveValidation(t *testing.T) {
	_, handler := service(t)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/crypto/abi", strings.NewReader(
		`{"op":"encode","types":["uint256"],"args":[115792089237316195423570985008687907853269984665640564039457584007913129639935]}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if want := `"data":"0x` + strings.Repeat("f", 64) + `"`; w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
		t.Errorf("%d %s, want %s", w.Code, w.Body, want)
	}
}
