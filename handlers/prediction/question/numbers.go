package question

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// number is an amount with its unit and its comparison.
type number struct {
	value float64
	unit  string // $, %, bps, deg, or empty
	sign  string // >, >=, <, <=, or empty
}

var (
	ordinal  = regexp.MustCompile(`\b(\d+)(?:st|nd|rd|th)\b`)
	roman    = regexp.MustCompile(`\b([ivxl]{2,})\b`)
	negative = regexp.MustCompile(`(^|\s)-\s?([$€£]?\d|\.\d)`)
	clock    = regexp.MustCompile(`\b(\d{1,2})(?::(\d\d))? ?(am|pm)\b`)

	amount = regexp.MustCompile(`(>=|<=|>|<|\babove|\bover|\bunder|\bbelow)?\s*(us)?([$€£])?\s*` +
		`(\d[\d,]*(?:\.\d+)?|\.\d+)\s?(k|m|b|t|bn|mm|thousand|million|billion|trillion)?(\+)?` +
		`\s*(%|percent\b|bps\b|bp\b|deg ?[fc]\b|deg\b)?\s*(\+|-or-less)?(?:[^a-z0-9]|$)`)
	spelled = strings.NewReplacer(" zero ", " 0 ", " second ", " 2nd ", " third ", " 3rd ", " fourth ", " 4th ", " fifth ", " 5th ")
)

var scales = map[string]float64{
	"k": 1e3, "thousand": 1e3, "m": 1e6, "mm": 1e6, "million": 1e6,
	"b": 1e9, "bn": 1e9, "billion": 1e9, "t": 1e12, "trillion": 1e12,
}

// takeNumbers gives the text without its amounts, and these. Ranks and times of the day become words.
func takeNumbers(text string) (rest string, numbers []number) {
	text = spelled.Replace(" " + text + " ")
	text = romans(text)
	if !strings.ContainsAny(text, "0123456789") {
		return text, nil
	}
	text = ordinal.ReplaceAllString(text, " rank${1}th ")
	text = clock.ReplaceAllString(text, " clock${1}h${2}${3} ")
	text = negative.ReplaceAllString(text, "$1 minus $2")
	// A version is a number of its own: gpt-6, b2b stays a word.
	text = strings.ReplaceAll(text, "-", " - ")
	text = strings.ReplaceAll(text, " - or - less", "-or-less")

	for {
		at := amount.FindStringSubmatchIndex(text)
		if at == nil {
			return text, numbers
		}
		group := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return text[at[2*i]:at[2*i+1]]
		}
		start := at[2*4]
		if start > 0 && isWord(text[start-1]) { // digits inside a word
			end := at[2*4+1]
			text = text[:start] + strings.Map(spellDigit, text[start:end]) + text[end:]
			continue
		}

		value, err := strconv.ParseFloat(strings.ReplaceAll(group(4), ",", ""), 64)
		if err == nil {
			numbers = append(numbers, number{
				value: value * scaleOf(group(5)),
				unit:  unitOf(group(3), group(7)),
				sign:  signOf(group(1), group(6)+group(8)),
			})
		}
		text = text[:at[0]] + " " + text[at[1]:]
	}
}

// romans writes Roman numerals in digits.
func romans(text string) string {
	return roman.ReplaceAllStringFunc(text, func(letters string) string {
		if n := fromRoman(letters); n > 0 {
			return strconv.Itoa(n)
		}
		return letters
	})
}

func isWord(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// spellDigit makes letters of digits, so that those inside words are not taken for amounts.
func spellDigit(r rune) rune {
	if r >= '0' && r <= '9' {
		return 'q' + (r-'0')%10
	}
	return r
}

func scaleOf(word string) float64 {
	if scale, ok := scales[word]; ok {
		return scale
	}
	return 1
}

func unitOf(currency, unit string) string {
	switch {
	case currency != "":
		return currency
	case unit == "percent":
		return "%"
	case unit == "bp":
		return "bps"
	case strings.HasPrefix(unit, "deg") && strings.HasSuffix(unit, "f"):
		return "deg" // what American venues mean without saying so
	}
	return strings.ReplaceAll(unit, " ", "")
}

func signOf(before, after string) string {
	switch {
	case after == "+":
		return ">="
	case after != "":
		return "<="
	}
	switch before {
	case "above", "over":
		return ">"
	case "under", "below":
		return "<"
	}
	return before
}

// merged are the numbers, those that stand twice once: an outcome repeats the threshold of its title.
func merged(numbers []number) []number {
	var list []number
	for _, n := range numbers {
		i := slices.IndexFunc(list, func(m number) bool {
			return equal(m.value, n.value) && (m.unit == n.unit || m.unit == "" || n.unit == "") &&
				(m.sign == n.sign || m.sign == "" || n.sign == "")
		})
		if i < 0 {
			list = append(list, n)
			continue
		}
		list[i].unit += strings.TrimPrefix(n.unit, list[i].unit)
		list[i].sign += strings.TrimPrefix(n.sign, list[i].sign)
	}
	return list
}

func sameNumbers(a, b []number) bool {
	if len(a) != len(b) {
		return false
	}
	for _, x := range a {
		if !slices.ContainsFunc(b, func(y number) bool { return sameNumber(x, y) }) {
			return false
		}
	}
	return true
}

// finePrice is where a price in dollars is so fine that "above" and "or above" are one.
const finePrice = 100

func sameNumber(a, b number) bool {
	if !equal(a.value, b.value) || a.unit != b.unit {
		return false
	}
	if a.unit == "$" && a.value >= finePrice && a.sign != "" && b.sign != "" {
		return a.sign[0] == b.sign[0]
	}
	return a.sign == b.sign
}

func equal(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a)) }

// fromRoman is the value of a Roman numeral up to 89, 0 for other letters.
func fromRoman(letters string) int {
	values := map[byte]int{
		'i': 1,
		'v': 5,
		'x': 10,
		'l': 50,
	}

	sum := 0
	for i := range len(letters) {
		v := values[letters[i]]
		if i+1 < len(letters) && v < values[letters[i+1]] {
			sum -= v
			continue
		}
		sum += v
	}

	if sum < 2 || toRoman(sum) != letters {
		return 0
	}
	return sum
}

func toRoman(n int) string {
	var b strings.Builder
	for _, step := range []struct {
		value   int
		letters string
	}{{50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for n >= step.value {
			b.WriteString(step.letters)
			n -= step.value
		}
	}
	return b.String()
}
