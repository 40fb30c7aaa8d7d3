package marketing

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// reading is how a cell was read as a number.
type reading uint8

const (
	readNull      reading = iota // nothing there
	readNumber                   // a number
	readAmbiguous                // a number whose one separator could be either kind
	readBad                      // something else
)

// number reads a cell as people and exports write numbers: currency signs and codes, spaces, a percent
// sign and thousands commas are dropped, parentheses negate. A semicolon table may have decimal commas.
// whole tells that the column counts something, which settles 1.234 in a semicolon table: 1234.
func (c cell) number(semicolon, whole bool) (amount, reading) {
	switch c.kind {
	case kindNull:
		return amount{}, readNull
	case kindNumber:
		if a, ok := readAmount(c.text); ok {
			return a, readNumber
		}
		return amount{}, readBad
	case kindText:
		if !semicolon {
			if a, ok := readShort(c.text); ok { // most texts are plain digits
				return a, readNumber
			}
		}
		return textNumber(c.text, semicolon, whole)
	}
	return amount{}, readBad
}

// blanks are what exports write for no value.
var blanks = map[string]bool{"": true, "-": true, "--": true, "–": true, "—": true, "n/a": true, "na": true, "null": true, "none": true}

// maxNumberText bounds the text of a number; longer text is no number that anybody wrote.
const maxNumberText = 64

func textNumber(text string, semicolon, whole bool) (amount, reading) {
	if len(text) > 4*maxNumberText {
		return amount{}, readBad
	}
	text = strings.TrimSpace(text)
	if blanks[strings.ToLower(text)] {
		return amount{}, readNull
	}
	digits, negative, ok := bareNumber(text)
	if !ok {
		return amount{}, readBad
	}
	plain, ambiguous, ok := plainDecimal(digits, semicolon, whole)
	if !ok {
		return amount{}, readBad
	}
	a, ok := readAmount(plain)
	if !ok {
		return amount{}, readBad
	}
	if negative {
		a = a.neg()
	}
	if ambiguous {
		return a, readAmbiguous
	}
	return a, readNumber
}

// bareNumber takes off what stands around a number, leaving digits, separators and an exponent.
func bareNumber(text string) (digits string, negative, ok bool) {
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		negative, text = true, text[1:len(text)-1]
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range dropCode(text) {
		switch {
		case unicode.Is(unicode.Sc, r), unicode.IsSpace(r), r == '%':
		case r == '\u2212': // minus sign
			b.WriteByte('-')
		case r == '\'' || r == '\u2019': // Swiss thousands
			b.WriteByte(',')
		case r < utf8.RuneSelf:
			b.WriteByte(byte(r))
		default:
			return "", false, false
		}
	}
	digits = b.String()
	if sign := strings.TrimLeft(digits, "+-"); len(digits)-len(sign) == 1 {
		if digits[0] == '-' {
			if negative {
				return "", false, false
			}
			negative = true
		}
		digits = sign
	}
	return digits, negative, digits != "" && len(digits) <= maxNumberText
}

// dropCode takes a currency code off either end.
func dropCode(text string) string {
	for _, code := range []string{"USD", "EUR", "GBP", "US"} {
		if len(text) > len(code) && strings.EqualFold(text[:len(code)], code) {
			return text[len(code):]
		}
		if len(text) > len(code) && strings.EqualFold(text[len(text)-len(code):], code) {
			return text[:len(text)-len(code)]
		}
	}
	return text
}

// plainDecimal brings digits with separators to the form 1234.5. Thousands separators must stand where
// they belong: 1,5 is not 15.
func plainDecimal(digits string, semicolon, whole bool) (plain string, ambiguous, ok bool) {
	number, exponent := digits, ""
	if i := strings.IndexAny(digits, "eE"); i >= 0 {
		number, exponent = digits[:i], digits[i:]
	}
	commas, dots := strings.Count(number, ","), strings.Count(number, ".")
	point, group := ".", ","
	switch {
	case !semicolon || commas+dots == 0:
	case commas == 1 && dots != 1 || commas == 1 && strings.LastIndex(number, ",") > strings.LastIndex(number, "."):
		point, group = ",", "."
	case dots > 1:
		point, group = ",", "."
	}
	if semicolon && commas+dots == 1 && grouped(number, number[strings.IndexAny(number, ",."):][:1]) {
		ambiguous = true
		if whole {
			point, group = group, point
		}
	}
	head, tail, hasPoint := strings.Cut(number, point)
	if strings.Contains(tail, group) || strings.Contains(tail, point) {
		return "", false, false
	}
	if strings.Contains(head, group) {
		if exponent != "" || !grouped(head, group) {
			return "", false, false
		}
		head = strings.ReplaceAll(head, group, "")
	}
	if head == "" {
		head = "0"
		if tail == "" {
			return "", false, false
		}
	}
	if strings.ContainsAny(head+tail, "+-") {
		return "", false, false
	}
	plain = head
	if hasPoint && tail != "" {
		plain += "." + tail
	}
	return plain + exponent, ambiguous, true
}

// grouped tells whether number is digits with separators at thousands: one to three digits, then
// groups of three (of two before the last in the Indian way).
func grouped(number, separator string) bool {
	groups := strings.Split(number, separator)
	for i, g := range groups {
		switch {
		case strings.Trim(g, "0123456789") != "":
			return false
		case i == 0 && (len(g) < 1 || len(g) > 3 || g[0] == '0'):
			return false
		case i == len(groups)-1 && i > 0 && len(g) != 3:
			return false
		case i > 0 && i < len(groups)-1 && len(g) != 3 && len(g) != 2:
			return false
		}
	}
	return len(groups) > 1
}
