package fec

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/fec/fectest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func receipts(total int, last string, gifts ...fectest.Gift) upstreamtest.Answer {
	var rows []string
	for _, g := range gifts {
		rows = append(rows, g.Row())
	}
	return upstreamtest.Answer{URL: fectest.Receipts, Body: fectest.Page(total, true, last, rows...)}
}

func TestStreetsAreInNoAnswer(t *testing.T) {
	text := raw(t, "/fec/contributions?committee_id=C00401224&employer=Netflix&limit=20", fectest.Answers()...)
	for _, hidden := range []string{"EXAMPLE WAY", "95032", "street", "zip"} {
		if strings.Contains(text, hidden) {
			t.Errorf("%s is in the answer", hidden)
		}
	}
}

func TestRecordedContributionIsServed(t *testing.T) {
	s, _ := service(t, upstreamtest.Answer{
		URL: fectest.Receipts + "?contributor_name=Gruber&two_year_transaction_period=2018",
		Body: strings.Replace(string(samples.Read(t, "openfec/schedule_a_one.trim.json")), `"results"`,
			`"pagination":{"count":null},"results"`, 1), // which the recording was cut off from
	})
	status, answer := s.Get("/fec/contributions", "contributor_name", "Gruber", "period", "2018")
	row := answer["contributions"].([]any)[0].(map[string]any)
	committee := row["committee"].(map[string]any)
	for name, want := range map[string]any{
		"contributor_name": "GRUBER, LARRY",
		"contributor_type": "individual",
		"employer":         "NETFLIX",
		"occupation":       "FREELANCE ART DIRECTOR",
		"city":             "BROOKLYN",
		"state":            "NY",
		"amount_usd":       50.0,
		"date":             "2017-01-03",
		"memo_text":        "EARMARKED FOR DCCC (C00000935)",
		"is_individual":    true,
		"is_memo":          false,
		"is_earmarked":     true,
		"is_amended":       false,
		"counted":          true,
		"sub_id":           "4111520171462661016",
		"pdf_url":          "http://docquery.fec.gov/cgi-bin/fecimg/?201710319077347730",
	} {
		if row[name] != want {
			t.Errorf("%s is %v, want %v", name, row[name], want)
		}
	}
	if status != 200 || committee["id"] != "C00401224" || committee["name"] != "ACTBLUE" || committee["type"] != "W" ||
		answer["total_amount_usd"] != 50.0 || answer["total"] != nil || answer["next_cursor"] != nil {
		t.Errorf("%d %v", status, answer)
	}
}

// TestPagesGoOnWhereTheyEnded: by the last row's number and day; a row without a day is after all days in this order.
func TestPagesGoOnWhereTheyEnded(t *testing.T) {
	for _, c := range []struct{ why, last, cursor, asked string }{
		{"with a day", `{"last_index":"4080120181000000003","last_contribution_receipt_date":"2018-06-20"}`,
			"4080120181000000003-20180620", "last_contribution_receipt_date=2018-06-20&last_index=4080120181000000003"},
		{"with a moment", `{"last_index":4080120181000000003,"last_contribution_receipt_date":"2018-06-20T00:00:00"}`,
			"4080120181000000003-20180620", "last_contribution_receipt_date=2018-06-20&last_index=4080120181000000003"},
		{"without a day", `{"last_index":"4080120181000000003","sort_null_only":true}`,
			"4080120181000000003", "last_contribution_receipt_date=9999-12-31&last_index=4080120181000000003"},
	} {
		s, world := service(t, receipts(9, c.last, fectest.Gift{SubID: "4080120181000000003", Amount: "1",
			Date: "2018-06-20"}))
		_, answer := s.Get("/fec/contributions", "employer", "Netflix", "limit", "1")
		if answer["next_cursor"] != c.cursor {
			t.Errorf("%s: %v", c.why, answer["next_cursor"])
			continue
		}
		s.Get("/fec/contributions", "employer", "Netflix", "limit", "1", "cursor", c.cursor)
		if asked := world.Asked(); !strings.Contains(asked[1], c.asked) {
			t.Errorf("%s: %q", c.why, asked[1])
		}
	}
}

func TestListEndsWithAPageThatIsNotFull(t *testing.T) {
	last := `{"last_index":"1","last_contribution_receipt_date":"2018-06-20"}`
	s, _ := service(t, receipts(1, last, fectest.Gift{SubID: "1", Amount: "1", Date: "2018-06-20"}))
	if _, answer := s.Get("/fec/contributions", "employer", "Netflix"); answer["next_cursor"] != nil {
		t.Errorf("%v", answer["next_cursor"])
	}
	s, _ = service(t, receipts(0, ""))
	_, answer := s.Get("/fec/contributions", "contributor_name", "ZZZZ9999")
	if answer["next_cursor"] != nil || answer["count"] != 0.0 || answer["total_amount_usd"] != nil {
		t.Errorf("%v", answer)
	}
}

func TestCandidateStandsForTheAuthorisedCommittees(t *testing.T) {
	s, world := service(t,
		upstreamtest.Answer{
			URL: fectest.API + "/candidate/H8CA05035/committees/?cycle=2018",
			Body: `{"results":[{"committee_id":"C00213512","name":"A","cycles":[]},
{"committee_id":"C00012345","name":"B","cycles":[]}],"pagination":{"count":2}}`,
		},
		upstreamtest.Answer{URL: fectest.API + "/candidate/*", Body: `{"results":[],"pagination":{"count":0}}`},
		receipts(0, ""))
	_, answer := s.Get("/fec/contributions", "candidate_id", "h8ca05035", "period", "2018")
	asked := world.Asked()
	if len(asked) != 2 || !strings.Contains(asked[0], "designation=P&designation=A") ||
		!strings.Contains(asked[1], "committee_id=C00012345&committee_id=C00213512") {
		t.Errorf("%q %v", asked, answer)
	}
	status, problem := s.Get("/fec/contributions", "candidate_id", "P00000001", "period", "2018")
	if status != 404 || problem["field"] != "candidate_id" {
		t.Errorf("%d %v", status, problem)
	}
}

func TestPeriodIsTheOneThatItIsNow(t *testing.T) {
	s, world := service(t, receipts(0, ""))
	_, answer := s.Get("/fec/contributions", "employer", "Netflix", "min_amount", "2500.5")
	query := answer["query"].(map[string]any)
	if query["period"] != 2026.0 || query["period_start"] != "2025-01-01" || query["period_end"] != "2026-12-31" {
		t.Errorf("%v", query)
	}
	if asked := world.Asked()[0]; !strings.Contains(asked, "two_year_transaction_period=2026") ||
		!strings.Contains(asked, "min_amount=2500.5") {
		t.Error(asked)
	}
}

func TestNamesOfOthersAreScoredAndNotMerged(t *testing.T) {
	s, _ := service(t, receipts(3, "",
		fectest.Gift{SubID: "1", Name: "ROOSEVELT, THEODORE", State: "NY", Amount: "100", Date: "2018-01-01"},
		fectest.Gift{SubID: "2", Name: "ROOSEVELTON, THEODORA", State: "NY", Amount: "40", Date: "2018-01-02"},
		fectest.Gift{SubID: "3", Name: "ROOSEVELT, THEODORE", State: "OH", Amount: "7", Date: "2018-01-03"},
	))
	_, answer := s.Get("/fec/contributions", "contributor_name", "Theodore Roosevelt", "period", "2018")
	rows := answer["contributions"].([]any)
	same := rows[0].(map[string]any)["name_match_score"].(float64)
	other := rows[1].(map[string]any)["name_match_score"].(float64)
	groups := answer["summary"].(map[string]any)["by_contributor"].([]any)
	if same < 85 || other >= 85 || len(groups) != 3 {
		t.Errorf("%v %v %v", same, other, groups)
	}
}
