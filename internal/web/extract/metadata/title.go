package metadata

import (
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// title picks the page's headline: what the page states, where something else on it says much the same. No statement
// is believed by itself: structured data carries short descriptions as headlines, Open Graph the slogan of the site.
// Headings bear statements out, show where the name of the site begins, and complete what was cut off. They are the
// title where nothing is stated.
func title(f *found, ld linked, site string, pageURL *url.URL) string {
	stated := statedTitles(f, ld.headline, site, pageURL)
	shown := shownTitles(f, site, pageURL)

	if s := firstSupported(notSite(stated, site, pageURL), shown); s != "" {
		return asShown(completed(s, stated, shown), shown, ld.types, site, pageURL)
	}
	for _, h := range append(shown, f.headings...) {
		if h.isH1 || h.named {
			return h.text
		}
	}
	return ""
}

// notSite are the titles that are more than the name of the site, or all where none is. A page at the start of a site
// has its name for a title.
func notSite(stated []string, site string, pageURL *url.URL) []string {
	if pageURL == nil || strings.Trim(pageURL.Path, "/") == "" {
		return stated
	}
	more := without(stated, func(s string) bool { return letters(s) == letters(site) })
	if len(more) == 0 {
		return stated
	}
	return more
}

func without(all []string, is func(string) bool) []string {
	var kept []string
	for _, s := range all {
		if !is(s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// enoughAgreement is the share of words that a title has in common with what bears it out.
const enoughAgreement = 0.3

// completed is a title that was cut off with an ellipsis as another statement or a heading has it in full.
func completed(s string, stated []string, shown []heading) string {
	const enough = 12 // bytes that two titles do not begin with by chance
	head := letters(strings.TrimSuffix(strings.TrimSuffix(s, "…"), "..."))
	if len(head) < enough || head == letters(s) && !strings.HasSuffix(s, "...") && !strings.HasSuffix(s, "…") {
		return s
	}
	for _, h := range shown {
		if strings.HasPrefix(letters(h.text), head) {
			return h.text
		}
	}
	for _, other := range stated {
		if len(other) > len(s) && strings.HasPrefix(letters(other), head) {
			return other
		}
	}
	return s
}

// statedTitles are the titles that the page states, without the name of the site, the most trusted first.
func statedTitles(f *found, headline, site string, pageURL *url.URL) []string {
	var headings []string
	for _, h := range f.headings {
		if h.isH1 && !h.isHome && !h.isTop {
			headings = append(headings, h.text)
		}
	}

	var stated []string
	frames := f.frameHeadings()
	for _, s := range []string{headline, f.meta["og:title"], f.meta["twitter:title"], f.title,
		f.meta["citation_title"], f.meta["dc.title"],
		f.meta["parsely-title"], f.meta["sailthru.title"], f.meta["title"]} {
		if s = withoutFrame(Squeeze(withoutTags(html.UnescapeString(s)))); s != "" {
			stated = append(stated, withoutSite(withoutEnd(s, frames), site, headings, pageURL))
		}
	}
	return stated
}

// archived finds what old templates of WordPress set before the titles of posts, viewed what phpBB sets before those of
// threads.
var (
	archived = regexp.MustCompile(`^.{1,80}? [»›-] (?:Blog Archiv[a-z]*|Archiv[a-z]*) [»›-] `)
	viewed   = regexp.MustCompile(`^(?:.{1,60}? [•-] )?(?:View topic|Thema anzeigen|Voir le sujet|Ver Tema) - `)
)

// withoutFrame takes out the words that software sets before the titles of all pages.
func withoutFrame(s string) string {
	for _, frame := range []*regexp.Regexp{archived, viewed} {
		if at := frame.FindStringIndex(s); at != nil && at[1] < len(s) {
			return s[at[1]:]
		}
	}
	return s
}

// withoutTags takes out markup that a title was filled with.
func withoutTags(s string) string {
	for {
		open := strings.IndexByte(s, '<')
		if open < 0 || open+1 == len(s) || !strings.ContainsRune("abceimsuwABCEIMSUW/", rune(s[open+1])) {
			return s
		}
		end := strings.IndexByte(s[open:], '>')
		if end < 0 || end > 60 {
			return s
		}
		s = s[:open] + s[open+end+1:]
	}
}

// shownTitles are the headings that may be the title: not the name of the site, nor in a side column unless all are.
func shownTitles(f *found, site string, pageURL *url.URL) []heading {
	var shown, aside []heading
	for _, h := range f.headings {
		if utf8.RuneCountInString(h.text) < 2 || isSite(h.text, site, pageURL) {
			continue
		}
		if h.isHome && !h.named || h.isTop && endsTitle(f.title, h.text) {
			continue
		}
		if h.isAside {
			aside = append(aside, h)
			continue
		}
		shown = append(shown, h)
	}

	if soleHeading(shown) == "" && soleHeading(aside) != "" {
		return append(shown, aside...) // classes of whole pages speak of widgets and the like as well
	}
	return shown
}

// alike is how much two titles have in common, 0 to 1. One that the other was cut off from is the same.
func alike(a, b string) float64 {
	first := letters(a)
	second := letters(b)
	if first == "" || second == "" {
		return 0
	}
	if first == second {
		return 1
	}
	const enough = 20 // bytes that two titles do not begin with by chance
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

// firstSupported is the first of the stated titles that something else on the page bears out: another statement or a
// heading. Where nothing does it is the first.
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
