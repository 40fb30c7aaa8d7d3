package metadata

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// title picks the page's headline: a stated title that something else on the page confirms. No statement is trusted
// alone: structured data uses short descriptions as headlines, and Open Graph the site's slogan. Headings confirm
// statements and show where the site's name begins. Without any statement, a heading is the title.
func title(f *found, ld linked, site string, pageURL *url.URL) string {
	stated := statedTitles(f, ld.headline, site, pageURL)
	shown := shownTitles(f, site, pageURL)

	if s := firstSupported(stated, shown); s != "" {
		return asShown(s, shown, ld.types, site, pageURL)
	}
	for _, h := range append(shown, f.headings...) {
		if h.isH1 || h.named {
			return h.text
		}
	}
	return ""
}

// titleAsStated is the title that the page gives for catalogues and for sharing, else the headline of its structured
// data, else its title element. Nothing is cut off.
func (f *found) titleAsStated(headline string) string {
	first := firstOf(
		f.meta["dc.title"],
		f.meta["og:title"],
		f.meta["twitter:title"],
		f.meta["parsely-title"],
		headline,
		f.title,
	)
	return Squeeze(html.UnescapeString(first))
}

// enoughAgreement is the share of words that a title must have in common with what confirms it.
const enoughAgreement = 0.3

// statedTitles are the titles that the page states, without the site's name, most trusted first.
func statedTitles(f *found, headline, site string, pageURL *url.URL) []string {
	var headings []string
	for _, h := range f.headings {
		if (h.isH1 || h.named) && !h.isTop {
			headings = append(headings, h.text)
		}
	}

	var stated []string
	frames := f.frameHeadings()
	for _, s := range []string{headline, f.meta["og:title"], f.meta["twitter:title"], f.title,
		f.meta["citation_title"], f.meta["dc.title"],
		f.meta["parsely-title"], f.meta["sailthru.title"], f.meta["title"]} {
		if s = Squeeze(html.UnescapeString(s)); s != "" {
			stated = append(stated, withoutSite(withoutEnd(s, frames), site, headings, pageURL))
		}
	}
	return stated
}

// shownTitles are the headings that may be the title: not the site's name, and not in a side column unless all are.
func shownTitles(f *found, site string, pageURL *url.URL) []heading {
	var shown, aside []heading
	for _, h := range f.headings {
		if utf8.RuneCountInString(h.text) < 2 || isSite(h.text, site, pageURL) {
			continue
		}
		if h.isTop && endsTitle(f.title, h.text) {
			continue
		}
		if h.isAside {
			aside = append(aside, h)
			continue
		}
		shown = append(shown, h)
	}

	if soleHeading(shown) == "" && soleHeading(aside) != "" {
		return append(shown, aside...) // classes of whole pages mention widgets and the like too
	}
	return shown
}

// alike is how much two titles have in common, from 0 to 1. A title and its cut-off form count as the same.
func alike(a, b string) float64 {
	first := letters(a)
	second := letters(b)
	if first == "" || second == "" {
		return 0
	}
	if first == second {
		return 1
	}
	const enough = 20 // in bytes; too long a common start to be chance
	if cut := strings.TrimSuffix(second, "…"); len(cut) >= enough && strings.HasPrefix(first, cut) {
		return 0.95
	}
	return common(titleWords(a), titleWords(b))
}

// titleWords are the words of a title, or its characters in scripts without spaces.
func titleWords(s string) []string {
	words := blocks.Tokens(s)
	if len(words) > 2 || utf8.RuneCountInString(s) == len(s) {
		return words
	}
	return strings.Split(letters(s), "")
}

// common is the F1 of two lists of words.
func common(a, b []string) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	left := make(map[string]int)
	for _, w := range a {
		left[w]++
	}
	both := 0
	for _, w := range b {
		if left[w] > 0 {
			left[w]--
			both++
		}
	}
	return 2 * float64(both) / float64(len(a)+len(b))
}

// firstSupported is the first stated title that another statement or a heading confirms, or else the first.
func firstSupported(stated []string, shown []heading) string {
	for i, s := range stated {
		for j, other := range stated {
			if i != j && alike(s, other) >= enoughAgreement {
				return s
			}
		}
		for _, h := range shown {
			if alike(h.text, s) >= enoughAgreement {
				return s
			}
		}
	}
	return firstOf(stated...)
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '.', '-', '_', ',', '\'', '’', '‘', '"', '“', '”', '„', '«', '»', '–', '—', ':', '&', '!',
			'?', '\u00a0', '\u200b', '\u00ad':
			return -1
		}
		return r
	}, strings.ToLower(s))
}
