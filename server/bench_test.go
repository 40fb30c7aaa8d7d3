//go:build unix

package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/store/storetest"
)

// BenchmarkQuote is a call without payment, answered with its price, without the network.
func BenchmarkQuote(b *testing.B) {
	s := start(b, newKey(b), nil, (&scripted{}).with(false))
	h := s.server.handler
	b.ReportAllocs()
	b.ResetTimer()
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

// BenchmarkPaid is a paid call of either version with a facilitator that answers at once: reading and checking the
// payment, validation, the ledger's three durable steps, the handler, the receipt. SQLite, and
// Postgres where DATABASE_URL names one.
func BenchmarkPaid(b *testing.B) {
	for name, database := range databases() {
		b.Run(name+"/v1", func(b *testing.B) { benchmarkPaid(b, database(b), 1) })
		b.Run(name+"/v2", func(b *testing.B) { benchmarkPaid(b, database(b), 2) })
	}
}

func benchmarkPaid(b *testing.B, database string, version pay.Version) {
	s := start(b, newKey(b), map[string]string{"DATABASE_URL": database}, (&scripted{}).with(false))
	benchmarkSales(b, s, func() *http.Request { return s.paid(s.hashCall("x"), version) })
}

// BenchmarkStart measures the start of a service in a process that has built one before: what depends on the program
// alone is ready.
func BenchmarkStart(b *testing.B) {
	start(b, newKey(b), nil)
	before := processorTime(b)
	for b.Loop() {
		start(b, newKey(b), nil)
	}
	b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
}

// BenchmarkSold is BenchmarkPaid of a route that a service behind answers. What it takes more than that includes the
// service's own work, which is next to nothing, and its end of the connection.
func BenchmarkSold(b *testing.B) {
	for name, database := range databases() {
		b.Run(name, func(b *testing.B) {
			s, _, _ := startSelling(b, map[string]string{"DATABASE_URL": database(b)})
			benchmarkSales(b, s, func() *http.Request {
				return s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2)
			})
		})
	}
}

// benchmarkSales has as many calls answered as the benchmark wants, sixteen a processor at once.
func benchmarkSales(b *testing.B, s *service, call func() *http.Request) {
	h := s.server.handler
	requests := make([]*http.Request, b.N)
	for i := range requests {
		requests[i] = call()
	}

	var next atomic.Int64
	b.ReportAllocs()
	b.SetParallelism(16)
	b.ResetTimer()
	before := processorTime(b)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			serve(b, h, requests[next.Add(1)-1])
		}
	})
	b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
}

// BenchmarkVoucher is BenchmarkPaid with payments by channel: no facilitator is asked, and nothing waits for the chain.
// Calls of a channel come one after the other, so that there are as many channels as callers.
func BenchmarkVoucher(b *testing.B) {
	for name, database := range databases() {
		b.Run(name, func(b *testing.B) { benchmarkVoucher(b, database(b)) })
	}
}

func benchmarkVoucher(b *testing.B, database string) {
	settings := map[string]string{
		"DATABASE_URL":    database,
		"BATCH_CLAIM_USD": "1000000",
		"BATCH_ADOPT":     "true", // the money is in the channels before the first call
	}
	s := start(b, newKey(b), settings, (&scripted{}).with(false), func(p *Parts) {
		p.Escrow = fullEscrow{}
		p.Channels = p.Ledger.(payment.Channels)
	})
	callers := 16 * runtime.GOMAXPROCS(0) // as many as BenchmarkPaid has
	requests := make([][]*http.Request, callers)
	for i := range requests {
		s.key = newKey(b)
		h := s.hand()
		for n := range 1 + (b.N+callers-1)/callers {
			requests[i] = append(requests[i], h.call("x", h.payload(channel.KindVoucher, uint64(1000*(n+1)))))
		}
		serve(b, s.server.handler, requests[i][0]) // which looks the channel up
		requests[i] = requests[i][1:]
	}

	b.ReportAllocs()
	b.ResetTimer()
	before := processorTime(b)
	var all sync.WaitGroup
	for _, calls := range requests {
		all.Go(func() {
			for _, r := range calls {
				serve(b, s.server.handler, r)
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
}

// serve has a request answered as it should be.
func serve(b *testing.B, h http.Handler, r *http.Request) {
	b.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		b.Error(w.Code, w.Body.String())
	}
}

// fullEscrow says of every channel that it holds a million dollars.
type fullEscrow struct{ payment.Escrow }

func (fullEscrow) Authorizer() common.Address { return common.HexToAddress("0xa7") }

func (fullEscrow) States(_ context.Context, _ string, ids []common.Hash) ([]channel.State, error) {
	states := make([]channel.State, len(ids))
	for i := range states {
		states[i].Balance = *uint256.NewInt(1_000_000_000_000)
		states[i].Block = 1
	}
	return states, nil
}

// processorTime is what this process has taken until now, without the database's.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkTool is the same as a tool: a quote, a purchase, and lists. Without the network.
func BenchmarkTool(b *testing.B) {
	message := func(method, params string) func() *http.Request {
		return func() *http.Request {
			body := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`
			r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(body))
			r.Host = "api.farebox.test"
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Mcp-Protocol-Version", "2025-11-25")
			return r
		}
	}
	const call = `{"name":"cryptoHash","arguments":{"algo":"keccak256","input":"x"}}`
	for _, c := range []struct {
		name    string
		request func() *http.Request
	}{
		{"ping", message("ping", "{}")},
		{"list", message("tools/list", "{}")},
		{"quote", message("tools/call", call)},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := start(b, newKey(b), map[string]string{"MCP_LISTS_PER_MINUTE": "0"}, (&scripted{}).with(false))
			h := s.server.handler
			b.ReportAllocs()
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					w := httptest.NewRecorder()
					h.ServeHTTP(w, c.request())
					if w.Code != http.StatusOK {
						b.Fatal(w.Code, w.Body.String())
					}
				}
			})
		})
	}

	b.Run("paid", func(b *testing.B) {
		settings := map[string]string{"DATABASE_URL": storetest.SQLite(b)}
		s := start(b, newKey(b), settings, (&scripted{}).with(false))
		h := s.server.handler
		requests := make([]*http.Request, b.N)
		for i := range requests {
			payment := s.paid(s.hashCall("x"), 2).Header.Get("PAYMENT-SIGNATURE")
			requests[i] = message("tools/call", call)()
			requests[i].Header.Set("PAYMENT-SIGNATURE", payment)
		}
		var next atomic.Int64
		b.ReportAllocs()
		b.SetParallelism(16)
		b.ResetTimer()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				w := httptest.NewRecorder()
				h.ServeHTTP(w, requests[next.Add(1)-1])
				if w.Code != http.StatusOK || strings.Contains(w.Body.String(), "isError") {
					b.Fatal(w.Code, w.Body.String())
				}
			}
		})
	})
}
