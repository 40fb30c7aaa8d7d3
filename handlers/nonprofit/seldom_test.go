package nonprofit

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/nonprofit/nonprofittest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestWhatFewNonprofitsHaveIsAnswered: another name, the scan of the latest return, the head of a group, and the day on
// which a revocation was posted.
func TestWhatFewNonprofitsHaveIsAnswered(t *testing.T) {
	s, _ := service(t, upstreamtest.Edited(nonprofittest.Answers(),
		"1762260,3714399,3714399,S320,\r\n", "1762260,3714399,3714399,S320,RURAL ACTION OF OHIO\r\n",
		`"formtype":0,"pdf_url":null,"updated":"2022`, `"formtype":0,"pdf_url":"https://projects.propublica.org/a.pdf","updated":"2022`,
	)...)

	_, got := s.Get("/nonprofit/profile", "ein", "311124220")
	handlertest.Holds(t, got, map[string]any{
		"other_name":            "RURAL ACTION OF OHIO",
		"latest_return.pdf_url": "https://projects.propublica.org/a.pdf",
	})
	_, got = s.Get("/nonprofit/profile", "ein", "010212541")
	handlertest.Holds(t, got, map[string]any{"group_exemption.central_name": "BOYS & GIRLS CLUBS OF AMERICA"})
	_, got = s.Get("/nonprofit/profile", "ein", "043091431")
	handlertest.Holds(t, got, map[string]any{"revocation.posted_date": "2023-08-14"})
}
