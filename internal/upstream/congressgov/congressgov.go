// Package congressgov reads bills and resolutions from the API of congress.gov (version 3), which the Library of
// Congress runs. It needs a key of api.data.gov.
package congressgov

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API. It answers in XML unless format=json is said.
var Provider = upstream.Provider{
	Name:        "congress_gov",
	Undeclared:  true,
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
	Burst:         60,
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
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Bill is a bill or resolution.
type Bill struct {
	Congress      int    `json:"congress"`
	Type          string `json:"type"` // HR, S, HJRES ...
	Number        string `json:"number"`
	Title         string `json:"title"`
	OriginChamber string `json:"originChamber"` // House, Senate
	Introduced    string `json:"introducedDate"`
	Updated       string `json:"updateDate"`
	URL           string `json:"legislationUrl"` // its page on congress.gov, since 2025
	Latest        Action `json:"latestAction"`
	PolicyArea    struct {
		Name string `json:"name"`
	} `json:"policyArea"`
	Sponsors   []Sponsor `json:"sponsors"`
	Cosponsors *struct {
		Count int `json:"count"` // without those that withdrew
	} `json:"cosponsors"`
	Laws    []Law `json:"laws"`
	Actions *struct {
		Count int `json:"count"`
	} `json:"actions"`
}

// Sponsor is a member of Congress.
type Sponsor struct {
	BioguideID string `json:"bioguideId"`
	FullName   string `json:"fullName"` // Rep. Connolly, Gerald E. [D-VA-11]
	Party      string `json:"party"`
	State      string `json:"state"`
}

// Law is the law that a bill became.
type Law struct {
	Type   string `json:"type"`   // Public Law, Private Law
	Number string `json:"number"` // 117-169
}

// Action is an entry of the history.
type Action struct {
	Date   string `json:"actionDate"` // YYYY-MM-DD
	Time   string `json:"actionTime"` // HH:MM:SS in Washington, mostly empty
	Code   string `json:"actionCode"` // empty for the Senate
	Type   string `json:"type"`
	Text   string `json:"text"`
	Source struct {
		Code *int   `json:"code"` // 0 Senate, 1 House committee, 2 House floor, 9 Library
		Name string `json:"name"`
	} `json:"sourceSystem"`
}

// Summary is the Congressional Research Service's summary of a version.
type Summary struct {
	Date        string `json:"actionDate"`
	Description string `json:"actionDesc"` // Introduced in House, Public Law ...
	Text        string `json:"text"`       // HTML
}

// pagination stands in every list.
type pagination struct {
	Count int    `json:"count"`
	Next  string `json:"next"`
}

func (c *Client) get(path string, segments ...string) *upstream.Request {
	return c.c.Get(path, segments...).Query("format", "json")
}

// Bill is a bill; kind is hr, s, hjres, sjres, hconres, sconres, hres or sres. NotFound when there is none.
func (c *Client) Bill(ctx context.Context, congress int, kind string, number int) (*Bill, error) {
	var page struct {
		Bill *Bill `json:"bill"`
	}
	if _, err := c.get("/bill/{}/{}/{}", strconv.Itoa(congress), kind, strconv.Itoa(number)).JSON(ctx,
		&page); err != nil {
		return nil, err
	}
	b := page.Bill
	if b == nil || b.Congress != congress || !strings.EqualFold(b.Type, kind) || b.Number != strconv.Itoa(number) {
		return nil, upstream.BadResponse.Errorf("congress_gov: another bill than was asked for")
	}
	return b, nil
}

// actionPage is a page of the history.
type actionPage struct {
	Actions    []Action    `json:"actions"`
	Pagination *pagination `json:"pagination"`
}

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
	return all, nil
}

func (c *Client) actions(ctx context.Context, congress int, kind string, number, offset int) (*actionPage, error) {
	request := c.get("/bill/{}/{}/{}/actions", strconv.Itoa(congress), kind, strconv.Itoa(number)).
		Query("limit", strconv.Itoa(pageSize))
	if offset > 0 {
		request.Query("offset", strconv.Itoa(offset))
	}

	var page actionPage
	if _, err := request.JSON(ctx, &page); err != nil {
		return nil, err
	}
	if page.Pagination == nil {
		return nil, upstream.BadResponse.Errorf("congress_gov: a list without a count")
	}
	return &page, nil
}

// Summaries are those of a bill; most bills have one a year after they were introduced.
func (c *Client) Summaries(ctx context.Context, congress int, kind string, number int) ([]Summary, error) {
	var page struct {
		Summaries  []Summary   `json:"summaries"`
		Pagination *pagination `json:"pagination"`
	}
	request := c.get("/bill/{}/{}/{}/summaries", strconv.Itoa(congress), kind, strconv.Itoa(number)).
		Query("limit", strconv.Itoa(pageSize))
	if _, err := request.JSON(ctx, &page); err != nil {
		return nil, err
	}
	if page.Pagination == nil {
		return nil, upstream.BadResponse.Errorf("congress_gov: a list without a count")
	}
	return page.Summaries, nil
}

// Recent is a page of the bills of a Congress, those changed last first. Bills without a title are new ones that the
// Library has not named yet.
func (c *Client) Recent(ctx context.Context, congress, page int) ([]Bill, error) {
	request := c.get("/bill/{}", strconv.Itoa(congress)).
		Query("limit", strconv.Itoa(pageSize)).
		Query("sort", "updateDate desc")
	if page > 0 {
		request.Query("offset", strconv.Itoa(page*pageSize))
	}

	var list struct {
		Bills      []Bill      `json:"bills"`
		Pagination *pagination `json:"pagination"`
	}
	if _, err := request.JSON(ctx, &list); err != nil {
		return nil, err
	}
	if list.Pagination == nil {
		return nil, upstream.BadResponse.Errorf("congress_gov: a list without a count")
	}
	return list.Bills, nil
}
