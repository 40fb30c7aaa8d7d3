package brave

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// hit is a result of either service. All but title and url may be missing (documented).
type hit struct {
	Title       string `json:"title"`
	URL         string `json:"url"`
	Description string `json:"description,omitempty"` // with HTML marks
	Age         string `json:"age,omitempty"`         // "2 hours ago"
	PageAge     string `json:"page_age,omitempty"`    // "2026-11-20T09:30:00", without a zone
	Profile     struct {
		Name string `json:"name,omitempty"`
	} `json:"profile,omitempty"`
	Meta struct {
		Hostname string `json:"hostname,omitempty"`
	} `json:"meta_url,omitempty"`
	Thumbnail struct {
		Src      string `json:"src,omitempty"`
		Original string `json:"original,omitempty"`
	} `json:"thumbnail,omitempty"`
}

// webAnswer has no web if nothing was found (documented).
type webAnswer struct {
	Web struct {
		Results []hit `json:"results"`
	} `json:"web,omitempty"`
	Query struct {
		More bool `json:"more_results_available,omitempty"`
	} `json:"query"`
}

type newsAnswer struct {
	Results []hit `json:"results"`
}

const newsTTL = 5 * time.Minute

func (c *Client) searchAPI(ctx context.Context, q serp.Query) (serp.Page, error) {
	if err := fits(q); err != nil {
		return serp.Page{}, err
	}
	answer, err := serp.JSON[webAnswer](ctx, c.ask("/web/search", q).Query("result_filter", "web"))
	if err != nil {
		return serp.Page{}, err
	}
	page := serp.Page{More: answer.Query.More}
	for _, h := range answer.Web.Results {
		r := h.result(q.Now)
		r.Source = ""
		r.Image = ""
		page.Add(r)
	}

	return page, nil
}

// News returns news articles, twenty at a time. It needs the key.
func (c *Client) News(ctx context.Context, q serp.Query) (serp.Page, error) {
	if q.Page > 1 {
		return serp.Page{}, nil
	}
	if err := fits(q); err != nil {
		return serp.Page{}, err
	}
	answer, err := serp.JSON[newsAnswer](ctx, c.ask("/news/search", q).TTL(newsTTL))
	if err != nil {
		return serp.Page{}, err
	}
	var page serp.Page
	for _, h := range answer.Results {
		page.Add(h.result(q.Now))
	}
	return page, nil
}

func (c *Client) ask(path string, q serp.Query) *upstream.Request {
	r := c.API.Get(path).Header("Accept", "application/json").
		Query("q", q.Text).Query("count", "20").Query("safesearch", safety[q.Safe])
	if q.Page > 1 {
		r.Query("offset", strconv.Itoa(q.Page-1))
	}
	if q.Within != serp.AnyTime {
		r.Query("freshness", "p"+string(q.Within))
	}
	if countries[q.Country] {
		r.Query("country", strings.ToUpper(q.Country))
	} else {
		r.Query("country", "ALL")
	}
	if l := language(q); l != "" {
		r.Query("search_lang", l)
	}
	return r
}

// countries are those that the API supports; all others become "ALL".
var countries = each.WordSet(`ar au at be br ca cl dk fi fr de gr hk in id it jp kr my mx nl nz no cn pl pt ph ru sa
	za es se
	ch tw tr gb us`)

// languages are the ISO 639-1 codes that the API's search_lang accepts. It refuses any other with HTTP 422.
var languages = each.WordSet(`ar eu bn bg ca hr cs da nl en et fi fr gl de el gu he hi hu is it kn ko lv lt ms ml mr
	nb pl pa
	ro ru sr sk sl es sv ta te th tr uk vi`)

// language is the API's search_lang, or "" if it does not support the language.
func language(q serp.Query) string {
	switch {
	case q.Language == "ja":
		return "jp"
	case q.Language == "pt" && q.Country == "br":
		return "pt-br"
	case q.Language == "pt":
		return "pt-pt"
	case q.Language == "zh" && (q.Country == "tw" || q.Country == "hk"):
		return "zh-hant"
	case q.Language == "zh":
		return "zh-hans"
	case q.Language == "no":
		return "nb"
	case languages[q.Language]:
		return q.Language
	}
	return ""
}

// The longest query that the API accepts.
const (
	maxQuery = 400 // characters
	maxWords = 50
)

// fits returns nil for a query that the API accepts.
func fits(q serp.Query) error {
	if utf8.RuneCountInString(q.Text) > maxQuery || len(strings.Fields(q.Text)) > maxWords {
		return upstream.Invalid.Errorf("%w", serp.Refusal("the API takes queries of at most 400 characters and 50 words"))
	}
	return nil
}

func (h hit) result(now time.Time) serp.Result {
	r := serp.Result{
		Title:   serp.Plain(h.Title),
		URL:     serp.Link(origin, h.URL),
		Snippet: serp.Plain(h.Description),
		Source:  serp.Clean(h.Profile.Name),
	}

	r.Source = cmp.Or(r.Source, strings.TrimPrefix(serp.Clean(h.Meta.Hostname), "www."))
	for _, image := range []string{h.Thumbnail.Original, h.Thumbnail.Src} {
		r.Image = cmp.Or(r.Image, serp.Link(origin, image))
	}
	var known bool
	if r.Published, known = serp.When(h.PageAge, now, false); !known {
		r.Published, _ = serp.When(h.Age, now, false)
	}
	return r
}
