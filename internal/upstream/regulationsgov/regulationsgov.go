// Package regulationsgov reads dockets, their documents and the number of comments on them from regulations.gov
// (version 4 of its API), which needs a key of api.data.gov.
//
// Its days are moments: the midnight in Washington that a day begins with, and for the end of comments the last second
// of the day there.
package regulationsgov

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API.
var Provider = upstream.Provider{
	Name:        "regulations_gov",
	Undated:     true,
	BaseURL:     "https://api.regulations.gov/v4",
	Docs:        "https://open.gsa.gov/api/regulationsgov/",
	Attribution: "U.S. General Services Administration, regulations.gov",
	Terms:       "https://www.regulations.gov/user-notice (public domain but for what commenters own)",
	Checked:     "recorded 2020-10 to 2023-10",
	Keys: []upstream.Key{{
		Env:      "REGULATIONS_GOV_API_KEY",
		Header:   "X-Api-Key",
		Required: true,
		Gives:    "dockets, documents and comments of /legislative/rulemaking; without it the Federal Register answers",
	}},

	RatePerMinute: 16, // 1,000 an hour
	Burst:         40,
	TTL:           time.Hour,
	StaleFor:      24 * time.Hour,
	Timeout:       12 * time.Second,
}

// The sizes of a page that the API allows.
const (
	minPage = 5
	maxPage = 250
)

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a docket of 2003.
func probe(ctx context.Context, u *upstream.Client) error {
	docket, err := (&Client{u}).Docket(ctx, "EPA-HQ-OAR-2003-0129")
	return upstream.Fact(err, "data.id", "EPA-HQ-OAR-2003-0129", func() any { return docket.ID })
}

// Docket is a rulemaking, or another matter, of an agency. What its agency left out is null.
type Docket struct {
	ID       string `json:"-"`
	Title    string `json:"title,omitempty"`
	Type     string `json:"docketType"`    // Rulemaking, Nonrulemaking
	Agency   string `json:"agencyId"`      // EPA
	RIN      string `json:"rin,omitempty"` // 2060-AU09
	Abstract string `json:"dkAbstract,omitempty"`
}

// Document is a document of a docket.
type Document struct {
	ID            string     `json:"-"`
	ObjectID      string     `json:"objectId"` // what comments name the document by
	Title         string     `json:"title,omitempty"`
	Type          string     `json:"documentType"` // Rule, Proposed Rule, Notice, Supporting & Related Material, Other
	Agency        string     `json:"agencyId"`
	Docket        string     `json:"docketId" asked:"filter[docketId]"`
	FRNumber      string     `json:"frDocNum,omitempty"` // its number in the Federal Register
	Posted        *time.Time `json:"postedDate" contract:"past"`
	CommentsFrom  *time.Time `json:"commentStartDate"` // null when no comments are asked for
	CommentsUntil *time.Time `json:"commentEndDate"`   // null when no comments are asked for
	Open          bool       `json:"openForComment"`
	Withdrawn     *bool      `json:"withdrawn,omitempty"` // in each recorded document
}

// Page is the first page of a search.
type Page struct {
	Total     int
	Documents []Document
}

// Query is a search for documents. All that is set has to fit.
type Query struct {
	Docket string
	Term   string
	Agency string // EPA
	Limit  int
}

// item is the envelope of a record.
type item[T any] struct {
	ID         string `json:"id" asked:"/dockets/{}"`
	Attributes T      `json:"attributes"`
}

// meta counts a list.
type meta struct {
	Total int `json:"totalElements"`
}

// documentPage is a list of documents.
type documentPage struct {
	Data []item[Document] `json:"data" counted:"meta.totalElements"`
	Meta meta             `json:"meta"`
}

// Docket is the docket of that id; NotFound when there is none, Invalid when there can be none.
func (c *Client) Docket(ctx context.Context, id string) (*Docket, error) {
	var answer struct {
		Data item[Docket] `json:"data"`
	}
	request := c.c.Get("/dockets/{}", id).NoRecord(http.StatusNotFound, noSuchDocket)
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}
	docket := answer.Data.Attributes
	docket.ID = answer.Data.ID
	return &docket, nil
}

// noSuchDocket reads the errors of JSON:API, which name their status: {"errors":[{"status":"404","title":...}]}. The
// gateway before the API has another form for a path that it does not know.
func noSuchDocket(r *upstream.Response) bool {
	var answer struct {
		Errors []struct {
			Status string `json:"status"`
		} `json:"errors"`
	}
	return r.JSON(&answer) == nil && len(answer.Errors) > 0 && answer.Errors[0].Status == "404"
}

// Documents is the first page of what fits q, the newest first. A docket that does not exist has none.
func (c *Client) Documents(ctx context.Context, q Query) (*Page, error) {
	request := c.c.Get("/documents").
		Query("page[size]", strconv.Itoa(min(max(q.Limit, minPage), maxPage))).
		Query("sort", "-postedDate")
	if q.Docket != "" {
		request.Query("filter[docketId]", q.Docket)
	}
	if q.Term != "" {
		request.Query("filter[searchTerm]", q.Term)
	}
	if q.Agency != "" {
		request.Query("filter[agencyId]", q.Agency)
	}

	var answer documentPage
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}

	page := &Page{Total: answer.Meta.Total}
	seen := map[string]bool{}
	for _, d := range answer.Data {
		if seen[d.ID] { // counted twice, too
			page.Total--
			continue
		}
		seen[d.ID] = true
		d.Attributes.ID = d.ID
		page.Documents = append(page.Documents, d.Attributes)
	}
	if q.Limit > 0 && len(page.Documents) > q.Limit {
		page.Documents = page.Documents[:q.Limit]
	}
	return page, nil
}

// CommentsOn is the number of comments posted on a document, by its ObjectID. Comments that were received and not
// posted are not counted.
func (c *Client) CommentsOn(ctx context.Context, objectID string) (int, error) {
	return c.comments(ctx, "filter[commentOnId]", objectID)
}

// CommentsIn is the number of comments posted in a docket. The filter is not documented; NotFound when the API does not
// take it, as recorded: {"errors":[{"status":"400","title":"Invalid filter field name: docketId"}]}.
func (c *Client) CommentsIn(ctx context.Context, docket string) (int, error) {
	return c.comments(ctx, "filter[docketId]", docket)
}

func (c *Client) comments(ctx context.Context, filter, value string) (int, error) {
	var answer struct {
		Meta meta `json:"meta"`
	}
	request := c.c.Get("/comments").
		Query(filter, value).
		Query("page[size]", strconv.Itoa(minPage)).
		NoRecord(http.StatusBadRequest, upstream.Says("invalid filter field name"))
	if _, err := request.JSON(ctx, &answer); err != nil {
		return 0, err
	}
	return answer.Meta.Total, nil
}
