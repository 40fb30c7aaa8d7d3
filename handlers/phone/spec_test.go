package phone

import (
	"net/http"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
)

// november is a time at which the numbering plans are current.
func november() time.Time { return time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC) }

func service(t *testing.T) *handlertest.Service {
	t.Helper()
	return handlertest.New(t, "phone", New(november).Register)
}

// get calls the served route with a raw query.
func get(t *testing.T, query string) (int, map[string]any) {
	t.Helper()
	return service(t).Do(handlertest.Request(http.MethodGet, "/phone/intel?"+query, ""))
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) { service(t).CheckExamples() }

func TestUnencodedPlusArrivesAsSpaceAndIsUnderstood(t *testing.T) {
	for _, query := range []string{"number=+14156667777", "number=%2B14156667777", "number=%20%2B1-415-666-7777", "number=+1+(415)+666-7777"} {
		if code, got := get(t, query); code != 200 || got["e164"] != "+14156667777" {
			t.Errorf("%s: %d %v", query, code, got)
		}
	}
}

// The plans lack newer number ranges: the answer says how old they are.
func TestNumberingPlansPastTheirDayAreStale(t *testing.T) {
	last := Dated.GoodUntil.Start()
	for day, want := range map[time.Time]string{last: "ok", last.AddDate(0, 0, 1): "stale"} {
		s := handlertest.New(t, "phone", New(func() time.Time { return day }).Register)
		_, got := s.Get("/phone/intel", "number", "+16502530000")
		handlertest.Holds(t, got, map[string]any{
			"sources.0.status": want,
			"partial":          want == "stale",
		})
	}
}

func TestAnswersFitTheSchema(t *testing.T) {
	s := service(t)
	for _, row := range numbers {
		if status, got := s.Get("/phone/intel", "number", row.number); status != http.StatusOK {
			t.Errorf("%s: %d %v", row.number, status, got)
		}
	}
}
