package bank

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed data/iban.psv
var formatsFile string

// format is one country's IBAN format (ISO 13616 registry).
type format struct {
	country   string
	structure string // BBAN structure in registry notation, such as 4!a6!n8!n
	pattern   string // one letter n, a or c for each character of the BBAN
	bank      span
	branch    span
	account   span
	check     span
	rule      string // national check rule, "" when there is none that we know
	sepa      bool
	registry  bool   // in the official registry; otherwise a format in use but not registered
	issuedAs  string // the code that this territory's banks normally use instead
	bicPrefix bool   // the bank code begins with the first four letters of the bank's BIC
	example   string
}

// span is a part of the BBAN, from inclusive, to exclusive; empty if the country has no such part.
type span struct{ from, to int }

func (s span) of(bban string) string { return bban[s.from:s.to] }
func (s span) empty() bool           { return s.from == s.to }

// ibanLength is the length of the whole IBAN.
func (f *format) ibanLength() int { return 4 + len(f.pattern) }

// matches reports whether a BBAN of the right length has the right kinds of characters.
func (f *format) matches(bban string) bool {
	for i := range len(bban) {
		c := bban[i]
		digit := c >= '0' && c <= '9'
		letter := c >= 'A' && c <= 'Z'
		switch f.pattern[i] {
		case 'n':
			if !digit {
				return false
			}
		case 'a':
			if !letter {
				return false
			}
		default:
			if !digit && !letter {
				return false
			}
		}
	}
	return true
}

func parseFormats(text string) (map[string]*format, error) {
	formats := make(map[string]*format, 128)
	err := eachRow(text, 12, func(f []string) error {
		out := &format{
			country: f[0], structure: f[1], rule: f[6], sepa: f[7] == "sepa", registry: f[8] == "registry",
			issuedAs: f[9], bicPrefix: f[10] == "bic", example: f[11],
		}
		var err error
		if out.pattern, err = expandStructure(f[1]); err != nil {
			return err
		}
		for i, dst := range []*span{&out.bank, &out.branch, &out.account, &out.check} {
			if *dst, err = parseSpan(f[2+i], len(out.pattern)); err != nil {
				return err
			}
		}
		if out.rule != "" && nationalRules[out.rule] == nil {
			return fmt.Errorf("unknown national rule %q", out.rule)
		}
		formats[out.country] = out
		return nil
	})

	return formats, err
}

// expandStructure turns registry notation into one letter per character: 2!a3!n is aannn.
func expandStructure(s string) (string, error) {
	var out strings.Builder
	for rest := s; rest != ""; {
		count, after, ok := strings.Cut(rest, "!")
		n, err := strconv.Atoi(count)
		if !ok || err != nil || n < 1 || n > 30 || after == "" || !strings.Contains("nac", after[:1]) {
			return "", fmt.Errorf("structure %q is not registry notation", s)
		}
		out.WriteString(strings.Repeat(after[:1], n))
		rest = after[1:]
	}
	return out.String(), nil
}

func parseSpan(s string, length int) (span, error) {
	if s == "" {
		return span{}, nil
	}
	from, to, _ := strings.Cut(s, "-")
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	if errA != nil || errB != nil || a < 0 || a >= b || b > length {
		return span{}, fmt.Errorf("span %q does not fit in %d characters", s, length)
	}
	return span{a, b}, nil
}
