// Package rate reads the rates of duty as printed in the Harmonized Tariff Schedule: free, per cent of the value,
// an amount for each unit, and sums of these.
package rate

import (
	"html"
	"regexp"
	"strings"

	"github.com/shopspring/decimal"
)

// Rate is a rate of duty. A rate that is not Readable has only its Text: it must not pass for free.
type Rate struct {
	Text     string // as printed
	Readable bool
	Pct      *decimal.Decimal // per cent of the customs value; nil if there is no such part
	Specific []Specific       // amounts for each unit
}

// Specific is an amount for each unit.
type Specific struct {
	USD  decimal.Decimal
	Unit string // as printed: "kg", "each", "liter", "doz."
}

// Free reports whether no duty is due under the rate.
func (r Rate) Free() bool {
	return r.Readable && len(r.Specific) == 0 && (r.Pct == nil || r.Pct.IsZero())
}

// AdValorem reports whether the rate is purely per cent of the value, including free.
func (r Rate) AdValorem() bool { return r.Readable && len(r.Specific) == 0 }

var (
	tags     = regexp.MustCompile(`<[^>]*>`)
	percent  = regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*(?:%|percent)$`)
	cents    = regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*(?:¢|cents?)\s*(?:/|per\s+)?\s*(` + unit + `)$`)
	dollars  = regexp.MustCompile(`^\$\s*(\d+(?:\.\d+)?)\s*(?:/|per\s+)?\s*(` + unit + `)$`)
	addition = regexp.MustCompile(`(?i)^the duty provided in the applicable subheading` +
		`\s*(?:\+\s*(\d+(?:\.\d+)?)\s*%)?\.?$`)
)

// unit matches a unit of measure of one or two words. Words such as "on the case" do not count: such a rate has
// another base than the whole article.
const unit = `each|kg|g|t|ton|metric ton|liter|pf\.?\s?liter|m2|m²|m3|m³|doz\.?|dozen|pr\.?|No\.?|` +
	`gross|thousand|1000|bbl|pack|head|jewel|clean kg`

var hundred = decimal.NewFromInt(100)

// Parse reads a rate. An empty text is not readable.
func Parse(text string) Rate {
	text = strings.Join(strings.Fields(html.UnescapeString(text)), " ")
	r := Rate{Text: plain(text)}
	if strings.EqualFold(r.Text, "free") {
		r.Readable = true
		return r
	}

	for part := range strings.SplitSeq(text, " + ") {
		part = plain(part)
		if m := percent.FindStringSubmatch(part); m != nil && r.Pct == nil {
			pct := decimal.RequireFromString(m[1])
			r.Pct = &pct
			continue
		}
		specific, ok := perUnit(part)
		if !ok {
			return Rate{Text: plain(text)}
		}
		r.Specific = append(r.Specific, specific)
	}
	r.Readable = r.Text != ""
	return r
}

func perUnit(part string) (Specific, bool) {
	if m := cents.FindStringSubmatch(part); m != nil {
		return Specific{
			USD:  decimal.RequireFromString(m[1]).Div(hundred),
			Unit: m[2],
		}, true
	}
	if m := dollars.FindStringSubmatch(part); m != nil {
		return Specific{
			USD:  decimal.RequireFromString(m[1]),
			Unit: m[2],
		}, true
	}
	return Specific{}, false
}

// plain is a text without markup.
func plain(text string) string {
	return strings.TrimSpace(strings.Join(strings.Fields(tags.ReplaceAllString(text, "")), " "))
}

// Plain is a text of the schedule without the markup in some descriptions.
func Plain(text string) string { return plain(html.UnescapeString(text)) }

// Additional reads the rate of a heading in chapter 99: additive is true for "the duty provided in the applicable
// subheading + N%", false for a bare "N%". Other texts are not readable.
func Additional(text string) (pct decimal.Decimal, additive, readable bool) {
	text = Plain(text)
	if m := addition.FindStringSubmatch(text); m != nil {
		if m[1] == "" {
			return decimal.Zero, true, true
		}
		return decimal.RequireFromString(m[1]), true, true
	}
	if m := percent.FindStringSubmatch(text); m != nil {
		return decimal.RequireFromString(m[1]), false, true
	}
	return decimal.Zero, false, false
}

// Special is one rate of the sub-column "Special", with the symbols of its programmes.
type Special struct {
	Rate     Rate
	Programs []string
}

var programs = regexp.MustCompile(`\(([A-Z0-9+*, .]+)\)`)

// Specials reads the sub-column "Special": rates, each followed by the symbols of its programmes in brackets.
func Specials(text string) []Special {
	text = plain(html.UnescapeString(text))
	var list []Special
	for {
		at := programs.FindStringSubmatchIndex(text)
		if at == nil {
			return list
		}
		special := Special{Rate: Parse(text[:at[0]])}
		for symbol := range strings.SplitSeq(text[at[2]:at[3]], ",") {
			if symbol = strings.Trim(symbol, " ."); symbol != "" {
				special.Programs = append(special.Programs, symbol)
			}
		}
		list = append(list, special)
		text = strings.TrimLeft(text[at[1]:], " ,;")
	}
}
