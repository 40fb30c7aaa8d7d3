// Package cveprogram reads CVE records (format 5) from the CVE Program itself, with the additions of its authorised
// publishers, CISA's Vulnrichment among them.
package cveprogram

import (
	"context"
	"encoding/json"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the record service, which needs no key.
var Provider = upstream.Provider{
	Name:        "cve-program",
	BaseURL:     "https://cveawg.mitre.org/api",
	Docs:        "https://www.cve.org/AllResources/CveServices",
	Attribution: "CVE Program",
	Undeclared:  true,
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
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// Record is a CVE record.
type Record struct {
	Metadata struct {
		ID        string `json:"cveId"`
		State     string `json:"state"`
		Assigner  string `json:"assignerShortName"`
		Published string `json:"datePublished"`
		Updated   string `json:"dateUpdated"`
	} `json:"cveMetadata"`
	Containers Containers `json:"containers"`
}

// Containers are the issuer's part of a record and what others have added.
type Containers struct {
	CNA Container   `json:"cna"`
	ADP []Container `json:"adp"`
}

// Container is one publisher's part.
type Container struct {
	Title    string `json:"title"`
	Provider struct {
		OrgID     string `json:"orgId"`
		ShortName string `json:"shortName"`
	} `json:"providerMetadata"`
	Tags            []string  `json:"tags"` // disputed, unsupported-when-assigned ...
	Descriptions    []Text    `json:"descriptions"`
	RejectedReasons []Text    `json:"rejectedReasons"`
	Metrics         []Metric  `json:"metrics"`
	Problems        []Problem `json:"problemTypes"`
	References      []struct {
		URL string `json:"url"`
	} `json:"references"`
}

// Text is a text in a language.
type Text struct {
	Lang  string `json:"lang"`
	Value string `json:"value"`
}

// Problem holds kinds of weakness; CWE is absent where only words are given.
type Problem struct {
	Descriptions []struct {
		CWE string `json:"cweId"`
	} `json:"descriptions"`
}

// Metric is a score in one version of CVSS, or something else such as a decision by SSVC.
type Metric struct {
	V40   *CVSS  `json:"cvssV4_0"`
	V31   *CVSS  `json:"cvssV3_1"`
	V30   *CVSS  `json:"cvssV3_0"`
	V2    *CVSS  `json:"cvssV2_0"`
	Other *Other `json:"other"`
}

// CVSS is a score.
type CVSS struct {
	Version  string   `json:"version"`
	Vector   string   `json:"vectorString"`
	Score    *float64 `json:"baseScore"`
	Severity string   `json:"baseSeverity"`
}

// Other is a metric of another kind; of type "ssvc" are decisions, whose form is that of Decision.
type Other struct {
	Type    string          `json:"type"`
	Content json.RawMessage `json:"content"`
}

// Decision are the points of a stakeholder-specific decision, each an object with one of Exploitation, Automatable,
// Technical Impact.
type Decision struct {
	Options []map[string]string `json:"options"`
}

// Record is the record of an id, which has to be in upper case. An id that is unknown or only reserved is NotFound.
func (c *Client) Record(ctx context.Context, id string) (*Record, error) {
	var r Record
	if _, err := c.c.Get("/cve/{}", id).JSON(ctx, &r); err != nil {
		return nil, err
	}
	if r.Metadata.ID != id {
		return nil, upstream.BadResponse.Errorf("cve-program: another record than was asked for, or none")
	}
	return &r, nil
}
