package openfec

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const api = "https://api.open.fec.gov/v1"

func TestRecordedReceiptIsRead(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{
		URL:  api + "/schedules/schedule_a/",
		Body: string(samples.Read(t, "openfec/schedule_a_one.trim.json")),
	})
	page, err := New(world.Pool(t, nil)).Receipts(t.Context(), ReceiptQuery{
		Committees: []string{"C00401224"},
		Period:     2018,
		Limit:      20,
	})
	if err != nil || len(page.Receipts) != 1 || page.Total != nil || page.Next != nil {
		t.Fatalf("%+v %v", page, err)
	}
	r := page.Receipts[0]
	if r.Amount.String() != "50" || r.ReportYear.String() != "2017" || *r.FileNumber != 1189990 ||

		r.TransactionID != "SA11AI_67832769" || r.OriginalSubID != "" || r.IsMemo() || r.Committee.Name != "ACTBLUE" {
		t.Errorf("%+v", r)
	}
}

func TestKeyGoesInAHeader(t *testing.T) {
	for _, own := range []bool{true, false} {
		env := map[string]string{}
		if own {
			env[KeyVariable] = "mine"
		}
		world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/committees/", Body: `{"results":[]}`})
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

func TestNumbersOfTheDatabaseHaveTwoForms(t *testing.T) {
	for text, want := range map[string]ID{`"41"`: "41", `41`: "41", `null`: ""} {
		body := fmt.Sprintf(`{"results":[{"sub_id":%s}]}`, text)
		world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/schedules/schedule_a/", Body: body})
		page, err := New(world.Pool(t, nil)).Receipts(t.Context(), ReceiptQuery{Limit: 1})
		if err != nil || page.Receipts[0].SubID != want {
			t.Errorf("%s: %+v %v", text, page, err)
		}
	}
}
