package freight

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/freight/freighttest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
)

// TestLabelledAuthorities: an authority that was revoked and granted again is the one of today.
func TestLabelledAuthorities(t *testing.T) {
	event := func(docket, reason, status, day string) string {
		return `{"docket_number":"` + docket + `","usdot_number":"700","op_auth_type":"` + property +
			`","op_auth_status":"` + status + `","reason":"` + reason + `","status_change_date":"` + day + `"}`
	}
	const mine = "MC0000700001"
	for _, c := range []struct {
		why     string
		status  string
		history []string
		want    map[string]any
	}{
		{
			"revoked, and reinstated since", "Active",
			[]string{
				event(mine, "Granted", "Active", "20150301"), event(mine, "Involuntary Revocation", "Inactive", "20240105"),
				event(mine, "Reinstated", "Active", "20240220"),
			},
			map[string]any{"verdict": "fit", "carrier.authorities.0.status": "active",
				"carrier.authorities.0.since_date": "2024-02-20"},
		},
		{
			"revoked, and granted anew", "Active",
			[]string{
				event(mine, "Voluntary Revocation", "Inactive", "20230105"), event(mine, "New Grant", "Active", "20251101"),
				event(mine, "Granted", "Active", "20150301"),
			},
			map[string]any{"verdict": "fit", "carrier.authorities.0.since_date": "2025-11-01"},
		},
		{
			"reinstated, and revoked again", "Inactive",
			[]string{
				event(mine, "Reinstated", "Active", "20240220"), event(mine, "Involuntary Revocation", "Inactive", "20260105"),
			},
			map[string]any{"verdict": "unfit", "carrier.authorities.0.status": "inactive"},
		},
		{
			"a reinstatement of another docket is not its own", "Active",
			[]string{event("MC0000700099", "Reinstated", "Active", "20260220"), event(mine, "Granted", "Active", "20150301")},
			map[string]any{"carrier.authorities.0.since_date": "2015-03-01"},
		},
		{
			"a correction of the register is no grant", "Active",
			[]string{event(mine, "Administrative Correction", "Active", "20260812")},
			map[string]any{"carrier.authorities.0.since_date": nil, "verdict": "fit"},
		},
		{
			"applied for again and not granted yet", "Pending",
			[]string{event(mine, "Involuntary Revocation", "Inactive", "20260105")},
			map[string]any{"verdict": "unfit", "carrier.authorities.0.status": "pending"},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, "", registered("700", ""),
				dotRow(fmcsa.AuthoritySet, "700", motus(c.status, "1000000.00")),
				dotRow(fmcsa.AuthorityHistorySet, "700", "["+strings.Join(c.history, ",")+"]"),
				freighttest.Begins(fmcsa.InspectionsSet, oneTruck), nothing)
			_, got := s.Get("/freight/carrier", "dot", "700")
			handlertest.Holds(t, got, c.want)
		})
	}
}

// TestLabelledStatuses: a status that is not known is no status.
func TestLabelledStatuses(t *testing.T) {
	for _, c := range []struct {
		why, letter string
		want        map[string]any
	}{
		{"active", "A", map[string]any{"verdict": "fit"}},
		{"inactive", "I", map[string]any{"verdict": "unfit"}},
		{"a letter that the files do not explain", "Q", map[string]any{"verdict": "caution", "carrier.status": nil}},
	} {
		t.Run(c.why, func(t *testing.T) {
			census := registered("700", "")
			census.Body = strings.Replace(census.Body, `"status_code":"A"`, `"status_code":"`+c.letter+`"`, 1)
			s, _ := service(t, "", census,
				dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000.00")),
				freighttest.Begins(fmcsa.InspectionsSet, oneTruck), nothing)
			_, got := s.Get("/freight/carrier", "dot", "700")
			handlertest.Holds(t, got, c.want)
		})
	}
}

// TestLabelledNamesakes: of an active and an inactive carrier of one name neither is chosen.
func TestLabelledNamesakes(t *testing.T) {
	s, _ := service(t, "", freighttest.Begins(fmcsa.CensusSet, `[
		{"dot_number":"700","legal_name":"PRAIRIE LINES LLC","status_code":"A"},
		{"dot_number":"900","legal_name":"PRAIRIE LINES LLC","status_code":"I"}]`), nothing)
	status, got := s.Get("/freight/carrier", "name", "Prairie Lines")
	if status != 400 {
		t.Errorf("%d %v", status, got)
	}
	handlertest.Holds(t, got, map[string]any{"candidates.0.dot": "700", "candidates.1.dot": "900"})
}
