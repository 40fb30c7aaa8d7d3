package legislative

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/legislative/legislativetest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func found4(texts ...string) upstreamtest.Answer {
	var list []string
	for _, id := range texts {
		list = append(list, fmt.Sprintf(`{"title":"Bill %s","packageId":%q,"dateIssued":"2022-01-01"}`, id, id))
	}
	return upstreamtest.Answer{Method: "POST", URL: legislativetest.Search,
		Body: fmt.Sprintf(`{"results":[%s],"offsetMark":"x","count":%d}`, strings.Join(list, ","), len(texts))}
}

func ids(answer map[string]any) string {
	var list []string
	results, _ := answer["results"].([]any)
	for _, r := range results {
		hit, _ := r.(map[string]any)
		list = append(list, fmt.Sprint(hit["bill_id"]))
	}
	return strings.Join(list, " ")
}

func TestVersionsOfABillAreOneResult(t *testing.T) {
	s, _ := service(t, legislativetest.Keys(), found4("BILLS-117hr1eh", "BILLS-117s4is", "BILLS-117hr1ih",
		"PLAW-117publ1",
		"BILLS-117sconres5es", "BILLS-117hres12rh"))
	_, answer := s.Get("/legislative/search", "q", "voting", "congress", "117")
	if ids(answer) != "hr1-117 s4-117 sconres5-117 hres12-117" || answer["count"] != 6.0 ||
		answer["truncated"] != false {
		t.Errorf("%v", answer)
	}
	_, answer = s.Get("/legislative/search", "q", "voting", "congress", "117", "limit", "2")
	if ids(answer) != "hr1-117 s4-117" || answer["returned"] != 2.0 || answer["truncated"] != true {
		t.Errorf("%v", answer)
	}
}

func TestSearchTakesWordsLiterally(t *testing.T) {
	s, world := service(t, legislativetest.Keys())
	const empty = `{"results":[],"count":0}`
	for q, want := range map[string]string{
		`women’s 'health'`:              `AND (\"women's\" AND \"health\")"`,
		`clean water`:                   `collection:(BILLS) AND congress:(119) AND (\"clean\" AND \"water\")"`,
		`x" OR collection:(PLAW) OR "y`: `AND (\"x\" AND \"OR\" AND \"collection\" AND \"PLAW\" AND \"OR\" AND \"y\")"`,
		"a\\b\nc)d* NOT title:~ {e} " +
			"[f^]": `AND (\"a\" AND \"b\" AND \"c\" AND \"d\" AND \"NOT\" AND \"title\" AND \"e\" AND \"f\")"`,
	} {
		world.Add(t, upstreamtest.Answer{Method: "POST", URL: legislativetest.Search, BodyHas: want, Body: empty})
		if status, answer := s.Get("/legislative/search", "q", q); status != http.StatusOK || answer["count"] != 0.0 {
			t.Errorf("%q: %d %v", q, status, answer)
		}
	}
}

// TestANewCongressHasNoBillsYet: without a Congress asked for, the one before is searched then.
func TestANewCongressHasNoBillsYet(t *testing.T) {
	texts := func(congress, results string) upstreamtest.Answer {
		return upstreamtest.Answer{
			Method:  "POST",
			URL:     legislativetest.Search,
			BodyHas: "congress:(" + congress + ")",
			Body:    results,
		}
	}
	none := `{"results":[],"count":0}`
	one := `{"results":[{"title":"Water","packageId":"BILLS-%shr1ih","dateIssued":"2026-01-01"}],"count":1}`
	for _, c := range []struct {
		day    time.Time
		newest string // what the 120th has
		asked  string
		want   float64
	}{
		{time.Date(2027, 1, 3, 16, 0, 0, 0, time.UTC), none, "", 119},
		{time.Date(2027, 1, 4, 15, 0, 0, 0, time.UTC), none, "", 119},
		{time.Date(2027, 1, 4, 15, 0, 0, 0, time.UTC), none, "120", 120},
		{time.Date(2027, 3, 14, 7, 30, 0, 0, time.UTC), fmt.Sprintf(one, "120"), "", 120},
		{time.Date(2027, 10, 5, 12, 0, 0, 0, time.UTC), none, "", 120},
	} {
		world := upstreamtest.New(t, texts("120", c.newest), texts("119", fmt.Sprintf(one, "119")))
		s := serveAt(t, c.day, legislativetest.Keys(), world, false)
		query := []string{"q", "water"}
		if c.asked != "" {
			query = append(query, "congress", c.asked)
		}
		_, answer := s.Get("/legislative/search", query...)
		results, _ := answer["results"].([]any)
		empty := c.want == 120 && c.newest == none
		if answer["congress"] != c.want || (len(results) == 0) != empty {
			t.Errorf("%s %s: %v", c.day, c.asked, answer)
		}
	}
}

func TestSearchWithoutAKeyIsNotConfigured(t *testing.T) {
	s, _ := service(t, nil)
	status, answer := s.Get("/legislative/search", "q", "water")
	if status != http.StatusServiceUnavailable || answer["code"] != "not_configured" {
		t.Errorf("%d %v", status, answer)
	}
}

func TestTitlesAreSearchedWhileTheTextsAreDown(t *testing.T) {
	down := upstreamtest.Answer{Method: "POST", URL: legislativetest.Search, Status: 503}
	list := legislativetest.Congress + "117"
	page := `{"bills":[
{"congress":117,"type":"HR","number":"3617","title":"MORE Act","latestAction":{"actionDate":"2022-04-01",
"text":"Passed."}},
{"congress":117,"type":"HR","number":"3618","title":"Furthermore Act"},
{"congress":117,"type":"HR","number":"7343","title":""}],"pagination":{"count":3}}`
	none := `{"bills":[],"pagination":{"count":3}}`

	s, _ := service(t, legislativetest.Keys(), down,
		upstreamtest.Answer{URL: list + "?offset=250", Status: 503},
		upstreamtest.Answer{URL: list + "?offset=500", Body: none},
		upstreamtest.Answer{URL: list + "?offset=750", Body: none},
		upstreamtest.Answer{URL: list + "?format=json&limit=250", Body: page},
	)
	_, answer := s.Get("/legislative/search", "q", "more act", "congress", "117")
	if ids(answer) != "hr3617-117" || answer["scope"] != "recent_titles" || answer["partial"] != true ||
		answer["count"] != 1.0 || sourcesOf(answer) != "govinfo_search error, congress_gov ok" {
		t.Errorf("%v", answer)
	}

	s, _ = service(t, legislativetest.Keys(), down, upstreamtest.Answer{URL: legislativetest.Congress + "*",
		Status: 503})
	if status, answer := s.Get("/legislative/search", "q", "more act"); status != http.StatusBadGateway {
		t.Errorf("all down: %d %v", status, answer)
	}
}

func TestAnswersOfTheSearchThatAreNone(t *testing.T) {
	noTitles := upstreamtest.Answer{URL: legislativetest.Congress + "*", Status: 503}
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		status int
	}{
		{"a page", upstreamtest.Answer{Type: "text/html", Body: "<html>"}, 502},
		{"cut off", upstreamtest.Answer{Body: `{"results":[{"ti`}, 502},
		{"another object", upstreamtest.Answer{Body: `{"message":"x"}`}, 502},
		{"over the limit", upstreamtest.Answer{Status: 429}, 503},
		{"the key is refused", upstreamtest.Answer{Status: 403}, 503},
	} {
		c.answer.Method = "POST"
		c.answer.URL = legislativetest.Search
		s, _ := service(t, legislativetest.Keys(), c.answer, noTitles)
		if status, answer := s.Get("/legislative/search", "q", "water"); status != c.status {
			t.Errorf("%s: %d %v", c.why, status, answer)
		}
	}
}

func TestPolicyAreasAreLookedUp(t *testing.T) {
	bill := func(number, area string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: legislativetest.Congress + "117/hr/" + number,
			Body: fmt.Sprintf(`{"bill":{"congress":117,"type":"HR","number":%q,"title":"T","policyArea":{"name":%q},
"introducedDate":"2022-01-01","updateDate":"2022-01-02","latestAction":{"actionDate":"2022-01-01","text":"Referred."}}}`, number, area)}
	}
	s, world := service(t, legislativetest.Keys(), found4("BILLS-117hr1ih", "BILLS-117hr2ih", "BILLS-117hr3ih"),
		bill("1", "Health"), bill("2", "Taxation"), upstreamtest.Answer{URL: legislativetest.Congress + "117/hr/3",
			Status: 503})

	_, answer := s.Get("/legislative/search", "q", "insulin", "congress", "117", "policy_area", "HEALTH")
	if ids(answer) != "hr1-117" || answer["partial"] != true || answer["returned"] != 1.0 {
		t.Errorf("%v", answer)
	}
	results, _ := answer["results"].([]any)
	if hit, _ := results[0].(map[string]any); hit["policy_area"] != "Health" || hit["latest_action"] == nil {
		t.Errorf("%v", hit)
	}
	if n := len(world.Asked()); n < 4 {
		t.Errorf("%d requests", n)
	}
}

func TestRecordedSearchIsRead(t *testing.T) {
	s, _ := service(t, legislativetest.Keys(), upstreamtest.Answer{Method: "POST", URL: legislativetest.Search,
		Body: string(samples.Read(t, "govinfo_search/search_bills_113_member.trim.json"))})
	_, answer := s.Get("/legislative/search", "q", "bordallo", "congress", "113", "limit", "4")
	if ids(answer) != "hjres7-113 hr4402-113 hr1110-113 hr674-113" || answer["count"] != 131.0 ||
		answer["truncated"] != true {
		t.Errorf("%v", answer)
	}
}

func TestRecordedListOfBillsIsRead(t *testing.T) {
	s, _ := service(t, legislativetest.Keys(),
		upstreamtest.Answer{Method: "POST", URL: legislativetest.Search, Status: 503},
		upstreamtest.Answer{URL: legislativetest.Congress + "117?limit=250",
			Body: string(samples.Read(t, "congress_gov/bill_list.trim.json"))})
	_, answer := s.Get("/legislative/search", "q", "MORE Act", "congress", "117")
	if ids(answer) != "hr3617-117" || answer["count"] != 1.0 { // those without a title are no results
		t.Errorf("%v", answer)
	}
}

func TestRecordedTextsOfOtherCollectionsAreNotSoldAsNoBills(t *testing.T) {
	s, _ := service(t, legislativetest.Keys(),
		upstreamtest.Answer{Method: "POST", URL: legislativetest.Search,
			Body: string(samples.Read(t, "govinfo_search/search_budget_historical.trim.json"))},
		upstreamtest.Answer{URL: legislativetest.Congress + "*", Status: 503})
	if status, answer := s.Get("/legislative/search", "q", "budget"); status != http.StatusBadGateway {
		t.Errorf("%d %v", status, answer)
	}
}

func TestSearchByAreaIsNotSoldWhenNoAreaCouldBeRead(t *testing.T) {
	s, _ := service(t, legislativetest.Keys(), found4("BILLS-117hr1ih", "BILLS-117hr2ih"),
		upstreamtest.Answer{URL: legislativetest.Congress + "*", Status: 503})
	status, answer := s.Get("/legislative/search", "q", "insulin", "congress", "117", "policy_area", "health")
	if status != http.StatusBadGateway {
		t.Errorf("%d %v", status, answer)
	}
}
