// Package startpage reads the result page of Startpage, which serves Google's index. Every search needs a number
// from its home page, and it often challenges programs.
package startpage

import (
	"cmp"
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Provider is Startpage.
var Provider = serp.ResultPage(upstream.Provider{
	Name:        "startpage",
	Undated:     true,
	BaseURL:     "https://www.startpage.com",
	Docs:        "https://support.startpage.com/",
	Terms:       "https://www.startpage.com/en/terms-of-service/",
	Attribution: "Startpage",
	Checked:     "recorded 2026-04; the home page by description only",
})

const (
	origin   = "https://www.startpage.com/"
	perPage  = 10
	numberOK = 45 * time.Minute // reportedly valid for about an hour
)

var webPage = serp.Layout{
	Base:    origin,
	Item:    serp.El("div", "result"),
	Title:   serp.El("a", "result-title").Or(serp.El("h2")),
	Snippet: serp.El("p"),
	Target:  outside,
}

// outside drops links to Startpage itself and Google's advertisements.
func outside(u *url.URL) string {
	h := u.Hostname()
	if h == "startpage.com" || strings.HasSuffix(h, ".startpage.com") || strings.Contains(h, "google.") && strings.HasPrefix(u.Path, "/aclk") {
		return ""
	}
	return u.String()
}

// languages are Startpage's names, for the languages of its interface.
var languages = map[string]string{
	"en": "english", "de": "deutsch", "fr": "francais", "es": "espanol", "it": "italiano", "nl": "nederlands", "pl": "polski", "pt": "portugues",
	"da": "dansk", "sv": "svenska", "no": "norsk", "nb": "norsk",
}

var safety = map[serp.Safety]string{
	serp.Strict:   "heavy",
	serp.Moderate: "moderate",
	serp.Off:      "none",
}

// Search returns web results, ten a page.
func Search(ctx context.Context, c *upstream.Client, q serp.Query) (serp.Page, error) {
	number, err := readNumber(ctx, c)
	if err != nil {
		return serp.Page{}, err
	}

	language := cmp.Or(languages[q.Language], "english")

	region := "all"
	if q.Country != "" && q.Language != "" {
		region = q.Language + "_" + strings.ToUpper(q.Country)
	}

	form := url.Values{
		"query": {q.Text}, "cat": {"web"}, "t": {"device"}, "sc": {number}, "lui": {language}, "language": {language}, "abd": {"0"}, "abe": {"0"},
		"qsr": {region}, "qadf": {safety[q.Safe]},
	}
	if q.Within != serp.AnyTime {
		form.Set("with_date", string(q.Within))
	}

	if q.Page > 1 {
		form.Set("page", strconv.Itoa(q.Page))
		form.Set("segment", "startpage.udog")
	}

	key := url.Values{}
	for name, values := range form {
		if name != "sc" { // it changes, and changes no answer
			key[name] = values
		}
	}

	r := q.Ask(c.Post("/sp/search")).Form(form).Header("Origin", strings.TrimSuffix(origin, "/")).Header("Referer", origin).Safe().
		CacheKey("search?" + key.Encode())
	if q.Country != "" {
		r.Header("Cookie", "preferences=search_results_regionEEE"+region)
	}

	results, _, err := webPage.Ask(ctx, r)
	return serp.Page{Results: results, More: len(results) >= perPage}, err
}

// home reads the number; the "results" of that page are its search forms.
var home = serp.El("input").With("name", "sc")

func readNumber(ctx context.Context, c *upstream.Client) (string, error) {
	read := func(resp *upstream.Response) string {
		return serp.Attr(serp.First(serp.Tree(resp.Body), home), "value")
	}
	resp, err := serp.Keyless(c.Get("/").Header("Accept", "text/html").TTL(numberOK)).Check(func(resp *upstream.Response) error {
		if n := read(resp); n == "" || len(n) > 200 {
			return serp.Block("the home page gave no number to search with")
		}
		return nil
	}).Do(ctx)
	if err != nil {
		return "", err
	}
	return read(resp), nil
}
