package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/usage"
)

// BenchmarkReport adds up 30 days of 200 routes, with five kinds of calls of each and 500 payers in every hour, and the
// same by two payment networks.
func BenchmarkReport(b *testing.B) {
	benchEach(b, func(b *testing.B, s *Store) {
		begin := start.Truncate(24 * time.Hour)
		const days = 30
		for hour := range days * 24 {
			events := benchEvents(1000)
			for i := range events {
				events[i].Time = begin.Add(time.Duration(hour) * time.Hour)
				events[i].Route = fmt.Sprint("GET /route/", i/5)
				events[i].Outcome = []string{usage.OutcomeQuoted, usage.OutcomePaid, usage.OutcomeFree}[i%5%3]
				events[i].Latency = time.Duration(1+i%5) * 10 * time.Millisecond
				events[i].Payer = fmt.Sprintf("0x%040x", (hour*7+i)%500)
				events[i].Network = []string{"eip155:8453", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"}[i%2]
			}
			if err := s.Append(b.Context(), events); err != nil {
				b.Fatal(err)
			}
		}
		end := begin.AddDate(0, 0, days)
		if err := s.TidyPeriods(b.Context(), end, begin); err != nil {
			b.Fatal(err)
		}
		for _, span := range []usage.Span{
			{From: end.AddDate(0, 0, -1), Width: time.Hour, Parts: 24},
			{From: end.AddDate(0, 0, -7), Width: 6 * time.Hour, Parts: 28},
			{From: begin, Width: 24 * time.Hour, Parts: days},
		} {
			b.Run(fmt.Sprint(span.To().Sub(span.From)), func(b *testing.B) {
				for b.Loop() {
					if _, err := s.Report(b.Context(), span); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(fmt.Sprint(span.To().Sub(span.From), "/networks"), func(b *testing.B) {
				for b.Loop() {
					if _, err := s.ReportNetworks(b.Context(), span); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	})
}
