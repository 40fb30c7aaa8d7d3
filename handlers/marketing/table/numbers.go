package table

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// reading is how a cell was read as a number.
type reading uint8

const (
	readNull      reading = iota // nothing there
	readNumber                   // a number
	readAmbiguous                // a number whose only separator could be either kind
	readBad                      // something else
)

// number reads a cell as people and exports write numbers: currency signs and codes, spaces and thousands commas are
// dropped, parentheses negate. Percentages are refused: columns hold counts and amounts, and nothing says what 12% is a
// share of. With decimalComma, 12,5 is 12.5. counts means that the column holds counts, which settles 1.234 in a table
// with decimal commas: 1234. So does known, which is the sign before decimals in other numbers of the table.
func (c Cell) number(decimalComma, counts bool, known string) (Amount, reading) {
	switch c.Kind {
	case Null:
		return Amount{}, readNull
	case Number:
		if a, ok := ReadAmount(c.Text); ok {
			return a, readNumber
		}
	case Text:
		if !decimalComma {
			if a, ok := readShort(c.Text); ok { // most texts are plain digits
				return a, readNumber
			}
		}

		return textNumber(c.Text, decimalComma, counts, known)
	}

	return Amount{}, readBad
}

// blanks are what exports write for missing values.
var blanks = []string{"", "-", "--", "–", "—", "n/a", "na", "null", "none"}

func isBlank(text string) bool { return slices.Contains(blanks, strings.ToLower(text)) }

// maxNumberText bounds the text of a number; nobody writes a longer number.
const maxNumberText = 64

func textNumber(text string, decimalComma, counts bool, known string) (Amount, reading) {
	if len(text) > 4*maxNumberText {
		return Amount{}, readBad
	}
	text = strings.TrimSpace(text)
	if isBlank(text) {
		return Amount{}, readNull
	}

	digits, negative, ok := bareNumber(text)
	if !ok {
		return Amount{}, readBad
	}
	plain, ambiguous, ok := plainDecimal(digits, decimalComma, counts, known)
	if !ok {
		return Amount{}, readBad
	}
	a, ok := ReadAmount(plain)
	if !ok {
		return Amount{}, readBad
	}

	if negative {
		a = a.Neg()
	}
	if ambiguous {
		return a, readAmbiguous
	}

	return a, readNumber
}

// bareNumber strips what surrounds a number, leaving digits, separators and an exponent.
func bareNumber(text string) (digits string, negative, ok bool) {
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		negative = true
		text = text[1 : len(text)-1]
	}

	var b strings.Builder
	b.Grow(len(text))
	for _, r := range dropCode(text) {
		switch {
		case unicode.Is(unicode.Sc, r), unicode.IsSpace(r):
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

	unsigned := strings.TrimLeft(digits, "+-")
	if len(digits)-len(unsigned) == 1 {
		if digits[0] == '-' {
			if negative {
				return "", false, false
			}
			negative = true
		}
		digits = unsigned
	}

	return digits, negative, digits != "" && len(digits) <= maxNumberText
}

// dropCode strips a currency code from either end.
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

// plainDecimal converts digits with separators to the form 1234.5. Thousands separators must be in the right
// places: 1,5 is not 15. ambiguous means that the only separator could be of either kind.
func plainDecimal(digits string, decimalComma, counts bool, known string) (plain string, ambiguous, ok bool) {
	number := digits
	exponent := ""
	if i := strings.IndexAny(digits, "eE"); i >= 0 {
		number = digits[:i]
		exponent = digits[i:]
	}

	point := "."
	group := ","
	if decimalComma {
		point, group, ambiguous = separators(number, counts, known)
	}

	whole, fraction, _ := strings.Cut(number, point)
	if strings.Contains(whole, group) {
		if exponent != "" || !grouped(whole, group) {
			return "", false, false
		}
		whole = strings.ReplaceAll(whole, group, "")
	}
	if whole == "" && fraction == "" || strings.ContainsAny(whole+fraction, "+-.,") {
		return "", false, false
	}

	return whole + "." + fraction + exponent, ambiguous, true
}

// separators are the decimal and thousands separators of a number in a table that may have decimal commas.
func separators(number string, counts bool, known string) (point, group string, ambiguous bool) {
	commas := strings.Count(number, ",")
	dots := strings.Count(number, ".")
	commaLast := strings.LastIndex(number, ",") > strings.LastIndex(number, ".")

	point = "."
	group = ","
	if dots > 1 || commas == 1 && (dots == 0 || commaLast) {
		point = ","
		group = "."
	}

	ambiguous = commas+dots == 1 && grouped(number, point)
	if ambiguous && (counts || known == group) {
		point, group = group, point
	}

	return point, group, ambiguous && known == ""
}

// pointOf is the sign before decimals in a number of a table that may have decimal commas: "," of 12,5 and 1.234,50. It
// is "" for a number that does not tell, and for any other text.
func pointOf(text string) string {
	if !strings.ContainsAny(text, ",.") || len(text) > maxNumberText {
		return ""
	}
	digits, _, ok := bareNumber(strings.TrimSpace(text))
	if !ok || strings.Trim(digits, "0123456789,.") != "" {
		return ""
	}
	if _, ambiguous, ok := plainDecimal(digits, true, false, ""); ambiguous || !ok {
		return ""
	}
	point, _, _ := separators(digits, false, "")
	return point
}

// grouped reports whether number is digits with thousands separators: one to three digits, then groups of three (of
// two before the last in the Indian way).
func grouped(number, separator string) bool {
	groups := strings.Split(number, separator)
	last := len(groups) - 1

	for i, g := range groups {
		digits := strings.Trim(g, "0123456789") == ""
		first := len(g) >= 1 && len(g) <= 3 && g[0] != '0'
		switch {
		case !digits, i == 0 && !first:
			return false
		case i > 0 && len(g) != 3 && (i == last || len(g) != 2):
			return false
		}
	}

	return last > 0
}
