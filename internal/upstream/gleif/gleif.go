// Package gleif reads the Global LEI Index: who a legal entity is, in the words of the register that vouches for it,
// its parents and children, and the securities it has issued.
package gleif

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API. It needs no key and allows 60 requests a minute per client.
var Provider = upstream.Provider{
	Name:          "gleif",
	Undated:       true,
	BaseURL:       "https://api.gleif.org/api/v1",
	Docs:          "https://www.gleif.org/en/lei-data/gleif-api",
	Attribution:   "GLEIF, CC0 1.0",
	Terms:         "CC0 1.0, without endorsement (https://www.gleif.org/en/meta/lei-data-terms-of-use)",
	Checked:       "recorded 2025-05",
	RatePerMinute: 60,
	Burst:         20, // one answer asks for a record, its parents and its children side by side
	TTL:           24 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
	Timeout:       8 * time.Second,
	Headers:       map[string]string{"Accept": "application/vnd.api+json"},
}

const (
	searchTTL = time.Hour // new records come three times a day
	maxPage   = 200       // the most that page[size] takes
)

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a fund whose registration has lapsed.
func probe(ctx context.Context, u *upstream.Client) error {
	record, err := (&Client{u}).Record(ctx, "549300LBI3LRIZ2V8V66")
	return upstream.Fact(err, "entity.legalName", "UK EQUITY FUND (OFFSHORE)", func() any {
		return record.Entity.LegalName.Name
	})
}

// get asks for something of the index. If it has none, the answer is an error object of JSON:API with status 404.
func (c *Client) get(path string, args ...string) *upstream.Request {
	return c.c.Get(path, args...).NoRecord(http.StatusNotFound, upstream.Says(`"errors"`))
}

// list is an answer with several resources.
type list[T any] struct {
	Meta struct {
		Pages struct {
			Total int `json:"total"`
		} `json:"pagination"`
	} `json:"meta"`
	Data []T `json:"data" counted:"meta.pagination.total"`
}

// Record is the entity registered under an LEI; NotFound when there is none.
func (c *Client) Record(ctx context.Context, lei string) (*Record, error) {
	return c.one(ctx, c.get("/lei-records/{}", lei))
}

// one reads an answer with one record.
func (c *Client) one(ctx context.Context, request *upstream.Request) (*Record, error) {
	var body struct {
		Data resource `json:"data"`
	}
	resp, err := request.JSON(ctx, &body)
	if err != nil {
		return nil, err
	}
	record := body.Data.record(resp.FetchedAt)
	return &record, nil
}

// ByISIN are the entities that GLEIF's mapping gives as issuers of a security. The mapping is good for Europe and has
// gaps elsewhere; the issuer may be a subsidiary.
func (c *Client) ByISIN(ctx context.Context, isin string) ([]Record, error) {
	records, _, err := c.search(ctx, 10, "filter[isin]", isin)
	return records, err
}

// ByLEI are the records of several LEIs; those that do not exist are left out.
func (c *Client) ByLEI(ctx context.Context, leis []string) ([]Record, error) {
	if len(leis) == 0 {
		return nil, nil
	}
	records, _, err := c.search(ctx, len(leis), "filter[lei]", strings.Join(leis, ","))
	return records, err
}

// Named are up to limit entities whose legal names have the words of name, and how many there are. The match is loose:
// compare the names.
func (c *Client) Named(ctx context.Context, name string, limit int) (records []Record, total int, err error) {
	return c.search(ctx, limit, "filter[entity.legalName]", plain(name))
}

// Called are up to limit entities that have the words of name in any of their names, former and trading ones too, and
// how many there are.
func (c *Client) Called(ctx context.Context, name string, limit int) (records []Record, total int, err error) {
	return c.search(ctx, limit, "filter[entity.names]", plain(name))
}

func (c *Client) search(ctx context.Context, limit int, filter, value string) ([]Record, int, error) {
	if value == "" {
		return nil, 0, nil
	}
	request := c.get("/lei-records").
		Query(filter, value).
		Query("page[size]", strconv.Itoa(min(limit, maxPage))).
		TTL(searchTTL)
	return c.records(ctx, request)
}

func (c *Client) records(ctx context.Context, request *upstream.Request) ([]Record, int, error) {
	var body list[resource]
	resp, err := request.JSON(ctx, &body)
	if err != nil {
		return nil, 0, err
	}

	records := make([]Record, len(body.Data))
	for i := range body.Data {
		records[i] = body.Data[i].record(resp.FetchedAt)
	}
	return records, body.Meta.Pages.Total, nil
}

// plain is a name without the signs that mean something in a filter: a comma parts values, an exclamation mark negates,
// two points and arrows make ranges.
func plain(name string) string {
	name = strings.Map(func(r rune) rune {
		switch r {
		case ',', '!', '<', '>', '=', '|', '*', '"', '\\':
			return ' '
		}
		return r
	}, name)
	for strings.Contains(name, "..") {
		name = strings.ReplaceAll(name, "..", ". ")
	}
	return strings.Join(strings.Fields(name), " ")
}

// Completion is a name that a part of a name may be meant for.
type Completion struct {
	Name string
	LEI  string // empty where the name leads to no record
}

// completions is an answer with names.
type completions struct {
	Data []struct {
		Attributes struct {
			Value string `json:"value"`
		} `json:"attributes"`
		Relationships struct {
			Records struct {
				Data *struct {
					ID string `json:"id"`
				} `json:"data"`
			} `json:"lei-records,omitempty"` // not of names that lead to no record
		} `json:"relationships,omitempty"` // likewise
	} `json:"data"`
}

// Hold wants some of the names to lead to a record: all are taken from records.
func (c *completions) Hold() error {
	for _, row := range c.Data {
		if row.Relationships.Records.Data != nil {
			return nil
		}
	}
	if len(c.Data) == 0 {
		return nil
	}
	return upstream.Lacks("data[].relationships.lei-records")
}

// Completions are legal names similar to name, allowing for spelling mistakes. An empty list is a normal answer.
func (c *Client) Completions(ctx context.Context, name string) ([]Completion, error) {
	text := plain(name)
	if text == "" {
		return nil, nil
	}
	var body completions
	request := c.get("/fuzzycompletions").Query("field", "entity.legalName").Query("q", text).TTL(searchTTL)
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, err
	}

	var found []Completion
	for _, row := range body.Data {
		completion := Completion{Name: row.Attributes.Value}
		if record := row.Relationships.Records.Data; record != nil {
			completion.LEI = record.ID
		}
		found = append(found, completion)
	}
	return found, nil
}

// Level says which parent is meant.
type Level string

// The parents of accounting consolidation.
const (
	Direct   Level = "direct"
	Ultimate Level = "ultimate"
)

// Parent is the entity that consolidates the one with this LEI; NotFound when it has reported none.
func (c *Client) Parent(ctx context.Context, lei string, level Level) (*Record, error) {
	return c.one(ctx, c.get("/lei-records/{}/{}-parent", lei, string(level)))
}

// Exception is why an entity has reported no parent: NON_CONSOLIDATING, NATURAL_PERSONS, NO_KNOWN_PERSON, NO_LEI and
// others. NotFound when it gave no reason.
func (c *Client) Exception(ctx context.Context, lei string, level Level) (string, error) {
	var body struct {
		Data struct {
			Attributes struct {
				Reason string `json:"reason"`
			} `json:"attributes"`
		} `json:"data"`
	}
	_, err := c.get("/lei-records/{}/{}-parent-reporting-exception", lei, string(level)).JSON(ctx, &body)
	return body.Data.Attributes.Reason, err
}

// Relationship is what has been reported about a parent, or a child.
type Relationship struct {
	Status        string // ACTIVE, INACTIVE
	Corroboration string // FULLY_CORROBORATED, PARTIALLY_CORROBORATED, ENTITY_SUPPLIED_ONLY
}

// relationshipRecord is one as GLEIF has it: the entity at its start is consolidated by the one at its end.
type relationshipRecord struct {
	Attributes struct {
		Relationship struct {
			Start struct {
				ID string `json:"id" asked:"/lei-records/{}/{}-parent-relationship"`
			} `json:"startNode"`
			Status string `json:"status"`
		} `json:"relationship"`
		Registration struct {
			Corroboration string `json:"corroborationLevel" contract:"nullable"`
		} `json:"registration"`
	} `json:"attributes"`
}

func (r *relationshipRecord) relationship() Relationship {
	return Relationship{
		Status:        r.Attributes.Relationship.Status,
		Corroboration: r.Attributes.Registration.Corroboration,
	}
}

// Relationship is the record of the relationship to a parent; NotFound when there is none.
func (c *Client) Relationship(ctx context.Context, lei string, level Level) (Relationship, error) {
	var body struct {
		Data relationshipRecord `json:"data"`
	}
	if _, err := c.get("/lei-records/{}/{}-parent-relationship", lei, string(level)).JSON(ctx, &body); err != nil {
		return Relationship{}, err
	}
	return body.Data.relationship(), nil
}

// ChildRelationships are the records of the relationships to up to limit entities that the one with this LEI
// consolidates directly, by their LEIs.
func (c *Client) ChildRelationships(ctx context.Context, lei string, limit int) (map[string]Relationship, error) {
	var body list[relationshipRecord]
	request := c.get("/lei-records/{}/direct-child-relationships", lei).
		Query("page[number]", "1").
		Query("page[size]", strconv.Itoa(min(limit, maxPage)))
	if _, err := request.JSON(ctx, &body); err != nil {
		if errors.Is(err, upstream.NotFound) {
			return nil, nil
		}
		return nil, err
	}

	children := map[string]Relationship{}
	for i := range body.Data {
		children[body.Data[i].Attributes.Relationship.Start.ID] = body.Data[i].relationship()
	}
	return children, nil
}

// Children are up to limit entities that the one with this LEI consolidates directly, and how many there are.
func (c *Client) Children(ctx context.Context, lei string, limit int) ([]Record, int, error) {
	request := c.get("/lei-records/{}/direct-children", lei).
		Query("page[number]", "1").
		Query("page[size]", strconv.Itoa(min(limit, maxPage)))
	records, total, err := c.records(ctx, request)
	if errors.Is(err, upstream.NotFound) {
		return nil, 0, nil
	}
	return records, total, err
}

// ISINs are up to 200 securities that GLEIF maps to an entity, of any sort, and how many there are. Some entities
// without a security are answered with a list, some with NotFound.
func (c *Client) ISINs(ctx context.Context, lei string) (isins []string, total int, err error) {
	var body list[struct {
		Attributes struct {
			ISIN string `json:"isin"`
		} `json:"attributes"`
	}]
	request := c.get("/lei-records/{}/isins", lei).Query("page[size]", strconv.Itoa(maxPage))
	if _, err := request.JSON(ctx, &body); err != nil {
		if errors.Is(err, upstream.NotFound) {
			return nil, 0, nil
		}
		return nil, 0, err
	}

	for _, row := range body.Data {
		isins = append(isins, row.Attributes.ISIN)
	}
	return isins, body.Meta.Pages.Total, nil
}
