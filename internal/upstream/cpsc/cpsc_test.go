package cpsc

import (
	"context"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestRecallsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL: Provider.BaseURL + "/Recall",
			Body: `[{"RecallID":1,"RecallNumber":"26639","RecallDate":"2026-07-23T00:00:00","Title":"A","URL":"u",
"Products":[{"Name":"A","NumberOfUnits":"About 52"}],"Hazards":[{"Name":"Fire"}],"Injuries":[{"Name":"None"}],
"Remedies":[{"Name":"Refund"}],"Manufacturers":[],"Importers":[],"Distributors":[],"Retailers":[]}]`,
		},
		Required: []string{
			"[].RecallID", "[].RecallDate", "[].Title", "[].Products", "[].Products[].Name", "[].Hazards",
			"[].Hazards[].Name", "[].Injuries", "[].Injuries[].Name", "[].Manufacturers",
		},
		Optional: []string{"[].RecallNumber", "[].URL", "[].Remedies", "[].Products[].NumberOfUnits"},
		Call: func(_ context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Recalls(t.Context(), InTitle, "a", time.Time{})
			return err
		},
	}.Hold(t)
}
