package cve

import (
	"testing"

	"github.com/farebox/farebox/handlers/cve/cvetest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		World: func(tb testing.TB) *upstreamtest.World { return upstreamtest.New(tb, cvetest.Answers()...) },
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service { return serve(tb, nil, world) },
		Meant: map[string]string{
			"cves/2.0 vulnerabilities[].cve.metrics.cvssMetric": "scores of that version are in no other place",
			"v1/query an object without members":                "OSV says so that nothing is known",
			"v1/query vulns":                                    "the same",
		},
	}.Hold(t)
}
