package promise

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// slack is by how much two moments may be apart and still be one day: zones, and clocks of others.
const slack = 36 * time.Hour

// texts are the values of a member or an input: those of a list, one otherwise, none where nothing is said.
func texts(v reflect.Value) []string {
	v = pointee(v)
	if !v.IsValid() || v.IsZero() && v.Kind() != reflect.Bool && v.Kind() != reflect.Int {
		return nil
	}
	switch v.Kind() {
	case reflect.String:
		return []string{v.String()}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return []string{strconv.FormatInt(v.Int(), 10)}
	case reflect.Float32, reflect.Float64:
		return []string{strconv.FormatFloat(v.Float(), 'f', -1, 64)}
	case reflect.Slice, reflect.Map:
		var all []string
		eachOf(v, func(one reflect.Value) bool {
			all = append(all, texts(one)...)
			return true
		})
		return all
	}
	if at, isTime := v.Interface().(time.Time); isTime {
		return []string{at.Format(time.RFC3339)}
	}
	return []string{fmt.Sprint(v.Interface())}
}

// same says whether two texts are one value in two forms: apart from case, punctuation and leading zeros, or a day in
// the year that is wanted.
func same(text, want string) bool {
	return text == want || len(want) == 4 && strings.HasPrefix(text, want+"-") || bare(text) == bare(want)
}

// bare is a text without what writers of one number or code differ in.
func bare(text string) string {
	letters := strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, text)
	if trimmed := strings.TrimLeft(letters, "0"); trimmed != "" {
		return trimmed
	}
	return letters
}

// sharesWord says whether a text holds what was searched for, or a word that begins as one of its words does.
func sharesWord(search, text string) bool {
	wanted := words(search)
	for _, word := range words(text) {
		for _, one := range wanted {
			if beginning(word) == beginning(one) {
				return true
			}
		}
	}
	return len(wanted) == 0
}

func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

func beginning(word string) string {
	runes := []rune(word)
	return string(runes[:min(4, len(runes))])
}

func numberOf(text string) (float64, bool) {
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

// ordered says whether a is at most, at least or exactly b.
func ordered(op string, a, b float64) bool {
	switch op {
	case "<=":
		return a <= b
	case ">=":
		return a >= b
	}
	return a == b
}

// inOrder compares two values of one member.
func inOrder(op, a, b string) bool {
	x, isNumber := numberOf(a)
	y, areNumbers := numberOf(b)
	if isNumber && areNumbers {
		return ordered(op, x, y)
	}
	if op == ">=" {
		return a >= b
	}
	return a <= b
}

// spanOf is the time that a text tells: a moment, a day, a month, a year, or seconds since 1970.
func spanOf(text string) (first, last time.Time, isTime bool) {
	var err error
	switch n, isNumber := numberOf(text); {
	case isNumber && n > 1e8:
		first = time.Unix(int64(n), 0)
		return first, first, true
	case len(text) == 4:
		first, err = time.Parse("2006", text)
		return first, first.AddDate(1, 0, 0), err == nil
	case len(text) == 7:
		first, err = time.Parse("2006-01", text)
		return first, first.AddDate(0, 1, 0), err == nil
	case len(text) == 10:
		first, err = time.Parse(time.DateOnly, text)
		return first, first.AddDate(0, 0, 1), err == nil
	}
	first, err = time.Parse(time.RFC3339, text)
	return first, first, err == nil
}

const day = 24 * time.Hour

// durationOf reads an input such as 30 (days, if the line names no other unit), 24h, 7d, 2w, 3m or 1y. A minute and a
// month have one letter: months are what a promise about today means.
func durationOf(text, clock, unit string) (time.Duration, bool) {
	n, isNumber := numberOf(text)
	if !isNumber && text != "" {
		n, isNumber = numberOf(text[:len(text)-1])
		unit = text[len(text)-1:]
	}
	units := map[string]time.Duration{
		"":      day,
		"days":  day,
		"d":     day,
		"h":     time.Hour,
		"hours": time.Hour,
		"w":     7 * day,
		"m":     31 * day,
		"y":     366 * day,
		"years": 366 * day,
	}
	if clock == "now" {
		units["m"] = time.Minute
	}
	length, known := units[unit]
	if n > 1000 && length > 300*day { // more than a duration holds
		return 0, false
	}
	return time.Duration(n * float64(length)), isNumber && known
}
