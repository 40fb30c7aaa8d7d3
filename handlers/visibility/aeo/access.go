package aeo

import (
	"fmt"
	"strings"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
)

// Points for each crawler that is allowed.
const (
	searchPoints = 2
	userPoints   = 1
)

func crawlerAccess(in Input) []finding.Finding {
	signals := judge(in, []rule{
		{
			id:     "search_crawlers",
			max:    searchPoints * float64(len(in.Search)),
			why:    "Answer engines cite what these crawlers have read.",
			fix:    "Allow the page for the search crawlers in robots.txt; training can be refused apart from that.",
			points: func(in Input) (float64, string) { return access(in.Search, searchPoints) },
		},
		{
			id:     "user_fetchers",
			max:    userPoints * float64(len(in.User)),
			why:    "Assistants open the page with these when a person asks about it.",
			fix:    "Allow the page for these fetchers in robots.txt.",
			points: func(in Input) (float64, string) { return access(in.User, userPoints) },
		},
		{
			id:  "no_restrictions",
			max: 3,
			why: "noindex and nosnippet keep a page out of answers.",
			fix: "Take these words out of robots meta elements and X-Robots-Tag headers.",
			has: isUnrestricted,
		},
		{
			id:  "fetchable",
			max: 2,
			why: "Crawlers read pages that answer 200.",
			fix: "Answer 200.",
			has: isFetchable,
		},
	})

	if in.NoRobots {
		signals[0] = unchecked(signals[0], "robots.txt could not be read")
		signals[1] = unchecked(signals[1], "robots.txt could not be read")
	}

	return signals
}

// access counts the crawlers that robots.txt allows.
func access(list []Access, each float64) (points float64, seen string) {
	allowed := 0
	var blocked []string
	for _, a := range list {
		if a.Allowed {
			allowed++
		} else {
			blocked = append(blocked, a.Token+" ("+a.Rule+")")
		}
	}

	seen = fmt.Sprintf("%d of %d allowed", allowed, len(list))
	if len(blocked) > 0 {
		seen += "; blocked: " + strings.Join(blocked, ", ")
	}

	return float64(allowed) * each, seen
}

func isUnrestricted(in Input) (ok bool, seen string) {
	restricting := Restricting(in.Page)
	if len(restricting) > 0 {
		return false, strings.Join(restricting, ", ")
	}

	return true, "no noindex, nosnippet or noai"
}

// maxRestricting bounds the listed directives.
const maxRestricting = 10

// Restricting are the directives that keep a page, or its text, out of answers.
func Restricting(p *pagefacts.Facts) []string {
	var out []string
	for _, d := range p.Directives {
		switch d.Name {
		case "noindex", "none", "nosnippet", "noai", "noimageai":
		case "max-snippet":
			if d.Value != "0" {
				continue
			}
		default:
			continue
		}

		word := d.Name
		if d.Value != "" {
			word += ":" + d.Value
		}
		if d.Agent != "" {
			word += " for " + d.Agent
		}
		if len(out) < maxRestricting {
			out = append(out, word+" in "+d.From)
		}
	}

	return out
}

func isFetchable(in Input) (ok bool, seen string) {
	return in.Page.Status == 200, fmt.Sprintf("status %d", in.Page.Status)
}

func llmsTxt(in Input) []finding.Finding {
	const most = 8
	fix := "Serve an llms.txt."
	if in.LLMs.Found {
		fix = "Add to the llms.txt what /aeo/llms says that it lacks."
	}

	signals := judge(in, []rule{
		{
			id:  "llms_txt",
			max: most,
			why: "llms.txt tells language models what a site is and which documents to read.",
			fix: fix,
			points: func(in Input) (float64, string) {
				points := float64(in.LLMs.Score) * most / 100
				if in.LLMs.Found {
					return points, fmt.Sprintf("llms.txt with %d of 100 points", in.LLMs.Score)
				}

				return points, "no llms.txt"
			},
		},
	})
	if in.LLMs.Unknown {
		signals[0] = unchecked(signals[0], "llms.txt could not be fetched")
	}

	return signals
}
