package legal

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/legal/legaltest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAProfileSaysWhatWasAskedOfEachSource: inventor and agency, and what documents say of themselves.
func TestAProfileSaysWhatWasAskedOfEachSource(t *testing.T) {
	found := upstreamtest.Answer{URL: legaltest.Documents, Body: legaltest.Found}
	answers := append([]upstreamtest.Answer{found}, legaltest.Answers()...)
	s, _ := service(t, legaltest.Keys, answers...)
	_, got := s.Get("/legal/profile", "name", "Flock Safety", "inventor", "Sokolowski", "agency", "DOT")
	handlertest.Holds(t, got, map[string]any{
		"patents.inventor":             "Sokolowski",
		"regulatory.agency":            "transportation-department",
		"regulatory.recent.0.agency":   "Transportation Department; Federal Aviation Administration",
		"regulatory.recent.0.abstract": "The FAA adopts a new airworthiness directive for certain airplanes of The Boeing Company.",
	})
}
