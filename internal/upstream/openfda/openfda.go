// Package openfda reads the FDA's data on drugs and devices: labels, the National Drug Code directory, adverse event
// reports, recalls, approvals and shortages.
package openfda

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API. It answers without a key too, 1,000 times a day.
var Provider = upstream.Provider{
	Name:        "openfda",
	BaseURL:     "https://api.fda.gov",
	Docs:        "https://open.fda.gov/apis/",
	Attribution: "openFDA, U.S. Food and Drug Administration",
	Terms:       "https://open.fda.gov/terms/ (CC0 1.0)",
	Checked:     "recorded 2026-08: labels, counts and approvals, cut; shortages as documented",
	Keys: []upstream.Key{{
		Env:   "OPENFDA_API_KEY",
		Query: "api_key",
		Gives: "120,000 requests a day instead of 1,000; free at open.fda.gov",
	}},
	RatePerMinute: 240,
	Burst:         60,
	TTL:           12 * time.Hour,
	StaleFor:      3 * 24 * time.Hour,
	Lasts:         180 * 24 * time.Hour, // reports of drugs come each quarter, all else daily or weekly
	Timeout:       15 * time.Second,
	Headers:       map[string]string{"Accept": "application/json"},
}

// Page is the most records that the API gives at once.
const Page = 1000

const (
	maxBytes = 48 << 20

	recallTTL   = 6 * time.Hour
	shortageTTL = 6 * time.Hour
	labelTTL    = 24 * time.Hour
)

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the approval of imatinib.
func probe(ctx context.Context, u *upstream.Client) error {
	found, err := (&Client{u}).Applications(ctx, Query{
		Search: `openfda.generic_name:"imatinib"`,
		Limit:  5,
	})
	return upstream.Has(found.Records, err, "application_number", "an application", func(a Application) bool {
		return a.Number != ""
	})
}

// Query asks for the records that match Search, an expression made by [Phrase], [Any] and [All].
type Query struct {
	Search string
	Sort   string // a date field or one ending in .exact, with ":asc" or ":desc"; relevance when empty
	Limit  int    // at most [Page]
}

// Found is a page of records.
type Found[T any] struct {
	Total   int    // records that match
	Updated string // the day of the data set, as 2026-07-30
	Records []T
}

// Labels gives labels of drugs, the whole text of each.
func (c *Client) Labels(ctx context.Context, q Query) (Found[Label], error) {
	return records[Label](ctx, c, "/drug/label.json", q, labelTTL)
}

// Products gives products of the National Drug Code directory.
func (c *Client) Products(ctx context.Context, q Query) (Found[Product], error) {
	return records(ctx, c, "/drug/ndc.json", q, labelTTL,
		some[Product]{"active_ingredients", Product.composed},
		some[Product]{"openfda.spl_set_id", Product.matched},
		some[Product]{"application_number", Product.applied})
}

// DrugReports gives reports of adverse events with drugs.
func (c *Client) DrugReports(ctx context.Context, q Query) (Found[DrugReport], error) {
	return records[DrugReport](ctx, c, "/drug/event.json", q, Provider.TTL)
}

// DeviceReports gives reports of adverse events with devices.
func (c *Client) DeviceReports(ctx context.Context, q Query) (Found[DeviceReport], error) {
	return records[DeviceReport](ctx, c, "/device/event.json", q, Provider.TTL)
}

// DrugRecalls gives recalls of drugs.
func (c *Client) DrugRecalls(ctx context.Context, q Query) (Found[Recall], error) {
	return records[Recall](ctx, c, "/drug/enforcement.json", q, recallTTL)
}

// Applications gives applications for approval, of Drugs@FDA.
func (c *Client) Applications(ctx context.Context, q Query) (Found[Application], error) {
	return records(ctx, c, "/drug/drugsfda.json", q, labelTTL, some[Application]{"products", Application.composed})
}

// Shortages gives entries of the FDA's list of drug shortages, which it does not sort by date.
func (c *Client) Shortages(ctx context.Context, q Query) (Found[Shortage], error) {
	return records[Shortage](ctx, c, "/drug/shortages.json", q, shortageTTL)
}

// DrugReportCounts counts reports of adverse events with drugs by the values of a field.
func (c *Client) DrugReportCounts(ctx context.Context, search, field string, limit int) (Counts, error) {
	return c.counts(ctx, "/drug/event.json", search, field, limit, Provider.TTL)
}

// DeviceReportCounts counts reports of adverse events with devices by the values of a field.
func (c *Client) DeviceReportCounts(ctx context.Context, search, field string, limit int) (Counts, error) {
	return c.counts(ctx, "/device/event.json", search, field, limit, Provider.TTL)
}

// DrugRecallCounts counts recalls of drugs by the values of a field.
func (c *Client) DrugRecallCounts(ctx context.Context, search, field string) (Counts, error) {
	return c.counts(ctx, "/drug/enforcement.json", search, field, 0, recallTTL)
}

// dated is the day on which the data of an answer were updated.
type dated struct {
	Updated string `json:"last_updated,omitempty"` // absent in a recording of labels, which was cut
}

func (d dated) day() time.Time {
	day, _ := time.Parse(time.DateOnly, d.Updated) // zero after an error
	return day
}

// page is the frame of an answer with records.
type page[T any] struct {
	Meta struct {
		dated

		Results struct {
			Total int `json:"total"`
		} `json:"results"`
	} `json:"meta"`
	Results []T `json:"results" counted:"meta.results.total"`
}

// DataOf implements [upstream.Dated].
func (p *page[T]) DataOf() time.Time { return p.Meta.day() }

// some is a member that single records may lack, and that a page of them does not.
type some[T any] struct {
	member string
	has    func(T) bool
}

// records asks for a page of records: [upstream.NotFound] when none match.
func records[T any](
	ctx context.Context, c *Client, path string, q Query, ttl time.Duration, has ...some[T],
) (Found[T], error) {
	request := refusing(c.c.Get(path)).
		Query("limit", strconv.Itoa(q.Limit)).
		MaxBytes(maxBytes).
		TTL(ttl)
	if q.Search != "" {
		request.Query("search", q.Search)
	}
	if q.Sort != "" {
		request.Query("sort", q.Sort)
	}

	var came page[T]
	_, err := request.Check(func(resp *upstream.Response) error {
		var p page[T]
		if err := resp.JSON(&p); err != nil {
			return err
		}
		if len(p.Results) == 0 {
			return upstream.BadResponse.Errorf("no records of %d", p.Meta.Results.Total)
		}
		for _, s := range has {
			if !slices.ContainsFunc(p.Results, s.has) {
				return upstream.Drifted("results[]."+s.member, "a value in one record at least", "nothing")
			}
		}
		return nil
	}).JSON(ctx, &came)
	if err != nil {
		return Found[T]{}, err
	}

	return Found[T]{
		Total:   came.Meta.Results.Total,
		Updated: came.Meta.Updated,
		Records: came.Results,
	}, nil
}

// refusing lets statuses through that are told apart by their bodies.
func refusing(r *upstream.Request) *upstream.Request {
	return r.AcceptStatus(http.StatusNotFound, http.StatusForbidden).Refusal(refused)
}

// refused reads the error of an answer (FDA/openfda, api/faers/api.js). A 404 without one of the two messages is not
// about the records: the address is wrong. [upstream.NotCovered] is a count that has no values.
func refused(resp *upstream.Response) error {
	if resp.Status == http.StatusOK {
		return nil
	}
	var body struct {
		Error struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if resp.JSON(&body) != nil {
		return upstream.BadResponse.Errorf("an error without a reason")
	}

	switch {
	case body.Error.Code == "OVER_RATE_LIMIT":
		return upstream.RateLimited.Errorf("the requests of this hour or day are used up")
	case resp.Status == http.StatusForbidden:
		return upstream.Unauthorized.Errorf("the key is refused")
	case body.Error.Code == "NOT_FOUND" && body.Error.Message == "No matches found!":
		return upstream.NotFound.Errorf("no matches")
	case body.Error.Code == "NOT_FOUND" && body.Error.Message == "Nothing to count":
		return upstream.NotCovered.Errorf("no record has the field that was to be counted")
	}
	return upstream.BadResponse.Errorf("an address that is not there")
}
