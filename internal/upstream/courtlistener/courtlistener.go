// Package courtlistener searches US case law and federal dockets by CourtListener, the public archive of the Free Law
// Project.
package courtlistener

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/farebox/farebox/internal/upstream"
)

// TokenVariable is the setting of the token.
const TokenVariable = "COURTLISTENER_TOKEN"

// Provider is the search of API version 4. The quotas are those of a free account; without a token the API has been
// seen both to answer and to refuse.
var Provider = upstream.Provider{
	Name:        "courtlistener",
	Undated:     true,
	BaseURL:     "https://www.courtlistener.com/api/rest/v4",
	Docs:        "https://www.courtlistener.com/help/api/rest/v4/search/",
	Attribution: "CourtListener, Free Law Project",
	Terms:       "https://www.courtlistener.com/terms/",
	Checked:     "recorded 2026-08",
	Keys: []upstream.Key{{
		Env:    TokenVariable,
		Header: "Authorization",
		Scheme: "Token",
		Gives:  "access: requests without a token are refused, searches too as readers say since November 2026",
	}},
	Quotas: []upstream.Quota{
		{Requests: 5, Per: time.Minute},
		{Requests: 50, Per: time.Hour},
		{Requests: 125, Per: 24 * time.Hour},
	},
	Concurrency: 2,
	TTL:         24 * time.Hour,
	StaleFor:    7 * 24 * time.Hour,
	Timeout:     15 * time.Second,
	Retries:     -1, // each try counts towards the quotas
}

const site = "https://www.courtlistener.com"

// Type is the kind of records that is searched.
type Type string

// The types of searches.
const (
	Opinions Type = "o" // case law, state and federal; published opinions only
	Dockets  Type = "d" // dockets of federal courts, as far as the archive has them
	Records  Type = "r" // the same dockets with some of their documents
)

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for opinions on Marbury v. Madison.
func probe(ctx context.Context, u *upstream.Client) error {
	c := &Client{u}
	page, err := c.Search(ctx, Opinions, "Marbury v. Madison")
	if err != nil {
		return err
	}
	return upstream.Has(page.Cases, err, "results", "a case", func(c Case) bool { return c.Name != "" })
}

// HasToken says whether the operator has set a token.
func (c *Client) HasToken() bool { return c.c.Key(TokenVariable) != "" }

// Page is the first cases of a search, the latest filed first.
type Page struct {
	Total int // all that match; for dockets an estimate, within some per cent above 2,000
	Cases []Case
}

// Case is an opinion's cluster or a docket.
type Case struct {
	Name         string   `json:"caseName"`
	Court        string   `json:"court,omitempty"`
	CourtID      string   `json:"court_id,omitempty"`
	Filed        string   `json:"dateFiled" contract:"nullable past falling"` // YYYY-MM-DD
	Terminated   string   `json:"dateTerminated,omitempty" contract:"past"`
	Citations    []string `json:"citation,omitempty"` // of opinions
	DocketNumber string   `json:"docketNumber" contract:"nullable"`
	NatureOfSuit *string  `json:"suitNature,omitempty"` // "" where there is none; see [page.Hold]
	Cause        string   `json:"cause,omitempty"`
	Status       string   `json:"status,omitempty"` // of opinions: Published
	Parties      []string `json:"party,omitempty"`  // of dockets; see [page.Hold]
	OpinionPath  string   `json:"absolute_url,omitempty" contract:"key"`
	DocketPath   string   `json:"docket_absolute_url,omitempty" contract:"key"`
}

// URL is the case's page, "" without one.
func (c *Case) URL() string {
	switch {
	case strings.HasPrefix(c.DocketPath, "/"):
		return site + c.DocketPath
	case strings.HasPrefix(c.OpinionPath, "/"):
		return site + c.OpinionPath
	}
	return ""
}

// Search finds the cases of a party by any of its names: in the names of parties and the title for dockets, in the
// title for opinions. Names without letters and digits are Invalid.
func (c *Client) Search(ctx context.Context, kind Type, names ...string) (*Page, error) {
	var phrases []string
	for _, name := range names {
		if phrase := Phrase(name); phrase != "" {
			phrases = append(phrases, phrase)
		}
	}
	if len(phrases) == 0 {
		return nil, upstream.Invalid.Errorf("courtlistener: a name without letters and digits")
	}
	either := "(" + strings.Join(phrases, " OR ") + ")"
	query := "caseName:" + either
	if kind != Opinions {
		query = "party:" + either + " OR " + query
	}

	request := c.c.Get("/search/").
		Query("q", query).
		Query("type", string(kind)).
		Query("order_by", "dateFiled desc")
	body := page{kind: kind}
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, err
	}
	return &Page{
		Total: body.Count,
		Cases: body.Results,
	}, nil
}

type page struct {
	Count   int    `json:"count"`
	Results []Case `json:"results" counted:"count"`

	kind Type
}

// Hold refuses cases that all lack what they are judged by: the nature of
// the suit, which may be "", and for dockets the parties.
func (p *page) Hold() error {
	if len(p.Results) == 0 {
		return nil
	}
	if !slices.ContainsFunc(p.Results, func(c Case) bool { return c.NatureOfSuit != nil }) {
		return upstream.Lacks("results[].suitNature")
	}
	if p.kind != Opinions && !slices.ContainsFunc(p.Results, func(c Case) bool { return c.Parties != nil }) {
		return upstream.Lacks("results[].party")
	}
	if slices.ContainsFunc(p.Results, func(c Case) bool { return c.Name == "" && c.DocketNumber == "" }) {
		return errors.New("a case without name and docket number")
	}
	return nil
}

// Phrase is a text as a phrase of the search's syntax, in quotes; "" when nothing of it can be searched. Signs that
// mean something there are left out, parentheses and quotes too, which are counted even within a phrase.
func Phrase(text string) string {
	words := strings.FieldsFunc(upstream.Typed(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune("&'-.,", r)
	})
	if !strings.ContainsFunc(strings.Join(words, ""), func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	}) {
		return ""
	}
	return `"` + strings.Join(words, " ") + `"`
}
