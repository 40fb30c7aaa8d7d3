// Package rxnorm reads RxNorm, the names of drugs on the United States' market and what they stand for, from the
// RxNav service of the National Library of Medicine.
package rxnorm

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the service, which needs no key.
var Provider = upstream.Provider{
	Name:          "rxnorm",
	BaseURL:       "https://rxnav.nlm.nih.gov/REST",
	Docs:          "https://lhncbc.nlm.nih.gov/RxNav/APIs/RxNormAPIs.html",
	Attribution:   "RxNorm, U.S. National Library of Medicine",
	Terms:         "https://lhncbc.nlm.nih.gov/RxNav/TermsofService.html",
	Checked:       "recorded 2026: identifiers and approximate matches; related concepts as documented",
	RatePerMinute: 600,
	Burst:         10,
	TTL:           7 * 24 * time.Hour,
	StaleFor:      30 * 24 * time.Hour,
	Timeout:       8 * time.Second,
	Retries:       1,
	Headers:       map[string]string{"Accept": "application/json"},
}

// Types of concepts.
const (
	Ingredient        = "IN"  // lisinopril
	PreciseIngredient = "PIN" // amlodipine besylate
	Combination       = "MIN" // hydrochlorothiazide / lisinopril
	Brand             = "BN"  // Zestril
)

// Concept is a thing with one meaning.
type Concept struct {
	RxCUI string `json:"rxcui" asked:"/rxcui/{}/properties.json"`
	Name  string `json:"name" contract:"said"`
	Type  string `json:"tty,omitempty"` // absent where a group has it
}

// Client calls the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the name of a concept.
func probe(ctx context.Context, u *upstream.Client) error {
	concept, err := (&Client{u}).Properties(ctx, "29046")
	return upstream.Fact(err, "properties.name", "lisinopril", func() any { return concept.Name })
}

// ids is an answer with identifiers. An unknown name has an empty group (recorded), with the name itself in older
// answers: a group with anything else is a different answer.
type ids struct {
	Group struct {
		IDs  []string `json:"rxnormId,omitempty"`
		Name string   `json:"name,omitempty" asked:"name"`
	} `json:"idGroup"`
}

// ByName gives the identifiers of the concepts with this name, case, punctuation and the like aside, or
// [upstream.NotFound].
func (c *Client) ByName(ctx context.Context, name string) ([]string, error) {
	const exactOrNormalized = "2"
	return c.ids(ctx, c.c.Get("/rxcui.json").Query("name", name).Query("search", exactOrNormalized))
}

// ByNDC gives the identifiers of the products with this National Drug Code of 11 digits, or [upstream.NotFound].
func (c *Client) ByNDC(ctx context.Context, ndc string) ([]string, error) {
	return c.ids(ctx, c.c.Get("/rxcui.json").Query("idtype", "NDC").Query("id", ndc))
}

func (c *Client) ids(ctx context.Context, request *upstream.Request) ([]string, error) {
	var came ids
	_, err := request.Check(func(resp *upstream.Response) error {
		var body struct {
			Group map[string]any `json:"idGroup"`
		}
		if err := resp.JSON(&body); err != nil {
			return err
		}

		delete(body.Group, "name")
		switch {
		case len(body.Group) == 0:
			return upstream.NotFound.Errorf("no concept of this name or code")
		case body.Group["rxnormId"] == nil:
			return absent("idGroup.rxnormId")
		}
		return nil
	}).JSON(ctx, &came)
	if err != nil {
		return nil, err
	}
	return came.Group.IDs, nil
}

func absent(member string) error {
	return upstream.Drifted(member, "a list", "nothing")
}

// Properties gives the concept itself, or [upstream.NotFound] for one that is not in use any more: an empty object.
func (c *Client) Properties(ctx context.Context, rxcui string) (Concept, error) {
	type body struct {
		Properties struct {
			Concept
			Type string `json:"tty" contract:"said"`
		} `json:"properties"`
	}
	var came body
	_, err := c.c.Get("/rxcui/{}/properties.json", rxcui).Refusal(func(resp *upstream.Response) error {
		if string(bytes.TrimSpace(resp.Body)) == "{}" {
			return upstream.NotFound.Errorf("no such concept any more")
		}
		return nil
	}).JSON(ctx, &came)
	if err != nil {
		return Concept{}, err
	}

	concept := came.Properties.Concept
	concept.Type = came.Properties.Type
	return concept, nil
}

// Related gives the concepts of some types that have to do with one. Which these are depends on both: the ingredients
// of a brand or a product, the brands of an ingredient.
func (c *Client) Related(ctx context.Context, rxcui string, types ...string) ([]Concept, error) {
	type body struct {
		Group struct {
			Groups []struct {
				Type     string    `json:"tty" contract:"said"`
				Concepts []Concept `json:"conceptProperties,omitempty"` // absent in an empty group (recorded)
			} `json:"conceptGroup"`
		} `json:"relatedGroup"`
	}
	var came body
	request := c.c.Get("/rxcui/{}/related.json", rxcui).Query("tty", strings.Join(types, " "))
	if _, err := request.Check(groupsAreKnown).JSON(ctx, &came); err != nil {
		return nil, err
	}

	var list []Concept
	for _, g := range came.Group.Groups {
		for _, concept := range g.Concepts {
			concept.Type = cmp.Or(concept.Type, g.Type)
			list = append(list, concept)
		}
	}
	return list, nil
}

// groupsAreKnown tells a group of no concepts, which has its type alone, from one whose concepts go by another name.
func groupsAreKnown(resp *upstream.Response) error {
	var body struct {
		Group struct {
			Groups []map[string]any `json:"conceptGroup"`
		} `json:"relatedGroup"`
	}
	if err := resp.JSON(&body); err != nil {
		return err
	}
	for _, g := range body.Group.Groups {
		if g["conceptProperties"] == nil && len(g) > 1 {
			return absent("relatedGroup.conceptGroup[].conceptProperties")
		}
	}
	return nil
}

// Candidate is a name that resembles a text.
type Candidate struct {
	RxCUI  string `json:"rxcui"`
	Name   string `json:"name,omitempty"`   // missing of names that other sources own
	Source string `json:"source,omitempty"` // not in old answers, as the name (recorded)
}

// Approximate gives names that resemble a text, nearest first, each concept once; none is an empty list.
func (c *Client) Approximate(ctx context.Context, text string, limit int) ([]Candidate, error) {
	type body struct {
		Group struct {
			Candidates []Candidate `json:"candidate,omitempty"` // absent when nothing resembles the text
		} `json:"approximateGroup"`
	}
	var came body
	request := c.c.Get("/approximateTerm.json").Query("term", text).Query("maxEntries", strconv.Itoa(limit))
	if _, err := request.JSON(ctx, &came); err != nil {
		return nil, err
	}

	var list []Candidate
	for _, candidate := range came.Group.Candidates {
		same := func(c Candidate) bool {
			return c.RxCUI == candidate.RxCUI || strings.EqualFold(c.Name, candidate.Name)
		}
		if candidate.Name != "" && !slices.ContainsFunc(list, same) {
			list = append(list, candidate)
		}
	}
	return list, nil
}
