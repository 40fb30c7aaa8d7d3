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
	Base    string // address of the page: what links on it are relative to
	Item    Match  // a result, with all that belongs to it
	Title   Match  // its title, which is, contains or is in the link to it
	Snippet Match

	// Target takes the engine's own redirect off a link, and gives "" for what is no result, such as an advertisement.
	// nil means that links are plain.
	Target func(u *url.URL) string

	// Box is the name of the search box. A page without results that does not have it, with the query in it, is no
	// result page.
	Box string
	// Marks are pieces of attribute values (class, id, action, src, href) by which a page without results is known as a refusal. Only attributes
	// that the page's author wrote are looked at: the text of a page echoes the query.
	Marks []string

	// News reads what news have besides; nil for web results.
	News func(item *html.Node, r *Result)
}

// maxItems are the items of a page that are read; engines show ten to thirty.
const maxItems = 100

// reading is a page that was read.
type reading struct {
	body    []byte
	root    *html.Node
	results []Result
	err     error
}

// Ask sends the request and reads the answer. A page that is a refusal, or no result page at all, is an error, and is
// not remembered. root is the page, for what else is on it.
func (l *Layout) Ask(ctx context.Context, r *upstream.Request) (results []Result, root *html.Node, err error) {
	var fresh atomic.Pointer[reading] // what the check read, which may run for other callers after this one has gone
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

// cut says whether a page ends before its end: within a text or a tag, or, if it is a whole document, without the tag
// that ends it. Some engines give parts of pages.
func cut(page []byte) bool {
	if !bytes.HasSuffix(bytes.TrimSpace(page), []byte(">")) {
		return true
	}
	const edge = 1024 // bytes in which a document begins, and ends
	head := bytes.ToLower(page[:min(len(page), edge)])
	tail := bytes.ToLower(page[max(0, len(page)-edge):])
	return bytes.Contains(head, []byte("<html")) && !bytes.Contains(tail, []byte("</html>"))
}

// read reads a page. Results come first: only a page without any is looked at for marks of a refusal.
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
		got.err = l.judge(root)
	case len(got.results) == 0 && !slices.ContainsFunc(items, l.titled):
		got.err = upstream.BadResponse.Errorf("%w", Refusal("none of the results on the page can be read"))
	}
	return got
}

// titled says whether an item has a title.
func (l *Layout) titled(item *html.Node) bool { return First(item, l.Title) != nil }

// Judge says what a page is that holds no results: nil for one that found nothing, an error for a refusal and for what is
// no result page.
func (l *Layout) Judge(page []byte) error { return l.judge(Tree(page)) }

func (l *Layout) result(item *html.Node) (Result, bool) {
	title := First(item, l.Title)
	if title == nil {
		return Result{}, false
	}
	r := Result{Title: Text(title, maxTitle), URL: l.Link(Attr(anchor(title, item), "href")), Snippet: Text(First(item, l.Snippet), maxSnippet)}
	if l.News != nil {
		l.News(item, &r)
	}
	return r, r.Title != "" && r.URL != ""
}

// Link is where a link of the page leads, "" when that is no result.
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

// judge says what a page without results is: nil for one that found nothing.
func (l *Layout) judge(root *html.Node) error {
	marked := false
	boxed := false
	walk(root, func(n *html.Node) bool {
		for _, a := range n.Attr {
			switch a.Key {
			case "class", "id", "action", "src", "href":
				path, _, _ := strings.Cut(a.Val, "?") // the query of an address may echo ours
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
		return upstream.BadResponse.Errorf("%w", Refusal("the page is no result page that is known"))
	}

	return nil
}
