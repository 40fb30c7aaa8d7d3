package govcon

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/govcon/govcontest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const searchURL = govcontest.API + "/search/spending_by_award/"

// TestGroupsAreNeverMixed: each group asks for its own award types, and for the columns that it has.
func TestGroupsAreNeverMixed(t *testing.T) {
	for group, want := range map[string][]string{
		"contracts": {`"award_type_codes":["A","B","C","D"]`, `"sort":"Award Amount"`, `"NAICS"`, `"Award ID"`},
		"idvs": {`["IDV_A","IDV_B","IDV_B_A","IDV_B_B","IDV_B_C","IDV_C","IDV_D","IDV_E"]`,
			`"Last Date to Order"`},
		"grants":          {`"award_type_codes":["02","03","04","05","F001","F002"]`, `"sort":"Award Amount"`},
		"direct_payments": {`"award_type_codes":["06","10","F006","F007"]`},
		"loans":           {`"award_type_codes":["07","08","F003","F004"]`, `"sort":"Loan Value"`, `"Issued Date"`},
		"other":           {`"award_type_codes":["09","11","-1","F005","F008","F009","F010"]`},
	} {
		s, bodies := listening(t)
		if status, answer := s.Get("/govcon/awards", "award_type", group); status != 200 {
			t.Fatalf("%s: %d %v", group, status, answer)
		}
		for _, part := range want {
			if !strings.Contains(bodies(), part) {
				t.Errorf("%s: no %s in %s", group, part, bodies())
			}
		}
		if strings.Contains(bodies(), "time_period") {
			t.Errorf("%s: a period that nobody asked for", group)
		}
	}
}

// listening serves awards over a source that has none and keeps what it was asked.
func listening(t *testing.T) (interface {
	Get(route string, query ...string) (int, map[string]any)
}, func() string) {
	t.Helper()

	var bodies strings.Builder
	asked := make(chan string, 10)
	s, world := service(t)
	world.Handle("api.usaspending.gov", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked <- string(body)
		if strings.HasSuffix(r.URL.Path, "_count/") {
			_, _ = io.WriteString(w, `{"results":{"contracts":0,"idvs":0,"grants":0,"direct_payments":0,"loans":0,`+
				`"other":0}}`)
			return
		}
		_, _ = io.WriteString(w, govcontest.Nothing)
	}))
	return s, func() string {
		for {
			select {
			case body := <-asked:
				bodies.WriteString(body + "\n")
			default:
				return bodies.String()
			}
		}
	}
}

func TestInputsReachTheSearchAsTheyWere(t *testing.T) {
	s, bodies := listening(t)
	status, answer := s.Get("/govcon/awards", "recipient", "\"O'Neil\"  & Sons\\ (a) \"OR\"", "keyword",
		"c++ \\\" tools",
		"naics", "5415", "year", "2024", "sort", "date", "limit", "7", "cursor", "3")
	if status != 200 {
		t.Fatal(status, answer)
	}
	for _, part := range []string{
		`"recipient_search_text":["O'Neil & Sons\\ (a) OR"]`, `"keywords":["c++ \\ tools"]`, `"require":["5415"]`,
		`"time_period":[{"start_date":"2023-10-01","end_date":"2024-09-30"}]`, `"sort":"Start Date"`, `"limit":7`,
		`"page":3`,
	} {
		if !strings.Contains(bodies(), part) {
			t.Errorf("no %s in %s", part, bodies())
		}
	}
	query := answer["query"].(map[string]any)
	if query["period_start"] != "2023-10-01" || query["period_end"] != "2024-09-30" || query["year_basis"] != "fiscal" {
		t.Errorf("%v", query)
	}
}

func TestFirstDayServedIsSaidWithoutAYear(t *testing.T) {
	s, _ := listening(t)
	_, answer := s.Get("/govcon/awards")
	query := answer["query"].(map[string]any)
	if query["period_start"] != "2007-10-01" || query["period_end"] != nil || query["year"] != nil {
		t.Errorf("%v", query)
	}
	summary := answer["summary"].(map[string]any)
	if answer["count"] != 0.0 || answer["has_next"] != false || summary["returned_amount_usd"] != nil {
		t.Errorf("%v", answer)
	}
}

// awardsPage is a page of awards, with null for what each row has and a test does not care about.
func awardsPage(next bool, rows ...string) upstreamtest.Answer {
	for i, row := range rows {
		members := map[string]json.RawMessage{}
		for _, column := range []string{
			"Award ID", "Recipient UEI", "recipient_id", "Description",
			"Awarding Agency", "Awarding Sub Agency", "Funding Agency", "Base Obligation Date",
		} {
			members[column] = json.RawMessage("null")
		}
		_ = json.Unmarshal([]byte(row), &members)
		text, _ := json.Marshal(members)
		rows[i] = string(text)
	}
	return upstreamtest.Answer{
		Method: "POST",
		URL:    searchURL,
		Body:   fmt.Sprintf(`{"results":[%s],"page_metadata":{"page":1,"hasNext":%t}}`, strings.Join(rows, ","), next),
	}
}

func TestSumsAreExactAndKeepDeobligations(t *testing.T) {
	raw := rawAnswer(t, "/govcon/awards?award_type=contracts&recipient=one&sort=amount&limit=10", awardsPage(true,
		`{"generated_internal_id":"A","Recipient Name":"ONE","Awarding Agency":"X","Award Amount":90071992547409.93,`+
			`"Start Date":"2020-02-03"}`,
		`{"generated_internal_id":"B","Recipient Name":"TWO","Awarding Agency":"Y","Award Amount":-0.02,"Start `+
			`Date":"2019-02-03"}`,
		`{"generated_internal_id":"C","Recipient Name":"ONE","Awarding Agency":"Y","Award Amount":0.1,"Total `+
			`Outlays":-5.5}`,
		`{"generated_internal_id":"D","Recipient Name":"MULTIPLE RECIPIENTS","Award Amount":null,"Total Outlays":null}`,
	), upstreamtest.Answer{Method: "POST", URL: govcontest.API + "/search/spending_by_award_count/",
		Body: `{"results":{"contracts":7}}`})
	for _, part := range []string{
		`"returned_amount_usd":90071992547410.01`, `"amount_usd":-0.02`, `"outlays_usd":-5.5`, `"total":7`,
		`"next_cursor":"2"`,
		`{"amount_usd":90071992547410.03,"count":2,"name":"ONE"}`, `{"amount_usd":-0.02,"count":1,"name":"TWO"}`,
		`"recipient_is_collective":true`, `"period_start":"2019-02-03"`, `"period_end":"2020-02-03"`,
	} {
		if !strings.Contains(raw, part) {
			t.Errorf("no %s in %s", part, raw)
		}
	}
}

func TestLoansGiveTheirFaceValueAndNoObligation(t *testing.T) {
	s, _ := service(t, awardsPage(false,
		`{"generated_internal_id":"L","Recipient Name":"ONE","Loan Value":1000000.5,"Subsidy Cost":-250.25,`+
			`"Issued Date":"2024-04-05","Base Obligation Date":"2021-04-05",`+
			`"primary_assistance_listing":{"cfda_number":"59.012","cfda_program_title":"7(a) Loan Guarantees"}}`))
	_, answer := s.Get("/govcon/awards", "award_type", "loans")
	loan := answer["awards"].([]any)[0].(map[string]any)
	if loan["amount_usd"] != 1000000.5 || loan["amount_kind"] != "loan_face_value" ||
		loan["subsidy_cost_usd"] != -250.25 ||
		loan["start_date"] != nil || loan["signed_date"] != "2021-04-05" || loan["outlays_usd"] != nil {
		t.Errorf("%v", loan)
	}
	if answer["partial"] != true || answer["total"] != 1.0 {
		t.Errorf("the count failed, and the answer does not say so: %v", answer)
	}
}

// TestPagesEndWhereTheSourceStops: there is no cursor behind the last award that can be reached.
func TestPagesEndWhereTheSourceStops(t *testing.T) {
	for _, c := range []struct {
		next   bool
		cursor string
		want   any
	}{
		{false, "1", nil},
		{true, "1", "2"},
		{true, "99", "100"},
		{true, "100", nil},
	} {
		s, _ := service(
			t,
			awardsPage(c.next, `{"generated_internal_id":"A","Recipient Name":null,"Award Amount":null}`),
		)
		_, answer := s.Get("/govcon/awards", "limit", "100", "cursor", c.cursor)
		if answer["next_cursor"] != c.want || answer["has_next"] != c.next {
			t.Errorf("%+v: %v", c, answer["next_cursor"])
		}
		if (answer["total"] == nil) != c.next {
			t.Errorf("%+v: the count failed, and the total is %v", c, answer["total"])
		}
	}
}

func TestUnknownAgencyIsRefusedBeforeTheSearch(t *testing.T) {
	s, world := examplesOnly(t)
	status, problem := s.Get("/govcon/awards", "agency", "Ministry of Silly Walks")
	if status != 404 || problem["field"] != "agency" || len(asked(world)) != 0 {
		t.Errorf("%d %v %v", status, problem, asked(world))
	}
}

func TestAwardsTakeTwoRequestsAtOnce(t *testing.T) {
	s, world := examplesOnly(t)
	s.Get("/govcon/awards", "recipient", "McKesson", "agency", "097")
	if len(asked(world)) != 2 {
		t.Errorf("%q", asked(world))
	}
}

// TestTotalBehindTheEndIsNotKnown: an empty page does not tell how many pages there are before it.
func TestTotalBehindTheEndIsNotKnown(t *testing.T) {
	answers := append([]upstreamtest.Answer{{
		Method: "POST",
		URL:    govcontest.API + "/search/spending_by_award_count/",
		Status: 503,
	}}, govcontest.Answers()...)
	for cursor, want := range map[string]any{"1": 0.0, "50": nil} {
		s, _ := service(t, answers...)
		if _, answer := s.Get("/govcon/awards", "recipient", "Acorn Tools", "cursor", cursor); answer["total"] != want {
			t.Errorf("page %s: total %v", cursor, answer["total"])
		}
	}
}

// TestACountBehindTheRowsIsLeftOut: the source counts apart from its search, and may be behind it.
func TestACountBehindTheRowsIsLeftOut(t *testing.T) {
	row := `{"generated_internal_id":"A","Recipient Name":null,"Award Amount":null}`
	behind := upstreamtest.Answer{
		Method: "POST",
		URL:    govcontest.API + "/search/spending_by_award_count/",
		Body:   `{"results":{"contracts":0,"direct_payments":0,"grants":0,"idvs":0,"loans":0,"other":0}}`,
	}
	for hasNext, want := range map[bool]any{false: 1.0, true: nil} {
		s, _ := service(t, behind, awardsPage(hasNext, row))
		if status, answer := s.Get("/govcon/awards", "limit", "1"); status != 200 || answer["total"] != want {
			t.Errorf("%v: %d, total %v", hasNext, status, answer["total"])
		}
	}
}
