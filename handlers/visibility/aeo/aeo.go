// Package aeo judges how well answer engines can reach, read, trust and quote a page: 100 points in six dimensions,
// by fixed rules on the content of the page and its site. The same facts on the same date give the same score; no
// language model is involved.
//
// The rules are tables, one for each dimension: crawlerAccess, llmsTxt, structuredData, extractability, answerability
// and authority.
package aeo

import (
	"sort"
	"time"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
	"github.com/farebox/farebox/internal/each"
)

// Input is what is judged.
type Input struct {
	Page     *pagefacts.Facts
	Now      time.Time // the day on which freshness is judged
	Search   []Access  // the search crawlers that are scored
	User     []Access  // likewise those that fetch for people
	NoRobots bool      // robots.txt could not be read, so access is unknown
	LLMs     LLMs
}

// Access is robots.txt's verdict on the page for a crawler.
type Access struct {
	Token   string
	Allowed bool
	Rule    string
}

// LLMs is the state of the site's llms.txt.
type LLMs struct {
	Unknown bool // it could not be fetched
	Found   bool
	Score   int // of 100
}

// Dimension is a part of the score.
type Dimension struct {
	Name    string
	Max     float64
	Score   float64 // points earned
	Signals []finding.Finding
}

// Result is an audit.
type Result struct {
	Dimensions []Dimension
	Score      int     // points of the checked signals, scaled to 100
	CheckedMax float64 // points of the signals that could be checked; 100 if all could
	Grade      string
}

// rule is a signal to check. It has either has, or points for signals that may be partly present.
type rule struct {
	id     string
	max    float64
	why    string // it matters
	fix    string // what to change
	has    func(Input) (ok bool, seen string)
	points func(Input) (points float64, seen string)
}

// judge checks the signal. Its status follows from its points.
func (r rule) judge(in Input) finding.Finding {
	var points float64
	var seen string
	if r.points != nil {
		points, seen = r.points(in)
	} else {
		var ok bool
		if ok, seen = r.has(in); ok {
			points = r.max
		}
	}

	f := finding.Finding{
		ID:     r.id,
		Status: finding.Warn,
		Points: points,
		Max:    r.max,
		Seen:   finding.Short(seen, maxSeen),
		Why:    r.why,
		Fix:    r.fix,
	}
	switch {
	case points >= r.max:
		f.Status = finding.Pass
		f.Points = r.max
		f.Fix = ""
	case points <= 0:
		f.Status = finding.Fail
		f.Points = 0
	}

	return f
}

// maxSeen bounds the evidence, in bytes.
const maxSeen = 300

func judge(in Input, rules []rule) []finding.Finding {
	return each.Of(rules, func(r rule) finding.Finding { return r.judge(in) })
}

// Audit judges a page. Signals that could not be checked count neither for nor against it.
func Audit(in Input) Result {
	r := Result{Dimensions: []Dimension{
		{Name: "crawler_access", Signals: crawlerAccess(in)},
		{Name: "llms_txt", Signals: llmsTxt(in)},
		{Name: "structured_data", Signals: judge(in, structuredData)},
		{Name: "extractability", Signals: judgeContent(in)},
		{Name: "answerability", Signals: judge(in, answerability)},
		{Name: "authority_freshness", Signals: judge(in, authority)},
	}}

	var all []finding.Finding
	for i := range r.Dimensions {
		d := &r.Dimensions[i]
		for k := range d.Signals {
			d.Signals[k].Group = d.Name
			d.Max += d.Signals[k].Max
			d.Score += d.Signals[k].Points
		}
		all = append(all, d.Signals...)
	}

	_, r.CheckedMax = finding.Sum(all)
	r.Score = finding.Total(all)
	r.Grade = finding.Grade(r.Score)

	return r
}

// Recommendations are the signals that lost points, largest loss first.
func (r Result) Recommendations() []finding.Finding {
	var out []finding.Finding
	for _, d := range r.Dimensions {
		for _, s := range d.Signals {
			if s.Lost() > 0 && s.Status != finding.Unchecked {
				out = append(out, s)
			}
		}
	}

	sort.SliceStable(out, func(i, j int) bool { return out[i].Lost() > out[j].Lost() })

	return out
}

// unchecked is a signal that could not be checked.
func unchecked(f finding.Finding, seen string) finding.Finding {
	f.Status = finding.Unchecked
	f.Points = 0
	f.Seen = seen
	f.Fix = ""

	return f
}
