// Package aeo judges how well answer engines can reach, read, trust and quote a page: 100 points in six dimensions, by fixed
// rules over what the page and its site hold. The same facts at the same date give the same score; no model is asked.
package aeo

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
)

// Input is what is judged.
type Input struct {
	Page     *pagefacts.Facts
	Now      time.Time // the day on which freshness is judged
	Search   []Access  // the search crawlers that are scored
	User     []Access  // likewise those that fetch for people
	NoRobots bool      // robots.txt could not be read, so that access is not known
	LLMs     LLMs
}

// Access is what robots.txt says about the page and a crawler.
type Access struct {
	Token   string
	Allowed bool
	Rule    string
}

// LLMs is how the site's llms.txt was found.
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
	CheckedMax float64 // points of the signals that could be checked, 100 when all could
	Grade      string
}

// Audit judges a page. Signals that could not be checked count neither for nor against it.
func Audit(in Input) Result {
	var r Result
	var all []finding.Finding
	for _, d := range []struct {
		name    string
		signals []finding.Finding
	}{
		{"crawler_access", crawlerAccess(in)},
		{"llms_txt", llmsTxt(in)},
		{"structured_data", structuredData(in)},
		{"extractability", extractability(in)},
		{"answerability", answerability(in)},
		{"authority_freshness", authority(in)},
	} {
		dim := Dimension{Name: d.name, Signals: d.signals}
		for i := range dim.Signals {
			dim.Signals[i].Group = d.name
			dim.Max += dim.Signals[i].Max
			dim.Score += dim.Signals[i].Points
		}
		r.Dimensions = append(r.Dimensions, dim)
		all = append(all, dim.Signals...)
	}
	points, checked := finding.Sum(all)
	r.Score, r.CheckedMax = finding.Score(points, checked), checked
	r.Grade = finding.Grade(r.Score)
	return r
}

// Recommendations are the signals that lost points, the greatest loss first.
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

// signal is a finding with points of max, whose status follows from them.
func signal(id string, points, max float64, seen, why, fix string) finding.Finding {
	f := finding.Finding{ID: id, Status: finding.Warn, Points: points, Max: max, Seen: finding.Short(seen, 300), Why: why, Fix: fix}
	switch {
	case points >= max:
		f.Status, f.Points, f.Fix = finding.Pass, max, ""
	case points <= 0:
		f.Status, f.Points = finding.Fail, 0
	}
	return f
}

// yes is a signal that is there or not.
func yes(id string, ok bool, max float64, seen, why, fix string) finding.Finding {
	points := 0.0
	if ok {
		points = max
	}
	return signal(id, points, max, seen, why, fix)
}

func unchecked(f finding.Finding, seen string) finding.Finding {
	f.Status, f.Points, f.Seen, f.Fix = finding.Unchecked, 0, seen, ""
	return f
}

func crawlerAccess(in Input) []finding.Finding {
	search := access("search_crawlers", in.Search, 2, "Answer engines cite what these crawlers have read.", "Allow the page for the search crawlers in robots.txt; training can be refused apart from that.")
	user := access("user_fetchers", in.User, 1, "Assistants open the page with these when a person asks about it.", "Allow the page for these fetchers in robots.txt.")
	if in.NoRobots {
		search, user = unchecked(search, "robots.txt could not be read"), unchecked(user, "robots.txt could not be read")
	}
	restricting := Restricting(in.Page)
	seen := "no noindex, nosnippet or noai"
	if len(restricting) > 0 {
		seen = strings.Join(restricting, ", ")
	}
	challenge := Challenge(in.Page)
	status := fmt.Sprintf("status %d", in.Page.Status)
	if challenge != "" {
		status += ", a challenge page: " + challenge
	}
	return []finding.Finding{search, user,
		yes("no_restrictions", len(restricting) == 0, 3, seen, "noindex and nosnippet keep a page out of answers.", "Take these words out of robots meta elements and X-Robots-Tag headers."),
		yes("fetchable", in.Page.Status == 200 && challenge == "", 2, status, "Crawlers solve no challenges.", "Let known crawlers through, and answer 200."),
	}
}

func access(id string, list []Access, each float64, why, fix string) finding.Finding {
	allowed := 0
	var blocked []string
	for _, a := range list {
		if a.Allowed {
			allowed++
		} else {
			blocked = append(blocked, a.Token+" ("+a.Rule+")")
		}
	}
	seen := fmt.Sprintf("%d of %d allowed", allowed, len(list))
	if len(blocked) > 0 {
		seen += "; blocked: " + strings.Join(blocked, ", ")
	}
	return signal(id, float64(allowed)*each, float64(len(list))*each, seen, why, fix)
}

// Restricting are the directives that keep a page, or its text, out of answers.
func Restricting(p *pagefacts.Facts) []string {
	var out []string
	for _, d := range p.Directives {
		switch {
		case d.Name == "noindex", d.Name == "none", d.Name == "nosnippet", d.Name == "noai", d.Name == "noimageai", d.Name == "max-snippet" && d.Value == "0":
			word := d.Name
			if d.Value != "" {
				word += ":" + d.Value
			}
			if d.Agent != "" {
				word += " for " + d.Agent
			}
			if len(out) < 10 {
				out = append(out, word+" in "+d.From)
			}
		}
	}
	return out
}

func llmsTxt(in Input) []finding.Finding {
	const max = 8
	f := signal("llms_txt", float64(in.LLMs.Score)*max/100, max, "no llms.txt", "llms.txt tells language models what a site is and which documents to read.", "Serve an llms.txt; /aeo/llms says what it lacks.")
	if in.LLMs.Found {
		f.Seen = fmt.Sprintf("llms.txt with %d of 100 points", in.LLMs.Score)
	}
	if in.LLMs.Unknown {
		f = unchecked(f, "llms.txt could not be fetched")
	}
	return []finding.Finding{f}
}
