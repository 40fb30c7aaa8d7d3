package phone

import (
	"net/http"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
)

func service(t *testing.T) *handlertest.Service {
	t.Helper()
	return handlertest.New(t, "phone", New().Register)
}

// get asks the served route with a raw query.
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

func TestAnswersFitTheSchema(t *testing.T) {
	s := service(t)
	for _, row := range numbers {
		if status, got := s.Get("/phone/intel", "number", row.number); status != http.StatusOK {
			t.Errorf("%s: %d %v", row.number, status, got)
		}
	}
}
