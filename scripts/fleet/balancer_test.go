package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/farebox/farebox/internal/await"
)

// seen is a replica that reports its readiness and counts its requests.
func seen(t *testing.T, ready *atomic.Bool, calls *atomic.Int64, answer http.HandlerFunc) (host string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/health" {
			if !ready.Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
			return
		}
		calls.Add(1)
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

func echo(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) }

func hangUp(w http.ResponseWriter, _ *http.Request) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		conn.Close()
	}
}

func post(t *testing.T, b *balancer) (status int, body string) {
	t.Helper()
	resp, err := http.Post(b.url+"/x?y=1", "text/plain", strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	read, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(read)
}

func TestBalancerHeedsReadiness(t *testing.T) {
	var ready [2]atomic.Bool
	var calls [2]atomic.Int64
	ready[0].Store(true)
	b, err := newBalancer(t.Context(), seen(t, &ready[0], &calls[0], echo), seen(t, &ready[1], &calls[1], echo))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.server.Close() })
	await.Until(t, "the first is never ready", b.backends[0].ready.Load)

	for range 5 {
		if status, body := post(t, b); status != http.StatusOK || body != "hello" {
			t.Errorf("%d %q", status, body)
		}
	}
	if calls[0].Load() != 5 || calls[1].Load() != 0 {
		t.Errorf("%d and %d calls", calls[0].Load(), calls[1].Load())
	}
}

// TestBalancerSendsNothingTwice: a replica that took a request and died may have sold something.
func TestBalancerSendsNothingTwice(t *testing.T) {
	var ready [2]atomic.Bool
	var calls [2]atomic.Int64
	ready[0].Store(true)
	b, err := newBalancer(t.Context(), seen(t, &ready[0], &calls[0], hangUp), seen(t, &ready[1], &calls[1], echo))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.server.Close() })
	await.Until(t, "the first is never ready", b.backends[0].ready.Load)

	if status, _ := post(t, b); status != http.StatusBadGateway {
		t.Errorf("a connection that broke: %d", status)
	}
	if calls[0].Load() != 1 || calls[1].Load() != 0 || b.broken.Load() != 1 {
		t.Errorf("%d and %d calls, %d broken", calls[0].Load(), calls[1].Load(), b.broken.Load())
	}
}

func TestBalancerGoesOnWhenNobodyListens(t *testing.T) {
	nobody, err := freeAddress()
	if err != nil {
		t.Fatal(err)
	}
	var ready atomic.Bool
	var calls atomic.Int64
	b, err := newBalancer(t.Context(), nobody, seen(t, &ready, &calls, echo))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.server.Close() })

	// None is ready: all are tried, since paid answers may still be available.
	if status, body := post(t, b); status != http.StatusOK || body != "hello" {
		t.Errorf("%d %q", status, body)
	}
}
