// Package congressgov reads bills and resolutions from the API of congress.gov (version 3), which the Library of
// Congress runs. It needs a key of api.data.gov.
package congressgov

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API. It answers in XML unless format=json is said.
var Provider = upstream.Provider{
	Name:        "congress_gov",
	Undated:     true,
	BaseURL:     "https://api.congress.gov/v3",
	Docs:        "https://github.com/LibraryOfCongress/api.congress.gov",
	Attribution: "Library of Congress, congress.gov",
	Terms:       "public domain (17 U.S.C. 105)",
	Checked:     "recorded 2022-04",
	Keys: []upstream.Key{{
		Env:      "CONGRESS_API_KEY",
		Header:   "X-Api-Key",
		Required: true,
		Gives: "bills of all Congresses and the search for bills, a key of api.data.gov; without it " +
			"/legislative/bill reads govinfo",
	}},

	RatePerMinute: 80, // 5,000 an hour
	Burst:         20,
	TTL:           30 * time.Minute,
	StaleFor:      24 * time.Hour,
	Timeout:       12 * time.Second,
	MaxBytes:      16 << 20,
}

const (
	// pageSize is the largest page that the API gives.
	pageSize = 250
	// maxPages bounds the history of a bill; the longest have some 1,500 actions.
	maxPages = 12
)

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a bill of the 117th Congress, which is over.
func probe(ctx context.Context, u *upstream.Client) error {
	bill, err := (&Client{u}).Bill(ctx, 117, "hr", 21)
	return upstream.Fact(err, "bill.introducedDate", "2021-01-04", func() any { return bill.Introduced })
}

// Bill is a bill or resolution.
type Bill struct {
	Measure
	Introduced string    `json:"introducedDate"`
	Updated    string    `json:"updateDate"`
	URL        string    `json:"legislationUrl,omitempty"` // its page on congress.gov, since 2025
	PolicyArea Area      `json:"policyArea,omitempty"`     // absent until one is assigned
	Sponsors   []Sponsor `json:"sponsors,omitempty"`       // absent from some, such as those of the 114th Congress
	Laws       []Law     `json:"laws,omitempty"`           // absent unless it became one

	// Cosponsors is absent from a measure without any: [Client.Cosponsors] has the count that says so.
	Cosponsors *struct {
		Count int `json:"count"` // without those that withdrew
	} `json:"cosponsors,omitempty"`
}

// Measure is what a list says about a bill.
type Measure struct {
	Congress int     `json:"congress" asked:"/bill/{} /bill/{}/{}/{}"`
	Type     string  `json:"type" asked:"/bill/{}/{}/{}"` // HR, S, HJRES ...
	Number   string  `json:"number" asked:"/bill/{}/{}/{}"`
	Title    string  `json:"title,omitempty"`        // absent from new bills that the Library has not named yet
	Latest   *Latest `json:"latestAction,omitempty"` // absent from numbers that are reserved
}

// Area is a policy area of the Library.
type Area struct {
	Name string `json:"name"`
}

// Sponsor is a member of Congress. FullName ends in party and state, which members of old bills lack.
type Sponsor struct {
	BioguideID string `json:"bioguideId,omitempty"`
	FullName   string `json:"fullName"` // Rep. Connolly, Gerald E. [D-VA-11]
	Party      string `json:"party,omitempty"`
	State      string `json:"state,omitempty"`
}

// Law is the law that a bill became.
type Law struct {
	Type   LawType `json:"type"`
	Number string  `json:"number"` // 117-169
}

// LawType is the kind of law.
type LawType string

// The kinds of law.
const (
	PublicLaw  LawType = "Public Law"
	PrivateLaw LawType = "Private Law"
)

// Words are the kinds that there are.
func (LawType) Words() []string { return []string{string(PublicLaw), string(PrivateLaw)} }

// Latest is the latest action on a bill.
type Latest struct {
	Date string `json:"actionDate" contract:"past"` // YYYY-MM-DD
	Text string `json:"text"`
}

// Action is an entry of the history.
type Action struct {
	Date   string       `json:"actionDate" contract:"past"` // YYYY-MM-DD
	Time   string       `json:"actionTime,omitempty"`       // HH:MM:SS in Washington, mostly absent
	Code   string       `json:"actionCode,omitempty"`       // absent from the Senate's
	Type   string       `json:"type,omitempty"`
	Text   string       `json:"text,omitempty"`         // 7 histories of 12,938 have an action without
	Source ActionSource `json:"sourceSystem,omitempty"` // absent from old entries of a date alone
}

// ActionSource is who wrote an action down.
type ActionSource struct {
	Code *int   `json:"code,omitempty"` // 0 Senate, 1 House committee, 2 House floor, 9 Library
	Name string `json:"name"`
}

// Summary is the Congressional Research Service's summary of a version.
type Summary struct {
	Date        string `json:"actionDate" contract:"past"`
	Description string `json:"actionDesc"` // Introduced in House, Public Law ...
	Text        string `json:"text"`       // HTML
}

// pagination is part of every list.
type pagination struct {
	Count int `json:"count"`
}

// get starts a request. Of a bill that does not exist the API says {"error":"No Bill matches the given query."}; of a
// path that does not, "Unknown resource".
func (c *Client) get(path string, segments ...string) *upstream.Request {
	return c.c.Get(path, segments...).
		Query("format", "json").
		NoRecord(http.StatusNotFound, upstream.Says("no bill matches"))
}

// Bill is a bill; kind is hr, s, hjres, sjres, hconres, sconres, hres or sres. NotFound when there is none.
func (c *Client) Bill(ctx context.Context, congress int, kind string, number int) (*Bill, error) {
	var page struct {
		Bill Bill `json:"bill"`
	}
	request := c.get("/bill/{}/{}/{}", strconv.Itoa(congress), kind, strconv.Itoa(number))
	if _, err := request.JSON(ctx, &page); err != nil {
		return nil, err
	}

	return &page.Bill, nil
}

// Cosponsors is how many members support a bill, without those that withdrew.
func (c *Client) Cosponsors(ctx context.Context, congress int, kind string, number int) (int, error) {
	var page struct {
		about
		Pagination pagination `json:"pagination"`
	}
	request := c.get("/bill/{}/{}/{}/{}", strconv.Itoa(congress), kind, strconv.Itoa(number), "cosponsors").
		Query("limit", "1")
	if _, err := request.JSON(ctx, &page); err != nil {
		return 0, err
	}
	return page.Pagination.Count, nil
}

// about is the bill that a list is of, as the API repeats it.
type about struct {
	Request struct {
		Congress string `json:"congress,omitempty" asked:"/bill/{}/{}/{}/{}"`
		Type     string `json:"billType,omitempty" asked:"/bill/{}/{}/{}/{}"`
		Number   string `json:"billNumber,omitempty" asked:"/bill/{}/{}/{}/{}"`
	} `json:"request,omitzero"`
}

// actionPage is a page of the history.
type actionPage struct {
	about
	Actions    []Action   `json:"actions"`
	Pagination pagination `json:"pagination"`
}

// Hold requires, of at least one action, what stages are derived from.
func (p *actionPage) Hold() error {
	switch {
	case !slices.ContainsFunc(p.Actions, func(a Action) bool { return a.Text != "" }):
		return upstream.Lacks("actions[].text")
	case !slices.ContainsFunc(p.Actions, func(a Action) bool { return a.Source.Name != "" }):
		return upstream.Lacks("actions[].sourceSystem")
	}
	return nil
}

// summaryPage holds all summaries of a bill.
type summaryPage struct {
	about
	Summaries  []Summary  `json:"summaries" counted:"pagination.count"`
	Pagination pagination `json:"pagination"`
}

// firstCoded is the first congress in which every bill's history is known to have a code, that of the introduction. A
// bill's stage is read from codes first.
const firstCoded = 108

// Actions is the whole history of a bill, the newest first. Histories of more than a page are read side by side after
// the first page.
func (c *Client) Actions(ctx context.Context, congress int, kind string, number int) ([]Action, error) {
	first, err := c.actions(ctx, congress, kind, number, 0)
	if err != nil {
		return nil, err
	}

	var rest []upstream.Source[[]Action]
	for offset := pageSize; offset < first.Pagination.Count; offset += pageSize {
		if len(rest) == maxPages-1 {
			return nil, upstream.BadResponse.Errorf("congress_gov: a history of %d actions", first.Pagination.Count)
		}
		rest = append(rest, upstream.Source[[]Action]{
			Name: Provider.Name,
			Call: func(ctx context.Context) ([]Action, error) {
				page, err := c.actions(ctx, congress, kind, number, offset)
				if err != nil {
					return nil, err
				}
				return page.Actions, nil
			},
		})
	}

	all := first.Actions
	for _, page := range upstream.Fuse(ctx, rest...) {
		if page.Err != nil {
			return nil, page.Err // a history with a gap would put the bill at a wrong stage
		}
		all = append(all, page.Value...)
	}

	if len(all) == 0 || len(all) < first.Pagination.Count {
		return nil, upstream.BadResponse.Errorf("congress_gov: %d of %d actions", len(all), first.Pagination.Count)
	}
	if congress >= firstCoded && !slices.ContainsFunc(all, func(a Action) bool { return a.Code != "" }) {
		return nil, upstream.BadResponse.Errorf("congress_gov: %d actions without a code", len(all))
	}
	return all, nil
}

func (c *Client) actions(ctx context.Context, congress int, kind string, number, offset int) (*actionPage, error) {
	request := c.get("/bill/{}/{}/{}/{}", strconv.Itoa(congress), kind, strconv.Itoa(number), "actions").
		Query("limit", strconv.Itoa(pageSize))
	if offset > 0 {
		request.Query("offset", strconv.Itoa(offset))
	}

	return upstream.Read[actionPage](ctx, request)
}

// Summaries are those of a bill; most bills have one a year after they were introduced.
func (c *Client) Summaries(ctx context.Context, congress int, kind string, number int) ([]Summary, error) {
	var page summaryPage
	request := c.get("/bill/{}/{}/{}/{}", strconv.Itoa(congress), kind, strconv.Itoa(number), "summaries").
		Query("limit", strconv.Itoa(pageSize))
	if _, err := request.JSON(ctx, &page); err != nil {
		return nil, err
	}
	return page.Summaries, nil
}

// Recent is a page of the bills of a Congress, those changed last first. Bills without a title are new ones that the
// Library has not named yet.
func (c *Client) Recent(ctx context.Context, congress, page int) ([]Measure, error) {
	request := c.get("/bill/{}", strconv.Itoa(congress)).
		Query("limit", strconv.Itoa(pageSize)).
		Query("sort", "updateDate desc")
	if page > 0 {
		request.Query("offset", strconv.Itoa(page*pageSize))
	}

	var list struct {
		Bills      []Measure  `json:"bills"`
		Pagination pagination `json:"pagination"`
	}
	if _, err := request.JSON(ctx, &list); err != nil {
		return nil, err
	}
	if len(list.Bills) == 0 && list.Pagination.Count > page*pageSize {
		return nil, upstream.BadResponse.Errorf("congress_gov: an empty page of %d bills", list.Pagination.Count)
	}
	return list.Bills, nil
}
