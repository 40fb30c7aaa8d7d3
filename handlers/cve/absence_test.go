package cve

import (
	"testing"

	"github.com/farebox/farebox/handlers/cve/cvetest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: cvetest.Answers(),
		Serve:   handlertest.Given(serve, nil),
		Meant: map[string]string{
			"cves/2.0 vulnerabilities[].cve.metrics.cvssMetric": "scores of that version are in no other place",
			"v1/query an object without members":                "OSV says so that nothing is known",
			"v1/query vulns":                                    "the same",
		},
	}.Hold(t)
}
