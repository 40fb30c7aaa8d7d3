// Package arxiv searches the preprints of arXiv by its public API, which takes no key. It asks for one request in three
// seconds, one at a time.
package arxiv

import (
	"context"
	"encoding/xml"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Provider is the API.
var Provider = serp.Collection(upstream.Provider{
	Name:          "arxiv",
	BaseURL:       "https://export.arxiv.org",
	Docs:          "https://info.arxiv.org/help/api/user-manual.html",
	Terms:         "https://info.arxiv.org/help/api/tou.html",
	Attribution:   "arXiv; thank you to arXiv for use of its open access interoperability",
	Checked:       "by its documentation only, 2026-11",
	RatePerMinute: 20,
	Burst:         1,
	Concurrency:   1,
	TTL:           time.Hour,
})

// Client searches arXiv.
type Client struct{ *upstream.Client }

// New returns the client of the pool's arXiv.
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.Probe(c.probe)
	return c
}

// probe looks for a paper of 2017.
func (c *Client) probe(ctx context.Context) error {
	page, err := c.Search(ctx, serp.Query{Text: "attention is all you need transformer", Page: 1})
	return upstream.Has(page.Results, err, "entry", "a paper with an address", func(r serp.Result) bool {
		return r.URL != ""
	})
}

// feed is an Atom feed. An error is an entry too, with an id of its own kind.
type feed struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	Total   *int     `xml:"totalResults"`
	Entries []entry  `xml:"entry"`
}

type entry struct {
	ID        string    `xml:"id"`
	Title     string    `xml:"title"`
	Summary   string    `xml:"summary"`
	Published time.Time `xml:"published"`
}

// Search returns up to twenty papers that have all words of the query. It has no filter by time.
func (c *Client) Search(ctx context.Context, q serp.Query) (serp.Page, error) {
	query := expression(q.Text)
	if query == "" || q.Page > 1 {
		return serp.Page{}, nil
	}

	r := serp.Keyless(c.Get("/api/query")).
		Header("Accept", "application/atom+xml").
		Query("search_query", query).
		Query("sortBy", "relevance").
		Query("max_results", "20").
		Check(func(resp *upstream.Response) error {
			_, err := read(resp)
			return err
		})
	resp, err := r.Do(ctx)
	if err != nil {
		return serp.Page{}, err
	}

	found, err := read(resp)
	if err != nil {
		return serp.Page{}, err
	}
	return pageOf(found), nil
}

// expression asks for all words of a query, in the API's language, which has marks of its own.
func expression(query string) string {
	var terms []string
	for _, word := range serp.Words(query) {
		word = strings.Map(func(r rune) rune {
			if strings.ContainsRune(`"():`, r) {
				return -1
			}
			return r
		}, word)
		if word != "" {
			terms = append(terms, "all:"+word)
		}
	}
	return strings.Join(terms, " AND ")
}

// read wants a feed that counts its entries.
func read(resp *upstream.Response) (*feed, error) {
	var f feed
	if err := resp.XML(&f); err != nil {
		return nil, err
	}
	if f.Total == nil {
		return nil, upstream.BadResponse.Errorf("a feed without totalResults")
	}
	if len(f.Entries) > 0 && strings.Contains(f.Entries[0].ID, "/api/errors") {
		return nil, upstream.BadResponse.Errorf("%w", serp.Refusal("the API refused the request"))
	}
	return &f, nil
}

func pageOf(f *feed) serp.Page {
	var page serp.Page
	for _, e := range f.Entries {
		page.Add(serp.Result{
			Title:     serp.Clean(e.Title),
			URL:       serp.Link("https://arxiv.org/", strings.Replace(e.ID, "http://", "https://", 1)),
			Snippet:   serp.Clean(e.Summary),
			Published: e.Published,
		})
	}
	return page
}
