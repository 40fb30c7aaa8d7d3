package govcon

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
)

// TestLabelledNegativeAwards: money that was taken back is a negative amount, never left out and never the largest.
func TestLabelledNegativeAwards(t *testing.T) {
	award := func(id, who, amount string) string {
		return `{"generated_internal_id":"` + id + `","Recipient Name":"` + who + `","Awarding Agency":"X",` +
			`"Award Amount":` + amount + `}`
	}
	for _, c := range []struct {
		why  string
		rows []string
		want map[string]any
	}{
		{
			"an award beside one of which more was taken back than given",
			[]string{award("A", "ONE", "100.5"), award("B", "TWO", "-40.25")},
			map[string]any{"summary.returned_amount_usd": 60.25, "summary.largest.generated_internal_id": "A",
				"summary.top_recipients.1.amount_usd": -40.25, "awards.1.amount_usd": -40.25},
		},
		{
			"all below zero: the largest is the one nearest to zero",
			[]string{award("A", "ONE", "-5"), award("B", "TWO", "-0.02")},
			map[string]any{"summary.returned_amount_usd": -5.02, "summary.largest.generated_internal_id": "B"},
		},
		{
			"one recipient with an award and one taken back",
			[]string{award("A", "ONE", "10"), award("B", "ONE", "-10")},
			map[string]any{"summary.returned_amount_usd": 0, "summary.top_recipients.0.amount_usd": 0,
				"summary.top_recipients.0.count": 2},
		},
		{
			"an award of nothing is known, one without an amount is not",
			[]string{award("A", "ONE", "0"), award("B", "TWO", "null")},
			map[string]any{"summary.returned_amount_usd": 0, "awards.0.amount_usd": 0, "awards.1.amount_usd": nil,
				"summary.largest.generated_internal_id": "A"},
		},
		{
			"no amounts at all: no sum",
			[]string{award("A", "ONE", "null")},
			map[string]any{"summary.returned_amount_usd": nil, "summary.largest": nil},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, awardsPage(false, c.rows...))
			_, got := s.Get("/govcon/awards", "recipient", "one")
			handlertest.Holds(t, got, c.want)
		})
	}
}
