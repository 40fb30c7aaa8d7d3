package govcon

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/govcon/govcontest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestWhatFewAwardsHaveIsAnswered: loans have a face value and a cost of subsidy, some contracts a solicitation and the
// pay of officers.
func TestWhatFewAwardsHaveIsAnswered(t *testing.T) {
	s, _ := service(t, upstreamtest.Edited(govcontest.Answers(),
		`"total_subsidy_cost":null,"total_loan_value":null`, `"total_subsidy_cost":81.5,"total_loan_value":25000.0`,
		`"subaward_count":0,"total_subaward_amount":null`, `"subaward_count":2,"total_subaward_amount":12.5`,
		`"solicitation_identifier":null`, `"solicitation_identifier":"SPE2DX16R0001"`,
		`"zip5":"95691","address_line1":null`, `"zip5":"95691","address_line1":"1 DEPOT ROAD"`,
		`"officers":[{"name":null,"amount":null},`, `"officers":[{"name":"SAMPLE, LEE","amount":250000.5},`,
		`"county_name":null`, `"county_name":"YOLO"`,
	)...)

	_, got := s.Get("/govcon/award", "generated_internal_id", "CONT_AWD_H907_9700_SPE2DX16D1500_9700")
	handlertest.Holds(t, got, map[string]any{
		"award.subawards_usd":               "12.5",
		"award.competition.solicitation_id": "SPE2DX16R0001",
		"award.place_of_performance.street": "1 DEPOT ROAD",
		"award.officers.0.pay_usd":          "250000.5",
	})
	_, got = s.Get("/govcon/award", "generated_internal_id", "ASST_NON_12FA00PY54661041_12D2")
	handlertest.Holds(t, got, map[string]any{
		"award.subsidy_cost_usd":    "81.5",
		"award.loan_face_value_usd": 25000,
	})
	_, got = s.Get("/govcon/recipient", "recipient", "JTAPCFM4NSL4")
	handlertest.Holds(t, got, map[string]any{"recipient.location.county": "YOLO"})
}

// TestARecentGrantHasItsProgramme: the assistance listing that it is under.
func TestARecentGrantHasItsProgramme(t *testing.T) {
	grant := strings.NewReplacer(`"awarding_agency_id"`, `"Award Type":"PROJECT GRANT (B)","primary_assistance_listing":`+
		`{"cfda_number":"93.110","cfda_program_title":"Maternal and Child Health"},"awarding_agency_id"`)
	answers := append([]upstreamtest.Answer{{
		Method:  "POST",
		URL:     govcontest.API + "/search/spending_by_award/",
		BodyHas: `"award_type_codes":["02"`,
		Body:    grant.Replace(govcontest.McKessonOrders),
	}}, govcontest.Answers()...)
	s, _ := service(t, answers...)

	_, got := s.Get("/govcon/recipient", "recipient", "JTAPCFM4NSL4")
	recent, _ := got["recent_awards"].([]any)
	grants := 0
	for _, award := range recent {
		row := award.(map[string]any)
		if row["award_type"] != "grants" {
			continue
		}
		grants++
		handlertest.Holds(t, row, map[string]any{
			"assistance_listing.code":        "93.110",
			"assistance_listing.description": "Maternal and Child Health",
		})
	}
	if grants == 0 {
		t.Errorf("no grant among %v", recent)
	}
}
