package fraud

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	gen "github.com/farebox/farebox/gen/fraud"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/scored"
)

// mailFacts are what is known about the domain of an e-mail address.
type mailFacts struct {
	// delivery is whether mail can arrive, nil when the DNS did not answer.
	delivery *delivery
	// disposable says that its mailboxes are thrown away after use, free that anyone can have one. Nil: no list to ask.
	disposable, free *bool
	// ageDays is the age of its registration, nil when that is not known or makes no difference.
	ageDays *int
	sources []shared.Source
	unknown []string // signals that could not be looked for
	partial bool     // something that should be known is not
	silent  error    // why the DNS said nothing, else nil
}

// delivery is what the DNS says about mail to a domain.
type delivery struct {
	missing bool // the domain does not exist
	nullMX  bool // it takes no mail (RFC 7505)
	mx      bool // it names mail servers
	address bool // it has a public address, where mail goes without an MX (RFC 5321, section 5.1)
	policy  bool // it says who may send mail in its name
}

// undeliverable says that mail cannot arrive.
func (d *delivery) undeliverable() bool { return d.missing || d.nullMX || !d.mx && !d.address }

// address is an e-mail address that was taken apart.
type address struct {
	local string // never shown
	host  *hostname.Host
}

// Bounds of RFC 5321, section 4.5.3.1.
const (
	maxLocal = 64
	maxPath  = 254
)

// atext are the characters of an unquoted local part besides letters and digits (RFC 5322, section 3.2.3).
const atext = "!#$%&'*+-/=?^_`{|}~"

// parseAddress takes an e-mail address apart. The error does not repeat it.
func parseAddress(text string) (*address, error) {
	text = strings.TrimSpace(text)
	at := strings.LastIndexByte(text, '@')
	local := text[:max(at, 0)]
	domain := text[at+1:]
	switch {
	case at < 1 || domain == "":
		return nil, problem.Invalid("email", "email must be an address with one @, such as security@mozilla.org")
	case len(local) > maxLocal || len(text) > maxPath:
		return nil, problem.Invalid("email", "email must have at most %d bytes before the @ and %d in all", maxLocal, maxPath)
	}

	for part := range strings.SplitSeq(local, ".") {
		if part == "" {
			return nil, problem.Invalid("email", "email must not begin or end with a dot, or have two in a row, before the @")
		}
		for _, r := range part {
			if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r >= 0x80 && r != utf8.RuneError && unicode.IsPrint(r) || strings.ContainsRune(atext, r)) {
				return nil, problem.Invalid("email", "email must be one plain address: no spaces, quotes, brackets or second @ before the @")
			}
		}
	}

	host, err := hostname.ParseSite(domain)
	if err != nil || host.IP || strings.ContainsAny(domain, "/?#:\\[] ") {
		return nil, problem.Invalid("email", "email must end in a domain that can exist")
	}

	return &address{local, host}, nil
}

// domainReasons are the findings about the domain.
func (h *Handlers) domainReasons(a *address, m *mailFacts) []gen.FraudReason {
	var out []gen.FraudReason
	if yes(m.disposable) {
		out = append(out, finding("disposable", "The domain gives mailboxes that are thrown away after use."))
	}

	if d := m.delivery; d != nil {
		switch {
		case d.missing:
			out = append(out, finding("undeliverable", "The domain does not exist, so mail to it cannot arrive."))
		case d.nullMX:
			out = append(out, finding("undeliverable", "The domain says that it takes no mail."))
		case d.undeliverable():
			out = append(out, finding("undeliverable", "The domain has neither a mail server nor a public address, so mail to it cannot arrive."))
		case !d.mx:
			out = append(out, finding("no_mx", "The domain names no mail server; mail arrives only if its web server takes it."))
		}
		if !d.undeliverable() && !d.policy {
			out = append(out, finding("no_spf_dmarc", "The domain has neither SPF nor DMARC, so anyone can send mail in its name."))
		}
	}

	if yes(m.free) {
		out = append(out, finding("free_provider", "The mailbox is of a free provider, where anyone can have one."))
	}

	switch {
	case m.ageDays == nil:
	case *m.ageDays < 30:
		out = append(out, finding("domain_age_under_30_days", "The domain was registered %s ago.",
			scored.Count(*m.ageDays, "day")))
	case *m.ageDays < 90:
		out = append(out, finding("domain_age_under_90_days", "The domain was registered %s ago.",
			scored.Count(*m.ageDays, "day")))
	}

	if v := h.Squats.Check(a.host); !yes(m.free) && v.Typosquat && mailBrands[v.NearestBrand] {
		out = append(out, finding("mail_provider_typosquat", "The domain looks like that of %s and is another.", v.NearestBrand))
	}
	return out
}

// mailBrands are the brands, as package typosquat calls them, that people have mailboxes with.
var mailBrands = map[string]bool{
	"gmail": true, "outlook": true, "hotmail": true, "yahoo": true, "icloud": true, "proton": true, "protonmail": true, "aol": true, "yandex": true, "mailru": true,
}

// addressReasons are the findings about the part before the @. Their sentences tell nothing of it.
func addressReasons(local string, role bool) []gen.FraudReason {
	var out []gen.FraudReason
	name, _, tagged := strings.Cut(local, "+")
	if role {
		out = append(out, finding("role_account", "The address is of a function, such as info or sales, not of a person."))
	}
	if tail := len(name) - len(strings.TrimRight(name, "0123456789")); tail >= 5 {
		out = append(out, finding("digits_tail", "The name before the @ ends in five digits or more."))
	}
	if randomLooking(name) {
		out = append(out, finding("random_local_part", "The name before the @ looks made by a machine."))
	}
	if tagged {
		out = append(out, finding("plus_tag", "The address has a tag after a plus sign."))
	}
	return out
}

const (
	randomLength  = 10   // shorter names are too short to tell
	randomEntropy = 3.5  // bits a character
	randomVowels  = 0.15 // part of the letters; in names it is a third, in few below a fifth
	randomChanges = 3    // from letters to digits or back
)

// randomLooking tells names that people choose from those that a generator made. Entropy alone takes long names of people for
// random ones, so a lack of vowels or digits strewn in have to go with it.
func randomLooking(name string) bool {
	letters := 0
	vowels := 0
	changes := 0
	count := map[rune]int{}
	n := 0
	last := 0 // 1 a letter, 2 a digit
	for _, r := range strings.ToLower(name) {
		kind := 0
		switch {
		case r >= '0' && r <= '9':
			kind = 2
		case r >= 'a' && r <= 'z':
			kind = 1
			letters++
			if strings.ContainsRune("aeiouy", r) {
				vowels++
			}
		case r == '.' || r == '_' || r == '-':
			continue
		default:
			return false // other scripts have other rules
		}
		if last != 0 && kind != last {
			changes++
		}
		last = kind
		count[r]++
		n++
	}

	if n < randomLength {
		return false
	}

	entropy := 0.0
	for _, c := range count {
		p := float64(c) / float64(n)
		entropy -= p * math.Log2(p)
	}

	// A text of n characters cannot have more than log2(n) bits a character, which for short ones is below the threshold.
	if entropy <= min(randomEntropy, 0.95*math.Log2(float64(n))) {
		return false
	}

	return changes >= randomChanges || letters > 0 && float64(vowels) < randomVowels*float64(letters)
}
