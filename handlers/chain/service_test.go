package chain_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/handlers/chain"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// service is the family's routes as they are served, behind validation by the spec, on a test chain.
type service struct {
	t      *testing.T
	doc    *openapi3.T
	router routers.Router
	echo   *echo.Echo
	chain  *chaintest.Chain
	world  *upstreamtest.World

	transport http.RoundTripper // in place of world
}

func serve(t *testing.T, prices chain.Pricer) *service {
	t.Helper()
	s := &service{t: t, chain: chaintest.Start(t, chaintest.Options{}), world: upstreamtest.New(t)}
	s.chain.Mount(s.world)
	s.start(prices)
	return s
}

func (s *service) start(prices chain.Pricer) {
	s.t.Helper()
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	var err error
	if s.doc, err = loader.LoadFromFile("../../openapi/chain.yaml"); err != nil {
		s.t.Fatal(err)
	}
	if s.router, err = legacy.NewRouter(s.doc, openapi3.DisableExamplesValidation()); err != nil {
		s.t.Fatal(err)
	}
	pool := s.world.Pool(s.t, nil)
	if s.transport != nil {
		pool = upstream.NewPool(upstream.Options{Transport: s.transport})
	}
	chains, err := evm.New(pool, evm.Options{HedgeAfter: 30 * time.Second})
	if err != nil {
		s.t.Fatal(err)
	}
	s.echo = echo.New()
	s.echo.HTTPErrorHandler = func(err error, c echo.Context) {
		problem.From(upstream.Problem(err)).Write(c.Response(), "test")
	}
	h := chain.New(chain.Sources{Chains: chains, Pool: pool, Gateways: s.world})
	if prices != nil {
		chain.SetPricer(h, prices)
	}
	h.Register(s.echo)
}

// answer is a response's status and body.
type answer struct {
	status int
	body   map[string]any
	raw    string
}

func (s *service) get(target string) answer {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), http.MethodGet, target, nil)
	route, params, err := s.router.FindRoute(r)
	if err == nil {
		err = openapi3filter.ValidateRequest(r.Context(), &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route})
	}
	if err != nil {
		return answer{status: http.StatusBadRequest, raw: err.Error()}
	}
	w := httptest.NewRecorder()
	s.echo.ServeHTTP(w, r)
	a := answer{status: w.Code, raw: w.Body.String()}
	if err := json.Unmarshal(w.Body.Bytes(), &a.body); err != nil {
		s.t.Fatalf("%s: %v: %s", target, err, a.raw)
	}
	if w.Code == http.StatusOK {
		schema := route.Operation.Responses.Value("200").Value.Content.Get("application/json").Schema.Value
		if err := schema.VisitJSON(a.body); err != nil {
			s.t.Errorf("%s: the answer breaks the schema: %v", target, err)
		}
	}
	return a
}

// volatile are members that differ from one chain to the next.
var volatile = []string{"block_hash", "timestamp"}

// TestSpecExamplesAreWhatTheRoutesAnswer sends each example of the spec and compares the whole answer.
func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s := serve(t, nil)
	for path, item := range s.doc.Paths.Map() {
		for _, op := range item.Operations() {
			if !mine[op.OperationID] {
				continue
			}
			t.Run(op.OperationID, func(t *testing.T) {
				query := url.Values{}
				for _, p := range op.Parameters {
					switch example := p.Value.Example.(type) {
					case nil:
					case string:
						query.Set(p.Value.Name, example)
					case []any:
						var list []string
						for _, item := range example {
							list = append(list, item.(string))
						}
						query.Set(p.Value.Name, strings.Join(list, ","))
					case bool:
						query.Set(p.Value.Name, map[bool]string{true: "true", false: "false"}[example])
					default:
						t.Fatalf("example %v", example)
					}
				}
				got := s.get(path + "?" + query.Encode())
				if got.status != http.StatusOK {
					t.Fatalf("%d %s", got.status, got.raw)
				}
				want := op.Responses.Value("200").Value.Content.Get("application/json").Example.(map[string]any)
				for _, name := range volatile {
					if _, there := got.body[name]; there {
						got.body[name], want[name] = nil, nil
					}
				}
				if !reflect.DeepEqual(got.body, want) {
					t.Errorf("got  %s\nwant %v", got.raw, want)
				}
			})
		}
	}
}

// mine are the operations that this file's tests are about.
var mine = map[string]bool{"gas": true, "tokenMeta": true, "walletBalances": true, "code": true, "tx": true, "resolve": true}
