package fec

import (
	"testing"

	"github.com/farebox/farebox/handlers/fec/fectest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestWhatPartyCommitteesHaveIsAnswered: the members that are null of committees of companies.
func TestWhatPartyCommitteesHaveIsAnswered(t *testing.T) {
	s, _ := service(t, upstreamtest.Edited(fectest.Answers(),
		`"organization_type_full":null`, `"organization_type_full":"Membership Organization"`,
		`"affiliated_committee_name":"NONE"`, `"affiliated_committee_name":"DNC SERVICES CORP"`,
		"\"party\":null,\n\"party_full\":null", `"party":"DEM","party_full":"DEMOCRATIC PARTY"`,
		`"party":null}`, `"party":"DEM"}`,
	)...)

	_, got := s.Get("/fec/committee", "committee_id", "C00401224")
	handlertest.Holds(t, got, map[string]any{
		"committees.0.party":           "DEM",
		"committees.0.party_name":      "DEMOCRATIC PARTY",
		"committees.0.affiliated_with": "DNC SERVICES CORP",
		"committees.0.organization":    "Membership Organization",
	})
	_, got = s.Get("/fec/contributions", "committee_id", "C00401224", "employer", "Netflix", "period", "2018")
	handlertest.Holds(t, got, map[string]any{"contributions.0.committee.party": "DEM"})
}
