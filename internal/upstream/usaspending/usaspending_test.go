package usaspending

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const api = "https://api.usaspending.gov/api/v2"

func TestRecordedAnswersAreRead(t *testing.T) {
	const id = "34228757-4b3c-8dac-90bb-a06834ec884a-C"
	world := upstreamtest.New(t,
		upstreamtest.Answer{Method: "POST", URL: api + "/search/*", Body: string(samples.Read(t,
			"usaspending/spending_by_award_one.json"))},
		upstreamtest.Answer{URL: api + "/recipient/" + id + "/", Body: string(samples.Read(t,
			"usaspending/recipient_profile.json"))},
	)
	c := New(world.Pool(t, nil))

	page, err := c.Awards(t.Context(), AwardQuery{
		Group:     Contracts,
		Recipient: "CORICHIA BRISCO ENTERPRISES LLC",
		Limit:     10,
		Page:      1,
	})
	if err != nil || len(page.Awards) != 1 || page.HasNext {
		t.Fatalf("%+v %v", page, err)
	}
	a := page.Awards[0]
	if a.GeneratedID != "CONT_AWD_93310023P0021_9300_-NONE-_-NONE-" || a.Amount.String() != "237518.75" ||
		a.Outlays != nil ||
		a.Recipient != "CORICHIA BRISCO ENTERPRISES LLC" || a.ContractType != "PURCHASE ORDER" ||
		a.StartDate != "2023-09-18" {
		t.Errorf("%+v", a)
	}

	p, err := c.RecipientProfile(t.Context(), id, 0)
	if err != nil || p.UEI != "KMLTRR8Y96L9" || p.Obligated.String() != "17518.75" || *p.Transactions != 3 ||
		len(p.BusinessTypes) != 15 ||
		p.Location.PlainZip != "72206" || p.ParentID != "34228757-4b3c-8dac-90bb-a06834ec884a-P" {
		t.Errorf("%+v %v", p, err)
	}
	if last := world.Asked()[1]; !strings.HasSuffix(last, "?year=latest") {
		t.Error(last)
	}
}

func TestMissingProfileIsToldFromOneThatWasRefused(t *testing.T) {
	for body, want := range map[string]upstream.Kind{
		`{"detail":"Recipient ID not found: 'x'."}`: upstream.NotFound,
		`{"detail":"Invalid Recipient-Level: 'X'"}`: upstream.Invalid,
		`{}`:     upstream.Invalid,
		`<html>`: upstream.BadResponse,
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/recipient/*", Status: 400, Body: body})
		if _, err := New(world.Pool(t, nil)).RecipientProfile(t.Context(), "x", 2024); !errors.Is(err, want) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestSearchThatIsGoneHasNotFoundNothing(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{Method: "POST", URL: api + "/*", Status: 404,
		Body: `{"detail":"Not found."}`})
	c := New(world.Pool(t, nil))
	if _, err := c.Awards(t.Context(), AwardQuery{Group: Grants}); !errors.Is(err, upstream.BadResponse) {
		t.Error(err)
	}
	if _, err := c.FindRecipients(t.Context(), "x", 1); !errors.Is(err, upstream.BadResponse) {
		t.Error(err)
	}
	if _, err := c.CountAwards(t.Context(), AwardQuery{Group: Grants}); !errors.Is(err, upstream.BadResponse) {
		t.Error(err)
	}
}

func TestAwardWithoutAnIdIsNoAward(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/awards/*", Body: `{"total_obligation":5}`})
	if _, _, err := New(world.Pool(t, nil)).Award(t.Context(), "CONT_IDV_A_9700"); !errors.Is(err,
		upstream.BadResponse) {
		t.Error(err)
	}
}

func TestPageForPeopleIsNoMissingAward(t *testing.T) {
	for kind, want := range map[string]upstream.Kind{
		"text/html; charset=utf-8": upstream.BadResponse,
		"application/json":         upstream.NotFound,
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/awards/*", Status: 404, Type: kind})
		if _, _, err := New(world.Pool(t, nil)).Award(t.Context(), "CONT_IDV_A_9700"); !errors.Is(err, want) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestShortListOfAgenciesIsNotBelieved(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/references/toptier_agencies/",
		Body: `{"results":[{"agency_name":"A","toptier_code":"1"}]}`})
	agencies := NewAgencies(world.Pool(t, nil))
	if err := agencies.Refresh(t.Context()); err == nil {
		t.Error("one agency was taken for all")
	}
}

func TestFiscalYearsBeginInOctober(t *testing.T) {
	for day, want := range map[string]int{
		"2026-09-30": 2026,
		"2026-10-01": 2027,
		"2027-01-01": 2027,
	} {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil || FiscalYear(at) != want {
			t.Errorf("%s: %d", day, FiscalYear(at))
		}
	}
	if p := FiscalYearPeriod(2008); p.Start != FirstDate || p.End != "2008-09-30" {
		t.Errorf("%+v", p)
	}
}

func TestCodeStandsAloneInOlderAnswers(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{Method: "POST", URL: api + "/search/*",
		Body: `{"results":[{"generated_internal_id":"A","NAICS":"325411","PSC":{"code":null,"description":null}}],` +
			`"page_metadata":{}}`})
	page, err := New(world.Pool(t, nil)).Awards(t.Context(), AwardQuery{Group: Contracts})
	if err != nil || page.Awards[0].NAICS.Code != "325411" || page.Awards[0].PSC.Code != "" {
		t.Errorf("%+v %v", page, err)
	}
}
