package dev

import (
	"testing"

	"github.com/farebox/farebox/handlers/dev/devtest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: append(devtest.Answers(), nothingElse()...),
		Serve:   serve,
		Meant: map[string]string{
			"repos/golang/go without the rows that it counts": "a repository without topics beside a count of stars",
		},
	}.Hold(t)
}
