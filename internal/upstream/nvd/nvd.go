// Package nvd reads CVE records with NIST's additions from the National Vulnerability Database (API 2.0).
//
// Since 2026-04-15 NIST scores only part of the records itself; the others carry what the issuer and CISA gave (Type "Secondary").
package nvd

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API: 5 requests in 30 s, 50 with a key. Its answers often take seconds.
var Provider = upstream.Provider{
	Name: "nvd", BaseURL: "https://services.nvd.nist.gov/rest/json", Docs: "https://nvd.nist.gov/developers/vulnerabilities",
	Attribution: "This product uses the NVD API but is not endorsed or certified by the NVD.", Terms: "https://nvd.nist.gov/developers/terms-of-use (public domain)",
	Checked: "recorded 2023-12",
	Keys: []upstream.Key{{
		Env:           "NVD_API_KEY",
		Header:        "apiKey",
		RatePerMinute: 98,
		Gives:         "50 requests in 30 s instead of 5",
	}},

	RatePerMinute: 8, Burst: 2, TTL: 2 * time.Hour, StaleFor: 48 * time.Hour,
	Timeout: 15 * time.Second, MaxBytes: 16 << 20,
}

// NIST and CISAADP are the values of Metric.Source for scores of NIST's own and of CISA's Vulnrichment.
const (
	NIST    = "nvd@nist.gov"
	CISAADP = "134c704f-9b21-4f2e-91b3-4a467353bcc0"
)

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a vulnerability of 2021.
func probe(ctx context.Context, u *upstream.Client) error {
	cve, err := (&Client{u}).CVE(ctx, "CVE-2021-26855")
	return upstream.Fact(err, "cve.published", "true", func() any {
		return strings.HasPrefix(cve.Published, "2021-03-03")
	})
}

// CVE is a record. What is required is in all recordings; NVD's schema of answers leaves the others out where they say
// nothing.
type CVE struct {
	ID           string      `json:"id" asked:"cveId"`
	Published    string      `json:"published"`    // UTC, without a zone: 2021-03-03T00:15:12.103
	LastModified string      `json:"lastModified"` // UTC, without a zone
	Status       string      `json:"vulnStatus"`   // Analyzed, Modified, Received, Awaiting Analysis, Deferred, Not Scheduled, Rejected ...
	ExploitAdded string      `json:"cisaExploitAdd,omitempty" contract:"past"`
	Descriptions []Text      `json:"descriptions"`
	Tags         []Tag       `json:"cveTags,omitempty"` // not in recordings before 2024
	Metrics      Metrics     `json:"metrics"`
	Weaknesses   []Weakness  `json:"weaknesses,omitempty"` // not of records that wait for their analysis
	References   []Reference `json:"references"`
}

// Analysed says that NIST has analysed the record. It seldom adds a score where the issuer gave one. A modified record
// is one that was analysed before it was amended.
func (c *CVE) Analysed() bool { return c.Status == "Analyzed" || c.Status == "Modified" }

// Text is a text in a language.
type Text struct {
	Lang  string `json:"lang"`
	Value string `json:"value"`
}

// Tag holds a source's remarks about the record: disputed, unsupported-when-assigned, exclusively-hosted-service.
type Tag struct {
	Tags []string `json:"tags"`
}

// Metrics are the scores by version of CVSS, and CISA's decision points.
type Metrics struct {
	V40  []Metric `json:"cvssMetricV40,omitempty"`
	V31  []Metric `json:"cvssMetricV31,omitempty"`
	V30  []Metric `json:"cvssMetricV30,omitempty"`
	V2   []Metric `json:"cvssMetricV2,omitempty"`
	SSVC []SSVC   `json:"ssvcV203,omitempty"`
}

// UnmarshalJSON refuses scores of a version that is not known here: another score would count in their place.
func (m *Metrics) UnmarshalJSON(text []byte) error {
	type plain Metrics
	if err := upstream.Decode(text, (*plain)(m)); err != nil {
		return err
	}
	known := map[string]any{
		"cvssMetricV40": m.V40,
		"cvssMetricV31": m.V31,
		"cvssMetricV30": m.V30,
		"cvssMetricV2":  m.V2,
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}

	for name, value := range members {
		_, is := known[name]
		switch {
		case !strings.HasPrefix(name, "cvssMetric"):
		case !is:
			return upstream.Drifted("metrics."+name, "scores of a known version", "other ones")
		case string(value) == "null":
			return upstream.Drifted("metrics."+name, "a list", "null")
		}
	}
	return nil
}

// Metric is one score.
type Metric struct {
	Source string `json:"source"`
	Type   string `json:"type"` // Primary or Secondary
	Data   struct {
		Version string   `json:"version"`
		Vector  string   `json:"vectorString"`
		Score   *float64 `json:"baseScore" contract:"cvss"`
	} `json:"cvssData"`
}

// SSVC are the points of a stakeholder-specific decision, each an object with one of exploitation, automatable,
// technicalImpact.
type SSVC struct {
	Data struct {
		Options []map[string]string `json:"options"`
	} `json:"ssvcData"`
}

// Weakness holds CWE ids, or NVD-CWE-noinfo and NVD-CWE-Other.
type Weakness struct {
	Description []Text `json:"description"`
}

// Reference is a link.
type Reference struct {
	URL string `json:"url"`
}

// page is what the API answers.
type page struct {
	Total           int `json:"totalResults"`
	Vulnerabilities []struct {
		CVE CVE `json:"cve"`
	} `json:"vulnerabilities" counted:"totalResults"`
}

// Hold refuses a page without the records that it counts, and an analysis that names no weakness: where NIST finds
// none, it says so by an entry of its own.
func (p *page) Hold() error {
	for _, v := range p.Vulnerabilities {
		if v.CVE.Analysed() && v.CVE.Weaknesses == nil {
			return upstream.Lacks("vulnerabilities[].cve.weaknesses")
		}
	}
	return nil
}

// CVE is the record of an id, which has to be in upper case; NotFound when there is none.
func (c *Client) CVE(ctx context.Context, id string) (*CVE, error) {
	var p page
	request := c.c.Get("/cves/2.0").Query("cveId", id).AcceptStatus(http.StatusForbidden, http.StatusNotFound)
	if _, err := request.Refusal(refusal).JSON(ctx, &p); err != nil {
		return nil, err
	}
	if len(p.Vulnerabilities) == 0 {
		return nil, upstream.NotFound.Errorf("nvd: no such record")
	}
	return &p.Vulnerabilities[0].CVE, nil
}

// refusal reads the two statuses that NVD uses in ways of its own: 403 is its firewall's rate limit. 404 says in a
// header what is wrong with the request: a key that it does not know, or an id that it does not take. Without that it
// is a page that has moved.
func refusal(r *upstream.Response) error {
	says := strings.ToLower(r.Header.Get("message"))
	switch {
	case r.Status == http.StatusForbidden:
		return upstream.RateLimited.Errorf("refused by the firewall, which limits requests")
	case r.Status == http.StatusNotFound && strings.Contains(says, "apikey"):
		return upstream.Unauthorized.Errorf("the key is not known")
	case r.Status == http.StatusNotFound && says != "":
		return upstream.NotFound.Errorf("no such record")
	case r.Status == http.StatusNotFound:
		return upstream.BadResponse.Errorf("the path is not there")
	}
	return nil
}

// Time reads a time of the record, the zero time when there is none.
func Time(text string) time.Time {
	for _, layout := range []string{"2006-01-02T15:04:05.999999999", time.RFC3339Nano} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}
