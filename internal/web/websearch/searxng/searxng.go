// Package searxng asks a SearXNG server of the operator's own, which asks many engines itself. The server must have
// JSON among the formats of its settings; public servers mostly have not.
package searxng

import (
	"context"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Provider is the server at the address that the operator sets.
var Provider = serp.OfficialAPI(upstream.Provider{
	Name:        "searxng",
	Docs:        "https://docs.searxng.org/dev/search_api.html",
	Terms:       "those of the engines that the server asks",
	Attribution: "SearXNG",
	Checked:     "by its documentation only, 2026-11",
})

// answer lists the engines that failed beside the results.
type answer struct {
	Results []struct {
		Title     string `json:"title"`
		URL       string `json:"url"`
		Content   string `json:"content,omitempty"`
		Published string `json:"publishedDate,omitempty"`
		Image     string `json:"img_src,omitempty"`
	} `json:"results"`
	Unresponsive [][]string `json:"unresponsive_engines,omitempty"` // name and reason
}

// Search returns web results.
func Search(ctx context.Context, c *upstream.Client, q serp.Query) (serp.Page, error) {
	return search(ctx, c, q, "general")
}

// News returns news articles.
func News(ctx context.Context, c *upstream.Client, q serp.Query) (serp.Page, error) {
	return search(ctx, c, q, "news")
}

var (
	ranges = map[serp.Period]string{
		serp.Day:   "day",
		serp.Week:  "week",
		serp.Month: "month",
		serp.Year:  "year",
	}
	safety = map[serp.Safety]string{
		serp.Strict:   "2",
		serp.Moderate: "1",
		serp.Off:      "0",
	}
)

// search fails if nothing was found and some engine of the server failed: nobody knows whether there is something.
func search(ctx context.Context, c *upstream.Client, q serp.Query, category string) (serp.Page, error) {
	r := c.Get("/search").
		Header("Accept", "application/json").
		Query("q", q.Text).
		Query("format", "json").
		Query("categories", category).
		Query("safesearch", safety[q.Safe]).
		Query("pageno", strconv.Itoa(max(q.Page, 1)))
	if span := ranges[q.Within]; span != "" {
		r.Query("time_range", span)
	}
	if locale := q.Locale(); locale != "" {
		r.Query("language", locale)
	}

	got, err := serp.JSON[answer](ctx, r)
	if err != nil {
		return serp.Page{}, err
	}
	if len(got.Results) == 0 && len(got.Unresponsive) > 0 {
		return serp.Page{}, upstream.Unavailable.Errorf("%w", serp.Refusal("the engines that it asks did not answer"))
	}
	return pageOf(got), nil
}

func pageOf(got answer) serp.Page {
	var page serp.Page
	for _, hit := range got.Results {
		page.Add(serp.Result{
			Title:     serp.Plain(hit.Title),
			URL:       serp.Link(Provider.BaseURL, hit.URL),
			Snippet:   serp.Plain(hit.Content),
			Published: moment(hit.Published),
			Image:     serp.Link(Provider.BaseURL, hit.Image),
		})
	}
	page.More = len(page.Results) > 0
	return page
}

// layouts are those of Python's isoformat, which the server writes times in; without a zone it is UTC.
var layouts = []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"}

// moment is the zero time for what is not known.
func moment(written string) time.Time {
	for _, layout := range layouts {
		if at, err := time.Parse(layout, written); err == nil {
			return at
		}
	}
	return time.Time{}
}
