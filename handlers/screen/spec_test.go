package screen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// loaded are the lists as the answers give them, each asked for once.
func loaded(t *testing.T, env map[string]string, answers ...upstreamtest.Answer) (*sanctions.Lists, *upstreamtest.World) {
	t.Helper()
	w := upstreamtest.New(t, answers...)
	pool := w.Pool(t, env, upstreamtest.SmallLists, upstreamtest.At(noon))
	l := sanctions.New(pool, names.New())
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	if err := l.Refresh(t.Context()); err != nil {
		t.Log(err)
	}
	return l, w
}

// service is the family's routes as they are served, behind validation by the spec.
func service(t *testing.T, lists *sanctions.Lists) (*openapi3.T, http.Handler) {
	t.Helper()
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	doc, err := loader.LoadFromFile("../../openapi/screen.yaml")
	if err != nil {
		t.Fatal(err)
	}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) {
		problem.From(upstream.Problem(err)).Write(c.Response(), "test")
	}
	New(lists, noon).Register(e)
	return doc, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		route, params, err := router.FindRoute(r)
		if err == nil {
			// Fills in defaults, as the server's validation does.
			err = openapi3filter.ValidateRequest(r.Context(), &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route})
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		e.ServeHTTP(w, r)
	})
}

func call(t *testing.T, h http.Handler, target string) (int, []byte) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil))
	return w.Code, w.Body.Bytes()
}

// TestSpecExamplesAreWhatTheRoutesAnswer sends each example of the spec and compares the whole answer.
func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	lists, world := loaded(t, nil, sanctionstest.Answers()...)
	if m := world.Misses(); len(m) > 0 {
		t.Fatalf("asked for what no publisher has: %q", m)
	}
	doc, handler := service(t, lists)
	for path, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			t.Run(op.OperationID, func(t *testing.T) {
				query := url.Values{}
				for _, p := range op.Parameters {
					if p.Value.Example != nil {
						query.Set(p.Value.Name, fmt.Sprint(p.Value.Example))
					}
				}
				code, body := call(t, handler, path+"?"+query.Encode())
				if code != http.StatusOK {
					t.Fatalf("%d %s", code, body)
				}
				var got any
				if err := json.Unmarshal(body, &got); err != nil {
					t.Fatal(err)
				}
				want := op.Responses.Value("200").Value.Content.Get("application/json").Example
				if !reflect.DeepEqual(got, want) {
					var out bytes.Buffer
					_ = json.Compact(&out, body)
					t.Errorf("got  %s\nwant %v", out.String(), want)
				}
			})
		}
	}
}
