package dev

import (
	"testing"

	"github.com/farebox/farebox/handlers/dev/devtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		World: func(tb testing.TB) *upstreamtest.World {
			return upstreamtest.New(tb, append(devtest.Answers(), nothingElse()...)...)
		},
		Serve: serve,
		Meant: map[string]string{
			"repos/golang/go without the rows that it counts": "a repository without topics beside a count of stars",
		},
	}.Hold(t)
}
