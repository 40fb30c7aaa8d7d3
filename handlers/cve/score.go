package cve

import (
	"cmp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/cveprogram"
	"github.com/farebox/farebox/internal/upstream/nvd"
)

// publisher is the kind of who scored, in the order in which they count.
type publisher int

const (
	byNVD publisher = iota
	byIssuer
	byCISA
	byOther
	byGitHub
	byOSV
)

// candidate is a score that somebody gave.
type candidate struct {
	gen.CVECvss
	by publisher
}

// rank is the place of a candidate: NVD 3.1, 4.0, 3.0; the issuer's 4.0, 3.1, 3.0; CISA's 3.1, 4.0, 3.0; then the others'. A score
// of version 2 is behind all, even where it is the only one that NVD calls primary.
func (c candidate) rank() int {
	orders := map[publisher]string{byNVD: "3.1 4.0 3.0", byCISA: "3.1 4.0 3.0"}
	order := cmp.Or(orders[c.by], "4.0 3.1 3.0")
	at := strings.Index(order, c.Version)
	if at < 0 || c.Version == "2.0" {
		return 1000 + int(c.by)
	}
	return 100*int(c.by) + at
}

// add puts a score into list, unless it is not one, or the same publisher's same score is there already: NVD repeats
// what issuers and CISA put into the CVE record. A readable vector decides the score and the severity; the
// publisher's own number and word do not.
func add(list []candidate, by publisher, source, version, text string, score *float64) []candidate {
	v, whole := readVector(text)
	c := candidate{gen.CVECvss{Version: version, Vector: response.OrNull(text), Source: source}, by}
	switch {
	case whole:
		c.BaseScore = v.base
		c.Version = v.version
	case score != nil && *score >= 0 && *score <= 10:
		c.BaseScore = *score
	default:
		return list
	}
	c.Severity = severityOf(c.BaseScore, c.Version)

	for _, have := range list {
		if have.by == by && have.Version == c.Version && (have.Vector == nil && c.Vector == nil && have.BaseScore == c.BaseScore || have.Vector != nil && c.Vector != nil && *have.Vector == *c.Vector) {
			return list
		}
	}

	return append(list, c)
}

// scores are all scores of the facts, the one that counts first.
func (f *facts) scores() []gen.CVECvss {
	var list []candidate
	if f.program != nil {
		list = addContainer(list, f.cna(), byIssuer, "cna:"+cmp.Or(f.cna().Provider.ShortName, f.program.Metadata.Assigner, "unknown"))
		for _, c := range f.program.Containers.ADP {
			by := byOther
			source := "adp:" + cmp.Or(c.Provider.ShortName, "unknown")
			if c.Provider.OrgID == cveprogram.CISAADP {
				by = byCISA
				source = "cisa-adp"
			}
			list = addContainer(list, c, by, source)
		}
	}

	if f.nvd != nil {
		m := f.nvd.Metrics
		for _, list4 := range []struct {
			version string
			metrics []nvd.Metric
		}{{"4.0", m.V40}, {"3.1", m.V31}, {"3.0", m.V30}, {"2.0", m.V2}} {
			for _, one := range list4.metrics {
				by := byIssuer
				source := "cna:" + cmp.Or(one.Source, "unknown")
				switch one.Source {
				case nvd.NIST:
					by = byNVD
					source = "nvd"
				case nvd.CISAADP:
					by = byCISA
					source = "cisa-adp"
				}
				list = add(list, by, source, cmp.Or(one.Data.Version, list4.version), one.Data.Vector, one.Data.Score)
			}
		}
	}

	for _, a := range f.ghsa {
		for _, vector := range a.Vectors() {
			list = add(list, byGitHub, "ghsa", "", vector, nil)
		}
	}

	for _, a := range f.osv {
		for _, s := range a.Severity {
			if strings.HasPrefix(s.Type, "CVSS") {
				list = add(list, byOSV, "osv", "", s.Score, nil)
			}
		}
	}

	slices.SortStableFunc(list, func(a, b candidate) int { return a.rank() - b.rank() })
	return each.Of(list, func(c candidate) gen.CVECvss { return c.CVECvss })
}

func addContainer(list []candidate, c cveprogram.Container, by publisher, source string) []candidate {
	for _, m := range c.Metrics {
		for _, one := range []struct {
			version string
			score   *cveprogram.CVSS
		}{{"4.0", m.V40}, {"3.1", m.V31}, {"3.0", m.V30}, {"2.0", m.V2}} {
			if one.score != nil {
				list = add(list, by, source, cmp.Or(one.score.Version, one.version), one.score.Vector, one.score.Score)
			}
		}
	}
	return list
}
