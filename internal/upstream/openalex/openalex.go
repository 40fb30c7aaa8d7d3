// Package openalex reads authors and works of OpenAlex, an open index of scholarly works.
package openalex

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public API. It counts credits: a single record costs none, a list one, a search ten unless it asks
// for no more than [Client.Search] does, which costs none. Without a key an address has 1,000 credits a day.
var Provider = upstream.Provider{
	Name:        "openalex",
	Undated:     true,
	BaseURL:     "https://api.openalex.org",
	Docs:        "https://developers.openalex.org",
	Attribution: "OpenAlex, CC0 1.0",
	Terms:       "https://openalex.org/terms (data CC0)",
	Checked:     "recorded 2026, one author and one work",
	Keys: []upstream.Key{{
		Env:           "OPENALEX_API_KEY",
		Query:         "api_key",
		RatePerMinute: 1200,
		Gives:         "a budget of $1 a day instead of $0.10, which is 10,000 lists instead of 1,000; free at openalex.org",
	}},
	RatePerMinute: 480,
	Burst:         8,
	TTL:           24 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for an article of 2003.
func probe(ctx context.Context, u *upstream.Client) error {
	work, err := (&Client{u}).Work(ctx, "10.1007/s00401-002-0654-1")
	return upstream.Fact(err, "publication_year", "2003", func() any { return work.Year })
}

// Author is a record of an author. Works are put to authors by a program, so that a record may hold works of several
// persons of one name, and a person may have several records.
type Author struct {
	ID           string        `json:"id"`                        // https://openalex.org/A5023888391
	ORCID        string        `json:"orcid" contract:"nullable"` // https://orcid.org/0000-0001-6187-6610
	Name         string        `json:"display_name"`
	Alternatives []string      `json:"display_name_alternatives"`
	Works        int           `json:"works_count"`
	Citations    int           `json:"cited_by_count"`
	Summary      Summary       `json:"summary_stats"`
	LastKnown    []Institution `json:"last_known_institutions" contract:"nullable"`
	Affiliations []Affiliation `json:"affiliations"`
	Topics       []Topic       `json:"topics"`
	Years        []Year        `json:"counts_by_year" contract:"nullable"`
	Updated      scalar.Text   `json:"updated_date,omitempty"`
	FetchedAt    time.Time     `json:"-"`
}

// Summary are an author's measures.
type Summary struct {
	HIndex           *int     `json:"h_index"`
	I10Index         *int     `json:"i10_index"`
	TwoYearCitedness *float64 `json:"2yr_mean_citedness"`
}

// Institution is where somebody works.
type Institution struct {
	ID      string `json:"id"` // https://openalex.org/I4210135412
	Name    string `json:"display_name"`
	ROR     string `json:"ror" contract:"nullable"`
	Country string `json:"country_code" contract:"nullable"`
}

// Affiliation is an institution with the years of works that name it.
type Affiliation struct {
	Institution Institution `json:"institution"`
	Years       []int       `json:"years"`
}

// Topic is a subject with the number of works on it.
type Topic struct {
	Name  string `json:"display_name"`
	Count *int   `json:"count,omitempty"`
}

// Year are the works of a year, and the citations that all works got in it.
type Year struct {
	Year      int  `json:"year"`
	Works     *int `json:"works_count,omitempty"`
	Citations *int `json:"cited_by_count,omitempty"`
}

// Work is a record of a work.
type Work struct {
	ID          string       `json:"id"`
	DOI         string       `json:"doi" contract:"nullable"` // https://doi.org/10.7717/peerj.4375
	Title       string       `json:"title" contract:"nullable"`
	Type        string       `json:"type,omitempty"`
	Year        int          `json:"publication_year,omitempty"`
	Date        string       `json:"publication_date,omitempty"`
	Citations   int          `json:"cited_by_count"`
	Retracted   *bool        `json:"is_retracted"`
	Access      *Access      `json:"open_access"`
	Primary     *Location    `json:"primary_location,omitempty"`
	Best        *Location    `json:"best_oa_location,omitempty"`
	Locations   []Location   `json:"locations,omitempty"`
	Authorships []Authorship `json:"authorships,omitempty"`
	Updated     scalar.Text  `json:"updated_date,omitempty"`
}

// wholeWork is a work with all of its members, which one that is asked for by its DOI comes with.
type wholeWork struct {
	Work
	Locations []Location `json:"locations"`
}

// Access says whether a copy can be read for free.
type Access struct {
	Open   *bool  `json:"is_oa"`
	Status string `json:"oa_status"` // diamond, gold, hybrid, bronze, green, closed
}

// Location is a place where a work is.
type Location struct {
	Open    bool    `json:"is_oa"`
	Landing string  `json:"landing_page_url" contract:"nullable"`
	PDF     string  `json:"pdf_url" contract:"nullable"`
	License string  `json:"license" contract:"nullable"`
	Version string  `json:"version" contract:"nullable"`
	Source  *Source `json:"source"`
}

// Source is a journal, a repository or the like.
type Source struct {
	Name      string `json:"display_name,omitempty"`
	Type      string `json:"type,omitempty"`
	Publisher string `json:"host_organization_name,omitempty"`
	Open      *bool  `json:"is_oa,omitempty"`
	InDOAJ    *bool  `json:"is_in_doaj,omitempty"`
}

// Authorship is one of a work's authors.
type Authorship struct {
	Author struct {
		Name  string `json:"display_name" contract:"nullable"`
		ORCID string `json:"orcid,omitempty"`
	} `json:"author"`
}

// ByORCID gives the author with this ORCID iD, or [upstream.NotFound].
func (c *Client) ByORCID(ctx context.Context, orcid string) (*Author, error) {
	author, err := c.author(ctx, "orcid:"+orcid, "orcid:"+orcid)
	if err == nil && !strings.HasSuffix(author.ORCID, "/"+orcid) {
		return nil, upstream.BadResponse.Errorf("an author with another ORCID iD")
	}
	return author, err
}

// Author gives the author with this id, as in A5023888391, or [upstream.NotFound]. A record that was merged into
// another is answered with that one.
func (c *Client) Author(ctx context.Context, id string) (*Author, error) {
	return c.author(ctx, id, "ids.openalex:"+id)
}

// author reads a record. filter is what the list of all authors would be asked for it by.
func (c *Client) author(ctx context.Context, id, filter string) (*Author, error) {
	var author Author
	resp, err := c.c.Get("/authors/{}", id).JSON(ctx, &author)
	if err != nil {
		return nil, c.absent(ctx, c.c.Get("/authors"), filter, err)
	}
	author.FetchedAt = resp.FetchedAt
	return &author, nil
}

// absent says what the failure of a single record means. For one that does not exist the API has a page of status 404,
// as for a path that has moved: that there is none is said by the list, when it counts no record that fits the filter.
func (c *Client) absent(ctx context.Context, list *upstream.Request, filter string, err error) error {
	var failed *upstream.Error
	if !errors.As(err, &failed) || failed.Status != http.StatusNotFound {
		return err
	}

	var fitting page[struct {
		ID string `json:"id"`
	}]
	request := list.Query("filter", filter).Query("per_page", "1").Query("select", "id")
	if _, err := request.JSON(ctx, &fitting); err != nil || fitting.Meta.Count > 0 {
		return failed
	}
	return &upstream.Error{
		Kind:     upstream.NotFound,
		Provider: Provider.Name,
		Cause:    errors.New("no record fits"),
	}
}

// Found is an author of a search.
type Found struct {
	ID    string `json:"id"`
	Name  string `json:"display_name"`
	Works *int   `json:"works_count"`
}

// Authors are those that a search found first, and how many there are.
type Authors struct {
	List  []Found
	Total int
}

// searchColumns and searchPage are the only ones at which a search costs no credits.
const (
	searchColumns = "id,display_name,works_count"
	searchPage    = 10
)

// Search gives the authors whose name has these words, the best fit first.
func (c *Client) Search(ctx context.Context, words string) (*Authors, error) {
	var list page[Found]
	request := c.c.Get("/authors").
		Query("search", words).
		Query("per_page", strconv.Itoa(searchPage)).
		Query("select", searchColumns)
	if _, err := request.JSON(ctx, &list); err != nil {
		return nil, err
	}
	if len(list.Results) == 0 {
		return nil, upstream.NotFound.Errorf("no author of this name")
	}
	return &Authors{
		List:  list.Results,
		Total: max(list.Meta.Count, len(list.Results)),
	}, nil
}

// TopWorks gives the author's most cited works, at most n.
func (c *Client) TopWorks(ctx context.Context, author string, n int) ([]Work, error) {
	var list page[Work]
	request := c.c.Get("/works").
		Query("filter", "author.id:"+author).
		Query("sort", "cited_by_count:desc").
		Query("per_page", strconv.Itoa(n)).
		Query("select", "id,doi,title,type,publication_year,cited_by_count,is_retracted,open_access")
	_, err := request.JSON(ctx, &list)
	return list.Results, err
}

// Work gives the work with this DOI in lower case, or [upstream.NotFound].
func (c *Client) Work(ctx context.Context, doi string) (*Work, error) {
	var whole wholeWork
	if _, err := c.c.Get("/works/doi:{}", doi).JSON(ctx, &whole); err != nil {
		return nil, c.absent(ctx, c.c.Get("/works"), "doi:"+doi, err)
	}

	work := whole.Work
	work.Locations = whole.Locations
	switch {
	case work.DOI == "":
		return nil, upstream.BadResponse.Errorf("a work without the DOI that it was asked for by")
	case !strings.EqualFold(strings.TrimPrefix(work.DOI, "https://doi.org/"), doi):
		// Versions of a work are merged under the DOI of one of them; what holds of that need not hold of the other.
		return nil, upstream.NotFound.Errorf("this DOI is filed with another version of the work")
	}
	return &work, nil
}

// page is a page of a list.
type page[T any] struct {
	Meta struct {
		Count int `json:"count"`
	} `json:"meta"`
	Results []T `json:"results" counted:"meta.count"`
}
