// Package stackexchange searches the questions and answers of Stack Overflow by the Stack Exchange API: 300 requests a
// day for an address, 10,000 with a key.
package stackexchange

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Provider is the API.
var Provider = serp.Collection(upstream.Provider{
	Name:        "stackexchange",
	BaseURL:     "https://api.stackexchange.com/2.3",
	Docs:        "https://api.stackexchange.com/docs/excerpt-search",
	Terms:       "https://stackoverflow.com/legal/api-terms-of-use",
	Attribution: "Stack Overflow contributors, CC BY-SA 4.0",
	Checked:     "by its documentation only, 2026-11",
	Quotas: []upstream.Quota{{
		Requests: 300,
		Per:      24 * time.Hour,
	}},
	RatePerMinute: 30,
	Burst:         2,
	Concurrency:   2,
	TTL:           time.Hour,
})

// answer is the wrapper that all answers have, errors too.
type answer struct {
	Items []struct {
		Kind     string `json:"item_type"` // question or answer
		Question int    `json:"question_id"`
		Answer   int    `json:"answer_id,omitempty"`
		Title    string `json:"title"`   // with HTML entities
		Excerpt  string `json:"excerpt"` // with HTML marks
		Created  int64  `json:"creation_date"`
	} `json:"items"`
}

// Search returns questions and answers, best first.
func Search(ctx context.Context, c *upstream.Client, q serp.Query) (serp.Page, error) {
	words := strings.Join(serp.Words(q.Text), " ")
	if words == "" || q.Page > 1 {
		return serp.Page{}, nil
	}

	r := c.Get("/search/excerpts").
		Query("q", words).
		Query("site", "stackoverflow").
		Query("sort", "relevance").
		Query("order", "desc").
		Query("pagesize", "20")
	if q.Within != serp.AnyTime {
		r.Query("fromdate", strconv.FormatInt(q.Within.Since(q.Now).Unix(), 10))
	}

	check := func(resp *upstream.Response) error {
		backOff(ctx, c, resp.Body)
		return refused(resp)
	}
	got, err := serp.JSON[answer](ctx, r.AcceptStatus(http.StatusBadRequest).Check(check))
	if err != nil {
		return serp.Page{}, err
	}
	return pageOf(got), nil
}

// backOff obeys the member of an answer that says for how many seconds nothing more may be asked.
func backOff(ctx context.Context, c *upstream.Client, body []byte) {
	var told struct {
		Backoff int `json:"backoff"`
	}
	if json.Unmarshal(body, &told) == nil && told.Backoff > 0 {
		c.LeaveAlone(ctx, time.Duration(told.Backoff)*time.Second)
	}
}

// refused finds the limit, which comes with HTTP 400 and the name throttle_violation.
func refused(resp *upstream.Response) error {
	if resp.Status != http.StatusBadRequest {
		return nil
	}
	var told struct {
		Name string `json:"error_name"`
	}
	if json.Unmarshal(resp.Body, &told) == nil && told.Name == "throttle_violation" {
		return serp.Block("its limit of requests is reached")
	}
	return upstream.BadResponse.Errorf("%w", serp.Refusal("the API refused the request"))
}

func pageOf(got answer) serp.Page {
	var page serp.Page
	for _, item := range got.Items {
		result := serp.Result{
			Title:     serp.Plain(item.Title),
			URL:       "https://stackoverflow.com/questions/" + strconv.Itoa(item.Question),
			Snippet:   serp.Plain(item.Excerpt),
			Published: time.Unix(item.Created, 0).UTC(),
		}
		if item.Kind == "answer" && item.Answer > 0 {
			result.URL = "https://stackoverflow.com/a/" + strconv.Itoa(item.Answer)
		}
		if result.Title != "" && item.Question > 0 {
			page.Results = append(page.Results, result)
		}
	}
	return page
}
