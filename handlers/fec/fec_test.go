package fec

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/handlers/fec/fectest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/openfec"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

func now() time.Time { return fectest.Now }

// service serves the family over answers, with a key.
var service = handlertest.Over(serve)

// serve is the family over a world, with a key.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()

	h := New(world.Pool(t, map[string]string{openfec.KeyVariable: "k"}, upstreamtest.At(now)), engine, now)
	return handlertest.New(t, "fec", func(e *echo.Echo) { h.Register(e) })
}

func TestExamples(t *testing.T) {
	s, world := service(t, fectest.Answers()...)
	s.CheckExamples("sources")
	if misses := world.Misses(); len(misses) > 0 {
		t.Errorf("asked for what the provider does not have: %q", misses)
	}
}

func TestShortNamesAreRefusedByARuleOfTheFEC(t *testing.T) {
	s, _ := service(t, fectest.Answers()...)
	if _, problem := s.Get("/fec/committee", "q", "3M"); !strings.Contains(fmt.Sprint(problem["detail"]), "api.open.fec.gov") {
		t.Errorf("two letters: %v does not say whose rule it is", problem["detail"])
	}
}

// TestWordsCannotTurnTheSearchRound: a hyphen before words asks the source for everything else.
func TestWordsCannotTurnTheSearchRound(t *testing.T) {
	s, world := service(t, fectest.Answers()...)
	s.Get("/fec/contributions", "contributor_name", " --Smith & O'Neil, (Jr)\\", "period", "2018")
	s.Get("/fec/committee", "q", "-ActBlue")
	want := []string{
		"GET " + fectest.Receipts + "?contributor_name=Smith+%26+O%27Neil%2C+%28Jr%29%5C&per_page=20" +
			"&sort=-contribution_receipt_date&two_year_transaction_period=2018",
		"GET " + fectest.API + "/committees/?per_page=20&q=ActBlue&sort=-receipts",
	}
	if got := world.Asked(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestFailuresOfTheSource: what the gateway and the server say is told by the code in the answer first.
func TestFailuresOfTheSource(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		status int
		code   string
	}{
		{"a wrong key", gateway(403, "API_KEY_INVALID"), 503, "not_configured"},
		{"no key", gateway(403, "API_KEY_MISSING"), 503, "not_configured"},
		{"a key that may do no more", gateway(403, "OVER_RATE_LIMIT"), 503, "rate_limited"},
		{"a limit with a plain body", upstreamtest.Answer{
			Status: 429, Type: "text/plain", Body: "slow down", Header: map[string]string{"Retry-After": "900"},
		}, 503, "rate_limited"},
		{"another refusal", gateway(403, "HTTPS_REQUIRED"), 502, "upstream_failed"},
		{"inputs that the server refuses", upstreamtest.Answer{Status: 422, Body: `{"message":"no","status":422}`},
			422, "upstream_refused"},
	} {
		for route, query := range map[string][]string{
			"/fec/contributions": {"employer", "Netflix"},
			"/fec/committee":     {"q", "ActBlue"},
		} {
			c.answer.URL = fectest.API + "/*"
			s, _ := service(t, c.answer)
			if status, problem := s.Get(route, query...); status != c.status || problem["code"] != c.code {
				t.Errorf("%s, %s: %d %v", c.why, route, status, problem)
			}
		}
	}
}

func gateway(status int, code string) upstreamtest.Answer {
	return upstreamtest.Answer{Status: status, Body: `{"error":{"code":"` + code + `","message":"no"}}`}
}

func TestPublicKeyIsSaidToBeUsed(t *testing.T) {
	world := upstreamtest.New(t, fectest.Answers()...)
	h := New(world.Pool(t, nil, upstreamtest.At(now)), engine, now)
	s := handlertest.New(t, "fec", func(e *echo.Echo) { h.Register(e) })
	_, answer := s.Get("/fec/contributions", "employer", "Netflix", "period", "2018")
	source := answer["sources"].([]any)[0].(map[string]any)
	if detail, _ := source["detail"].(string); !strings.Contains(detail, "DEMO_KEY") || source["status"] != "ok" {
		t.Errorf("%v", source)
	}

	s, _ = service(t, fectest.Answers()...)
	_, answer = s.Get("/fec/contributions", "employer", "Netflix", "period", "2018")
	if source := answer["sources"].([]any)[0].(map[string]any); source["detail"] != nil {
		t.Errorf("%v", source)
	}
}

// raw is the text of an answer.
func raw(t *testing.T, url string, answers ...upstreamtest.Answer) string {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	e := echo.New()
	New(world.Pool(t, nil, upstreamtest.At(now)), engine, now).Register(e)
	w := httptest.NewRecorder()
	e.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, url, nil))
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", url, w.Code, w.Body)
	}
	return w.Body.String()
}

func TestWordsThatNameNobodyAreRefused(t *testing.T) {
	s, _ := service(t, fectest.Answers()...)
	s.RefusesNobody("/fec/contributions", "contributor_name")
	s.RefusesNobody("/fec/contributions", "employer")
	s.RefusesNobody("/fec/committee", "q")
}
