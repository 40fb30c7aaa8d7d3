package marketing

import (
	"encoding/json"
	"net/http"
	"testing"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/handlers/marketing/table"
)

// fullCaps are bodies at each route's caps.
func fullCaps() []struct{ name, path, body string } {
	wide, stages := wideRows(table.MaxRows)
	arms := "variant,n,x\n" + repeatedLines(table.MaxRows)
	names, _ := json.Marshal(stages)
	return []struct{ name, path, body string }{
		{"funnel/100k rows", "/marketing/funnel", `{"rows":[` + campaignRows(table.MaxRows) + `]}`},
		{"funnel/100k csv rows of 64 stages", "/marketing/funnel", `{"csv":` + quoted(wide) + `,"stages":` + string(names) + `}`},
		{"attribution/100k paths of 500k touches", "/marketing/attribution", `{"paths":[` + nestedPaths(maxPaths, maxTouches/maxPaths) + `]}`},
		{"attribution/100k text paths of 500k touches", "/marketing/attribution", `{"paths":[` + textPaths(maxPaths, maxTouches/maxPaths) + `]}`},
		{"attribution/500k flat touches", "/marketing/attribution", `{"touches":[` + flatTouches(maxTouches) + `]}`},
		{"spend/100k rows", "/marketing/spend", `{"rows":[` + campaignRows(table.MaxRows) + `]}`},
		{"spend/100k csv rows", "/marketing/spend", `{"csv":` + quoted(campaignText(table.MaxRows)) + `}`},
		{"experiment/100k csv rows", "/marketing/experiment", `{"csv":` + quoted(arms) + `}`},
	}
}

func repeatedLines(n int) string {
	b := make([]byte, 0, 8*n)
	for i := range n {
		if i%2 == 0 {
			b = append(b, "a,100,10\n"...)
		} else {
			b = append(b, "b,100,12\n"...)
		}
	}
	return string(b)
}

// BenchmarkHandlerAtCaps is the family's own part: from the members of the decoded body to the answer.
func BenchmarkHandlerAtCaps(b *testing.B) {
	for _, c := range fullCaps() {
		b.Run(c.name, func(b *testing.B) {
			run, err := handler(c.path, []byte(c.body))
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(c.body)))
			b.ReportAllocs()
			for b.Loop() {
				if err := run(b); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// handler decodes a body as the generated server does and returns the call of its handler.
func handler(path string, body []byte) (func(b *testing.B) error, error) {
	h := New()
	switch path {
	case "/marketing/funnel":
		var r gen.MarketingFunnelRequest
		err := json.Unmarshal(body, &r)
		return func(b *testing.B) error {
			_, err := h.MarketingFunnel(b.Context(), gen.MarketingFunnelRequestObject{Body: &r})
			return err
		}, err
	case "/marketing/attribution":
		var r gen.MarketingAttributionRequest
		err := json.Unmarshal(body, &r)
		return func(b *testing.B) error {
			_, err := h.MarketingAttribution(b.Context(), gen.MarketingAttributionRequestObject{Body: &r})
			return err
		}, err
	case "/marketing/spend":
		var r gen.MarketingSpendRequest
		err := json.Unmarshal(body, &r)
		return func(b *testing.B) error {
			_, err := h.MarketingSpend(b.Context(), gen.MarketingSpendRequestObject{Body: &r})
			return err
		}, err
	}
	var r gen.MarketingExperimentRequest
	err := json.Unmarshal(body, &r)
	return func(b *testing.B) error {
		_, err := h.MarketingExperiment(b.Context(), gen.MarketingExperimentRequestObject{Body: &r})
		return err
	}, err
}

// BenchmarkRequestAtCaps is a whole request without payment: validation against the spec, the generated server, the
// handler and the JSON of the answer.
func BenchmarkRequestAtCaps(b *testing.B) {
	for _, c := range fullCaps() {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.body)))
			b.ReportAllocs()
			for b.Loop() {
				if status, answer := exchange(b, c.path, c.body); status != http.StatusOK {
					b.Fatalf("%d %.300s", status, answer)
				}
			}
		})
	}
}
