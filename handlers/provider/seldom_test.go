package provider

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/provider/providertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestWhatFewProvidersHaveIsAnswered: the suffix of a name, and the state in which an exclusion is waived.
func TestWhatFewProvidersHaveIsAnswered(t *testing.T) {
	const waived = `"SAMPLE","LEE","","","INDIVIDUAL","PHYSICIAN","","1568946812","19600101","1 A STREET",` +
		`"VILLA RICA","GA","30180","1128b8","20220320","00000000","20230101","GA"` + "\n"
	s, _ := service(t, nil, upstreamtest.Edited(append([]upstreamtest.Answer{providertest.List(waived)},
		providertest.Answers()...),
		`"enumeration_type":"NPI-2"`, `"enumeration_type":"NPI-1"`,
		`"organization_name":"CSP ANESTHESIA LLC","organizational_subpart":"NO"`,
		`"first_name":"LEE","last_name":"SAMPLE","name_suffix":"III"`,
	)...)

	_, got := s.Get("/provider/verify", "npi", "1568946812")
	handlertest.Holds(t, got, map[string]any{
		"provider.suffix":                       "III",
		"exclusions.oig.matches.0.waiver_state": "GA",
	})
	_, got = s.Get("/provider/screen", "npi", "1568946812")
	handlertest.Holds(t, got, map[string]any{"exclusions.oig.matches.0.waiver_state": "GA"})
}
