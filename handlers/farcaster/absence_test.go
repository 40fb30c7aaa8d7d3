package farcaster

import (
	"testing"

	"github.com/farebox/farebox/handlers/farcaster/farcastertest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{Answers: farcastertest.Examples(), Serve: handlertest.Given(serve, nil)}.Hold(t)
}
