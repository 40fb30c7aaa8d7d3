package find

import (
	"net/mail"
	"net/netip"
	"regexp"
	"strings"
)

var (
	// domainName is a host under a suffix that a task can hardly mean otherwise: node.js and README.md are none.
	domainName = regexp.MustCompile(`^([a-z0-9-]+\.)+(com|org|net|gov|edu|io|co|dev|app|info|biz|shop|xyz|eu|uk|de)$`)
	evmAddress = regexp.MustCompile(`^0x[0-9a-f]{40}$`)
	evmHash    = regexp.MustCompile(`^0x[0-9a-f]{64}$`)
	ein        = regexp.MustCompile(`^[0-9]{2}-[0-9]{7}$`)
)

// spoken gives the words of a task or of a route's phrase. A value that is known by its shape stands as the name of its
// kind, because its own parts say nothing: example.com is a domain, whatever else has a com in it.
func spoken(text string) []string {
	var words []string
	for token := range strings.FieldsSeq(text) {
		if kind := kindOf(strings.ToLower(strings.Trim(token, `.,;:!?"'()<>`))); kind != "" {
			words = append(words, kind)
			continue
		}
		words = append(words, split(token)...)
	}
	return words
}

// kindOf is what the texts of the routes call values of that shape, or "" for a word.
func kindOf(token string) string {
	switch {
	case domainName.MatchString(token):
		return "domain"
	case evmAddress.MatchString(token):
		return "wallet"
	case evmHash.MatchString(token):
		return "transaction"
	case ein.MatchString(token):
		return "ein"
	}

	if strings.Contains(token, "@") {
		if _, err := mail.ParseAddress(token); err == nil {
			return "email"
		}
	}
	if strings.ContainsAny(token, ".:") {
		if _, err := netip.ParseAddr(token); err == nil {
			return "ip"
		}
	}
	return ""
}
