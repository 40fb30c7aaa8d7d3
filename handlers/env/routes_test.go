package env

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/env"
	"github.com/farebox/farebox/handlers/env/envtest"
	"github.com/farebox/farebox/internal/party/samename/samenametest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/envirofacts"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

type answer = upstreamtest.Answer

const (
	broad   = `{"Results":{"Error":{"ErrorMessage":"Rows Returned would be 131843. Queryset Limit exceeded"}}}`
	noRows  = `{"Results":{"Message":"Success","QueryRows":"0","QueryID":"980"}}`
	oneFRS  = `{"Results":{"FRSFacility":{"RegistryId":"110000000001","FacilityName":"ONE","StateAbbr":"TX"}}}`
	noPlant = `{"Results":{"Message":"There are no facilities for this id"}}`
)

func down(address string) answer { return answer{URL: address, Status: 503, Type: "text/html"} }

// TestLegalFormsAreNotSearchedFor: a comma makes two names of one for ECHO, and registers write INC, Inc. or nothing.
func TestLegalFormsAreNotSearchedFor(t *testing.T) {
	for _, c := range []struct{ route, name, state, short string }{
		{"/env/screen", "O'Neal Steel, Inc.", "TX", "O'Neal Steel"},
		{"/env/facility", "O'Neal Steel, Inc.", "TX", "O'Neal Steel"},
		{"/env/emissions", "Norco Manufacturing Complex, LLC", "LA", "Norco Manufacturing Complex"},
	} {
		s, world := service(t, envtest.Answers()...)
		s.Get(c.route, "name", c.name, "state", c.state)
		long := world.Asked()
		s, world = service(t, envtest.Answers()...)
		s.Get(c.route, "name", c.short, "state", c.state)
		short := world.Asked()
		slices.Sort(long)
		slices.Sort(short)
		if !slices.Equal(long, short) {
			t.Errorf("%s asks for %q, without the legal form for %q", c.route, long, short)
		}
	}
}

// TestOneSourceDownIsPartial: the other one's part is given, and what is missing is null.
func TestOneSourceDownIsPartial(t *testing.T) {
	s, _ := service(t, down(envtest.Search), answer{URL: envtest.FRS, Body: oneFRS})
	status, got := s.Get("/env/facility", "name", "One plant", "state", "TX")
	list, _ := got["facilities"].([]any)
	if status != 200 || got["partial"] != true || len(list) != 1 {
		t.Fatalf("%d %v", status, got)
	}
	if f := list[0].(map[string]any); f["registry_id"] != "110000000001" || f["compliance_status"] != nil ||
		f["inspections_5y"] != nil || f["programs"].(map[string]any)["caa"] != nil {
		t.Errorf("%v", f)
	}

	s, _ = service(t, append([]answer{down(envtest.FRS)}, envtest.Answers()...)...)
	status, got = s.Get("/env/facility", "registry_id", "110000868918")
	list, _ = got["facilities"].([]any)
	if status != 200 || got["partial"] != true || len(list) != 1 {
		t.Fatalf("%d %v", status, got)
	}
	if f := list[0].(map[string]any); f["inspections_5y"] != 9.0 || f["lat"] != 37.45093 || f["lon"] != nil {
		t.Errorf("%v", f)
	}

	s, _ = service(t, down(envtest.Search), down(envtest.FRS))
	if status, got := s.Get("/env/facility", "name", "One plant"); status != 502 {
		t.Errorf("%d %v", status, got)
	}
}

// TestNothingFoundIsNoError, and none is found by address without the registry having been asked.
func TestNothingFoundIsNoError(t *testing.T) {
	s, world := service(t, answer{URL: envtest.Search, Body: noRows}, answer{URL: envtest.FRS, Body: ""})
	for _, query := range [][]string{
		{"name", "ZZZZ9999", "state", "VA"},
		{"registry_id", "119999999999"},
		{"lat", "37.4", "lon", "-77.4"},
	} {
		if status, got := s.Get("/env/facility", query...); status != 200 || got["count"] != 0.0 ||
			got["partial"] != false {
			t.Errorf("%q: %d %v", query, status, got)
		}
	}
	before := len(world.Asked())
	status, got := s.Get("/env/facility", "address", "5401 Jefferson Davis Hwy", "state", "VA")
	if status != 200 || got["count"] != 0.0 || len(world.Asked()) != before+1 {
		t.Errorf("%d %v", status, got)
	}
	if asked := world.Asked()[before]; !strings.Contains(asked, "p_sa=5401+Jefferson+Davis+Hwy") ||
		!strings.Contains(asked, "p_st=VA") {
		t.Errorf("%s", asked)
	}
}

// TestTooBroadIsNotNone: a search that finds too many is refused, never taken for one that finds none.
func TestTooBroadIsNotNone(t *testing.T) {
	s, _ := service(t, answer{URL: envtest.Search, Body: broad}, answer{URL: envtest.FRS, Body: oneFRS})
	status, got := s.Get("/env/screen", "name", "Inc", "state", "TX")
	if status != 400 || got["field"] != "name" || !strings.Contains(fmt.Sprint(got["detail"]), "131843") {
		t.Errorf("%d %v", status, got)
	}
	status, got = s.Get("/env/facility", "name", "Inc", "state", "TX")
	if status != 200 || got["partial"] != true || got["total"] != nil || got["truncated"] != true {
		t.Errorf("%d %v", status, got)
	}
	s, _ = service(t, down(envtest.Search), answer{URL: envtest.FRS, Body: oneFRS})
	status, got = s.Get("/env/facility", "name", "Dupont")
	if status != 200 || got["count"] != 1.0 || got["total"] != nil || got["truncated"] != true {
		t.Errorf("one register: %d %v", status, got)
	}
	s, _ = service(t, answer{URL: envtest.Search, Body: broad}, down(envtest.FRS))
	if status, got := s.Get("/env/facility", "name", "Inc"); status != 400 {
		t.Errorf("%d %v", status, got)
	}
}

// TestNoReportIsNoCleanRecord: what cannot be had is an error, and an unknown id is not found.
func TestNoReportIsNoCleanRecord(t *testing.T) {
	for why, c := range map[string]struct {
		answer answer
		status int
		found  any
	}{
		"unknown":   {answer{Body: noPlant}, 200, false},
		"down":      {answer{Status: 503, Type: "text/html", Body: "<html>maintenance</html>"}, 502, nil},
		"a page":    {answer{Type: "text/html", Body: "<html></html>"}, 502, nil},
		"truncated": {answer{Body: `{"Results":{"Message":"Succ`}, 502, nil},
		"an error":  {answer{Body: `{"Results":{"Error":{"ErrorMessage":"ORA-00942"}}}`}, 502, nil},
		"nothing":   {answer{Body: `{"Results":{"Message":"Success"}}`}, 502, nil},
		"another":   {answer{Body: `{"Results":{"RegistryID":"110000000002"}}`}, 502, nil},
		"quota":     {answer{Status: 429, Header: map[string]string{"Retry-After": "3600"}}, 503, nil},
	} {
		c.answer.URL = envtest.Report
		s, _ := service(t, c.answer)
		status, got := s.Get("/env/compliance", "registry_id", "110000000001")
		if status != c.status || got["found"] != c.found {
			t.Errorf("%s: %d %v", why, status, got)
		}
		if status == 200 && (got["overall_status"] != nil || got["risk_score"] != nil) {
			t.Errorf("%s: %v", why, got)
		}
	}

	s, _ := service(t, answer{URL: envtest.Report, Body: `{"Results":{"Message":"Success","RegistryID":"110000000001",
		"EnforcementComplianceSummaries":{"Summaries":[{"Statute":"CWA","CurrentStatus":"Terminated Permit",
		"QtrsInNC":null,"QtrsInSNC":null,"Inspections":null,
		"FormalActions":null,"InformalActions":null,"TotalPenalties":null}]},
		"ComplianceSummary":null,"FormalActions":null}}`})
	_, got := s.Get("/env/compliance", "registry_id", "110000000001")
	program := got["programs"].([]any)[0].(map[string]any)
	if got["overall_status"] != "unknown" || got["risk_score"] != nil || program["quarters_noncompliance"] != nil ||
		program["penalties_usd"] != nil || program["regulated"] != false {
		t.Errorf("%v", got)
	}
}

func TestFormalActionsOfAnotherFormAreSaid(t *testing.T) {
	for action, partial := range map[string]bool{
		`{"Statute":"CWA","ActionType":"Order","ActionDate":"06/02/2024"}`:   false,
		`{"Statute":"CWA","ActionType":null,"ActionDate":null}`:              false,
		`{"Statute":"CWA","ActionType":"Order","DateOfAction":"06/02/2024"}`: true,
		`{"Statute":"CWA","KindOfAction":"Order","ActionDate":"06/02/2024"}`: true,
	} {
		s, _ := service(t, answer{URL: envtest.Report, Body: `{"Results":{"RegistryID":"110000000001",
			"EnforcementComplianceSummaries":null,"ComplianceSummary":null,"FormalActions":{"Action":[` + action + `]}}}`})
		_, got := s.Get("/env/compliance", "registry_id", "110000000001")
		if list, _ := got["formal_actions"].([]any); got["partial"] != partial || len(list) != 1 {
			t.Errorf("%s: %v", action, got)
		}
	}
}

// TestSignificantNowByEitherMark: by the status of a statute, or by the summary's flag for its permit.
func TestSignificantNowByEitherMark(t *testing.T) {
	report := func(status, flag string) string {
		return `{"Results":{"RegistryID":"110000000001","EnforcementComplianceSummaries":{"Summaries":{"Statute":"CWA",
			"SourceID":"TX1","CurrentStatus":"` + status + `","QtrsInNC":"4","QtrsInSNC":"2"}},
			"ComplianceSummary":{"Source":[{"Statute":"CWA","SourceID":"TX1","CurrentSNC":"` + flag + `"}]},
			"FormalActions":null}}`
	}
	for _, c := range []struct{ status, flag, want string }{
		{"Significant/Category I Noncompliance", "No", "significant_violation"},
		{"Violation Identified", "Yes", "significant_violation"},
		{"Violation Identified", "No", "violation"},
		{"Violation Addressed; EPA Has Lead Enforcement", "No", "no_violation_identified"},
	} {
		s, _ := service(t, answer{URL: envtest.Report, Body: report(c.status, c.flag)})
		if _, got := s.Get("/env/compliance", "registry_id", "110000000001"); got["overall_status"] != c.want {
			t.Errorf("%s, %s: %v", c.status, c.flag, got["overall_status"])
		}
	}
}

// TestTheQuotaIsShared: the same search is asked for once, also after its query has died, and another costs two.
func TestTheQuotaIsShared(t *testing.T) {
	clock := envtest.Now
	world := upstreamtest.New(t, envtest.Answers()...)
	h := New(
		world.Pool(t, nil, upstreamtest.At(func() time.Time { return clock })),
		engine,
		func() time.Time { return clock },
	)
	screen := func(name string) {
		t.Helper()
		request := gen.EnvScreenRequestObject{Params: gen.EnvScreenParams{
			Name:  name,
			State: new("TX"),
			Limit: 20,
		}}
		if _, err := h.EnvScreen(t.Context(), request); err != nil {
			t.Fatal(err)
		}
	}
	screen("O'Neal Steel")
	screen("O'Neal Steel")
	clock = clock.Add(23 * time.Hour)
	screen("O'Neal  Steel")
	if n := len(world.Asked()); n != 2 {
		t.Errorf("%d requests, want one for the query and one for its rows", n)
	}
	clock = clock.Add(2 * time.Hour)
	screen("O'Neal Steel")
	if n := len(world.Asked()); n != 4 {
		t.Errorf("%d requests a day later", n)
	}
}

// TestRankedWorstFirst, with facilities of which nothing is known last and without a score.
func TestRankedWorstFirst(t *testing.T) {
	s, _ := service(t,
		answer{URL: envtest.Search, Body: `{"Results":{"QueryRows":"2000","QueryID":"7","CVRows":"3","SVRows":"1",
			"INSPRows":"5","FEARows":"2","TotalPenalties":"$90,878"}}`},
		answer{URL: envtest.Rows, Body: `{"Results":{"Facilities":[
			{"RegistryID":"110000000001","FacName":"WORKS UNKNOWN","FacQtrsWithNC":null,"FacSNCFlg":null,
			"FacComplianceStatus":null,"FacInspectionCount":null},
			{"RegistryID":"110000000002","FacName":"WORKS CLEAN","FacQtrsWithNC":"0","FacSNCFlg":"N",
			"FacComplianceStatus":null,"FacInspectionCount":null},
			{"RegistryID":"110000000003","FacName":"WORKS WORST","FacQtrsWithNC":"12","FacSNCFlg":"Y","FacInspectionCount":"1",
			"FacFormalActionCount":"2","FacInformalCount":"1",
			"FacTotalPenalties":"$17014","FacComplianceStatus":"Significant Violation"}]}}`},
	)
	_, got := s.Get("/env/screen", "name", "Works")
	var order []string
	for _, f := range got["facilities"].([]any) {
		row := f.(map[string]any)
		order = append(order, fmt.Sprint(row["name"], " ", row["risk_score"]))
	}
	summary := got["summary"].(map[string]any)
	if strings.Join(order, ", ") != "WORKS WORST 78, WORKS CLEAN 1, WORKS UNKNOWN <nil>" || got["risk_score"] != 78.0 ||
		got["truncated"] != true || got["total"] != 2000.0 || summary["total_penalties_usd"] != 90878.0 {
		t.Errorf("%v, %v", order, got)
	}
}

// TestUnknownRecordLeavesNoLowRisk: a company is no low risk by one of its facilities, if nothing is told of another.
func TestUnknownRecordLeavesNoLowRisk(t *testing.T) {
	clean := `{"RegistryID":"110000000002","FacName":"WORKS ONE","FacQtrsWithNC":"0","FacSNCFlg":"N",
		"FacFormalActionCount":"0","FacInformalCount":"0","FacTotalPenalties":"$0",
		"FacComplianceStatus":"No Violation Identified","FacInspectionCount":"1"}`
	untold := strings.NewReplacer("110000000002", "110000000003", "ONE", "TWO", `"0"`, "null", `"N"`, "null",
		`"$0"`, "null", `"No Violation Identified"`, "null").Replace(clean)
	for _, c := range []struct {
		why, rows, total string
		want             any
	}{
		{"one that is clean", clean, "1", "low"},
		{"another of which nothing is told", clean + "," + untold, "2", nil},
		{"another that was not read", clean, "2", nil},
		{"another that bears another name", clean + "," + strings.Replace(untold, "WORKS", "OLD WORKS", 1), "2", "low"},
		{"another whose name is not told", clean + "," + strings.Replace(untold, `"WORKS TWO"`, "null", 1), "2", nil},
	} {
		s, _ := service(t,
			answer{URL: envtest.Search, Body: `{"Results":{"QueryRows":"` + c.total + `","QueryID":"7"}}`},
			answer{URL: envtest.Rows, Body: `{"Results":{"Facilities":[` + c.rows + `]}}`},
		)
		if _, got := s.Get("/env/screen", "name", "Works"); got["risk_score"] != 0.0 || got["risk_category"] != c.want {
			t.Errorf("%s: %v %v", c.why, got["risk_score"], got["risk_category"])
		}
	}
}

// TestTheRiskIsThatOfFacilitiesThatBearTheName: others are listed, and their record is not the company's.
func TestTheRiskIsThatOfFacilitiesThatBearTheName(t *testing.T) {
	for _, p := range samenametest.Pairs {
		if !p.Same && strings.HasPrefix(p.Registered, strings.ToUpper(p.Asked)) {
			continue // a plant of that name
		}
		s, _ := service(t,
			answer{URL: envtest.Search, Body: `{"Results":{"QueryRows":"1","QueryID":"7","CVRows":"1","SVRows":"1",
				"INSPRows":"1","FEARows":"1","TotalPenalties":"$1"}}`},
			answer{URL: envtest.Rows, Body: fmt.Sprintf(`{"Results":{"Facilities":[
				{"RegistryID":"110000000003","FacName":%q,"FacQtrsWithNC":"12","FacSNCFlg":"Y",
				"FacInspectionCount":"1","FacComplianceStatus":"Significant Violation"}]}}`, p.Registered)},
		)
		status, got := s.Get("/env/screen", "name", p.Asked)
		if status != 200 || (got["risk_score"] != nil) != p.Same || got["count"] != 1.0 {
			t.Errorf("%q and a facility %q: %d %v", p.Asked, p.Registered, status, got["risk_score"])
		}
	}
}

// TestNotReportedIsNotZero: each way in which an amount can be unknown leaves it and the total null.
func TestNotReportedIsNotZero(t *testing.T) {
	ghg := envtest.Tables + "ghg.pub_dim_facility/"
	facts := envtest.Tables + "ghg.pub_facts_subp_ghg_emission/*"
	facility := `[{"facility_id":1,"year":2023,"facility_name":"X",
		"reporting_status":"STOPPED_REPORTING_VALID_REASON"}]`
	with := func(answers ...answer) map[string]any {
		t.Helper()
		s, _ := service(t, append(answers, envtest.Answers()...)...)
		status, got := s.Get("/env/emissions", "name", "Norco Manufacturing Complex", "state", "LA")
		if status != 200 {
			t.Fatalf("%d %v", status, got)
		}
		return got
	}
	part := func(got map[string]any, name string) (map[string]any, map[string]any) {
		block := got[name].(map[string]any)
		return block, block["facilities"].([]any)[0].(map[string]any)
	}

	block, first := part(with(answer{URL: ghg + "*", Body: facility}, answer{URL: facts, Body: "[]"}), "ghg")
	if block["total_co2e"] != nil || first["co2e"] != nil || first["reported"] != false ||
		first["reporting_status"] != "STOPPED_REPORTING_VALID_REASON" {
		t.Errorf("stopped: %v", block)
	}
	got := with(answer{URL: facts, Status: 500})
	if block, first = part(got, "ghg"); block["total_co2e"] != nil || first["co2e"] != nil || got["partial"] != true {
		t.Errorf("emissions down: %v", got)
	}
	if got = with(down(ghg + "*")); got["ghg"] != nil || got["tri"] == nil || got["partial"] != true {
		t.Errorf("one program down: %v", got)
	}
	if got = with(answer{URL: ghg + "*", Body: ""}); got["ghg"] != nil || got["partial"] != true {
		t.Errorf("an empty body is no empty list: %v", got)
	}
	got = with(down(ghg + "parent_company/*"))
	if block, _ = part(got, "ghg"); block["total_co2e"] != nil || block["truncated"] != true || got["partial"] != true {
		t.Errorf("only those by their own name: %v", block)
	}
	got = with(down(envtest.Tables + "tri.tri_facility/parent_co_name/*"))
	if block, _ = part(got, "tri"); block["total_releases"] != nil || block["truncated"] != true {
		t.Errorf("only those by their own name: %v", block)
	}
	got = with(answer{URL: envtest.Files + "*", Status: 500})
	if block, first = part(got, "tri"); block["total_releases"] != nil || first["total"] != nil ||
		first["reported"] != nil || block["year"] != nil {
		t.Errorf("file down: %v", block)
	}
	lines := strings.SplitN(releasesOf(t), "\n", 3)
	got = with(answer{URL: envtest.Files + "2025_LA/csv", Body: lines[0] + "\n"})
	if block, first = part(got, "tri"); first["reported"] != nil || got["partial"] != true {
		t.Errorf("a file without rows: %v", block)
	}
	another := strings.ReplaceAll(lines[1], "70079SHLLL1205R", "70000THRPL1MAIN")
	got = with(answer{URL: envtest.Files + "2025_LA/csv", Body: lines[0] + "\n" + another + "\n"})
	if block, first = part(got, "tri"); block["total_releases"] != nil || first["total"] != nil ||
		first["reported"] != false || block["year"] != 2025.0 {
		t.Errorf("not in the file: %v", block)
	}
}

// releasesOf is the example's file of releases.
func releasesOf(t *testing.T) string {
	t.Helper()
	for _, a := range envtest.Answers() {
		if strings.HasPrefix(a.URL, envtest.Files) && a.Status == 0 {
			return a.Body
		}
	}
	t.Fatal("no file")
	return ""
}

// TestPageOfStatus404IsNotThatThereIsNone: a path that has moved, or maintenance, says nothing about a facility.
func TestPageOfStatus404IsNotThatThereIsNone(t *testing.T) {
	moved := func(address string) answer {
		return answer{URL: address, Status: 404, Type: "text/html", Body: "<!DOCTYPE html><title>Not found</title>"}
	}
	for _, c := range []struct {
		route   string
		query   []string
		answers []answer
	}{
		{"/env/facility", []string{"name", "One plant"}, []answer{moved(envtest.Search), moved(envtest.FRS)}},
		{"/env/facility", []string{"name", "One plant"}, []answer{
			{URL: envtest.Search, Body: noRows},
			moved(envtest.FRS),
		}},
		{"/env/compliance", []string{"registry_id", "110000000001"}, []answer{moved(envtest.Report)}},
		{"/env/screen", []string{"name", "One plant"}, []answer{moved(envtest.Search)}},
		{"/env/emissions", []string{"name", "Norco"}, []answer{moved(envtest.Tables + "*")}},
		{"/env/emissions", []string{"state", "LA"}, []answer{moved(envtest.Files + "*")}},
	} {
		s, _ := service(t, c.answers...)
		if status, got := s.Get(c.route, c.query...); status != 502 {
			t.Errorf("%s %v: %d %v", c.route, c.query, status, got)
		}
	}
}

func TestFacilitiesWithoutAnyAmountsAreNotSold(t *testing.T) {
	s, _ := service(t, append([]answer{
		down(envtest.Tables + "ghg.pub_facts_subp_ghg_emission/*"),
		down(envtest.Files + "*"),
	}, envtest.Answers()...)...)
	if status, got := s.Get("/env/emissions", "name", "Norco Manufacturing Complex", "state", "LA"); status != 502 {
		t.Errorf("%d %v", status, got)
	}
}

func TestAmountThatIsInNoTableLeavesNoTotal(t *testing.T) {
	facts := envtest.Tables + "ghg.pub_facts_subp_ghg_emission/*"
	for why, row := range map[string]string{
		"gas":             `{"facility_id":1005911,"sub_part_id":1,"gas_id":99,"co2e_emission":5}`,
		"source category": `{"facility_id":1005911,"sub_part_id":99,"gas_id":1,"co2e_emission":5}`,
		"number":          `{"facility_id":1005911,"sub_part_id":1,"gas_id":1,"co2e_emission":"five"}`,
	} {
		s, _ := service(t, append([]answer{{URL: facts, Body: "[" + row + "]"}}, envtest.Answers()...)...)
		_, got := s.Get("/env/emissions", "name", "Norco Manufacturing Complex", "state", "LA")
		if ghg, _ := got["ghg"].(map[string]any); ghg["total_co2e"] != nil || got["partial"] != true {
			t.Errorf("%s: %v", why, got)
		}
	}
}

func TestNobodyByThatNameAndAllDown(t *testing.T) {
	s, _ := service(t, answer{URL: envtest.Tables + "*", Body: "[]"})
	status, got := s.Get("/env/emissions", "name", "ZZZZ9999")
	for _, program := range []string{"ghg", "tri"} {
		block := got[program].(map[string]any)
		if status != 200 || len(block["facilities"].([]any)) != 0 || block["year"] != nil ||
			block["total_co2e"] != nil || block["total_releases"] != nil {
			t.Errorf("%d %v", status, got)
		}
	}
	s, _ = service(t, down(envtest.Tables+"*"))
	if status, got := s.Get("/env/emissions", "name", "ZZZZ9999"); status != 502 {
		t.Errorf("%d %v", status, got)
	}
}

// TestWholeStateWithoutAName gives the releases of the state's file, and no greenhouse gases.
func TestWholeStateWithoutAName(t *testing.T) {
	s, world := service(t, envtest.Answers()...)
	status, got := s.Get("/env/emissions", "state", "Louisiana")
	if status != 200 || got["ghg"] != nil || got["tri"].(map[string]any)["total_releases"] != 166575.5 {
		t.Errorf("%d %v", status, got)
	}
	if n := len(world.Asked()); n != 2 { // 2025 is not published
		t.Errorf("%d requests: %q", n, world.Asked())
	}
	s.Get("/env/emissions", "state", "LA")
	if n := len(world.Asked()); n != 2 {
		t.Errorf("%d requests: the file is read again", n)
	}
}

// TestRoundTrips: facilities by four names at once, then amounts with their dictionaries, and the file of the state.
func TestRoundTrips(t *testing.T) {
	s, world := service(t, envtest.Answers()...)
	s.Get("/env/emissions", "name", "Norco Manufacturing Complex", "state", "LA")
	if n := len(world.Asked()); n != 4+3+2 {
		t.Errorf("%d requests: %q", n, world.Asked())
	}
	s, world = service(t, envtest.Answers()...)
	s.Get("/env/facility", "registry_id", "110000868918")
	if n := len(world.Asked()); n != 3 {
		t.Errorf("%d requests: %q", n, world.Asked())
	}
}

// TestCallersTextStaysInItsSegment: no text of a caller adds a part to the path of a query.
func TestCallersTextStaysInItsSegment(t *testing.T) {
	for text, want := range map[string]string{
		"O'Neal Steel":                "O'NEAL STEEL",
		"Norco/../../etc":             "NORCO",
		`a\b "quoted" name`:           "QUOTED",
		"Société Générale":            "SOCIETE GENERALE",
		"Acid (sulfuric) works":       "SULFURIC",
		"x/equals/1/and/state/equals": "EQUALS",
		"50% Corp; drop":              "CORP",
		"line\nbreak":                 "BREAK",
	} {
		if got := segment(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}

	s, world := service(t, answer{URL: envtest.Tables + "*", Body: "[]"})
	for _, text := range []string{"Norco/equals/1/JSON", `Nor\co"x`, "Norco\n1:1", "Norco) or 1=1", "Norco?x=y#z"} {
		s.Get("/env/emissions", "name", text)
	}
	for _, asked := range world.Asked() {
		path, _, _ := strings.Cut(strings.TrimPrefix(asked, "GET "+envtest.Tables), "?")
		if n := strings.Count(path, "/"); n != 5 && n != 7 || strings.ContainsAny(path, `\"()#`) {
			t.Errorf("%s", asked)
		}
	}

	s, world = service(t, answer{URL: envtest.Search, Body: noRows}, answer{URL: envtest.FRS, Body: ""})
	s.Get("/env/facility", "name", "A&p_st=CA#'\"\\")
	for _, asked := range world.Asked() {
		u, err := url.Parse(strings.TrimPrefix(asked, "GET "))
		if err != nil || u.Query().Get("p_st") != "" || u.Fragment != "" {
			t.Errorf("%s", asked)
		}
	}
}

func TestPackedCoordinates(t *testing.T) {
	s, _ := service(t,
		answer{URL: envtest.Tables + "tri.tri_facility/facility_name/*",
			Body: strings.Replace(string(samples.Read(t, "envirofacts/tri_facility_partial.json")), `"tri_facility_id"`,
				`"state_abbr": "IL", "tri_facility_id"`, 1)}, // which the recording was left without
		answer{URL: envtest.Tables + "*", Body: "[]"},
		answer{URL: envtest.Files + "*", Body: releasesOf(t)})
	_, got := s.Get("/env/emissions", "name", "Europtec", "state", "IL")
	block := got["tri"].(map[string]any)
	first := block["facilities"].([]any)[0].(map[string]any)
	for field, want := range map[string]any{
		"tri_facility_id": "60608NGNRD929WE",
		"name":            "EUROPTEC USA LLC",
		"parent_company":  "EUROPTEC USA INC",
		"lat":             41.8181,
		"lon":             -87.6497,
		"total":           nil,
	} {
		if first[field] != want {
			t.Errorf("%s is %v, want %v", field, first[field], want)
		}
	}
	if got["partial"] != false || block["total_releases"] != nil {
		t.Errorf("%v", got)
	}
	for _, text := range []string{"0", "", "416105", "9999999", "41.5"} {
		if got := packed(envirofacts.Text(text), 90, true); got != nil {
			t.Errorf("%q is %v", text, *got)
		}
	}
}

// TestRecordedAnswers: real answers of ECHO and the registry, and what is served of them.
func TestRecordedAnswers(t *testing.T) {
	s, _ := service(
		t,
		answer{URL: envtest.Search, Body: string(samples.Read(t, "epa_echo/get_facilities_summary_2026-07.json"))},
		answer{
			URL:  envtest.Rows + "?qid=79",
			Body: string(samples.Read(t, "epa_echo/get_qid_page1_2026-07.excerpt.json")),
		},
		answer{URL: envtest.FRS, Body: string(samples.Read(t, "epa_frs/get_facilities_one.json"))},
	)
	_, got := s.Get("/env/screen", "name", "Steel", "state", "TX")
	worst := got["facilities"].([]any)[0].(map[string]any)
	summary := got["summary"].(map[string]any)
	if worst["name"] != "O'NEAL STEEL INC" || worst["quarters_noncompliance"] != 9.0 || worst["risk_score"] != 23.0 ||
		worst["last_inspection_date"] != "2023-04-28" || worst["penalties_usd"] != nil || got["total"] != 5.0 ||
		summary["facilities_inspected"] != 1.0 || summary["total_penalties_usd"] != 0.0 {
		t.Errorf("%v", got)
	}

	_, got = s.Get("/env/facility", "name", "Dupont Spruance") // the recorded rows of ECHO are of Texas
	best := got["facilities"].([]any)[0].(map[string]any)
	for field, want := range map[string]any{
		"registry_id": "110000868918",
		"name":        "DUPONT SPRUANCE PLANT",
		"address":     "5401 JEFFERSON DAVIS HWY",
		"zip":         "23234-2257",
		"fips":        "51041",
		"lat":         37.45093,
		"lon":         -77.43415,
	} {
		if best[field] != want {
			t.Errorf("%s is %v, want %v", field, best[field], want)
		}
	}
	for _, f := range got["facilities"].([]any) {
		row := f.(map[string]any)
		steel := row["registry_id"] == "110005055313"
		if steel && (row["statuses"].(map[string]any)["cwa"] != "Terminated Permit" || row["lon"] != nil) {
			t.Errorf("%v", row)
		}
	}
	if got["total"] != 5.0 || got["count"] != 3.0 {
		t.Errorf("%v of %v", got["count"], got["total"])
	}
}

// TestWordsThatNameNobodyFindNobodyForFree: no facility found by them says nothing.
func TestWordsThatNameNobodyFindNobodyForFree(t *testing.T) {
	none := []answer{
		{URL: envtest.Search, Body: noRows},
		{URL: envtest.FRS, Body: "[]"},
		{URL: envtest.Tables + "*", Body: "[]"},
	}
	for _, route := range []string{"/env/screen", "/env/facility", "/env/emissions"} {
		s, _ := service(t, none...)
		s.RefusesNobody(route, "name")
		if status, got := s.Get(route, "name", "Nobody Steel"); status != 200 {
			t.Errorf("%s: %d %v", route, status, got)
		}
	}
}

// TestTwoLettersAreAName: 3M and BP are asked for, and no plant that has the letters inside of a word is theirs.
func TestTwoLettersAreAName(t *testing.T) {
	plants := []envirofacts.Text{"3M COTTAGE GROVE", "SBPX PLANT"}
	own := func(name envirofacts.Text) []envirofacts.Text { return []envirofacts.Text{name} }
	for text, want := range map[string]int{"3M": 1, "BP": 0, "SBP": 2} {
		if got := bearers(text, slices.Clone(plants), own); len(got) != want {
			t.Errorf("%s: %v", text, got)
		}
		if name, err := readName("name", text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSumsAreOfThoseWhoBearTheName: a register finds what has the letters inside of a word, too.
func TestSumsAreOfThoseWhoBearTheName(t *testing.T) {
	const columns = `[{"facility_id":%d,"year":2023,"facility_name":%q,"state":"LA","parent_company":%q}]`
	ask := func(name string) any {
		s, _ := service(t,
			answer{URL: envtest.Tables + "ghg.pub_dim_facility/facility_name/*",
				Body: "[" + strings.Trim(fmt.Sprintf(columns, 1, "SHELLY MATERIALS", "SHELLY CO (100%)"), "[]") + "," +
					strings.Trim(fmt.Sprintf(columns, 2, "Shell Norco", "SHELL PETROLEUM INC (100%)"), "[]") + "]"},
			answer{URL: envtest.Tables + "ghg.pub_dim_facility/parent_company/*",
				Body: fmt.Sprintf(columns, 3, "Norco II", "SHELL PETROLEUM INC (60%); OTHER (40%)")},
			answer{URL: envtest.Tables + "ghg.pub_facts_subp_ghg_emission/*", Body: `[
				{"facility_id":1,"year":2023,"sub_part_id":1,"gas_id":1,"co2e_emission":1000},
				{"facility_id":2,"year":2023,"sub_part_id":1,"gas_id":1,"co2e_emission":100},
				{"facility_id":3,"year":2023,"sub_part_id":1,"gas_id":1,"co2e_emission":10}]`},
			answer{URL: envtest.Tables + "ghg.pub_dim_subpart/*",
				Body: `[{"subpart_id":1,"subpart_name":"C","subpart_type":"E"}]`},
			answer{URL: envtest.Tables + "ghg.pub_dim_ghg/*", Body: `[{"gas_id":1,"gas_code":"CO2"}]`},
			answer{URL: envtest.Tables + "*", Body: "[]"},
		)
		_, got := s.Get("/env/emissions", "name", name)
		gases, _ := got["ghg"].(map[string]any)
		return gases["total_co2e"]
	}

	for name, want := range map[string]float64{"Shell": 110, "SHELL, Inc.": 110, "Shelly": 1000, "hell": 1110} {
		if got := ask(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestRowsBeyondAFullPageAreInNoSum: a page that is full of others' rows may lack some of those who bear the name.
func TestRowsBeyondAFullPageAreInNoSum(t *testing.T) {
	rows := make([]string, envirofacts.MaxRows)
	for i := range rows {
		rows[i] = fmt.Sprintf(`{"facility_id":%d,"year":2023,"facility_name":"SHELLY %d","state":"LA"}`, 100+i, i)
	}
	rows[0] = `{"facility_id":1,"year":2023,"facility_name":"Shell Norco","state":"LA"}`
	s, _ := service(t,
		answer{URL: envtest.Tables + "ghg.pub_dim_facility/facility_name/*", Body: "[" + strings.Join(rows, ",") + "]"},
		answer{URL: envtest.Tables + "ghg.pub_facts_subp_ghg_emission/*",
			Body: `[{"facility_id":1,"year":2023,"sub_part_id":1,"gas_id":1,"co2e_emission":100}]`},
		answer{URL: envtest.Tables + "ghg.pub_dim_subpart/*", Body: `[{"subpart_id":1,"subpart_name":"C","subpart_type":"E"}]`},
		answer{URL: envtest.Tables + "ghg.pub_dim_ghg/*", Body: `[{"gas_id":1,"gas_code":"CO2"}]`},
		answer{URL: envtest.Tables + "*", Body: "[]"},
	)
	status, got := s.Get("/env/emissions", "name", "Shell")
	gases, _ := got["ghg"].(map[string]any)
	if gases["total_co2e"] != nil || gases["truncated"] != true {
		t.Errorf("%d %v", status, got)
	}
}

// TestDioxinsAreKnownWithTheOtherReleases, or not at all.
func TestDioxinsAreKnownWithTheOtherReleases(t *testing.T) {
	query := []string{"name", "Norco Manufacturing Complex", "state", "LA"}
	whole, _ := service(t, envtest.Answers()...)
	half, _ := service(t, append([]answer{down(envtest.Tables + "tri.tri_facility/parent_co_name/*")}, envtest.Answers()...)...)
	_, all := whole.Get("/env/emissions", query...)
	_, some := half.Get("/env/emissions", query...)
	known := all["tri"].(map[string]any)
	left := some["tri"].(map[string]any)
	if known["dioxins_g"] == nil || known["total_releases"] == nil || left["dioxins_g"] != nil || left["total_releases"] != nil {
		t.Errorf("%v and %v", known, left)
	}
}
