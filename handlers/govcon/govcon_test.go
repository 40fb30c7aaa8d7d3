package govcon

import (
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/handlers/govcon/govcontest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

// service serves the family over answers, with the list of agencies loaded.
func service(t testing.TB, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()

	world := upstreamtest.New(t, answers...)
	return serve(t, world), world
}

// serve is the family over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()

	now := func() time.Time { return govcontest.Now }
	h := New(world.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(now)), engine, now)
	_ = h.agencies.Refresh(t.Context()) // tests without a list are about that

	return handlertest.New(t, "govcon", func(e *echo.Echo) { h.Register(e) })
}

// examplesOnly is the service over what the provider says to the examples.
func examplesOnly(t testing.TB) (*handlertest.Service, *upstreamtest.World) {
	return service(t, govcontest.Answers()...)
}

func TestExamples(t *testing.T) {
	s, world := examplesOnly(t)
	s.CheckExamples("sources")
	if misses := world.Misses(); len(misses) > 0 {
		t.Errorf("asked for what the provider does not have: %q", misses)
	}
}

// asked are the requests after the list of agencies.
func asked(world *upstreamtest.World) []string {
	var list []string
	for _, line := range world.Asked() {
		if !strings.HasSuffix(line, "/toptier_agencies/") {
			list = append(list, line)
		}
	}
	return list
}

// TestFailuresOfTheSource: what comes instead of an answer is never read as "nothing found".
func TestFailuresOfTheSource(t *testing.T) {
	const all = govcontest.API + "/*"
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		status int
		code   string
	}{
		{"down", upstreamtest.Answer{Status: 503}, 502, "upstream_failed"},
		{"a page of HTML", upstreamtest.Answer{Type: "text/html", Body: "<html>maintenance</html>"}, 502,
			"upstream_failed"},
		{"cut off", upstreamtest.Answer{Body: `{"results":[{"Award ID":"H9`}, 502, "upstream_failed"},
		{"an empty object", upstreamtest.Answer{Body: `{}`}, 502, "upstream_failed"},
		{"no results", upstreamtest.Answer{Body: `{"results":null,"toptier_code":""}`}, 502, "upstream_failed"},
		{"too many requests", upstreamtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "900"}},
			503, "rate_limited"},
		{"refused", upstreamtest.Answer{Status: 422, Body: `{"message":"no"}`}, 422, "upstream_refused"},
	} {
		for route, query := range map[string][]string{
			"/govcon/awards":    {"recipient", "McKesson"},
			"/govcon/recipient": {"recipient", "McKesson"},
			"/govcon/agency":    {"agency", "SBA"},
			"/govcon/award":     {"generated_internal_id", "CONT_IDV_SPE2DX16D1500_9700"},
		} {
			list := upstreamtest.Answer{URL: govcontest.API + "/references/toptier_agencies/",
				Body: govcontest.Agencies()}
			get := c.answer
			get.URL = all
			post := get
			post.Method = "POST"
			s, _ := service(t, list, get, post)

			status, problem := s.Get(route, query...)
			if status != c.status || problem["code"] != c.code {
				t.Errorf("%s, %s: %d %v", c.why, route, status, problem)
			}
		}
	}
}
