package preflight

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	. "github.com/farebox/farebox/handlers/preflight/preflighttest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a catalogue leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	s := setting{
		pages: Pages(),
		stubs: stubs{Created: aged(600)},
		lists: start(t, setting{}).h.lists,
	}
	handlertest.Absence{
		Answers: Answers(),
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			return s.over(tb, world).Service
		},
		Requests: []string{"/preflight?url=https://" + ExampleHost + "/protected", "/preflight?url=" + example},
	}.Hold(t)
}
