// Package federalregister reads the Federal Register: rules, proposed rules, notices and presidential documents of the
// US government, by the API of federalregister.gov (version 1), which needs no key.
//
// Documents of the next issue are listed up to three days before it appears, so that a day of publication may be
// ahead.
package federalregister

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API. Its website refuses programs and is never asked.
var Provider = upstream.Provider{
	Name:        "federal_register",
	Undated:     true,
	BaseURL:     "https://www.federalregister.gov/api/v1",
	Docs:        "https://www.federalregister.gov/developers/documentation/api/v1",
	Attribution: "Office of the Federal Register, federalregister.gov",
	Terms:       "public domain (17 U.S.C. 105)",
	Checked:     "recorded 2026-10",

	RatePerMinute: 120,
	Burst:         20,
	TTL:           time.Hour,
	StaleFor:      24 * time.Hour,
	Timeout:       12 * time.Second,
	Headers:       map[string]string{"Accept": "application/json"},
}

// MaxCount is what the count of a search stops at.
const MaxCount = 10000

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a rule of 2020.
func probe(ctx context.Context, u *upstream.Client) error {
	document, err := (&Client{u}).Document(ctx, "2020-28306")
	return upstream.Fact(err, "document_number", "2020-28306", func() any { return document.Number })
}

// The kinds of documents, as the search accepts them.
const (
	Rule         = "RULE"
	ProposedRule = "PRORULE"
)

// Query is a search. All that is set has to fit.
type Query struct {
	Term     string   // words or a "phrase", in the site's syntax; see [Words] and [Phrase]
	Agencies []string // slugs of [Agency]; one that does not exist fails the search
	Docket   string   // EPA-HQ-OAR-2003-0129
	Types    []string
	Newest   bool // the newest first; else the best matches
	Limit    int  // 2 to 100; a single one cannot be asked for
}

// Page is the first page of a search.
type Page struct {
	Count     int // of all that match, MaxCount at most
	Documents []Document
}

// Document is a document of the Federal Register.
type Document struct {
	Number        string      `json:"document_number" contract:"key" asked:"/documents/{}"` // 2026-20281
	Title         string      `json:"title"`
	Type          string      `json:"type"`               // Rule, Proposed Rule, Notice, Presidential Document
	Abstract      string      `json:"abstract,omitempty"` // null for notices and presidential documents
	URL           string      `json:"html_url"`
	Published     string      `json:"publication_date" contract:"past"` // YYYY-MM-DD
	CommentsUntil string      `json:"comments_close_on,omitempty"`      // null unless comments are asked for
	Dockets       []string    `json:"docket_ids,omitempty"`
	Agencies      []Publisher `json:"agencies"` // the department first, then its bureau

	// Regulations is what regulations.gov has about it, only for a single document.
	Regulations *Regulations `json:"regulations_dot_gov_info,omitempty"`
}

// Regulations is the document's copy on regulations.gov; empty when there is none.
type Regulations struct {
	DocumentID string `json:"document_id,omitempty"`
	Comments   *int   `json:"comments_count,omitempty"`
}

// Publisher is an agency that a document is of. One that was not recognised has a RawName alone.
type Publisher struct {
	Name    string `json:"name,omitempty"`
	Slug    string `json:"slug,omitempty"`
	RawName string `json:"raw_name,omitempty"`
}

// Title is the agency's name, as the document has it where it was not recognised.
func (p Publisher) Title() string { return cmp.Or(p.Name, p.RawName) }

// Hold refuses an agency that was recognised and has no name.
func (d *Document) Hold() error {
	for _, p := range d.Agencies {
		if p.Slug != "" && p.Name == "" {
			return upstream.Lacks("agencies[].name")
		}
	}
	return nil
}

// Agency is one of those that publish.
type Agency struct {
	Name      string `json:"name"`
	ShortName string `json:"short_name,omitempty"` // EPA; null for many
	Slug      string `json:"slug"`                 // environmental-protection-agency
}

// fields are those of Document that a search gives.
var fields = []string{
	"abstract", "agencies", "comments_close_on", "docket_ids", "document_number", "html_url", "publication_date",
	"title", "type",
}

// searchPage is a page as the API writes it.
type searchPage struct {
	Count   int        `json:"count"`
	Results []Document `json:"results,omitempty" counted:"count"` // absent when there are none, as recorded
}

// Hold implements [upstream.Holder].
func (p *searchPage) Hold() error {
	for i := range p.Results {
		if err := p.Results[i].Hold(); err != nil {
			return err
		}
	}
	return nil
}

// Search is the first page of what fits q. Nothing that fits is a page without documents, not NotFound.
func (c *Client) Search(ctx context.Context, q Query) (*Page, error) {
	request := c.c.Get("/documents.json").Query("per_page", strconv.Itoa(min(max(q.Limit, 2), 100)))
	for _, field := range fields {
		request.Query("fields[]", field)
	}
	if q.Term != "" {
		request.Query("conditions[term]", q.Term)
	}
	if q.Docket != "" {
		request.Query("conditions[docket_id]", q.Docket)
	}
	for _, slug := range q.Agencies {
		request.Query("conditions[agencies][]", slug)
	}
	for _, kind := range q.Types {
		request.Query("conditions[type][]", kind)
	}
	if q.Newest {
		request.Query("order", "newest")
	}

	var answer searchPage
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}

	for i := range answer.Results {
		answer.Results[i].trim()
	}
	if len(answer.Results) > q.Limit && q.Limit > 0 {
		answer.Results = answer.Results[:q.Limit]
	}
	return &Page{
		Count:     answer.Count,
		Documents: answer.Results,
	}, nil
}

// Document is the document with that number, with what regulations.gov has about it. NotFound when there is none, which
// the API says by {"status":404,"message":"Record Not Found"}.
func (c *Client) Document(ctx context.Context, number string) (*Document, error) {
	var d Document
	request := c.c.Get("/documents/{}", number+".json").
		NoRecord(http.StatusNotFound, upstream.Says("record not found"))
	if _, err := request.JSON(ctx, &d); err != nil {
		return nil, err
	}
	d.trim()
	return &d, nil
}

// trim takes the blanks off that titles often end in.
func (d *Document) trim() { d.Title = strings.TrimSpace(d.Title) }

// Words is a caller's text as words that all have to occur, without the signs of the search's syntax.
func Words(text string) string {
	return strings.Join(strings.FieldsFunc(upstream.Typed(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '\'' && r != '.'
	}), " ")
}

// Phrase is a caller's texts as phrases, one of which has to occur.
func Phrase(texts ...string) string {
	list := each.Of(texts, func(text string) string { return `"` + Words(text) + `"` })
	return strings.Join(list, " | ")
}
