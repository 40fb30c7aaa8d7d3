package gdelt

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/gdelt"
	"github.com/farebox/farebox/handlers/gdelt/gdelttest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/gdelt"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func service(t testing.TB, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World, *Handlers) {
	t.Helper()
	return serviceAt(t, gdelttest.Now, answers...)
}

func serviceAt(
	t testing.TB, at time.Time, answers ...upstreamtest.Answer,
) (*handlertest.Service, *upstreamtest.World, *Handlers) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	s, h := serve(t, at, world)
	return s, world, h
}

func serve(t testing.TB, at time.Time, world *upstreamtest.World) (*handlertest.Service, *Handlers) {
	t.Helper()
	now := func() time.Time { return at }
	h := New(world.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(now)), now)
	if err := h.files.Refresh(t.Context()); err != nil {
		t.Logf("without the files: %v", err)
	}
	return handlertest.New(t, "gdelt", h.Register), h
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s, world, _ := service(t, gdelttest.Answers()...)
	s.CheckExamples()
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("asked for what GDELT does not have: %q", m)
	}
}

func TestInputsThatAreRefused(t *testing.T) {
	s, world, _ := service(t, gdelttest.Answers()...)
	asked := len(world.Asked())
	for _, c := range []struct {
		field string
		query []string
	}{
		{"theme", nil},
		{"theme", []string{"theme", " "}},
		{"theme", []string{"theme", `"()`}},
		{"theme", []string{"theme", "theme:"}},
		{"theme", []string{"theme", "theme:TERROR OR theme:KILL"}},
		{"country", []string{"country", "Atlantis"}},
		{"country", []string{"country", " "}},
		{"country", []string{"country", "Korea"}},
		{"timespan", []string{"theme", "oil", "timespan", "15min"}},
		{"timespan", []string{"theme", "oil", "timespan", "0h"}},
		{"timespan", []string{"theme", "oil", "timespan", "4m"}},
		{"timespan", []string{"theme", "oil", "timespan", "93d"}},
		{"timespan", []string{"theme", "oil", "timespan", "d7"}},
		{"timespan", []string{"theme", "oil", "timespan", "7y"}},
	} {
		for _, route := range []string{"news", "tone", "pulse"} {
			if status, answer := s.Get("/gdelt/"+route, c.query...); status != 400 || answer["field"] != c.field {
				t.Errorf("%s %q: %d %v", route, c.query, status, answer)
			}
		}
	}
	for _, query := range []string{
		" ", `sourcelocation:"Texas"`, "sourcelocation:USTX", `"oil`, "oil OR gas", "(oil gas)",
		"(oil OR (gas))", "(oil",
		"oil)", "()", "(OR oil)", "-oil", "domain:a/b", "theme:a-b", "location:x", "%%%", strings.Repeat("a ", 21),
		strings.Repeat("a", 301), "near10:\"a b\"", "(oil OR gas OR)",
	} {
		if status, answer := s.Get("/gdelt/timeline", "query", query); status != 400 || answer["field"] != "query" {
			t.Errorf("%q: %d %v", query, status, answer)
		}
	}
	if now := len(world.Asked()); now != asked {
		t.Errorf("asked %d times before the input was refused", now-asked)
	}
}

func TestQueriesAreWrittenAnew(t *testing.T) {
	for text, want := range map[string]string{
		"oil":                  "oil",
		" oil \n prices ":      "oil prices",
		`"oil prices" -gas`:    `"oil prices" -gas`,
		`"Iran"`:               "Iran",
		"covid-19":             `"covid-19"`,
		"U.S.":                 `"U.S."`,
		"(oil OR gas) AND war": "(oil OR gas) war",
		"(oil)":                "oil",
		`("crude oil" OR theme:env_oil) -"palm oil"`: `("crude oil" OR theme:ENV_OIL) -"palm oil"`,
		"oil sourcelang:eng SOURCECOUNTRY:US":        "oil sourcelang:eng sourcecountry:US",
		"oil domainis:nytimes.com Tone<-5":           "oil domainis:nytimes.com tone<-5",
		`a\b`:                                        `"a b"`,
		"oil\x00gas":                                 "oil gas",
		"нефть 石油":                                   "нефть 石油",
		`"sourcelocation:x"`:                         `"sourcelocation x"`,
		"oil&mode=html":                              `"oil&mode html"`,
	} {
		if got, err := readQuery(text); err != nil || got != want {
			t.Errorf("%q is %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestASubjectHasNoOperators(t *testing.T) {
	for theme, want := range map[string]string{
		"ECON_INFLATION":       "theme:ECON_INFLATION",
		"theme:TERROR":         "theme:TERROR",
		"theme:terror":         "theme:TERROR",
		"econ_inflation":       "theme:ECON_INFLATION",
		"Inflation":            "theme:ECON_INFLATION",
		"energy":               "(theme:ENV_OIL OR theme:ENV_NATURALGAS)",
		"Nvidia":               "Nvidia",
		"electric cars":        `"electric cars"`,
		`x" OR theme:Y`:        `"x OR theme Y"`,
		"domain:evil.com":      `"domain evil.com"`,
		"a\nb)(":               `"a b"`,
		"-word":                `"-word"`,
		"ZZZ_NOT_A_REAL_THEME": "theme:ZZZ_NOT_A_REAL_THEME",
		"AI":                   "AI",
		`tone<-5`:              `"tone -5"`,
	} {
		s, err := readSubject(&theme, nil)
		if err != nil || s.query() != want {
			t.Errorf("%q is %q, %v; want %q", theme, s.query(), err, want)
		}
	}
	for name, want := range map[string]string{
		"Germany": "sourcecountry:GM", "AU": "sourcecountry:AS", "austria": "sourcecountry:AU",
		"CHN":         "sourcecountry:CH",
		"Switzerland": "sourcecountry:SZ", "PS": "(sourcecountry:WE OR sourcecountry:GZ)",
		"Vietnam": "sourcecountry:VM",
	} {
		s, err := readSubject(nil, &name)
		if err != nil || s.query() != want {
			t.Errorf("%q is %q, %v; want %q", name, s.query(), err, want)
		}
	}
}

func TestARefusedQueryIsTheCallersWithItsReason(t *testing.T) {
	s, world, _ := service(t, append([]upstreamtest.Answer{
		{URL: gdelttest.DOC, Type: "text/html", Body: "The specified phrase is too short."},
	}, gdelttest.Answers()...)...)
	for _, route := range []string{"news", "tone", "pulse"} {
		status, answer := s.Get("/gdelt/"+route, "theme", "AI")
		if status != 400 || answer["field"] != "theme" ||
			!strings.Contains(fmt.Sprint(answer["detail"]), "The specified phrase is too short.") {
			t.Errorf("%s: %d %v", route, status, answer)
		}
	}
	if n := len(world.Asked()); n > 1+1+2+3 {
		t.Errorf("asked %d times", n)
	}
}

func TestFailuresOfTheAPI(t *testing.T) {
	cases := []struct {
		why    string
		answer upstreamtest.Answer
		status int
	}{
		{
			"a pause is wanted",
			upstreamtest.Answer{Status: 429, Type: "text/plain", Body: "Please limit requests to one"},
			503,
		},
		{
			"a pause is wanted, with status 200",
			upstreamtest.Answer{Body: "Please limit requests to one every 5 seconds"},
			503,
		},
		{"an unknown text", upstreamtest.Answer{Body: "Backend fetch failed"}, 502},
		{"nothing", upstreamtest.Answer{}, 502},
		{"gone", upstreamtest.Answer{Status: 404, Body: "{}"}, 502},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = gdelttest.DOC
			answers := append([]upstreamtest.Answer{c.answer}, gdelttest.Answers()...)

			s, world, _ := service(t, answers...)
			if status, answer := s.Get("/gdelt/timeline", "query", "oil"); status != c.status {
				t.Errorf("words: %d %v, want %d", status, answer, c.status)
			}
			if n := len(world.Asked()); n != 2 { // the file, and one try
				t.Errorf("asked %d times: %q", n, world.Asked())
			}

			s, _, _ = service(t, answers...)
			status, answer := s.Get("/gdelt/news", "theme", "inflation")
			if status != 200 {
				t.Fatal(status, answer)
			}
			handlertest.Holds(t, answer, map[string]any{
				"source": "gdelt_gkg", "partial": true, "count": 2, "query": nil, "total": 2,
				"sources.1.status": "ok", "articles.1.tone": -4.5, "articles.1.title": "Prices & wages",
				"covered_from_at": "2026-11-20T11:30:00Z", "covered_to_at": "2026-11-20T11:45:00Z",
			})
		})
	}
}

func TestAnOldAnswerStandsInAndSaysSo(t *testing.T) {
	now := gdelttest.Now
	world := upstreamtest.New(t, gdelttest.Answers()...)
	h := New(world.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(func() time.Time { return now })),
		func() time.Time { return now })
	s := handlertest.New(t, "gdelt", h.Register)
	if status, _ := s.Get("/gdelt/timeline", "query", "theme:ECON_INFLATION"); status != 200 {
		t.Fatal(status)
	}

	now = now.Add(3 * time.Hour)
	broken := upstreamtest.New(t, upstreamtest.Answer{URL: gdelttest.DOC, Status: 503})
	world.Handle("api.gdeltproject.org", roundTrip(broken))
	_, answer := s.Get("/gdelt/timeline", "query", "theme:ECON_INFLATION")
	handlertest.Holds(t, answer, map[string]any{
		"source":           "gdelt_doc",
		"sources.0.status": "stale",
		"sources.0.as_of":  "2026-11-20T08:15:00Z",
		"partial":          true,
		"covered_to_at":    "2026-11-20T08:15:00Z",
	})
}

func TestTheFilesTellThemesAndMentionedCountries(t *testing.T) {
	s, _, _ := service(t, append([]upstreamtest.Answer{{URL: gdelttest.DOC, Status: 503}}, gdelttest.Answers()...)...)

	_, news := s.Get("/gdelt/news", "country", "Germany")
	handlertest.Holds(t, news, map[string]any{
		"country":          "DE",
		"country_name":     "Germany",
		"country_scope":    "mentioned",
		"count":            2,
		"articles.0.title": "Football",
	})
	_, both := s.Get("/gdelt/news", "country", "Germany", "theme", "ECON_INFLATION")
	handlertest.Holds(t, both, map[string]any{"count": 1, "articles.0.url": "https://a.example.org/1"})

	_, tone := s.Get("/gdelt/tone", "theme", "inflation")
	handlertest.Holds(t, tone, map[string]any{
		"average_tone": -1.5, "label": "negative", "points": 1, "distribution.negative": 1, "distribution.neutral": 1,
		"distribution.articles": 2, "trend": nil,
	})
	_, timeline := s.Get("/gdelt/timeline", "query", "theme:ECON_INFLATION", "timespan", "1h")
	handlertest.Holds(t, timeline, map[string]any{
		"source": "gdelt_gkg", "points.0.value": 50, "unit": "percent_of_coverage", "resolution": "15m",
		"summary.z_latest": nil, "summary.change_pct": nil,
	})
	_, pulse := s.Get("/gdelt/pulse", "theme", "inflation")
	handlertest.Holds(t, pulse, map[string]any{
		"volume.z": nil, "tone.average": -1.5, "pulse_score": nil, "partial": true, "level": nil,
		"reasons.2.code": scored.CodeTooLittle,
	})
	if status, answer := s.Get("/gdelt/news", "theme", "ZZZ_NOT_A_REAL_THEME"); status != 400 {
		t.Errorf("a code that is nowhere: %d %v", status, answer)
	}

	if status, answer := s.Get("/gdelt/news", "theme", "electric cars"); status != 502 {
		t.Errorf("words, which the files cannot tell: %d %v", status, answer)
	}
}

func TestNothingFoundIsAnAnswer(t *testing.T) {
	s, _, _ := service(t, append([]upstreamtest.Answer{{URL: gdelttest.DOC, Body: "{}"}}, gdelttest.Answers()...)...)
	_, news := s.Get("/gdelt/news", "theme", "oil")
	handlertest.Holds(t, news, map[string]any{"count": 0, "total": 0, "source": "gdelt_doc", "partial": false})
	for _, route := range []string{"news", "tone", "pulse"} { // whether there is such a theme is not known
		status, got := s.Get("/gdelt/"+route, "theme", "ZZZ_NOT_A_REAL_THEME")
		if status != 400 || got["field"] != "theme" {
			t.Errorf("%s: %d %v", route, status, got)
		}
	}
	_, tone := s.Get("/gdelt/tone", "theme", "oil", "trend", "true")
	handlertest.Holds(t, tone, map[string]any{"average_tone": nil, "label": nil, "points": 0, "trend": nil})
	_, timeline := s.Get("/gdelt/timeline", "query", "oil")
	handlertest.Holds(t, timeline, map[string]any{"count": 0, "summary": nil, "resolution": nil})
	_, pulse := s.Get("/gdelt/pulse", "theme", "oil")
	handlertest.Holds(t, pulse, map[string]any{
		"pulse_score": nil, "level": nil, "volume": nil, "tone": nil, "reasons.0.code": "base", "partial": true,
	})
}

// TestNothingOnAThemeThatIsAlwaysInTheNewsIsNoAnswer: the files are read in its place.
func TestNothingOnAThemeThatIsAlwaysInTheNewsIsNoAnswer(t *testing.T) {
	empty := upstreamtest.Answer{URL: gdelttest.DOC, Body: "{}"}
	s, _, _ := service(t, append([]upstreamtest.Answer{empty}, gdelttest.Answers()...)...)
	for _, route := range []string{"/gdelt/news", "/gdelt/pulse"} {
		_, got := s.Get(route, "theme", "inflation")
		if got["source"] == "gdelt_doc" {
			t.Errorf("%s: %v", route, got)
		}
	}
}

func TestPartsThatFailAreNotMixedWithTheFiles(t *testing.T) {
	down := func(mode string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: gdelttest.DOC + "?mode=" + mode, Status: 503}
	}
	s, _, _ := service(t, append([]upstreamtest.Answer{down("timelinevol")}, gdelttest.Answers()...)...)
	_, pulse := s.Get("/gdelt/pulse", "theme", "inflation")
	handlertest.Holds(t, pulse, map[string]any{"source": "gdelt_gkg", "articles_sampled": 2, "volume.mean": 50})

	s, _, _ = service(t, append([]upstreamtest.Answer{down("timelinetone")}, gdelttest.Answers()...)...)
	_, pulse = s.Get("/gdelt/pulse", "theme", "inflation")
	handlertest.Holds(t, pulse, map[string]any{"source": "gdelt_doc", "tone": nil, "volume.latest": 3, "partial": true})

	s, _, _ = service(t, append([]upstreamtest.Answer{down("artlist")}, gdelttest.Answers()...)...)
	_, pulse = s.Get("/gdelt/pulse", "theme", "inflation")
	handlertest.Holds(t, pulse, map[string]any{
		"source": "gdelt_doc", "articles_sampled": nil, "volume.latest": 3, "pulse_score": 83, "partial": true,
		"top_articles": nil, "top_domains": nil, "top_countries": nil,
	})

	s, _, _ = service(t, append([]upstreamtest.Answer{down("tonechart")}, gdelttest.Answers()...)...)
	_, tone := s.Get("/gdelt/tone", "theme", "inflation")
	handlertest.Holds(
		t,
		tone,
		map[string]any{"source": "gdelt_doc", "distribution": nil, "average_tone": -1.5, "partial": true},
	)
}

// TestOldNewsIsNotNow: what ends before the time asked for is not sold as its news.
func TestOldNewsIsNotNow(t *testing.T) {
	later := gdelttest.Now.Add(5 * 24 * time.Hour)
	s, _, _ := serviceAt(t, later, gdelttest.Answers()...)
	for _, call := range [][]string{
		{"/gdelt/pulse", "theme", "inflation", "timespan", "24h"},
		{"/gdelt/pulse", "theme", "inflation", "timespan", "7d"}, // a pulse is of now
		{"/gdelt/timeline", "query", "theme:ECON_INFLATION", "timespan", "24h"},
		{"/gdelt/tone", "theme", "inflation", "timespan", "24h"},
		{"/gdelt/news", "theme", "inflation", "timespan", "24h"},
	} {
		status, answer := s.Get(call[0], call[1:]...)
		if status != 503 || answer["code"] != "data_too_old" {
			t.Errorf("%v: %d %v", call, status, answer)
		}
	}
	if status, answer := s.Get("/gdelt/timeline", "query", "theme:ECON_INFLATION", "timespan", "7d"); status != 200 ||
		answer["covered_to_at"] != "2026-11-20T08:15:00Z" {
		t.Errorf("within a week: %d %v", status, answer)
	}
}

// TestMemberThatIsRenamedIsNoNews: only an empty object says that nothing matches.
func TestArticlesAreOfTheTimeSpan(t *testing.T) {
	const row = `{"url":"https://a.test/%d","title":"%d","seendate":"%s","domain":"a.test","sourcecountry":"N/A"}`
	for newest, want := range map[string]any{"20261120T110000Z": 1.0, "20361120T110000Z": nil} {
		s, _, _ := service(t, upstreamtest.Answer{URL: gdelttest.DOC + "*", Body: `{"articles":[` +
			fmt.Sprintf(row, 1, 1, newest) + "," + fmt.Sprintf(row, 2, 2, "20261101T110000Z") + `]}`})
		status, answer := s.Get("/gdelt/news", "theme", "inflation", "timespan", "24h")
		if answer["total"] != want || (status == http.StatusOK) != (want != nil) {
			t.Errorf("%s: %d %v", newest, status, answer)
		}
	}
}

func TestMemberThatIsRenamedIsNoNews(t *testing.T) {
	for _, body := range []string{`{"timelines":[]}`, `{"articles_new":[]}`, `{"timeline":null}`, `<html></html>`} {
		s, _, _ := service(t, upstreamtest.Answer{URL: gdelttest.DOC, Body: body})
		for _, call := range [][]string{
			{"/gdelt/timeline", "query", "oil prices"}, {"/gdelt/tone", "theme", "oil prices"},
			{"/gdelt/news", "theme", "oil prices"}, {"/gdelt/pulse", "theme", "oil prices"},
		} {
			if status, answer := s.Get(call[0], call[1:]...); status < 500 {
				t.Errorf("%s: %v: %d %v", body, call, status, answer)
			}
		}
	}
}

// TestDirectionIsNotDeniedByItsSlope has tones whose ends say one thing and whose line says the other.
func TestDirectionIsNotDeniedByItsSlope(t *testing.T) {
	for _, c := range []struct {
		why   string
		tones []float64
		want  gen.GdeltTrendDirection
	}{
		{"both fall", []float64{3, 3, 3, 1, 1, 1, -1, -1, -1}, gen.Worsening},
		{"both rise", []float64{-1, -1, -1, 1, 1, 1, 3, 3, 3}, gen.Improving},
		{"the end is lower, the line rises", []float64{0, 0, 3, 0, 0, 0, -2, 0, 3}, gen.Stable},
		{"the end is higher, the line falls", []float64{0, 0, -3, 0, 0, 0, 2, 0, -3}, gen.Stable},
		{"a small change", []float64{0, 0, 0, 0, 0, 0, 0.3, 0.3, 0.3}, gen.Stable},
	} {
		t.Run(c.why, func(t *testing.T) {
			var points []gdelt.Point
			for day, tone := range c.tones {
				points = append(points, gdelt.Point{At: gdelttest.Now.AddDate(0, 0, day), Value: tone})
			}
			if got := trend(points); got.Direction != c.want {
				t.Errorf("%s: change %v, slope %v", got.Direction, got.Change, got.SlopePerDay)
			}
		})
	}
}

// TestRecordedAnswers holds what is served against what GDELT gave.
func TestRecordedAnswers(t *testing.T) {
	oil := func(mode, file string) upstreamtest.Answer {
		return upstreamtest.Answer{
			URL:  gdelttest.DOC + "?query=oil&mode=" + mode,
			Body: string(samples.Read(t, "gdelt/"+file)),
		}
	}
	s, _, _ := serviceAt(
		t,
		time.Date(2026, 5, 15, 2, 0, 0, 0, time.UTC),
		upstreamtest.Answer{
			URL:  gdelttest.DOC + "?query=Nvidia&mode=artlist",
			Body: string(samples.Read(t, "gdelt/artlist.json")),
		},
	)
	_, news := s.Get("/gdelt/news", "theme", "Nvidia", "limit", "5")
	handlertest.Holds(t, news, map[string]any{
		"count":                     5,
		"articles.0.domain":         "news-gazette.com",
		"articles.0.seen_at":        "2026-05-15T01:15:00Z",
		"articles.0.language":       "English",
		"articles.0.source_country": "United States",
		"articles.0.tone":           nil,
		"articles.1.title":          "Wall Street ends higher on tech rally; investors eye Beijing talks",
		"articles.4.title": "Stock Market Today, May 14: U.S. Indexes Move Higher as Cisco Pops and AI - Chipmaker " +
			"Cerebras Debuts",
	})

	s, _, _ = serviceAt(
		t,
		time.Date(2026, 9, 1, 17, 30, 0, 0, time.UTC),
		oil("timelinevol", "timelinevol.json"),
		oil("timelinetone", "timelinetone.json"),
		oil("tonechart", "tonechart.json"),
		oil("artlist", "unknown_theme_200.json"),
		upstreamtest.Answer{
			URL:  gdelttest.DOC + "?query=a",
			Body: string(samples.Read(t, "gdelt/error_keyword_200.txt")),
		},
		upstreamtest.Answer{
			URL:  gdelttest.DOC + "?query=b",
			Body: string(samples.Read(t, "gdelt/error_location_200.txt")),
		},
		upstreamtest.Answer{
			URL:  gdelttest.DOC + "?query=c",
			Body: string(samples.Read(t, "gdelt/timespan_too_short_200.txt")),
		},
		upstreamtest.Answer{
			URL:  gdelttest.DOC + "?query=d",
			Body: string(samples.Read(t, "gdelt/rate_limited_429.txt")),
		},
		upstreamtest.Answer{
			URL:  gdelttest.DOC + "?query=raw",
			Body: string(samples.Read(t, "gdelt/timelinevolraw.json")),
		},
	)

	_, volume := s.Get("/gdelt/timeline", "query", "oil", "timespan", "24h")
	handlertest.Holds(t, volume, map[string]any{
		"count": 10, "resolution": "15m", "points.0.start_at": "2026-08-31T18:15:00Z", "points.0.value": 1.9942,
		"points.9.value": 2, "summary.mean": 2.1679, "summary.max": 2.7967, "summary.max_at": "2026-08-31T20:45:00Z",
		"summary.latest": 2,
	})
	_, tone := s.Get("/gdelt/tone", "theme", "oil", "trend", "true")
	handlertest.Holds(t, tone, map[string]any{
		"average_tone": -2.1407, "label": "negative", "min": -3.7304, "max": 2.864, "points": 10,
		"distribution.negative": 1, "distribution.neutral": 0, "distribution.positive": 0,
		"trend.direction": "stable", "trend.change": -1.0108, // the line through the points rises
	})
	_, pulse := s.Get("/gdelt/pulse", "theme", "oil")
	handlertest.Holds(t, pulse, map[string]any{
		"volume.latest": 2,
		"volume.mean":   2.1679,
		"tone.average":  -2.1407,
		"tone.label":    "negative",
		"level":         "normal",
	})
	for _, c := range []struct {
		query  string
		status int
	}{{"a", 400}, {"b", 400}, {"c", 400}, {"raw", 502}, {"d", 503}} {
		if status, answer := s.Get("/gdelt/timeline", "query", c.query); status != c.status {
			t.Errorf("%s: %d %v", c.query, status, answer)
		}
	}
}

func TestPointsOfThePulseAddUp(t *testing.T) {
	s, _, _ := service(t, gdelttest.Answers()...)
	_, answer := s.Get("/gdelt/pulse", "theme", "inflation")
	sum := 0.0
	for _, r := range answer["reasons"].([]any) {
		sum += r.(map[string]any)["points"].(float64)
	}
	if want := answer["pulse_score"].(float64); math.Round(sum) != want {
		t.Errorf("%v, points add up to %v", want, sum)
	}
	for score, want := range map[int]string{
		34: "calm", 35: "normal", 59: "normal", 60: "elevated", 79: "elevated", 80: "surging",
	} {
		if got := string(levelOf(score)); got != want {
			t.Errorf("%d is %s, want %s", score, got, want)
		}
	}
	for tone, want := range map[float64]string{
		-5: "very_negative", -4.99: "negative", -1.5: "negative", -1.49: "neutral", 1.49: "neutral", 1.5: "positive",
		5: "very_positive",
	} {
		if got := labelOf(tone); got != want {
			t.Errorf("%v is %s, want %s", tone, got, want)
		}
	}
}

func TestEachTermOfThePulse(t *testing.T) {
	for _, c := range []struct {
		why            string
		z, change, avg float64
		want           [3]float64
	}{
		{"all bounded", 9, -9, -9, [3]float64{36, 12, 6}},
		{"all the other way", -9, 9, 9, [3]float64{-36, -12, -6}},
		{"each by its weight", 1, -1, -1, [3]float64{12, 4, 1.2}},
	} {
		list := terms{z: &c.z, change: &c.change, mean: c.avg, tone: termsOf(&reading{tone: nil}).tone}
		list.tone = nil
		got := list.reasons()
		if float64(got[1].Points) != c.want[0] || float64(got[2].Points) != c.want[1] || got[0].Points != 50 {
			t.Errorf("%s: %+v", c.why, got)
		}
	}
}

func TestTheWindowIsBounded(t *testing.T) {
	w := &window{}
	for i := range 60 {
		slot := gdelttest.Now.Add(time.Duration(i) * 15 * time.Minute)
		next, err := w.with(dirOf(gdelttest.File(slot, gdelttest.Articles...)))
		if err != nil {
			t.Fatal(err)
		}
		if before := len(w.articles); before > 0 && len(w.articles) != before {
			t.Fatal("a window was changed")
		}
		w = next
	}
	if len(w.totals) != 48 || len(w.articles) != 48*4 {
		t.Errorf("%d slots, %d articles", len(w.totals), len(w.articles))
	}

	again, err := w.with(dirOf(gdelttest.File(gdelttest.Now.Add(59*15*time.Minute), gdelttest.Articles[:2]...)))
	if err != nil || len(again.articles) != 47*4+2 || again.totals[again.articles[len(again.articles)-1].slot] != 2 {
		t.Errorf("a file that was read again: %d articles, %v", len(again.articles), err)
	}
	if _, err := w.with(dirOf("<html>")); err == nil {
		t.Error("a page was read")
	}
}

func TestCodesOfCountries(t *testing.T) {
	if len(fips) != 245 {
		t.Errorf("%d countries", len(fips))
	}
	for code, list := range fips {
		for _, f := range list {
			if len(code) != 2 || len(f) != 2 || iso[f] != code || nameOf(f) == "" {
				t.Errorf("%s is %q, which is %s %q", code, list, iso[f], nameOf(f))
			}
		}
	}
}

func BenchmarkNewsOfTheFiles(b *testing.B) {
	w := &window{}
	for i := range 48 {
		list := make([]gdelttest.Article, 0, 1250)
		for j := range 1250 {
			a := gdelttest.Articles[j%len(gdelttest.Articles)]
			a.URL = fmt.Sprintf("https://www.example.org/2026/11/20/a-title-of-some-length-as-they-are/%d-%d", i, j)
			for k := range 40 {
				a.Themes += fmt.Sprintf("THEME_%d;", (j*k)%20000)
			}
			list = append(list, a)
		}
		next, err := w.with(dirOf(gdelttest.File(gdelttest.Now.Add(time.Duration(i-48)*15*time.Minute), list...)))
		if err != nil {
			b.Fatal(err)
		}
		w = next
	}
	b.ReportMetric(float64(len(w.articles)), "articles")
	for b.Loop() {
		if r := w.matching(
			subject{themes: []string{"ECON_INFLATION"}},
			gdelttest.Now.Add(-24*time.Hour),
		); len(
			r.volume,
		) != 48 {
			b.Fatal(len(r.volume))
		}
	}
}

// TestThereIsAlwaysNewsOfACountry: that its outlets wrote nothing is a fault of the source, for which the files stand
// in.
func TestThereIsAlwaysNewsOfACountry(t *testing.T) {
	s, _, _ := service(t, gdelttest.Answers()...)
	_, got := s.Get("/gdelt/news", "country", "DE")
	if got["source"] != srcGKG || got["country_scope"] != scopeMentioned || got["count"] != 2.0 || got["partial"] != true {
		t.Errorf("%v", got)
	}

	s, _, _ = service(t, upstreamtest.Answer{URL: gdelttest.DOC, Body: "{}"})
	if status, got := s.Get("/gdelt/news", "country", "DE"); status != http.StatusBadGateway {
		t.Errorf("%d %v", status, got)
	}
}
