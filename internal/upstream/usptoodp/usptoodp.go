// Package usptoodp searches US patents in the Open Data Portal of the Patent and Trademark Office, which replaced
// PatentsView in March 2026.
package usptoodp

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/farebox/farebox/internal/upstream"
)

// KeyVariable is the setting of the key.
const KeyVariable = "USPTO_API_KEY"

// Provider is the portal's search. It wants one request at a time for a key, and refuses all without one.
var Provider = upstream.Provider{
	Name:        "uspto_odp",
	Undated:     true,
	BaseURL:     "https://api.uspto.gov",
	Docs:        "https://data.uspto.gov/apis/patent-file-wrapper/search",
	Attribution: "USPTO Open Data Portal",
	Terms:       "https://data.uspto.gov/apis/getting-started (public domain)",
	Checked:     "recorded 2025",
	Keys: []upstream.Key{{
		Env:      KeyVariable,
		Required: true,
		Header:   "X-API-KEY",
		Gives:    "all access; free, from data.uspto.gov",
	}},
	RatePerMinute: 240,
	Burst:         1,
	Concurrency:   1,
	TTL:           24 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
	Timeout:       20 * time.Second,
	Retries:       1,
}

// Client calls the portal.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for patents of an owner.
func probe(ctx context.Context, u *upstream.Client) error {
	page, err := (&Client{u}).Granted(ctx, Query{
		Owners: []string{"BTL Medical"},
		Limit:  5,
	})
	if err != nil {
		return err
	}
	return upstream.Has(page.Patents, err, "patentFileWrapperDataBag", "a patent", func(p Patent) bool {
		return p.Number != ""
	})
}

// Configured is nil, or the NotConfigured error that every search would give.
func (c *Client) Configured() error { return c.c.Configured() }

// Query says whose patents are wanted. At least one member besides Limit has to be given, and both have to fit.
type Query struct {
	Owners   []string // names of an applicant or an assignee; one has to fit
	Inventor string   // last name
	Limit    int      // how many of the latest are given
}

// Page is the latest granted patents of a query.
type Page struct {
	Total   int // granted patents that match
	Patents []Patent
}

// Patent is a granted patent.
type Patent struct {
	Number      string
	Application string
	Title       string
	Granted     string // YYYY-MM-DD
	Type        string // utility, design, plant, reissue
	Applicants  []string
	Assignees   []string // those of the last recorded transfer of ownership; nil where none is recorded
	Inventors   []string
}

// Granted searches for granted patents, the latest first. None that match is a page without patents.
func (c *Client) Granted(ctx context.Context, q Query) (*Page, error) {
	text := q.lucene()
	if text == "" {
		return nil, upstream.Invalid.Errorf("uspto_odp: a query without letters and digits")
	}
	body := search{Q: text}
	body.Pagination.Limit = q.Limit
	body.Sort = []order{{"applicationMetaData.grantDate", "desc"}}

	var found bag
	request := c.c.Post("/api/v1/patent/applications/search").
		JSONBody(body).
		Safe().
		NoRecord(http.StatusNotFound, upstream.Says("no matching records"))
	_, err := request.JSON(ctx, &found)
	if errors.Is(err, upstream.NotFound) {
		return &Page{}, nil
	}
	if err != nil {
		return nil, err
	}

	page := &Page{Total: found.Count}
	for _, w := range found.Wrappers {
		if w.Meta.PatentNumber != "" {
			page.Patents = append(page.Patents, w.patent())
		}
	}
	return page, nil
}

// search is the request. The portal's GET silently ignores filters, so all conditions are in q.
type search struct {
	Q          string  `json:"q"`
	Sort       []order `json:"sort"`
	Pagination struct {
		Offset int `json:"offset"`
		Limit  int `json:"limit"`
	} `json:"pagination"`
}

type order struct {
	Field string `json:"field"`
	Order string `json:"order"`
}

// ownerFields are where the name of an owner stands.
var ownerFields = []string{
	"applicationMetaData.firstApplicantName",
	"applicationMetaData.applicantBag.applicantNameText",
	"assignmentBag.assigneeBag.assigneeNameText",
}

// lucene is the query in the portal's syntax, "" when nothing of it can be searched.
func (q Query) lucene() string {
	var owners []string
	for _, name := range q.Owners {
		for _, field := range ownerFields {
			if phrase := phrase(name); phrase != "" {
				owners = append(owners, field+":"+phrase)
			}
		}
	}

	var all []string
	if len(owners) > 0 {
		all = append(all, "("+strings.Join(owners, " OR ")+")")
	}

	if inventor := phrase(q.Inventor); inventor != "" {
		all = append(all, "applicationMetaData.inventorBag.lastName:"+inventor)
	}
	if len(all) == 0 {
		return ""
	}

	return strings.Join(append(all, "applicationMetaData.patentNumber:*"), " AND ")
}

// phrase is a text as a phrase of the syntax, without the signs that end one.
func phrase(text string) string {
	words := strings.FieldsFunc(upstream.Typed(text), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`"\`, r)
	})
	joined := strings.Join(words, " ")
	if !strings.ContainsFunc(joined, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return `"` + joined + `"`
}

// bag is the answer.
type bag struct {
	Count    int       `json:"count"`
	Wrappers []wrapper `json:"patentFileWrapperDataBag" counted:"count"`
}

// Hold refuses applications that all lack a patent number, which the query asks for.
func (b *bag) Hold() error {
	granted := func(w wrapper) bool { return w.Meta.PatentNumber != "" }
	if len(b.Wrappers) > 0 && !slices.ContainsFunc(b.Wrappers, granted) {
		return upstream.Lacks("patentFileWrapperDataBag[].applicationMetaData.patentNumber")
	}
	return nil
}

type wrapper struct {
	Application string `json:"applicationNumberText" contract:"key"`
	Meta        struct {
		Title        string `json:"inventionTitle,omitempty"`
		PatentNumber string `json:"patentNumber,omitempty"`
		GrantDate    string `json:"grantDate,omitempty" contract:"past"`
		TypeName     string `json:"applicationTypeLabelName,omitempty"`
		Applicants   []struct {
			Name string `json:"applicantNameText"`
		} `json:"applicantBag,omitempty"` // absent from old applications, whose inventors applied
		FirstApplicant string `json:"firstApplicantName,omitempty"`
		Inventors      []struct {
			Name string `json:"inventorNameText"`
		} `json:"inventorBag,omitempty"`
		FirstInventor string `json:"firstInventorName,omitempty"`
	} `json:"applicationMetaData"`
	Assignments []assignment `json:"assignmentBag,omitempty"` // absent when nothing is recorded
}

type assignment struct {
	Recorded   string `json:"assignmentRecordedDate"`
	Conveyance string `json:"conveyanceText" contract:"nullable"`
	Assignees  []struct {
		Name string `json:"assigneeNameText"`
	} `json:"assigneeBag"`
}

// noTransfer are words of records that leave the owner as it is: a bank that lent money is no assignee.
var noTransfer = []string{"SECURITY", "RELEASE", "LIEN", "LICENSE", "COLLATERAL", "PLEDGE", "MORTGAGE"}

// transfers says whether the record may give the owner another name.
func (a assignment) transfers() bool {
	text := strings.ToUpper(a.Conveyance)
	return !slices.ContainsFunc(noTransfer, func(word string) bool { return strings.Contains(text, word) })
}

func (w wrapper) patent() Patent {
	p := Patent{
		Number:      w.Meta.PatentNumber,
		Application: w.Application,
		Title:       strings.TrimSpace(w.Meta.Title),
		Granted:     w.Meta.GrantDate,
		Type:        strings.ToLower(w.Meta.TypeName),
	}

	for _, a := range w.Meta.Applicants {
		p.Applicants = once(p.Applicants, a.Name)
	}
	if len(p.Applicants) == 0 {
		p.Applicants = once(nil, w.Meta.FirstApplicant)
	}

	for _, i := range w.Meta.Inventors {
		p.Inventors = once(p.Inventors, i.Name)
	}
	if len(p.Inventors) == 0 {
		p.Inventors = once(nil, w.Meta.FirstInventor)
	}

	p.Assignees = lastAssignees(w.Assignments)
	return p
}

// lastAssignees are those of the transfers that were recorded last. Of a record without words nobody knows whether it
// is a transfer: where it is the last one, nobody knows the owner.
func lastAssignees(list []assignment) (last []string) {
	day := ""
	known := true

	for _, a := range list {
		if !a.transfers() || a.Recorded < day {
			continue
		}
		if a.Recorded > day {
			day = a.Recorded
			last = nil
			known = true
		}
		known = known && a.Conveyance != ""
		for _, who := range a.Assignees {
			last = once(last, who.Name)
		}
	}

	if !known {
		return nil
	}
	return last
}

// once adds a name that is not there yet.
func once(list []string, name string) []string {
	name = strings.Join(strings.Fields(name), " ")
	if name == "" || slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}
