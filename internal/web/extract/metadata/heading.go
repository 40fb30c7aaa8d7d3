package metadata

import (
	"net/url"
	"strings"
)

// asShown replaces a stated title by the page's only first-level heading if both say much the same. Stated titles
// are often worded for search engines; readers know the page by its heading.
func asShown(stated string, shown []heading, types []string, site string, pageURL *url.URL) string {
	const longest = 300 // in bytes; a longer heading holds more than the title

	h := soleHeading(shown)
	if h == "" || len(h) > longest || anyType(types, isNewsType) {
		return stated
	}
	h = withoutSite(h, site, nil, pageURL)

	if alike(h, stated) < enoughAgreement {
		return stated
	}
	if pageURL != nil && strings.Trim(pageURL.Path, "/") == "" {
		return stated // a home page's heading is a slogan
	}

	short := letters(stated)
	long := letters(h)
	switch {
	case short == long:
		return stated
	case strings.HasPrefix(long, short):
		return longer(stated, h)
	case strings.Contains(long, short):
		return stated // the heading has a kicker before the title
	case strings.Contains(short, long) && len(titleWords(h)) < 2:
		return stated
	}
	return h
}

// isNewsType reports whether the headline in the structured data is a journalist's.
func isNewsType(t string) bool { return strings.HasSuffix(t, "newsarticle") }

// soleHeading is the text of the first-level heading, or "" if the page has several different ones.
func soleHeading(shown []heading) string {
	sole := ""
	for _, h := range shown {
		if !h.isH1 {
			continue
		}
		if sole != "" && letters(sole) != letters(h.text) {
			return ""
		}
		sole = h.text
	}
	return sole
}

// longer reports a heading that continues past the title's end, unless the rest is set apart.
func longer(title, heading string) string {
	if len(heading) > len(title) && strings.EqualFold(heading[:len(title)], title) &&
		startsApart(heading[len(title):]) && !strings.HasPrefix(strings.TrimSpace(heading[len(title):]), ":") {
		return title
	}
	if len(titleWords(heading)) > len(titleWords(title))+6 {
		return title // the heading contains a summary or the like
	}
	return heading
}
