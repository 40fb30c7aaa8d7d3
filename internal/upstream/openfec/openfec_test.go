package openfec

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const api = "https://api.open.fec.gov/v1"

func TestKeyGoesInAHeader(t *testing.T) {
	for _, own := range []bool{true, false} {
		env := map[string]string{}
		if own {
			env[KeyVariable] = "mine"
		}
		world := upstreamtest.New(
			t,
			upstreamtest.Answer{URL: api + "/committees/", Body: `{"results":[],"pagination":{"count":0}}`},
		)
		c := New(world.Pool(t, env))
		if _, err := c.FindCommittees(t.Context(), "act", 5); err != nil || c.HasOwnKey() != own {
			t.Errorf("own key %t: %t %v", own, c.HasOwnKey(), err)
		}
		if want := "GET " + api + "/committees/?per_page=5&q=act&sort=-receipts"; world.Asked()[0] != want {
			t.Errorf("%q", world.Asked())
		}
	}
}

func TestLimitOfTheKeyIsNotTriedAgain(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/*", Status: 403,
		Body: `{"error":{"code":"OVER_RATE_LIMIT"}}`})
	_, err := New(world.Pool(t, nil)).CommitteeTotals(t.Context(), "C00401224")
	var e *upstream.Error
	if !errors.As(err, &e) || e.Kind != upstream.RateLimited || e.RetryAfter != unsaidPause || len(world.Asked()) != 1 {
		t.Errorf("%v after %d requests", err, len(world.Asked()))
	}
}

func TestPeriodsEndInEvenYears(t *testing.T) {
	for year, want := range map[int]int{2025: 2026, 2026: 2026, 2027: 2028} {
		if got := PeriodOf(time.Date(year, time.July, 4, 0, 0, 0, 0, time.UTC)); got != want {
			t.Errorf("%d: %d", year, got)
		}
	}
}

func TestAPeriodWithoutReportsIsNotTheNewest(t *testing.T) {
	for day, want := range map[string]int{"2026-12-31": 2026, "2027-02-20": 2026, "2027-02-21": 2028, "2028-01-02": 2028} {
		at, err := time.Parse(time.DateOnly, day)
		if got := ReportedPeriod(at); got != want || err != nil {
			t.Errorf("%s: %d %v", day, got, err)
		}
	}
}

const (
	receipt = `{"sub_id":"41","original_sub_id":null,"transaction_id":"SA1","file_number":7,"report_year":2018,
"committee_id":"C00401224","committee":{"name":"ACTBLUE","party":null},"contributor_name":"SAMPLE, PAT",
"contributor_employer":null,"contributor_state":"CA","contribution_receipt_amount":50,
"contribution_receipt_date":"2018-06-20","receipt_type_full":null,"memo_code":null,"memo_text":null,
"amendment_indicator":"N","is_individual":true}`
	committee = `{"committee_id":"C00401224","name":"ACTBLUE","party":null,"cycles":[2018]}`
)

func TestNumbersOfTheDatabaseHaveTwoForms(t *testing.T) {
	for _, text := range []string{`"41"`, `41`} {
		body := `{"results":[` + strings.Replace(receipt, `"41"`, text, 1) + `],"pagination":{"count":1}}`
		world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/schedules/schedule_a/", Body: body})
		page, err := New(world.Pool(t, nil)).Receipts(t.Context(), ReceiptQuery{Limit: 20})
		if err != nil || page.Receipts[0].SubID != "41" || page.Receipts[0].OriginalSubID != "" {
			t.Errorf("%s: %+v %v", text, page, err)
		}
	}
}

func TestReceiptsHoldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL: api + "/schedules/schedule_a/",
			Body: `{"results":[` + receipt + `],"pagination":{"count":40,"is_count_exact":true,
"last_indexes":{"last_index":"41","last_contribution_receipt_date":"2018-06-20"}}}`,
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Receipts(ctx, ReceiptQuery{Committees: []string{"C00401224"}, Limit: 1})
			return err
		},
		Required: []string{
			"results", "results[].sub_id", "results[].original_sub_id", "results[].transaction_id",
			"results[].file_number", "results[].committee_id", "results[].contribution_receipt_amount",
			"results[].contribution_receipt_date", "results[].contributor_name", "results[].memo_code",
			"results[].memo_text", "results[].amendment_indicator", "pagination", "pagination.count",
			"pagination.last_indexes", "pagination.last_indexes.last_index",
		},
		Optional: []string{
			"results[].is_individual",
			"results[].committee",
			"pagination.is_count_exact",
			"pagination.last_indexes.last_contribution_receipt_date",
		},
	}.Hold(t)
}

func TestCommitteesHoldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  api + "/committee/C00401224/",
			Body: `{"results":[` + committee + `],"pagination":{"count":1}}`,
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Committee(ctx, "C00401224")
			return err
		},
		Required: []string{
			"results", "results[].committee_id", "results[].name", "results[].cycles", "pagination",
			"pagination.count",
		},
		Optional: []string{"results[].party"},
		NoRecord: []upstreamtest.Answer{
			{Body: `{"results":[],"pagination":{"count":0}}`},
			{Status: 404, Body: `{"message":"not found","status":404}`},
		},
	}.Hold(t)
}

func TestTotalsHoldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  api + "/committee/C00401224/totals/",
			Body: `{"results":[{"cycle":2018,"receipts":1.5,"disbursements":null,"last_debts_owed_by_committee":null}]}`,
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).CommitteeTotals(ctx, "C00401224")
			return err
		},
		Required: []string{"results", "results[].cycle", "results[].receipts", "results[].disbursements"},
		Optional: []string{"results[].last_debts_owed_by_committee"},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"message":"not found","status":404}`}},
	}.Hold(t)
}

func TestListThatDoesNotHoldWhatItCountsIsRefused(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/*", Body: `{"results":[],"pagination":{"count":7}}`})
	client := New(world.Pool(t, nil))
	if _, err := client.Receipts(t.Context(), ReceiptQuery{Limit: 20}); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("receipts: %v", err)
	}
	if _, err := client.FindCommittees(t.Context(), "act", 5); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("committees: %v", err)
	}
}
