package metadata

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var titleSeparators = []string{" | ", " - ", " – ", " — ", " :: ", " » ", " « ", " · ", " • ", " / ", " › ",
	"_", "|", "-", " ‹ "}

// shortestInBrackets is the length in bytes that a site name in brackets must exceed: shorter texts are
// abbreviations, whose letters occur in many hosts.
const shortestInBrackets = 5

// withoutSite cuts the site's name off a title. A heading that is one end of the title shows what to keep.
func withoutSite(s, site string, headings []string, pageURL *url.URL) string {
	if s == site || slices.Contains(headings, s) {
		return s
	}
	if h := endOf(s, site, headings, pageURL); h != "" {
		return h
	}

	if at := strings.LastIndex(s, " ["); at > 0 && strings.HasSuffix(s, "]") {
		if name := s[at+2 : len(s)-1]; namesSite(name, site, pageURL) && len(name) > shortestInBrackets {
			return strings.TrimSpace(s[:at])
		}
	}

	for _, sep := range titleSeparators {
		if i := strings.LastIndex(s, sep); i > 0 && partsTitle(s, sep, i) {
			head := strings.TrimSpace(s[:i])
			tail := strings.TrimSpace(s[i+len(sep):])
			if namesSite(tail, site, pageURL) || endsWithHost(tail, pageURL) {
				if sep == " / " {
					head, _, _ = strings.Cut(head, sep) // the folders of a forum come between
				}
				return head
			}
			if j := strings.Index(s, sep); partsTitle(s, sep, j) && namesSite(strings.TrimSpace(s[:j]), site, pageURL) {
				return strings.TrimSpace(s[j+len(sep):])
			}
		}
	}

	// Without a known name only a short tail after a bar counts as one.
	if i := strings.LastIndex(s, " | "); i > 0 {
		head := s[:i]
		tail := s[i+3:]
		if len(strings.Fields(head)) >= 3 && len(strings.Fields(tail)) <= 4 {
			return strings.TrimSpace(head)
		}
	}

	return s
}

// endOf is the heading that is one end of a title. The beginning counts first, because the end may be the name of a
// book.
func endOf(title, site string, headings []string, pageURL *url.URL) string {
	const (
		shortestHead = 4 // bytes
		shortestTail = 10
	)
	tail := ""
	for _, h := range headings {
		if len(h) < shortestHead || len(h) >= len(title) || isSite(h, site, pageURL) {
			continue
		}
		if strings.EqualFold(title[:len(h)], h) && startsApart(title[len(h):]) {
			return h
		}
		if tail == "" && len(h) >= shortestTail && strings.EqualFold(title[len(title)-len(h):], h) {
			tail = h
		}
	}
	return tail
}

// partsTitle reports whether the separator at i does not belong to a word, as in "co-op". Scripts without spaces
// omit them around separators too.
func partsTitle(s, sep string, i int) bool {
	if sep != "-" && sep != "_" {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+len(sep):])
	return !isPlainLetter(before) || !isPlainLetter(after)
}

func isPlainLetter(r rune) bool {
	return unicode.IsDigit(r) || unicode.In(r, unicode.Latin, unicode.Cyrillic, unicode.Greek)
}

// startsApart reports whether the rest of a title starts with a separator.
func startsApart(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	marks := []string{"|", "-", "–", "—", ":", "»", "«", "·", "•", "/", "[", "(", "_", "›", "‹"}
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(rest, mark) })
}

func namesSite(part, site string, pageURL *url.URL) bool {
	name := letters(part)
	if name == "" {
		return false
	}
	if site != "" && (name == letters(site) || len(name) > 3 && strings.Contains(letters(site), name)) {
		return true
	}
	if pageURL == nil || len(name) <= 2 {
		return false
	}
	return strings.Contains(letters(pageURL.Hostname()), strings.TrimPrefix(name, "the"))
}

// endsWithHost reports whether what follows a title contains a label of the host, such as "Doom9's Forum" at
// forum.doom9.org.
func endsWithHost(tail string, pageURL *url.URL) bool {
	const mostWords = 5
	return pageURL != nil && strings.Count(tail, " ") < mostWords && hasHostLabel(letters(tail), pageURL.Hostname())
}

// sharedLabels are the labels of hosts that many sites have.
var sharedLabels = setOf(`
	forum forums blog blogs docs support help community discuss news shop store wiki answers developer learn info
	home edition
`)

// hasHostLabel reports whether a name contains a label of the host.
func hasHostLabel(name, host string) bool {
	const (
		fewest = 4 // letters
		part   = 4 // longest name, as a multiple of the label's length
	)
	labels := strings.Split(strings.ToLower(host), ".")
	for _, label := range labels[:len(labels)-1] {
		label = letters(label)
		if len(label) >= fewest && !sharedLabels[label] && strings.Contains(name, label) &&
			len(name) <= part*len(label) {
			return true
		}
	}
	return false
}

// endsTitle reports whether a heading in the site's header is what its titles end with: the name of the site or
// book.
func endsTitle(title, heading string) bool {
	head, ends := strings.CutSuffix(title, heading)
	head = strings.TrimRight(head, " ")
	return ends && hasAnySuffix(head, "-", "|", "–", "—", "·")
}

// siteAfter is the site's name after the title in the title element, if the host has that name too.
func (f *found) siteAfter(title string, pageURL *url.URL) string {
	const mostWords = 6
	rest, follows := strings.CutPrefix(f.title, title)
	if !follows || title == "" || !startsApart(rest) {
		return ""
	}
	name := strings.TrimSpace(strings.TrimLeft(rest, " |-–—:»«·•/[(_›‹"))
	name = strings.TrimRight(name, "])")
	if name == "" || strings.Count(name, " ") >= mostWords || len(lastPart(name)) < len(name) {
		return ""
	}
	if namesSite(name, "", pageURL) || endsWithHost(name, pageURL) {
		return name
	}
	return ""
}

// lastPart is what follows the last separator of a text.
func lastPart(s string) string {
	for _, sep := range titleSeparators {
		if at := strings.LastIndex(s, sep); at > 0 && partsTitle(s, sep, at) {
			s = s[at+len(sep):]
		}
	}
	return s
}

// frameHeadings are the headings on every page of the site: in its header.
func (f *found) frameHeadings() []string {
	var frames []string
	for _, h := range f.headings {
		if h.isTop {
			frames = append(frames, h.text)
		}
	}
	return frames
}

// withoutEnd cuts off the heading that a title ends with after a separator.
func withoutEnd(title string, headings []string) string {
	for _, h := range headings {
		if endsTitle(title, h) {
			return strings.TrimRight(strings.TrimSuffix(title, h), " -|–—·")
		}
	}
	return title
}

func hasAnySuffix(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(s, suffix) })
}

// isSite reports whether a heading is just the site's name.
func isSite(text, site string, pageURL *url.URL) bool {
	name := strings.TrimPrefix(letters(text), "the")
	if site != "" && name == strings.TrimPrefix(letters(site), "the") {
		return true
	}
	if pageURL == nil {
		return false
	}
	host := letters(strings.TrimPrefix(pageURL.Hostname(), "www."))
	_, parent, _ := strings.Cut(pageURL.Hostname(), ".")
	return len(name) > 3 && (strings.HasPrefix(strings.TrimPrefix(host, "the"), name) || name == letters(parent))
}
