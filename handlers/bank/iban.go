package bank

import (
	"fmt"
	"strings"
	"unicode"
)

// The possible faults of an IBAN or a BIC.
const (
	errChecksum  = "invalid_checksum"
	errLength    = "invalid_length"
	errStructure = "invalid_structure"
	errCountry   = "invalid_country"
)

// fault is the reason for rejecting a value. The message never repeats the value.
type fault struct {
	kind    string
	message string
}

// iban is the parts of a valid IBAN.
type iban struct {
	text   string // electronic form: upper case, no spaces
	format *format
}

func (i *iban) bban() string        { return i.text[4:] }
func (i *iban) checkDigits() string { return i.text[2:4] }
func (i *iban) bankCode() string    { return i.format.bank.of(i.bban()) }
func (i *iban) branchCode() string  { return i.format.branch.of(i.bban()) }
func (i *iban) account() string     { return i.format.account.of(i.bban()) }

// normalise returns the electronic form: separators dropped, upper case. Printed IBANs have spaces, some forms
// dashes or dots, and copied text has characters that nobody sees, such as marks of direction.
func normalise(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r == '-', r == '.', unicode.IsSpace(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, s)
}

// parseIBAN checks an IBAN by ISO 13616 in this order: form, country, length, structure of the BBAN, check digits
// (ISO 7064 mod 97-10, 02 to 98). The country is known whenever the first two letters are a country's.
func (h *Handlers) parseIBAN(input string) (*iban, string, *fault) {
	s := strings.TrimPrefix(strings.TrimPrefix(normalise(input), "IBAN"), ":") // forms write it in front
	if len(s) < 4 || !isUpper(s[:2]) || !isDigits(s[2:4]) {
		return nil, "", &fault{errStructure, "an IBAN begins with two letters for the country and two check digits"}
	}
	if !isUpperOrDigits(s) {
		return nil, "", &fault{errStructure, "an IBAN has only the letters A to Z and digits"}
	}

	f := h.formats[s[:2]]
	if f == nil {
		return nil, "", &fault{errCountry, "the first two letters are not a country that has IBANs"}
	}
	if len(s) != f.ibanLength() {
		return nil, f.country, &fault{errLength, fmt.Sprintf("an IBAN of %s has %d characters, this one has %d", f.country, f.ibanLength(), len(s))}
	}
	if !f.matches(s[4:]) {
		return nil, f.country, &fault{errStructure, fmt.Sprintf("after the check digits, an IBAN of %s has the structure %s", f.country, f.structure)}
	}
	if check := s[2:4]; check == "00" || check == "01" || check == "99" || mod97(s[4:]+s[:4]) != 1 {
		return nil, f.country, &fault{errChecksum, "the check digits do not fit the rest: a character is wrong or two are swapped"}
	}

	return &iban{text: s, format: f}, f.country, nil
}

// mod97 is the remainder of s read as a number, A counting 10 to Z counting 35 (ISO 7064, ISO 13616).
func mod97(s string) int {
	r := 0
	for i := range len(s) {
		if c := s[i]; c >= 'A' {
			r = (r*100 + int(c-'A') + 10) % 97
		} else {
			r = (r*10 + int(c-'0')) % 97
		}
	}
	return r
}

// masked shows the country, the check digits, the bank code and the last four characters, and hides the rest.
func (i *iban) masked() string {
	b := []byte(i.text)
	bank := i.format.bank
	for p := 4; p < len(b)-4; p++ {
		if at := p - 4; at < bank.from || at >= bank.to {
			b[p] = '*'
		}
	}
	return string(b)
}

// maskTail hides all but the last four characters, and never fewer than half.
func maskTail(s string) string {
	shown := min(4, len(s)/2)
	return strings.Repeat("*", len(s)-shown) + s[len(s)-shown:]
}

func isUpper(s string) bool {
	for i := range len(s) {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return true
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func isUpperOrDigits(s string) bool {
	for i := range len(s) {
		if !isUpper(s[i:i+1]) && !isDigits(s[i:i+1]) {
			return false
		}
	}
	return true
}
