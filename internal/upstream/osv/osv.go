// Package osv reads advisories about open-source packages from OSV.dev, which gathers those of GitHub, PyPA, RustSec,
// Go and others.
package osv

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key and has no limit of requests.
var Provider = upstream.Provider{
	Name:        "osv",
	Undated:     true,
	BaseURL:     "https://api.osv.dev",
	Docs:        "https://google.github.io/osv.dev/api/",
	Attribution: "OSV.dev",
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
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for an advisory of 2021.
func probe(ctx context.Context, u *upstream.Client) error {
	advisory, err := (&Client{u}).Advisory(ctx, "GHSA-29qj-rvv6-qrmv")
	return upstream.Fact(err, "aliases", "[CVE-2020-10688]", func() any { return advisory.Aliases })
}

// Advisory is a record in the OSV format (ossf.github.io/osv-schema), whose schema wants an id and a time of change.
type Advisory struct {
	ID         string      `json:"id" asked:"/v1/vulns/{}"`
	Summary    string      `json:"summary,omitempty"`
	Details    string      `json:"details,omitempty"`
	Aliases    []string    `json:"aliases,omitempty"`
	Published  time.Time   `json:"published,omitempty"`
	Modified   time.Time   `json:"modified" contract:"past"`
	Withdrawn  *time.Time  `json:"withdrawn,omitempty"`
	Severity   []Severity  `json:"severity,omitempty"`
	Affected   []Affected  `json:"affected,omitempty"`
	References []Reference `json:"references,omitempty"`
	Specific   Specific    `json:"database_specific,omitempty"`
}

// lacks is the required member that an advisory lacks, "" if there is none.
func (a *Advisory) lacks() string {
	for _, p := range a.Affected {
		for _, r := range p.Ranges {
			if slices.Contains(r.Events, Event{}) {
				return "affected[].ranges[].events[]"
			}
		}
	}
	if strings.HasPrefix(a.ID, "GHSA-") && a.Specific.Severity == "" {
		return "database_specific.severity" // GitHub's database rates each advisory
	}
	return ""
}

// Hold wants what makes an advisory's ranges and rating known.
func (a *Advisory) Hold() error {
	if member := a.lacks(); member != "" {
		return upstream.Lacks(member)
	}
	return nil
}

// Severity is a score as a vector: Type is CVSS_V2, CVSS_V3, CVSS_V4, or another scale's name.
type Severity struct {
	Type  string `json:"type"`
	Score string `json:"score"`
}

// Affected is a package that the advisory is about.
type Affected struct {
	Package  Package          `json:"package,omitempty"` // not of those that name commits of a repository
	Ranges   []Range          `json:"ranges,omitempty"`  // or versions
	Versions []string         `json:"versions,omitempty"`
	Severity []Severity       `json:"severity,omitempty"`
	Specific AffectedSpecific `json:"database_specific,omitempty"`
}

// Package is the name of a package.
type Package struct {
	Ecosystem string `json:"ecosystem"` // npm, PyPI, Go ...; may have a suffix: Debian:12
	Name      string `json:"name"`
}

// AffectedSpecific is what some databases add to a package.
type AffectedSpecific struct {
	LastKnown string // GitHub's: how far a range without an end is known to reach, "<= 1.5.0"
}

// UnmarshalJSON only accepts a member of the expected form, as [Specific] does.
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
	Type   rangeType `json:"type"`
	Events []Event   `json:"events"`
}

type rangeType string

// Words are the types of ranges.
func (rangeType) Words() []string { return []string{"SEMVER", "ECOSYSTEM", "GIT"} }

// Event has one of its members. Introduced "0" is before every version.
type Event struct {
	Introduced   string `json:"introduced,omitempty"`
	Fixed        string `json:"fixed,omitempty"`
	LastAffected string `json:"last_affected,omitempty"`
	Limit        string `json:"limit,omitempty"`
}

// Reference is a link.
type Reference struct {
	URL string `json:"url"`
}

// Specific is what some databases add, GitHub's in the first place.
type Specific struct {
	Severity string   // LOW, MODERATE, HIGH, CRITICAL
	CWEs     []string // ids
}

// UnmarshalJSON only accepts members of the expected form: every database is free to put anything here.
func (s *Specific) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return nil
	}
	_ = json.Unmarshal(members["severity"], &s.Severity)
	_ = json.Unmarshal(members["cwe_ids"], &s.CWEs)
	return nil
}

// page is a page of advisories.
type page struct {
	Advisories []Advisory `json:"vulns,omitempty"` // absent when there are none
	Next       string     `json:"next_page_token,omitempty"`
}

// Hold requires, in each advisory, what made it match a version: a package with its versions.
func (p *page) Hold() error {
	for i := range p.Advisories {
		a := &p.Advisories[i]
		member := a.lacks()
		matches := slices.ContainsFunc(a.Affected, func(p Affected) bool {
			return p.Package.Name != "" && (p.Ranges != nil || p.Versions != nil)
		})
		if !matches {
			member = "affected[] with package and ranges or versions"
		}
		if member != "" {
			return upstream.Lacks("vulns[]." + member)
		}
	}
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
		var page page
		request := c.c.Post("/v1/query").JSONBody(body).Safe().Refusal(isPage)
		if _, err := request.JSON(ctx, &page); err != nil {
			return nil, false, err
		}
		for _, a := range page.Advisories {
			if !a.about(name) {
				return nil, false, upstream.BadResponse.Errorf("osv: %s is about other packages", a.ID)
			}
		}
		found = append(found, page.Advisories...)
		if page.Next == "" {
			return found, false, nil
		}
		if seen[page.Next] {
			return nil, false, upstream.BadResponse.Errorf("osv: the pages go round in a circle")
		}
		seen[page.Next] = true
		body.PageToken = page.Next
	}

	return found, true, nil
}

// about says whether one of the packages has a name, in any of the forms that a registry takes for one.
func (a *Advisory) about(name string) bool {
	plain := strings.NewReplacer("-", "", "_", "", ".", "")
	return slices.ContainsFunc(a.Affected, func(p Affected) bool {
		return strings.EqualFold(plain.Replace(p.Package.Name), plain.Replace(name))
	})
}

// isPage refuses what is not a page of advisories. An empty page has no members at all ("post-v1-query" in the API's
// documentation), so that whatever has other members could be taken for one, and what was asked about for clean.
func isPage(resp *upstream.Response) error {
	if upstream.IsEmptyObject(resp.Body) {
		return nil
	}

	var members map[string]json.RawMessage
	if err := resp.JSON(&members); err != nil {
		return err
	}
	advisories, some := members["vulns"]
	_, more := members["next_page_token"]
	if !some && !more || string(advisories) == "null" {
		return upstream.BadResponse.Errorf("not a page of advisories, which has vulns")
	}
	return nil
}

// Advisory is a record by its id (case matters), NotFound when there is none.
func (c *Client) Advisory(ctx context.Context, id string) (*Advisory, error) {
	request := c.c.Get("/v1/vulns/{}", id).NoRecord(http.StatusNotFound, upstream.Says("not found"))
	return upstream.Read[Advisory](ctx, request)
}
