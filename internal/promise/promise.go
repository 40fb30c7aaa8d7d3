// Package promise holds answers to what the spec promises of them, before anybody pays. A promise is a line of the
// operation's x-promises:
//
//	filings[].state == state           each row has the state that was asked for, or none
//	filings[].filed_date >= since      or <=; days may be one apart, for zones
//	filings[].posted_at >= today - days
//	len(filings) <= limit
//	filing.cik|ticker == company       one of two members
//	studies[].phase[] has phase        one element of each row's list
//	awards[].naics.code starts naics
//	years[].year in years              a year, or two with a colon
//	filings[].client.name ~ client     shares a word
//	candidates[].state == .query.state another member of the answer
//	awards[].amount_usd falls when sort == amount
//
// An input that promises nothing stands behind the reason, which is one of [Reasons]:
//
//	search: q, name
//
// What is null, empty or not asked for breaks no promise. Those that hold for all answers are in standing.go; a route
// takes one back with
//
//	links[] may repeat
//	events[].date may be to come
package promise

import (
	"fmt"
	"regexp"
	"strings"
)

// Reasons are why an input promises nothing of the answer.
var Reasons = map[string]string{
	"subject": "what is looked up, in another form than the answer has it",
	"search":  "words that the provider matches in its own way",
	"place":   "what is near is the provider's judgement",
	"choice":  "picks what is told, not of what",
	"figure":  "goes into a calculation or a comparison",
	"form":    "how the answer is written",
	"page":    "where the answer before ended",
}

// A Line is one promise, or the inputs that make none.
type Line struct {
	Inputs []string // that it names
	Paths  []string // of the members that it names

	Text string

	left  string // path of the members that it is about
	op    string // "" when it promises nothing
	input string // on the right,
	right string // or another member

	length bool   // the lengths of lists are meant
	clock  string // "now" or "today", which the input is before (-) or after (+)
	sign   string
	unit   string
	when   string // an input that has to be is
	is     string
}

var (
	freeForm = regexp.MustCompile(`^([a-z]+): (\w+(?:, \w+)*)$`)
	mayForm  = regexp.MustCompile(`^(\S+) may (repeat|be to come)$`)
	lineForm = regexp.MustCompile(`^(len\()?([^\s()]+)\)? (==|>=|<=|has|starts|in|~|falls|rises)` +
		`(?: (?:(now|today) ([+-]) )?(\.?[^\s.]\S*)(?: (hours|days|years))?)??(?: when (\w+) == (\S+))?$`)
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
			Paths: []string{may[1]},
			Text:  text,
			left:  may[1],
		}, nil
	}

	part := lineForm.FindStringSubmatch(text)
	if part == nil {
		return Line{}, fmt.Errorf("promise %q has no known form", text)
	}
	l := Line{
		Paths:  []string{part[2]},
		Text:   text,
		length: part[1] != "",
		left:   part[2],
		op:     part[3],
		clock:  part[4],
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

// Broken is a promise that an answer does not keep.
type Broken struct {
	Promise string
	Found   string // what the answer has in its place
}

// Error is both.
func (b *Broken) Error() string {
	return fmt.Sprintf("promise broken: %s: found %s", b.Promise, b.Found)
}
