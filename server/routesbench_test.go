package server

import (
	"net/http"
	"testing"
)

// BenchmarkRoutes is the time of our own that the example of each route takes: its providers answer at once, nothing is
// kept from the call before but what a family keeps by itself, and nobody pays.
func BenchmarkRoutes(b *testing.B) {
	w := fixtureWorld(b)
	for _, op := range w.spec.Operations {
		if !op.Paid {
			continue
		}
		b.Run(op.Name(), func(b *testing.B) {
			room := w.room(b, op.Family, true)
			defer room.close()
			call := exampleOf(b, op)
			b.ReportAllocs()
			for b.Loop() {
				if got := room.ask(b, call, nil); got.Status != http.StatusOK {
					b.Fatalf("%d %s", got.Status, got.Body)
				}
			}
		})
	}
}
