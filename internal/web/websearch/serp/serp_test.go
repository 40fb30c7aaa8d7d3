package serp

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 500, time.UTC)

func TestDatesOfResults(t *testing.T) {
	const day = 24 * time.Hour
	for in, back := range map[string]time.Duration{
		"3 hours ago": 3 * time.Hour, "1 minute ago": time.Minute, "25m": 25 * time.Minute, "5h": 5 * time.Hour, "25d": 25 * day, "2 weeks ago": 14 * day, "a month ago": 30 * day, "an hour ago": time.Hour,
		"1 year ago": 365 * day, "yesterday": day, "Just now": 0, "about 2 hours ago": 2 * time.Hour, "4 min. ago": 4 * time.Minute, "2mo": 60 * day,
		"vor 5 Stunden": 5 * time.Hour, "vor 3 Tagen": 3 * day, "il y a 2 jours": 2 * day, "hace 1 hora": time.Hour, "2 giorni fa": 2 * day, "há 3 dias": 3 * day, "2 dagen geleden": 2 * day, "  7  hours  ago ": 7 * time.Hour,
	} {
		t.Run(in, func(t *testing.T) {
			if got, ok := When(in, now, false); !ok || !got.Equal(now.Add(-back).Truncate(time.Second)) {
				t.Errorf("%q: %v %v", in, got, ok)
			}
		})
	}
	for in, want := range map[string]string{
		"2026-11-01T08:00:00": "2026-11-01T08:00:00Z", "2026-11-01T08:00:00+02:00": "2026-11-01T06:00:00Z", "2026-11-01": "2026-11-01T00:00:00Z", "Fri, 07 May 2021 12:00:00 GMT": "2021-05-07T12:00:00Z",
		"Sep 3, 2026": "2026-09-03T00:00:00Z", "September 3, 2026": "2026-09-03T00:00:00Z", "3 Sep 2026": "2026-09-03T00:00:00Z", "3.9.2026": "2026-09-03T00:00:00Z", "9/3/2026": "2026-09-03T00:00:00Z", "13/9/2026": "2026-09-13T00:00:00Z",
	} {
		if got, ok := When(in, now, false); !ok || got.Format(time.RFC3339) != want {
			t.Errorf("%q: %v %v", in, got, ok)
		}
	}
	if got, _ := When("9/3/2026", now, true); got.Format("2006-01-02") != "2026-03-09" {
		t.Errorf("day first: %v", got)
	}
	for _, in := range []string{"", "soon", "5 parsecs ago", "2027-01-01", "hours ago", "99999 hours ago", "0001-01-01", "-3 hours ago", "31/31/2026"} {
		if got, ok := When(in, now, false); ok {
			t.Errorf("%q: %v", in, got)
		}
	}
	if _, ok := Unix(1<<62, now); ok {
		t.Error("a date beyond all calendars")
	}
}

// TestDistancesAreReadInManyLanguages: as the news pages of the engines' markets write them.
func TestDistancesAreReadInManyLanguages(t *testing.T) {
	const day = 24 * time.Hour
	for back, list := range map[time.Duration][]string{
		3 * time.Hour: {"3 hours ago", "vor 3 Stunden", "vor 3 Std.", "il y a 3 heures", "hace 3 horas", "3 ore fa", "há 3 horas", "3 horas atrás", "3 uur geleden", "för 3 timmar sedan", "3 timer siden", "for 3 timer siden",
			"3 godz. temu", "3 godziny temu", "3 часа назад", "3 ч. назад", "3 години тому", "před 3 hodinami", "3 saat önce", "3 jam yang lalu", "3 giờ trước", "3 tuntia sitten", "3 órája", "acum 3 ore", "πριν από 3 ώρες",
			"3 時間前", "3時間前", "3 小时前", "3 小時前", "3小时之前", "3시간 전", "3 시간 전", "منذ 3 ساعات", "לפני 3 שעות", "3h", "3 h", "3 Std"},
		time.Hour: {"an hour ago", "1 hour ago", "vor einer Stunde", "il y a une heure", "hace una hora", "un ora fa", "een uur geleden", "час назад", "годину тому", "godzinę temu", "1時間前", "منذ ساعة", "לפני שעה"},
		2 * day:   {"2 days ago", "vor 2 Tagen", "il y a 2 jours", "hace 2 días", "2 giorni fa", "2 dagen geleden", "för 2 dagar sedan", "2 dage siden", "2 dni temu", "2 дня назад", "2 gün önce", "2 日前", "2天前", "2일 전", "منذ يومين", "לפני יומיים", "2d"},
		14 * day:  {"2 weeks ago", "vor 2 Wochen", "il y a 2 semaines", "2 недели назад", "2 週間前", "2 周前", "2주 전", "2 tygodnie temu"},
		60 * day:  {"2 months ago", "vor 2 Monaten", "il y a 2 mois", "2 か月前", "2 个月前", "2개월 전", "2 месяца назад"},
		365 * day: {"a year ago", "il y a un an", "il y a 1 an", "vor einem Jahr", "год назад", "1 年前", "1년 전", "1y"},
		day:       {"yesterday", "gestern", "вчера", "昨日", "昨天", "어제", "wczoraj"},
	} {
		for _, in := range list {
			if got, ok := When(in, now, true); !ok || !got.Equal(now.Add(-back).Truncate(time.Second)) {
				t.Errorf("%q: %v %v, want %v ago", in, got, ok, back)
			}
		}
	}
	for in, want := range map[string]string{"2026/9/3": "2026-09-03", "2026-9-3": "2026-09-03", "2026. 9. 3.": "2026-09-03", "2026年9月3日": "2026-09-03", "3. 9. 2026": "2026-09-03", "3-9-2026": "2026-09-03"} {
		if got, ok := When(in, now, true); !ok || got.Format(time.DateOnly) != want {
			t.Errorf("%q: %v %v", in, got, ok)
		}
	}
	for _, in := range []string{"3 hours of tea", "3 4 hours ago", "ago", "vor", "前", "hours", "час", "a", "an", "un an un", "3", "hier spricht man deutsch", "10,000 hours ago", "3:00 hours ago"} {
		if got, ok := When(in, now, true); ok {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func TestDatesNeverLieAheadAndHaveNoFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.String(), rapid.StringMatching(`[0-9]{1,5} ?(h|hours|d|days ago|years ago|mo)`), rapid.StringMatching(`[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}`)).Draw(t, "in")
		at, ok := When(in, now, rapid.Bool().Draw(t, "first"))
		if ok && (at.After(now.Add(24*time.Hour)) || at.Nanosecond() != 0 || at.Location() != time.UTC) {
			t.Fatalf("%q: %v", in, at)
		}
	})
}

func TestDateInFrontOfASnippet(t *testing.T) {
	for in, want := range map[string][2]string{
		"Mar 13, 2026 · JavaScript is": {"2026-03-13", "JavaScript is"}, "December 13, 2024 - Welcome": {"2024-12-13", "Welcome"}, "14 Oct 2023 ... Video": {"2023-10-14", "Video"},
		"2 days ago · Learn": {"2026-11-18", "Learn"}, "14.05.2026—Text": {"2026-05-14", "Text"},
		"9/3/2026 · Nine":  {"2026-03-09", "Nine"},
		"Today - the news": {"0001-01-01", "Today - the news"}, "Tea - a drink": {"0001-01-01", "Tea - a drink"}, "": {"0001-01-01", ""}, "3 日前 · 茶": {"2026-11-17", "茶"}, "vor 2 Tagen - Tee": {"2026-11-18", "Tee"},
		"10 minutes - a quick dinner": {"0001-01-01", "10 minutes - a quick dinner"}, "5 Tage — eine Reise": {"0001-01-01", "5 Tage — eine Reise"}, "10 tips - for tea": {"0001-01-01", "10 tips - for tea"},
	} {
		t.Run(in, func(t *testing.T) {
			if at, rest := Dated(in, now, true); at.Format("2006-01-02") != want[0] || rest != want[1] {
				t.Errorf("%q: %v %q", in, at, rest)
			}
		})
	}
}

func TestDateInFrontOfASnippetInAmerica(t *testing.T) {
	if at, rest := Dated("9/3/2026 · Nine", now, false); at.Format(time.DateOnly) != "2026-09-03" || rest != "Nine" {
		t.Errorf("%v %q", at, rest)
	}
}

func TestTextsAreCleanAndShort(t *testing.T) {
	for in, want := range map[string]string{
		"a\x00b\x1b[31m c\u202Ed\u2066e\u200bf": "ab[31m cdef", " a \n\t b ": "a b", "e\u0301": "é", "\u200Ea\u200F": "a",
	} {
		if got := Clean(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
	if got := Plain(`<b>A</b> &amp; <script>x()</script>&lt;i&gt; <img src=x onerror=y>`); got != "A & <i>" {
		t.Errorf("%q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		s, max := Clean(rapid.String().Draw(t, "s")), rapid.IntRange(2, 50).Draw(t, "max")
		got := Short(s, max)
		if utf8.RuneCountInString(got) > max || utf8.RuneCountInString(s) <= max && got != s {
			t.Fatalf("%q at %d: %q", s, max, got)
		}
	})
}

func TestLinksAreHTTPOnly(t *testing.T) {
	for ref, want := range map[string]string{
		"https://a.example.com": "https://a.example.com/", "/x?y=1#z": "https://e.example.com/x?y=1", "//b.example.com/p": "https://b.example.com/p", "javascript:alert(1)": "", "data:text/html,x": "", "ftp://a.example.com": "",
		"": "", "  ": "", "mailto:a@example.com": "", "http://user:pw@a.example.com/": "http://a.example.com/", "java\nscript:alert(1)": "", "https://": "", "vbscript:x": "", "blob:https://a.example.com/1": "",
		"https://en.wikipedia.org/wiki/Rust_(programming_language)": "https://en.wikipedia.org/wiki/Rust_(programming_language)",
	} {
		if got := Link("https://e.example.com/search", ref); got != want {
			t.Errorf("%q: %q, want %q", ref, got, want)
		}
	}
}

var plainLayout = Layout{Base: "https://e.example.com/", Item: El("div", "hit"), Title: El("a", "t"), Snippet: El("p")}

// TestHostilePagesAreReadInBoundedTime: pages of two megabytes that would be slow for a naive reader. They finish
// with no more than a page of results.
func TestHostilePagesAreReadInBoundedTime(t *testing.T) {
	const size = 2 << 20
	fill := func(piece string) string { return strings.Repeat(piece, size/len(piece)) }
	for name, page := range map[string]string{
		"nested items":         fill(`<div class="hit">`),
		"items without titles": fill(`<div class="hit"><p>x</p></div>`),
		"many results":         fill(`<div class="hit"><a class="t" href="https://a.example.com/">T</a><p>x</p></div>`),
		"nested links":         `<div class="hit">` + fill(`<a class="u"><div>`),
		"one long title":       `<div class="hit"><a class="t" href="https://a.example.com/">` + fill("word ") + `</a>`,
		"nested title":         `<div class="hit"><a class="t" href="https://a.example.com/">` + fill("<b>"),
		"classes":              `<div class="` + fill("hit ") + `">`,
		"attributes":           fill(`<i a=1 class="b c d" name=q>`),
		"left open":            fill(`<p><b><i><u>`),
		"no HTML":              fill("\x00\xff<"),
	} {
		t.Run(name, func(t *testing.T) {
			got := plainLayout.read([]byte(page))
			if len(got.results) > maxItems {
				t.Errorf("%s: %d results", name, len(got.results))
			}
			for _, r := range got.results {
				if len(r.Title) > maxTitle || len(r.Snippet) > maxSnippet {
					t.Errorf("%s: a title of %d bytes, a snippet of %d", name, len(r.Title), len(r.Snippet))
				}
			}
		})
	}
}

func TestPageWithoutResultsIsEmptyOnlyInTheEnginesOwnWords(t *testing.T) {
	const neither = "the page has no results that can be read, and does not say that there are none"
	const barred = "a captcha, a consent page or a demand for JavaScript"
	for page, want := range map[string]string{
		`<title>a - Engine</title><p>Your search - <b>a</b> - did not match any documents.`:                 "",
		`<div class="dd zrp"><p>Nichts gefunden</p></div>`:                                                  "",
		`<div class="no-results"></div>`:                                                                    neither,
		`<title>no results found for x - Engine</title><input name=q><p>no results found for x</p>`:         neither,
		`<input name="q" value="a">`:                                                                        neither,
		`<a href="/s?q=captcha">`:                                                                           neither,
		`<div class="hit"><a class="t" href="https://e.example.com/ad">T</a></div>`:                         "",
		`<div class="hit"><a class="other" href="https://a.example.com/">T</a></div>`:                       neither,
		`<form id="challenge-form"><p>Confirm that this search was made by a human.`:                        barred,
		`<title>q - Engine</title><noscript><iframe src="/httpservice/retry/enablejs"></iframe></noscript>`: barred,
	} {
		err := plainLayout.read([]byte(page)).err
		if got := errText(err); !strings.HasSuffix(got, want) || want == "" && err != nil {
			t.Errorf("%s: %v", page, err)
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestReadingAnyPageGivesCleanResults(t *testing.T) {
	pieces := rapid.SampledFrom([]string{`<div class="hit">`, `</div>`, `<a class="t" href="https://a.example.com/x">`, `<a class="t" href="javascript:1">`, `</a>`, `<p>`, "text \x01", `<b>`, `</b>`, `<!--`, `-->`, `<script>`, `</script>`, `&lt;i&gt;`})
	rapid.Check(t, func(t *rapid.T) {
		page := strings.Join(rapid.SliceOf(pieces).Draw(t, "page"), "")
		for _, r := range plainLayout.read([]byte(page)).results {
			if r.Title == "" || r.URL != "https://a.example.com/x" || strings.ContainsAny(r.Title+r.Snippet, "\x01\n") {
				t.Fatalf("%q: %+v", page, r)
			}
		}
	})
}
