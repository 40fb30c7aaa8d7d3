// Package collections searches collections that other routes read too (Hacker News, Crossref, GitHub, GDELT) in the way
// of an engine. They are public, take no key and do not refuse programs that keep to their limits.
package collections

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/crossref"
	"github.com/farebox/farebox/internal/upstream/gdelt"
	"github.com/farebox/farebox/internal/upstream/github"
	"github.com/farebox/farebox/internal/upstream/hnalgolia"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// most is how many results a collection is asked for.
const most = 20

// Client asks the collections.
type Client struct {
	stories  *hnalgolia.Client
	works    *crossref.Client
	projects *github.Client
	articles *gdelt.Client
}

// New returns the clients of the pool's collections.
func New(pool *upstream.Pool) *Client {
	return &Client{
		stories:  hnalgolia.New(pool),
		works:    crossref.New(pool),
		projects: github.New(pool),
		articles: gdelt.New(pool),
	}
}

// asked are the words to ask a collection for: its first page has all that it gives.
func asked(q serp.Query) string {
	if q.Page > 1 {
		return ""
	}
	return strings.Join(serp.Words(q.Text), " ")
}

// Stories are those of Hacker News.
func (c *Client) Stories(ctx context.Context, q serp.Query) (serp.Page, error) {
	words := asked(q)
	if words == "" {
		return serp.Page{}, nil
	}

	since := q.Within.Since(q.Now)
	if q.Within == serp.AnyTime {
		since = time.Unix(0, 0)
	}
	found, _, err := c.stories.First(ctx, words, since.Truncate(time.Hour), most)
	if err != nil {
		return serp.Page{}, err
	}

	var page serp.Page
	for _, story := range found {
		result := serp.Result{
			Title:     serp.Plain(story.Title),
			URL:       serp.Link("https://news.ycombinator.com/", story.URL),
			Snippet:   serp.Plain(story.Text),
			Published: story.CreatedAt,
		}
		result.URL = cmp.Or(result.URL, "https://news.ycombinator.com/item?id="+story.ID)
		if result.Title != "" {
			page.Results = append(page.Results, result)
		}
	}
	return page, nil
}

// Works are what publishers registered at Crossref: articles, books, data.
func (c *Client) Works(ctx context.Context, q serp.Query) (serp.Page, error) {
	words := asked(q)
	if words == "" {
		return serp.Page{}, nil
	}

	found, err := c.works.Matching(ctx, words, q.Within.Since(q.Now), most)
	if err != nil {
		return serp.Page{}, err
	}

	var page serp.Page
	for _, work := range found {
		if len(work.Title) == 0 || work.DOI == "" {
			continue
		}
		page.Results = append(page.Results, serp.Result{
			Title:     serp.Plain(work.Title[0]),
			URL:       serp.Link("https://doi.org/", "/"+strings.ReplaceAll(work.DOI, "#", "%23")),
			Snippet:   published(work),
			Published: dayOf(work.Issued),
		})
	}
	return page, nil
}

// published says where a work appeared: "Nature, Springer, 2021".
func published(work crossref.Work) string {
	var parts []string
	if len(work.Journal) > 0 {
		parts = append(parts, serp.Plain(work.Journal[0]))
	}
	if work.Publisher != "" {
		parts = append(parts, serp.Clean(work.Publisher))
	}
	if year, _, _ := work.Issued.Known(); year > 0 {
		parts = append(parts, fmt.Sprint(year))
	}
	return strings.Join(parts, ", ")
}

// dayOf is zero unless the day is known.
func dayOf(d crossref.Date) time.Time {
	year, month, day := d.Known()
	if day == 0 {
		return time.Time{}
	}
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
}

// Projects are the repositories of GitHub.
func (c *Client) Projects(ctx context.Context, q serp.Query) (serp.Page, error) {
	query := asked(q)
	if query == "" {
		return serp.Page{}, nil
	}
	if q.Within != serp.AnyTime {
		query += " pushed:>=" + q.Within.Since(q.Now).UTC().Format(time.DateOnly)
	}

	found, err := c.projects.SearchRepositories(ctx, query, "", fmt.Sprint(most))
	if err != nil {
		return serp.Page{}, err
	}

	var page serp.Page
	for _, project := range found.Items {
		page.Results = append(page.Results, serp.Result{
			Title:   project.FullName,
			URL:     project.HTMLURL,
			Snippet: serp.Clean(project.Description),
		})
	}
	return page, nil
}

// Articles are the news that GDELT saw, of the last three months at most.
func (c *Client) Articles(ctx context.Context, q serp.Query) (serp.Page, error) {
	query := newsQuery(q)
	if query == "" {
		return serp.Page{}, nil
	}

	found, _, err := c.articles.Articles(ctx, query, spans[q.Within])
	if err != nil {
		return serp.Page{}, err
	}

	var page serp.Page
	for _, article := range found {
		if article.Title == "" || len(page.Results) == most {
			continue
		}
		page.Results = append(page.Results, serp.Result{
			Title:     serp.Clean(article.Title),
			URL:       article.URL,
			Published: article.Seen,
			Source:    article.Domain,
			Image:     article.Image,
		})
	}
	return page, nil
}

// spans are the periods in GDELT's words. It knows three months.
var spans = map[serp.Period]string{
	serp.AnyTime: "3months",
	serp.Day:     "1d",
	serp.Week:    "1w",
	serp.Month:   "1month",
	serp.Year:    "3months",
}

// shortest is the length of the shortest word that GDELT takes.
const shortest = 3

// languages are GDELT's names of those that are asked for most.
var languages = map[string]string{
	"ar": "arabic", "de": "german", "en": "english", "es": "spanish", "fr": "french", "it": "italian", "ja": "japanese",
	"ko": "korean", "nl": "dutch", "pl": "polish", "pt": "portuguese", "ru": "russian", "tr": "turkish",
	"uk": "ukrainian", "zh": "chinese",
}

// newsQuery has no words that GDELT refuses.
func newsQuery(q serp.Query) string {
	var words []string
	for word := range strings.FieldsSeq(asked(q)) {
		if len([]rune(word)) >= shortest {
			words = append(words, word)
		}
	}
	if language := languages[q.Language]; language != "" && len(words) > 0 {
		words = append(words, "sourcelang:"+language)
	}
	return strings.Join(words, " ")
}
