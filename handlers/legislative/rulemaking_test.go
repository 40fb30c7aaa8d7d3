package legislative

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/legislative/legislativetest"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	docket     = legislativetest.Regulations + "dockets/EPA-HQ-OAR-2003-0129"
	ruleFiles  = legislativetest.Regulations + "documents"
	comments   = legislativetest.Regulations + "comments"
	registered = legislativetest.Register + "documents"
	agencies   = legislativetest.Register + "agencies.json"
	listOfAll  = `[{"id":145,"name":"Environmental Protection Agency","short_name":"EPA",
"slug":"environmental-protection-agency"}]`
	badFilter   = `{"errors":[{"status":"400","title":"Invalid filter field name: docketId"}]}`
	emptyRules  = `{"data":[],"meta":{"totalElements":0}}`
	anyDocument = `{"data":[{"id":"A-2020-0001-0001","attributes":{"title":"One","documentType":"Rule","agencyId":"A",
"docketId":"A-2020-0001","openForComment":false,"commentEndDate":null,
"objectId":"09a","commentStartDate":"2020-01-02T05:00:00Z","postedDate":"2020-07-01T04:00:00Z"}},
{"id":"A-2020-0001-0002","attributes":{"title":"Two","documentType":"Notice","docketId":"A-2020-0001","objectId":"09b",
"agencyId":"A","openForComment":false,"commentStartDate":null,
"commentEndDate":"2020-07-02T03:59:59Z","postedDate":"2020-01-02T05:00:00Z"}},
{"id":"A-2020-0001-0003","attributes":{"title":"Three","documentType":"Other","docketId":"A-2020-0001","agencyId":"A",
"openForComment":false,"postedDate":null,"commentStartDate":null,"commentEndDate":null,"objectId":"09c"}}],
"meta":{"totalElements":3}}`
)

func documentsOf(answer map[string]any) []map[string]any {
	var list []map[string]any
	documents, _ := answer["documents"].([]any)
	for _, d := range documents {
		document, _ := d.(map[string]any)
		list = append(list, document)
	}
	return list
}

func TestCommentsOfADocketAreThoseOfItsDocumentsWhereItCannotBeAsked(t *testing.T) {
	comment := func(id string, n int) upstreamtest.Answer {
		return upstreamtest.Answer{URL: comments + "?filter[commentOnId]=" + id,
			Body: fmt.Sprintf(`{"data":[],"meta":{"totalElements":%d}}`, n)}
	}
	base := []upstreamtest.Answer{
		{URL: legislativetest.Regulations + "dockets/A-2020-0001",
			Body: `{"data":{"id":"A-2020-0001","attributes":{"title":"T","docketType":"Rulemaking","agencyId":"A"}}}`},
		{URL: ruleFiles, Body: anyDocument},
		{URL: comments + "?filter[docketId]=A-2020-0001", Status: 400, Body: badFilter},
	}
	s, world := service(t, legislativetest.Keys(), append(base, comment("09a", 7), comment("09b", 5))...)
	_, answer := s.Get("/legislative/rulemaking", "docket_id", "a-2020-0001")
	documents := documentsOf(answer)
	if answer["commentCount"] != 12.0 || answer["partial"] != false || len(documents) != 3 {
		t.Fatalf("%v", answer)
	}
	if documents[0]["comment_count"] != 7.0 || documents[2]["comment_count"] != nil ||
		documents[0]["posted_date"] != "2020-07-01" || documents[1]["comment_end_date"] != "2020-07-01" ||
		documents[1]["posted_date"] != "2020-01-02" {
		t.Errorf("%v", documents)
	}
	if n := len(world.Asked()); n != 5 { // three side by side, then two
		t.Errorf("%d requests: %q", n, world.Asked())
	}

	s, _ = service(t, legislativetest.Keys(), append(base, comment("09a", 7), upstreamtest.Answer{URL: comments,
		Status: 503})...)
	_, answer = s.Get("/legislative/rulemaking", "docket_id", "A-2020-0001")
	if answer["commentCount"] != nil || answer["partial"] != true {
		t.Errorf("one of two counts is missing: %v", answer)
	}

	s, _ = service(t, legislativetest.Keys(), append(base, comment("09a", 7), comment("09b", 5))...)
	_, answer = s.Get("/legislative/rulemaking", "docket_id", "A-2020-0001", "limit", "1")
	if answer["commentCount"] != nil || answer["truncated"] != true || answer["count"] != 1.0 ||
		answer["total"] != 3.0 {
		t.Errorf("not all documents are at hand: %v", answer)
	}
}

func TestWhenTheSourcesOfRulesFail(t *testing.T) {
	down := upstreamtest.Answer{URL: legislativetest.Regulations + "*", Status: 503}
	refused := upstreamtest.Answer{URL: legislativetest.Regulations + "*", Status: 403,
		Body: `{"error":{"code":"API_KEY_INVALID","message":"An invalid api_key was supplied."}}`}
	register := upstreamtest.Answer{URL: registered + ".json",
		Body: `{"count":1,"results":[{"title":"A rule ","type":"Rule",
"document_number":"2026-1","html_url":"https://www.federalregister.gov/d/2026-1","publication_date":"2026-11-01",
"comments_close_on":"2026-12-01","docket_ids":["EPA-HQ-OAR-2003-0129"],
"agencies":[{"raw_name":"ENVIRONMENTAL PROTECTION AGENCY","name":"Environmental Protection Agency"}]}]}`}
	empty := upstreamtest.Answer{URL: registered + ".json", Body: `{"count":0}`}
	registerDown := upstreamtest.Answer{URL: legislativetest.Register + "*", Status: 503}

	for _, c := range []struct {
		why     string
		env     map[string]string
		world   []upstreamtest.Answer
		status  int
		partial any
		sources string
	}{
		{"no key", nil, []upstreamtest.Answer{register}, 200, false,
			"regulations_gov not_configured, federal_register ok"},
		{"down", legislativetest.Keys(), []upstreamtest.Answer{down, register}, 200, true,
			"regulations_gov error, federal_register ok"},
		{"down, and the other one has fewer documents", legislativetest.Keys(), []upstreamtest.Answer{down, empty},
			502, nil, ""},
		{"the key is refused", legislativetest.Keys(), []upstreamtest.Answer{refused, register}, 200, true,
			"regulations_gov error, federal_register ok"},
		{"both down", legislativetest.Keys(), []upstreamtest.Answer{down, registerDown}, 502, nil, ""},
		{"no key, and the other down", nil, []upstreamtest.Answer{registerDown}, 502, nil, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, c.env, c.world...)
			status, answer := s.Get("/legislative/rulemaking", "keyword", "fuel")
			if status != c.status || answer["partial"] != c.partial || sourcesOf(answer) != c.sources {
				t.Fatalf("%d %v", status, answer)
			}
			if status != http.StatusOK {
				return
			}
			d := documentsOf(answer)[0]
			if answer["keyless_degraded"] != true || answer["commentCount"] != nil || d["title"] != "A rule" ||
				d["open_for_comment"] != true || d["comment_count"] != nil ||
				d["agency"] != "Environmental Protection Agency" {
				t.Errorf("%v", answer)
			}
		})
	}
}

func TestDocketWithoutAKeyHasItsCommentsFromTheRegister(t *testing.T) {
	s, _ := service(t, nil,
		upstreamtest.Answer{URL: registered + ".json?conditions[docket_id]=A-2020-0001", Body: `{"count":1,"results":[
{"title":"A rule","type":"Rule","document_number":"2020-1","html_url":"https://www.federalregister.gov/d/2020-1",
"publication_date":"2020-11-01","agencies":[]}]}`},
		upstreamtest.Answer{URL: registered + "/2020-1.json", Body: `{"document_number":"2020-1","title":"A rule",
"type":"Rule","html_url":"https://www.federalregister.gov/d/2020-1","publication_date":"2020-11-01","agencies":[],
"regulations_dot_gov_info":{"document_id":"A-2020-0001-0002","comments_count":31}}`},
		upstreamtest.Answer{URL: registered + ".json", Body: `{"count":0}`},
	)
	_, answer := s.Get("/legislative/rulemaking", "docket_id", "A-2020-0001")
	if answer["commentCount"] != 31.0 || documentsOf(answer)[0]["document_id"] != "A-2020-0001-0002" {
		t.Errorf("%v", answer)
	}
	_, answer = s.Get("/legislative/rulemaking", "docket_id", "A-2099-9999")
	if answer["count"] != 0.0 || answer["docket"] != nil || answer["commentCount"] != nil {
		t.Errorf("%v", answer)
	}
}

func TestAgenciesAreKnownByLettersAndByName(t *testing.T) {
	register := upstreamtest.Answer{
		URL:  registered + ".json?conditions[agencies][]=environmental-protection-agency",
		Body: `{"count":0}`,
	}
	s, _ := service(t, nil, upstreamtest.Answer{URL: agencies, Body: listOfAll}, register)
	for _, agency := range []string{"EPA", "epa", "environmental-protection-agency", "Environmental Protection Agency"} {
		if status, answer := s.Get("/legislative/rulemaking", "agency", agency); status != http.StatusOK {
			t.Errorf("%s: %d %v", agency, status, answer)
		}
	}
	for _, agency := range []string{"XYZ", "no-such-agency"} {
		status, answer := s.Get("/legislative/rulemaking", "agency", agency)
		if status != http.StatusNotFound || answer["field"] != "agency" {
			t.Errorf("%s: %d %v", agency, status, answer)
		}
	}

	s, world := service(t, legislativetest.Keys(), upstreamtest.Answer{URL: agencies, Body: listOfAll},
		upstreamtest.Answer{URL: ruleFiles + "?filter[agencyId]=EPA", Body: emptyRules})
	for _, agency := range []string{"EPA", "environmental-protection-agency"} {
		if _, answer := s.Get("/legislative/rulemaking", "agency", agency); answer["keyless_degraded"] != false {
			t.Errorf("%s: %v", agency, answer)
		}
	}
	nobody, _ := service(t, legislativetest.Keys(), upstreamtest.Answer{URL: agencies, Body: listOfAll},
		upstreamtest.Answer{URL: ruleFiles, Body: emptyRules})
	if status, answer := nobody.Get("/legislative/rulemaking", "agency", "EPAA"); status != http.StatusNotFound {
		t.Errorf("letters of nobody: %d %v", status, answer)
	}
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("%q", m)
	}
}

func TestKeywordsHaveNoSignsOfASearch(t *testing.T) {
	s, world := service(t, legislativetest.Keys(), upstreamtest.Answer{URL: ruleFiles, Body: emptyRules})
	s.Get("/legislative/rulemaking", "keyword", `clean "water" \ & filter[agencyId]=X`+"\n) *")
	_, query, _ := strings.Cut(world.Asked()[0], "?")
	sent, err := url.ParseQuery(query)
	if err != nil || sent.Get("filter[searchTerm]") != "clean water filter agencyId X" || sent.Has("filter[agencyId]") {
		t.Errorf("%v %v", sent, err)
	}
}

func TestDaysAreThoseOfWashington(t *testing.T) {
	for text, want := range map[string]string{
		"2020-11-24T04:59:59Z": "2020-11-23",
		"2020-07-02T03:59:59Z": "2020-07-01",
		"2020-07-01T04:00:00Z": "2020-07-01",
		"2021-01-07T05:00:00Z": "2021-01-07",
	} {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := dayInWashington(&at); *got != want {
			t.Errorf("%s is %s, want %s", text, *got, want)
		}
	}
	if dayInWashington(nil) != nil {
		t.Error("no moment has a day")
	}
}

func TestRecordedDocketsAreRead(t *testing.T) {
	read := func(name string) string { return string(samples.Read(t, "regulations_gov/"+name)) }
	s, _ := service(t, legislativetest.Keys(),
		upstreamtest.Answer{URL: docket, Body: read("docket_EPA-HQ-OAR-2003-0129.json")},
		upstreamtest.Answer{URL: ruleFiles + "?filter[docketId]=EPA-HQ-OAR-2003-0129",
			Body: read("documents_by_docket_and_type.json")},
		upstreamtest.Answer{URL: ruleFiles + "?filter[searchTerm]=probate",
			Body: read("documents_by_fr_number_2020-28306.json")},
		upstreamtest.Answer{URL: ruleFiles, Body: read("documents_empty_200.json")},
		upstreamtest.Answer{URL: comments + "?filter[docketId]=EPA-HQ-OAR-2003-0129", Status: 400,
			Body: read("error_400_bad_filter_name.json")},
		upstreamtest.Answer{URL: comments, Body: read("comments_by_commentOnId.json")},
	)

	_, answer := s.Get("/legislative/rulemaking", "docket_id", "EPA-HQ-OAR-2003-0129")
	d := documentsOf(answer)
	record, _ := answer["docket"].(map[string]any)
	if answer["count"] != 2.0 || answer["commentCount"] != nil || record["type"] != "Nonrulemaking" ||
		d[0]["document_id"] != "EPA-HQ-OAR-2003-0129-0001" || d[0]["posted_date"] != "2003-04-24" ||
		d[0]["type"] != "Supporting & Related Material" || d[0]["open_for_comment"] != false {
		t.Errorf("%v", answer)
	}

	_, answer = s.Get("/legislative/rulemaking", "keyword", "probate")
	d = documentsOf(answer)
	if answer["commentCount"] != 836.0 || d[0]["comment_count"] != 418.0 ||
		d[1]["document_id"] != "BIA_FRDOC_0001-0140" ||
		d[0]["comment_end_date"] != "2021-02-09" || d[0]["fr_document_number"] != "2020-28306" {
		t.Errorf("%v", answer)
	}

	_, answer = s.Get("/legislative/rulemaking", "keyword", "nothing")
	if answer["count"] != 0.0 || len(documentsOf(answer)) != 0 {
		t.Errorf("%v", answer)
	}
}

// TestDocketsOfEveryAgencyCanBeAskedFor: agencies write the middle of an id in their own ways.
func TestDocketsOfEveryAgencyCanBeAskedFor(t *testing.T) {
	s, _ := service(t, legislativetest.Keys(), legislativetest.Answers()...)
	for id, want := range map[string]int{
		"FDA-2019-N-5553":         200,
		"eere-2017-bt-std-0009":   200,
		"AMS-NOP-15-0012":         200,
		"EPA-HQ-OAR-2021-0317":    200,
		"DOI_FRDOC_0001":          200,
		"EPA-HQ-OAR-2021-0317-00": 400, // of a document, cut
		"2060-AV16":               400, // a RIN
		"FDA":                     400,
	} {
		if status, got := s.Get("/legislative/rulemaking", "docket_id", id); status != want {
			t.Errorf("%s: %d %v", id, status, got)
		}
	}
}

// TestNothingOfTheRegisterAloneIsFree: regulations.gov, for which there is no key, may have it.
func TestNothingOfTheRegisterAloneIsFree(t *testing.T) {
	for body, free := range map[string]bool{
		`{"count":0}`: true,
		`{"count":1,"results":[{"document_number":"2026-1","title":"A rule","type":"Rule","html_url":"https://x",` +
			`"publication_date":"2026-01-02","agencies":[]}]}`: false,
	} {
		s, _ := service(t, nil, upstreamtest.Answer{URL: legislativetest.Register + "documents.json", Body: body})
		ctx, waived := response.Watch(t.Context())
		const route = "/legislative/rulemaking?keyword=methane"
		status, got := s.Do(httptest.NewRequestWithContext(ctx, http.MethodGet, route, nil))
		if status != http.StatusOK || waived() != free {
			t.Errorf("%d, free %v, want %v: %v", status, waived(), free, got)
		}
	}
}
