package dex_test

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what an endpoint leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	handlertest.Absence{
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service { return s.over(tb, world, nil) },
	}.Hold(t)
}
