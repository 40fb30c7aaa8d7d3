package fraud

import (
	"testing"

	"github.com/farebox/farebox/handlers/fraud/fraudtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: append(fraudtest.Answers(), fraudtest.Disposable()),
		Serve:   serveLists,
	}.Hold(t)
}

// TestAbsenceClearsNobody: addresses on lists, and young or throw-away domains, are not cleared by what a source leaves
// out.
func TestAbsenceClearsNobody(t *testing.T) {
	handlertest.Absence{
		Answers: append(fraudtest.Answers(), fraudtest.Disposable()),
		Serve:   serveLists,
		Requests: []string{
			"/fraud/ip?ip=45.66.77.88",
			"/fraud/score?email=ann%40example.net&ip=193.5.7.9",
			"/fraud/score?email=ann%40throwaway.example",
		},
		Meant: map[string]string{"domain/example.net events": "not every registry says when a domain was registered"},
	}.Hold(t)
}

func serveLists(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
	s := over(tb, nil, fraudtest.Zone, world)
	upstreamtest.LoadLists(tb, s.pool)
	return s.Service
}
