package promise

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Judge holds the answers of one route to its promises.
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

// New is the judge of a route with these types of input and answer.
func New(inputs, answer reflect.Type, lines []string) (*Judge, error) {
	j := &Judge{}
	own := map[string]bool{} // members of which the route says otherwise
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

// Judge is a [Broken] promise, or nil. What depends on the time is not judged at the zero time.
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

// broken is what the answer has instead of what was promised, empty if it keeps the promise.
func (l *judged) broken(now time.Time, inputs, answer reflect.Value) (found string) {
	if l.given != nil && !slices.Contains(l.given(inputs), l.is) {
		return ""
	}
	if l.isOrder() {
		return l.disorder(answer)
	}
	want := l.wanted(now, inputs, answer)
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
			return slices.ContainsFunc(want, func(one string) bool { return l.fits(value, one) })
		})
		found = ""
		if !fits {
			found = values[0]
		}
		return fits != l.some
	})
	return found
}

// wanted are the values on the right. A span from now is the moment that it ends at, as far as it allows.
func (l *judged) wanted(now time.Time, inputs, answer reflect.Value) (want []string) {
	if l.asked == nil {
		l.right.visit(answer, func(row reflect.Value) bool {
			want = append(want, l.right.texts(row)...)
			return true
		})
		return want
	}
	want = l.asked(inputs)
	if l.sign == "" || len(want) == 0 {
		return want
	}

	span, known := spanOf(want[0], l.unit)
	if !known || now.IsZero() {
		return nil
	}
	if l.sign == "-" {
		return []string{now.UTC().Add(-span - hour).Format(time.RFC3339)}
	}
	return []string{now.UTC().Add(span + hour).Format(time.RFC3339)}
}

// fits says whether one value is as wanted.
func (l *judged) fits(value, want string) bool {
	switch l.op {
	case "==":
		// A year that is asked for is that of a day.
		return value == want || len(want) == 4 && strings.HasPrefix(value, want+"-") || bare(value) == bare(want)
	case "starts":
		return strings.HasPrefix(bare(value), bare(want))
	case "~":
		return sharesWord(want, value)
	case "in":
		from, to, ranged := strings.Cut(want, ":")
		return value >= from && (value <= to || !ranged && value == from)
	}
	n, isNumber := numberOf(value)
	m, isWanted := numberOf(want)
	if isNumber && isWanted {
		return l.op == "<=" && n <= m || l.op == ">=" && n >= m
	}

	first, last, isTime := timeOf(value)
	from, to, isAsked := timeOf(want)
	return !isTime || !isAsked || l.op == "<=" && !first.After(to) || l.op == ">=" && !last.Before(from)
}

// disorder is the first two values that are in another order than promised.
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

// bare is a text without what writers of one number or code differ in: case, punctuation, leading zeros.
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

// sharesWord says whether a text has the beginning of one of the words that are searched for.
func sharesWord(search, text string) bool {
	text = strings.ToLower(text)
	words := strings.FieldsFunc(strings.ToLower(search), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return len(words) == 0 || slices.ContainsFunc(words, func(word string) bool {
		runes := []rune(word)
		return strings.Contains(text, string(runes[:min(4, len(runes))]))
	})
}

func numberOf(text string) (float64, bool) {
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

const (
	hour = time.Hour // that clocks may differ by, and minutes that providers count by
	day  = 24 * hour
)

// timeOf is the time that a text tells: a moment, seconds since 1970, or a day, a month or a year, which may be in
// another zone.
func timeOf(text string) (first, last time.Time, isTime bool) {
	if n, isNumber := numberOf(text); isNumber && n > 1e8 {
		first = time.Unix(int64(n), 0)
		return first, first, true
	}
	forms := map[int]string{4: "2006", 7: "2006-01", 10: time.DateOnly}
	form := forms[len(text)]
	if form == "" {
		first, err := time.Parse(time.RFC3339, text)
		return first, first, err == nil
	}
	first, err := time.Parse(form, text)
	lengths := map[int]time.Duration{4: 366 * day, 7: 31 * day, 10: day}
	return first.Add(-day / 2), first.Add(lengths[len(text)] + day/2), err == nil
}

// spanOf reads an input such as 30 (days, if the line names no other unit), 24h, 7d, 2w, 3m or y.
func spanOf(text, unit string) (time.Duration, bool) {
	units := map[string]time.Duration{"m": time.Minute, "h": hour, "d": day, "w": 7 * day, "": day, "y": 366 * day}
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
