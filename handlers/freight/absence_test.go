package freight

import (
	"testing"

	"github.com/farebox/farebox/handlers/freight/freighttest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		World: func(tb testing.TB) *upstreamtest.World {
			return upstreamtest.New(tb, append(freighttest.Answers(), freighttest.Tables())...)
		},
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service { return serve(tb, "", world) },
		Meant: map[string]string{
			"az4n-8mr2.json [].crgo_": "the portal leaves out what is null, and a kind of cargo is X or null",
		},
	}.Hold(t)
}
