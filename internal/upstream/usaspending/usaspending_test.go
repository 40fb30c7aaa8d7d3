package usaspending

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	api      = "https://api.usaspending.gov/api/v2"
	awardRow = `{"generated_internal_id":"A","Award ID":"H907","Recipient Name":"ACME","recipient_id":"h-C",
"Recipient UEI":null,"Description":null,"Awarding Agency":"Department of Defense","Awarding Sub Agency":null,
"Funding Agency":null,"Base Obligation Date":"2016-06-24","NAICS":null,"PSC":{"code":null,"description":null},"Award Amount":61241.34}`
	entry = `{"id":"a704b6c0-C","duns":null,"uei":"JTAPCFM4NSL4","name":"ACME","recipient_level":"C","amount":1.5}`
)

// hold is the contract of one call.
func hold(
	t *testing.T, answer upstreamtest.Answer, call func(context.Context, *Client) error, required, optional []string,
	none ...upstreamtest.Answer,
) {
	t.Helper()
	upstreamtest.Contract{
		Answer:   answer,
		Call:     func(ctx context.Context, pool *upstream.Pool) error { return call(ctx, New(pool)) },
		Required: required,
		Optional: optional,
		NoRecord: none,
	}.Hold(t)
}

func TestSearchesHoldToTheirContract(t *testing.T) {
	search := func(ctx context.Context, c *Client) error {
		_, err := c.Awards(ctx, AwardQuery{Group: Contracts})
		return err
	}
	hold(t, upstreamtest.Answer{
		Method: "POST",
		URL:    api + "/search/spending_by_award/",
		Body:   `{"results":[` + awardRow + `],"page_metadata":{"hasNext":false}}`,
	}, search, []string{
		"results",
		"results[].generated_internal_id",
		"results[].Award Amount",
		"results[].Recipient Name",
		"results[].recipient_id",
		"results[].Description",
		"page_metadata",
		"page_metadata.hasNext",
	}, []string{"results[].NAICS"})

	hold(t, upstreamtest.Answer{
		Method: "POST",
		URL:    api + "/search/spending_by_award/",
		Body: `{"results":[` + strings.Replace(
			awardRow,
			"Award Amount",
			"Loan Value",
			1,
		) + `],"page_metadata":{"hasNext":false}}`,
	}, func(ctx context.Context, c *Client) error {
		_, err := c.Awards(ctx, AwardQuery{Group: Loans})
		return err
	}, []string{"results[].Loan Value"}, nil)

	hold(t, upstreamtest.Answer{
		Method: "POST",
		URL:    api + "/search/spending_by_category/naics/",
		Body:   `{"results":[{"name":null,"code":null,"amount":1}]}`,
	}, func(ctx context.Context, c *Client) error {
		_, err := c.RecipientTotals(ctx, "x-C", ByNAICS, Period{}, 5)
		return err
	}, []string{"results", "results[].name", "results[].amount"}, []string{"results[].code"})
}

func TestRecipientsHoldToTheirContract(t *testing.T) {
	hold(t, upstreamtest.Answer{
		Method: "POST",
		URL:    api + "/recipient/",
		Body:   `{"results":[` + entry + `],"page_metadata":{"total":1}}`,
	}, func(ctx context.Context, c *Client) error {
		_, err := c.FindRecipients(ctx, "acme", 10)
		return err
	}, []string{
		"results", "results[].id", "results[].name", "results[].uei", "results[].recipient_level",
		"results[].amount", "page_metadata.total",
	}, nil)

	hold(t, upstreamtest.Answer{
		URL: api + "/recipient/x-C/",
		Body: `{"recipient_id":"x-C","recipient_level":"C","name":"ACME","uei":null,"location":{"city_name":"RENO"},
"total_transaction_amount":1.5,"total_transactions":2,"total_face_value_loan_amount":0,
"total_face_value_loan_transactions":0,"alternate_names":[],"duns":null,"parent_id":null,"parent_name":null,
"parent_uei":null,"business_types":[]}`,
	}, func(ctx context.Context, c *Client) error {
		_, err := c.RecipientProfile(ctx, "x-C", 0)
		return err
	}, []string{
		"recipient_id", "recipient_level", "name", "uei", "total_transaction_amount", "total_transactions",
		"alternate_names", "business_types", "location",
	}, nil,
		upstreamtest.Answer{Status: 400, Body: `{"detail":"Recipient ID not found: 'x-C'."}`})
}

func TestLevelThatDoesNotExistIsNotTheLowest(t *testing.T) {
	body := `{"results":[` + strings.Replace(entry, `"recipient_level":"C"`, `"recipient_level":"X"`, 1) +
		`],"page_metadata":{"total":1}}`
	world := upstreamtest.New(t, upstreamtest.Answer{Method: "POST", URL: api + "/recipient/", Body: body})
	if _, err := New(world.Pool(t, nil)).FindRecipients(t.Context(), "acme", 10); !errors.Is(err, upstream.BadResponse) {
		t.Error(err)
	}
}

func TestAwardHoldsToItsContract(t *testing.T) {
	hold(t, upstreamtest.Answer{
		URL: api + "/awards/CONT_IDV_A_9700/",
		Body: `{"generated_unique_award_id":"CONT_IDV_A_9700","category":"idv","type":"IDV_A","total_obligation":1.5,
"recipient":{"recipient_name":"ACME","business_categories":[],"location":null},"type_description":null,
"description":null,"subaward_count":0,"total_subaward_amount":null,"date_signed":null,"awarding_agency":null,
"funding_agency":null,"place_of_performance":null,"period_of_performance":null,"executive_details":null,
"total_outlay":null}`,
	}, func(ctx context.Context, c *Client) error {
		_, err := c.Award(ctx, "CONT_IDV_A_9700")
		return err
	}, []string{
		"generated_unique_award_id", "category", "type", "total_obligation", "recipient",
		"recipient.recipient_name", "recipient.business_categories", "description",
	}, []string{"total_outlay"},
		upstreamtest.Answer{Status: 404, Body: `{"detail":"No Award found with: 'CONT_IDV_A_9700'"}`})
}

func TestAgencyHoldsToItsContracts(t *testing.T) {
	hold(t, upstreamtest.Answer{
		URL:  api + "/agency/073/awards/",
		Body: `{"toptier_code":"073","latest_action_date":null,"transaction_count":5,"obligations":1.5}`,
	}, func(ctx context.Context, c *Client) error {
		_, err := c.AgencyAwards(ctx, "073", 2025)
		return err
	}, []string{"toptier_code", "latest_action_date", "transaction_count", "obligations"}, nil)

	hold(t, upstreamtest.Answer{
		URL: api + "/agency/073/budgetary_resources/",
		Body: `{"toptier_code":"073","agency_data_by_year":[{"fiscal_year":2025,"agency_budgetary_resources":1,
"agency_total_obligated":1,"agency_total_outlayed":null,"total_budgetary_resources":null}]}`,
	}, func(ctx context.Context, c *Client) error {
		_, err := c.AgencyBudget(ctx, "073")
		return err
	}, []string{
		"toptier_code",
		"agency_data_by_year",
		"agency_data_by_year[].fiscal_year",
		"agency_data_by_year[].agency_total_outlayed",
	}, nil)

	hold(t, upstreamtest.Answer{
		URL:  api + "/agency/073/obligations_by_award_category/",
		Body: `{"results":[{"category":"loans","aggregated_amount":1}]}`,
	}, func(ctx context.Context, c *Client) error {
		_, err := c.AgencyCategories(ctx, "073", 2025)
		return err
	}, []string{"results", "results[].category", "results[].aggregated_amount"}, nil)

	hold(t, upstreamtest.Answer{
		URL: api + "/agency/073/sub_agency/",
		Body: `{"page_metadata":{"total":1},"results":[{"name":"SBA","abbreviation":null,"total_obligations":1,
"transaction_count":2,"new_award_count":1}]}`,
	}, func(ctx context.Context, c *Client) error {
		_, _, err := c.SubAgencies(ctx, "073", 2025, 10)
		return err
	}, []string{"results", "results[].name", "results[].total_obligations", "page_metadata.total"},
		[]string{"results[].abbreviation"})
}

func TestRecordedAnswersAreRead(t *testing.T) {
	const id = "34228757-4b3c-8dac-90bb-a06834ec884a-C"
	// Who recorded the search did not ask for these columns, and each that is asked for is there.
	search := strings.Replace(string(samples.Read(t, "usaspending/spending_by_award_one.json")),
		`"Award ID":`, `"Recipient UEI": null, "Base Obligation Date": null, "Award ID":`, 1)
	world := upstreamtest.New(t,
		upstreamtest.Answer{Method: "POST", URL: api + "/search/*", Body: search},
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
	if _, err := New(world.Pool(t, nil)).Award(t.Context(), "CONT_IDV_A_9700"); !errors.Is(err,
		upstream.BadResponse) {
		t.Error(err)
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

func TestCodeWithoutItsMembersIsNotOneThatTheAwardLacks(t *testing.T) {
	for _, code := range []string{`{"description":null}`, `{"code":null}`} {
		world := upstreamtest.New(t, upstreamtest.Answer{Method: "POST", URL: api + "/search/*",
			Body: `{"results":[` + strings.Replace(awardRow, `"NAICS":null`, `"NAICS":`+code, 1) +
				`],"page_metadata":{"hasNext":false}}`})
		_, err := New(world.Pool(t, nil)).Awards(t.Context(), AwardQuery{Group: Contracts})
		if !errors.Is(err, upstream.BadResponse) {
			t.Errorf("%s: %v", code, err)
		}
	}
}

func TestCodeStandsAloneInOlderAnswers(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{Method: "POST", URL: api + "/search/*",
		Body: `{"results":[` + strings.Replace(awardRow, `"NAICS":null`, `"NAICS":"325411"`, 1) +
			`],"page_metadata":{"hasNext":false}}`})
	page, err := New(world.Pool(t, nil)).Awards(t.Context(), AwardQuery{Group: Contracts})
	if err != nil || page.Awards[0].NAICS.Code != "325411" || page.Awards[0].PSC.Code != "" {
		t.Errorf("%+v %v", page, err)
	}
}
