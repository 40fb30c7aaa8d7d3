// Package scalar reads single values of JSON whose type a provider does not keep to: numbers written as strings, flags
// as letters, amounts with signs and commas.
package scalar

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// Text is any single value as its text without blanks around it. Null is empty, and so are the words of [IsNothing];
// lists and objects are errors.
type Text string

// nothing are the words that programs write into a text for no value. "None" is not among them: some vocabularies have
// it, and "NULL" is a surname.
var nothing = []string{"-", "--", "N/A", "n/a", "#N/A", "null", "undefined", "[object Object]"}

// IsNothing says whether a text is a word for no value.
func IsNothing(text string) bool { return slices.Contains(nothing, text) }

// IsUnknown says whether a text is a word of people for what they do not know. It may be right where no other is.
func IsUnknown(text string) bool { return strings.EqualFold(text, "unknown") || text == "TBD" }

// UnmarshalJSON accepts any single value.
func (t *Text) UnmarshalJSON(raw []byte) error {
	*t = ""
	word := string(bytes.TrimSpace(raw))
	switch n := len(raw); {
	case n >= 2 && raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0:
		word = strings.TrimSpace(string(raw[1 : n-1])) // tables of thousands of rows: no second parser a value
	case json.Unmarshal(raw, &word) == nil:
		word = strings.TrimSpace(word)
	case strings.ContainsAny(word, "[{"):
		return errors.New("a list or an object in place of a single value")
	}

	if !IsNothing(word) && !IsUnknown(word) {
		*t = Text(word)
	}
	return nil
}

// Number is the value as a decimal number, with commas between its thousands or without; ok is false if it is not one.
func (t Text) Number() (value float64, ok bool) {
	if !decimalNumber.MatchString(string(t)) {
		return 0, false
	}
	value, err := strconv.ParseFloat(strings.ReplaceAll(string(t), ",", ""), 64)
	return value, err == nil
}

var decimalNumber = regexp.MustCompile(`^[+-]?(\d*|\d{1,3}(,\d{3})+)(\.\d*)?([eE][+-]?\d+)?$`)

// Count is the value as a whole number that is not negative, nil if it is not one.
func (t Text) Count() *int {
	value, ok := t.Number()
	if !ok || value < 0 || value > 1e9 || value != float64(int(value)) {
		return nil
	}
	return new(int(value))
}

// Flag is true for Y and X, false for N, nil for anything else.
func (t Text) Flag() *bool {
	switch strings.ToUpper(string(t)) {
	case "Y", "X", "YES":
		return new(true)
	case "N", "NO":
		return new(false)
	}
	return nil
}

// Day is the value as a day, zero if it is not one: 20250429, "20260422 2139", 2006-01-03T00:00:00.000, 01/03/2006 and
// 03-JAN-06 all occur. American dates have the month first.
func (t Text) Day() time.Time {
	first, _, _ := strings.Cut(string(t), " ")
	if at := strings.IndexByte(first, 'T'); at == len(time.DateOnly) {
		first = first[:at]
	}
	for _, form := range []string{"20060102", time.DateOnly, "01/02/2006", "1/2/2006", "02-Jan-06"} {
		if day, err := time.Parse(form, first); err == nil && day.Year() > 1900 {
			return day
		}
	}
	return time.Time{}
}

// Texts is a list of texts, which may come as one text.
type Texts []string

// UnmarshalJSON reads either form.
func (t *Texts) UnmarshalJSON(raw []byte) error {
	*t = nil
	var one string
	if json.Unmarshal(raw, &one) != nil {
		err := json.Unmarshal(raw, (*[]string)(t))
		if err == nil && slices.Contains(*t, "") {
			err = errors.New("a list with a text that is null or empty")
		}
		return err
	}
	if one != "" {
		*t = Texts{one}
	}
	return nil
}

// Int is a whole number, written as one or as a text. Anything else is refused.
type Int int64

// UnmarshalJSON reads 41 and "41".
func (n *Int) UnmarshalJSON(raw []byte) error {
	value, err := strconv.ParseInt(bare(raw), 10, 64)
	if err != nil {
		return fmt.Errorf("%.40s is not a whole number", raw)
	}
	*n = Int(value)
	return nil
}

// Float is a number, written as one or as a text. Anything else is refused.
type Float float64

// UnmarshalJSON reads 4.1 and "4.1".
func (n *Float) UnmarshalJSON(raw []byte) error {
	value, err := strconv.ParseFloat(bare(raw), 64)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
		return fmt.Errorf("%.40s is not a number", raw)
	}
	*n = Float(value)
	return nil
}

// Decimal is an amount that may be unknown, written as a number or as a text; nil when it is.
type Decimal struct{ *decimal.Decimal }

// UnmarshalJSON reads 4.1, "4.1", "" and null. Another text is unknown, all else is refused.
func (d *Decimal) UnmarshalJSON(raw []byte) error {
	d.Decimal = nil
	if err := Written(raw); err != nil {
		return err
	}
	text := bare(raw)
	if len(text) > 100 {
		return nil
	}
	if value, err := decimal.NewFromString(text); err == nil && value.Exponent() > -100 && value.Exponent() < 100 {
		d.Decimal = &value
	}
	return nil
}

// Written sees that a value is a text, a number or null.
func Written(raw []byte) error {
	if strings.IndexByte("[{tf", raw[0]) >= 0 {
		return errors.New("neither a text nor a number")
	}
	return nil
}

// bare is a single value without quotes and blanks around it.
func bare(raw []byte) string {
	text := bytes.TrimSpace(raw)
	if n := len(text); n >= 2 && text[0] == '"' && text[n-1] == '"' {
		text = bytes.TrimSpace(text[1 : n-1])
	}
	return string(text)
}
