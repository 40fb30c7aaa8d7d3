package govcon

import (
	"testing"

	"github.com/farebox/farebox/handlers/govcon/govcontest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestAgencyIsFoundAsPeopleNameIt(t *testing.T) {
	s, _ := examplesOnly(t)
	for _, c := range []struct{ asked, code, by string }{
		{"073", "073", "code"},
		{"73", "073", "code"},
		{"1145", "1145", "code"},
		{"dod", "097", "abbreviation"},
		{"Department of Defense", "097", "name"},
		{"the U.S. Dept. of Defense", "097", "name"},
		{"United States Department of Agriculture", "012", "name"},
		{"veterans affairs", "036", "part_of_name"},
		{"Institute of Museum & Library Services", "1145", "name"},
	} {
		found, err := agencyIn(t, c.asked)
		if err != nil || found.Code != c.code || string(found.by) != c.by {
			t.Errorf("%s: %v %v", c.asked, found, err)
		}
	}

	status, problem := s.Get("/govcon/agency", "agency", "Department")
	if status != 400 || problem["code"] != "ambiguous" || len(problem["candidates"].([]any)) < 2 {
		t.Errorf("%d %v", status, problem)
	}
	status, problem = s.Get("/govcon/agency", "agency", "Smal Busines Administration")
	if candidates, _ := problem["candidates"].([]any); status != 404 ||
		candidates[0] != "Small Business Administration" {
		t.Errorf("%d %v", status, problem)
	}
}

func agencyIn(t *testing.T, asked string) (*knownAgency, error) {
	t.Helper()
	world := upstreamtest.New(t, govcontest.Answers()...)
	h := New(world.Pool(t, nil, upstreamtest.SmallLists), engine, nil)
	if err := h.agencies.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return h.agency(asked)
}

func TestAgencyThatPublishedNothingHasNoBudget(t *testing.T) {
	found, err := agencyIn(t, "1145")
	if err != nil || found.budget() != nil {
		t.Errorf("%v %v", found.budget(), err)
	}
}

func TestAgencyWaitsForItsList(t *testing.T) {
	s, _ := service(t) // a provider that has no list
	status, problem := s.Get("/govcon/agency", "agency", "SBA")
	if status != 503 || problem["code"] != "list_unavailable" {
		t.Errorf("%d %v", status, problem)
	}
}

func TestAgencyIsAskedForItsLatestYear(t *testing.T) {
	s, world := examplesOnly(t)
	status, answer := s.Get("/govcon/agency", "agency", "SBA")
	if status != 200 || answer["year"] != 2026.0 || len(asked(world)) != 5 {
		t.Errorf("%d %v %q", status, answer["year"], asked(world))
	}
}

func TestPartOfAnAgencyThatFailsMakesTheAnswerPartial(t *testing.T) {
	answers := append([]upstreamtest.Answer{{URL: govcontest.API + "/agency/073/sub_agency/", Status: 503}},
		govcontest.Answers()...)
	s, _ := service(t, answers...)
	status, answer := s.Get("/govcon/agency", "agency", "SBA")
	if status != 200 || answer["partial"] != true || answer["sub_agencies_total"] != nil || answer["awards"] == nil {
		t.Errorf("%d %v", status, answer)
	}
	if answer["sub_agencies"] != nil || answer["budget_by_year"] == nil {
		t.Errorf("parts %v, budget %v", answer["sub_agencies"], answer["budget_by_year"])
	}
}

func TestAwardThatDoesNotExist(t *testing.T) {
	s, _ := examplesOnly(t)
	for _, id := range []string{
		"CONT_AWD_ZZZZ9999_9300_-NONE-_-NONE-", "cont_idv_zzzz9999_9700", "ASST_NON_DE/SC 00#1_8900",
		"ASST_AGG_SAI EXEMPT_-NONE-",
	} {
		status, answer := s.Get("/govcon/award", "generated_internal_id", id)
		if status != 200 || answer["found"] != false || answer["award"] != nil {
			t.Errorf("%s: %d %v", id, status, answer)
		}
	}
}

func TestPersonWhoIsNotDisclosedIsSaidToBe(t *testing.T) {
	s, _ := examplesOnly(t)
	_, answer := s.Get("/govcon/award", "generated_internal_id", "ASST_NON_12FA00PY54661041_12D2")
	award := answer["award"].(map[string]any)
	who := award["recipient"].(map[string]any)
	if who["is_collective"] != true || who["uei"] != nil || award["potential_value_usd"] != nil ||
		award["competition"] != nil ||
		award["outlays_usd"] != 0.0 || award["non_federal_funding_usd"] != 0.0 ||
		len(award["assistance_listings"].([]any)) != 1 {
		t.Errorf("%v", award)
	}
}
