package promise

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// mostRows bounds what is looked at of one list: its first rows.
const mostRows = 1000

// Judge holds the answers of one route to its promises.
type Judge struct {
	lines    []judged
	standing *node
}

// judged is a line with the members that it names.
type judged struct {
	Line
	left, right  path
	asked, given []int // the inputs on its right and of its condition
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
		if line.right != "" {
			own[line.right] = true
		}
		if line.op == "" {
			own[line.left] = true // empty where inputs promise nothing
			continue
		}

		c := judged{Line: line}
		if c.left, err = pathTo(answer, line.left); err == nil && line.right != "" {
			c.right, err = pathTo(answer, line.right)
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
		j.lines = append(j.lines, c)
	}
	j.standing = nodeOf(answer, "", own, nil)
	return j, nil
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
	if l.given != nil && !slices.Contains(texts(inputs.FieldByIndex(l.given)), l.is) {
		return ""
	}
	if l.isOrder() {
		return l.disorder(answer)
	}

	var w want
	if l.asked != nil {
		w.texts = texts(inputs.FieldByIndex(l.asked))
	} else {
		l.right.visit(answer, func(row reflect.Value) bool {
			w.texts = append(w.texts, texts(l.right.ends[0].in(row))...)
			return true
		})
	}
	if len(w.texts) == 0 || !w.read(l.Line, now) {
		return ""
	}

	l.left.visit(answer, func(row reflect.Value) bool {
		found = l.misfit(row, &w)
		return found == ""
	})
	return found
}

// misfit is what one row has instead of what is wanted.
func (l *judged) misfit(row reflect.Value, w *want) string {
	if l.length {
		n := float64(lengthOf(l.left.ends[0].in(row)))
		if w.isNumber && !ordered(l.op, n, w.number) {
			return fmt.Sprintf("%g", n)
		}
		return ""
	}

	misfit := ""
	for _, end := range l.left.ends {
		for _, text := range texts(end.in(row)) {
			if l.fits(text, w) {
				return ""
			}
			misfit = text
		}
	}
	return misfit
}

// fits says whether the text of a value is as wanted.
func (l *judged) fits(text string, w *want) bool {
	var one func(want string) bool
	switch l.op {
	case "==", "has":
		one = func(want string) bool { return same(text, want) }
	case "starts":
		one = func(want string) bool { return strings.HasPrefix(bare(text), bare(want)) }
	case "~":
		one = func(want string) bool { return sharesWord(want, text) }
	default:
		if n, isNumber := numberOf(text); isNumber && w.isNumber && l.clock == "" {
			return ordered(l.op, n, w.number)
		}
		first, last, isTime := spanOf(text)
		switch {
		case !isTime || !w.isTime:
			return true
		case l.op == ">=":
			return !last.Before(w.first.Add(-slack))
		case l.op == "<=":
			return !first.After(w.last.Add(slack))
		}
		return !last.Before(w.first) && !first.After(w.last) // in
	}
	return slices.ContainsFunc(w.texts, one)
}

// disorder is the first two values that are in another order than promised.
func (l *judged) disorder(answer reflect.Value) (found string) {
	op := ">="
	if l.op == "rises" {
		op = "<="
	}
	before := ""
	l.left.visit(answer, func(row reflect.Value) bool {
		for _, text := range texts(l.left.ends[0].in(row)) {
			if before != "" && !inOrder(op, before, text) {
				found = text + " after " + before
			}
			before = text
		}
		return found == ""
	})
	return found
}

// want is what stands on the right of a promise, for one answer.
type want struct {
	texts       []string
	number      float64
	isNumber    bool
	first, last time.Time // from its beginning to its end
	isTime      bool
}

// read works out the number and the time that are wanted. It is false where the clock is needed and not known.
func (w *want) read(l Line, now time.Time) bool {
	from, to, ranged := strings.Cut(w.texts[0], ":")
	w.number, w.isNumber = numberOf(from)
	if l.clock == "" {
		w.first, w.last, w.isTime = spanOf(from)
		if l.op == "in" && ranged {
			_, w.last, w.isTime = spanOf(to)
		}
		w.isNumber = w.isNumber && l.op != "in"
		return true
	}

	span, known := durationOf(from, l.clock, l.unit)
	if l.sign == "-" {
		span = -span
	}
	w.first = now.Add(span)
	w.last = w.first
	w.isTime = true
	return known && !now.IsZero()
}
