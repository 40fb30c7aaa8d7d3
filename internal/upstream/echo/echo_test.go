package echo

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

type answer = upstreamtest.Answer

const (
	searchURL = "https://echodata.epa.gov/echo/echo_rest_services.get_facilities"
	rowsURL   = "https://echodata.epa.gov/echo/echo_rest_services.get_qid"
	reportURL = "https://echodata.epa.gov/echo/dfr_rest_services.get_dfr"
)

func client(t *testing.T, answers ...answer) (*Client, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	return New(world.Pool(t, nil)), world
}

// TestSearchesTakeTwoSteps, and one where nothing is found.
func TestSearchesTakeTwoSteps(t *testing.T) { samples.Each(t, searchesTakeTwoSteps) }

func searchesTakeTwoSteps(t *testing.T, read func(name string) string) {
	t.Helper()
	c, world := client(
		t,
		answer{URL: searchURL + "?p_fn=none", Body: `{"Results":{"QueryRows":"0","QueryID":"1"}}`},
		answer{URL: searchURL, Body: read("epa_echo/get_facilities_summary_2026-07.json")},
		answer{
			URL:  rowsURL + "?qid=79&pageno=1",
			Body: read("epa_echo/get_qid_page1_2026-07.excerpt.json"),
		},
	)
	if _, rows, err := c.Search(t.Context(), Query{Name: "none"}); err != nil || rows != nil ||
		len(world.Asked()) != 1 {
		t.Errorf("%v %v %q", rows, err, world.Asked())
	}
	sum, rows, err := c.Search(t.Context(), Query{Name: "steel", State: "TX"})
	if err != nil || *sum.Facilities.Count() != 5 || *sum.Inspected.Count() != 1 || len(rows) != 2 {
		t.Fatalf("%+v %v %v", sum, rows, err)
	}
	if name := (Query{Name: "Ace, Bell, and Co"}).values().Get("p_fn"); name != "Ace Bell and Co" {
		t.Errorf("asked for %q: commas divide a list of names", name)
	}
	if r := rows[1]; !strings.Contains(string(r.Name), "STEEL") || *r.Quarters.Count() != 9 ||
		r.WaterStatus != "Terminated Permit" || r.Lon != "" || r.Penalties != "" ||
		r.LastInspection.Day().Format(time.DateOnly) != "2023-04-28" {
		t.Errorf("%+v", r)
	}
}

// TestFailuresInsideOtherAnswers: a search that is too broad, other errors, and answers without what they should have.
func TestFailuresInsideOtherAnswers(t *testing.T) { samples.Each(t, failuresInsideOtherAnswers) }

func failuresInsideOtherAnswers(t *testing.T, read func(name string) string) {
	t.Helper()
	limit := read("epa_echo/error_queryset_limit.json")
	for why, c := range map[string]struct {
		search answer
		rows   string
		kind   upstream.Kind
	}{
		"too broad":     {answer{Body: limit}, "", upstream.Invalid},
		"another error": {answer{Body: `{"Results":{"Error":{"ErrorMessage":"ORA-00942"}}}`}, "", upstream.BadResponse},
		"no result":     {answer{Body: `{}`}, "", upstream.BadResponse},
		"no number":     {answer{Body: `{"Results":{"Message":"Success"}}`}, "", upstream.BadResponse},
		"no query":      {answer{Body: `{"Results":{"QueryRows":"2"}}`}, "", upstream.BadResponse},
		"no rows": {answer{Body: `{"Results":{"QueryRows":"2",
			"QueryID":"9"}}`}, `{"Results":{"Facilities":[]}}`, upstream.BadResponse},
	} {
		c.search.URL = searchURL
		client, _ := client(t, c.search, answer{URL: rowsURL, Body: c.rows})
		if _, _, err := client.Search(t.Context(), Query{Name: "x"}); !errors.Is(err, c.kind) {
			t.Errorf("%s: %v, want %s", why, err, c.kind)
		}
	}

	c, _ := client(t, answer{URL: searchURL, Body: limit})
	_, _, err := c.Search(t.Context(), Query{Name: "inc"})
	var broad *TooBroad
	if !errors.As(err, &broad) || broad.Facilities != 131843 {
		t.Errorf("%v", err)
	}
}

// TestReportsInEveryForm: a list may be one item by itself, or null; an unknown id is told in words.
func TestReportsInEveryForm(t *testing.T) {
	c, _ := client(t,
		answer{URL: reportURL + "?p_id=1", Body: `{"Results":{"RegistryID":"1","Permits":{"SourceID":"A"},
			"EnforcementComplianceSummaries":{"Summaries":{"Statute":"CAA","CurrentStatus":null,"QtrsInNC":4}},
			"ComplianceSummary":null,"FormalActions":{"Action":[{"Penalty":"$1,000","ActionDate":"01/02/2025","Other":null}]}}}`},
		answer{URL: reportURL + "?p_id=2", Body: `{"Results":{"RegistryID":"2","Permits":null,
			"EnforcementComplianceSummaries":null,"ComplianceSummary":null,"FormalActions":{"Action":"none"}}}`},
		answer{URL: reportURL + "?p_id=3", Body: `{"Results":{"Message":"There are no facilities for this id"}}`},
		answer{URL: reportURL + "?p_id=4", Body: `{"Results":{"Message":"There are no facilities for this id"},"error":"x"}`},
	)
	one, err := c.Report(t.Context(), "1")
	if err != nil || len(one.Permits) != 1 || *one.Summary.Programs[0].Quarters.Count() != 4 ||
		one.Formal.Actions[0].First("PenaltyAmount", "Penalty") != "$1,000" {
		t.Errorf("%+v %v", one, err)
	}
	if two, err := c.Report(t.Context(), "2"); err != nil || len(two.Summary.Programs)+len(two.Formal.Actions) != 0 {
		t.Errorf("%+v %v", two, err)
	}
	if _, err := c.Report(t.Context(), "3"); !errors.Is(err, upstream.NotFound) {
		t.Errorf("%v", err)
	}
	if _, err := c.Report(t.Context(), "4"); !errors.Is(err, upstream.BadResponse) {
		t.Errorf("a failure beside: %v", err)
	}
}

const (
	reported = `{"Results":{"Message":"Success","RegistryID":"1","Permits":[{"EPASystem":"FRS","FacilityName":"A"}],
"EnforcementComplianceSummaries":{"ProgramDates":[{"StartDate":"10/01/2021","EndDate":"09/30/2026"}],"Summaries":[
{"Statute":"CWA","SourceID":"X","CurrentStatus":"Violation Identified","QtrsInNC":"3","QtrsInSNC":"0",
"FormalActions":"1","TotalPenalties":"$466,600"}]},
"ComplianceSummary":{"Source":[{"SourceID":"X","Statute":"CWA","CurrentSNC":"No"}]},
"FormalActions":{"Action":[{"Statute":"CWA","Penalty":"$466,600"}]}}}`
	listed = `{"Results":{"Message":"Working","Facilities":[{"RegistryID":"1","FacName":"A","FacComplianceStatus":null,
"FacQtrsWithNC":"0","FacSNCFlg":"N","FacInspectionCount":"1","FacTotalPenalties":null}]}}`
)

func TestReportHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: answer{URL: reportURL, Body: reported},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Report(ctx, "1")
			return err
		},
		Required: []string{
			"Results.RegistryID",
			"Results.EnforcementComplianceSummaries",
			"Results.EnforcementComplianceSummaries.Summaries",
			"Results.ComplianceSummary",
			"Results.ComplianceSummary.Source",
			"Results.FormalActions",
			"Results.FormalActions.Action",
		},
		Optional: []string{
			"Results.Permits",
			"Results.EnforcementComplianceSummaries.ProgramDates",
			"Results.EnforcementComplianceSummaries.Summaries[].TotalPenalties",
		},
		NoRecord: []answer{{Body: `{"Results":{"Message":"There are no facilities for this id"}}`}},
	}.Hold(t)
}

func TestItemsOfAReportHoldToTheirContract(t *testing.T) {
	for member, change := range map[string]string{
		"[].Statute":       `"Statute":"CWA","SourceID":"X","CurrentStatus"`,
		"[].CurrentStatus": `"CurrentStatus"`,
		"[].QtrsInNC":      `"QtrsInNC"`,
		"[].CurrentSNC":    `"CurrentSNC"`,
	} {
		body := strings.Replace(reported, change, strings.Replace(change, `"`, `"renamed`, 1), 1)
		c, _ := client(t, answer{URL: reportURL, Body: body})
		_, err := c.Report(t.Context(), "1")

		var drift *upstream.Drift
		if !errors.Is(err, upstream.BadResponse) || !errors.As(err, &drift) || drift.Member != member {
			t.Errorf("%s: %v", member, err)
		}
	}
}

func TestRowsHoldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: answer{URL: rowsURL, Body: listed},
		Others: []answer{{URL: searchURL, Body: `{"Results":{"QueryRows":"1","QueryID":"9"}}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, _, err := New(pool).Search(ctx, Query{Name: "x"})
			return err
		},
		Required: []string{
			"Results.Facilities",
			"Results.Facilities[].RegistryID",
			"Results.Facilities[].FacName",
			"Results.Facilities[].FacComplianceStatus",
			"Results.Facilities[].FacQtrsWithNC",
			"Results.Facilities[].FacSNCFlg",
			"Results.Facilities[].FacInspectionCount",
		},
		Optional: []string{"Results.Facilities[].FacTotalPenalties"},
	}.Hold(t)
}

// TestAnswersOfSisterServices have the same envelope.
func TestAnswersOfSisterServices(t *testing.T) { samples.Each(t, answersOfSisterServices) }

func answersOfSisterServices(t *testing.T, read func(name string) string) {
	t.Helper()
	for _, name := range []string{"air_get_facilities_summary.json", "cwa_get_facilities_summary_2026.json"} {
		var got struct{ Results Summary }
		body := []byte(read("epa_echo/" + name))
		if err := json.Unmarshal(body, &got); err != nil || got.Results.Facilities.Count() == nil ||
			got.Results.Query == "" {
			t.Errorf("%s: %+v %v", name, got, err)
		}
		if err := isResult(&upstream.Response{Body: body}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	var map1 struct {
		Features []struct{ Properties Facility }
	}
	if err := json.Unmarshal([]byte(read("epa_echo/cwa_get_geojson_one.json")), &map1); err != nil ||
		map1.Features[0].Properties.Registry == "" {
		t.Errorf("%+v %v", map1, err)
	}
}
