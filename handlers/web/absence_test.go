package web

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/web/webtest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

// TestAbsenceIsNoEvidence: what a search engine leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: webtest.Answers(),
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			sites := fetchtest.Servers(tb, webtest.Pages())
			return over(tb, world, fetch.Options{Now: clock}, fetchtest.Hosts(tb, sites))
		},
	}.Hold(t)
}
