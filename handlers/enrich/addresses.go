package enrich

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

const (
	maxContacts = 20
	maxProse    = 256 << 10 // bytes of visible text that are looked through for contacts
)

// span is where an e-mail address is in a text.
type span struct{ from, to int }

// addressesIn finds what looks like e-mail addresses, at most the first most of them. It goes out from each @ a bounded way, so
// that its time is bounded by the length of the text whatever is in it.
func addressesIn(s string, most int) []span {
	const before, after = 64, 253
	var out []span
	end := 0 // of the last one found
	for i := 0; i < len(s) && len(out) < most; i++ {
		if s[i] != '@' {
			continue
		}
		from := i
		for from > end && i-from < before {
			c, size := utf8.DecodeLastRuneInString(s[end:from])
			if !localRune(c) {
				break
			}
			from -= size
		}
		to := i + 1
		dot := false
		for to < len(s) && to-i <= after {
			c, size := utf8.DecodeRuneInString(s[to:])
			if c != '.' && !nameRune(c) {
				break
			}
			to += size
		}
		for to > i+1 && (s[to-1] == '.' || s[to-1] == '-') {
			to--
		}
		dot = strings.Contains(s[i+1:to], ".") && s[i+1] != '.'
		if from < i && dot {
			out = append(out, span{from, to})
			end = to
			i = to - 1
		}
	}

	return out
}

func localRune(c rune) bool {
	return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsNumber(c) || strings.ContainsRune("._%+'-", c))
}

func nameRune(c rune) bool {
	return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c) || c == '-')
}

// withoutPersons removes from a text every e-mail address that is not a role contact of the domain.
func (h *Handlers) withoutPersons(s, domain string) string {
	var b strings.Builder
	at := 0
	for _, a := range addressesIn(s, len(s)) {
		b.WriteString(s[at:a.from])
		if _, ok := h.roleContact(s[a.from:a.to], domain); ok {
			b.WriteString(s[a.from:a.to])
		} else {
			b.WriteString("[address]")
		}
		at = a.to
	}
	return b.String() + s[at:]
}

// withoutAddresses takes the part of a URL off that carries an e-mail address.
func withoutAddresses(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	if text, err := url.QueryUnescape(u.RawQuery); err != nil || len(addressesIn(text, 1)) > 0 {
		u.RawQuery = ""
	}
	if len(addressesIn(u.Path, 1)) > 0 {
		u.Path = "/"
		u.RawPath = ""
	}
	return u.String()
}

// roleContact gives an address in lower case when it is a role's at the domain or below it.
func (h *Handlers) roleContact(found, domain string) (string, bool) {
	local, name, _ := strings.Cut(strings.ToLower(found), "@")
	local = strings.Trim(local, ".'")
	host, err := hostname.Parse(name)
	if err != nil || host.Registrable != domain || !h.Mail.Role(local) || strings.Contains(local, "+") {
		return "", false
	}
	return local + "@" + host.ASCII, true
}

// contacts are the role addresses of the domain in the page's links and visible text, in order of appearance.
func (h *Handlers) contacts(p *htmlpage.Page, domain string) []string {
	out := []string{}
	add := func(text string, most int) {
		for _, a := range addressesIn(text, most) {
			if contact, ok := h.roleContact(text[a.from:a.to], domain); ok && !slices.Contains(out, contact) && len(out) < maxContacts {
				out = append(out, contact)
			}
		}
	}

	for _, a := range p.Anchors() {
		if len(a.Href) > 7 && strings.EqualFold(a.Href[:7], "mailto:") {
			list, _, _ := strings.Cut(a.Href[7:], "?")
			if plain, err := url.PathUnescape(list); err == nil {
				add(plain, maxContacts)
			}
		}
	}

	text, _ := p.Text(maxProse)
	add(text, 500)
	return out
}
