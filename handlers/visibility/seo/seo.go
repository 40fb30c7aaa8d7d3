// Package seo judges a page by 24 rules with fixed weights that add up to 100. The same facts give the same score:
// there are no measurements, estimates or language models.
//
// Rules has each rule's requirement and weight. A rule with nothing to judge, such as the one on alternative texts
// for a page without images, is not applicable and scores its full weight.
package seo

import (
	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
)

// Input is the input of the rules.
type Input struct {
	Page    *pagefacts.Facts
	Robots  Robots
	Sitemap Sitemap
}

// Robots is robots.txt's verdict on the page.
type Robots struct {
	Unreachable bool // the file could not be read
	Status      int  // the host's status for it, or 0
	Allowed     bool // Googlebot may fetch the page
	Rule, Agent string
	Problems    int // lines with errors
}

// Sitemap is where the site's sitemap is.
type Sitemap struct {
	Named     []string // in robots.txt, as far as they were tried
	Reachable string   // the first of them that could be read, "" if there is none
	AtDefault bool     // /sitemap.xml could be read
	Unread    string   // the file that could not be had and may name or be one, "" if there is none
}

// Result is an audit.
type Result struct {
	Findings []finding.Finding // one for each rule, in the order of Rules
	Score    int
	Grade    string
	Capped   bool // a critical rule failed, so the score is at most 49
	Notes    []finding.Finding
}

// criticalCap is the best score of a page that cannot be reached or found.
const criticalCap = 49

// Audit judges a page.
func Audit(in Input) Result {
	r := Result{Notes: notes(in)}
	for _, rule := range Rules() {
		verdict, seen := rule.judge(in)
		r.Findings = append(r.Findings, rule.finding(verdict, seen))
		r.Capped = r.Capped || rule.decides && verdict == fail
	}

	r.Score = finding.Total(r.Findings)
	if r.Capped {
		r.Score = min(r.Score, criticalCap)
	}
	r.Grade = finding.Grade(r.Score)

	return r
}

// finding is the rule's finding in the audit.
func (r Rule) finding(v verdict, seen string) finding.Finding {
	f := finding.Finding{
		ID:       r.ID,
		Group:    r.Category,
		Severity: r.Severity,
		Max:      r.Weight,
		Seen:     finding.Short(seen, maxSeen),
		Why:      r.Why,
	}
	switch v {
	case pass:
		f.Status = finding.Pass
		f.Points = r.Weight
	case half:
		f.Status = finding.Warn
		f.Points = r.Weight / 2
		f.Fix = r.Fix
	case fail:
		f.Status = finding.Fail
		f.Fix = r.Fix
	case notApplicable:
		f.Status = finding.NA
		f.Points = r.Weight
	case unchecked:
		f.Status = finding.Unchecked
	}

	return f
}

const maxSeen = 300

// verdict is how much of its weight a rule scores.
type verdict int

const (
	pass verdict = iota
	half
	fail
	notApplicable
	unchecked // its input could not be had: it counts neither for nor against the page
)
