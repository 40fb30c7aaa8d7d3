package promise

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/spelt"
)

// Judge checks the answers of one route against its promises.
type Judge struct {
	lines    []judged
	standing *node
}

// judged is a line with the members that it names.
type judged struct {
	Line
	left, right  path
	asked, given func(inputs reflect.Value) []string // the inputs on its right and of its condition
}

// New makes the judge of a route from its types of input and answer.
func New(inputs, answer reflect.Type, lines []string) (*Judge, error) {
	j := &Judge{}
	own := map[string]bool{} // members that the route excepts
	for _, text := range lines {
		line, err := Parse(text)
		if err != nil {
			return nil, err
		}

		c := judged{Line: line}
		c.left, err = pathTo(answer, line.left)
		if err == nil && line.right != "" {
			c.right, err = pathTo(answer, line.right)
			own[line.right] = true
		}
		if err == nil && line.input != "" {
			c.asked, err = inputIn(inputs, line.input)
		}
		if err == nil && line.when != "" {
			c.given, err = inputIn(inputs, line.when)
		}
		if err != nil {
			return nil, fmt.Errorf("promise %q: %w", text, err)
		}

		if line.op == "" {
			own[line.left] = true
			continue
		}
		j.lines = append(j.lines, c)
	}
	j.standing = nodeOf(answer, "", own, nil)
	return j, nil
}

// inputIn finds an input in a query, {Params: ...}, or in a body, {Body: ...}.
func inputIn(t reflect.Type, name string) (func(reflect.Value) []string, error) {
	if t.NumField() == 1 {
		if member := memberOf(pointed(t.Field(0).Type), name); member >= 0 {
			return func(inputs reflect.Value) []string { return texts(pointee(inputs.Field(0)).Field(member)) }, nil
		}
	}
	return nil, fmt.Errorf("%s is no input", name)
}

// Judge returns a [Broken] promise, or nil. At the zero time it skips the promises that depend on the time.
func (j *Judge) Judge(now time.Time, inputs, answer reflect.Value) error {
	for i := range j.lines {
		line := &j.lines[i]
		if found := line.broken(now, inputs, answer); found != "" {
			return &Broken{
				Promise: line.Text,
				Found:   found,
			}
		}
	}
	return j.standing.judge(now, answer, "")
}

// broken returns what the answer has in place of what was promised, or "" if it keeps the promise.
func (l *judged) broken(now time.Time, inputs, answer reflect.Value) (found string) {
	if l.given != nil && !slices.Contains(l.given(inputs), l.is) {
		return ""
	}
	if l.isOrder() {
		return l.disorder(answer)
	}

	want := l.wants(now, inputs, answer)
	if len(want) == 0 {
		return ""
	}

	l.left.visit(answer, func(row reflect.Value) bool {
		values := l.left.texts(row)
		if l.length {
			values = []string{strconv.Itoa(lengthOf(l.left.ends[0].in(row)))}
		}
		if len(values) == 0 {
			return true
		}
		fits := slices.ContainsFunc(values, func(value string) bool {
			return slices.ContainsFunc(want, func(one wanted) bool { return l.fits(value, one) })
		})
		found = ""
		if !fits {
			found = values[0]
		}
		return fits != l.some
	})
	return found
}

// wanted is a value on the right, read once for all rows.
type wanted struct {
	text     string
	bare     string
	number   float64
	isNumber bool
	from, to time.Time
	isTime   bool
}

// wants returns the values on the right. For a span from now, that is the moment at its end, with some slack.
func (l *judged) wants(now time.Time, inputs, answer reflect.Value) []wanted {
	var values []string
	if l.asked != nil {
		values = l.asked(inputs)
	} else {
		l.right.visit(answer, func(row reflect.Value) bool {
			values = append(values, l.right.texts(row)...)
			return true
		})
	}

	if l.sign != "" && len(values) > 0 {
		span, known := spanOf(values[0], l.unit)
		if !known || now.IsZero() {
			return nil
		}
		span += slack
		if l.sign == "-" {
			span = -span
		}
		values = []string{now.UTC().Add(span).Format(time.RFC3339)}
	}

	all := make([]wanted, len(values))
	for i, value := range values {
		w := wanted{
			text: value,
			bare: spelt.Bare(value),
		}
		w.number, w.isNumber = numberOf(value)
		if l.op == "<=" || l.op == ">=" {
			w.from, w.to, w.isTime = timeOf(value)
		}
		all[i] = w
	}
	return all
}

// fits says whether one value is as wanted.
func (l *judged) fits(value string, want wanted) bool {
	switch l.op {
	case "==":
		// A year fits every day in it.
		return value == want.text || len(want.text) == 4 && strings.HasPrefix(value, want.text+"-") ||
			isSame(spelt.Bare(value), want.bare)
	case "starts":
		return strings.HasPrefix(spelt.Bare(value), want.bare)
	case "~":
		return spelt.SharesWord(want.text, value)
	case "in":
		from, to, ranged := strings.Cut(want.text, ":")
		return value >= from && (value <= to || !ranged && value == from)
	}

	if n, isNumber := numberOf(value); isNumber && want.isNumber {
		return l.op == "<=" && n <= want.number || l.op == ">=" && n >= want.number
	}
	first, last, isTime := timeOf(value)
	return !isTime || !want.isTime ||
		l.op == "<=" && !first.After(want.to) || l.op == ">=" && !last.Before(want.from)
}

// disorder returns the first two neighbours that break the promised order.
func (l *judged) disorder(answer reflect.Value) (found string) {
	before := ""
	l.left.visit(answer, func(row reflect.Value) bool {
		for _, value := range l.left.texts(row) {
			order := strings.Compare(before, value)
			n, isNumber := numberOf(before)
			if m, areNumbers := numberOf(value); isNumber && areNumbers {
				order = cmp.Compare(n, m)
			}
			if before != "" && (order < 0 && l.op == "falls" || order > 0 && l.op == "rises") {
				found = value + " after " + before
			}
			before = value
		}
		return found == ""
	})
	return found
}

// isSame says whether two bare texts are equal, but for a word before a number: CIK0000320193, USDOT 123.
func isSame(value, want string) bool {
	word, ends := strings.CutSuffix(want, value)
	return value == want || ends && value != "" && value[0] <= '9' && !strings.ContainsAny(word, "123456789")
}

func numberOf(text string) (float64, bool) {
	if text == "" || text[0] > '9' || len(text) > 9 && text[4] == '-' { // a word or a day: cheaper than to parse it
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

const (
	day   = 24 * time.Hour
	slack = 36 * time.Hour // for time zones, and for cached answers
)

// timeOf reads a moment, seconds since 1970, or a day, a month or a year. The last three may be in any time zone.
func timeOf(text string) (first, last time.Time, isTime bool) {
	form := time.RFC3339
	var length time.Duration
	switch len(text) {
	case len("2006"):
		form = "2006"
		length = 366 * day
	case len("2006-01"):
		form = "2006-01"
		length = 31 * day
	case len(time.DateOnly):
		form = time.DateOnly
		length = day
	}

	first, err := time.Parse(form, text)
	if n, isNumber := numberOf(text); err != nil && isNumber && n > 1e8 {
		return time.Unix(int64(n), 0), time.Unix(int64(n), 0), true
	}
	if length == 0 {
		return first, first, err == nil
	}
	return first.Add(-day / 2), first.Add(length + day/2), err == nil
}

// spanOf reads an input such as 30 (days, if the line names no other unit), 24h, 7d, 2w, 3m or y.
func spanOf(text, unit string) (time.Duration, bool) {
	units := map[string]time.Duration{
		"":  day,
		"m": time.Minute,
		"h": time.Hour,
		"d": day,
		"w": 7 * day,
		"y": 366 * day,
	}
	switch unit {
	case "months":
		units["m"] = 31 * day
	case "years":
		units[""] = 366 * day
	}

	count := strings.TrimRight(text, "mhdwy")
	n, isNumber := numberOf(count)
	if count == "" {
		n = 1
	}
	length, known := units[text[len(count):]]
	return time.Duration(n * float64(length)), known && (isNumber || count == "") && n < 36500
}
