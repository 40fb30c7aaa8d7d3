// Package robotsreport reports what a robots.txt means for each crawler in a list, its stated preferences about AI,
// and lines that crawlers will not understand. It fetches nothing.
package robotsreport

import (
	"strings"
	"time"

	"github.com/farebox/farebox/handlers/visibility/agents"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/web/fetch/robots"
)

// Access is how much of a site a crawler may fetch.
type Access string

// The kinds.
const (
	Allowed       Access = "allowed"        // everything
	PartlyAllowed Access = "partly_allowed" // what no rule names, but not some other parts
	Blocked       Access = "blocked"        // all that no rule names
	// robots.txt could not be read; crawlers that obey RFC 9309 stay away meanwhile
	Unknown Access = "unknown"
)

// anyPage is a page that no rule names. The home page often has a rule of its own: a site that allows nothing else is
// not open.
const anyPage = "/zq4x7w-page"

// maxExamples is how many Disallow lines a Crawler shows.
const maxExamples = 3

// Crawler is what a robots.txt means for one crawler.
type Crawler struct {
	agents.Crawler
	Access     Access
	Explicit   bool          // a group names the crawler (or the one whose rules it follows)
	Group      string        // the User-agent value of the group that applies, "" when none does
	Rule       string        // the rule that decides about pages that none names, "" when none matches
	RuleLine   int           // its line, 1-based, 0 without rule
	Disallowed int           // Disallow lines that bind the crawler
	Examples   []string      // the first of them
	CrawlDelay time.Duration // 0 if there is none
}

// Crawlers judges each crawler. A nil file is one that could not be read.
func Crawlers(file *robots.File, list []agents.Crawler) []Crawler {
	return each.Of(list, func(c agents.Crawler) Crawler { return Judge(file, c) })
}

// Judge returns what a file means for a crawler. A nil file is one that could not be read.
func Judge(file *robots.File, c agents.Crawler) Crawler {
	out := Crawler{Crawler: c, Access: Unknown}
	if file == nil {
		return out
	}

	token := BoundBy(file, c)
	v := file.Test(token, anyPage)
	out.Explicit = v.Specific
	out.Group = v.Agent
	out.Access = Allowed
	out.CrawlDelay = file.CrawlDelay(token)
	if v.Rule != nil {
		out.Rule, out.RuleLine = v.Rule.String(), v.Rule.Line
	}

	for _, r := range file.Rules(token) {
		if r.Allow {
			continue
		}
		if out.Disallowed++; len(out.Examples) < maxExamples {
			out.Examples = append(out.Examples, r.Pattern)
		}
	}

	switch {
	case !v.Allowed:
		out.Access = Blocked
	case out.Disallowed > 0:
		out.Access = PartlyAllowed
	}

	return out
}

// BoundBy is the token whose rules apply to a crawler: its own or, if the file does not name it, that of the
// crawler it follows instead, according to its operator.
func BoundBy(file *robots.File, c agents.Crawler) string {
	if c.InsteadOf != "" && !file.Test(c.Match(), "/").Specific && file.Test(c.InsteadOf, "/").Specific {
		return c.InsteadOf
	}
	return c.Match()
}

// MaxOthers is how many names Others returns.
const MaxOthers = 200

// Others are the crawlers named in a file that are not in the list, each once, in file order; cut says that there
// are more.
func Others(file *robots.File, list []agents.Crawler) (names []string, cut bool) {
	known := map[string]bool{"*": true, "": true}
	for _, c := range list {
		known[strings.ToLower(c.Match())] = true
	}

	for _, g := range file.Groups {
		for _, value := range g.Agents {
			token, _, _ := strings.Cut(value, "/")
			key := strings.ToLower(strings.TrimSpace(token))
			first, _, _ := strings.Cut(key, " ")
			if known[key] || known[first] {
				continue
			}
			known[key] = true
			if len(names) == MaxOthers {
				return names, true
			}
			names = append(names, strings.TrimSpace(token))
		}
	}

	return names, false
}

// Policy is what a site lets crawlers do, in one word.
type Policy string

// The policies.
const (
	Open       Policy = "open"        // no crawler of the list is blocked
	SearchOnly Policy = "search_only" // search may, training may not
	Closed     Policy = "closed"      // all are blocked
	Mixed      Policy = "mixed"
	Undeclared Policy = "undeclared" // there are no rules at all
	NotKnown   Policy = "unknown"    // robots.txt could not be read
)

// PolicyOf summarises the crawlers. Only those that are said to obey robots.txt count for SearchOnly: the others do
// not follow it anyway.
func PolicyOf(file *robots.File, list []Crawler) Policy {
	if file == nil {
		return NotKnown
	}
	if len(file.Groups) == 0 {
		return Undeclared
	}

	blocked := 0
	search := true
	training := true
	for _, c := range list {
		is := c.Access == Blocked
		if is {
			blocked++
		}
		if c.Respects != agents.Obeys {
			continue
		}
		switch c.Class {
		case agents.Search:
			search = search && !is
		case agents.Training, agents.TrainingOptOut, agents.Dataset:
			training = training && is
		}
	}

	switch {
	case blocked == 0:
		return Open
	case blocked == len(list):
		return Closed
	case search && training:
		return SearchOnly
	}

	return Mixed
}
