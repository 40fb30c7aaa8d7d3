package scholar

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"
)

var errDOI = errors.New("a DOI is 10., a number, a slash and a name, such as 10.7717/peerj.4375")

// readDOI gives a DOI in lower case, written bare, after "doi:" or as an address at doi.org. Case means nothing in it
// (ISO 26324; DOI Handbook, 3.4).
func readDOI(text string) (string, error) {
	s := strings.TrimSpace(text)
	if prefix := prefixOf(s, "urn:doi:", "info:doi/", "doi:"); prefix != "" {
		s = strings.TrimSpace(s[len(prefix):])
	}
	if prefix := prefixOf(s, "https://", "http://"); prefix != "" || prefixOf(s, "doi.org/", "dx.doi.org/") != "" {
		if prefix == "" {
			s = "https://" + s
		}
		address, err := url.Parse(s)
		if err != nil {
			return "", errDOI
		}
		host := strings.TrimPrefix(strings.ToLower(address.Hostname()), "www.")
		if host != "doi.org" && host != "dx.doi.org" {
			return "", errors.New("an address must be at doi.org, such as https://doi.org/10.7717/peerj.4375")
		}
		s = strings.TrimPrefix(address.Path, "/")
	}

	s = strings.ToLower(s)
	registrant, name, ok := strings.Cut(s, "/")
	code, ten := strings.CutPrefix(registrant, "10.")
	if !ok || !ten || len(code) < 4 || strings.Trim(code, "0123456789.") != "" || name == "" || len(s) > 300 {
		return "", errDOI
	}
	for _, r := range name {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return "", errDOI
		}
	}
	return s, nil
}

// prefixOf is the first of the prefixes that s begins with in any case, "" if there is none.
func prefixOf(s string, prefixes ...string) string {
	for _, p := range prefixes {
		if len(s) >= len(p) && strings.EqualFold(s[:len(p)], p) {
			return p
		}
	}
	return ""
}

func number(n, width int) string { return fmt.Sprintf("%0*d", width, n) }
