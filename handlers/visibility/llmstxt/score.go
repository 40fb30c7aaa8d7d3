package llmstxt

import (
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/farebox/farebox/handlers/visibility/finding"
)

// Found is how a file came.
type Found struct {
	Bytes       int    // of the file as sent
	ContentType string // media type in lower case
	UTF8        bool   // the bytes are UTF-8
	BOM         bool   // they begin with a byte order mark
	Host        string // of the site
	Full        bool   // there is an llms-full.txt as well
	FullUnknown bool   // that could not be found out
}

// Sizes between which a file is of use: less says nothing, more does not fit.
const (
	minBytes = 200
	maxBytes = 100_000
)

const whyFound = "llms.txt tells language models what a site is and which documents to read."

// Score gives the points of a file, 100 in all, as findings. Nothing found is all points lost.
//
// A link to another site counts like one to the site itself when its notes declare what it is.
func Score(f *File, found Found) []finding.Finding {
	links := f.Links()
	notes, good := 0, 0
	for _, l := range links {
		if l.Notes != "" {
			notes++
		}
		if strings.HasPrefix(l.URL, "https://") && hasScheme(l.written) && (l.Notes != "" || sameSite(l.URL, found.Host)) {
			good++
		}
	}
	list := []finding.Finding{
		check("found", 30, true, fmt.Sprintf("llms.txt of %d bytes", found.Bytes), whyFound, ""),
		check("h1_first", 15, f.h1 == 1 && f.h1Line == f.firstLine && f.Title != "", headingSeen(f),
			"The title is the one part that the format requires; readers take the site's name from it.", "Begin the file with one line: # Name of the site"),
		check("summary", 10, f.summaryAfter && f.Summary != "", orNone(finding.Quote(f.Summary), f.Summary != "", "no block quote after the title"),
			"The summary is what a model reads when it reads nothing else.", "Put a block quote directly under the title: > What the site is, in a sentence or two"),
		check("sections", 10, len(links) > 0, fmt.Sprintf("%d sections, %d links", len(f.Sections), len(links)),
			"Sections with links are how a model finds the documents.", "Add headings of level 2, each with a list of - [name](url): notes"),
		check("item_form", 10, f.items > 0 && f.bad == 0, fmt.Sprintf("%d of %d list entries in the right form", f.items-f.bad, f.items),
			"Readers split entries by their form; others are lost.", "Write each entry as - [name](url): notes"),
		check("link_targets", 5, len(links) > 0 && good == len(links), fmt.Sprintf("%d of %d links absolute, https, and on the site or explained", good, len(links)),
			"The file is passed on without its address, so relative links lead nowhere.", "Write full https URLs; say in the notes what a link to another site is"),
		check("link_notes", 5, len(links) > 0 && notes*5 >= len(links)*4, fmt.Sprintf("%d of %d links have notes", notes, len(links)),
			"Notes let a model choose a document without opening it.", "Add : and a few words after each link"),
		check("only_title_and_sections", 3, f.strayHeadings == 0, fmt.Sprintf("%d headings below level 2", f.strayHeadings),
			"Parsers of the format know two levels only.", "Turn deeper headings into sections or list entries"),
		check("size", 4, found.Bytes >= minBytes && found.Bytes <= maxBytes, fmt.Sprintf("%d bytes", found.Bytes),
			"Too little says nothing, too much does not fit into a model's context.", "Keep the file between 200 bytes and 100 kB; put the long form into llms-full.txt"),
		check("content_type", 3, found.ContentType == "text/plain" || found.ContentType == "text/markdown", orNone(found.ContentType, found.ContentType != "", "no Content-Type"),
			"Some readers take nothing but plain text and Markdown.", "Serve it as text/plain or text/markdown; charset=utf-8"),
		check("encoding", 1, found.UTF8 && !found.BOM, encodingSeen(found), "A byte order mark or another charset garbles the first line.", "Save the file as UTF-8 without a byte order mark"),
		check("llms_full", 4, found.Full, orNone("llms-full.txt is there", found.Full, "no llms-full.txt"),
			"Many tools load the whole documentation from llms-full.txt at once.", "Serve the documents themselves, joined, at /llms-full.txt"),
	}
	if last := &list[len(list)-1]; found.FullUnknown {
		last.Status, last.Seen = finding.Unchecked, "llms-full.txt could not be fetched"
	}
	return list
}

// Missing are the findings of a site without a file.
func Missing() []finding.Finding {
	return []finding.Finding{{ID: "found", Status: finding.Fail, Max: 100, Seen: "no llms.txt",
		Why: whyFound, Fix: "Put an llms.txt at the root: # title, > summary, ## sections with - [name](url): notes"}}
}

func check(id string, max float64, ok bool, seen, why, fix string) finding.Finding {
	f := finding.Finding{ID: id, Status: finding.Pass, Points: max, Max: max, Seen: seen, Why: why}
	if !ok {
		f.Status, f.Points, f.Fix = finding.Fail, 0, fix
	}
	return f
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

// sameSite says whether a URL is below the same registrable domain as host.
func sameSite(rawURL, host string) bool {
	u, err := url.Parse(rawURL)
	if err != nil {
		return false
	}
	a, errA := publicsuffix.EffectiveTLDPlusOne(u.Hostname())
	b, errB := publicsuffix.EffectiveTLDPlusOne(host)
	return u.Hostname() == host || errA == nil && errB == nil && a == b
}
