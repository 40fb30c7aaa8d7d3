package macro

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/macro/macrotest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		World: func(tb testing.TB) *upstreamtest.World { return upstreamtest.New(tb, macrotest.Answers()...) },
		Serve: serve,
		Meant: map[string]string{
			"GGXWDG_NGDP/DEU values.GGXWDG_NGDP.DEU": "the newest year that is there, named beside the value",
		},
	}.Hold(t)
}
