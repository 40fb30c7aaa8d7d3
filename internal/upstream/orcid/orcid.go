// Package orcid reads what researchers say of themselves at ORCID.
package orcid

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key to read. It answers XML unless JSON is asked for.
var Provider = upstream.Provider{
	Name:          "orcid",
	Undated:       true,
	BaseURL:       "https://pub.orcid.org/v3.0",
	Docs:          "https://info.orcid.org/documentation/api-tutorials/",
	Attribution:   "ORCID, CC0 1.0",
	Terms:         "https://info.orcid.org/public-client-terms-of-service/",
	Checked:       "recorded 2020, persons; employments in the documented shape only",
	RatePerMinute: 600,
	Burst:         10,
	TTL:           24 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
	Headers:       map[string]string{"Accept": "application/json"},
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a researcher by number.
func probe(ctx context.Context, u *upstream.Client) error {
	person, err := (&Client{u}).Person(ctx, "0000-0002-9341-7985")
	return upstream.Fact(err, "path", "0000-0002-9341-7985/person", func() any {
		return strings.Trim(person.Path, "/")
	})
}

// Person is the public part of a person's record. Mail addresses are not read.
type Person struct {
	Path string `json:"path"` // /0000-0002-9341-7985/person
	Name *struct {
		Given  *text `json:"given-names"`
		Family *text `json:"family-name"`
		Credit *text `json:"credit-name"`
	} `json:"name"` // nil when the person does not show it
	Others struct {
		List []struct {
			Content string `json:"content"`
		} `json:"other-name" contract:"nullable"`
	} `json:"other-names" contract:"nullable"`
	Biography *struct {
		Content string `json:"content"`
	} `json:"biography"`
	Links struct {
		List []struct {
			Name string `json:"url-name" contract:"nullable"`
			URL  text   `json:"url"`
		} `json:"researcher-url" contract:"nullable"`
	} `json:"researcher-urls" contract:"nullable"`
	Keywords struct {
		List []struct {
			Content string `json:"content"`
		} `json:"keyword" contract:"nullable"`
	} `json:"keywords" contract:"nullable"`
}

// text is a value as ORCID nests it.
type text struct {
	Value string `json:"value"`
}

func (t *text) String() string {
	if t == nil {
		return ""
	}
	return strings.TrimSpace(t.Value)
}

// FullName is the name that the person publishes under, else the given and the family name; "" when neither is
// public. It is whole unless only one of the two is.
func (p *Person) FullName() (name string, whole bool) {
	if p.Name == nil {
		return "", false
	}
	if credit := p.Name.Credit.String(); credit != "" {
		return credit, true
	}
	given := p.Name.Given.String()
	family := p.Name.Family.String()
	return strings.TrimSpace(given + " " + family), given != "" && family != ""
}

// Link is a page that the person names.
type Link struct{ Name, URL string }

// Pages are the pages that the person names.
func (p *Person) Pages() []Link {
	var list []Link
	for _, l := range p.Links.List {
		if address := l.URL.String(); address != "" {
			list = append(list, Link{strings.TrimSpace(l.Name), address})
		}
	}
	return list
}

// Employment is a job that the person, or the employer, put there.
type Employment struct {
	Organization struct {
		Name    string `json:"name"`
		Address struct {
			Country string `json:"country,omitempty"`
		} `json:"address,omitempty"`
	} `json:"organization"`
	Department string `json:"department-name,omitempty"`
	Role       string `json:"role-title,omitempty"`
	Start      *Date  `json:"start-date,omitempty"`
	End        *Date  `json:"end-date,omitempty"` // null of the present job
}

// Date is a day, or only its month or year.
type Date struct {
	Year  *text `json:"year"`
	Month *text `json:"month,omitempty"`
	Day   *text `json:"day,omitempty"`
}

// String is the date as far as it is known: 2015, 2015-03 or 2015-03-01; "" without a year.
func (d *Date) String() string {
	if d == nil || len(d.Year.String()) != 4 {
		return ""
	}
	out := d.Year.String()
	for _, part := range []*text{d.Month, d.Day} {
		if len(part.String()) != 2 {
			return out
		}
		out += "-" + part.String()
	}
	return out
}

// Person returns the public record of the person with this iD, or [upstream.NotFound].
func (c *Client) Person(ctx context.Context, id string) (*Person, error) {
	var person Person
	if _, err := c.get("/{}/person", id).JSON(ctx, &person); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(person.Path, "/"+id+"/") {
		return nil, upstream.BadResponse.Errorf("another person")
	}
	return &person, nil
}

// Employments gives the jobs of the person with this iD, the newest first.
func (c *Client) Employments(ctx context.Context, id string) ([]Employment, error) {
	var answer struct {
		Groups []struct {
			Summaries []struct {
				Employment Employment `json:"employment-summary"`
			} `json:"summaries"`
		} `json:"affiliation-group"`
	}
	if _, err := c.get("/{}/employments", id).JSON(ctx, &answer); err != nil {
		return nil, err
	}

	var list []Employment
	for _, group := range answer.Groups {
		if len(group.Summaries) > 0 { // the sources of one job; the first is the preferred one
			list = append(list, group.Summaries[0].Employment)
		}
	}
	return list, nil
}

// get starts a request. Of a record that does not exist, and with status 409 of one that was locked, deactivated or
// replaced, the API says {"response-code":404,"developer-message":...}.
func (c *Client) get(path, id string) *upstream.Request {
	said := upstream.Says(`"response-code"`)
	return c.c.Get(path, id).
		NoRecord(http.StatusNotFound, said).
		NoRecord(http.StatusConflict, said)
}
