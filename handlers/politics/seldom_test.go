package politics

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestThePartyOfACommitteeIsAnswered: most committees of companies have none.
func TestThePartyOfACommitteeIsAnswered(t *testing.T) {
	s, _ := service(t, upstreamtest.Edited(examples(), `"party":null`, `"party":"REP"`)...)
	_, got := s.Get("/politics/profile", "name", "Lockheed Martin")
	handlertest.Holds(t, got, map[string]any{
		"fec.committees.0.party":                  "REP",
		"fec.employer_gifts.by_committee.0.party": "REP",
	})
}
