package freight

import (
	"testing"

	"github.com/farebox/farebox/handlers/freight/freighttest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestWhatFewCarriersHaveIsAnswered: the members that are null of most. Percentiles and alerts are public of carriers
// of passengers alone.
func TestWhatFewCarriersHaveIsAnswered(t *testing.T) {
	answers := append([]upstreamtest.Answer{
		freighttest.Row(fmcsa.PassengerSet, "dot_number='80806'", `[{"dot_number":"80806","insp_total":"9",
			"driver_insp_total":"9","driver_oos_insp_total":"0","vehicle_insp_total":"9","vehicle_oos_insp_total":"0",
			"unsafe_driv_insp_w_viol":"2","unsafe_driv_measure":"1.12","unsafe_driv_pct":"71.5%",
			"unsafe_driv_basic_alert":"Y","unsafe_driv_ac":"N"}]`),
		freighttest.Row(fmcsa.InsuranceHistorySet, "usdot_number='80806'", `[{"filing_status_reason":"CANCEL",
			"ins_type_code":"1","ins_class_code":"P","policy_no":"0","effective_date":"19930301",
			"cancl_effective_date":"20261201","insurance_company_name":"GREAT PLAINS CASUALTY"}]`),
	}, freighttest.Answers()...)
	s, _ := service(t, "", upstreamtest.Edited(answers,
		`"classdef":"AUTHORIZED FOR HIRE"`,
		`"classdef":"AUTHORIZED FOR HIRE","dba_name":"HUNT LINES","prior_revoke_flag":"Y","crgo_passengers":"X"`,
		`"effective_date":"19930301","insurance_company_name":"Self-Insured","trans_date":"20260708"},`,
		`"effective_date":"19930301","cancl_effective_date":"20261201","insurance_company_name":"Self-Insured",`+
			`"trans_date":"20260708"},`,
	)...)

	_, got := s.Get("/freight/carrier", "dot", "80806", "haul_type", "passengers")
	handlertest.Holds(t, got, map[string]any{
		"carrier.dba_name":                          "HUNT LINES",
		"signals.prior_revocation":                  true,
		"signals.insurance_cancellations.0.company": "GREAT PLAINS CASUALTY",
		"carrier.insurance.policies.0.cancel_date":  "2026-12-01",
		"signals.basics.0.percentile":               "71.5",
		"signals.basics.0.alert":                    true,
	})
}
