package entity

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: organisationstest.Answers(),
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			return handlertest.New(tb, "entity", New(loaded(tb, world), now).Register)
		},
		Meant: map[string]string{
			"company_tickers.json 1":        "companies are data",
			"api.php entities.Q312.aliases": "languages are data",
		},
	}.Hold(t)
}
