// Package identifier reads the public identifiers of organisations and persons as people write them, checks their form
// and check digits, and gives each in the one form that answers show.
//
// Each reader gives the canonical text, or an error whose message is a rule with an example, to be shown to the caller.
// No message repeats the value. A well-formed identifier need not be one that was ever issued.
package identifier

import (
	"errors"
	"strings"
	"unicode"
)

// The rules, in words for the caller.
var (
	errCIK  = errors.New("a CIK is a number of at most 10 digits, such as 320193")
	errLEI  = errors.New("a LEI has 20 letters and digits and ends with two check digits, such as HWUPKR0MPOU8FGXBT394")
	errISIN = errors.New("an ISIN has two letters, nine letters or digits and a check digit, such as US0378331005")
	errEIN  = errors.New("an EIN has nine digits and a prefix that the IRS assigns, such as 53-0196605")
	errNPI  = errors.New("an NPI has ten digits, begins with 1 or 2 and ends with a check digit, such as 1003000126")
	errUEI  = errors.New("a UEI has twelve letters and digits in one word, such as JTAPCFM4NSL4")
	errDUNS = errors.New("a DUNS number has nine digits, such as 001344142")
	errQID  = errors.New("a Wikidata item is the letter Q and a number, such as Q312")

	errLEIDigits = errors.New("the check digits of this LEI are wrong (ISO 17442)")
	errISINDigit = errors.New("the check digit of this ISIN is wrong (ISO 6166)")
	errNPIDigit  = errors.New("the check digit of this NPI is wrong (Luhn over 80840 and the number)")
	errEINPrefix = errors.New("this EIN has a prefix that the IRS does not assign")

	errORCID      = errors.New("an ORCID iD has 16 digits (the last may be X), such as 0000-0002-1825-0097")
	errORCIDDigit = errors.New("the check digit of this ORCID iD is wrong (ISO 7064 mod 11-2)")
)

// CIK gives the number of a filer at the SEC in ten digits with leading zeros. It has no check digit, and no blanks
// inside.
func CIK(text string) (string, error) {
	parts := groups("CIK", text)
	if len(parts) != 1 || len(parts[0]) > 10 || !digits(parts[0]) || strings.Trim(parts[0], "0") == "" {
		return "", errCIK
	}
	return strings.Repeat("0", 10-len(parts[0])) + parts[0], nil
}

// LEI gives a Legal Entity Identifier in upper case, with its check digits checked (ISO 17442, ISO 7064 mod 97-10).
func LEI(text string) (string, error) {
	s := strings.Join(groups("LEI", text), "")
	if len(s) != 20 || !lettersAndDigits(s) || !digits(s[18:]) {
		return "", errLEI
	}
	if mod97(s) != 1 {
		return "", errLEIDigits
	}
	return s, nil
}

// ISIN gives an International Securities Identification Number in upper case, with its check digit checked (ISO 6166).
func ISIN(text string) (string, error) {
	s := strings.Join(groups("ISIN", text), "")
	if len(s) != 12 || !lettersAndDigits(s) || !letters(s[:2]) || !digits(s[11:]) {
		return "", errISIN
	}

	var expanded strings.Builder
	for _, c := range s {
		if c >= 'A' {
			expanded.WriteByte('0' + byte(c-'A'+10)/10)
			expanded.WriteByte('0' + byte(c-'A'+10)%10)
			continue
		}
		expanded.WriteRune(c)
	}
	if !luhn(expanded.String()) {
		return "", errISINDigit
	}
	return s, nil
}

// EIN gives an employer identification number as "53-0196605". It has no check digit: groups other than of two and
// seven digits are another number, such as that of a person, and prefixes that the IRS does not assign are refused
// ("How EINs are assigned and valid EIN prefixes", irs.gov).
func EIN(text string) (string, error) {
	ein, err := ListedEIN(text)
	if err != nil {
		return "", err
	}
	switch ein[:2] {
	case "00", "07", "08", "09", "17", "18", "19", "28", "29", "49", "69", "70", "78", "79", "89", "96", "97":
		return "", errEINPrefix
	}
	return ein, nil
}

// ListedEIN is EIN with any prefix: the IRS's lists of exempt organisations have old numbers that begin with 00.
func ListedEIN(text string) (string, error) {
	parts := groups("EIN", text)
	s := strings.Join(parts, "")
	whole := len(parts) == 1 || len(parts) == 2 && len(parts[0]) == 2
	if !whole || len(s) != 9 || !digits(s) || strings.Trim(s, "0") == "" {
		return "", errEIN
	}
	return s[:2] + "-" + s[2:], nil
}

// NPI gives a National Provider Identifier: ten digits. The last is the Luhn digit of the number with the
// issuer's prefix 80840 before it (45 CFR 162.406).
func NPI(text string) (string, error) {
	s := strings.Join(groups("NPI", text), "")
	if len(s) != 10 || !digits(s) || (s[0] != '1' && s[0] != '2') {
		return "", errNPI
	}
	if !luhn("80840" + s) {
		return "", errNPIDigit
	}
	return s, nil
}

// UEI gives a Unique Entity Identifier of SAM.gov in upper case: twelve letters and digits, the first no zero, without
// the letters I and O. It has no check digit: several words, or one without a digit, are a name.
func UEI(text string) (string, error) {
	parts := groups("UEI", text)
	if len(parts) != 1 || len(parts[0]) != 12 || !lettersAndDigits(parts[0]) || parts[0][0] == '0' ||
		letters(parts[0]) || strings.ContainsAny(parts[0], "IO") {
		return "", errUEI
	}
	return parts[0], nil
}

// DUNS gives a number of nine digits of Dun & Bradstreet.
func DUNS(text string) (string, error) {
	s := strings.Join(groups("DUNS", text), "")
	if len(s) != 9 || !digits(s) {
		return "", errDUNS
	}
	return s, nil
}

// QID gives the name of a Wikidata item, as in Q312.
func QID(text string) (string, error) {
	s := upper(text)
	number, ok := strings.CutPrefix(s, "Q")
	if !ok || number == "" || len(number) > 12 || !digits(number) || number[0] == '0' {
		return "", errQID
	}
	return s, nil
}

// groups are what blanks, hyphens and colons part in an identifier, in upper case and without its label.
func groups(label, text string) []string {
	parts := strings.FieldsFunc(upper(text), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || r == ':'
	})
	if len(parts) > 1 && parts[0] == label {
		return parts[1:]
	}
	if len(parts) > 0 && digits(strings.TrimPrefix(parts[0], label)) {
		parts[0] = strings.TrimPrefix(parts[0], label)
	}
	return parts
}

func upper(text string) string {
	return strings.ToUpper(strings.TrimSpace(text))
}

func digits(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

func letters(s string) bool {
	return strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

func lettersAndDigits(s string) bool {
	return strings.Trim(s, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// mod97 is the remainder of the number that s spells, with a letter standing for 10 to 35 (ISO 7064).
func mod97(s string) int {
	rest := 0
	for _, c := range s {
		if c >= 'A' {
			rest = (rest*100 + int(c-'A') + 10) % 97
			continue
		}
		rest = (rest*10 + int(c-'0')) % 97
	}
	return rest
}

// luhn says whether the last of the digits is the check digit of the rest (ISO/IEC 7812-1 annex B).
func luhn(s string) bool {
	sum := 0
	for i := range len(s) {
		d := int(s[len(s)-1-i] - '0')
		if i%2 == 1 {
			d *= 2
			if d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// ORCID gives the ORCID iD of a researcher as "0000-0002-1825-0097", with its check digit checked (ISO 7064 mod
// 11-2). It may be written as the address of its page.
func ORCID(text string) (string, error) {
	s := upper(text)
	for _, prefix := range []string{"HTTPS://", "HTTP://", "WWW.", "ORCID.ORG/", "ORCID:"} {
		s = strings.TrimSpace(strings.TrimPrefix(s, prefix))
	}
	s = strings.ReplaceAll(strings.TrimSuffix(s, "/"), "-", "")
	if len(s) != 16 || !digits(s[:15]) || !digits(s[15:]) && s[15] != 'X' {
		return "", errORCID
	}

	sum := 0
	for _, c := range s[:15] {
		sum = (sum + int(c-'0')) * 2
	}
	if "0123456789X"[(12-sum%11)%11] != s[15] {
		return "", errORCIDDigit
	}
	return s[:4] + "-" + s[4:8] + "-" + s[8:12] + "-" + s[12:], nil
}
