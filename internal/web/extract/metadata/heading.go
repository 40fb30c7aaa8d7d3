package metadata

import (
	"net/url"
	"strings"
	"unicode"
)

// asShown is a stated title as the page's one first-level heading words it. Statements are often worded for search
// engines; where both speak of the same, the heading is what readers know the page by.
func asShown(stated string, shown []heading, types []string, site string, pageURL *url.URL) string {
	const longest = 300 // bytes; a longer heading holds more than the title

	h := soleHeading(shown)
	if h == "" || len(h) > longest || anyType(types, isNewsType) {
		return stated
	}
	h = withoutSite(h, site, nil, pageURL)

	if alike(h, stated) < enoughAgreement {
		if fitsAddress(h, stated, pageURL) {
			return h
		}
		return stated
	}
	if pageURL != nil && strings.Trim(pageURL.Path, "/") == "" {
		return stated // the heading of a first page is a slogan
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

// isNewsType says that journalists wrote the headline which the structured data state.
func isNewsType(t string) bool { return strings.HasSuffix(t, "newsarticle") }

// soleHeading is the text of the first-level heading, empty where the page has several of different texts.
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

// longer is a heading that goes on where the title ends, unless what follows is set apart.
func longer(title, heading string) string {
	if len(heading) > len(title) && strings.EqualFold(heading[:len(title)], title) &&
		startsApart(heading[len(title):]) && !strings.HasPrefix(strings.TrimSpace(heading[len(title):]), ":") {
		return title
	}
	if len(titleWords(heading)) > len(titleWords(title))+6 {
		return title // a summary or the like stands in the heading
	}
	return heading
}

// fitsAddress says that the page's address is made of the words of the heading and not of those of the stated title,
// as where every page of a site states the same slogan.
func fitsAddress(heading, stated string, pageURL *url.URL) bool {
	const (
		fewest = 3   // words
		fits   = 0.5 // F1 in words
		fitsNo = 0.2
	)
	if pageURL == nil || len(pageURL.Path) > 2000 {
		return false
	}
	for segment := range strings.SplitSeq(strings.ToLower(pageURL.Path), "/") {
		words := strings.FieldsFunc(segment, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if len(words) >= fewest && common(words, titleWords(heading)) >= fits &&
			common(words, titleWords(stated)) < fitsNo {
			return true
		}
	}
	return false
}
