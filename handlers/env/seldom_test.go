package env

import (
	"testing"

	"github.com/farebox/farebox/handlers/env/envtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestWhatFewFacilitiesHaveIsAnswered: the members that are null of most.
func TestWhatFewFacilitiesHaveIsAnswered(t *testing.T) {
	s, _ := service(t, upstreamtest.Edited(envtest.Answers(),
		`"SDWAComplianceStatus":null`, `"SDWAComplianceStatus":"No Violation Identified","SDWISFlag":"Y","SDWAIDs":"VA4041035"`,
		`"FacDateLastFormalAction":null`, `"FacDateLastFormalAction":null,"FacDateLastPenalty":"06/02/2024"`,
		`"gas_id":null,"co2e_emission":null`, `"gas_id":8,"co2e_emission":12.5`,
	)...)

	_, got := s.Get("/env/facility", "registry_id", "110000868918")
	handlertest.Holds(t, got, map[string]any{
		"facilities.0.programs.sdwa": true,
		"facilities.0.statuses.sdwa": "No Violation Identified",
	})
	_, got = s.Get("/env/screen", "name", "O'Neal Steel", "state", "TX")
	handlertest.Holds(t, got, map[string]any{"facilities.0.last_penalty_date": "2024-06-02"})
	_, got = s.Get("/env/emissions", "name", "Norco Manufacturing Complex", "state", "LA")
	handlertest.Holds(t, got, map[string]any{"ghg.facilities.0.biogenic_co2": "12.5"})
}
