package server

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/farebox/farebox/store/storetest"
)

// BenchmarkQuote is a call without payment, answered with its price, without the network.
func BenchmarkQuote(b *testing.B) {
	s := start(b, newKey(b), nil, (&scripted{}).with(false))
	h := s.server.handler
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		r := httptest.NewRequest(http.MethodGet, "/crypto/hash?algo=keccak256&input=x", nil)
		for pb.Next() {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != http.StatusPaymentRequired {
				b.Fatal(w.Code)
			}
		}
	})
}

// BenchmarkPaid is a paid call with a facilitator that answers at once: reading and checking the
// payment, validation, the ledger's three durable steps, the handler, the receipt. SQLite, and
// Postgres where DATABASE_URL names one.
func BenchmarkPaid(b *testing.B) {
	for name, database := range map[string]func(testing.TB) string{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			s := start(b, newKey(b), map[string]string{"DATABASE_URL": database(b)}, (&scripted{}).with(false))
			h := s.server.handler
			requests := make([]*http.Request, b.N)
			for i := range requests {
				requests[i] = s.paid(s.hashCall("x"), 2)
			}
			var next atomic.Int64
			b.ReportAllocs()
			b.SetParallelism(16)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					w := httptest.NewRecorder()
					h.ServeHTTP(w, requests[next.Add(1)-1])
					if w.Code != http.StatusOK {
						b.Fatal(w.Code, w.Body.String())
					}
				}
			})
		})
	}
}
