package env

import (
	"strconv"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/env/envtest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestLabelledFacilitiesAtOneAddress: two facilities at one address stay two, each with its own record.
func TestLabelledFacilitiesAtOneAddress(t *testing.T) {
	const (
		mill  = `{"RegistryId":"110000000001","FacilityName":"MILL","LocationAddress":"1 RIVER RD","CityName":"TOWN","StateAbbr":"TX"}`
		plant = `{"RegistryId":"110000000002","FacilityName":"POWER PLANT","LocationAddress":"1 RIVER RD","CityName":"TOWN",` +
			`"StateAbbr":"TX"}`
	)
	found := func(rows ...string) []answer {
		return []answer{
			{URL: envtest.Search, Body: `{"Results":{"QueryRows":"` + strconv.Itoa(len(rows)) + `","QueryID":"7","CVRows":"1","SVRows":"1","INSPRows":"1",
				"FEARows":"0","TotalPenalties":"$0"}}`},
			{URL: envtest.Rows, Body: `{"Results":{"Facilities":[` + strings.Join(rows, ",") + `]}}`},
		}
	}
	record := func(id, name, quarters, flag string) string {
		return `{"RegistryID":"` + id + `","FacName":"` + name + `","FacStreet":"1 RIVER RD","FacCity":"TOWN","FacState":"TX",
"FacComplianceStatus":null,"FacQtrsWithNC":"` + quarters + `","FacSNCFlg":"` + flag + `","FacInspectionCount":"3"}`
	}
	both := append(found(record("110000000001", "MILL", "8", "Y"), record("110000000002", "POWER PLANT", "0", "N")),
		answer{URL: envtest.FRS, Body: `{"Results":{"FRSFacility":[` + mill + `,` + plant + `]}}`})
	one := append(found(record("110000000001", "MILL", "8", "Y")),
		answer{URL: envtest.FRS, Body: `{"Results":{"FRSFacility":[` + mill + `,` + plant + `]}}`})
	for _, c := range []struct {
		why     string
		answers []answer
		want    map[string]any
	}{
		{"both with a record", both, map[string]any{
			"count": 2, "facilities.0.quarters_noncompliance": 8, "facilities.1.quarters_noncompliance": 0,
			"facilities.0.significant_violation": true, "facilities.1.significant_violation": false,
		}},
		{"the record of one is not that of the other", one, map[string]any{
			"count": 2, "facilities.0.quarters_noncompliance": 8, "facilities.1.quarters_noncompliance": nil,
			"facilities.1.significant_violation": nil, "facilities.1.name": "POWER PLANT",
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, c.answers...)
			_, got := s.Get("/env/facility", "name", "River", "state", "TX")
			handlertest.Holds(t, got, c.want)
		})
	}
}
