package nonprofit

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/nonprofit/nonprofittest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: nonprofittest.Answers(),
		Serve:   serve,
		Meant: map[string]string{
			"pub78.zip a page of HTML":     "deductibility is null: the status is that of the master file",
			"pub78.zip no body":            "the same",
			"eo1.csv a table without rows": "a list of few rows is refused but in tests",
		},
	}.Hold(t)
}

// TestAbsenceClearsNobody: a revoked organisation, and one that two lists of the IRS disagree about, are not cleared by
// what a list leaves out.
func TestAbsenceClearsNobody(t *testing.T) {
	handlertest.Absence{
		Answers:  nonprofittest.Answers(),
		Serve:    serve,
		Requests: []string{"/nonprofit/status?ein=94-1322198", "/nonprofit/status?ein=04-3091431"},
	}.Hold(t)
}
