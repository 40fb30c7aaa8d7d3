package nonprofit

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/nonprofit/nonprofittest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

const explorer = "https://projects.propublica.org/nonprofits/api/v2/"

// service serves the routes over a world of these answers, with the lists loaded that the world has.
var service = handlertest.Over(serve)

// serve is the routes over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return nonprofittest.Now }
	pool := world.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(now))
	h := New(pool, engine, now)
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	_ = h.Lists().Refresh(t.Context()) // a world may lack some
	return handlertest.New(t, "nonprofit", h.Register)
}

// without are the answers but those whose address has the text.
func without(answers []upstreamtest.Answer, text string) []upstreamtest.Answer {
	return slices.DeleteFunc(
		slices.Clone(answers),
		func(a upstreamtest.Answer) bool { return strings.Contains(a.URL, text) },
	)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s, world := service(t, nonprofittest.Answers()...)
	s.CheckExamples()
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("asked for what the providers do not have: %q", m)
	}
}

func TestStatusIsWhatTheListsComeTo(t *testing.T) {
	s, world := service(t, nonprofittest.Lists()...)
	asked := len(world.Asked())
	for _, c := range []struct {
		ein, status string
		deductible  any
		name, note  string
		why         string
	}{
		{"53-0196605", "active_deductible", true, "AMERICAN NATIONAL RED CROSS", "",
			"in the master file and in Publication 78"},
		{"000019818", "active", true, "PALMER SECOND BAPTIST CHURCH", "Churches need not be listed",
			"a church is not in Publication 78"},
		{"01-0212541", "active", true, "BOYS & GIRLS CLUB OF A TOWN", "listing of the central organisation covers",
			"a subordinate is not in Publication 78"},
		{"13-5562976", "active_deductible", true, "BOYS & GIRLS CLUBS OF AMERICA", "", "the central organisation is"},
		{"04-1103580", "active", false, "LODGE NUMBER THREE", "Subordinates",
			"gifts to a lodge are not deductible by its code"},
		{"04-3091431", "conflicting", nil, "NOW REVOKED INC", "has no reinstatement, and the master file lists",
			"revoked, and in the master file"},
		{"94-1322198", "revoked", false, "HEARING AND SPEECH CENTER OF NORTHERN CALIFORNIA", "",
			"revoked, on no other list"},
		{"04-2103594", "active_deductible", true, "BACK AGAIN INC", "has been reinstated",
			"revoked and reinstated twice, and listed"},
		{"06-1681646", "reinstated", nil, "GONE AGAIN CLUB", "not listed can still be exempt",
			"reinstated, and in no other list"},
		{"04-2103595", "undetermined", nil, "A SPLIT INTEREST TRUST", "status code in the master file",
			"a status that is no exemption in force"},
		{"99-9999999", "not_found", nil, "", "Churches need no recognition", "on no list"},
	} {
		status, got := s.Get("/nonprofit/status", "ein", c.ein)
		name, _ := got["name"].(string)
		if status != 200 || got["status"] != c.status || got["deductible"] != c.deductible || name != c.name ||
			got["found"] != (c.status != "not_found") {
			t.Errorf("%s (%s): %d %v %v %v", c.ein, c.why, status, got["status"], got["deductible"], got["name"])
		}
		notes := joined(got["notes"])
		if c.note != "" && !strings.Contains(notes, c.note) || c.note == "" && notes != "" {
			t.Errorf("%s (%s): notes %q", c.ein, c.why, notes)
		}
		if got["partial"] != false {
			t.Errorf("%s: partial", c.ein)
		}
	}
	if len(world.Asked()) != asked {
		t.Error("a provider was asked while the lists are here")
	}
}

func joined(list any) string {
	var all []string
	for _, x := range list.([]any) {
		all = append(all, x.(string))
	}
	return strings.Join(all, "\n")
}

func TestStatusGivesWhatEachListSaysWithItsDate(t *testing.T) {
	s, _ := service(t, nonprofittest.Lists()...)
	_, got := s.Get("/nonprofit/status", "ein", "04-2103594")
	revocation := got["revocation"].(map[string]any)
	if revocation["revoked"] != false || revocation["revoked_date"] != "2020-05-15" ||
		revocation["posted_date"] != "2020-09-14" ||
		revocation["reinstated_date"] != "2020-05-15" ||
		revocation["times"] != 2.0 {
		t.Errorf("the latest of two revocations: %v", revocation)
	}
	dates := map[string]any{}
	for _, x := range got["sources"].([]any) {
		source := x.(map[string]any)
		dates[source["name"].(string)] = source["as_of"]
	}
	if dates["irs-bmf"] != "2026-08-11T04:13:27Z" || dates["irs-pub78"] != "2026-06-09T09:18:37Z" ||
		dates["irs-revocation"] != "2026-06-09T09:18:37Z" {
		t.Errorf("dates of the lists: %v", dates)
	}

	_, got = s.Get("/nonprofit/status", "ein", "01-0212541")
	group := got["group_exemption"].(map[string]any)
	if group["number"] != "3514" || group["role"] != "subordinate" || group["central_ein"] != "13-5562976" ||
		group["central_in_pub78"] != true {
		t.Errorf("group of a subordinate: %v", group)
	}
	_, got = s.Get("/nonprofit/status", "ein", "13-5562976")
	pub78 := got["pub78"].(map[string]any)
	if pub78["listed"] != true || len(pub78["codes"].([]any)) != 2 ||
		got["deductibility_codes"].([]any)[0] != "GROUP" ||
		got["group_exemption"].(map[string]any)["role"] != "central" {
		t.Errorf("central organisation: %v", got)
	}
	_, got = s.Get("/nonprofit/status", "ein", "000019818")
	master := got["master_file"].(map[string]any)
	if master["latest_tax_period"] != nil || master["ruling_month"] != "1955-04" || got["subsection"] != "501(c)(3)" {
		t.Errorf("church: %v", master)
	}
}

func TestListThatIsNotLoadedIsNeverReadAsANo(t *testing.T) {
	for _, c := range []struct {
		missing, ein, status string
		deductible, found    any
		code                 int
	}{
		{"revocation", "53-0196605", "", nil, nil, 503},
		{"pub78", "53-0196605", "active", nil, true, 200},
		{"pub78", "04-3091431", "conflicting", nil, true, 200},
		{"pub78", "99-9999999", "", nil, nil, 503},
		{"eo3.csv", "53-0196605", "", nil, nil, 503},
		{"eo3.csv", "94-1322198", "revoked", nil, true, 200},
		{"eo3.csv", "99-9999999", "", nil, nil, 503},
		{"irs.gov", "53-0196605", "", nil, nil, 503},
	} {
		s, _ := service(t, without(nonprofittest.Lists(), c.missing)...)
		code, got := s.Get("/nonprofit/status", "ein", c.ein)
		if code != c.code {
			t.Errorf("%s without %s: %d %v", c.ein, c.missing, code, got)
			continue
		}
		if code != 200 {
			continue
		}
		if got["status"] != c.status || got["deductible"] != c.deductible || got["found"] != c.found ||
			got["partial"] != true {
			t.Errorf(
				"%s without %s: %v deductible %v found %v partial %v",
				c.ein,
				c.missing,
				got["status"],
				got["deductible"],
				got["found"],
				got["partial"],
			)
		}
		if !strings.Contains(joined(got["notes"]), "had no say") {
			t.Errorf("%s without %s: notes %v", c.ein, c.missing, got["notes"])
		}
	}
}

func TestFinancialsOfRecordedReturns(t *testing.T) {
	s, _ := service(t, upstreamtest.Answer{
		URL:  explorer + "organizations/311124220.json",
		Body: string(samples.Read(t, "propublica/organization_311124220.trim.json")),
	})
	_, got := s.Get("/nonprofit/financials", "ein", "311124220")
	first := got["years"].([]any)[0].(map[string]any)
	metrics := got["metrics"].(map[string]any)
	if got["count"] != 3.0 || first["net_income_usd"] != -6102.0 || first["officer_compensation_usd"] != 73468.0 ||
		first["pdf_url"] != nil ||
		metrics["revenue_cagr_3y_pct"] != 10.55 ||
		metrics["liabilities_to_assets_ratio"] != 0.4637 ||
		metrics["months_of_reserves"] != 3.05 ||
		metrics["officer_compensation_pct"] != 1.97 {
		t.Errorf("%v\n%v", first, metrics)
	}
}

func TestFiguresThatAreMissingNegativeOrTwiceThere(t *testing.T) {
	s, _ := service(
		t,
		upstreamtest.Answer{
			URL: explorer + "organizations/13.json",
			Body: `{"organization":{"ein":13,"name":"X"},"filings_with_data":[
		{"tax_prd":202206,"formtype":2,"updated":"2023-01-01T00:00:00Z","totrcptperbks":-500,"totexpnspbks":0,
"totassetsend":0,"totliabend":9,"tfundnworth":-9},
		{"tax_prd":202306,"formtype":1,"updated":"2024-01-01T00:00:00Z","totrevnue":1,"totexpns":2},
		{"tax_prd":202306,"formtype":1,"updated":"2024-06-01T00:00:00Z","totrevnue":100,"totexpns":null,
"totassetsend":50,"totliabend":80},
		{"tax_prd":202006,"formtype":1,"updated":"2021-01-01T00:00:00Z","totrevnue":-3}],
		"filings_without_data":[{"tax_prd":202106,"formtype":3,"pdf_url":null}]}`,
		},
	)
	code, got := s.Get("/nonprofit/financials", "ein", "00-0000013")
	if code != 200 || got["count"] != 3.0 {
		t.Fatalf("%d %v", code, got)
	}
	latest := got["years"].([]any)[0].(map[string]any)
	if latest["revenue_usd"] != 100.0 || latest["expenses_usd"] != nil || latest["net_income_usd"] != nil ||
		latest["net_assets_usd"] != -30.0 ||
		latest["form"] != "990-EZ" ||
		latest["program_revenue_usd"] != nil ||
		latest["tax_period"] != "2023-06" {
		t.Errorf("the amended return: %v", latest)
	}
	for name, value := range got["metrics"].(map[string]any) {
		if want := map[string]any{"liabilities_to_assets_ratio": 1.6}[name]; value != want {
			t.Errorf("%s is %v, want %v", name, value, want)
		}
	}
	foundation := got["years"].([]any)[1].(map[string]any)
	if foundation["revenue_usd"] != -500.0 || foundation["net_income_usd"] != -500.0 ||
		foundation["net_assets_usd"] != -9.0 ||
		foundation["form"] != "990-PF" {
		t.Errorf("losses: %v", foundation)
	}
	documents := got["documents"].([]any)
	if len(documents) != 1 || documents[0].(map[string]any)["form"] != "other" {
		t.Errorf("documents: %v", documents)
	}
}

func TestFinancialsWhenTheProviderFails(t *testing.T) {
	for name, c := range map[string]struct {
		answer upstreamtest.Answer
		code   int
		word   string
	}{
		"unknown": {upstreamtest.Answer{Status: 404, Body: `{"status":404,"error":"Not Found"}`}, 404, "not_found"},
		"a moved path": {upstreamtest.Answer{Status: 404, Type: "text/html", Body: `<html></html>`}, 502,
			"upstream_failed"},
		"limited": {upstreamtest.Answer{Status: 429}, 503, "rate_limited"},
		"down":    {upstreamtest.Answer{Status: 500}, 502, "upstream_failed"},
		"a page":  {upstreamtest.Answer{Body: "<html>"}, 502, "upstream_failed"},
		"cut":     {upstreamtest.Answer{Body: `{"organization":{"ein":3111`}, 502, "upstream_failed"},
	} {
		c.answer.URL = explorer + "organizations/311124220.json"
		s, _ := service(t, c.answer)
		if code, got := s.Get("/nonprofit/financials", "ein", "31-1124220"); code != c.code || got["code"] != c.word {
			t.Errorf("%s: %d %v", name, code, got)
		}
	}
}

func TestProfileFromWhatIsThere(t *testing.T) {
	all := nonprofittest.Answers()
	for _, c := range []struct {
		name, missing, ein string
		code               int
		status             string
		partial            any
	}{
		{"all sources", "nothing", "31-1124220", 200, "active_deductible", false},
		{"no lists", "irs.gov", "31-1124220", 200, "undetermined", true},
		{"not at ProPublica", "nothing", "53-0196605", 200, "active_deductible", false},
		{"nowhere", "nothing", "99-9999999", 404, "", nil},
		{"nowhere, with a list missing", "pub78", "99-9999999", 503, "", nil},
		{"lists only", "propublica", "53-0196605", 200, "active_deductible", true},
	} {
		s, _ := service(t, without(all, c.missing)...)
		code, got := s.Get("/nonprofit/profile", "ein", c.ein)
		if code != c.code || code == 200 && (got["status"] != c.status || got["partial"] != c.partial) {
			t.Errorf("%s: %d %v %v %v", c.name, code, got["status"], got["partial"], got["sources"])
		}
	}

	s, _ := service(t, without(all, "irs.gov")...)
	_, got := s.Get("/nonprofit/profile", "ein", "31-1124220")
	master := got["master_file"].(map[string]any)
	if got["name"] != "RURAL ACTION INC" || got["subsection"] != "501(c)(3)" || master["ruling_month"] != "1985-06" ||
		master["latest_tax_period"] != "2020-12" ||
		got["deductible"] != nil ||
		got["revocation"] != nil ||
		got["ntee"].(map[string]any)["code"] != "S320" {
		t.Errorf("from ProPublica's copy: %v", got)
	}
	if notes := joined(
		got["notes"],
	); !strings.Contains(notes, "ProPublica's copy") ||
		!strings.Contains(notes, "whether the exemption was revoked is not known") {
		t.Errorf("notes: %s", notes)
	}
}

func TestPersonsInCareOfAreLeftOut(t *testing.T) {
	s, _ := service(t, nonprofittest.Answers()...)
	for _, ein := range []string{"31-1124220", "000019818"} {
		_, got := s.Get("/nonprofit/profile", "ein", ein)
		if text := strings.ToUpper(textOf(got)); strings.Contains(text, "SOMEBODY") {
			t.Errorf("%s names the person of the address: %s", ein, text)
		}
	}
}

func textOf(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case map[string]any:
		var all []string
		for _, member := range x {
			all = append(all, textOf(member))
		}
		return strings.Join(all, " ")
	case []any:
		var all []string
		for _, member := range x {
			all = append(all, textOf(member))
		}
		return strings.Join(all, " ")
	}
	return ""
}

func TestSearchAsksProPublicaOnlyWhenTheMasterFileHasNothing(t *testing.T) {
	recorded := upstreamtest.Answer{
		URL:  explorer + "search.json",
		Body: string(samples.Read(t, "propublica/search_rural_action.json")),
	}
	s, world := service(t, append(nonprofittest.Lists(), recorded)...)
	asked := len(world.Asked())
	_, got := s.Get("/nonprofit/search", "name", "rural acton", "state", "Ohio")
	first := got["organizations"].([]any)[0].(map[string]any)
	if got["count"] != 1.0 || first["ein"] != "31-1124220" || first["match_type"] != "contains" || got["state"] != "OH" ||
		len(world.Asked()) != asked {
		t.Errorf("from the master file: %v, %d requests", got, len(world.Asked())-asked)
	}

	s, world = service(t, recorded)
	_, got = s.Get("/nonprofit/search", "name", "Rural Action")
	hits := got["organizations"].([]any)
	second := hits[1].(map[string]any)
	if got["count"] != 5.0 || got["partial"] != true || second["state"] != "OR" || second["ein"] != "03-0383463" ||
		second["match_type"] != "contains" ||
		hits[0].(map[string]any)["match_type"] != "same" ||
		hits[2].(map[string]any)["subsection"] != "501(c)(3)" {
		t.Errorf("from ProPublica: %v", got)
	}
	if last := world.Asked()[len(world.Asked())-1]; !strings.Contains(last, "q=Rural+Action") {
		t.Errorf("asked %s", last)
	}
}

func TestSearchesThatFindNothingOrFail(t *testing.T) {
	none := upstreamtest.Answer{
		URL:    explorer + "search.json",
		Status: 404,
		Body:   `{"total_results":0,"organizations":[]}`,
	}
	down := upstreamtest.Answer{URL: explorer + "search.json", Status: 503}
	for name, c := range map[string]struct {
		answers []upstreamtest.Answer
		code    int
		partial any
	}{
		"nothing anywhere":            {append(nonprofittest.Lists(), none), 200, false},
		"nothing, and no list":        {[]upstreamtest.Answer{none}, 503, nil},
		"nothing, ProPublica is down": {append(nonprofittest.Lists(), down), 502, nil},
		"no list, ProPublica is down": {[]upstreamtest.Answer{down}, 503, nil},
	} {
		s, _ := service(t, c.answers...)
		code, got := s.Get("/nonprofit/search", "name", "ZZZZ9999")
		if code != c.code || code == 200 && (got["count"] != 0.0 || got["partial"] != c.partial) {
			t.Errorf("%s: %d %v", name, code, got)
		}
	}
}

func TestBadInputIsRefusedBeforeAnybodyIsAsked(t *testing.T) {
	s, world := service(t)
	asked := len(world.Asked())
	for _, c := range [][]string{
		{"status", "ein", "12-345678"}, {"status", "ein", "12345678X"}, {"status", "ein", "00-0000000"}, {"profile",
			"ein", "3-11124220"},
		{"financials", "ein", "311 124 220"}, {"search", "name", "!!"}, {"search", "name", "Red Cross", "state",
			"Atlantis"},
		{"search", "name", "x"}, {"search", "name", "Red Cross", "limit", "26"},
	} {
		if code, got := s.Get("/nonprofit/"+c[0], c[1:]...); code != 400 {
			t.Errorf("%q: %d %v", c, code, got)
		}
	}
	if len(world.Asked()) != asked {
		t.Errorf("asked: %q", world.Asked()[asked:])
	}
}

// TestNothingFoundIsSoldOnlyWhereSomebodyWasAskedFor: by articles and legal forms alone nobody is found.
func TestNothingFoundIsSoldOnlyWhereSomebodyWasAskedFor(t *testing.T) {
	s, _ := service(t, nonprofittest.Answers()...)
	for _, name := range []string{"the", "Of the Inc.", "N/A"} {
		if code, got := s.Get("/nonprofit/search", "name", name); code != 400 || got["field"] != "name" {
			t.Errorf("%q: %d %v", name, code, got)
		}
	}
}

func TestOddNamesNeverBreakASearch(t *testing.T) {
	s, _ := service(t, nonprofittest.Answers()...)
	for _, name := range []string{
		`"red" OR "cross"`, `red\cross`, "red\ncross", "red)", "(cross", "'; DROP TABLE organization; --", "%",
		"_ed cross", "红十字",
		"a", strings.Repeat("red ", 49), strings.Repeat("x", 200), "\u202ered", "of the and", "St. & Co",
		"NEAR(red cross)", "red*", "-cross",
	} {
		if code, got := s.Get("/nonprofit/search", "name", name); code != 200 && code != 400 {
			t.Errorf("%q: %d %v", name, code, got)
		}
	}
}

func BenchmarkStatus(b *testing.B) {
	s, _ := service(b, nonprofittest.Lists()...)
	for b.Loop() {
		s.Get("/nonprofit/status", "ein", "53-0196605")
	}
}

func BenchmarkProfile(b *testing.B) {
	s, _ := service(b, nonprofittest.Answers()...)
	for b.Loop() {
		s.Get("/nonprofit/profile", "ein", "31-1124220")
	}
}

func BenchmarkSearch(b *testing.B) {
	s, _ := service(b, nonprofittest.Lists()...)
	for b.Loop() {
		s.Get("/nonprofit/search", "name", "red cross", "state", "DC")
	}
}
