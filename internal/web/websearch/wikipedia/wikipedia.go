// Package wikipedia searches Wikipedia by the MediaWiki action API, which takes no key. Its policy asks for a
// User-Agent with a contact and for requests one after the other.
package wikipedia

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Provider is Wikipedia. Besides English it has a host for each language.
var Provider = upstream.Provider{
	Name: "wikipedia", BaseURL: "https://en.wikipedia.org",
	Undated: true,
	Hosts: map[string]string{
		"ar": "https://ar.wikipedia.org", "cs": "https://cs.wikipedia.org", "da": "https://da.wikipedia.org", "de": "https://de.wikipedia.org",
		"el": "https://el.wikipedia.org", "es": "https://es.wikipedia.org", "fi": "https://fi.wikipedia.org", "fr": "https://fr.wikipedia.org",
		"he": "https://he.wikipedia.org", "hu": "https://hu.wikipedia.org", "id": "https://id.wikipedia.org", "it": "https://it.wikipedia.org",
		"ja": "https://ja.wikipedia.org", "ko": "https://ko.wikipedia.org", "nl": "https://nl.wikipedia.org", "no": "https://no.wikipedia.org",
		"pl": "https://pl.wikipedia.org", "pt": "https://pt.wikipedia.org", "ro": "https://ro.wikipedia.org", "ru": "https://ru.wikipedia.org",
		"sv": "https://sv.wikipedia.org", "tr": "https://tr.wikipedia.org", "uk": "https://uk.wikipedia.org", "vi": "https://vi.wikipedia.org",
		"zh": "https://zh.wikipedia.org",
	},
	Docs: "https://www.mediawiki.org/wiki/API:Search", Attribution: "Wikipedia contributors, CC BY-SA 4.0", Terms: "https://foundation.wikimedia.org/wiki/Policy:Terms_of_Use",
	Checked:       "recorded 2026-03",
	RatePerMinute: 120, Burst: 5, Concurrency: 2,
	TTL: time.Hour, StaleFor: time.Hour, Timeout: 5 * time.Second, MaxBytes: 1 << 20, Retries: -1,
}

type answer struct {
	Query struct {
		Search []struct {
			Title   string `json:"title"`
			Snippet string `json:"snippet,omitempty"` // HTML; absent of near matches (recorded)
		} `json:"search"`
	} `json:"query"`
}

// Search returns up to twenty articles of the Wikipedia in the region's language, or of the English one if that
// language is not among the hosts. It has no filter by time.
func Search(ctx context.Context, c *upstream.Client, q serp.Query) (serp.Page, error) {
	if q.Page > 1 {
		return serp.Page{}, nil
	}

	host := Provider.BaseURL
	lang := c.Get("/w/api.php")
	if h, ok := Provider.Hosts[q.Language]; ok {
		host = h
		lang = lang.On(q.Language)
	}

	r := serp.Keyless(lang).Header("Accept", "application/json").Query("action", "query").Query("list", "search").Query("format", "json").
		Query("srsearch", q.Text).Query("srlimit", "20").Query("srnamespace", "0").Check(refused)
	got, err := serp.JSON[answer](ctx, r)
	if err != nil {
		return serp.Page{}, err
	}

	var page serp.Page
	for _, h := range got.Query.Search {
		title := serp.Clean(h.Title)
		if title == "" {
			continue
		}
		page.Results = append(page.Results, serp.Result{
			Title:   title,
			URL:     address(host, h.Title),
			Snippet: serp.Plain(h.Snippet),
		})
	}

	return page, nil
}

// refused finds an error, which comes with HTTP 200.
func refused(resp *upstream.Response) error {
	var told struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(resp.Body, &told) == nil && told.Error != nil {
		return upstream.BadResponse.Errorf("%w", serp.Refusal("the API refused the request"))
	}
	return nil
}

var asWritten = strings.NewReplacer("%28", "(", "%29", ")", "%21", "!", "%2A", "*", "%2C", ",", "%3B", ";", "%2F", "/")

// address is the article's URL in Wikipedia's spelling: parentheses and colons are not escaped.
func address(host, title string) string {
	path := url.PathEscape(strings.ReplaceAll(title, " ", "_"))
	return serp.Link(host, "/wiki/"+asWritten.Replace(path))
}
