package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/facilitator/httpapi"
	"github.com/farebox/farebox/payment/x402"
)

// mood is how the facilitator behaves.
type mood int32

const (
	well  mood = iota
	slow       // takes seconds, now and then longer than sellers wait
	wrong      // errors, rubbish, lies and refusals
	gone       // takes no connections
)

func (m mood) String() string { return [...]string{"well", "slow", "wrong", "gone"}[m] }

// settler is the script's own facilitator, with moods.
type settler struct {
	url  string
	mood atomic.Int32
	real http.Handler
	evm  *evm.Facilitator

	mu     sync.Mutex
	server *http.Server // nil while it is gone
	lies   map[string]int
}

func newSettler(chain *devchain.Chain, network x402.Network) (*settler, error) {
	networks := []x402.Network{network}
	own, err := evm.New(networks, map[string][]string{network.CAIP2: {chain.RPCURL()}}, chain.SettlementKey(),
		evm.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}

	s := &settler{
		evm:  own,
		real: httpapi.New(own, networks, httpapi.Options{Logger: slog.New(slog.DiscardHandler)}).Handler(""),
		lies: map[string]int{},
	}

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(err, own.Close())
	}

	s.url = "http://" + listener.Addr().String()
	s.serve(listener)
	return s, nil
}

func (s *settler) serve(listener net.Listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.server = &http.Server{
		Handler:           s,
		ReadHeaderTimeout: time.Minute,
	}
	go s.server.Serve(listener)
}

// close ends it.
func (s *settler) close() error {
	s.away()
	return s.evm.Close()
}

// away ends all connections and accepts no more.
func (s *settler) away() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server != nil {
		s.server.Close()
		s.server = nil
	}
}

// become changes the mood.
func (s *settler) become(ctx context.Context, m mood) error {
	before := mood(s.mood.Swap(int32(m)))
	switch {
	case m == gone:
		s.away()
	case before == gone:
		var config net.ListenConfig
		listener, err := config.Listen(ctx, "tcp", s.url[len("http://"):])
		if err != nil {
			return fmt.Errorf("the facilitator cannot come back: %w", err)
		}
		s.serve(listener)
	}
	return nil
}

// ServeHTTP implements http.Handler.
func (s *settler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch mood(s.mood.Load()) {
	case slow:
		wait := 200*time.Millisecond + rand.N(1500*time.Millisecond)
		if r.URL.Path == "/settle" {
			wait = rand.N(2 * settleTimeout)
		}
		// The settlement starts at once and its answer comes late, or too late for anyone.
		answer := s.ask(r)
		time.Sleep(wait)
		write(w, answer)
	case wrong:
		s.lie(w, r)
	default:
		s.real.ServeHTTP(w, r)
	}
}

// ask is the true answer.
func (s *settler) ask(r *http.Request) *httptest.ResponseRecorder {
	answer := httptest.NewRecorder()
	s.real.ServeHTTP(answer, r)
	return answer
}

func write(w http.ResponseWriter, answer *httptest.ResponseRecorder) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes()) // who asked may have left
}

// lie answers in one of the wrong ways seen or feared in facilitators. It omits one: refusing for a final reason
// and sending the transfer anyway. No seller could notice that.
func (s *settler) lie(w http.ResponseWriter, r *http.Request) {
	kinds := []string{"true", "error after the work", "error before the work", "cut", "rubbish", "hung up", "refused"}
	if r.URL.Path == "/settle" {
		kinds = append(kinds, "made-up success", "success without a transaction", "open reason")
	}
	kind := kinds[rand.IntN(len(kinds))]
	s.mu.Lock()
	s.lies[r.URL.Path+": "+kind]++
	s.mu.Unlock()

	switch kind {
	case "true":
		s.real.ServeHTTP(w, r)
	case "error after the work":
		s.ask(r)
		http.Error(w, "<html>Bad gateway</html>", http.StatusBadGateway)
	case "error before the work":
		http.Error(w, "<html>Internal error</html>", http.StatusInternalServerError)
	case "cut":
		answer := s.ask(r)
		half := answer.Body.Len() / 2
		answer.Body.Truncate(half)
		write(w, answer)
	case "rubbish":
		_, _ = io.WriteString(w, `{"ok":"perhaps"}`)
	case "hung up":
		s.ask(r)
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			conn.Close()
		}
	default:
		s.misjudge(w, r, kind)
	}
}

// misjudge says something untrue about the payment.
func (s *settler) misjudge(w http.ResponseWriter, r *http.Request, kind string) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var asked struct {
		PaymentPayload struct {
			Network  string `json:"network"`
			Accepted struct {
				Network string `json:"network"`
			} `json:"accepted"`
		} `json:"paymentPayload"`
	}
	_ = json.Unmarshal(body, &asked) // an unreadable request gets an odder answer
	network := asked.PaymentPayload.Network + asked.PaymentPayload.Accepted.Network

	answer := map[string]any{
		"success": true,
		"isValid": true,
		"network": network,
	}
	switch kind {
	case "refused":
		answer = map[string]any{
			"success": false, "errorReason": x402.ReasonInsufficientFunds,
			"isValid": false, "invalidReason": x402.ReasonInsufficientFunds,
		}
	case "made-up success":
		answer["transaction"] = fmt.Sprintf("0x%032x%016x%016x", 1, rand.Uint64(), rand.Uint64())
	case "success without a transaction":
		s.ask(r)
	case "open reason":
		s.ask(r)
		answer = map[string]any{"success": false, "errorReason": x402.ReasonTransactionFailed}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer) // who asked may have left
}
