package fec

import (
	"testing"

	"github.com/farebox/farebox/handlers/fec/fectest"
)

// BenchmarkRoutes is the time of our own: the provider answers at once.
func BenchmarkRoutes(b *testing.B) {
	for route, query := range map[string][]string{
		"/fec/contributions": {"committee_id", "C00401224", "employer", "Netflix", "period", "2018"},
		"/fec/committee":     {"committee_id", "C00401224"},
	} {
		b.Run(route, func(b *testing.B) {
			s, _ := service(b, fectest.Answers()...)
			for b.Loop() {
				if status, answer := s.Get(route, query...); status != 200 {
					b.Fatal(status, answer)
				}
			}
		})
	}
}
