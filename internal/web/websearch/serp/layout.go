package serp

import (
	"bytes"
	"context"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/standin"
)

// Layout says how to read one kind of result page.
type Layout struct {
	Base    string // the page's URL, the base of its relative links
	Item    Match  // a result, with all that belongs to it
	Title   Match  // its title, which is, contains or is inside the link
	Snippet Match

	// Target unwraps the engine's redirect. It returns "" for links that are not results, such as advertisements.
	// nil means that links are plain.
	Target func(u *url.URL) string

	// News reads the extra fields of news; it is nil for web results.
	News func(item *html.Node, r *Result)
}

// maxItems bounds the items read from a page; engines show ten to thirty.
const maxItems = 100

// maxText bounds the text of a page without results that is read.
const maxText = 64 << 10

// reading is the result of reading a page.
type reading struct {
	body    []byte
	root    *html.Node
	results []Result
	err     error
}

// Ask sends the request and reads the answer. A refusal, or a page that is not a result page, is an error and is
// not cached. root is the page, for its other contents.
func (l *Layout) Ask(ctx context.Context, r *upstream.Request) (results []Result, root *html.Node, err error) {
	// filled in by the check, which may still run for other callers after this one has left
	var fresh atomic.Pointer[reading]
	resp, err := r.AcceptStatus(refusals...).Check(func(resp *upstream.Response) error {
		if resp.Header.Get("X-Yandex-Captcha") != "" {
			return Block("captcha")
		}
		got := l.read(resp.Body)
		if resp.Status > 299 || resp.Status == 202 && len(got.results) == 0 {
			return Refused(resp.Status)
		}
		if got.err == nil && cut(resp.Body) {
			return upstream.BadResponse.Errorf("%w", Refusal("the page is cut off"))
		}
		fresh.Store(&got)
		return got.err
	}).Do(ctx)
	if err != nil {
		return nil, nil, err
	}

	got := fresh.Load()
	if got == nil || len(got.body) != len(resp.Body) || len(got.body) > 0 && &got.body[0] != &resp.Body[0] {
		again := l.read(resp.Body) // from the cache, or another caller's answer
		got = &again
	}

	return got.results, got.root, got.err
}

// cut reports whether a page is truncated: it ends inside a text or a tag or, if it is a whole document, without
// its closing tag. Some engines return partial pages.
func cut(page []byte) bool {
	if !bytes.HasSuffix(bytes.TrimSpace(page), []byte(">")) {
		return true
	}
	const edge = 1024 // bytes at either end in which a document's tags must be
	head := bytes.ToLower(page[:min(len(page), edge)])
	tail := bytes.ToLower(page[max(0, len(page)-edge):])
	return bytes.Contains(head, []byte("<html")) && !bytes.Contains(tail, []byte("</html>"))
}

// read reads a page. Results come first: only a page without any is judged.
func (l *Layout) read(page []byte) reading {
	root, _ := htmlpage.Tree(page)
	got := reading{body: page, root: root}
	items := All(root, l.Item)
	for _, item := range items[:min(len(items), maxItems)] {
		if r, ok := l.result(item); ok {
			got.results = append(got.results, r)
		}
	}

	if len(got.results) == 0 {
		got.err = Judge(root)
	}
	return got
}

func (l *Layout) result(item *html.Node) (Result, bool) {
	title := First(item, l.Title)
	if title == nil {
		return Result{}, false
	}
	r := Result{
		Title:   Text(title, maxTitle),
		URL:     l.Link(Attr(anchor(title, item), "href")),
		Snippet: Text(First(item, l.Snippet), maxSnippet),
	}
	if l.News != nil {
		l.News(item, &r)
	}
	return r, r.Title != "" && r.URL != ""
}

// Link is where a link of the page leads, or "" if that is not a result.
func (l *Layout) Link(href string) string {
	plain := Link(l.Base, href)
	if plain == "" || l.Target == nil {
		return plain
	}
	u, err := url.Parse(plain)
	if err != nil {
		return ""
	}
	return Link(l.Base, l.Target(u))
}

// Judge classifies a page without results: it returns nil if the engine says that there are none. A page that says
// nothing of the kind is a failure, because it may be one of a new layout.
func Judge(root *html.Node) error {
	page := &htmlpage.Page{Root: root}
	if saysNothing(page) {
		return nil
	}
	if v := standin.Judge(nil, page); v.Bars() || v.Kind == standin.Scripts {
		return Block("a captcha, a consent page or a demand for JavaScript")
	}
	return upstream.BadResponse.Errorf("%w", Refusal("the page has no results that can be read, and does not say that there are none"))
}

// Engines say that they found nothing in elements of these classes or in these words.
var (
	emptyClasses = []string{"no-results", "result--no-result", "zrp", "EmptySearchResults"}
	emptyWords   = []string{
		"did not match any documents", "no results found for", "not many great matches came back",
		"no pages found matching", "we did not find results for", "there are no results for",
	}
)

// saysNothing reports whether a page says that nothing was found. Words that its title has too are the query's.
func saysNothing(page *htmlpage.Page) bool {
	isEmpty := func(n *html.Node) bool {
		return slices.ContainsFunc(emptyClasses, func(class string) bool { return HasClass(n, class) }) && Text(n, maxTitle) != ""
	}
	if First(page.Root, isEmpty) != nil {
		return true
	}
	text, _ := page.Text(maxText)
	text = strings.ToLower(text)
	title := strings.ToLower(page.Title())
	return slices.ContainsFunc(emptyWords, func(words string) bool {
		return strings.Contains(text, words) && !strings.Contains(title, words)
	})
}
