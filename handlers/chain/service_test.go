package chain_test

import (
	"encoding/json"
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

	"github.com/farebox/farebox/handlers/chain"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle/prices"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// service is the family's routes as served, behind validation by the spec, on a test chain.
type service struct {
	t      *testing.T
	doc    *openapi3.T
	router routers.Router
	echo   *echo.Echo
	chain  *chaintest.Chain
	world  *upstreamtest.World

	transport http.RoundTripper // in place of world
}

func serve(t *testing.T, prices prices.Pricer) *service {
	t.Helper()
	s := &service{t: t, chain: chaintest.Start(t, chaintest.Options{}), world: upstreamtest.New(t)}
	s.chain.Mount(s.world)
	s.start(prices)
	return s
}

func (s *service) start(prices prices.Pricer) {
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

// live are members whose values depend on when the real chain was read. TestAnswersOfTheTestChain checks the
// routes' values on the test chain.
var live = map[string]bool{
	"gas_price_gwei": true, "gas_price_wei": true, "base_fee_wei": true, "next_base_fee_wei": true,
	"priority_fee_wei": true, "max_fee_wei": true, "block": true, "confirmations": true,
	"total_supply": true, "total_supply_raw": true, "balance": true, "balance_raw": true,
	"code_hash": true, "code_size": true,
}

// alike reports whether two values have one shape and differ only in live members.
func alike(got, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		have, ok := got.(map[string]any)
		if !ok || len(have) != len(want) {
			return false
		}
		for name, value := range want {
			if live[name] && reflect.TypeOf(have[name]) == reflect.TypeOf(value) {
				continue
			}
			if other, there := have[name]; !there || !alike(other, value) {
				return false
			}
		}
		return true
	case []any:
		have, ok := got.([]any)
		return ok && slices.EqualFunc(have, want, alike)
	}
	return reflect.DeepEqual(got, want)
}

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
				if !alike(got.body, want) {
					t.Errorf("got  %s\nwant %v", got.raw, want)
				}
			})
		}
	}
}

// mine are the operations under test in this file.
var mine = map[string]bool{"gas": true, "tokenMeta": true, "walletBalances": true, "code": true, "tx": true, "resolve": true}

// TestAnswersOfTheTestChain compares whole answers with the test chain's values.
func TestAnswersOfTheTestChain(t *testing.T) {
	s := serve(t, nil)
	for target, want := range map[string]string{
		"/gas": `{"base_fee_wei":"765680","block":2,"chain":"eip155:8453","gas_price_gwei":0.00176568,
			"gas_price_wei":1765680,"l1_base_fee_wei":"1200000000","l1_blob_base_fee_wei":"1","network":"base",
			"next_base_fee_wei":"671047","priority_fee_wei":"1000000","suggested":[
			{"max_fee_wei":"2342094","priority_fee_wei":"1000000","speed":"slow"},
			{"max_fee_wei":"2342094","priority_fee_wei":"1000000","speed":"standard"},
			{"max_fee_wei":"2342094","priority_fee_wei":"1000000","speed":"fast"}],"warnings":[]}`,
		"/token/meta?token=0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913": `{
			"address":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913","block":2,"chain":"eip155:8453","decimals":6,
			"name":"USD Coin","network":"base","symbol":"USDC","total_supply":1000,"total_supply_raw":"1000000000"}`,
		"/wallet/balances?tokens=USDC,WETH&address=" + chaintest.Wallet.Hex(): `{
			"address":"0x1111111111111111111111111111111111111111","block":2,"chain":"eip155:8453",
			"native":{"balance":0.25,"balance_raw":"250000000000000000","symbol":"ETH","usd":null},"network":"base",
			"tokens":[
			{"address":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913","balance":7.5,"balance_raw":"7500000",
			"decimals":6,"error":null,"symbol":"USDC","token":"USDC","usd":null},
			{"address":"0x4200000000000000000000000000000000000006","balance":1.5,
			"balance_raw":"1500000000000000000","decimals":18,"error":null,"symbol":"WETH","token":"WETH","usd":null}],
			"total_usd":null,"usd_status":"not_requested"}`,
		"/code?address=" + chaintest.Proxy.Hex(): `{
			"address":"0x2222222222222222222222222222222222222222","chain":"eip155:8453",
			"code_hash":"0xc7377b3292f88378c724fe4ce9498752a033371e617c3851301d4ceed1f34341","code_size":45,
			"delegate":null,"is_contract":true,"is_delegated_eoa":false,"network":"base",
			"proxy_implementation":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913","proxy_type":"eip1167","warnings":[]}`,
		"/tx?hash=" + chaintest.ExampleTx.Hex(): `{"block_hash":null,"block_number":1,"chain":"eip155:8453",
			"confirmations":2,"contract_created":null,"effective_gas_price_wei":"1875000",
			"fee_eth":0.000000097333088509,"fee_wei":"97333088509",
			"from":"0x27E4f205325D887C1E2Af63170CB56EDbDa3c37C","gas_limit":3000000,"gas_price_wei":"1875000",
			"gas_used":29751,"hash":"0x46f381c65945cb772edce3fa9d99edb73c4aec6764fd7f47ba3417f7e0594537",
			"input_size":68,"l1_fee_wei":"41549963509","logs_count":1,"max_fee_per_gas_wei":"1000000000",
			"max_priority_fee_per_gas_wei":"1000000","method_id":"0xa9059cbb","mined_at":null,"native_symbol":"ETH",
			"network":"base","nonce":0,"status":1,"to":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
			"transaction_index":0,"type":2,"value_eth":0,"value_wei":"0","warnings":[]}`,
	} {
		got := s.get(target)
		if got.status != http.StatusOK {
			t.Fatalf("%s: %d %s", target, got.status, got.raw)
		}
		for _, ofTheRun := range []string{"block_hash", "mined_at"} {
			if _, there := got.body[ofTheRun]; there {
				got.body[ofTheRun] = nil
			}
		}
		var expected map[string]any
		if err := json.Unmarshal([]byte(want), &expected); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.body, expected) {
			t.Errorf("%s\ngot  %s\nwant %s", target, got.raw, want)
		}
	}
}
