// Package promise checks answers against what the spec promises, before anybody pays. A promise is a line of an
// operation's x-promises:
//
//	filings[].state == state               rows have the state that was asked for, in any spelling
//	filings[].filed_date >= since          or <=; between two numbers or two times
//	articles[].seen_at >= now - timespan   30 (days), 24h, 7d, 2w, 3m (minutes, or "now - timespan months")
//	len(filings) <= limit
//	candidates[].legal_name|dba_name ~ q   one of two members shares a word
//	some results[].title ~ q               at least one row
//	studies[].phase[] == phase             one element of each row's list
//	awards[].naics.code starts naics
//	years[].year in years                  2015, or 2015:2024
//	candidates[].state == .query.state     another member of the answer
//	awards[].amount_usd falls when sort == amount
//
// An input that promises nothing follows the reason why, one of [Reasons]:
//
//	search: q, name
//
// What is null, empty or not asked for breaks no promise. standing.go has the promises of all answers. A route takes
// one back with
//
//	links[] may repeat
//	events[].date may be to come
//	risk_score may need no source    the input says enough by itself
//	partial may be false             where another source filled the gap
package promise

import (
	"fmt"
	"regexp"
	"strings"
)

// Reasons are why an input promises nothing of the answer.
var Reasons = map[string]string{
	"subject": "names what is looked up, in another form than the answer has it",
	"search":  "words that the provider matches in its own way",
	"place":   "what is near is the provider's judgement",
	"choice":  "picks a figure or a block of the answer",
	"figure":  "goes into a calculation or a comparison",
	"form":    "is how the answer is written",
	"page":    "is where the answer before ended",
}

// A Line is one promise, or the inputs that make none.
type Line struct {
	Text   string
	Inputs []string // that it names
	Paths  []string // of the members that it names

	some   bool   // one row is enough
	length bool   // the length of a list is meant
	left   string // path of the members that it is about
	op     string // "" when nothing is promised of them
	sign   string // of the span from now that the input is, if it is one
	input  string // on the right,
	right  string // or another member
	unit   string
	when   string // an input that has to be is
	is     string
}

var (
	freeForm = regexp.MustCompile(`^([a-z]+): (\w+(?:, \w+)*)$`)
	mayForm  = regexp.MustCompile(`^(\S+) may (?:repeat|be to come|be false|need no source)$`)
	lineForm = regexp.MustCompile(`^(some )?(len\()?([^\s()]+)\)? (==|>=|<=|starts|in|~|falls|rises)` +
		`(?: (?:now ([+-]) )?(\.?[^\s.]\S*)(?: (months|years))?)??(?: when (\w+) == (\S+))?$`)
)

// Parse reads a line.
func Parse(text string) (Line, error) {
	if free := freeForm.FindStringSubmatch(text); free != nil {
		if Reasons[free[1]] == "" {
			return Line{}, fmt.Errorf("promise %q: %s is no reason", text, free[1])
		}
		return Line{Inputs: strings.Split(free[2], ", ")}, nil
	}
	if may := mayForm.FindStringSubmatch(text); may != nil {
		return Line{
			Text:  text,
			Paths: []string{may[1]},
			left:  may[1],
		}, nil
	}

	part := lineForm.FindStringSubmatch(text)
	if part == nil {
		return Line{}, fmt.Errorf("promise %q has no known form", text)
	}
	l := Line{
		Text:   text,
		Paths:  []string{part[3]},
		some:   part[1] != "",
		length: part[2] != "",
		left:   part[3],
		op:     part[4],
		sign:   part[5],
		input:  part[6],
		unit:   part[7],
		when:   part[8],
		is:     part[9],
	}
	if l.isOrder() != (l.input == "") {
		return Line{}, fmt.Errorf("promise %q: an order has nothing on its right, all others have", text)
	}
	if member, found := strings.CutPrefix(l.input, "."); found {
		l.input = ""
		l.right = member
		l.Paths = append(l.Paths, member)
	}
	for _, name := range []string{l.input, l.when} {
		if name != "" {
			l.Inputs = append(l.Inputs, name)
		}
	}
	return l, nil
}

func (l Line) isOrder() bool { return l.op == "falls" || l.op == "rises" }

// Broken is a promise that an answer breaks.
type Broken struct {
	Promise string
	Found   string // what the answer has in its place
}

// Error tells both.
func (b *Broken) Error() string {
	return fmt.Sprintf("promise broken: %s: found %s", b.Promise, b.Found)
}
