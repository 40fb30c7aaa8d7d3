package provider

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/provider/providertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{Answers: providertest.Answers(), Serve: handlertest.Given(serve, nil)}.Hold(t)
}

// TestAbsenceClearsNobody: an excluded provider is not cleared by what a source leaves out.
func TestAbsenceClearsNobody(t *testing.T) {
	excluded := row("ENKESHAFI", "ARDALAN", "B", "1003000126", "19600101", "MD")
	handlertest.Absence{
		Answers: []upstreamtest.Answer{register(nil), providertest.List(excluded)},
		Serve:   handlertest.Given(serve, nil),
		Requests: []string{
			"/provider/verify?npi=1003000126",
			"/provider/verify?name=Ardalan+Enkeshafi&state=MD&birth_year=1960",
		},
		Meant: map[string]string{"/api/ results[].basic.middle_name": "likeness is of the names that are there"},
	}.Hold(t)
}
