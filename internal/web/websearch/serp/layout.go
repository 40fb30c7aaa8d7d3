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

	// Box is the name of the search box. A page without results must have it, with the query in it, to be a result
	// page.
	Box string
	// Marks are pieces of attribute values (class, id, action, src, href) that identify a page without results as a
	// refusal. Text is not searched, because it echoes the query.
	Marks []string

	// News reads the extra fields of news; it is nil for web results.
	News func(item *html.Node, r *Result)
}

// maxItems bounds the items read from a page; engines show ten to thirty.
const maxItems = 100

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

// read reads a page. Results come first: only a page without any is checked for marks of a refusal.
func (l *Layout) read(page []byte) reading {
	root, _ := htmlpage.Tree(page)
	got := reading{body: page, root: root}
	items := All(root, l.Item)
	for _, item := range items[:min(len(items), maxItems)] {
		if r, ok := l.result(item); ok {
			got.results = append(got.results, r)
		}
	}

	switch {
	case len(items) == 0:
		got.err = l.Judge(root)
	case len(got.results) == 0 && !slices.ContainsFunc(items, l.titled):
		got.err = upstream.BadResponse.Errorf("%w", Refusal("none of the results on the page can be read"))
	}
	return got
}

// titled reports whether an item has a title.
func (l *Layout) titled(item *html.Node) bool { return First(item, l.Title) != nil }

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

// Judge classifies a page without results: it returns nil if nothing was found, and an error for a refusal or a page
// that is not a result page.
func (l *Layout) Judge(root *html.Node) error {
	marked := false
	boxed := false
	walk(root, func(n *html.Node) bool {
		for _, a := range n.Attr {
			switch a.Key {
			case "class", "id", "action", "src", "href":
				path, _, _ := strings.Cut(a.Val, "?") // a URL's query may echo ours
				for _, m := range l.Marks {
					marked = marked || strings.Contains(path, m)
				}
			case "name":
				if a.Val == l.Box && (n.Data == "input" && Attr(n, "value") != "" || n.Data == "textarea") {
					boxed = true
				}
			}
		}
		return !marked
	})

	switch {
	case marked:
		return Block("a captcha, a consent page or a demand for JavaScript")
	case !boxed:
		return upstream.BadResponse.Errorf("%w", Refusal("the page is not a known result page"))
	}

	return nil
}
