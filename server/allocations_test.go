package server

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// What a call may allocate, a fifth above what it did when this was written: 28 and 633 times. Time cannot be
// asserted on a machine with much else to do, and most that makes a sale slow makes garbage.
const (
	mostOfQuote = 34
	mostOfPaid  = 760
)

func TestSaleMakesLittleGarbage(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates too")
	}
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	usual := s.server.handler

	const runs = 300
	quote := httptest.NewRequest(http.MethodGet, "/crypto/hash?algo=keccak256&input=x", nil)
	paid := make([]*http.Request, runs+1) // one is the first, which is not counted
	for i := range paid {
		paid[i] = s.paid(s.hashCall("x"), 2)
	}
	next := 0
	for _, c := range []struct {
		name string
		most float64
		call func() (status int)
		want int
	}{
		{"a quote", mostOfQuote, func() int {
			w := httptest.NewRecorder()
			usual.ServeHTTP(w, quote)
			return w.Code
		}, http.StatusPaymentRequired},
		{"a paid call", mostOfPaid, func() int {
			w := httptest.NewRecorder()
			usual.ServeHTTP(w, paid[next])
			next++
			return w.Code
		}, http.StatusOK},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := testing.AllocsPerRun(runs, func() {
				if status := c.call(); status != c.want {
					t.Errorf("%d, want %d", status, c.want)
				}
			})
			t.Logf("%.0f allocations", got)
			if got > c.most {
				t.Errorf("%.0f allocations a call, more than %.0f", got, c.most)
			}
		})
	}
}
