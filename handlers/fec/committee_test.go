package fec

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/fec/fectest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestCommitteeWithoutItsMoneyIsPartial(t *testing.T) {
	answers := append([]upstreamtest.Answer{{URL: fectest.API + "/committee/C00401224/totals/", Status: 503}},
		fectest.Answers()...)
	s, _ := service(t, answers...)
	_, answer := s.Get("/fec/committee", "committee_id", "c00401224")
	one := answer["committees"].([]any)[0].(map[string]any)
	if answer["partial"] != true || one["totals"] != nil || one["totals_evaluated"] != false {
		t.Errorf("%v", answer)
	}
}

func TestCommitteeThatDoesNotExist(t *testing.T) {
	for why, answer := range map[string]upstreamtest.Answer{
		"an empty page": {URL: fectest.API + "/committee/C99999999/", Body: `{"results":[],"pagination":{"count":0}}`},
		"a 404":         {URL: fectest.API + "/committee/*", Status: 404, Body: `{"message":"not found","status":404}`},
	} {
		s, _ := service(t, answer)
		if status, problem := s.Get("/fec/committee", "committee_id", "C99999999"); status != 404 ||
			problem["field"] != "committee_id" {
			t.Errorf("%s: %d %v", why, status, problem)
		}
	}
}

// TestSearchAsksForTheMoneyOfTheFirst: one request for the list and one for each of the first three.
func TestSearchAsksForTheMoneyOfTheFirst(t *testing.T) {
	var list []string
	for _, id := range []string{"C00000001", "C00000002", "C00000003", "C00000004"} {
		list = append(list, strings.ReplaceAll(fectest.ActBlue, "C00401224", id))
	}
	s, world := service(t,
		upstreamtest.Answer{URL: fectest.API + "/committees/?q=ActBlue", Body: `{"results":[` + strings.Join(list,
			",") + `],"pagination":{"count":45}}`},
		upstreamtest.Answer{URL: fectest.API + "/committee/C00000002/totals/", Status: 503},
		upstreamtest.Answer{URL: fectest.API + "/committee/*",
			Body: `{"results":[{"cycle":2016,"receipts":5,"disbursements":1},
{"cycle":2018,"receipts":-1.5,"disbursements":null}]}`})
	status, answer := s.Get("/fec/committee", "q", "ActBlue")
	if status != 200 || answer["partial"] != true || answer["truncated"] != true || answer["total"] != 45.0 {
		t.Errorf("%d %v", status, answer)
	}
	committees := answer["committees"].([]any)
	for i, evaluated := range []bool{true, false, true, false} {
		one := committees[i].(map[string]any)
		if one["totals_evaluated"] != evaluated || (one["totals"] != nil) != evaluated ||
			one["name_match_score"] != 100.0 {
			t.Errorf("%d: %v", i, one)
		}
	}
	newest := committees[0].(map[string]any)["totals"].(map[string]any)
	if newest["period"] != 2018.0 || newest["receipts_usd"] != -1.5 || newest["debts_usd"] != nil {
		t.Errorf("%v", newest)
	}
	if asked := world.Asked(); len(asked) < 4 {
		t.Errorf("%q", asked)
	}
}

func TestWhatLettersOfCommitteesMean(t *testing.T) {
	for letter, want := range map[string]string{"Q": "active", "M": "active", "T": "terminated", "A": "terminated"} {
		if got := status(letter); got == nil || string(*got) != want {
			t.Errorf("%s: %v", letter, got)
		}
	}
	if status("") != nil || affiliation("None") != nil {
		t.Error("something is made of nothing")
	}
}
