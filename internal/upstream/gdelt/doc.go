// Package gdelt reads the GDELT Project: its DOC API, which searches the news of the last three months, and the files
// of its Global Knowledge Graph (GKG), which come every 15 minutes.
package gdelt

import (
	"bytes"
	"context"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/upstream"
)

// DOC is the search API. It wants five seconds between requests, and answers 429 for some time to those who do not keep
// to it. A request waits for its turn within Timeout; those beyond are refused at once.
var DOC = upstream.Provider{
	Name:          "gdelt_doc",
	Undated:       true,
	BaseURL:       "https://api.gdeltproject.org/api/v2/doc",
	Docs:          "https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/",
	Attribution:   "The GDELT Project (https://www.gdeltproject.org/)",
	Terms:         "https://www.gdeltproject.org/about.html#termsofuse (free, name and link the project)",
	Checked:       "recorded 2026-05 to 2026-09",
	RatePerMinute: 10,
	Burst:         1,
	Concurrency:   1,
	Retries:       -1, // a second try makes the pause longer
	Timeout:       25 * time.Second,
	StaleFor:      7 * 24 * time.Hour,
}

// How long answers are good.
const (
	articlesTTL = 15 * time.Minute
	seriesTTL   = time.Hour
)

// pause is how long the API is left alone after it has asked for it.
const pause = 2 * time.Minute

// Refused is a query that the API does not take, with its reason. It is the cause of an [upstream.Invalid] error.
type Refused struct {
	Reason string // a sentence of the API's, for the caller; it may quote the query
}

// Error leaves the reason out, since errors are logged.
func (*Refused) Error() string { return "a query that is refused" }

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(DOC, probe)} }

// probe asks for how much was written in a week.
func probe(ctx context.Context, u *upstream.Client) error {
	series, _, err := (&Client{u}).Volume(ctx, "climate", "1w")
	return upstream.Fact(err, "timeline", "true", func() any { return len(series.Points) > 0 })
}

// Read is when an answer was given, and whether it is an old one that stands in for a failure.
type Read struct {
	At    time.Time
	Stale bool
}

// Article is a news article.
type Article struct {
	URL      string
	Title    string
	Domain   string
	Seen     time.Time // when GDELT saw it
	Language string    // "English"
	Country  string    // of the outlet: "United States"
	Image    string
}

// mostArticles is the most that the API gives at once.
const mostArticles = 250

// Articles gives the newest articles of a query, at most 250, newest first. None at all is an empty list. The API
// writes all members of an article, and "" for what it does not know among the title, the language, the outlet's
// country and the image.
func (c *Client) Articles(ctx context.Context, query, timespan string) ([]Article, Read, error) {
	var answer struct {
		Articles []struct {
			URL      string `json:"url"`
			Title    string `json:"title"`
			Seen     string `json:"seendate" contract:"falling past"`
			Image    string `json:"socialimage,omitempty"`
			Domain   string `json:"domain"`
			Language string `json:"language,omitempty"`
			Country  string `json:"sourcecountry"`
		} `json:"articles"`
	}
	request := c.request(query, timespan, "artlist").
		Query("maxrecords", strconv.Itoa(mostArticles)).
		Query("sort", "datedesc").
		TTL(articlesTTL)
	read, err := c.ask(ctx, request, &answer)
	if err != nil {
		return nil, read, err
	}

	list := []Article{}
	for _, a := range answer.Articles {
		seen, err := time.Parse(stamp, a.Seen)
		if err != nil || a.URL == "" {
			continue
		}
		list = append(list, Article{
			URL:      a.URL,
			Title:    tidy(a.Title),
			Domain:   a.Domain,
			Seen:     seen,
			Language: a.Language,
			Country:  a.Country,
			Image:    a.Image,
		})
	}
	if len(list) == 0 && len(answer.Articles) > 0 {
		return nil, read, upstream.BadResponse.Errorf("articles without a time")
	}
	return list, read, nil
}

// stamp is how the API writes times.
const stamp = "20060102T150405Z"

// Series is a measure over time. Times without a value are left out.
type Series struct {
	Resolution string // "15m", "hour", "day"; empty when there are no points
	Points     []Point
}

// Point is the value of the time from At on.
type Point struct {
	At    time.Time
	Value float64
}

// Volume gives which part of all articles that GDELT saw matches the query, in per cent.
func (c *Client) Volume(ctx context.Context, query, timespan string) (*Series, Read, error) {
	return c.series(ctx, query, timespan, "timelinevol", "Volume Intensity", 0)
}

// Tone gives the mean tone of the matching articles: from -100 to 100, mostly from -10 to 10, negative for words of
// negative feeling.
func (c *Client) Tone(ctx context.Context, query, timespan string) (*Series, Read, error) {
	return c.series(ctx, query, timespan, "timelinetone", "Average Tone", -100)
}

// series reads a timeline, whose values are from least to 100.
func (c *Client) series(
	ctx context.Context, query, timespan, mode, name string, least float64,
) (*Series, Read, error) {
	var answer struct {
		Details struct {
			Resolution string `json:"date_resolution"`
		} `json:"query_details"`
		Timeline []struct {
			Series string `json:"series"`
			Data   []struct {
				Date  string   `json:"date" contract:"rising past"`
				Value *float64 `json:"value"` // null for a time without articles
			} `json:"data"`
		} `json:"timeline"`
	}
	read, err := c.ask(ctx, c.request(query, timespan, mode).TTL(seriesTTL), &answer)
	if err != nil {
		return nil, read, err
	}

	s := &Series{
		Resolution: answer.Details.Resolution,
		Points:     []Point{},
	}
	if len(answer.Timeline) == 0 {
		return s, read, nil
	}
	if answer.Timeline[0].Series != name {
		return nil, read, upstream.BadResponse.Errorf("another series than was asked for")
	}
	for _, p := range answer.Timeline[0].Data {
		at, err := time.Parse(stamp, p.Date)
		if err != nil {
			return nil, read, upstream.BadResponse.Errorf("a point without a time")
		}
		if p.Value != nil && !(*p.Value >= least && *p.Value <= 100) {
			return nil, read, upstream.BadResponse.Errorf("a value that is not from %g to 100", least)
		}
		if p.Value != nil {
			s.Points = append(s.Points, Point{
				At:    at,
				Value: *p.Value,
			})
		}
	}
	if len(s.Points) == 0 && len(answer.Timeline[0].Data) > 0 { // without any article the answer is empty
		return nil, read, upstream.BadResponse.Errorf("points without a value")
	}
	return s, read, nil
}

// Bin is how many articles have a tone from Tone to the next whole number.
type Bin struct {
	Tone  int `json:"bin" contract:"signed key"`
	Count int `json:"count"`
}

// ToneChart gives the matching articles by tone.
func (c *Client) ToneChart(ctx context.Context, query, timespan string) ([]Bin, Read, error) {
	var answer struct {
		Bins []Bin `json:"tonechart"`
	}
	read, err := c.ask(ctx, c.request(query, timespan, "tonechart").TTL(seriesTTL), &answer)
	return answer.Bins, read, err
}

func (c *Client) request(query, timespan, mode string) *upstream.Request {
	return c.c.Get("/doc").
		Query("query", query).
		Query("mode", mode).
		Query("format", "json").
		Query("timespan", timespan)
}

// ask reads an answer into v. What the API answers can be told by its first letter alone: errors are texts with any
// status and any type.
func (c *Client) ask(ctx context.Context, request *upstream.Request, v any) (Read, error) {
	resp, err := request.
		AcceptStatus(http.StatusTooManyRequests, http.StatusNotFound).
		Check(func(resp *upstream.Response) error {
			return decode(resp, reflect.New(reflect.TypeOf(v).Elem()).Interface())
		}).
		Do(ctx)
	if err != nil {
		return Read{}, err
	}
	return Read{At: resp.FetchedAt, Stale: resp.Stale}, decode(resp, v)
}

// decode reads an object into v. An empty one is how the API says that nothing matches (recorded 2026-09, of a theme
// that it does not know); v stays as it is then. Titles may hold characters that JSON does not allow.
func decode(resp *upstream.Response, v any) error {
	body := bytes.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, bytes.TrimSpace(resp.Body))
	if len(body) == 0 || body[0] != '{' || resp.Status != http.StatusOK {
		return refusal(resp.Status, string(body))
	}

	if upstream.IsEmptyObject(body) {
		return nil
	}
	return resp.Decode(body, v)
}

// maxReason bounds what is shown of a refusal.
const maxReason = 200

// refusal is the error that a text stands for.
func refusal(status int, text string) error {
	low := strings.ToLower(text)
	switch {
	case status == http.StatusTooManyRequests, strings.Contains(low, "limit requests"):
		err := upstream.RateLimited.Errorf("it asks for a pause")
		err.RetryAfter = pause
		return err
	case status != http.StatusOK: // what is not found is an empty answer; 404 means that the API is not there
		return upstream.Unavailable.Errorf("status %d in place of an answer", status)
	case text == "" || text[0] == '<' || len(text) > 1000:
		return upstream.Unavailable.Errorf("a page in place of an answer")
	}
	for _, word := range refusals {
		if strings.Contains(low, word) {
			return &upstream.Error{Kind: upstream.Invalid, Cause: &Refused{Reason: clip.Shown(text, maxReason)}}
		}
	}
	return upstream.BadResponse.Errorf("a text that is not a known refusal")
}

// refusals are words of the sentences by which queries are refused.
var refusals = []string{
	"too short",
	"too long",
	"too common",
	"illegal character",
	"parenthes",
	"or'd",
	"invalid",
	"your query",
	"your search",
}
