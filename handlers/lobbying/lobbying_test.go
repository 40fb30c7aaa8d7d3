package lobbying

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/lobbying/lobbyingtest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

var service = handlertest.OverWith(serve)

// serve is the routes over a world.
func serve(tb testing.TB, env map[string]string, world *upstreamtest.World) *handlertest.Service {
	tb.Helper()
	now := func() time.Time { return lobbyingtest.Now }
	h := New(world.Pool(tb, env, upstreamtest.At(now)), engine, now)
	return handlertest.New(tb, "lobbying", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, nil, lobbyingtest.Answers()...))
}

// says is an answer to every request for filings.
func says(status int, body string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: lobbyingtest.Filings, Status: status, Body: body}
}

func TestTroubleOfTheSourceIsNoEmptyList(t *testing.T) {
	for _, route := range []string{"/lobbying/filings", "/lobbying/spend"} {
		for _, c := range []struct {
			why    string
			answer upstreamtest.Answer
			status int
			code   string
		}{
			{"bad key", says(401, `{"detail":"Invalid token."}`), 503, "not_configured"},
			{"throttled", upstreamtest.Answer{
				URL:    lobbyingtest.Filings,
				Status: 429,
				Header: map[string]string{"Retry-After": "1596"},
				Body:   `{"detail":"Request was throttled. Expected available in 1596 seconds."}`,
			}, 503, "rate_limited"},
		} {
			t.Run(route+" "+c.why, func(t *testing.T) {
				s, _ := service(t, map[string]string{"LDA_API_KEY": "BAD"}, c.answer)
				status, got := s.Get(route, "client_name", "Acme")
				if status != c.status || got["code"] != c.code {
					t.Errorf("%d %v, want %d %s", status, got, c.status, c.code)
				}
			})
		}
	}
}

func TestNothingFound(t *testing.T) {
	s, _ := service(t, nil, says(200, lobbyingtest.Page()))
	status, got := s.Get("/lobbying/filings", "client_name", "ZZZZ9999", "filing_year", "2025")
	if status != http.StatusOK || got["count"] != 0.0 || got["total"] != 0.0 || got["truncated"] != false {
		t.Errorf("%d %v", status, got)
	}
	if status, got := s.Get("/lobbying/spend", "client_name", "ZZZZ9999"); status != http.StatusNotFound {
		t.Errorf("%d %v", status, got)
	}
}

func TestNamesakesAreSaidAndAStateChoosesOne(t *testing.T) {
	filing := func(n int, state string) string {
		return fmt.Sprintf(`{"filing_uuid":"uuid-%d","filing_type":"Q1","filing_year":2025,"filing_period":"first_quarter",`+
			`"income":"%d0000.00","expenses":null,"dt_posted":"2025-04-10T10:00:00-04:00",`+
			`"registrant":{"id":%d,"name":"FIRM %d"},"client":{"id":%d,"name":"CITY OF SPRINGFIELD","state":%q,`+
			`"country":"US"},"lobbying_activities":[]}`, n, n, n, n, n, state)
	}
	s, _ := service(t, nil, says(200, lobbyingtest.Page(filing(1, "MO"), filing(2, "MA"))))
	for _, c := range []struct {
		state, confidence, warned string
		total                     float64
	}{
		{"", "medium", "MA (1), MO (1)", 30_000},
		{"MO", "high", "", 10_000},
		{"MA", "high", "", 20_000},
	} {
		inputs := []string{"client_name", "City of Springfield", "filing_year", "2025"}
		if c.state != "" {
			inputs = append(inputs, "state", c.state)
		}
		_, got := s.Get("/lobbying/spend", inputs...)
		text, _ := json.Marshal(got["warnings"])
		client, _ := got["client"].(map[string]any)
		year, _ := got["years"].([]any)[0].(map[string]any)
		if client["confidence_level"] != c.confidence || year["total_usd"] != c.total ||
			strings.Contains(string(text), "several_places") != (c.warned != "") ||
			!strings.Contains(string(text), c.warned) {
			t.Errorf("%q: %v", c.state, got)
		}
	}
}

func TestClientIsFoundAsFilingsWriteIt(t *testing.T) {
	s, _ := service(t, nil,
		upstreamtest.Answer{
			URL:  lobbyingtest.Filings + "?client_name=ACME+%26+ZENITH",
			Body: strings.ReplaceAll(lobbyingtest.Answers()[0].Body, "LOCKHEED MARTIN CORPORATION", "ACME & ZENITH"),
		},
		says(200, lobbyingtest.Page()))
	for _, route := range []string{"/lobbying/filings", "/lobbying/spend"} {
		status, got := s.Get(route, "client_name", "Acme and Zenith", "filing_year", "2025")
		if status != http.StatusOK || got["total"] == 0.0 || got["filings_total"] == 0.0 {
			t.Errorf("%s: %d %v", route, status, got)
		}
	}
}

func TestRecordedFilingIsServedWhole(t *testing.T) {
	s, _ := service(t, nil, says(200, string(samples.Read(t, "lda/filings_list_lockheed_2025.trim.json"))))
	_, got := s.Get("/lobbying/filings", "client_name", "Lockheed", "filing_year", "2025", "limit", "1")

	f := got["filings"].([]any)[0].(map[string]any)
	text, _ := json.Marshal(f["lobbyists"])
	if got["total"] != 66.0 || got["truncated"] != true || f["income_usd"] != 30000.0 || f["expenses_usd"] != nil ||
		f["period"] != "Q1" || f["posted_at"] != nil || f["kind"] != "report" || f["own_lobbying"] != false ||
		string(text) != `[{"covered_position":null,"name":"MOSHE SCHWARTZ","new":false}]` {
		t.Errorf("%v", f)
	}
	var codes []string
	for _, issue := range f["issues"].([]any) {
		codes = append(codes, issue.(map[string]any)["code"].(string))
	}
	last := f["issues"].([]any)[2].(map[string]any)
	if strings.Join(codes, " ") != "DEF GOV INT" ||
		len(last["agencies"].([]any)) != 0 || len(f["agencies"].([]any)) != 5 {
		t.Errorf("%v", f["issues"])
	}
}

func TestRecordedLegacyFilingHasNoMoneyAndNoMoment(t *testing.T) {
	s, _ := service(t, nil, says(200, lobbyingtest.Page(string(samples.Read(t, "lda/filing_one.json")))))
	_, got := s.Get("/lobbying/filings", "client_name", "American Family Business Inst")

	f := got["filings"].([]any)[0].(map[string]any)
	if f["income_usd"] != nil || f["expenses_usd"] != nil || f["posted_at"] != nil || f["period"] != "H1" ||
		f["filing_year"] != 1999.0 || f["match_score"] != 100.0 ||
		f["client"].(map[string]any)["state"] != "AL" {
		t.Errorf("%v", f)
	}
}

func TestRequestsForTwoYears(t *testing.T) {
	s, world := service(t, nil, lobbyingtest.Answers()...)
	status, got := s.Get("/lobbying/spend", "client_name", "Lockheed Martin")
	if status != http.StatusOK || len(got["years"].([]any)) != 2 || len(world.Asked()) != 2 {
		t.Errorf("%d %v, asked %q", status, got, world.Asked())
	}
	open := got["years"].([]any)[0].(map[string]any)
	if open["year"] != 2026.0 || open["closed"] != false || open["total_usd"] != nil || open["complete"] != true {
		t.Errorf("%v", open)
	}
}

func TestFiftyFilingsTakeTwoPages(t *testing.T) {
	var rows []string
	for i := range 50 {
		rows = append(rows, fmt.Sprintf(`{"filing_uuid":"%d","filing_type":"Q1","filing_year":2025,`+
			`"filing_period":"first_quarter","income":null,"expenses":null,"lobbying_activities":[],`+
			`"registrant":{"id":1,"name":"R"},"client":{"id":2,"name":"ACME"}}`, i))
	}
	for _, c := range []struct {
		second int // the first row of the second page
		count  float64
	}{
		{25, 50},
		{24, 49}, // something was filed between the two
	} {
		var answers []upstreamtest.Answer
		for page, from := range []int{0, c.second} {
			body := lobbyingtest.Page(rows[from : from+25]...)
			answers = append(answers, upstreamtest.Answer{
				URL:  fmt.Sprintf("https://lda.gov/api/v1/filings/?client_name=Acme&ordering=-dt_posted&page=%d&page_size=25", page+1),
				Body: strings.Replace(body, `"count":25`, `"count":60`, 1),
			})
		}
		s, world := service(t, nil, answers...)
		_, got := s.Get("/lobbying/filings", "client_name", "Acme", "limit", "50")
		if got["count"] != c.count || got["total"] != 60.0 || got["truncated"] != true || len(world.Asked()) != 2 {
			t.Errorf("%v, asked %q", got["count"], world.Asked())
		}
	}
}

func TestWordsThatNameNobodyAreRefused(t *testing.T) {
	s, _ := service(t, nil, lobbyingtest.Answers()...)
	s.RefusesNobody("/lobbying/filings", "client_name")
}
