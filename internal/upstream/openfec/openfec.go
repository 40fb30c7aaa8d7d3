// Package openfec reads federal campaign finance from the API of the Federal Election Commission.
package openfec

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// KeyVariable is the setting of the key.
const KeyVariable = "FEC_API_KEY"

// LeastCharacters is the shortest text that the API searches for; it refuses shorter ones with 422 (Keyword in
// webservices/args.py of fecgov/openFEC).
const LeastCharacters = 3

// demoKey is the public key of the gateway api.data.gov. It allows some tens of requests an hour, or fewer.
const demoKey = "DEMO_KEY"

// Provider is the API, behind the gateway api.data.gov.
var Provider = upstream.Provider{
	Name:        "openfec",
	Undated:     true,
	BaseURL:     "https://api.open.fec.gov/v1",
	Docs:        "https://api.open.fec.gov/developers/",
	Attribution: "Federal Election Commission",
	Terms:       "public domain; names of contributors are not for solicitation or commerce (52 U.S.C. 30111(a)(4))",
	Checked:     "one contribution recorded in 2018; the rest by the server's source code of 2026-07",
	Keys: []upstream.Key{{
		Env:           KeyVariable,
		Default:       demoKey,
		Header:        "X-Api-Key",
		RatePerMinute: 15,
		Gives:         "1,000 requests an hour; free at api.data.gov. The public key that is the default allows a few tens",
	}},
	RatePerMinute: 0.5,
	Burst:         30,
	TTL:           time.Hour, // what its Cache-Control says
	StaleFor:      24 * time.Hour,
	Timeout:       20 * time.Second, // searches by contributor are slow
}

// Disclaimer is the law's limit on the use of contributors' data.
const Disclaimer = "Information on individual contributors may not be sold or used for soliciting contributions or " +
	"for commercial purposes (52 U.S.C. 30111(a)(4))."

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a committee by number.
func probe(ctx context.Context, u *upstream.Client) error {
	committee, err := (&Client{u}).Committee(ctx, "C00401224")
	return upstream.Fact(err, "committee_id", "C00401224", func() any { return committee.ID })
}

// HasOwnKey is true when the operator gave a key. Without it the public one is used.
func (c *Client) HasOwnKey() bool {
	key := c.c.Key(KeyVariable)
	return key != "" && key != demoKey
}

// FirstPeriod is the first two-year period of the data.
const FirstPeriod = 1976

// PeriodOf is the two-year period that a day is in, named by its second, even year.
func PeriodOf(day time.Time) int { return day.Year() + day.Year()%2 }

// ReportedPeriod is the newest two-year period with reports on a day. The first ones, those of committees that report
// each month, are due on 20 February of the period's first year.
func ReportedPeriod(day time.Time) int { return PeriodOf(day.AddDate(0, -1, -20)) }

// get starts a request whose refusals are read by [refusal]. Status 429 is left to the client: its body may be
// anything.
func (c *Client) get(path string, segments ...string) *upstream.Request {
	return c.c.Get(path, segments...).
		AcceptStatus(http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusUnprocessableEntity).
		Refusal(refusal)
}

// list starts a request for a list that is always there: where it is not found, the API has moved.
func (c *Client) list(path string) *upstream.Request {
	return c.c.Get(path).
		AcceptStatus(http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusUnprocessableEntity).
		Refusal(func(r *upstream.Response) error {
			err := refusal(r)
			if errors.Is(err, upstream.NotFound) {
				return upstream.BadResponse.Errorf("there is no such list any more")
			}
			return err
		})
}

// pagination counts a list.
type pagination struct {
	Count *int `json:"count"` // null when the server does not count
}

// unsaidPause is how long the gateway is left alone when its limit is used up and it does not say until when: the limit
// is by the hour.
const unsaidPause = 5 * time.Minute

// refusal reads what the gateway and the server say instead of an answer. The gateway's code counts more than the
// status: it comes with several.
func refusal(r *upstream.Response) error {
	var body struct {
		Status int `json:"status"` // of the server: {"message":"...","status":404}
		Error  struct {
			Code string `json:"code"`
		} `json:"error"`
	}
	_ = r.JSON(&body) // what has another form has no code

	switch code := body.Error.Code; {
	case code == "OVER_RATE_LIMIT":
		e := upstream.RateLimited.Errorf("the key's limit of requests")
		e.RetryAfter = unsaidPause
		return e
	case strings.HasPrefix(code, "API_KEY_"):
		return upstream.Unauthorized.Errorf("the gateway refuses the key")
	case code != "":
		return upstream.Unavailable.Errorf("the gateway refuses the request")
	case r.Status == http.StatusForbidden:
		return upstream.Unavailable.Errorf("blocked before the gateway")
	case r.Status == http.StatusNotFound && body.Status == http.StatusNotFound:
		return upstream.NotFound.Errorf("no such record")
	case r.Status == http.StatusNotFound:
		return upstream.BadResponse.Errorf("the path is not there")
	case r.Status == http.StatusBadRequest, r.Status == http.StatusUnprocessableEntity:
		return upstream.Invalid.Errorf("the server refuses the inputs")
	}
	return nil
}
