// Package cveprogram reads CVE records (format 5) from the CVE Program itself, with the additions of its authorised
// publishers, CISA's Vulnrichment among them.
package cveprogram

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the record service, which needs no key.
var Provider = upstream.Provider{
	Name:        "cve-program",
	BaseURL:     "https://cveawg.mitre.org/api",
	Docs:        "https://www.cve.org/AllResources/CveServices",
	Attribution: "CVE Program",
	Terms:       "https://www.cve.org/Legal/TermsOfUse",
	Checked:     "recorded 2026-05 (in part)",
	TTL:         time.Hour,
	StaleFor:    48 * time.Hour,
}

// CISAADP is Provider.OrgID of CISA's Vulnrichment.
const CISAADP = "134c704f-9b21-4f2e-91b3-4a467353bcc0"

// The states of a record.
const (
	Published = "PUBLISHED"
	Rejected  = "REJECTED"
	Reserved  = "RESERVED"
)

// Client calls the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the record of Log4Shell.
func probe(ctx context.Context, u *upstream.Client) error {
	record, err := (&Client{u}).Record(ctx, "CVE-2021-44228")
	return upstream.Fact(err, "cveMetadata.assignerShortName", "apache", func() any { return record.Metadata.Assigner })
}

// Record is a CVE record. Required and optional members are those of the schema of records, version 5.
type Record struct {
	Metadata struct {
		ID        string `json:"cveId" asked:"/cve/{}"`
		State     state  `json:"state"`
		Assigner  string `json:"assignerShortName,omitempty"`
		Published string `json:"datePublished,omitempty"` // not of rejected records that never were
		Updated   string `json:"dateUpdated,omitempty"`
	} `json:"cveMetadata"`
	Containers Containers `json:"containers"`
}

type state string

// Words are the states of a record.
func (state) Words() []string { return []string{Published, Rejected, Reserved} }

// Hold wants the dates of a published record.
func (r *Record) Hold() error {
	switch {
	case r.Metadata.State != Published:
	case r.Metadata.Published == "":
		return upstream.Lacks("cveMetadata.datePublished")
	case r.Metadata.Updated == "":
		return upstream.Lacks("cveMetadata.dateUpdated")
	case r.Containers.CNA == nil:
		return upstream.Lacks("containers.cna")
	}

	for _, c := range r.Containers.ADP {
		if c.Provider.OrgID != CISAADP {
			continue
		}
		decided := false
		for _, m := range c.Metrics {
			decided = decided || m.Other != nil && m.Other.Decision != nil
			if point := m.Other.lacks(); point != "" {
				return upstream.Lacks("containers.adp[].metrics[].other.content.options[]." + point)
			}
		}
		if !decided {
			return upstream.Lacks("containers.adp[].metrics") // Vulnrichment decides on every CVE that it adds to
		}
	}
	return nil
}

// Containers are the issuer's part of a record and what others have added.
type Containers struct {
	CNA *Container  `json:"cna,omitempty"` // not of reserved ids
	ADP []Container `json:"adp,omitempty"` // of some records
}

// UnmarshalJSON refuses parts that the schema does not have: they would be passed over.
func (c *Containers) UnmarshalJSON(text []byte) error {
	type plain Containers
	if err := upstream.Decode(text, (*plain)(c)); err != nil {
		return err
	}

	var members map[string]any
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	for name, value := range members {
		if name != "cna" && name != "adp" || value == nil {
			return upstream.Drifted("containers."+name, "cna and adp alone", "another part, or null")
		}
	}
	return nil
}

// Container is one publisher's part.
type Container struct {
	Title    string `json:"title,omitempty"`
	Provider struct {
		OrgID     string `json:"orgId"`
		ShortName string `json:"shortName,omitempty"`
	} `json:"providerMetadata"`
	Tags            []string  `json:"tags,omitempty"`         // disputed, unsupported-when-assigned ...
	Descriptions    []Text    `json:"descriptions,omitempty"` // of published records, by their issuer
	RejectedReasons []Text    `json:"rejectedReasons,omitempty"`
	Metrics         []Metric  `json:"metrics,omitempty"`
	Problems        []Problem `json:"problemTypes,omitempty"`
	References      []struct {
		URL string `json:"url"`
	} `json:"references,omitempty"`
}

// Text is a text in a language.
type Text struct {
	Lang  string `json:"lang"`
	Value string `json:"value"`
}

// Problem holds kinds of weakness; CWE is absent where only words are given.
type Problem struct {
	Descriptions []struct {
		CWE string `json:"cweId,omitempty"`
	} `json:"descriptions"`
}

// Metric is a score in one version of CVSS, or something else such as a decision by SSVC.
type Metric struct {
	V40   *CVSS  `json:"cvssV4_0,omitempty"`
	V31   *CVSS  `json:"cvssV3_1,omitempty"`
	V30   *CVSS  `json:"cvssV3_0,omitempty"`
	V2    *CVSS  `json:"cvssV2_0,omitempty"`
	Other *Other `json:"other,omitempty"`
}

// UnmarshalJSON wants one of the members.
func (m *Metric) UnmarshalJSON(text []byte) error {
	type plain Metric
	if err := upstream.Decode(text, (*plain)(m)); err != nil {
		return err
	}
	if *m == (Metric{}) {
		return upstream.Drifted("metrics[]", "cvssV4_0, cvssV3_1, cvssV3_0, cvssV2_0 or other", "none of them")
	}
	return nil
}

// CVSS is a score.
type CVSS struct {
	Version string   `json:"version"`
	Vector  string   `json:"vectorString"`
	Score   *float64 `json:"baseScore" contract:"cvss"`
}

// Other is a metric of another kind.
type Other struct {
	Decision *Decision // of the type "ssvc"
}

// UnmarshalJSON reads a decision, and ignores values of another type.
func (o *Other) UnmarshalJSON(text []byte) error {
	var typed struct {
		Type    string          `json:"type"`
		Content json.RawMessage `json:"content"`
	}
	if err := upstream.Decode(text, &typed); err != nil {
		return err
	}
	if typed.Type != "ssvc" {
		return nil
	}
	o.Decision = &Decision{}
	return upstream.Decode(typed.Content, o.Decision)
}

// Decision are the points of a stakeholder-specific decision, each an object with one of Exploitation, Automatable,
// Technical Impact.
type Decision struct {
	Options []map[string]string `json:"options"`
}

// points are the three that CISA decides by, with the words of each.
var points = []struct{ name, words string }{
	{"Exploitation", "none poc active"},
	{"Automatable", "no yes"},
	{"Technical Impact", "partial total"},
}

// lacks is the one of the three that is missing or has another word, "" if there is none.
func (o *Other) lacks() string {
	if o == nil || o.Decision == nil {
		return ""
	}
	for _, point := range points {
		isSaid := func(o map[string]string) bool {
			return slices.Contains(strings.Fields(point.words), strings.ToLower(o[point.name]))
		}
		if !slices.ContainsFunc(o.Decision.Options, isSaid) {
			return point.name
		}
	}
	return ""
}

// Record is the record of an id, which has to be in upper case. An id that is unknown or only reserved is NotFound.
func (c *Client) Record(ctx context.Context, id string) (*Record, error) {
	var r Record
	if _, err := c.c.Get("/cve/{}", id).
		NoRecord(http.StatusNotFound, upstream.Says("CVE_RECORD_DNE")).
		JSON(ctx, &r); err != nil {
		return nil, err
	}
	return &r, nil
}
