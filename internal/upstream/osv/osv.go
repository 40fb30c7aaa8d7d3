// Package osv reads advisories about open-source packages from OSV.dev, which gathers those of GitHub, PyPA, RustSec,
// Go and others.
package osv

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key and has no limit of requests.
var Provider = upstream.Provider{
	Name:        "osv",
	BaseURL:     "https://api.osv.dev",
	Docs:        "https://google.github.io/osv.dev/api/",
	Attribution: "OSV.dev",
	Undeclared:  true,
	Terms:       "https://github.com/google/osv.dev (each database's own licence, mostly CC BY 4.0)",
	Checked:     "recorded 2026-02",
	TTL:         time.Hour,
	StaleFor:    24 * time.Hour,
	Timeout:     15 * time.Second,
	MaxBytes:    40 << 20,
}

// maxPages bounds one query. A page has up to 1,000 advisories, or what the service found in its time.
const maxPages = 10

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// Advisory is a record in the OSV format (ossf.github.io/osv-schema).
type Advisory struct {
	ID         string      `json:"id"`
	Summary    string      `json:"summary"`
	Details    string      `json:"details"`
	Aliases    []string    `json:"aliases"`
	Published  time.Time   `json:"published"`
	Modified   time.Time   `json:"modified"`
	Withdrawn  *time.Time  `json:"withdrawn"`
	Severity   []Severity  `json:"severity"`
	Affected   []Affected  `json:"affected"`
	References []Reference `json:"references"`
	Specific   Specific    `json:"database_specific"`
}

// Severity is a score as a vector: Type is CVSS_V2, CVSS_V3, CVSS_V4, or another scale's name.
type Severity struct {
	Type  string `json:"type"`
	Score string `json:"score"`
}

// Affected is a package that the advisory is about.
type Affected struct {
	Package struct {
		Ecosystem string `json:"ecosystem"` // npm, PyPI, Go ...; may have a suffix: Debian:12
		Name      string `json:"name"`
	} `json:"package"`
	Ranges   []Range          `json:"ranges"`
	Versions []string         `json:"versions"`
	Severity []Severity       `json:"severity"`
	Specific AffectedSpecific `json:"database_specific"`
}

// AffectedSpecific is what some databases add to a package.
type AffectedSpecific struct {
	LastKnown string // GitHub's: how far a range without an end is known to reach, "<= 1.5.0"
}

// UnmarshalJSON takes only a member of the expected form, as [Specific] does.
func (s *AffectedSpecific) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return nil
	}
	_ = json.Unmarshal(members["last_known_affected_version_range"], &s.LastKnown)
	return nil
}

// Range is a set of versions by events. Those of type GIT are commits.
type Range struct {
	Type   string  `json:"type"` // SEMVER, ECOSYSTEM, GIT
	Events []Event `json:"events"`
}

// Event has one of its members. Introduced "0" is before every version.
type Event struct {
	Introduced   string `json:"introduced"`
	Fixed        string `json:"fixed"`
	LastAffected string `json:"last_affected"`
	Limit        string `json:"limit"`
}

// Reference is a link.
type Reference struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

// Specific is what some databases add, GitHub's in the first place.
type Specific struct {
	Severity string   // LOW, MODERATE, HIGH, CRITICAL
	CWEs     []string // ids
}

// UnmarshalJSON takes only members of the expected form: every database is free to put anything here.
func (s *Specific) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return nil
	}
	_ = json.Unmarshal(members["severity"], &s.Severity)
	_ = json.Unmarshal(members["cwe_ids"], &s.CWEs)
	return nil
}

// Query asks for the advisories that affect a version of a package. Names of ecosystems and packages are exact, except
// that PyPI names may be in any form. cut is true when there are more than the pages that were read.
func (c *Client) Query(ctx context.Context, ecosystem, name, version string) (found []Advisory, cut bool, err error) {
	type pkg struct {
		Name      string `json:"name"`
		Ecosystem string `json:"ecosystem"`
	}

	body := struct {
		Package   pkg    `json:"package"`
		Version   string `json:"version,omitempty"`
		PageToken string `json:"page_token,omitempty"`
	}{Package: pkg{name, ecosystem}, Version: version}

	seen := map[string]bool{}
	for range maxPages {
		var page struct {
			Advisories []Advisory `json:"vulns"` // absent when there are none
			Next       string     `json:"next_page_token"`
		}
		request := c.c.Post("/v1/query").JSONBody(body).Safe().AcceptStatus(http.StatusNotFound).Check(isPage)
		if _, err := request.JSON(ctx, &page); err != nil {
			return nil, false, err
		}
		for _, a := range page.Advisories {
			if a.ID == "" {
				return nil, false, upstream.BadResponse.Errorf("osv: an advisory without an id")
			}
		}
		found = append(found, page.Advisories...)
		if page.Next == "" {
			return found, false, nil
		}
		if seen[page.Next] {
			return nil, false, upstream.BadResponse.Errorf("osv: the pages go round in a circle")
		}
		seen[page.Next], body.PageToken = true, page.Next
	}

	return found, true, nil
}

// isPage refuses what is not a page of advisories: an empty page has no members at all, so that anything else could be
// taken for one, and what was asked about for clean.
func isPage(resp *upstream.Response) error {
	var page *struct {
		Message string `json:"message"` // of a failure
	}
	if err := resp.JSON(&page); err != nil {
		return err
	}
	if page == nil || page.Message != "" || resp.Status == http.StatusNotFound {
		return upstream.BadResponse.Errorf("not a page of advisories")
	}
	return nil
}

// Advisory is a record by its id (case matters), NotFound when there is none.
func (c *Client) Advisory(ctx context.Context, id string) (*Advisory, error) {
	var a Advisory
	if _, err := c.c.Get("/v1/vulns/{}", id).JSON(ctx, &a); err != nil {
		return nil, err
	}
	if a.ID != id {
		return nil, upstream.BadResponse.Errorf("osv: another advisory than was asked for, or none")
	}
	return &a, nil
}
