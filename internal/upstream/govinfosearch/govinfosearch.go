// Package govinfosearch asks the search service of govinfo.gov for texts of bills. It needs a key of api.data.gov, the
// same that congress.gov takes.
package govinfosearch

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the search service.
var Provider = upstream.Provider{
	Name:        "govinfo_search",
	Undated:     true,
	BaseURL:     "https://api.govinfo.gov",
	Docs:        "https://www.govinfo.gov/features/search-service-overview",
	Attribution: "U.S. Government Publishing Office",
	Terms:       "public domain (17 U.S.C. 105)",
	Checked:     "recorded 2023-02",
	Keys: []upstream.Key{{
		Env:      "CONGRESS_API_KEY",
		Header:   "X-Api-Key",
		Required: true,
		Gives:    "/legislative/search, the same key of api.data.gov as congress.gov takes",
	}},

	RatePerMinute: 30,
	Burst:         15,
	TTL:           time.Hour,
	StaleFor:      24 * time.Hour,
	Timeout:       15 * time.Second,
}

// pageSize is how many texts a search gives: one bill has up to ten.
const pageSize = 100

// Client calls the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the bills of the 113th Congress, which is over.
func probe(ctx context.Context, u *upstream.Client) error {
	texts, _, err := (&Client{u}).Bills(ctx, 113, []string{"member"})
	return upstream.Has(texts, err, "results", "a bill", func(t Text) bool { return t.PackageID != "" })
}

// Text is a version of a bill.
type Text struct {
	Title      string `json:"title"`
	PackageID  string `json:"packageId"`  // BILLS-113hjres7ih
	DateIssued string `json:"dateIssued"` // YYYY-MM-DD
}

var packageID = regexp.MustCompile(`^BILLS-(\d+)(hr|s|hjres|sjres|hconres|sconres|hres|sres)(\d+)[a-z]+\d*$`)

// Bill is the bill that the text is a version of; ok is false for texts of another collection.
func (t Text) Bill() (congress int, kind string, number int, ok bool) {
	m := packageID.FindStringSubmatch(t.PackageID)
	if m == nil {
		return 0, "", 0, false
	}
	congress, badCongress := strconv.Atoi(m[1])
	number, badNumber := strconv.Atoi(m[3])
	return congress, m[2], number, badCongress == nil && badNumber == nil
}

func (t Text) isBill() bool {
	_, _, _, ok := t.Bill()
	return ok
}

// results is the answer to a search.
type results struct {
	Results []Text `json:"results" counted:"count"`
	Count   int    `json:"count"`
}

// Hold refuses an answer with texts, but without any of a bill.
func (r *results) Hold() error {
	if len(r.Results) > 0 && !slices.ContainsFunc(r.Results, Text.isBill) {
		return errors.New("no text is a bill's")
	}
	return nil
}

// query is the body of a search.
type query struct {
	Query  string  `json:"query"`
	Size   int     `json:"pageSize"`
	Offset string  `json:"offsetMark"`
	Sorts  []order `json:"sorts"`
}

type order struct {
	Field string `json:"field"`
	Order string `json:"sortOrder"`
}

// Bills searches the texts of the bills of a Congress for all of the words, best matches first, and says how many
// texts match. Words are taken literally: see [Words].
func (c *Client) Bills(ctx context.Context, congress int, words []string) (texts []Text, total int, err error) {
	var answer results
	body := query{
		Query:  "collection:(BILLS) AND congress:(" + strconv.Itoa(congress) + ") AND " + literally(words),
		Size:   pageSize,
		Offset: "*",
		Sorts: []order{{
			Field: "score",
			Order: "DESC",
		}},
	}
	if _, err := c.c.Post("/search").JSONBody(body).Safe().JSON(ctx, &answer); err != nil {
		return nil, 0, err
	}
	return answer.Results, answer.Count, nil
}

// Words are the words of a caller's text, without anything that the query language could read as an operator. The index
// divides women's in its own way, so that it is one word here.
func Words(text string) []string { return upstream.SearchWords(text, "'") }

// literally joins words so that each has to occur. Between quotation marks AND, OR and NOT are words as well.
func literally(words []string) string {
	quoted := each.Of(words, func(word string) string { return `"` + word + `"` })
	return "(" + strings.Join(quoted, " AND ") + ")"
}
