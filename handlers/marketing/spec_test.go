package marketing

import (
	"encoding/json"
	"math"
	"net/http"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
)

func routes(t handlertest.Failing) *handlertest.Routes {
	t.Helper()
	return handlertest.RoutesOf(t, "marketing", New().Register)
}

// serve answers a request as the service does. A 200 must match the spec.
func serve(t handlertest.Failing, path, body string) (int, []byte) {
	t.Helper()
	return routes(t).Exchange(t, handlertest.Request(http.MethodPost, path, body))
}

// exchange is serve without checking the answer.
func exchange(t handlertest.Failing, path, body string) (int, []byte) {
	t.Helper()
	return routes(t).Serve(t, handlertest.Request(http.MethodPost, path, body))
}

// ok serves a request that must succeed and reads the answer into into.
func ok(t handlertest.Failing, path, body string, into any) {
	t.Helper()
	status, answer := serve(t, path, body)
	if status != http.StatusOK {
		t.Fatalf("%s %.300s: %d %s", path, body, status, answer)
	}
	if err := json.Unmarshal(answer, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// refused serves a request that must be a 400 and returns its problem.
func refused(t handlertest.Failing, path, body string) (code, field, detail string) {
	t.Helper()
	status, answer := serve(t, path, body)
	if status != http.StatusBadRequest {
		t.Fatalf("%s %.300s: %d %.300s", path, body, status, answer)
	}
	var p struct{ Code, Field, Detail string }
	if err := json.Unmarshal(answer, &p); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return p.Code, p.Field, p.Detail
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.New(t, "marketing", New().Register).CheckExamples()
}

// near tolerates the last digits, which may differ between architectures.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-11*math.Abs(want)+1e-14 }
