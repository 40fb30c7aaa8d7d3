package govcon

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/handlers/govcon/govcontest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// rawAnswer is the text of an answer, for amounts with more digits than a float64 has.
func rawAnswer(t *testing.T, url string, answers ...upstreamtest.Answer) string {
	t.Helper()

	world := upstreamtest.New(t, answers...)
	e := echo.New()
	New(world.Pool(t, nil), engine, func() time.Time { return govcontest.Now }).Register(e)

	w := httptest.NewRecorder()
	e.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, url, nil))
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", url, w.Code, w.Body)
	}
	return w.Body.String()
}

// entries are a list of recipients as the source gives it: "id level uei amount name".
func entries(total int, lines ...string) string {
	var list []string
	for _, line := range lines {
		f := strings.SplitN(line, " ", 5)
		uei := fmt.Sprintf("%q", f[2])
		if f[2] == "-" {
			uei = "null"
		}
		list = append(list, fmt.Sprintf(`{"id":"%s-%s","recipient_level":%q,"uei":%s,"duns":null,"amount":%s,`+
			`"name":%q}`,
			f[0], f[1], f[1], uei, f[3], f[4]))
	}
	return fmt.Sprintf(`{"page_metadata":{"page":1,"total":%d},"results":[%s]}`, total, strings.Join(list, ","))
}

func recipientsOf(holding, body string) upstreamtest.Answer {
	return upstreamtest.Answer{Method: "POST", URL: govcontest.API + "/recipient/", BodyHas: holding, Body: body}
}

// profileOf is the profile of a recipient without money.
func profileOf(id string) string {
	return `{"recipient_id":"` + id + `","recipient_level":"` + id[len(id)-1:] + `","name":null,"uei":null,
"total_transaction_amount":0,"total_transactions":0,"total_face_value_loan_amount":0,
"total_face_value_loan_transactions":0,"alternate_names":[],"duns":null,"parent_id":null,"parent_name":null,
"parent_uei":null,"business_types":[],"location":null}`
}

func TestRecipientThatFitsIsChosen(t *testing.T) {
	const hash = "00000000-0000-4000-8000-00000000000"
	for _, c := range []struct {
		why, asked, list string
		id, method       string
		ambiguous        bool
	}{
		{
			"a parent before itself as a child", "Acorn Tools Inc",
			entries(2, hash+"1 C A1B2C3D4E5F6 900 ACORN TOOLS INC", hash+"1 P A1B2C3D4E5F6 1000 ACORN TOOLS INC"),
			hash + "1-P", "exact_name", false,
		},
		{
			"the exact name before a longer one with more money", "acorn tools  inc",
			entries(2, hash+"2 P B1B2C3D4E5F6 9000 ACORN TOOLS INC OF OHIO",
				hash+"1 R A1B2C3D4E5F6 10 ACORN TOOLS INC"),
			hash + "1-R", "exact_name", false,
		},
		{
			"two organisations of one name", "Acorn Tools Inc",
			entries(2, hash+"1 R A1B2C3D4E5F6 10 ACORN TOOLS INC", hash+"2 R B1B2C3D4E5F6 20 ACORN TOOLS INC"),
			hash + "2-R", "exact_name", true,
		},
		{
			"two without a UEI", "Acorn Tools Inc",
			entries(2, hash+"1 R - 10 ACORN TOOLS INC", hash+"2 R - 20 ACORN TOOLS INC"),
			hash + "2-R", "exact_name", true,
		},
		{
			"a UEI is no part of a name", "A1B2C3D4E5F6",
			entries(2, hash+"2 P B1B2C3D4E5F6 9000 A1B2C3D4E5F6 LLC", hash+"1 C A1B2C3D4E5F6 10 ACORN TOOLS INC"),
			hash + "1-C", "uei", false,
		},
		{
			"another legal form", "Acorn Tools Incorporated",
			entries(1, hash+"1 R A1B2C3D4E5F6 10 ACORN TOOLS, INC."),
			hash + "1-R", "same_name", false,
		},
	} {
		s, _ := service(t, recipientsOf("", c.list), upstreamtest.Answer{
			URL: govcontest.API + "/recipient/*", Body: profileOf(c.id),
		})
		status, answer := s.Get("/govcon/recipient", "recipient", c.asked)
		match, _ := answer["match"].(map[string]any)
		who, _ := answer["recipient"].(map[string]any)
		if status != 200 || match["method"] != c.method || match["ambiguous"] != c.ambiguous ||
			who["recipient_id"] != c.id {
			t.Errorf("%s: %d %v", c.why, status, answer)
		}
		if answer["partial"] != true {
			t.Errorf("%s: the breakdowns failed, and the answer does not say so", c.why)
		}
	}
}

// TestAwardsOfANamesakeAreNotTheRecipients: without a UEI awards are searched by name, and namesakes have some.
func TestAwardsOfANamesakeAreNotTheRecipients(t *testing.T) {
	const own = "00000000-0000-4000-8000-000000000001"
	const other = "00000000-0000-4000-8000-000000000002"
	award := func(id, recipient, uei string) string {
		return fmt.Sprintf(`{"generated_internal_id":%q,"Award ID":%q,"Recipient Name":"ACORN TOOLS INC",`+
			`"Recipient UEI":%s,"recipient_id":%s,"Description":null,"Awarding Agency":null,"Awarding Sub Agency":null,`+
			`"Funding Agency":null,"Base Obligation Date":"2026-01-01","Award Amount":5}`, id, id, uei, recipient)
	}
	rows := []string{
		award("CONT_AWD_OWN", `"`+own+`-R"`, "null"),
		award("CONT_AWD_OTHER", `"`+other+`-R"`, `"B1B2C3D4E5F6"`),
		award("CONT_AWD_NOBODY", "null", "null"),
	}
	for range 2 {
		slices.Reverse(rows)
		s, world := service(t,
			recipientsOf("", entries(2, own+" R - 20 ACORN TOOLS INC", other+" R B1B2C3D4E5F6 10 ACORN TOOLS INC")),
			upstreamtest.Answer{URL: govcontest.API + "/recipient/*", Body: profileOf(own + "-R")},
			upstreamtest.Answer{Method: "POST", URL: govcontest.API + "/search/spending_by_category/awarding_agency/",
				Body: `{"results":[],"page_metadata":{"page":1,"hasNext":false}}`},
			upstreamtest.Answer{Method: "POST", URL: govcontest.API + "/search/spending_by_award/",
				BodyHas: `"award_type_codes":["A"`,
				Body:    `{"results":[` + strings.Join(rows, ",") + `],"page_metadata":{"page":1,"hasNext":false},"messages":[]}`},
		)
		_, answer := s.Get("/govcon/recipient", "recipient", "Acorn Tools Inc")
		list, _ := answer["recent_awards"].([]any)
		if len(list) != 1 || list[0].(map[string]any)["generated_internal_id"] != "CONT_AWD_OWN" {
			t.Errorf("%v %q", answer, world.Misses())
		}
	}
}

func TestNameThatOnlyHoldsTheWordsIsNotTaken(t *testing.T) {
	s, world := service(t, recipientsOf("ACORN", entries(250,
		"00000000-0000-4000-8000-000000000001 P A1B2C3D4E5F6 5 ACORN GROWERS ASSOCIATION OF IDAHO",
		"00000000-0000-4000-8000-000000000002 R B1B2C3D4E5F6 4 CITY OF ACORN HILLS")))
	status, answer := s.Get("/govcon/recipient", "recipient", "acorn hill brewing")
	if status != 200 || answer["found"] != false || answer["recipient"] != nil ||
		len(answer["other_matches"].([]any)) != 2 {
		t.Errorf("%d %v", status, answer)
	}
	if note, _ := answer["note"].(string); !strings.Contains(note, "250") {
		t.Errorf("nothing says that not all were compared: %v", answer["note"])
	}
	if len(asked(world)) != 1 {
		t.Errorf("%q", asked(world))
	}
}

func TestNameIsLookedForWithoutItsLegalFormToo(t *testing.T) {
	s, world := service(t,
		recipientsOf(`"ACORN TOOLS INCORPORATED"`, govcontest.NoRecipients),
		recipientsOf(`"ACORN TOOLS"`, entries(1, "00000000-0000-4000-8000-000000000001 R A1B2C3D4E5F6 10 ACORN "+
			"TOOLS INC")),
		upstreamtest.Answer{URL: govcontest.API + "/recipient/*", Body: profileOf("00000000-0000-4000-8000-000000000001-R")})
	if _, answer := s.Get("/govcon/recipient", "recipient", "Acorn Tools Incorporated"); answer["found"] != true {
		t.Errorf("%v %q", answer, world.Misses())
	}
}

func TestNothingIsFoundUnderCollectiveAndUnknownNames(t *testing.T) {
	s, world := examplesOnly(t)
	_, answer := s.Get("/govcon/recipient", "recipient", "Redacted due to PII")
	if answer["found"] != false || answer["note"] == nil || len(asked(world)) != 0 {
		t.Errorf("%v", answer)
	}
	_, answer = s.Get("/govcon/recipient", "recipient", "ZZZZ9999")
	if answer["found"] != false || answer["match"] != nil || answer["total"] != 0.0 || answer["partial"] != false {
		t.Errorf("%v", answer)
	}
}

// TestRecipientTakesTwoRounds: the search, then everything about the one that was found.
func TestRecipientTakesTwoRounds(t *testing.T) {
	s, world := examplesOnly(t)
	status, answer := s.Get("/govcon/recipient", "recipient", "JTAPCFM4NSL4")
	list := asked(world)
	if status != 200 || answer["partial"] != false || len(list) != 6 || !strings.HasSuffix(list[0], "/recipient/") {
		t.Errorf("%d %q", status, list)
	}
	if totals := answer["totals"].(map[string]any); totals["basis"] != "last_twelve_months" ||
		totals["period_start"] != "2025-11-20" {
		t.Errorf("%v", totals)
	}
}

func TestRecipientThatIsGoneIsEmptyAndOthersAnswer(t *testing.T) {
	answers := append([]upstreamtest.Answer{{
		URL:    govcontest.API + "/recipient/a704b6c0-d296-fc75-79e9-7a9546b3b634-C/",
		Status: 400,
		Body:   `{"detail":"Recipient ID not found: 'a704b6c0-d296-fc75-79e9-7a9546b3b634-C'."}`,
	}}, govcontest.Answers()...)
	s, _ := service(t, answers...)
	_, answer := s.Get("/govcon/recipient", "recipient", "JTAPCFM4NSL4")
	if answer["recipient"] != nil || answer["totals"] != nil || len(answer["top_agencies"].([]any)) != 2 ||
		answer["partial"] != false {
		t.Errorf("%v", answer)
	}
}

func TestWordsThatNameNobodyAreRefused(t *testing.T) {
	s, _ := examplesOnly(t)
	s.RefusesNobody("/govcon/recipient", "recipient")
	s.RefusesNobody("/govcon/awards", "recipient")
}
