package trade

import (
	"regexp"
	"slices"
	"strings"

	"github.com/farebox/farebox/handlers/trade/rate"
	"github.com/farebox/farebox/internal/upstream/scalar"
	"github.com/farebox/farebox/internal/upstream/usitc"
)

// line is a line of the schedule with what it inherits from the lines above.
type line struct {
	usitc.Line
	Path      []string // texts of the lines above, topmost first
	Refs      []string // headings of chapter 99 named in footnotes; nil if footnotes are unknown
	Inherited bool     // whether the rates are on a line above
}

var heading99 = regexp.MustCompile(`\b99\d\d\.\d\d\.\d\d\b`)

// whole assembles the line of a code from lines that include those above it.
func whole(own usitc.Line, lines []usitc.Line) line {
	digits := own.Digits()
	above := slices.DeleteFunc(slices.Clone(lines), func(l usitc.Line) bool {
		d := l.Digits()
		return len(d) < 4 || len(d) >= len(digits) || !strings.HasPrefix(digits, d)
	})
	slices.SortStableFunc(above, func(a, b usitc.Line) int { return len(b.Digits()) - len(a.Digits()) })

	full := line{Line: own}
	for _, l := range above {
		for _, take := range []struct {
			into *scalar.Text
			from scalar.Text
		}{
			{&full.General, l.General},
			{&full.Special, l.Special},
			{&full.Other, l.Other},
		} {
			if *take.into == "" && take.from != "" {
				*take.into = take.from
				full.Inherited = true
			}
		}
		full.Path = append(full.Path, rate.Plain(string(l.Description)))
	}
	slices.Reverse(full.Path)

	if own.Footnotes != nil {
		full.Refs = []string{}
	}
	for _, l := range append([]usitc.Line{own}, above...) {
		for _, f := range l.Footnotes {
			for _, heading := range heading99.FindAllString(string(f.Text), -1) {
				if !slices.Contains(full.Refs, heading) {
					full.Refs = append(full.Refs, heading)
				}
			}
		}
	}
	return full
}

// dotted is a code as the schedule prints it: 8534.00.00, 8517.62.00.90.
func dotted(digits string) string {
	text := digits[:min(4, len(digits))]
	for i := 4; i+2 <= len(digits); i += 2 {
		text += "." + digits[i:i+2]
	}
	return text
}

// ownLine is the line of a code. An eight-digit code without statistical numbers below it is printed with two extra
// zeros.
func ownLine(lines []usitc.Line, digits string) (usitc.Line, bool) {
	own, ok := byCode(lines, digits)
	if !ok && len(digits) == 8 {
		return byCode(lines, digits+"00")
	}
	return own, ok
}

// byCode is the line of a code among lines.
func byCode(lines []usitc.Line, digits string) (usitc.Line, bool) {
	i := slices.IndexFunc(lines, func(l usitc.Line) bool { return l.Digits() == digits })
	if i < 0 {
		return usitc.Line{}, false
	}
	return lines[i], true
}
