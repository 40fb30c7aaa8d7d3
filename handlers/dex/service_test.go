package dex_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/handlers/dex"
	"github.com/farebox/farebox/handlers/dex/dextest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle/prices"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// The pools that stand for the market, by what they trade.
var (
	etherSlip = common.HexToAddress("0x3FE04A59Ebd38cF06080a6F60a98D124eb59392A") // WETH/USDC, WETH is token0
	etherUni  = common.HexToAddress("0xd0b53D9277642d899DF5C87A3966A349A798F224") // WETH/USDC
	bitcoin   = common.HexToAddress("0x4e962BB3889Bf030368F56810A9c96B83CB3E778") // USDC/cbBTC
	aero      = common.HexToAddress("0x6cDcb1C4A4D1C3C6d054b27AC5B77e89eAFb971d") // USDC/AERO, reserves
	virtual   = common.HexToAddress("0x21594b992F68495dD28d605834b58889d0a727c7") // VIRTUAL/WETH, reserves
	degen     = common.HexToAddress("0xc9034c3E7F58003E6ae0C8438e7c8f4598d5ACAA") // WETH/DEGEN
	aeroSlip  = common.HexToAddress("0x82321f3BEB69f503380D6B233857d5C43562e2D0") // WETH/AERO
)

// service is the family's routes on a test chain, with prices from the chain's own feeds.
type service struct {
	*handlertest.Service
	chain   *chaintest.Chain
	begin   int64
	clock   *atomic.Int64                           // Unix seconds
	broken  *atomic.Pointer[func(body string) bool] // requests that the endpoints fail
	traffic *traffic
}

// traffic is what endpoints were asked, one entry for each HTTP request.
type traffic struct {
	mu   sync.Mutex
	list []string
}

func (tr *traffic) add(body string) {
	var methods []string
	for _, m := range []string{"eth_chainId", "eth_call", "eth_getLogs", "eth_getBlockByNumber", "eth_getTransactionByHash"} {
		if strings.Contains(body, m) {
			methods = append(methods, m)
		}
	}
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.list = append(tr.list, strings.Join(methods, "+"))
}

// take gives the entries since the last time.
func (tr *traffic) take() []string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	list := tr.list
	tr.list = nil
	return list
}

// start is when the chain begins: a Friday noon.
const start = 1_795_176_000

func serve(t *testing.T, pricer prices.Pricer) *service {
	t.Helper()
	return serveFrom(t, start, pricer)
}

// serveFrom is serve on a chain that begins at another time.
func serveFrom(t *testing.T, begin int64, pricer prices.Pricer) *service {
	t.Helper()
	s := &service{begin: begin, clock: &atomic.Int64{}, broken: &atomic.Pointer[func(string) bool]{}, traffic: &traffic{}}
	s.clock.Store(begin)
	s.chain = chaintest.Start(t, chaintest.Options{More: dextest.Deployments(t), Now: s.now})
	s.Service = s.over(t, upstreamtest.New(t), pricer)
	return s
}

func (s *service) now() time.Time { return time.Unix(s.clock.Load(), 0).UTC() }

// over are the routes over another world with the chain.
func (s *service) over(t testing.TB, world *upstreamtest.World, pricer prices.Pricer) *handlertest.Service {
	t.Helper()
	for host, id := range chaintest.Hosts() {
		inner := s.chain.Handler(id)
		world.Handle(host, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			s.traffic.add(string(body))
			if fails := s.broken.Load(); fails != nil && (*fails)(strings.ToLower(string(body))) {
				http.Error(w, "no", http.StatusServiceUnavailable)
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			inner.ServeHTTP(w, r)
		}))
	}
	chains, err := evm.New(world.Pool(t, nil), evm.Options{HedgeAfter: time.Minute, Now: s.now})
	if err != nil {
		t.Fatal(err)
	}
	if pricer == nil {
		pricer = prices.New(chains, s.now)
	}
	return handlertest.New(t, "dex", dex.New(chains, pricer, s.now).Register)
}

// fail makes the endpoints fail requests whose body, in lower case, has all of these words.
func (s *service) fail(words ...string) {
	f := func(body string) bool {
		for _, w := range words {
			if !strings.Contains(body, strings.ToLower(w)) {
				return false
			}
		}
		return true
	}
	s.broken.Store(&f)
}

// block ends a block, at this many seconds after the start.
func (s *service) block(at int64) {
	s.Helper()
	s.clock.Store(s.begin + at)
	s.chain.Commit()
}

// list is a list of objects in an answer.
func list(t *testing.T, answer map[string]any, name string) []map[string]any {
	t.Helper()
	raw, ok := answer[name].([]any)
	if !ok {
		t.Fatalf("no list %s in %v", name, answer)
	}
	var out []map[string]any
	for _, x := range raw {
		out = append(out, x.(map[string]any))
	}
	return out
}

// ok calls a route and wants a 200.
func (s *service) ok(route string, query ...string) map[string]any {
	s.Helper()
	status, answer := s.Get(route, query...)
	if status != http.StatusOK {
		s.Fatalf("%s %v: %d %v", route, query, status, answer)
	}
	return answer
}
