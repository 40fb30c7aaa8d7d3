package metadata

import (
	"net/url"
	"strings"
)

// title picks the page's headline. Structured data and Open Graph name it; the title element often carries the site's name too,
// which is cut off when a heading of the page or the site's known name shows which side it is.
func title(f *found, headline, site string, pageURL *url.URL) string {
	for _, stated := range []string{headline, f.meta["og:title"], f.meta["twitter:title"], f.meta["dc.title"], f.meta["citation_title"]} {
		stated = Squeeze(stated)
		if stated == "" {
			continue
		}
		return withoutSite(stated, site, f.headings, pageURL)
	}
	if f.title != "" {
		return withoutSite(f.title, site, f.headings, pageURL)
	}
	if len(f.headings) > 0 {
		return f.headings[0]
	}
	return ""
}

var titleSeparators = []string{" | ", " - ", " – ", " — ", " :: ", " » ", " « ", " · ", " • ", " / "}

// withoutSite cuts the site's name off a title.
func withoutSite(s, site string, headings []string, pageURL *url.URL) string {
	for _, h := range headings {
		if h == s {
			return s
		}
	}
	// A heading that is one end of the title, up to a separator, is the title.
	for _, h := range headings {
		if len(h) < 4 || len(h) >= len(s) {
			continue
		}
		if strings.EqualFold(s[:len(h)], h) && startsApart(s[len(h):]) || len(h) >= 10 && strings.EqualFold(s[len(s)-len(h):], h) {
			return h
		}
	}
	for _, sep := range titleSeparators {
		if i := strings.LastIndex(s, sep); i > 0 {
			head, tail := strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+len(sep):])
			if namesSite(tail, site, pageURL) {
				return head
			}
			if j := strings.Index(s, sep); namesSite(strings.TrimSpace(s[:j]), site, pageURL) {
				return strings.TrimSpace(s[j+len(sep):])
			}
		}
	}
	// Without a known name only a short tail after a bar is taken for one.
	if i := strings.LastIndex(s, " | "); i > 0 {
		head, tail := s[:i], s[i+3:]
		if len(strings.Fields(head)) >= 3 && len(strings.Fields(tail)) <= 4 {
			return strings.TrimSpace(head)
		}
	}
	return s
}

// startsApart says that a rest of a title starts with something that parts it from what comes before.
func startsApart(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	for _, mark := range []string{"|", "-", "–", "—", ":", "»", "«", "·", "•", "/", "[", "("} {
		if strings.HasPrefix(rest, mark) {
			return true
		}
	}
	return false
}

func namesSite(part, site string, pageURL *url.URL) bool {
	name := letters(part)
	if name == "" {
		return false
	}
	if site != "" && (name == letters(site) || len(name) > 3 && strings.Contains(letters(site), name)) {
		return true
	}
	return pageURL != nil && len(name) > 2 && strings.Contains(letters(pageURL.Hostname()), strings.TrimPrefix(name, "the"))
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '.', '-', '_', ',', '\'', '’', '&', '!':
			return -1
		}
		return r
	}, strings.ToLower(s))
}
