package travel

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/travel/traveltest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/passportindex"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func now() time.Time { return traveltest.Now }

// service loads the lists in the answers; the others fail to load.
func service(t testing.TB, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	return serviceAt(t, now, answers...)
}

// serviceAt is service with its own clock.
func serviceAt(
	t testing.TB, clock func() time.Time, answers ...upstreamtest.Answer,
) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	return serve(t, clock, world), world
}

// serve is the routes over a world.
func serve(t testing.TB, clock func() time.Time, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	h := New(world.Pool(t, nil, upstreamtest.At(now), upstreamtest.SmallLists), clock)
	ctx := t.Context()
	for _, refresh := range []func() error{
		func() error { return h.us.JSON.Refresh(ctx) },
		func() error { return h.us.RSS.Refresh(ctx) },
		func() error { return h.uk.Index.Refresh(ctx) },
		func() error { return h.ca.List.Refresh(ctx) },
		func() error { return h.de.List.Refresh(ctx) },
		func() error { return h.cdc.List.Refresh(ctx) },
		func() error { return h.visas.Table.Refresh(ctx) },
	} {
		if err := refresh(); err != nil {
			t.Logf("a list was not loaded: %v", err)
		}
	}
	return handlertest.New(t, "travel", h.Register)
}

// with are the answers of the examples, with some replaced.
func with(instead ...upstreamtest.Answer) []upstreamtest.Answer {
	list := traveltest.Answers()
	for _, answer := range instead {
		i := slices.IndexFunc(list, func(a upstreamtest.Answer) bool { return a.URL == answer.URL })
		if i < 0 {
			list = append(list, answer)
			continue
		}
		list[i] = answer
	}
	return list
}

func sample(t testing.TB, url, name string) upstreamtest.Answer {
	t.Helper()
	return upstreamtest.Answer{
		URL:  url,
		Body: string(samples.Read(t, name)),
	}
}

func gone(urls ...string) []upstreamtest.Answer {
	var list []upstreamtest.Answer
	for _, url := range urls {
		list = append(list, upstreamtest.Answer{
			URL:    url,
			Status: http.StatusServiceUnavailable,
			Body:   "<html>down</html>",
		})
	}
	return list
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s, world := service(t, traveltest.Answers()...)
	s.CheckExamples("sources", "partial") // the lists here are far shorter than real ones
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("asked for what the providers do not have: %q", m)
	}
}

func TestRecordedLists(t *testing.T) {
	s, _ := service(t,
		sample(t, traveltest.StateJSON, "state-dept/cadataapi_TravelAdvisories.json"),
		sample(t, traveltest.StateRSS, "state-dept/travel_advisories_rss_trimmed.xml"),
		sample(t, traveltest.UKIndex, "gov-uk/travel_advice_index.json"),
		sample(t, traveltest.UKIndex+"/albania", "gov-uk/travel_advice_albania_full.json"),
		sample(t, traveltest.Canada, "ca-gac/index_2026-09.json"),
		sample(t, traveltest.Germany, "de-aa/travelwarning.json"),
		sample(t, traveltest.CDC, "cdc-notices/notices_abridged.xml"),
		sample(t, traveltest.VisaCSV, "passport-index/passport-index-tidy-iso2_slice.csv"),
		sample(t, traveltest.VisaJSON, "passport-index/passport-index_slice.json"),
	)

	t.Run("Japan", func(t *testing.T) {
		_, got := s.Get("/travel/advisory", "destination", "Japan")
		handlertest.Holds(t, got, map[string]any{
			"level":                   1,
			"level_text":              "Exercise Normal Precautions",
			"level_source":            "us_state",
			"updated_date":            "2025-05-15",
			"destination.country":     "JP",
			"destination.iso3":        "JPN",
			"advisories.1.source":     "de_aa",
			"advisories.1.level":      3,
			"advisories.1.applies_to": "parts",
			"has_regional_warnings":   true,
			"warnings.0":              "United States last changed its advice 554 days ago",
			"sources.1.name":          "uk_fcdo",
			"sources.1.status":        "empty",
			"sources.1.detail": "its list is shorter than usual: a place that it lacks may have been left out; " +
				"UK Foreign, Commonwealth & Development Office, Open Government Licence v3.0",
			"partial": true,
		})
	})

	t.Run("levels", func(t *testing.T) {
		for place, want := range map[string]map[string]any{
			"DE":      {"level": 2, "updated_date": "2025-05-13", "risks": "[terrorism]"},
			"DEU":     {"level": 2},
			"Germany": {"level": 2},
			"Austria": {"level": 1, "updated_date": "2024-08-23"},
			// The list in JSON is newer than the feed.
			"AE": {"level": 3, "updated_date": "2026-03-03"},
			"NG": {
				"level":                 3,
				"level_source":          "highest_of_others",
				"has_regional_warnings": true,
			},
			"CD":                               {"level": 4},
			"DRC":                              {"level": 4},
			"Democratic Republic of the Congo": {"level": 4},
			"MX":                               {"level": 2, "risks": "[terrorism crime kidnapping]"},
			"Hong Kong":                        {"level": 2, "advisories.0.covers": "Hong Kong"},
			"Macau": {
				"level":               2,
				"advisories.0.covers": "Mainland China, Hong Kong & Macau",
			},
			"Switzerland": {"level": 1},
			"Ukraine":     {"level": 4, "agreement": nil},
			"Afghanistan": {"level": 4, "agreement.min": 4, "agreement.max": 4, "agreement.spread": 0,
				"advisories.1.updated_at": "2026-09-01T13:10:12Z", "advisories.1.native_status": "Avoid all travel"},
		} {
			_, got := s.Get("/travel/advisory", "destination", place)
			handlertest.Holds(t, got, want)
			if t.Failed() {
				t.Fatalf("%s: %v", place, got)
			}
		}
	})

	t.Run("codes of other standards", func(t *testing.T) {
		for place, want := range map[string]int{
			"GM": 404, // Gambia, in another standard Germany
			"AU": 404, // Australia, not Austria
			"MA": 404, // Morocco, not Madagascar
			"UP": 400,
			"EK": 400,
		} {
			if status, got := s.Get("/travel/advisory", "destination", place); status != want {
				t.Errorf("%s: %d, want %d: %v", place, status, want, got)
			}
		}
	})

	t.Run("notices", func(t *testing.T) {
		_, got := s.Get("/travel/health", "destination", "Haiti")
		handlertest.Holds(t, got, map[string]any{
			"count":                  1,
			"notices.0.title":        "Diphtheria in Haiti",
			"notices.0.disease":      "Diphtheria",
			"notices.0.level_text":   "Practice Usual Precautions",
			"notices.0.published_at": "2026-06-25T04:00:00Z",
			"notices.0.url":          "https://wwwnc.cdc.gov/travel/notices/level1/diphtheria-haiti",
			"highest_level":          1,
		})
		for _, place := range []string{"UG", "CD"} {
			_, got = s.Get("/travel/health", "destination", place)
			handlertest.Holds(t, got, map[string]any{
				"count":             1,
				"notices.0.disease": "Ebola",
				"notices.0.level":   2,
			})
		}
		_, got = s.Get("/travel/health", "destination", "JP")
		handlertest.Holds(t, got, map[string]any{
			"notices":       "[]",
			"highest_level": nil,
		})
	})

	t.Run("visas", func(t *testing.T) {
		for _, c := range []struct {
			passport, destination, requirement string
			days                               any
			before                             bool
		}{
			{"US", "JP", "visa_free", 90, false},
			{"United States", "Japan", "visa_free", 90, false},
			{"US", "GB", "eta", 180, true},
			{"US", "MV", "visa_on_arrival", 30, false},
			{"IN", "AE", "e_visa", nil, true},
			{"IN", "SC", "eta", 90, true},
			{"IN", "US", "visa_required", nil, true},
			{"CN", "AE", "visa_free", 90, false},
			{"US", "US", "home_country", nil, false},
			{"PR", "JP", "visa_free", 90, false},
		} {
			_, got := s.Get("/travel/visa", "passport_country", c.passport, "destination", c.destination)
			handlertest.Holds(t, got, map[string]any{
				"requirement":               c.requirement,
				"max_stay_days":             c.days,
				"visa_needed_before_travel": c.before,
				"as_of_date":                "2026-02-17",
				"age_days":                  276,
			})
		}
	})

	t.Run("entry", func(t *testing.T) {
		_, got := s.Get("/travel/entry", "passport_country", "US", "destination", "JP")
		handlertest.Holds(t, got, map[string]any{
			"visa.requirement":   "visa_free",
			"visa.max_stay_days": 90,
			"advisory.level":     1,
			"health.count":       0,
			"verdict":            "clear",
		})
		_, got = s.Get("/travel/entry", "passport_country", "US", "destination", "DO")
		handlertest.Holds(t, got, map[string]any{
			"visa.requirement": "visa_free",
			"verdict":          "action_required",
			"reasons.1.code":   "entry_form",
			"checklist.0":      "Get an e-ticket in time.",
		})
		_, got = s.Get("/travel/entry", "passport_country", "US", "destination", "AF")
		handlertest.Holds(t, got, map[string]any{
			"visa.requirement": "visa_required",
			"advisory.level":   4,
			"verdict":          "do_not_travel",
		})
	})
}

// TestBritishAlerts: warnings about parts are distinguished from those about the whole, and an unknown word is not
// a level.
func TestBritishAlerts(t *testing.T) {
	page := func(alerts string) upstreamtest.Answer {
		return upstreamtest.Answer{
			URL: traveltest.UKIndex + "/turkey",
			Body: `{"public_updated_at":"2026-10-02T09:30:00Z",` +
				`"details":{"country":{"slug":"turkey","name":"Turkey"},"alert_status":[` + alerts + `],"parts":[]}}`,
		}
	}
	for _, c := range []struct {
		alerts   string
		level    any
		scope    any
		regional any
		country  any
	}{
		{``, 1, "whole_country", false, 1},
		{`"avoid_all_but_essential_travel_to_parts"`, 2, "parts", true, nil},
		{`"avoid_all_travel_to_parts","avoid_all_but_essential_travel_to_parts"`, 3, "parts", true, nil},
		{
			`"avoid_all_but_essential_travel_to_whole_country","avoid_all_travel_to_parts"`,
			3, "whole_country", true, 3,
		},
		{`"avoid_all_travel_to_whole_country"`, 4, "whole_country", false, 4},
		{`"avoid_something_new"`, nil, nil, nil, nil},
	} {
		s, _ := service(t, with(page(c.alerts))...)
		_, got := s.Get("/travel/advisory", "destination", "Türkiye")
		handlertest.Holds(t, got, map[string]any{
			"advisories.0.level":             c.level,
			"advisories.0.applies_to":        c.scope,
			"advisories.0.regional_warnings": c.regional,
			"level":                          c.country,
		})
	}
}

// TestPlacesThatAreNotSafeForWantOfAdvice: nothing known means 404 or an error, never a low level.
func TestPlacesThatAreNotSafeForWantOfAdvice(t *testing.T) {
	s, _ := service(t, traveltest.Answers()...)
	for _, place := range []string{"Puerto Rico", "XK", "Kosovo", "Bhutan"} {
		status, got := s.Get("/travel/advisory", "destination", place)
		detail, _ := got["detail"].(string)
		if status != http.StatusNotFound || !strings.Contains(detail, "does not mean that it is safe") {
			t.Errorf("%s: %d %v", place, status, got)
		}
	}
	_, got := s.Get("/travel/advisory", "destination", "PR")
	if detail, _ := got["detail"].(string); !strings.Contains(detail, "belongs to United States") {
		t.Error(detail)
	}

	// Whether a missing list has the place is unknown.
	s, _ = service(t, with(gone(traveltest.Germany)...)...)
	if status, got := s.Get("/travel/advisory", "destination", "Bhutan"); status != http.StatusServiceUnavailable {
		t.Errorf("%d %v", status, got)
	}
	_, got = s.Get("/travel/advisory", "destination", "NG")
	handlertest.Holds(t, got, map[string]any{
		"level":            3,
		"sources.3.status": "error",
		"partial":          true,
		"agreement":        nil,
	})
}

func TestAdviceOnPartsAloneIsNoLevelOfTheCountry(t *testing.T) {
	s, _ := service(t, traveltest.Answers()...)
	_, got := s.Get("/travel/advisory", "destination", "Algeria")
	handlertest.Holds(t, got, map[string]any{
		"level":                 nil,
		"level_source":          nil,
		"has_regional_warnings": true,
		"advisories.0.level":    3,
		"warnings.0":            "there is advice on parts of the country only: no level of the whole is known",
	})
	_, got = s.Get("/travel/entry", "passport_country", "US", "destination", "Algeria")
	handlertest.Holds(t, got, map[string]any{
		"verdict":          "unknown",
		"advisory.level":   nil,
		"visa.requirement": "visa_free",
	})
}

func TestAdviceOnSeveralPlaces(t *testing.T) {
	s, _ := service(t, traveltest.Answers()...)
	for _, place := range []string{"Israel", "Palestine"} {
		_, got := s.Get("/travel/advisory", "destination", place)
		handlertest.Holds(t, got, map[string]any{
			"level":                 3,
			"has_regional_warnings": true,
			"risks":                 "[terrorism armed_conflict]",
			"warnings.0": "the U.S. advisory is on several places, whose levels may differ: " +
				"Israel, the West Bank and Gaza",
		})
	}
	_, got := s.Get("/travel/advisory", "destination", "Hong Kong")
	handlertest.Holds(t, got, map[string]any{
		"level":               1,
		"advisories.0.covers": "Hong Kong", // its own advisory, though the joint one is newer
	})
	_, got = s.Get("/travel/advisory", "destination", "China")
	handlertest.Holds(t, got, map[string]any{
		"level": 2,
	})
	if status, _ := s.Get("/travel/advisory", "destination", "Taiwan"); status != http.StatusNotFound {
		t.Errorf("Taiwan: %d", status)
	}
}

func TestNamesOfLists(t *testing.T) {
	for name, want := range map[string]string{
		"Burma (Myanmar)":     "MM",
		"The Gambia":          "GM",
		"The Kyrgyz Republic": "KG",
		"Democratic Republic of the Congo (D.R.C.)":         "CD",
		"Republic of the Congo":                             "CG",
		"Trinidad and Tobago":                               "TT",
		"Bosnia and Herzegovina":                            "BA",
		"Mainland China, Hong Kong & Macau - See Summaries": "CN HK MO",
		"Israel, the West Bank and Gaza":                    "IL PS",
		"French West Indies":                                "GP MQ BL MF",
		"Côte d'Ivoire":                                     "CI",
		"St Kitts and Nevis":                                "KN",
		"Democratic Republic of the Congo and Uganda":       "CD UG",
		"Angola, Benin, Trinidad and Tobago, and Chad":      "AO BJ TT TD",
		"South Korea":                                       "KR",
		"Kosovo":                                            "XK",
		"Taiwan":                                            "TW",
		"GM":                                                "",
		"Worldwide Caution":                                 "",
	} {
		list, _ := codes(name)
		if got := strings.Join(list, " "); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

// feed is a feed of notices, each "title|text|link".
func feed(notices ...string) upstreamtest.Answer {
	var b strings.Builder
	b.WriteString(`<rss version="2.0"><channel>`)
	for _, n := range notices {
		f := strings.Split(n, "|")
		b.WriteString(`<item><title>` + f[0] + `</title><description>` + f[1] + `</description><link>` + f[2] +
			`</link><pubDate>Thu, 08 Oct 2026 04:00:00 GMT</pubDate></item>`)
	}
	return upstreamtest.Answer{
		URL:  traveltest.CDC,
		Type: "application/xml",
		Body: b.String() + `</channel></rss>`,
	}
}

func TestNoticesOfRegionsAndOfTheWorld(t *testing.T) {
	const link = "https://wwwnc.cdc.gov/travel/notices/level"
	s, _ := service(t, with(feed(
		"Global Measles|Many places.|"+link+"1/measles-globe",
		"Level 2 - Dengue in the Americas|More cases, including Brazil, Trinidad and Tobago, and Peru.|"+link+"2/x",
		"Level 3 - Mpox in Central Africa|Avoid it.|"+link+"3/mpox",
		"Level 1 - Cholera in Niger|There is cholera.|"+link+"1/cholera",
	))...)
	_, got := s.Get("/travel/health", "destination", "Brazil")
	handlertest.Holds(t, got, map[string]any{
		"count":                    2,
		"highest_level":            2,
		"notices.0.title":          "Dengue in the Americas",
		"notices.0.scope":          "region",
		"notices.1.disease":        "Measles",
		"notices.1.level":          1,
		"notices.1.scope":          "global",
		"unplaced_notices.0.title": "Mpox in Central Africa",
		"unplaced_notices.1":       nil,
	})
	_, got = s.Get("/travel/health", "destination", "Nigeria")
	handlertest.Holds(t, got, map[string]any{
		"count":                    1, // the global one; the one in Niger is another country's
		"unplaced_notices.1.title": "Dengue in the Americas",
	})
	if status, _ := s.Get("/travel/health", "destination", "US"); status != http.StatusNotFound {
		t.Errorf("notices at home: %d", status)
	}
}

// TestANoticeOfTheFeedIsOneOfThePast: it counts once, and a date in the future is left out.
func TestANoticeOfTheFeedIsOneOfThePast(t *testing.T) {
	item := `<item><title>Level 1 - Cholera in Niger</title><link>https://wwwnc.cdc.gov/travel/notices/level1/x</link>` +
		`<pubDate>Wed, 08 Oct 2036 04:00:00 GMT</pubDate></item>`
	s, _ := service(t, with(upstreamtest.Answer{
		URL:  traveltest.CDC,
		Body: `<rss version="2.0"><channel>` + item + item + `</channel></rss>`,
	})...)
	_, got := s.Get("/travel/health", "destination", "Niger")
	handlertest.Holds(t, got, map[string]any{
		"count":                  1,
		"notices.0.published_at": nil,
		"notices.0.age_days":     nil,
	})
}

// TestHealthNoticesCountInTheVerdict: nobody is clear to go where CDC says to stay away. Of two levels of a notice the
// graver counts.
func TestHealthNoticesCountInTheVerdict(t *testing.T) {
	const link = "|https://wwwnc.cdc.gov/travel/notices/level"
	for _, c := range []struct{ notice, verdict string }{
		{"Level 2 - Dengue in Japan|x" + link + "2/x", "clear"},
		{"Level 3 - Ebola in Japan|x" + link + "3/x", "action_required"},
		{"Level 4 - Ebola in Japan|x" + link + "4/x", "do_not_travel"},
		{"Level 4 - Ebola in Japan|x" + link + "1/x", "do_not_travel"},
		{"Level 4 - Ebola in Kenya|x" + link + "4/x", "clear"},
	} {
		s, _ := service(t, with(feed(c.notice))...)
		_, got := s.Get("/travel/entry", "passport_country", "US", "destination", "JP")
		if got["verdict"] != c.verdict {
			t.Errorf("%s: %v %v", c.notice, got["verdict"], got["reasons"])
		}
	}
}

func TestFeedsThatCannotBeUsed(t *testing.T) {
	for name, answer := range map[string]upstreamtest.Answer{
		"down":            {URL: traveltest.CDC, Status: 503, Body: "<html>"},
		"page":            {URL: traveltest.CDC, Body: "<html><body>hello</body></html>"},
		"no channel":      {URL: traveltest.CDC, Body: `<rss version="2.0"></rss>`},
		"cut":             {URL: traveltest.CDC, Body: `<rss version="2.0"><channel><item><title>Level 1 - Mea`},
		"no notices":      {URL: traveltest.CDC, Body: `<rss version="2.0"><channel></channel></rss>`},
		"without a level": feed("Measles in Japan|x|https://wwwnc.cdc.gov/travel/notices/x"),
	} {
		s, _ := service(t, with(answer)...)
		if status, got := s.Get("/travel/health", "destination", "JP"); status != http.StatusServiceUnavailable {
			t.Errorf("%s: %d %v", name, status, got)
		}
		_, got := s.Get("/travel/entry", "passport_country", "US", "destination", "JP")
		handlertest.Holds(t, got, map[string]any{
			"health":         nil,
			"verdict":        "unknown", // what was not read may say to stay away
			"reasons.2.code": "advice_incomplete",
			"partial":        true,
		})
	}

	for name, body := range map[string]string{
		"empty list":   "[]",
		"not a list":   `{"a":1}`,
		"other titles": `[{"Title":"Japan","Category":[]},{"Title":"Mexico","Category":[]}]`,
		"page":         "<html>",
		"cut":          `[{"Title":"Japan - Level 1: Ex`,
		"list in XML":  `<ArrayOfRss/>`,
	} {
		s, _ := service(t, with(upstreamtest.Answer{URL: traveltest.StateJSON, Body: body})...)
		_, got := s.Get("/travel/advisory", "destination", "Japan")
		handlertest.Holds(t, got, map[string]any{
			"advisories.0.source":     "us_state", // by the feed
			"advisories.0.updated_at": "2025-05-15T00:00:00Z",
		})
		if t.Failed() {
			t.Fatal(name, got)
		}
	}
}

// TestPlacesAreReadByAnyName: both names of places with two, codes, and territories.
func TestPlacesAreReadByAnyName(t *testing.T) {
	for text, want := range map[string]string{
		"Burma": "MM", "Myanmar": "MM", "Turkey": "TR", "Türkiye": "TR", "Czechia": "CZ", "Czech Republic": "CZ",
		"Ivory Coast": "CI", "Côte d'Ivoire": "CI", "Swaziland": "SZ", "Eswatini": "SZ", "UAE": "AE", "USA": "US",
		"uk": "GB", "Kosovo": "XK", "XKX": "XK", "Taiwan": "TW", "TWN": "TW", "Hong Kong": "HK", "Macau": "MO",
		"Puerto Rico": "PR", "Vatican": "VA", "Holy See": "VA", "Palestine": "PS", "Gaza": "PS",
		"North Macedonia": "MK", "England": "GB", "northern  ireland": "GB", "New England": "",
		"South Korea": "KR", "Kyrgyz Republic": "KG", "jpn": "JP", "  the  Gambia ": "GM", "Guinea-Bissau": "GW",
		"Korea": "", "Congo": "", "Georgia": "GE", "EK": "", "Japan?": "", "日本": "", "": "",
	} {
		got, err := readPlace("destination", text)
		if got.Country != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v; want %q", text, got.Country, err, want)
		}
	}
}

func TestVisaTables(t *testing.T) {
	for name, c := range map[string]struct {
		csv  string
		want int
	}{
		"cut in a number":  {"Passport,Destination,Requirement\nUS,JP,9", 503},
		"an unknown word":  {"Passport,Destination,Requirement\nUS,JP,perhaps\n", 503},
		"no days":          {"Passport,Destination,Requirement\nUS,JP,0\n", 503},
		"other columns":    {"a,b,c\nUS,JP,90\n", 503},
		"another passport": {"Passport,Destination,Requirement\nIN,JP,90\n", 404},
		"the pair":         {"Passport,Destination,Requirement\nUS,JP,90\n", 200},
	} {
		s, _ := service(t, with(upstreamtest.Answer{URL: traveltest.VisaCSV, Body: c.csv})...)
		if status, got := s.Get("/travel/visa", "passport_country", "US", "destination", "JP"); status != c.want {
			t.Errorf("%s: %d, want %d: %v", name, status, c.want, got)
		}
	}
}

func TestTerritoriesAndSpecialPlaces(t *testing.T) {
	s, _ := service(t, traveltest.Answers()...)
	for _, c := range []struct {
		passport, destination, requirement string
		rulesOf                            any
	}{
		{"TW", "Japan", "visa_free", nil},
		{"Kosovo", "Japan", "visa_required", nil},
		{"India", "Puerto Rico", "visa_required", "US"},
		{"GB", "Åland Islands", "visa_free", "FI"},
		{"US", "PR", "home_country", "US"},
		{"AM", "AZ", "no_admission", nil},
	} {
		_, got := s.Get("/travel/visa", "passport_country", c.passport, "destination", c.destination)
		handlertest.Holds(t, got, map[string]any{
			"requirement":      c.requirement,
			"rules_of.country": c.rulesOf,
		})
	}
	status, _ := s.Get("/travel/visa", "passport_country", "TW", "destination", "CN")
	if status != http.StatusNotFound {
		t.Errorf("a pair that the table lacks: %d", status)
	}
}

// TestNewerAdvisoryWithoutALevel: titles sometimes lack the level, and then the older level is outdated.
func TestNewerAdvisoryWithoutALevel(t *testing.T) {
	s, _ := service(t, with(upstreamtest.Answer{
		URL: traveltest.StateJSON,
		Body: `[{"Title":"Germany Travel Advisory","Category":["GM"],"Summary":"","Updated":"2026-11-01T20:00:00"},
{"Title":"Japan - Level 1: Exercise Normal Precautions","Category":["JA"],"Summary":"","Updated":""}]`,
	})...)
	_, got := s.Get("/travel/advisory", "destination", "Germany")
	handlertest.Holds(t, got, map[string]any{
		"level":      2,
		"warnings.0": "there is a newer U.S. advisory, which names no level: read it",
	})
}

func TestCanadianStateThatIsNotKnown(t *testing.T) {
	answers := traveltest.Answers()
	many := `"data":{`
	for _, code := range []string{"AA", "AB", "AC", "AD", "AE", "AF", "AG", "AH", "AI", "AJ"} {
		many += `"` + code + `":{"country-eng":"` + code + `","advisory-state":0,"date-published":{},` +
			`"eng":{"advisory-text":"Take normal security precautions"}},`
	}
	i := slices.IndexFunc(answers, func(a upstreamtest.Answer) bool { return a.URL == traveltest.Canada })
	answers[i].Body = strings.Replace(answers[i].Body, `"data":{`, many, 1)
	answers[i].Body = strings.Replace(answers[i].Body, `"advisory-state":"2"`, `"advisory-state":"9"`, 1)
	s, _ := service(t, answers...)
	if status, got := s.Get("/travel/advisory", "destination", "NG"); status != http.StatusBadGateway {
		t.Errorf("%d %v", status, got)
	}
	_, got := s.Get("/travel/advisory", "destination", "Japan")
	handlertest.Holds(t, got, map[string]any{"advisories.2.source": "ca_gac"})
}

func TestVerdicts(t *testing.T) {
	s, _ := service(t, with(upstreamtest.Answer{
		URL: traveltest.UKIndex + "/yemen",
		Body: `{"public_updated_at":"2026-10-02T09:30:00Z","details":{"country":{"slug":"yemen","name":"Yemen"},
"alert_status":["avoid_all_travel_to_whole_country"],
"parts":[{"slug":"entry-requirements","body":"<p>Ask first.</p>"}]}}`,
	})...)
	for _, c := range []struct{ passport, destination, want string }{
		{"US", "Japan", "clear"},
		{"XK", "Japan", "action_required"},
		{"US", "Yemen", "do_not_travel"},
		{"US", "Mexico", "unknown"}, // level 2, and the rule is unknown
		{"AM", "Azerbaijan", "do_not_travel"},
		{"US", "Ireland", "unknown"}, // visa free, and the advice is unknown
		{"US", "Nigeria", "action_required"},
	} {
		_, got := s.Get("/travel/entry", "passport_country", c.passport, "destination", c.destination)
		handlertest.Holds(t, got, map[string]any{"verdict": c.want})
	}
	_, got := s.Get("/travel/entry", "passport_country", "US", "destination", "Yemen")
	handlertest.Holds(t, got, map[string]any{
		"passport_validity":  nil,
		"entry_rules.0.text": "Ask first.",
	})
	status, _ := s.Get("/travel/entry", "passport_country", "US", "destination", "Bhutan")
	if status != http.StatusNotFound {
		t.Errorf("nothing known: %d", status)
	}
}

// TestPassportValidityIsTheSentenceOnPassports: in the forms of GOV.UK's pages, and not what is told of other papers.
func TestPassportValidityIsTheSentenceOnPassports(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"<p>Be early. To enter Japan, your passport must have an ‘expiry date’ at least 6 months after the date you " +
			"arrive. Ask.</p>", "To enter Japan, your passport must have an ‘expiry date’ at least 6 months after the " +
			"date you arrive."},
		{"<p>Your passport must be valid for the length of your planned stay.</p>",
			"Your passport must be valid for the length of your planned stay."},
		{"<p>Your passport must be valid for at least one month after you leave.</p>",
			"Your passport must be valid for at least one month after you leave."},
		{"<p>Carry your passport. Your visa must be valid for at least 6 months.</p>", ""},
		{"<p>Your emergency travel document must be valid for at least 6 months.</p>", ""},
	} {
		page := strings.ReplaceAll(`{"public_updated_at":"2026-10-02T09:30:00Z","details":{"alert_status":[],
"country":{"slug":"japan","name":"Japan"},"parts":[{"slug":"entry-requirements","body":"BODY"}]}}`, "BODY", c.body)
		s, _ := service(t, with(upstreamtest.Answer{
			URL:  traveltest.UKIndex + "/japan",
			Body: page,
		})...)
		_, got := s.Get("/travel/entry", "passport_country", "US", "destination", "Japan")
		if said, _ := got["passport_validity"].(map[string]any); said["text"] != c.want && (c.want != "" || said != nil) {
			t.Errorf("%s: %v", c.body, said)
		}
	}
}

// TestVisaRulesOfATablePastItsDayAreStale: the rule is given with its day, and is not enough to call a trip clear.
func TestVisaRulesOfATablePastItsDayAreStale(t *testing.T) {
	last := passportindex.Dated.GoodUntil.Start()
	for _, c := range []struct {
		day     time.Time
		status  string
		partial bool
		verdict string
	}{
		{last, "ok", false, "clear"},
		{last.AddDate(0, 0, 1), "stale", true, "unknown"},
		{last.AddDate(2, 0, 0), "stale", true, "unknown"},
	} {
		s, _ := serviceAt(t, func() time.Time { return c.day }, traveltest.Answers()...)
		_, visa := s.Get("/travel/visa", "passport_country", "US", "destination", "Japan")
		handlertest.Holds(t, visa, map[string]any{
			"requirement":      "visa_free",
			"sources.0.name":   "passport_index",
			"sources.0.status": c.status,
			"sources.0.as_of":  passportindex.AsOf + "T00:00:00Z",
			"partial":          c.partial,
			"as_of_date":       passportindex.AsOf,
		})
		_, entry := s.Get("/travel/entry", "passport_country", "US", "destination", "Japan")
		handlertest.Holds(t, entry, map[string]any{
			"sources.0.status": c.status,
			"verdict":          c.verdict,
		})

		// A passport of the destination needs no table.
		_, home := s.Get("/travel/entry", "passport_country", "JP", "destination", "Japan")
		handlertest.Holds(t, home, map[string]any{"verdict": "clear"})
	}
}

// TestOtherGovernmentsKeepAVerdictFromBeingClear: the level is the U.S. one, and another may warn about the whole
// country.
func TestOtherGovernmentsKeepAVerdictFromBeingClear(t *testing.T) {
	for alert, want := range map[string]string{
		"avoid_all_travel_to_whole_country":               "action_required",
		"avoid_all_but_essential_travel_to_whole_country": "action_required",
		"avoid_all_travel_to_parts":                       "clear",
	} {
		s, _ := service(t, with(upstreamtest.Answer{
			URL: traveltest.UKIndex + "/japan",
			Body: `{"public_updated_at":"2026-10-02T09:30:00Z","details":{"country":{"slug":"japan","name":"Japan"},
"alert_status":["` + alert + `"],"parts":[]}}`,
		})...)
		_, got := s.Get("/travel/entry", "passport_country", "US", "destination", "Japan")
		handlertest.Holds(t, got, map[string]any{
			"verdict":        want,
			"advisory.level": 1,
		})
		if reasons := got["reasons"].([]any); want != "clear" {
			handlertest.Holds(t, reasons[len(reasons)-1].(map[string]any), map[string]any{"code": "advice_differs"})
		}
	}
}

// TestVerdictsNeedTheirMainSources: a verdict needs the visa table and the governments' advice. Unavailable is
// different from unknown.
func TestVerdictsNeedTheirMainSources(t *testing.T) {
	governments := []string{traveltest.StateJSON, traveltest.StateRSS, traveltest.UKIndex, traveltest.Canada,
		traveltest.Germany}
	for _, c := range []struct {
		why  string
		down []string
		want int
	}{
		{"the visa table is down", []string{traveltest.VisaCSV}, http.StatusServiceUnavailable},
		{"all governments are down", governments, http.StatusServiceUnavailable},
		{"CDC is down, on which no verdict rests", []string{traveltest.CDC}, http.StatusOK},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, with(gone(c.down...)...)...)
			status, got := s.Get("/travel/entry", "passport_country", "US", "destination", "Japan")
			if status != c.want {
				t.Errorf("status %d, want %d: %v", status, c.want, got)
			}
		})
	}
}

// TestClearNeedsAllGovernments: one that could not be asked may have a warning.
func TestClearNeedsAllGovernments(t *testing.T) {
	page := upstreamtest.Answer{URL: traveltest.UKIndex + "/japan", Body: `{"details":{}}`}
	for why, instead := range map[string][]upstreamtest.Answer{
		"a page of another form": {page},
		"lists that are down":    gone(traveltest.StateJSON, traveltest.StateRSS),
	} {
		t.Run(why, func(t *testing.T) {
			s, _ := service(t, with(instead...)...)
			_, got := s.Get("/travel/entry", "passport_country", "US", "destination", "Japan")
			handlertest.Holds(t, got, map[string]any{
				"verdict":        "unknown",
				"partial":        true,
				"reasons.2.code": "advice_incomplete",
			})
		})
	}
}

// TestFlagsThatAreNotTold: without the flag it is unknown whether Canada warns about parts.
func TestFlagsThatAreNotTold(t *testing.T) {
	answers := traveltest.Answers()
	i := slices.IndexFunc(answers, func(a upstreamtest.Answer) bool { return a.URL == traveltest.Canada })
	answers[i].Body = strings.Replace(answers[i].Body, `"has-regional-advisory":1`, `"regional":1`, 1)
	answers[i].Body = strings.Replace(answers[i].Body, ` (with regional advisories)`, ``, 1)
	s, _ := service(t, answers...)
	_, got := s.Get("/travel/advisory", "destination", "Nigeria")
	handlertest.Holds(t, got, map[string]any{
		"advisories.0.regional_warnings": nil,
		"has_regional_warnings":          nil,
	})
}

func TestAnEntryReportAsksForOnePage(t *testing.T) {
	s, world := service(t, traveltest.Answers()...)
	before := len(world.Asked())
	s.Get("/travel/entry", "passport_country", "US", "destination", "JP")
	if asked := world.Asked()[before:]; len(asked) != 1 {
		t.Errorf("%d requests, want only that for the British page: %q", len(asked), asked)
	}
}
