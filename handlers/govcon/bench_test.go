package govcon

import (
	"testing"

	"github.com/farebox/farebox/handlers/govcon/govcontest"
)

// BenchmarkRoutes is the time of our own: the provider answers at once.
func BenchmarkRoutes(b *testing.B) {
	for route, query := range map[string][]string{
		"/govcon/awards":    {"recipient", "McKesson Corporation", "agency", "DOD"},
		"/govcon/recipient": {"recipient", "JTAPCFM4NSL4"},
		"/govcon/agency":    {"agency", "SBA"},
		"/govcon/award":     {"generated_internal_id", "CONT_AWD_H907_9700_SPE2DX16D1500_9700"},
	} {
		b.Run(route, func(b *testing.B) {
			s, _ := service(b, govcontest.Answers()...)
			for b.Loop() {
				if status, answer := s.Get(route, query...); status != 200 {
					b.Fatal(status, answer)
				}
			}
		})
	}
}
