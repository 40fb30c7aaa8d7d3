package server

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment/facilitator"
)

// TestStoppingProcessSettlesWhatItIsPaidFor ends Run while a settlement is under way.
func TestStoppingProcessSettlesWhatItIsPaidFor(t *testing.T) {
	t.Parallel()
	settling, goOn := make(chan struct{}), make(chan struct{})
	f := &scripted{settle: func(_ context.Context, r facilitator.Request) (facilitator.Settlement, error) {
		close(settling)
		<-goOn
		return facilitator.Settlement{Outcome: facilitator.Settled, Transaction: r.Payment.Payload.Authorization.Nonce}, nil
	}}
	metrics := freeAddr(t)
	s := start(t, newKey(t), map[string]string{"LISTEN_ADDR": "127.0.0.1:0", "METRICS_ADDR": metrics}, f.with(false))
	loadDatasets(t, s.server.parts.Upstreams)
	ctx, stop := context.WithCancel(t.Context())
	addr, ended := make(chan net.Addr, 1), make(chan error, 1)
	go func() { ended <- s.server.Run(ctx, func(a net.Addr) { addr <- a }) }()
	s.url = "http://" + (<-addr).String()
	r := s.paid(s.hashCall("x"), 2)
	got := make(chan answer, 1)
	go func() {
		a, err := send(r)
		if err != nil {
			t.Error(err)
		}
		got <- a
	}()
	<-settling
	stop()
	await.Until(t, "a closed listener", func() bool { // the request is still being settled
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err == nil {
			_ = conn.Close()
		}
		return err != nil
	})
	close(goOn)
	if a := <-got; a.status != http.StatusOK || !receiptOf(t, a).Success {
		t.Errorf("%d %s", a.status, a.body)
	}
	if err := <-ended; err != nil {
		t.Errorf("Run: %v", err)
	}
	sum, err := s.server.parts.Usage.Summarize(t.Context())
	if err != nil || len(sum.Routes) != 1 || sum.Routes[0].Paid != 1 || sum.Routes[0].Quotes != 1 {
		t.Errorf("recorded %+v, %v", sum.Routes, err)
	}
}

// TestStoppingProcessSaysSoBeforeItStopsListening: a balancer that asks for readiness sends nothing any more when the
// listener closes. What it sends until then is sold as ever.
func TestStoppingProcessSaysSoBeforeItStopsListening(t *testing.T) {
	t.Parallel()
	const delay = 3 * time.Second
	s := start(t, newKey(t), map[string]string{
		"LISTEN_ADDR": "127.0.0.1:0",
		"DRAIN_DELAY": delay.String(),
	}, (&scripted{}).with(false))
	loadDatasets(t, s.server.parts.Upstreams)
	slept := make(chan time.Duration)
	s.server.sleep = func(d time.Duration) { slept <- d }
	ctx, stop := context.WithCancel(t.Context())
	addr := make(chan net.Addr, 1)
	ended := make(chan error, 1)
	go func() { ended <- s.server.Run(ctx, func(a net.Addr) { addr <- a }) }()
	s.url = "http://" + (<-addr).String()
	await.Until(t, "ready", func() bool { return s.get("/health?ready=1").status == http.StatusOK })
	paid := s.paid(s.hashCall("x"), 2)

	stop()
	await.Until(t, "stopping", s.server.health.stopping)
	ready := s.get("/health?ready=1")
	if ready.status != http.StatusServiceUnavailable || ready.code() != "not_ready" ||
		!strings.Contains(string(ready.body), "process: this process is stopping") {
		t.Errorf("ready: %d %s", ready.status, ready.body)
	}
	if alive := s.get("/health"); alive.status != http.StatusOK {
		t.Errorf("alive: %d", alive.status)
	}
	if a := s.do(paid); a.status != http.StatusOK || !receiptOf(t, a).Success {
		t.Errorf("a call of a balancer that has not asked yet: %d %s", a.status, a.body)
	}

	if got := <-slept; got != delay {
		t.Errorf("it goes on for %s, not %s", got, delay)
	}
	if err := <-ended; err != nil {
		t.Errorf("Run: %v", err)
	}
	if _, err := send(s.request(http.MethodGet, "/health", nil)); err == nil {
		t.Error("it still listens")
	}
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func TestMetricsAndHealthWhileRunning(t *testing.T) {
	t.Parallel()
	metrics := freeAddr(t)
	s := start(t, newKey(t), map[string]string{"LISTEN_ADDR": "127.0.0.1:0", "METRICS_ADDR": metrics}, (&scripted{}).with(false))
	loadDatasets(t, s.server.parts.Upstreams)
	ctx, stop := context.WithCancel(t.Context())
	addr, ended := make(chan net.Addr, 1), make(chan error, 1)
	go func() { ended <- s.server.Run(ctx, func(a net.Addr) { addr <- a }) }()
	s.url = "http://" + (<-addr).String()
	s.do(s.paid(s.hashCall("x"), 2))
	resp, err := http.Get("http://" + metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`farebox_requests_total{outcome="paid",route="GET /crypto/hash",status="200"} 1`,
		`farebox_network_revenue_usd_total{network="eip155:8453"} 0.001`,
		`farebox_revenue_usd_total{route="GET /crypto/hash"} 0.001`,
		"farebox_usage_dropped_total 0",
		"go_goroutines",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("metrics lack %s", want)
		}
	}
	// No chain is there in this test, and /health says so without failing.
	await.Until(t, "a chain that fails", func() bool {
		health := s.get("/health").json(t)
		checks := health["checks"].(map[string]any)
		return checks["store"] == "ok" && checks["chain"] == "failing" && health["status"] == "degraded"
	})
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Run: %v", err)
	}
}

// TestAnotherServiceSettlesThroughOurs pays a service whose facilitator is a Farebox with its
// facilitator API switched on.
func TestAnotherServiceSettlesThroughOurs(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	settings := onChain(chain)
	settings["FACILITATOR_API"] = "true"
	settler := start(t, chain.BuyerKey(), settings)
	seller := start(t, chain.BuyerKey(), map[string]string{"FACILITATOR_URL": settler.url + "/facilitator", "PAYMENT_RPC_URL_BASE": chain.RPCURL()})
	a := seller.do(seller.paid(seller.hashCall("through"), 1))
	if a.status != http.StatusOK || !receiptOf(t, a).Success {
		t.Fatalf("%d %s", a.status, a.body)
	}
	got, err := chain.BalanceOf(t.Context(), seller.payTo)
	if err != nil || got.Int64() != 1000 {
		t.Errorf("the seller holds %s, %v", got, err)
	}
	if off := seller.get("/facilitator/supported"); off.status != http.StatusNotFound {
		t.Errorf("the API answers %d though it is off", off.status)
	}
}
