package llmstxt

import (
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/farebox/farebox/handlers/visibility/finding"
)

// Found is how a file was served.
type Found struct {
	Bytes       int    // of the file as sent
	ContentType string // media type in lower case
	UTF8        bool   // the bytes are UTF-8
	BOM         bool   // the file begins with a byte order mark
	Host        string // of the site
	Full        bool   // there is an llms-full.txt as well
	FullUnknown bool   // that could not be found out
}

// Sizes between which a file is useful: less says nothing, more does not fit.
const (
	minBytes = 200
	maxBytes = 100_000
)

const whyFound = "llms.txt tells language models what a site is and which documents to read."

// check is a part of the score.
type check struct {
	id   string
	max  float64
	ok   bool
	seen string
	why  string // it matters
	fix  string // what to change
}

func (c check) finding() finding.Finding {
	f := finding.Finding{
		ID:     c.id,
		Status: finding.Pass,
		Points: c.max,
		Max:    c.max,
		Seen:   c.seen,
		Why:    c.why,
	}
	if !c.ok {
		f.Status = finding.Fail
		f.Points = 0
		f.Fix = c.fix
	}

	return f
}

// Score returns a file's points, of 100, as findings. A missing file loses all points.
//
// A link to another site counts like one to the site itself if its notes describe it.
func Score(f *File, found Found) []finding.Finding {
	var list []finding.Finding
	for _, c := range checks(f, found) {
		list = append(list, c.finding())
	}

	if last := &list[len(list)-1]; found.FullUnknown {
		last.Status = finding.Unchecked
		last.Seen = "llms-full.txt could not be fetched"
	}

	return list
}

// checks are the parts of the score; the one of llms-full.txt is the last.
func checks(f *File, found Found) []check {
	links := f.Links()
	notes := 0
	good := 0
	for _, l := range links {
		if l.Notes != "" {
			notes++
		}
		full := strings.HasPrefix(l.URL, "https://") && hasScheme(l.written)
		if full && (l.Notes != "" || sameSite(l.URL, found.Host)) {
			good++
		}
	}

	return []check{
		{
			id:   "found",
			max:  30,
			ok:   true,
			seen: fmt.Sprintf("llms.txt of %d bytes", found.Bytes),
			why:  whyFound,
		},
		{
			id:   "h1_first",
			max:  15,
			ok:   f.h1 == 1 && f.h1Line == f.firstLine && f.Title != "",
			seen: headingSeen(f),
			why:  "The title is the one part that the format requires; readers take the site's name from it.",
			fix:  "Begin the file with one line: # Name of the site",
		},
		{
			id:   "summary",
			max:  10,
			ok:   f.summaryAfter && f.Summary != "",
			seen: orNone(finding.Quote(f.Summary), f.Summary != "", "no block quote after the title"),
			why:  "The summary is what a model reads when it reads nothing else.",
			fix:  "Put a block quote directly under the title: > What the site is, in a sentence or two",
		},
		{
			id:   "sections",
			max:  10,
			ok:   len(links) > 0,
			seen: fmt.Sprintf("%d sections, %d links", len(f.Sections), len(links)),
			why:  "Sections with links are how a model finds the documents.",
			fix:  "Add headings of level 2, each with a list of - [name](url): notes",
		},
		{
			id:   "item_form",
			max:  10,
			ok:   f.items > 0 && f.bad == 0,
			seen: fmt.Sprintf("%d of %d list entries in the right form", f.items-f.bad, f.items),
			why:  "Readers split entries by their form; others are lost.",
			fix:  "Write each entry as - [name](url): notes",
		},
		{
			id:   "link_targets",
			max:  5,
			ok:   len(links) > 0 && good == len(links),
			seen: fmt.Sprintf("%d of %d links absolute, https, and on the site or explained", good, len(links)),
			why:  "The file is passed on without its address, so relative links lead nowhere.",
			fix:  "Write full https URLs; say in the notes what a link to another site is",
		},
		{
			id:   "link_notes",
			max:  5,
			ok:   len(links) > 0 && notes*5 >= len(links)*4,
			seen: fmt.Sprintf("%d of %d links have notes", notes, len(links)),
			why:  "Notes let a model choose a document without opening it.",
			fix:  "Add : and a few words after each link",
		},
		{
			id:   "only_title_and_sections",
			max:  3,
			ok:   f.strayHeadings == 0,
			seen: fmt.Sprintf("%d headings below level 2", f.strayHeadings),
			why:  "Parsers of the format know two levels only.",
			fix:  "Turn deeper headings into sections or list entries",
		},
		{
			id:   "size",
			max:  4,
			ok:   found.Bytes >= minBytes && found.Bytes <= maxBytes,
			seen: fmt.Sprintf("%d bytes", found.Bytes),
			why:  "Too little says nothing, too much does not fit into a model's context.",
			fix:  "Keep the file between 200 bytes and 100 kB; put the long form into llms-full.txt",
		},
		{
			id:   "content_type",
			max:  3,
			ok:   found.ContentType == "text/plain" || found.ContentType == "text/markdown",
			seen: orNone(found.ContentType, found.ContentType != "", "no Content-Type"),
			why:  "Some readers take nothing but plain text and Markdown.",
			fix:  "Serve it as text/plain or text/markdown; charset=utf-8",
		},
		{
			id:   "encoding",
			max:  1,
			ok:   found.UTF8 && !found.BOM,
			seen: encodingSeen(found),
			why:  "A byte order mark or another charset garbles the first line.",
			fix:  "Save the file as UTF-8 without a byte order mark",
		},
		{
			id:   "llms_full",
			max:  4,
			ok:   found.Full,
			seen: orNone("llms-full.txt is there", found.Full, "no llms-full.txt"),
			why:  "Many tools load the whole documentation from llms-full.txt at once.",
			fix:  "Serve the documents themselves, joined, at /llms-full.txt",
		},
	}
}

// Missing are the findings of a site without a file.
func Missing() []finding.Finding {
	return []finding.Finding{{
		ID:     "found",
		Status: finding.Fail,
		Max:    100,
		Seen:   "no llms.txt",
		Why:    whyFound,
		Fix:    "Put an llms.txt at the root: # title, > summary, ## sections with - [name](url): notes",
	}}
}

// Refused is the only finding if the server refuses to serve llms.txt: there may be one.
func Refused() []finding.Finding {
	return []finding.Finding{{
		ID:     "found",
		Status: finding.Unchecked,
		Max:    100,
		Seen:   "the server does not give llms.txt out",
		Why:    whyFound,
		Fix:    "Serve /llms.txt to crawlers, or answer 404 if it does not exist",
	}}
}

func orNone(s string, is bool, none string) string {
	if is {
		return s
	}
	return none
}

func headingSeen(f *File) string {
	switch {
	case f.h1 == 0:
		return "no heading of level 1"
	case f.h1 > 1:
		return fmt.Sprintf("%d headings of level 1", f.h1)
	case f.h1Line != f.firstLine:
		return fmt.Sprintf("the title is on line %d, after other text", f.h1Line)
	}
	return finding.Quote(f.Title)
}

func encodingSeen(found Found) string {
	switch {
	case !found.UTF8:
		return "not UTF-8"
	case found.BOM:
		return "UTF-8 with a byte order mark"
	}
	return "UTF-8"
}

// sameSite reports whether a URL has the same registrable domain as host.
func sameSite(rawURL, host string) bool {
	u, err := url.Parse(rawURL)
	if err != nil {
		return false
	}
	a, errA := publicsuffix.EffectiveTLDPlusOne(u.Hostname())
	b, errB := publicsuffix.EffectiveTLDPlusOne(host)
	return u.Hostname() == host || errA == nil && errB == nil && a == b
}
