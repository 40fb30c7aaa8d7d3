package depin

import (
	"testing"

	dt "github.com/farebox/farebox/handlers/depin/depintest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		World: func(tb testing.TB) *upstreamtest.World { return upstreamtest.New(tb, dt.Answers()...) },
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service { return serve(tb, nil, world) },
	}.Hold(t)
}
