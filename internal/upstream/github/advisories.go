package github

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/httpheader"
	"github.com/farebox/farebox/internal/upstream"
)

// maxAdvisoryPages bounds a listing: pages have 100 advisories, and each is a request of the hourly limit.
const maxAdvisoryPages = 5

// Advisory is an entry of GitHub's database of advisories about packages.
type Advisory struct {
	ID              string          `json:"ghsa_id"`
	CVE             string          `json:"cve_id"` // empty without one
	HTMLURL         string          `json:"html_url"`
	Summary         string          `json:"summary"`
	Type            string          `json:"type"`     // reviewed, unreviewed, malware
	Severity        string          `json:"severity"` // low, medium, high, critical, unknown
	References      []string        `json:"references"`
	PublishedAt     time.Time       `json:"published_at"`
	UpdatedAt       time.Time       `json:"updated_at"`
	WithdrawnAt     *time.Time      `json:"withdrawn_at"`
	Vulnerabilities []Vulnerability `json:"vulnerabilities"`
	CVSS            *AdvisoryScore  `json:"cvss"` // the only score in answers recorded before 2024
	Scores          struct {
		V3 *AdvisoryScore `json:"cvss_v3"`
		V4 *AdvisoryScore `json:"cvss_v4"`
	} `json:"cvss_severities"`
	CWEs []struct {
		ID string `json:"cwe_id"`
	} `json:"cwes"`
	EPSS *AdvisoryEPSS `json:"epss"`
}

// AdvisoryScore is a CVSS score. Without a vector there is none, whatever Score says.
type AdvisoryScore struct {
	Vector string  `json:"vector_string"`
	Score  float64 `json:"score"`
}

// Vulnerability is a package that an advisory is about, with a range of its versions.
type Vulnerability struct {
	Package struct {
		Ecosystem string `json:"ecosystem"` // npm, pip, go, maven, rust, nuget, rubygems, composer, erlang, actions, pub, swift, other
		Name      string `json:"name"`
	} `json:"package"`
	Range   string  `json:"vulnerable_version_range"` // ">= 10.3, < 10.5.0"
	Patched Patched `json:"first_patched_version"`    // empty without one
}

// Patched is a version, which answers give as a text, as an object with the text in identifier, or as null.
type Patched string

// UnmarshalJSON takes the three forms.
func (p *Patched) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(text, []byte("{")) {
		var old struct {
			Identifier string `json:"identifier"`
		}
		err := json.Unmarshal(text, &old)
		*p = Patched(old.Identifier)
		return err
	}
	var s string
	err := json.Unmarshal(text, &s)
	*p = Patched(s)
	return err
}

// AdvisoryEPSS is a prediction of exploitation; both parts are between 0 and 1.
type AdvisoryEPSS struct {
	Probability float64
	Percentile  float64
}

// UnmarshalJSON takes an object or a list with one, with numbers or texts.
func (e *AdvisoryEPSS) UnmarshalJSON(text []byte) error {
	type score struct {
		Percentage json.RawMessage `json:"percentage"`
		Percentile json.RawMessage `json:"percentile"`
	}

	var one score
	if bytes.HasPrefix(text, []byte("[")) {
		var list []score
		if err := json.Unmarshal(text, &list); err != nil || len(list) == 0 {
			return err
		}
		one = list[0]
	} else if err := json.Unmarshal(text, &one); err != nil {
		return err
	}

	var err error
	if e.Probability, err = loose(one.Percentage); err != nil {
		return err
	}

	e.Percentile, err = loose(one.Percentile)
	return err
}

func loose(number json.RawMessage) (float64, error) {
	text := string(bytes.Trim(number, `"`))
	if text == "" || text == "null" {
		return 0, nil
	}
	return strconv.ParseFloat(text, 64)
}

// HasToken is true when the operator gave a token, with which the hourly limit is 5,000 requests.
func (c *Client) HasToken() bool { return c.core.Key("GITHUB_TOKEN") != "" }

// AdvisoriesOfCVE are the advisories for a CVE id in upper case, mostly one, none when GitHub has none.
func (c *Client) AdvisoriesOfCVE(ctx context.Context, id string) ([]Advisory, error) {
	list, _, err := c.advisories(ctx, c.core.Get("/advisories").Query("cve_id", id))
	return slices.DeleteFunc(list, func(a Advisory) bool { return a.CVE != id }), err
}

// AdvisoriesOfPackage are the reviewed advisories about any version of a package; ecosystem is one of the names that
// Vulnerability.Package has. cut is true when there are more than were read.
func (c *Client) AdvisoriesOfPackage(ctx context.Context, ecosystem, name string) (list []Advisory, cut bool, err error) {
	return c.advisories(ctx, c.core.Get("/advisories").Query("ecosystem", ecosystem).Query("affects", name).Query("per_page", "100"))
}

func (c *Client) advisories(ctx context.Context, first *upstream.Request) (list []Advisory, cut bool, err error) {
	request := first.TTL(time.Hour)
	for range maxAdvisoryPages {
		page, resp, err := answer(ctx, request.AcceptStatus(http.StatusNotFound), func(list []Advisory) bool {
			return list != nil && !slices.ContainsFunc(list, func(a Advisory) bool { return a.ID == "" })
		})
		if err != nil {
			return nil, false, err
		}
		list = append(list, page...)

		next := httpheader.LinkTargets(resp.Header, "next")
		if len(next) == 0 {
			return list, false, nil
		}
		request = c.core.Follow(next[0]).TTL(time.Hour)
	}
	return list, true, nil
}
