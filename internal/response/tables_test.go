package response_test

import (
	"testing"
	"time"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/internal/response"
)

func TestTablePastItsLastDayMakesAnAnswerPartial(t *testing.T) {
	table := dated.Table{
		Name:      "rates",
		URL:       "https://agency.example",
		AsOf:      "2026-10-01",
		GoodUntil: "2026-12-31",
	}
	lasting := dated.Table{Name: "words", AsOf: "2026-11"}
	last := time.Date(2026, time.December, 31, 23, 59, 59, 0, time.UTC)

	source := response.Table(table, last)
	if source.Status != shared.SourceStatusOk || source.Detail != nil || source.AsOf.Format(time.DateOnly) != "2026-10-01" {
		t.Errorf("on the last day: %+v", source)
	}
	if got := response.PastTables(last, table, lasting); len(got) != 0 {
		t.Errorf("on the last day: %v", got)
	}

	past := response.PastTables(last.Add(time.Second), table, lasting)
	if len(past) != 1 || past[0].Name != "rates" || past[0].Status != shared.SourceStatusStale || past[0].Detail == nil {
		t.Errorf("the day after: %v", past)
	}
	if !response.Partial(past) {
		t.Error("an answer from an old table is not partial")
	}
}
