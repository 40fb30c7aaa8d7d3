// Package ctgov reads studies from ClinicalTrials.gov, API version 2.
package ctgov

import (
	"context"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API, which needs no key. It answers 403 to most User-Agents, but serves requests without one.
// Some networks are always refused.
var Provider = upstream.Provider{
	Name:          "ctgov",
	Undated:       true,
	BaseURL:       "https://clinicaltrials.gov/api/v2",
	Docs:          "https://clinicaltrials.gov/data-api/api",
	Attribution:   "ClinicalTrials.gov, U.S. National Library of Medicine",
	Terms:         "https://clinicaltrials.gov/about-site/terms-conditions",
	Checked:       "recorded 2026-08, two studies and one search",
	RatePerMinute: 50,
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

// Fields are the requested parts of a study: modules and pieces by their names in the provider's data structure.
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
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a study that was terminated.
func probe(ctx context.Context, u *upstream.Client) error {
	study, err := (&Client{u}).Protocol(ctx, "NCT02576665")
	return upstream.Fact(err, "protocolSection.statusModule.overallStatus", "TERMINATED", func() any {
		return study.Protocol.Status.Overall
	})
}

// Protocol returns a study without its results, or [upstream.NotFound]. An obsolete identifier returns the study
// that it is an alias of.
func (c *Client) Protocol(ctx context.Context, nct string) (*Study, error) {
	return c.study(ctx, nct, protocolFields, Study.lacks)
}

// Results returns a study with any posted results, without most of its protocol.
func (c *Client) Results(ctx context.Context, nct string) (*Study, error) {
	return c.study(ctx, nct, resultFields, Study.unposted)
}

// unposted is the inconsistency in a study with its results, or nil.
func (s Study) unposted() *upstream.Drift {
	drift := upstream.Drift{
		Expected: "a value",
		Got:      "nothing",
	}

	switch {
	case s.Protocol.Status.Overall != "WITHHELD" && s.Protocol.Identification.BriefTitle == "":
		return absent("identificationModule.briefTitle")
	case s.HasResults == nil:
		drift.Member = "hasResults"
	case *s.HasResults && s.Results == nil:
		drift.Member = "resultsSection"
	case s.Results != nil && len(s.Results.Outcomes.Measures) == 0: // a primary outcome at least
		drift.Member = "resultsSection.outcomeMeasuresModule.outcomeMeasures"
	case s.Results != nil && s.Results.Adverse.unlisted():
		drift.Member = "resultsSection.adverseEventsModule.seriousEvents"
	default:
		return nil
	}
	return &drift
}

func (c *Client) study(ctx context.Context, nct, fields string, lacks func(Study) *upstream.Drift) (*Study, error) {
	var study Study
	_, err := refusing(c.c.Get("/studies/{}", nct)).
		RawQuery(url.Values{"fields": {fields}}.Encode()). // which the redirect of an alias may lose: no harm
		MaxBytes(maxStudy).
		NoRecord(http.StatusNotFound, isPlain).
		Check(func(resp *upstream.Response) error {
			var came Study
			if err := resp.JSON(&came); err != nil {
				return err
			}
			id := came.Protocol.Identification
			if id.NCT != nct && !slices.Contains(id.Aliases, nct) {
				return upstream.BadResponse.Errorf("an answer that is not the study asked for")
			}
			if drift := lacks(came); drift != nil {
				return drift
			}
			return nil
		}).JSON(ctx, &study)
	if err != nil {
		return nil, err
	}

	return &study, nil
}

// isPlain recognises the API's "no such study": a 404 with a line of plain text, as in its specification.
func isPlain(resp *upstream.Response) bool {
	kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return err == nil && kind == "text/plain"
}

// Query is a search for studies. Words are in the provider's query language: the caller leaves only letters, digits
// and blanks in them. At most 12 words are accepted.
type Query struct {
	Condition    string
	Intervention string
	Sponsor      string   // lead sponsor or collaborator
	Statuses     []string // any of them
	Advanced     string   // an expression such as AREA[Phase]PHASE3
	Sort         string   // the provider's order of relevance if empty
	Token        string   // of the page before
	Size         int      // at most 1,000
}

// Page is a page of studies.
type Page struct {
	Studies []Study `json:"studies"`
	Total   *int    `json:"totalCount,omitempty"`    // on the first page only
	Next    string  `json:"nextPageToken,omitempty"` // absent on the last page
}

// Search returns the studies that match all parts of the query, shortened to what lists show.
func (c *Client) Search(ctx context.Context, q Query) (Page, error) {
	var page Page
	_, err := c.listed(q, summaryFields).Check(func(resp *upstream.Response) error {
		var came Page
		if err := resp.JSON(&came); err != nil {
			return err
		}
		for _, s := range came.Studies {
			if drift := s.lacks(); drift != nil {
				drift.Member = "studies[]." + drift.Member
				return drift
			}
		}
		return came.begins(q.Token == "")
	}).JSON(ctx, &page)
	return page, err
}

// begins reports what a first page lacks: its total, or the token of the next page.
func (p Page) begins(first bool) error {
	switch {
	case !first:
		return nil
	case p.Total == nil || *p.Total < len(p.Studies):
		return upstream.Drifted("totalCount", "the number of studies", "nothing")
	case *p.Total > len(p.Studies) && p.Next == "":
		return upstream.Drifted("nextPageToken", "a text", "nothing")
	}
	return nil
}

// Count returns the number of studies that match the query.
func (c *Client) Count(ctx context.Context, q Query) (int, error) {
	q.Size = 1
	var page struct {
		Total int `json:"totalCount"`
	}
	_, err := c.listed(q, "NCTId").JSON(ctx, &page)
	return page.Total, err
}

// listed requests the fields of the studies that match a query.
func (c *Client) listed(q Query, fields string) *upstream.Request {
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

	return request
}

// refusing makes a refusal final: a 403 concerns the network or the headers, which repetition does not fix.
func refusing(r *upstream.Request) *upstream.Request {
	return r.AcceptStatus(http.StatusForbidden).Refusal(func(resp *upstream.Response) error {
		if resp.Status == http.StatusForbidden {
			return upstream.Unauthorized.Errorf("requests from this network are refused")
		}
		return nil
	})
}
