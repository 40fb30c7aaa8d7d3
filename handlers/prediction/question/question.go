// Package question says whether two markets ask the same question in other words: the same subject, deed, threshold,
// direction and date.
//
// It is made to be sure rather than to find much. Each title is taken apart into dates, numbers with their comparison,
// and the words that remain once those that carry no meaning are left out and synonyms are made one. Two questions are
// the same only when all three agree in full; a single word that one has and the other lacks makes them different.
// What somebody would recognise as the same question in very different words is therefore missed, and said to be
// unmatched.
package question

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/each"
)

// Claim is what a market says about itself.
type Claim struct {
	Title   string
	Outcome string    // what sets it apart within its event, such as a candidate; may be empty
	Closes  time.Time // when trading ends; zero when it is not said
}

// Question is a claim taken apart.
type Question struct {
	words   map[string]bool // of title and outcome together
	order   []string        // the words of the title, in their order
	subject map[string]bool // the words of the outcome; of a game without one those before "win"
	said    []string        // the words of the outcome in their order, as they were written
	aside   map[string]bool // words that one may leave out, and two may not say differently
	turn    map[string]bool // which way the outcome says that it goes
	game    bool            // it is about a game of two sides
	dates   []date
	numbers []number
	closes  time.Time
}

// Verdict is the outcome of a comparison.
type Verdict struct {
	Same       bool
	Confidence float64 // that it is the same question, from 0 to 1; 0 where it is not
	Why        string  // in words
}

const (
	// closesApart is how far apart two markets may close that name no date.
	closesApart = 7 * 24 * time.Hour
	// closesPrice is how far apart they may close that ask for a price on a day: one at noon is not one in the evening.
	closesPrice = time.Hour
	// closesFar is how far apart they may close at all: some venues leave a market open long after what it asks.
	closesFar = 400 * 24 * time.Hour

	// The shares of right answers among the pairs of testdata are higher; see docs/quality/prediction.md.
	sureByDate  = 0.95 // both name the same dates
	sureByClose = 0.85 // one or both name none, and they close within days of each other
)

// Read takes a claim apart.
func Read(c Claim) Question {
	title := plain(c.Title)
	outcome := plain(c.Outcome)
	if generic[outcome] {
		outcome = ""
	}

	q := Question{closes: c.Closes}
	title, titleDates := takeDates(title, c.Closes)
	outcome, outcomeDates := takeDates(outcome, c.Closes)
	q.dates = each.Once(append(titleDates, unsaid(outcomeDates, titleDates)...))

	title, titleNumbers := takeNumbers(title)
	outcome, outcomeNumbers := takeNumbers(outcome)
	q.numbers = merged(append(titleNumbers, outcomeNumbers...))

	inTitle := active(words(title))
	inOutcome := words(outcome)
	q.words = each.Set(slices.Concat(inTitle, inOutcome))
	q.game = q.words["vs"]
	q.subject = q.subjectOf(inTitle, inOutcome)
	q.turn = each.Set(slices.DeleteFunc(slices.Clone(inOutcome), func(word string) bool { return !turns[word] }))
	q.said = strings.FieldsFunc(outcome, between)
	q.settle()

	q.takeAside()
	for word := range q.words {
		if q.soft(word) {
			delete(q.words, word)
		}
	}
	for _, word := range inTitle {
		if q.words[word] {
			q.order = append(q.order, word)
		}
	}
	return q
}

// generic are outcomes that say nothing.
var generic = map[string]bool{
	"yes": true,
	"no":  true,
	"":    true,
}

// subjectOf is whom the question is about: its outcome, less the words about amounts. For a game without an outcome it
// is what precedes "win".
func (q Question) subjectOf(title, outcome []string) map[string]bool {
	subject := map[string]bool{}
	for _, word := range outcome {
		if !deeds[word] && !stop[word] {
			subject[word] = true
		}
	}
	if at := slices.Index(title, "win"); len(subject) == 0 && q.game && at > 0 {
		for _, word := range title[:at] {
			if !stop[word] {
				subject[word] = true
			}
		}
	}
	return subject
}

// Reader reads claims and remembers them: the same titles come again with every request about an event. It is for use
// by several goroutines.
type Reader struct {
	mu   sync.Mutex
	kept map[Claim]Question
}

// mostKept is how many questions a Reader remembers, of about two kilobytes each.
const mostKept = 5000

// Read is [Read], from memory where the claim was read before.
func (r *Reader) Read(c Claim) Question {
	r.mu.Lock()
	q, ok := r.kept[c]
	r.mu.Unlock()
	if ok {
		return q
	}

	q = Read(c)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept == nil || len(r.kept) >= mostKept {
		r.kept = map[Claim]Question{}
	}
	r.kept[c] = q
	return q
}

// Same compares two questions as of now: what is left of a year that has begun ends with it, as a deadline at its end
// does.
func Same(a, b Question, now time.Time) Verdict {
	switch {
	case len(a.words)+len(a.numbers) < 2:
		return Verdict{Why: "too little is said to be sure"}
	case !maps.Equal(a.words, b.words):
		return Verdict{Why: "the words differ"}
	case !sameNumbers(a.numbers, b.numbers):
		return Verdict{Why: "the numbers differ"}
	case !sameSubject(a, b):
		return Verdict{Why: "they are about others"}
	case !sameAside(a, b):
		return Verdict{Why: "they name different hours or acts"}
	case !sameTurn(a, b):
		return Verdict{Why: "they are about other ways that it goes"}
	case !sameOrder(a, b):
		return Verdict{Why: "who does it to whom differs"}
	}

	apart := a.closes.Sub(b.closes).Abs()
	known := !a.closes.IsZero() && !b.closes.IsZero()
	switch {
	case known && apart > closesFar:
		return Verdict{Why: "they close in different years"}
	case known && apart > closesPrice && a.priceOfDay() && b.priceOfDay():
		return Verdict{Why: "they ask for a price at different hours"}
	case len(a.dates) > 0 && len(b.dates) > 0:
		if !sameDates(a.dates, b.dates, now) {
			return Verdict{Why: "the dates differ"}
		}
		return Verdict{
			Same:       true,
			Confidence: sureByDate,
			Why:        "same words, numbers and dates",
		}
	case !known || apart > closesApart:
		return Verdict{Why: "not both name a date, and they close at different times"}
	}
	return Verdict{
		Same:       true,
		Confidence: sureByClose,
		Why:        "same words and numbers, and they close within a week",
	}
}

// priceOfDay says whether the question is about an amount in dollars on a certain day.
func (q Question) priceOfDay() bool {
	return slices.ContainsFunc(q.dates, func(d date) bool { return d.how == at }) &&
		slices.ContainsFunc(q.numbers, func(n number) bool { return n.unit == "$" })
}

func sameSubject(a, b Question) bool {
	if a.game || b.game {
		return len(a.subject) > 0 && maps.Equal(a.subject, b.subject)
	}
	return len(a.subject) == 0 || len(b.subject) == 0 || maps.Equal(a.subject, b.subject)
}

// zones are words for the time of American exchanges.
var zones = each.WordSet("et est edt utc gmt")

// takeAside takes the words out that some venues leave to the reader: the hour of a price, at which others close, and
// whether a deal is signed or reached.
func (q *Question) takeAside() {
	q.aside = map[string]bool{}
	hourly := q.priceOfDay() && !q.closes.IsZero()
	pact := q.any(pacts)
	for word := range q.words {
		hour := strings.HasPrefix(word, "clock")
		if hourly && (hour || zones[word]) || pact && (word == "sign" || word == "reach") {
			delete(q.words, word)
			q.aside[word] = !zones[word]
		}
	}
	maps.DeleteFunc(q.aside, func(_ string, kept bool) bool { return !kept })
}

// sameAside is whether neither says what the other says differently.
func sameAside(a, b Question) bool {
	return len(a.aside) == 0 || len(b.aside) == 0 || maps.Equal(a.aside, b.aside)
}

// turns are the ways that something goes.
var turns = each.WordSet("cut hike hold above below up down")

// sameTurn wants both to say the same way where a title names both of them: "up or down?". Where only one of two
// outcomes names a way, the title of the other does.
func sameTurn(a, b Question) bool {
	open := a.words["up"] && a.words["down"] || a.words["above"] && a.words["below"]
	if !open && (len(a.turn) == 0 || len(b.turn) == 0) {
		return true
	}
	return maps.Equal(a.turn, b.turn)
}

// active puts whoever does something before it: "released by Apple". Of days and amounts nothing is left behind "by".
func active(list []string) []string {
	at := slices.Index(list, "by")
	if at < 1 || at+1 >= len(list) || stop[list[at+1]] {
		return list
	}
	return slices.Concat(list[at+1:], list[:at])
}

// sameOrder wants the words that both titles have in the same order: who does something to whom, and what comes before
// what, is only shown by that. Words that stand anywhere, such as "win", and those of the outcome are not looked at.
func sameOrder(a, b Question) bool {
	return a.any(mutual) || slices.Equal(common(a, b), common(b, a))
}

// common are the words of a title that the other has too, each once.
func common(q, other Question) []string {
	var words []string
	for _, word := range q.order {
		if anywhere[word] || q.subject[word] || other.subject[word] {
			continue
		}
		if slices.Contains(other.order, word) && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}
