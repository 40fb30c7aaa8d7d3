// Package serp holds what the adapters of search engines share: the query, the results, and the reading of search
// engine result pages ("serp"), which are made for people.
package serp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Period is how old a result may be.
type Period string

// The periods. Engines count back from now; a month is 30 or 31 days.
const (
	AnyTime Period = ""
	Day     Period = "d"
	Week    Period = "w"
	Month   Period = "m"
	Year    Period = "y"
)

// Since is the beginning of the period that ends now, or the zero time for AnyTime.
func (p Period) Since(now time.Time) time.Time {
	switch p {
	case Day:
		return now.AddDate(0, 0, -1)
	case Week:
		return now.AddDate(0, 0, -7)
	case Month:
		return now.AddDate(0, -1, 0)
	case Year:
		return now.AddDate(-1, 0, 0)
	}
	return time.Time{}
}

// Safety is how strictly adult content is left out.
type Safety string

// The levels of safe search.
const (
	Strict   Safety = "on"
	Moderate Safety = "moderate"
	Off      Safety = "off"
)

// Query is a question to an engine.
type Query struct {
	Text     string
	Country  string // ISO 3166-1 alpha-2 in lower case, "" for no region
	Language string // ISO 639-1 in lower case, "" for no region
	Within   Period
	Safe     Safety
	Page     int       // from 1
	Token    string    // the previous page's token for this one
	Now      time.Time // the reference for periods and relative dates
}

// Locale is the region as "en-US", "" for no region.
func (q Query) Locale() string {
	if q.Language == "" || q.Country == "" {
		return ""
	}
	return q.Language + "-" + strings.ToUpper(q.Country)
}

// Ask sets on r what every page request has in common.
func (q Query) Ask(r *upstream.Request) *upstream.Request {
	r.Header("Accept", "text/html,application/xhtml+xml")
	if q.Language != "" {
		r.Header("Accept-Language", q.Locale()+","+q.Language+";q=0.9")
	}
	return r
}

// Result is one hit. Texts are plain, on one line; URLs are absolute http or https.
type Result struct {
	Title   string
	URL     string
	Snippet string // "" when the engine shows none

	Published time.Time // zero when not given

	// Of news only:
	Source string // the publisher as the engine names it
	Image  string // absolute URL, "" without one
}

// Page is one page of results, best first.
type Page struct {
	Results []Result
	More    bool   // there may be a next page
	Token   string // token that the next page needs besides its number
}

// Add adds a result that has a title and an address.
func (p *Page) Add(r Result) {
	if r.Title != "" && r.URL != "" {
		p.Results = append(p.Results, r)
	}
}

// ErrBlocked marks an engine's refusal to serve programs: a captcha, a consent page, a rate limit. It says nothing
// about whether there are results.
var ErrBlocked = errors.New("blocked")

// Block is the error of a refusal. why goes into the answer, so it must be our own words, with nothing from the
// page or the query.
func Block(why string) error {
	return upstream.BadResponse.Errorf("%w: %w", ErrBlocked, Refusal(why))
}

// Refusal is why an engine refused, in words for callers.
type Refusal string

// Error is the reason.
func (r Refusal) Error() string { return string(r) }

// refusals are the statuses with which engines answer robots. 202 is DuckDuckGo's, 999 Yahoo's; Bing redirects to
// nowhere or to a portal. They never come with results.
var refusals = []int{202, 301, 302, 303, 307, 403, 418, 429, 999}

// Refused is the refusal that a status means.
func Refused(status int) error {
	return Block(fmt.Sprintf("the engine answered HTTP %d", status))
}

// Keyless treats the statuses with which engines answer robots as refusals. For an API with a key they keep their
// usual meaning.
func Keyless(r *upstream.Request) *upstream.Request {
	return r.AcceptStatus(refusals...).Check(func(resp *upstream.Response) error {
		if resp.Status > 299 || resp.Status == 202 {
			return Refused(resp.Status)
		}
		return nil
	})
}

// JSON sends the request and decodes the answer, whose type is its contract. The request's own checks run first.
func JSON[T any](ctx context.Context, r *upstream.Request) (T, error) {
	var answer T
	resp, err := r.Check(func(resp *upstream.Response) error {
		var probe T // not the answer itself: this may still run after its caller has left
		return upstream.Decode(resp.Body, &probe)
	}).Do(ctx)
	if err != nil {
		return answer, err
	}
	return answer, upstream.Decode(resp.Body, &answer)
}
