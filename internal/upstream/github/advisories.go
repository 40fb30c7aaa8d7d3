package github

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/httpheader"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// maxAdvisoryPages bounds a listing: pages have 100 advisories, and each is a request of the hourly limit.
const maxAdvisoryPages = 5

// Advisory is an entry of GitHub's database of advisories about packages. Its description has all members as always
// there but for two that are newer.
type Advisory struct {
	ID              string          `json:"ghsa_id"`
	CVE             string          `json:"cve_id" contract:"nullable" asked:"cve_id"` // empty without one
	HTMLURL         string          `json:"html_url"`
	Summary         string          `json:"summary"`
	Type            advisoryType    `json:"type"`
	Severity        severity        `json:"severity"`
	References      []string        `json:"references"`
	PublishedAt     time.Time       `json:"published_at"`
	UpdatedAt       time.Time       `json:"updated_at"`
	WithdrawnAt     *time.Time      `json:"withdrawn_at"`
	Vulnerabilities []Vulnerability `json:"vulnerabilities"`
	CVSS            *AdvisoryScore  `json:"cvss,omitempty"` // the only score in answers recorded before 2024
	Scores          *AdvisoryScores `json:"cvss_severities,omitempty"`
	CWEs            []struct {
		ID string `json:"cwe_id"`
	} `json:"cwes"`
	EPSS *AdvisoryEPSS `json:"epss,omitempty"` // since 2024
}

type advisoryType string

// Words are the types of advisories.
func (advisoryType) Words() []string { return []string{"reviewed", "unreviewed", "malware"} }

type severity string

// Words are the ratings.
func (severity) Words() []string { return []string{"low", "medium", "high", "critical", "unknown"} }

// advisories are a page of them.
type advisories []Advisory

// Hold wants scores of each advisory, if only to say that there are none.
func (list *advisories) Hold() error {
	for i := range *list {
		if member := (*list)[i].lacks(); member != "" {
			return upstream.Lacks("[]." + member)
		}
	}
	return nil
}

// lacks is the required member that an advisory lacks, "" if there is none. An advisory without a score has an object
// without a vector and the score 0 (recorded); of two versions of CVSS one may be null.
func (a *Advisory) lacks() string {
	switch {
	case a.CVSS == nil && a.Scores == nil:
		return "cvss_severities"
	case a.CVSS.isTorn():
		return "cvss.vector_string"
	case a.Scores == nil:
		return ""
	case a.Scores.V3.isTorn():
		return "cvss_severities.cvss_v3.vector_string"
	case a.Scores.V4.isTorn():
		return "cvss_severities.cvss_v4.vector_string"
	case a.Scores.V3 == nil && (a.Scores.V4 == nil || a.Scores.V4.Vector == "") && a.Severity != "unknown":
		return "cvss_severities.cvss_v3"
	}
	return ""
}

// AdvisoryScores are the scores by version of CVSS.
type AdvisoryScores struct {
	V3 *AdvisoryScore `json:"cvss_v3"`
	V4 *AdvisoryScore `json:"cvss_v4"`
}

// Vectors are those of an advisory's scores, the newest version first; none where there is no score.
func (a *Advisory) Vectors() []string {
	scores := []*AdvisoryScore{a.CVSS}
	if a.Scores != nil {
		scores = []*AdvisoryScore{a.Scores.V4, a.Scores.V3, a.CVSS}
	}
	var vectors []string
	for _, s := range scores {
		if s != nil && s.Vector != "" {
			vectors = append(vectors, s.Vector)
		}
	}
	return vectors
}

// AdvisoryScore is a CVSS score. Without a vector there is none.
type AdvisoryScore struct {
	Vector string  `json:"vector_string" contract:"nullable"`
	Score  float64 `json:"score,omitempty"` // only held against the vector
}

// isTorn says whether there is a score without its vector.
func (s *AdvisoryScore) isTorn() bool { return s != nil && s.Score > 0 && s.Vector == "" }

// Vulnerability is a package that an advisory is about, with a range of its versions.
type Vulnerability struct {
	Package struct {
		Ecosystem string `json:"ecosystem"` // npm, pip, go, maven, rust, nuget, rubygems, composer, erlang, actions, pub, swift, other
		Name      string `json:"name" contract:"said"`
	} `json:"package"`
	Range   string   `json:"vulnerable_version_range" contract:"said"` // ">= 10.3, < 10.5.0"
	Patched *Patched `json:"first_patched_version"`                    // null without one
}

// IsTorn says whether the range ends before a version, and no version is said to mend it.
func (v *Vulnerability) IsTorn() bool {
	return v.Patched == nil && strings.Contains(strings.ReplaceAll(v.Range, "<=", ""), "<")
}

// Fixed is the first version without the vulnerability, "" when there is none.
func (v *Vulnerability) Fixed() string {
	if v.Patched == nil {
		return ""
	}
	return string(*v.Patched)
}

// Patched is a version, which answers give as a text, or as an object with the text in identifier.
type Patched string

// UnmarshalJSON accepts both forms.
func (p *Patched) UnmarshalJSON(text []byte) error {
	var version string
	if !bytes.HasPrefix(text, []byte("{")) {
		err := json.Unmarshal(text, &version)
		*p = Patched(version)
		return err
	}
	var old struct {
		Identifier string `json:"identifier"`
	}
	err := upstream.Decode(text, &old)
	*p = Patched(old.Identifier)
	return err
}

// AdvisoryEPSS is a prediction of exploitation; both parts are between 0 and 1.
type AdvisoryEPSS struct {
	Probability float64
	Percentile  float64
}

// UnmarshalJSON accepts an object or a list with one, with numbers or texts.
func (e *AdvisoryEPSS) UnmarshalJSON(text []byte) error {
	type score struct {
		Percentage scalar.Float `json:"percentage" contract:"fraction"`
		Percentile scalar.Float `json:"percentile" contract:"fraction"`
	}

	var one score
	if bytes.HasPrefix(text, []byte("[")) {
		var list []score
		if err := upstream.Decode(text, &list); err != nil || len(list) == 0 {
			return err
		}
		one = list[0]
	} else if err := upstream.Decode(text, &one); err != nil {
		return err
	}

	e.Probability = float64(one.Percentage)
	e.Percentile = float64(one.Percentile)
	return nil
}

// HasToken is true when the operator gave a token, with which the hourly limit is 5,000 requests.
func (c *Client) HasToken() bool { return c.core.Key("GITHUB_TOKEN") != "" }

// AdvisoriesOfCVE are the advisories for a CVE id in upper case, mostly one, none when GitHub has none.
func (c *Client) AdvisoriesOfCVE(ctx context.Context, id string) ([]Advisory, error) {
	list, _, err := c.advisories(ctx, c.core.Get("/advisories").Query("cve_id", id))
	return list, err
}

// AdvisoriesOfPackage are the reviewed advisories about any version of a package; ecosystem is one of the names that
// Vulnerability.Package has. cut is true when there are more than were read.
func (c *Client) AdvisoriesOfPackage(ctx context.Context, ecosystem, name string) (list []Advisory, cut bool, err error) {
	return c.advisories(ctx, c.core.Get("/advisories").Query("ecosystem", ecosystem).Query("affects", name).Query("per_page", "100"))
}

func (c *Client) advisories(ctx context.Context, first *upstream.Request) (list []Advisory, cut bool, err error) {
	request := first.TTL(time.Hour)
	for range maxAdvisoryPages {
		var page advisories
		resp, err := answer(ctx, request, &page)
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
