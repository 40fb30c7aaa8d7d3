package web

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
)

const article = `<!doctype html><html lang="en"><head><title>Steam and leaves | Tea News</title><meta property="og:site_name" content="Tea News"></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav><article><h1>Steam and leaves</h1>
<p>The heat of the steam stops the oxidation within a minute, which is why the leaves of green tea stay green while they dry on the trays.</p>
<p>Rolling comes next. It breaks the cells, so that the taste goes into the water, and it gives each tea the shape by which it is known.</p></article>
<footer>All rights reserved</footer></body></html>`

func TestExtractKeepsTheArticleAndDropsTheRest(t *testing.T) {
	web, option := newSite(t)
	web.file("/steam", "text/html", article)
	s := newService(t, fetch.Options{}, option)
	for _, format := range []string{"markdown", "text"} {
		status, got := s.Get("/extract", "url", "http://example.com/steam", "format", format)
		content, _ := got["content"].(string)
		if status != http.StatusOK || got["title"] != "Steam and leaves" || got["site_name"] != "Tea News" || got["format"] != format || got["rendered"] != false {
			t.Errorf("%s: %d %v", format, status, got)
		}
		if sure, _ := got["confidence"].(float64); sure <= 0 || sure > 1 {
			t.Errorf("%s: confidence %v", format, got["confidence"])
		}
		if !strings.Contains(content, "stops the oxidation") || !strings.Contains(content, "Rolling comes next") || strings.Contains(content, "rights reserved") || strings.Contains(content, "About") {
			t.Errorf("%s: %q", format, content)
		}
	}
}

// TestCursorLeadsThroughThePage: each part is within the tokens asked for, together they are the page, and a cursor of
// another content is refused rather than answered with its middle.
func TestCursorLeadsThroughThePage(t *testing.T) {
	const sentence = "We begin before the sun is on the slope, because the leaf is soft then, and nobody speaks. "
	var page strings.Builder
	page.WriteString("<html><head><title>A life of leaves</title></head><body><article><h1>A life of leaves</h1>")
	for i := range 6 {
		fmt.Fprintf(&page, "<h2>Chapter %d</h2><p>%s</p>", i, strings.Repeat(fmt.Sprintf("In year %d. ", i)+sentence, 4))
	}
	web, option := newSite(t)
	web.file("/leaves", "text/html", page.String()+"</article></body></html>")
	web.file("/steam", "text/html", article)
	s := newService(t, fetch.Options{}, option)

	_, whole := s.Get("/extract", "url", "http://example.com/leaves")
	var joined []string
	query := []string{"url", "http://example.com/leaves", "max_tokens", "150"}
	status, got := s.Get("/extract", query...)
	for range 20 {
		tokens, _ := got["token_count"].(float64)
		if status != http.StatusOK || tokens > 150 {
			t.Fatalf("%d, %v tokens", status, tokens)
		}
		joined = append(joined, fmt.Sprint(got["content"]))
		next, more := got["next_cursor"].(string)
		if !more {
			break
		}
		status, got = s.Get("/extract", append(query, "cursor", next)...)
	}
	if len(joined) < 5 || strings.Join(joined, "\n\n") != whole["content"] {
		t.Errorf("%d parts differ from the page", len(joined))
	}

	_, first := s.Get("/extract", query...)
	cursor := fmt.Sprint(first["next_cursor"])
	for _, wrong := range [][]string{
		{"url", "http://example.com/steam", "cursor", cursor},
		{"url", "http://example.com/leaves", "format", "text", "cursor", cursor},
		{"url", "http://example.com/leaves", "cursor", "x"},
		{"url", "http://example.com/leaves", "cursor", "0" + cursor},
	} {
		if status, got := s.Get("/extract", wrong...); status != http.StatusBadRequest || got["field"] != "cursor" {
			t.Errorf("%v: %d %v", wrong, status, got)
		}
	}
}

func TestExtractListsAuthorsAndTheTitleAsStated(t *testing.T) {
	web, option := newSite(t)
	web.file("/steam", "text/html", strings.Replace(article, "<h1>Steam and leaves</h1>",
		`<h1>Steam and leaves</h1><p class="byline">By <a rel="author" href="/a">Ann Other</a> and <a rel="author" href="/b">Ben Some</a></p>`, 1))
	s := newService(t, fetch.Options{}, option)
	_, got := s.Get("/extract", "url", "http://example.com/steam")
	if got["title"] != "Steam and leaves" || got["title_raw"] != "Steam and leaves | Tea News" {
		t.Errorf("titles %v, %v", got["title"], got["title_raw"])
	}
	if names := fmt.Sprint(got["authors"]); names != "[Ann Other Ben Some]" || got["author"] != "Ann Other, Ben Some" {
		t.Errorf("authors %v, %v", names, got["author"])
	}
}

// TestExtractTellsOfPieces uses an interview: its answers are under similar lines.
func TestExtractTellsOfPieces(t *testing.T) {
	const (
		lead = "The tea master has dried leaves for forty years, in three valleys, and sells to nobody who asks " +
			"for a price."
		answer = "We begin before the sun is on the slope, because the leaf is soft then, and nobody speaks until " +
			"the first basket is full, which takes an hour in a good year."
		head = "<html><head><title>A life of leaves</title></head><body><article><h1>A life of leaves</h1>"
	)
	var page strings.Builder
	page.WriteString(head + "<p>" + lead + "</p>")
	for i := range 8 {
		fmt.Fprintf(&page, "<p><b>What is done in month %d?</b></p><p>%s %d.</p>", i, answer, i)
	}
	page.WriteString("</article></body></html>")
	web, option := newSite(t)
	web.file("/steam", "text/html", article)
	web.file("/interview", "text/html", page.String())
	s := newService(t, fetch.Options{}, option)

	status, got := s.Get("/extract", "url", "http://example.com/steam")
	if status != http.StatusOK || got["pieces"] != nil {
		t.Errorf("an article: %d, pieces %v", status, got["pieces"])
	}
	status, got = s.Get("/extract", "url", "http://example.com/interview", "format", "text")
	pieces, _ := got["pieces"].(map[string]any)
	if status != http.StatusOK || pieces == nil {
		t.Fatalf("an interview: %d %v", status, got)
	}
	before, _ := pieces["words_before"].(float64)
	content, _ := got["content"].(string)
	words := strings.Fields(content)
	if pieces["count"] != 8.0 || int(before) >= len(words) || words[int(before)] != "What" {
		t.Errorf("an interview: pieces %v of %q", pieces, content)
	}
}

func TestExtractGivesTextMarkdownAndJSONAsTheyAre(t *testing.T) {
	web, option := newSite(t)
	web.file("/notes.txt", "text/plain", "one\r\ntwo\r\n")
	web.file("/readme.md", "text/markdown", "# The title\n\nwords")
	web.file("/data.json", "application/json", `{"a":[1,2.50]}`)
	web.file("/broken.json", "application/json", `{"a":`)
	web.file("/image.png", "image/png", "\x89PNG\r\n")
	web.file("/file.pdf", "application/pdf", "%PDF-1.7")
	web.file("/drawn", "text/html", `<html><head></head><body><div id="root"></div><script>draw()</script></body></html>`)
	web.file("/nothing", "text/plain", " \n")
	web.file("/robots.txt", "text/plain", "User-agent: *\nDisallow: /search\n")
	s := newService(t, fetch.Options{}, option)
	for _, c := range []struct{ path, format, content, title string }{
		{"/notes.txt", "markdown", "one\ntwo", ""},
		{"/readme.md", "text", "# The title\n\nwords", "The title"},
		{"/data.json", "markdown", "```json\n{\n  \"a\": [\n    1,\n    2.50\n  ]\n}\n```", ""},
		{"/data.json", "text", "{\n  \"a\": [\n    1,\n    2.50\n  ]\n}", ""},
	} {
		status, got := s.Get("/extract", "url", "http://example.com"+c.path, "format", c.format)
		title, _ := got["title"].(string)
		if status != http.StatusOK || got["content"] != c.content || got["method"] != "as_is" ||
			got["confidence"] != nil || title != c.title {
			t.Errorf("%s as %s: %d %v", c.path, c.format, status, got)
		}
	}
	for path, want := range map[string]string{
		"/broken.json": "unsupported_media_type", "/image.png": "unsupported_media_type", "/file.pdf": "no_content",
		"/drawn": "no_content", "/nothing": "no_content", "/gone": "upstream_status",
	} {
		if status, got := s.Get("/extract", "url", "http://example.com"+path); status != http.StatusUnprocessableEntity || got["code"] != want {
			t.Errorf("%s: %d %v, want 422 %s", path, status, got, want)
		}
	}
	if status, got := s.Get("/extract", "url", "http://example.com/search?q=weather"); status != http.StatusForbidden ||
		got["code"] != "robots_denied" {
		t.Errorf("forbidden by robots.txt: %d %v", status, got)
	}
	if web.asked["/search"] != 0 {
		t.Error("a page that robots.txt forbids was asked for")
	}
}

// TestHostileServersEndInTime lets each route read from servers that never finish. Each call ends with a problem,
// free of charge, by the fetch's time limits.
func TestHostileServersEndInTime(t *testing.T) {
	web, option := newSite(t)
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	for range 200 {
		_, _ = z.Write(bytes.Repeat([]byte("a"), 1<<20))
	}
	_ = z.Close()
	web.mux.HandleFunc("/bomb.xml", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bomb.Bytes())
	})
	web.mux.HandleFunc("/endless.xml", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		chunk := bytes.Repeat([]byte("<p>more "), 8192)
		for r.Context().Err() == nil {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})
	web.mux.HandleFunc("/drip.xml", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for r.Context().Err() == nil {
			if _, err := fmt.Fprint(w, "a"); err != nil {
				return
			}
			_ = http.NewResponseController(w).Flush()
			time.Sleep(50 * time.Millisecond)
		}
	})
	web.mux.HandleFunc("/mute.xml", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	quick := fetch.Timeouts{FirstByte: 5 * time.Second, Stall: 5 * time.Second, Total: 10 * time.Second}
	s := newService(t, fetch.Options{Timeouts: quick}, option)
	for path, want := range map[string]string{
		"/bomb.xml":    "too_large",
		"/endless.xml": "too_large",
		"/drip.xml":    "timeout",
		"/mute.xml":    "timeout",
	} {
		for _, route := range routes {
			t.Run(route+path, func(t *testing.T) {
				t.Parallel()

				s := *s
				s.TB = t
				status, answer := s.Get(route, "url", "http://example.com"+path)
				if status < 400 || answer["charged"] != false || answer["code"] != want {
					t.Errorf("%d %v, want %s", status, answer, want)
				}
			})
		}
	}
}

// TestNestedJSONIsNotBlownUp: indented, 100 kB of numbers in nine thousand nested lists would be nearly a gigabyte.
func TestNestedJSONIsNotBlownUp(t *testing.T) {
	nested := strings.Repeat("[", 9000) + strings.Repeat("1,", 50_000) + "1" + strings.Repeat("]", 9000)
	answer := gen.Extract200JSONResponse{Format: gen.WebContentFormat(extract.Text)}
	if err := asItIs(&answer, &fetch.Page{ContentType: "application/json", Body: []byte(nested)}); err != nil || answer.Content != nested {
		t.Errorf("%v, %d bytes of %d", err, len(answer.Content), len(nested))
	}
}

func TestMomentsNeedATimeOfDayWithItsZone(t *testing.T) {
	for text, want := range map[string][2]string{
		"2026-04-18T10:00:00+02:00": {"2026-04-18T08:00:00Z", "2026-04-18"},
		"2026-04-18T10:00:00":       {"", "2026-04-18"},
		"2026-04-18":                {"", "2026-04-18"},
		"2026-04":                   {"", ""},
		"":                          {"", ""},
	} {
		var got [2]string
		moment, day := momentAndDay(text)
		if moment != nil {
			got[0] = moment.Format(time.RFC3339)
		}
		if day != nil {
			got[1] = *day
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
