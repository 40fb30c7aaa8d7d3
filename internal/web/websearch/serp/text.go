package serp

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/farebox/farebox/internal/web/htmlpage"
)

// Clean is text on one line in Unicode's normal form C, without control characters and direction marks.
func Clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069' || r == '\u200E' || r == '\u200F' {
			return -1
		}
		return r
	}, s)
	return norm.NFC.String(htmlpage.Collapse(s))
}

// Plain is the text of an HTML fragment from an engine's API.
func Plain(fragment string) string {
	text, _ := htmlpage.TextOf(fragment, maxSnippet)
	return Clean(text)
}

// Short is s cut at a word boundary to at most max characters, including the ellipsis.
func Short(s string, max int) string {
	if utf8.RuneCountInString(s) <= max {
		return s
	}
	runes := []rune(s)[:max-1]
	cut := string(runes)
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:.-") + "…"
}

// Link is ref as an absolute http or https URL, or "". base is the URL of its page.
func Link(base, ref string) string {
	b, err := url.Parse(base)
	if err != nil || strings.TrimSpace(ref) == "" {
		return ""
	}
	u := htmlpage.Resolve(b, ref)
	if u == nil {
		return ""
	}
	return u.String()
}
