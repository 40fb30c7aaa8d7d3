package cve

import (
	"cmp"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/handlers/cve/versions"
	"github.com/farebox/farebox/internal/upstream/github"
	"github.com/farebox/farebox/internal/upstream/osv"
)

// record is one database's advisory about the package, from either source.
type record struct {
	id         string
	aliases    []string
	summary    string
	rating     gen.CVESeverity // empty when the database does not rate
	score      *float64
	published  time.Time
	modified   time.Time
	listed     []string            // affected versions that are named one by one
	intervals  []versions.Interval // affected versions in ranges
	lastKnown  []versions.Interval // where ranges without an end are known to reach
	unread     bool                // a range that could not be read
	percentile *float64            // EPSS
}

// ofOSV is an advisory of OSV's, as far as it is about the package.
func (t target) ofOSV(a osv.Advisory) record {
	r := record{
		id:        a.ID,
		aliases:   a.Aliases,
		summary:   a.Summary,
		rating:    rating(a.Specific.Severity),
		published: a.Published,
		modified:  a.Modified,
	}
	r.summary = cmp.Or(r.summary, a.Details)

	severity := a.Severity
	for _, p := range a.Affected {
		name, _, _ := strings.Cut(p.Package.Ecosystem, ":")
		if name != t.osv || !t.same(p.Package.Name, t.pkg) {
			continue
		}
		severity = append(slices.Clone(severity), p.Severity...)
		r.listed = append(r.listed, p.Versions...)
		for _, g := range p.Ranges {
			if g.Type == "GIT" {
				continue
			}
			intervals, err := t.order.OfEvents(g.Events)
			r.intervals = append(r.intervals, intervals...)
			r.unread = r.unread || err != nil
		}
		if last := p.Specific.LastKnown; last != "" {
			if i, err := t.order.OfExpression(last, ""); err == nil {
				r.lastKnown = append(r.lastKnown, i)
			}
		}
	}

	r.score = bestScore(severity)
	return r
}

// bestScore is the base score of the newest version of CVSS among the vectors, nil without a whole one.
func bestScore(list []osv.Severity) *float64 {
	version := ""
	score := 0.0
	for _, s := range list {
		if v, ok := readVector(s.Score); ok && strings.HasPrefix(s.Type, "CVSS") && v.version > version {
			version = v.version
			score = v.base
		}
	}
	if version == "" {
		return nil
	}
	return &score
}

// ofGitHub is an advisory of GitHub's, as far as it is about the package.
func (t target) ofGitHub(a github.Advisory) record {
	r := record{
		id:        a.ID,
		summary:   a.Summary,
		rating:    rating(string(a.Severity)),
		published: a.PublishedAt,
		modified:  a.UpdatedAt,
	}
	if a.CVE != "" {
		r.aliases = []string{a.CVE}
	}

	var severity []osv.Severity
	for _, vector := range a.Vectors() {
		severity = append(severity, osv.Severity{Type: "CVSS", Score: vector})
	}

	r.score = bestScore(severity)
	if a.EPSS != nil && a.EPSS.Percentile > 0 && a.EPSS.Percentile <= 1 {
		r.percentile = &a.EPSS.Percentile
	}

	for _, v := range a.Vulnerabilities {
		if v.Package.Ecosystem != t.github || !t.same(v.Package.Name, t.pkg) {
			continue
		}
		i, err := t.order.OfExpression(v.Range, v.Fixed())
		if err != nil {
			r.unread = true
			continue
		}
		r.intervals = append(r.intervals, i)
	}

	return r
}

// affects is true when v is in one of the ranges.
func (r record) affects(v versions.Version) bool {
	return slices.ContainsFunc(r.intervals, func(i versions.Interval) bool { return i.Contains(v) })
}

// endless is true when v is in a range that no version is known to end.
func (r record) endless(v versions.Version) bool {
	return slices.ContainsFunc(r.intervals, func(i versions.Interval) bool { return i.Endless() && i.Contains(v) })
}

// fixes are the versions after v that mend it.
func (r record) fixes(v versions.Version) []versions.Version {
	var out []versions.Version
	for _, i := range r.intervals {
		if i.Fixed != nil && i.Fixed.Compare(v) > 0 {
			out = append(out, *i.Fixed)
		}
	}
	return out
}
