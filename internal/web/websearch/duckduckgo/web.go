package duckduckgo

import (
	"context"
	"net/url"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

var webPage = serp.Layout{
	Base:    origin,
	Item:    serp.El("div", "web-result").Without("result--ad"),
	Title:   serp.El("a", "result__a"),
	Snippet: serp.El("a", "result__snippet").Or(serp.El("div", "result__snippet")),
	Target:  target,
}

// Search returns web results, ten or more a page. The next page needs the Token of the one before: a request
// without that form's values is taken for a robot's.
func Search(ctx context.Context, c *upstream.Client, q serp.Query) (serp.Page, error) {
	form := url.Values{
		"q":  {q.Text},
		"b":  {""},
		"kl": {region(q)},
	}
	cookie := "kl=" + region(q) + "; p=" + safety(q.Safe)
	if q.Page > 1 {
		next, err := url.ParseQuery(q.Token)
		if err != nil || q.Token == "" {
			return serp.Page{}, nil
		}
		form = next
	}

	form.Set("kp", safety(q.Safe))
	if q.Within != serp.AnyTime {
		form.Set("df", string(q.Within))
		cookie += "; df=" + string(q.Within)
	}

	results, root, err := webPage.Ask(ctx, q.Ask(c.Post("/html/")).Form(form).Header("Referer", origin).Header("Cookie", cookie).Safe())
	if err != nil {
		return serp.Page{}, err
	}

	token := nextForm(root)
	return serp.Page{
		Results: results,
		More:    token != "",
		Token:   token,
	}, nil
}

// nextForm is what the "Next" button's form sends, or "" on the last page.
func nextForm(root *html.Node) string {
	for _, f := range serp.All(root, serp.El("form").With("action", "/html/")) {
		values := url.Values{}
		for _, in := range serp.All(f, serp.El("input").With("type", "hidden")) {
			values.Set(serp.Attr(in, "name"), serp.Attr(in, "value"))
		}
		if values.Get("vqd") != "" && values.Get("s") != "" && len(values) <= 20 {
			return values.Encode()
		}
	}
	return ""
}
