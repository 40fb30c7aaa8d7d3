package names

import (
	"cmp"
	"strings"

	"golang.org/x/net/idna"
)

// mailbox is an email address: as sent to, and the mailbox behind it.
type mailbox struct {
	local, host string
	// box is the local part without what the provider ignores.
	box string
	tag string // after the plus sign
}

func (m mailbox) text() string {
	if m.local == "" {
		return ""
	}
	return m.local + "@" + m.host
}

// canonical is the address that all spellings of the mailbox share. It is for comparing, not for
// sending.
func (m mailbox) canonical() string { return m.box + "@" + m.host }

// joiners drops what joins the words of a local part.
var joiners = strings.NewReplacer(".", "", "_", "", "-", "")

// mailHosts gives the first name of providers that have several.
var mailHosts = map[string]string{"googlemail.com": "gmail.com", "me.com": "icloud.com", "mac.com": "icloud.com", "pm.me": "proton.me", "protonmail.com": "proton.me", "ya.ru": "yandex.ru", "yandex.com": "yandex.ru"}

func readEmail(s string) (mailbox, error) {
	s = strings.TrimSpace(s)
	s = strings.TrimPrefix(strings.TrimSuffix(s, ">"), "<")
	if i := strings.LastIndexByte(s, '<'); i >= 0 {
		s = s[i+1:]
	}

	s = strings.TrimPrefix(strings.ToLower(s), "mailto:")
	at := strings.LastIndexByte(s, '@')
	if at <= 0 || at == len(s)-1 || strings.ContainsAny(s, " \t\r\n") {
		return mailbox{}, ErrUnreadable
	}

	m := mailbox{local: s[:at]}
	host, err := idna.Lookup.ToASCII(strings.TrimSuffix(s[at+1:], "."))
	if err != nil || host == "" {
		return mailbox{}, ErrUnreadable
	}

	m.host = host
	m.box, m.tag, _ = strings.Cut(m.local, "+")
	m.box = cmp.Or(m.box, m.local)

	if h, ok := mailHosts[host]; ok {
		m.host = h
	}
	if m.host == "gmail.com" {
		m.box = strings.ReplaceAll(m.box, ".", "")
	}

	return m, nil
}

// compareEmails scores two addresses: only one mailbox is a match, for john1 and john2 are two people.
func compareEmails(t *tally, a, b mailbox) {
	switch {
	case a.text() == b.text():
		t.note(Exact, 100, "", "")
	case a.canonical() == b.canonical():
		t.points = 97
		t.note(Canonical, 97, a.canonical(), b.canonical())
	case a.box == b.box && Edits(a.host, b.host) == 1 && len(a.host) > 6:
		t.points = 90
		t.note(Typo, 90, a.host, b.host)
	case a.box == b.box:
		t.points = 60
		t.note(DifferentWord, 0, a.host, b.host)
	case a.host == b.host:
		j := JaroWinkler(a.box, b.box)
		d := Edits(a.box, b.box)
		if digitsOf(a.box) == digitsOf(b.box) && (d == 1 && len(a.box) >= 8 || joiners.Replace(a.box) == joiners.Replace(b.box)) {
			t.points = 86
			t.note(Typo, 86, a.box, b.box)
			return
		}
		t.points = 75 * j
		t.note(DifferentWord, 0, a.box, b.box)
	default:
		t.points = 50 * JaroWinkler(a.text(), b.text())
		t.note(DifferentWord, 0, a.text(), b.text())
	}
}

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}
