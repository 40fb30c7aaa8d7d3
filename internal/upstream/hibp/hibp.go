// Package hibp reads the catalogue of breaches of Have I Been Pwned, and, with the operator's key, the breaches of
// an e-mail address.
package hibp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

const (
	docs        = "https://haveibeenpwned.com/API/v3"
	terms       = "https://haveibeenpwned.com/API/v3#License (CC BY 4.0: name and link it)"
	attribution = "Have I Been Pwned, haveibeenpwned.com"
)

// Provider is the catalogue of breaches, which needs no key.
var Provider = upstream.Provider{
	Name:        "hibp",
	BaseURL:     "https://haveibeenpwned.com/api/v3",
	Docs:        docs,
	Attribution: attribution,
	Terms:       terms,
	Checked:     "recorded 2026-10",
	TTL:         time.Hour,
	StaleFor:    24 * time.Hour,
}

// Accounts is the search by e-mail address, for which the operator needs a key.
var Accounts = upstream.Provider{
	Name:        "hibp-account",
	BaseURL:     "https://haveibeenpwned.com/api/v3",
	Docs:        docs,
	Attribution: attribution,
	Terms:       terms,
	Checked:     "recorded 2026-10",
	Keys: []upstream.Key{
		{
			Env:      "HIBP_API_KEY",
			Header:   "hibp-api-key",
			Required: true,
			Gives:    "/breach/account; a plan of 10 requests a minute or more",
		},
	},
}

// Client calls the API.
type Client struct {
	live, accounts *upstream.Client
	catalogue      *upstream.Dataset[Catalogue]
}

// New makes a client, and registers the catalogue as a refreshed list.
func New(pool *upstream.Pool) *Client {
	c := &Client{live: pool.Client(Provider), accounts: pool.Client(Accounts)}
	c.catalogue = upstream.NewDataset(pool, upstream.DatasetSpec[Catalogue]{
		Name:       "hibp_breaches",
		Client:     c.live,
		Every:      12 * time.Hour,
		MinRecords: 500,
		Files: []upstream.File{
			{Name: "breaches.json", Request: func(c *upstream.Client) *upstream.Request { return c.Get("/breaches") }},
		},
		Parse:  parse,
		Count:  func(c Catalogue) int { return c.count },
		Stated: func(c Catalogue, _ fs.FS) time.Time { return c.newest },
		Lasts:  90 * 24 * time.Hour, // breaches are added every few days or weeks
	})
	c.live.Probe(c.probe)
	return c
}

// probe asks for the breach of Adobe.
func (c *Client) probe(ctx context.Context) error {
	breaches, _, err := c.OfDomain(ctx, "adobe.com")
	return upstream.Has(breaches, err, "BreachDate", "2013-10-04", func(b Breach) bool {
		return b.BreachDate == "2013-10-04"
	})
}

// Breach is one breach in the API. All of these members are documented and always present: a missing one must not
// make a breach harmless.
type Breach struct {
	Name         string   `json:"Name"`
	Title        string   `json:"Title"`
	Domain       string   `json:"Domain" asked:"Domain"` // empty for lists from no single site
	BreachDate   string   `json:"BreachDate"`
	AddedDate    string   `json:"AddedDate"`
	PwnCount     int64    `json:"PwnCount"`
	DataClasses  []string `json:"DataClasses"`
	IsVerified   bool     `json:"IsVerified"`
	IsFabricated bool     `json:"IsFabricated"`
	IsSensitive  bool     `json:"IsSensitive"`
	IsRetired    bool     `json:"IsRetired"`
	IsStealerLog bool     `json:"IsStealerLog"`
}

// Catalogue is all breaches, by domain in lower case.
type Catalogue struct {
	byDomain map[string][]Breach
	count    int
	newest   time.Time // when the last one was added
}

func parse(dir fs.FS) (Catalogue, error) {
	all, err := upstream.ReadJSON[[]Breach](dir, "breaches.json")
	if err != nil {
		return Catalogue{}, fmt.Errorf("catalogue of breaches: %w", err)
	}

	c := Catalogue{byDomain: map[string][]Breach{}}
	for _, b := range all {
		if b.Name == "" {
			return Catalogue{}, errors.New("catalogue of breaches: one without a name")
		}
		c.count++
		domain := strings.ToLower(b.Domain)
		c.byDomain[domain] = append(c.byDomain[domain], b)
	}
	c.newest = upstream.Newest(slices.Values(all), func(b Breach) time.Time {
		added, _ := time.Parse(time.RFC3339, b.AddedDate) // zero after an error
		return added
	})
	return c, nil
}

// OfDomain returns the breaches of a site: of registrable, its registrable domain, and of any name under that. asOf
// is the date of the catalogue. While the catalogue is missing or old, it asks the API about the one domain; one that
// is only unconfirmed is used if that fails.
func (c *Client) OfDomain(ctx context.Context, registrable string) (breaches []Breach, asOf time.Time, err error) {
	catalogue, info, missing := c.catalogue.Get()
	if missing != nil || c.catalogue.Status("").Behind() {
		resp, err := c.live.Get("/breaches").Query("Domain", registrable).JSON(ctx, &breaches)
		switch {
		case err == nil:
			return breaches, resp.FetchedAt, nil
		case missing != nil, info.Outlived:
			return nil, time.Time{}, err
		}
	}

	for domain, list := range catalogue.byDomain {
		if under(domain, registrable) {
			breaches = append(breaches, list...)
		}
	}
	return breaches, info.CheckedAt, nil
}

// under reports whether a name is registrable itself or below it.
func under(domain, registrable string) bool {
	return domain == registrable || strings.HasSuffix(domain, "."+registrable)
}

// OfAccount returns the breaches of an e-mail address, which may be empty. Neither the question nor the answer is
// cached. Without a key it is NotConfigured, with a bad one (401) Unauthorized. 403 concerns the client, not the
// key.
func (c *Client) OfAccount(ctx context.Context, email string) ([]Breach, error) {
	var breaches []Breach
	_, err := c.accounts.Get("/breachedaccount/{}", email).
		Query("truncateResponse", "false").
		Query("IncludeUnverified", "true").
		NoCache().
		// "Not found: the account could not be found and has therefore not been pwned", with an empty body.
		NoRecord(http.StatusNotFound, isBlank).
		AcceptStatus(http.StatusForbidden).
		Refusal(func(resp *upstream.Response) error {
			if resp.Status == http.StatusForbidden {
				return upstream.BadResponse.Errorf("the service refuses who asks")
			}
			return nil
		}).
		JSON(ctx, &breaches)

	if upstream.KindOf(err) == upstream.NotFound {
		return nil, nil
	}
	return breaches, err
}

func isBlank(resp *upstream.Response) bool { return len(bytes.TrimSpace(resp.Body)) == 0 }
