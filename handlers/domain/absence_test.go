package domain

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: exampleNet().answers,
		Serve:   serveLists,
	}.Hold(t)
}

// TestAbsenceClearsNobody: names on blocklists and imitations are not cleared by what a list leaves out.
func TestAbsenceClearsNobody(t *testing.T) {
	handlertest.Absence{
		Answers: exampleNet().answers,
		Serve:   serveLists,
		Requests: []string{
			"/domain/trust?domain=malware.teapot-mirror.com",
			"/domain/trust?domain=phish-teapot.com",
			"/domain/trust?domain=oszust-herbata.pl",
			"/domain/trust?domain=signin.tea-bank.lt",
		},
	}.Hold(t)
}

func serveLists(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
	s := over(tb, exampleNet(), world)
	_ = s.lists.Refresh(tb.Context()) // those that are broken stay empty
	return s.Service
}
