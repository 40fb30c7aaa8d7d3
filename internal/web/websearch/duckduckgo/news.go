package duckduckgo

import (
	"context"
	"regexp"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

const newsTTL = 5 * time.Minute

// vqd is the start page's number for a query. The news service requires it.
var vqd = regexp.MustCompile(`vqd=(?:"([\w-]{5,100})"|'([\w-]{5,100})'|([\w-]{5,100})&)`)

type newsAnswer struct {
	Results []struct {
		Date    int64  `json:"date"` // seconds since 1970
		Title   string `json:"title"`
		Excerpt string `json:"excerpt"` // HTML
		URL     string `json:"url"`
		Image   string `json:"image,omitempty"`
		Source  string `json:"source"`
	} `json:"results"`
}

// News returns up to thirty news articles. The service cannot filter by a year; for that period it returns
// everything.
func News(ctx context.Context, c *upstream.Client, q serp.Query) (serp.Page, error) {
	if q.Page > 1 {
		return serp.Page{}, nil
	}
	token, err := newsToken(ctx, c, q)
	if err != nil {
		return serp.Page{}, err
	}

	r := q.Ask(c.Get("/news.js").On("news")).TTL(newsTTL).Header("Accept", "application/json").Header("Referer", opener).
		Query("q", q.Text).Query("vqd", token).Query("l", region(q)).Query("o", "json").Query("noamp", "1").Query("p", safety(q.Safe))
	if q.Within != serp.AnyTime && q.Within != serp.Year {
		r.Query("df", string(q.Within))
	}

	answer, err := serp.JSON[newsAnswer](ctx, serp.Keyless(r))
	if err != nil {
		return serp.Page{}, err
	}

	var page serp.Page
	for _, a := range answer.Results {
		result := serp.Result{
			Title: serp.Plain(a.Title), URL: serp.Link(opener, a.URL), Snippet: serp.Plain(a.Excerpt), Source: serp.Clean(a.Source), Image: serp.Link(opener, a.Image),
		}
		result.Published, _ = serp.Unix(a.Date, q.Now)
		page.Add(result)
	}

	return page, nil
}

func newsToken(ctx context.Context, c *upstream.Client, q serp.Query) (string, error) {
	r := q.Ask(c.Get("/").On("news")).TTL(newsTTL).Query("q", q.Text)
	resp, err := serp.Keyless(r).Check(func(resp *upstream.Response) error {
		if vqd.Match(resp.Body) {
			return nil
		}
		if err := serp.Judge(serp.Tree(resp.Body)); err != nil {
			return err
		}
		return upstream.BadResponse.Errorf("%w", serp.Refusal("the start page gave no number to ask for news with"))
	}).Do(ctx)
	if err != nil {
		return "", err
	}
	m := vqd.FindStringSubmatch(string(resp.Body))
	return m[1] + m[2] + m[3], nil
}
