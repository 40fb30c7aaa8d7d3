package trials

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/trials/trialstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const noStudies = `{"studies":[],"totalCount":0}`

func TestRecordedSearch(t *testing.T) {
	s, _ := service(t, recorded(t)...)
	_, got := s.Get("/trials/search", "cond", "Phelan-McDermid Syndrome")
	handlertest.Holds(t, got, map[string]any{
		"query.cond":                 "Phelan-McDermid Syndrome",
		"total":                      21,
		"count":                      5,
		"truncated":                  true,
		"next_cursor":                "ZVt07cGHkvI2wRk2CJf6_LLq14bEL8swd7KrgP4dnDeTsPkw",
		"studies.0.nct_id":           "NCT02710084",
		"studies.0.status":           "COMPLETED",
		"studies.0.phase":            "[PHASE2]",
		"studies.0.enrollment.count": 18,
		"studies.0.sponsor":          "Alexander Kolevzon",
		"studies.1.nct_id":           "NCT05105685",
		"studies.1.phase":            "[PHASE1 PHASE2]",
		"studies.1.enrollment.count": 6,
		"studies.2.start_date":       nil,
		"studies.2.dates.start.text": "2012-02",
		"studies.4.nct_id":           "NCT07119606",
		"studies.4.status":           "NOT_YET_RECRUITING",
		"studies.4.phase":            "[NA]",
		"studies.4.enrollment.count": 650,
	})
}

// asks calls the route over a registry without studies and returns the query sent.
func asks(t *testing.T, query ...string) url.Values {
	t.Helper()
	s, world := service(t, upstreamtest.Answer{URL: trialstest.Studies, Body: noStudies})
	if status, got := s.Get("/trials/search", query...); status != http.StatusOK {
		t.Fatalf("%q: status %d: %v", query, status, got)
	}
	asked := world.Asked()
	if len(asked) != 1 {
		t.Fatalf("%q: asked %q", query, asked)
	}
	u, err := url.Parse(strings.TrimPrefix(asked[0], "GET "))
	if err != nil {
		t.Fatal(err)
	}
	return u.Query()
}

func TestFiltersInTheRegistrysWords(t *testing.T) {
	cases := []struct {
		name  string
		query []string
		param string
		want  string
	}{
		{"phases", []string{"phase", "1,PHASE2,2"}, "filter.advanced", "AREA[Phase](PHASE1 OR PHASE2)"},
		{"statuses", []string{"status", "RECRUITING,COMPLETED"}, "filter.overallStatus", "RECRUITING,COMPLETED"},
		{"type", []string{"study_type", "OBSERVATIONAL"}, "filter.advanced", "AREA[StudyType]OBSERVATIONAL"},
		{"country", []string{"country", "de"}, "filter.advanced", `AREA[LocationCountry]"Germany"`},
		{"country of two names", []string{"country", "KR"}, "filter.advanced",
			`AREA[LocationCountry]("South Korea" OR "Korea, Republic of")`},
		{"country within others", []string{"country", "GN"}, "filter.advanced",
			`AREA[LocationCountry]COVERAGE[FullMatch]"Guinea"`},
		{"all", []string{"phase", "NA", "study_type", "INTERVENTIONAL", "country", "US"}, "filter.advanced",
			`AREA[Phase]NA AND AREA[StudyType]INTERVENTIONAL AND AREA[LocationCountry]"United States"`},
		{"limit", []string{"cond", "asthma", "limit", "7"}, "pageSize", "7"},
		{"total on the first page", []string{"cond", "asthma"}, "countTotal", "true"},
		{"no total after it", []string{"cond", "asthma", "cursor", "abc"}, "countTotal", ""},
		{"cursor", []string{"cond", "asthma", "cursor", "a-b_C9"}, "pageToken", "a-b_C9"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := asks(t, c.query...).Get(c.param); got != c.want {
				t.Errorf("%s is %q, want %q", c.param, got, c.want)
			}
		})
	}
}

func TestWordsMeanOnlyThemselves(t *testing.T) {
	cases := []struct{ text, want string }{
		{"Phelan-McDermid Syndrome", "Phelan-McDermid Syndrome"},
		{`a) OR AREA[Phase]PHASE3 (`, "a or area Phase PHASE3"},
		{`"breast cancer`, "breast cancer"},
		{"HER2/neu + CD20\\\n", "HER2 neu CD20"},
		{"cancer NOT lung", "cancer not lung"},
		{"Crohn’s disease", "Crohn's disease"},
		{"Sjögren -- syndrome'", "Sjögren syndrome"},
		{"cond&filter.ids=NCT1", "cond filter ids NCT1"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			if got := asks(t, "cond", c.text).Get("query.cond"); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestFailuresOfSearches(t *testing.T) {
	cases := []struct {
		name   string
		cursor string
		answer upstreamtest.Answer
		want   int
		field  any
	}{
		{"nothing found", "", upstreamtest.Answer{Body: noStudies}, 200, nil},
		{"too complicated", "", upstreamtest.Answer{Status: 400, Body: "Too complicated query"}, 400, "cond"},
		{"cursor of other inputs", "abc", upstreamtest.Answer{Status: 400, Body: "bad token"}, 400, "cursor"},
		{"refused", "", upstreamtest.Answer{Status: 403, Type: "text/html", Body: "<html>"}, 503, nil},
		{"moved away", "", upstreamtest.Answer{Status: 404, Body: "Not Found"}, 502, nil},
		{"no total", "", upstreamtest.Answer{Body: `{"studies":[]}`}, 502, nil},
		{"no total on a later page", "abc", upstreamtest.Answer{Body: `{"studies":[]}`}, 200, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.answer.URL = trialstest.Studies
			s, _ := service(t, c.answer)
			query := []string{"cond", "asthma"}
			if c.cursor != "" {
				query = append(query, "cursor", c.cursor)
			}
			status, got := s.Get("/trials/search", query...)
			if status != c.want || c.field != nil && got["field"] != c.field {
				t.Errorf("status %d, want %d: %v", status, c.want, got)
			}
		})
	}
}
