package edgar

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		World: func(tb testing.TB) *upstreamtest.World { return upstreamtest.New(tb, append(all(), nothingElse)...) },
		Serve: serve,
		Meant: map[string]string{
			".json facts":            "tags are data: what is not there was not reported",
			"company_tickers.json 1": "companies are data",
		},
	}.Hold(t)
}
