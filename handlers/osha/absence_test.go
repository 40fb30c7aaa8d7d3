package osha

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/osha/oshatest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: oshatest.Answers(),
		Serve:   handlertest.Given(serve, oshatest.Keys()),
		Meant: map[string]string{
			"inspection/json no body":                "an empty body is how the API says that nothing matches",
			"violation/json no body":                 "the same",
			"inspection/json data[].close_case_date": "null while a case is open",
			"violation/json data[].viol_type":        "the reason violations_incomplete, and no band",
		},
	}.Hold(t)
}

// TestAbsenceClearsNobody: an employer with willful violations does not look better for what the department leaves out.
func TestAbsenceClearsNobody(t *testing.T) {
	handlertest.Absence{
		Answers: []upstreamtest.Answer{
			inspections(
				visit(1, "ACME WORKS", "PA", "M", "2025-01-01", ""),
				visit(2, "ACME WORKS", "PA", "H", "2025-03-01", "2025-06-01"),
			),
			violated(
				cited(1, "W", "2025-02-01", "100000", "90000", "null"),
				cited(1, "S", "2025-02-01", "5000", "5000", "null"),
				cited(2, "R", "2025-04-01", "20000", "10000", "null"),
			),
		},
		Serve:    handlertest.Given(serve, oshatest.Keys()),
		Requests: []string{"/osha/screen?name=Acme+Works"},
		Meant: map[string]string{
			"inspection/json no body": "an empty body is how the API says that nothing matches",
			"violation/json no body":  "the same",

			"inspection/json data[].close_case_date": "null while a case is open",
			"violation/json data[].viol_type":        "the reason violations_incomplete",
			"inspection/json data[].insp_type":       "the reason inspections_incomplete",
		},
	}.Hold(t)
}
