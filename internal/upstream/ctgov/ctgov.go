// Package ctgov reads studies from ClinicalTrials.gov, API version 2.
package ctgov

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API, which needs no key. It answers 403 to most User-Agents, and to none at all with the data. Some
// networks are refused whatever they send.
var Provider = upstream.Provider{
	Name:          "ctgov",
	Undeclared:    true,
	BaseURL:       "https://clinicaltrials.gov/api/v2",
	Docs:          "https://clinicaltrials.gov/data-api/api",
	Attribution:   "ClinicalTrials.gov, U.S. National Library of Medicine",
	Terms:         "https://clinicaltrials.gov/about-site/terms-conditions",
	Checked:       "recorded 2026-08, two studies and one search",
	RatePerMinute: 60,
	Burst:         10,
	TTL:           12 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
	Timeout:       20 * time.Second,
	Headers: map[string]string{
		"User-Agent": "",
		"Accept":     "application/json",
	},
}

const (
	maxStudy   = 24 << 20 // results of large trials have tens of thousands of adverse events
	maxStudies = 16 << 20
)

// Fields are what is asked for of a study: modules and pieces by the names of the provider's data structure.
const (
	protocolFields = "IdentificationModule,StatusModule,SponsorCollaboratorsModule,ConditionsModule,DesignModule," +
		"ArmsInterventionsModule,OutcomesModule,EligibilityModule,ContactsLocationsModule,HasResults"
	resultFields = "IdentificationModule,StatusModule,ParticipantFlowModule,OutcomeMeasuresModule," +
		"AdverseEventsModule,HasResults"
	summaryFields = "NCTId,BriefTitle,OverallStatus,Phase,StudyType,Condition,InterventionType,InterventionName," +
		"LeadSponsorName,EnrollmentCount,EnrollmentType,StartDate,StartDateType,PrimaryCompletionDate," +
		"PrimaryCompletionDateType,CompletionDate,CompletionDateType,HasResults"
)

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Protocol gives a study without its results, or [upstream.NotFound]. An obsolete identifier gives the study that it
// is an alias of.
func (c *Client) Protocol(ctx context.Context, nct string) (*Study, error) {
	return c.study(ctx, nct, protocolFields)
}

// Results gives a study with its results, if any are posted, and without most of its protocol.
func (c *Client) Results(ctx context.Context, nct string) (*Study, error) {
	return c.study(ctx, nct, resultFields)
}

func (c *Client) study(ctx context.Context, nct, fields string) (*Study, error) {
	resp, err := refusing(c.c.Get("/studies/{}", nct)).
		Query("fields", fields).
		MaxBytes(maxStudy).
		Check(func(resp *upstream.Response) error {
			var came Study
			if err := resp.JSON(&came); err != nil {
				return err
			}
			id := came.Protocol.Identification
			if id.NCT != nct && !slices.Contains(id.Aliases, nct) {
				return upstream.BadResponse.Errorf("an answer that is not the study asked for")
			}
			return nil
		}).Do(ctx)
	if err != nil {
		return nil, err
	}

	var study Study
	if err := resp.JSON(&study); err != nil {
		return nil, err
	}
	return &study, nil
}

// Query is what studies are looked for by. Words are the provider's query language: the caller leaves only letters,
// digits and blanks in them. At most 12 words are taken.
type Query struct {
	Condition    string
	Intervention string
	Sponsor      string   // lead sponsor or collaborator
	Statuses     []string // any of them
	Advanced     string   // an expression such as AREA[Phase]PHASE3
	Sort         string   // the provider's order of relevance when empty
	Token        string   // of the page before
	Size         int      // at most 1,000
}

// Page is a page of studies.
type Page struct {
	Studies []Study `json:"studies"`
	Total   *int    `json:"totalCount"`    // on the first page only
	Next    string  `json:"nextPageToken"` // "" on the last page
}

// Search gives the studies that fit all parts of the query, shortened to what lists show.
func (c *Client) Search(ctx context.Context, q Query) (Page, error) {
	return c.page(ctx, q, summaryFields)
}

// Count gives the number of studies that fit the query.
func (c *Client) Count(ctx context.Context, q Query) (int, error) {
	q.Size = 1
	page, err := c.page(ctx, q, "NCTId")
	if err != nil {
		return 0, err
	}
	return *page.Total, nil
}

func (c *Client) page(ctx context.Context, q Query, fields string) (Page, error) {
	request := refusing(c.c.Get("/studies")).
		Query("fields", fields).
		Query("pageSize", strconv.Itoa(q.Size)).
		MaxBytes(maxStudies)
	for _, part := range [][2]string{
		{"query.cond", q.Condition},
		{"query.intr", q.Intervention},
		{"query.spons", q.Sponsor},
		{"filter.overallStatus", strings.Join(q.Statuses, ",")},
		{"filter.advanced", q.Advanced},
		{"sort", q.Sort},
		{"pageToken", q.Token},
	} {
		if part[1] != "" {
			request.Query(part[0], part[1])
		}
	}
	if q.Token == "" {
		request.Query("countTotal", "true")
	}

	resp, err := request.AcceptStatus(http.StatusNotFound).Check(func(resp *upstream.Response) error {
		if resp.Status == http.StatusNotFound {
			return upstream.BadResponse.Errorf("the list of studies is not where it was")
		}
		var came Page
		if err := resp.JSON(&came); err != nil {
			return err
		}
		if came.Studies == nil {
			return upstream.BadResponse.Errorf("an answer without studies")
		}
		if q.Token == "" && (came.Total == nil || *came.Total < len(came.Studies)) {
			return upstream.BadResponse.Errorf("a first page without the total")
		}
		return nil
	}).Do(ctx)
	if err != nil {
		return Page{}, err
	}

	var page Page
	err = resp.JSON(&page)
	return page, err
}

// refusing makes a refusal final: a 403 is that of the network or of the headers, which no repetition mends. Its body
// is a page, so that what is asked with it ends in Do.
func refusing(r *upstream.Request) *upstream.Request {
	return r.AcceptStatus(http.StatusForbidden).Check(func(resp *upstream.Response) error {
		if resp.Status == http.StatusForbidden {
			return upstream.Unauthorized.Errorf("requests from this network are refused")
		}
		return nil
	})
}
