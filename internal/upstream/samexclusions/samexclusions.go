// Package samexclusions reads the exclusions of the US government's System for Award Management (SAM.gov): who may get
// no federal contracts or assistance.
package samexclusions

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API, whose key allows 10 requests a day without a role in SAM.gov and 1,000 with one.
var Provider = upstream.Provider{
	Name:        "sam-exclusions",
	BaseURL:     "https://api.sam.gov/entity-information/v4",
	Docs:        "https://open.gsa.gov/api/exclusions-api/",
	Attribution: "SAM.gov Exclusions, US General Services Administration",
	Terms:       "public domain (17 USC 105)",
	Checked:     "examples of the documentation 2026-08",
	Keys: []upstream.Key{{
		Env:      "SAM_GOV_API_KEY",
		Required: true,
		Query:    "api_key",
		Gives:    "SAM.gov exclusions in /provider routes; 1,000 requests a day, 10 for an account without a role",
	}},
	RatePerMinute: 60,
	Burst:         10,
	Quotas:        []upstream.Quota{{Requests: 1000, Per: 24 * time.Hour}},
	Retries:       -1, // each try counts towards the quota
	TTL:           12 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for an exclusion that has no end.
func probe(ctx context.Context, u *upstream.Client) error {
	found, _, err := (&Client{u}).ByName(ctx, "hongdark")
	return upstream.Has(found, err, "excludedEntity", "a record", func(e Exclusion) bool {
		return e.Details.Class != ""
	})
}

// Configured is nil when there is a key.
func (c *Client) Configured() error { return c.c.Configured() }

// Classes of excluded parties.
const (
	Individual = "Individual"
	Firm       = "Firm"
)

// Exclusion is an active record. The documented examples have null for what does not apply.
type Exclusion struct {
	Details struct {
		Class   string  `json:"classificationType"`
		Type    string  `json:"exclusionType"`
		Program *string `json:"exclusionProgram"`
		Agency  *string `json:"excludingAgencyName"`
	} `json:"exclusionDetails"`
	Who struct {
		NPI    *string `json:"npi"` // masked in public answers: 1234567890, which is not a real number
		First  *string `json:"firstName"`
		Middle *string `json:"middleName"`
		Last   *string `json:"lastName"`
		Entity *string `json:"entityName"` // of persons too, with their title
	} `json:"exclusionIdentification"`
	Actions struct {
		List []Action `json:"listOfActions"`
	} `json:"exclusionActions,omitempty"` // not in an example that did not ask for them
	Address struct {
		State *string `json:"stateOrProvinceCode"`
	} `json:"exclusionPrimaryAddress"`
}

// Action is a period of an exclusion. Dates are MM-DD-YYYY.
type Action struct {
	Activated  *string `json:"activateDate"`
	Terminated *string `json:"terminationDate"` // null while it has no end
	Status     *string `json:"recordStatus"`
}

// Or is a text that may be null, "" then.
func Or(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// Name is that of the person without title, else of the entity.
func (e *Exclusion) Name() string {
	if Or(e.Who.Last) == "" {
		return Or(e.Who.Entity)
	}
	return strings.Join(strings.Fields(Or(e.Who.First)+" "+Or(e.Who.Middle)+" "+Or(e.Who.Last)), " ")
}

// Since is from when the latest action holds; zero when it is not said.
func (e *Exclusion) Since() time.Time {
	var latest time.Time
	for _, a := range e.Actions.List {
		if at, err := time.Parse("01-02-2006", Or(a.Activated)); err == nil && at.After(latest) {
			latest = at
		}
	}
	return latest
}

// InForce says whether an action holds at a time. A record without actions holds: only active ones are given.
func (e *Exclusion) InForce(now time.Time) bool {
	for _, a := range e.Actions.List {
		ends, err := time.Parse("01-02-2006", Or(a.Terminated))
		if Or(a.Status) != "Inactive" && (err != nil || ends.After(now)) {
			return true
		}
	}
	return len(e.Actions.List) == 0
}

// perPage is the most records that a page has.
const perPage = "10"

// ByName are active records whose names have the words, the first ten of them; more says that there are others. The API
// has no search by a provider's number: it masks all of them.
func (c *Client) ByName(ctx context.Context, name string) (found []Exclusion, more bool, err error) {
	words := plain(name)
	if words == "" {
		return nil, false, nil
	}

	type answer struct {
		Entities []Exclusion `json:"excludedEntity,omitempty" counted:"totalRecords"` // may be absent where there are none
		Total    int         `json:"totalRecords"`
	}
	var came answer

	_, err = c.c.Get("/exclusions").
		Query("exclusionName", words).
		Query("page", "0").
		Query("size", perPage).
		Query("includeSections", "exclusionDetails,exclusionIdentification,exclusionActions,exclusionAddress").
		Check(upstream.Holds(func(read *answer) error {
			for _, e := range read.Entities {
				if e.Name() == "" {
					return upstream.Lacks("excludedEntity[].exclusionIdentification.entityName")
				}
			}
			return nil
		})).JSON(ctx, &came)

	return came.Entities, came.Total > len(came.Entities), err
}

// operators have a meaning in values of the API.
var operators = regexp.MustCompile("[][~!&|\"*(){}^/,\\\\\n\r\t]")

// plain is a name in words, all of which a record has to have: an and may be an ampersand there.
func plain(name string) string {
	words := strings.Fields(operators.ReplaceAllString(name, " "))
	isAnd := func(word string) bool { return strings.EqualFold(word, "and") }
	return strings.Join(slices.DeleteFunc(words, isAnd), " ")
}
