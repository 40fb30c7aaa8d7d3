package store

import (
	"bytes"
	"fmt"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/store/storetest"
)

func benchEach(b *testing.B, bench func(b *testing.B, s *Store)) {
	b.Run("sqlite", func(b *testing.B) { bench(b, open(b, storetest.SQLite(b))) })
	b.Run("postgres", func(b *testing.B) { bench(b, open(b, storetest.Postgres(b))) })
}

// BenchmarkPayment is Reserve, StoreAnswer (4 kB of JSON) and Settle with its event: all that the store does
// for one paid request. "callers" requests are under way at once.
func BenchmarkPayment(b *testing.B) {
	body := bytes.Repeat([]byte(`{"title":"A page","url":"https://a.example/","n":12},`), 80)
	benchEach(b, func(b *testing.B, s *Store) {
		var next atomic.Int64
		one := func(b *testing.B) {
			n := next.Add(1)
			r := payment.Reservation{
				Key: payment.Key{Network: "eip155:8453", Payer: "0x" + strconv.FormatInt(n%50, 16), Nonce: fmt.Sprintf("0x%064x", n)}, PurchaseID: fmt.Sprint("order ", n),
				RequestHash: "h", Owner: fmt.Sprint(n), Now: start, LeaseUntil: start.Add(time.Minute), KeepUntil: start.Add(time.Hour), Route: "GET /extract", PriceUSD: "0.002", Version: 2,
				Payload: x402.ExactPayload{Signature: fmt.Sprintf("0x%0130x", n), Authorization: x402.Authorization{Nonce: fmt.Sprintf("0x%064x", n)}},
			}
			if claim, _, err := s.Reserve(b.Context(), r); err != nil || claim != payment.Claimed {
				b.Errorf("Reserve = %d, %v", claim, err)
			}
			if err := s.StoreAnswer(b.Context(), r.Key, r.Owner, body, start); err != nil {
				b.Error(err)
			}
			e := usage.Event{Time: start, Route: r.Route, Status: 200, Outcome: usage.OutcomePaid, PriceUSD: r.PriceUSD, Network: r.Key.Network, Payer: r.Key.Payer, Latency: time.Duration(n%3000) * time.Millisecond}
			made := payment.Transfer{Transaction: r.Key.Nonce}
			if done, err := s.Settle(b.Context(), r.Key, made, start, e); err != nil || !done {
				b.Errorf("Settle = %v, %v", done, err)
			}
		}
		for _, callers := range []int{1, 32} {
			b.Run(fmt.Sprint("callers=", callers), func(b *testing.B) {
				b.SetParallelism(callers) // times GOMAXPROCS
				if callers == 1 {
					for b.Loop() {
						one(b)
					}
					return
				}
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						one(b)
					}
				})
			})
		}
	})
}

func benchEvents(n int) []usage.Event {
	outcomes := []string{usage.OutcomeQuoted, usage.OutcomeQuoted, usage.OutcomeFree, usage.OutcomeRejected, usage.OutcomeReplayed}
	events := make([]usage.Event, n)
	for i := range events {
		events[i] = usage.Event{
			Time: start, Route: fmt.Sprint("GET /route/", i*7%200), Status: 402, Outcome: outcomes[i%5], PriceUSD: "0.002",
			Network: "eip155:8453", Payer: "0xa11ce00000000000000000000000000000000000", Latency: time.Duration(i*37%2000) * time.Millisecond, Reason: "invalid_payload",
		}
	}
	return events
}

// BenchmarkAppend is one batch of events of 200 routes with its totals.
func BenchmarkAppend(b *testing.B) {
	benchEach(b, func(b *testing.B, s *Store) {
		for _, size := range []int{1, 100, 1000} {
			b.Run(fmt.Sprint("batch=", size), func(b *testing.B) {
				events := benchEvents(size)
				for b.Loop() {
					if err := s.Append(b.Context(), events); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N*size)/b.Elapsed().Seconds(), "events/s")
			})
		}
	})
}

// BenchmarkEvents lists a page of 1000 from the middle of 200,000 events, and looks for news at the end.
func BenchmarkEvents(b *testing.B) {
	benchEach(b, func(b *testing.B, s *Store) {
		for range 20 {
			if err := s.Append(b.Context(), benchEvents(10_000)); err != nil {
				b.Fatal(err)
			}
		}
		for name, since := range map[string]int64{"page of 1000": 100_000, "nothing new": 200_000} {
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					if _, err := s.Events(b.Context(), since, 1000); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	})
}

// BenchmarkSummarize sums 200 routes in all shards with 60 buckets each, more than there will ever be.
func BenchmarkSummarize(b *testing.B) {
	benchEach(b, func(b *testing.B, s *Store) {
		events := make([]usage.Event, 0, 200*60)
		for route := range 200 {
			for n := range 60 {
				events = append(events, usage.Event{Route: fmt.Sprint("GET /route/", route), Outcome: usage.OutcomeFree, Latency: usage.BucketLatency(80 + n)})
			}
		}
		for s.shard = range s.engine.Shards() {
			if err := s.Append(b.Context(), events); err != nil {
				b.Fatal(err)
			}
		}
		for b.Loop() {
			if _, err := s.Summarize(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
