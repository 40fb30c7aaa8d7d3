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
		World: func(tb testing.TB) *upstreamtest.World { return upstreamtest.New(tb, oshatest.Answers()...) },
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			return serve(tb, oshatest.Keys(), world)
		},
		Meant: map[string]string{
			"inspection/json no body":                "an empty body is how the API says that nothing matches",
			"violation/json no body":                 "the same",
			"inspection/json data[].close_case_date": "null while a case is open",
			"violation/json data[].viol_type":        "the reason violations_incomplete, and no band",
		},
	}.Hold(t)
}
