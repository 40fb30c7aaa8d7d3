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

func TestBadInputsAreRefusedBeforeAnythingIsAsked(t *testing.T) {
	s, world := examplesOnly(t)
	for _, c := range []struct {
		why, route, field string
		query             []string
	}{
		{"not a group", "/govcon/awards", "award_type", []string{"award_type", "everything"}},
		{"a keyword too short", "/govcon/awards", "keyword", []string{"keyword", "ab"}},
		{"a keyword that the source would read as everything", "/govcon/awards", "keyword", []string{"keyword",
			`"(*)+"`}},
		{"a recipient of quotes", "/govcon/awards", "recipient", []string{"recipient", `""""`}},
		{"a control character", "/govcon/awards", "recipient", []string{"recipient", "ab\x00c"}},
		{"NAICS of three digits", "/govcon/awards", "naics", []string{"naics", "541"}},
		{"grants have no NAICS", "/govcon/awards", "naics", []string{"naics", "54", "award_type", "grants"}},
		{"before the first year", "/govcon/awards", "year", []string{"year", "2007"}},
		{"a year to come", "/govcon/awards", "year", []string{"year", "2028"}},
		{"too many", "/govcon/awards", "limit", []string{"limit", "101"}},
		{"no cursor", "/govcon/awards", "cursor", []string{"cursor", "0"}},
		{"a cursor too far", "/govcon/awards", "cursor", []string{"cursor", "2000"}},
		{"no recipient", "/govcon/recipient", "recipient", nil},
		{"a blank recipient", "/govcon/recipient", "recipient", []string{"recipient", "   "}},
		{"a recipient's year to come", "/govcon/recipient", "year", []string{"recipient", "McKesson", "year", "2028"}},
		{"no agency", "/govcon/agency", "agency", nil},
		{"an agency of marks", "/govcon/agency", "agency", []string{"agency", "--()--"}},
		{"a year that no agency has published", "/govcon/agency", "year", []string{"agency", "SBA", "year", "2027"}},
		{"no id", "/govcon/award", "generated_internal_id", nil},
		{"a number", "/govcon/award", "generated_internal_id", []string{"generated_internal_id", "22834500123"}},
		{"another prefix", "/govcon/award", "generated_internal_id", []string{"generated_internal_id",
			"CONT_XXX_A_9700"}},
		{"too few parts", "/govcon/award", "generated_internal_id", []string{"generated_internal_id",
			"CONT_AWD_H907_9700"}},
		{"no agency code", "/govcon/award", "generated_internal_id", []string{"generated_internal_id",
			"ASST_NON_12FA00PY_1"}},
		{"another alphabet", "/govcon/award", "generated_internal_id", []string{"generated_internal_id",
			"CONT_IDV_Ä_9700"}},
	} {
		status, problem := s.Get(c.route, c.query...)
		if status != 400 || problem["field"] != c.field {
			t.Errorf("%s: %d %v", c.why, status, problem)
		}
	}
	if list := asked(world); len(list) > 0 {
		t.Errorf("asked %q", list)
	}
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
