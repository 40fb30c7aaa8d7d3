package question

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
)

// Families of questions have slots that the venues fill in different words: the size of a step of a central bank, the
// season of a final, the country of a statistic. A family's rule brings them to one form before the words are compared.
// It never leaves out a word that it does not know: one that is left over still makes two questions different.

var (
	banks      = strings.Fields("fed ecb boe boj boc rba rbnz rbi snb banxico")
	offices    = []string{"house", "senate", "governor"}
	statistics = strings.Fields("gdp inflation cpi unemployment payroll")
	growths    = strings.Fields("gdp inflation cpi") // which are said as what they grew by
	awards     = strings.Fields("oscar grammy emmy tony nobel ballon heisman mvp")
	majors     = strings.Fields("wimbledon open")                                    // tournaments that have one of men and one of women
	finals     = strings.Fields("superbowl cfp nbatitle stanleycup championsleague") // of a season that ends in its second year
	pacts      = strings.Fields("deal ceasefire treaty")
	mutual     = strings.Fields("merge meet marry")                              // deeds of two that are one whoever comes first
	american   = append(strings.Fields("recession shutdown gas"), statistics...) // of the United States unless said otherwise
)

func (q Question) any(words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return q.words[word] })
}

func (q Question) bank() bool   { return q.any(banks) }
func (q Question) office() bool { return q.any(offices) }

// settle brings what the families say in several ways to one form.
func (q *Question) settle() {
	q.settleBank()
	q.settleElection()
	q.settleSeason()
	q.settleTouch()
	q.settleMaker()
	q.settlePardon()
	if q.words["album"] && q.words["new"] {
		q.words["release"] = true
	}
	if q.any(american) {
		q.words["us"] = true
	}
}

// quarterPoint is the step in which central banks move: more than one step is two or more.
const quarterPoint = 25

// settleBank: a step of nothing is no change, more than 25 basis points are 50 or more, 25 or more are any step, and
// the points behind a count of steps are the count again.
func (q *Question) settleBank() {
	if !q.bank() {
		return
	}

	var kept []number
	for _, n := range q.numbers {
		counted := slices.ContainsFunc(q.numbers, func(steps number) bool {
			return steps.unit == "" && steps.sign == "" && equal(steps.value*quarterPoint, n.value)
		})
		switch {
		case n.unit != "bps":
			kept = append(kept, n)
		case counted:
			continue
		case n.value == 0 && q.words["many"]:
			kept = append(kept, number{})
		case n.value == 0 && n.sign == "":
			delete(q.words, "hike")
			delete(q.words, "cut")
			q.words["hold"] = true
		case n.value == quarterPoint && n.sign == ">=" && (q.words["cut"] || q.words["hike"]):
			continue // any step is of a quarter or more
		case n.sign == ">" && math.Mod(n.value, quarterPoint) == 0:
			kept = append(kept, number{n.value + quarterPoint, n.unit, ">="})
		default:
			kept = append(kept, n)
		}
	}
	q.numbers = kept
}

// settleElection: the next presidential election is the American one before the close, and a party that controls a
// chamber after an election has won it.
func (q *Question) settleElection() {
	if q.words["next"] && q.words["president"] && q.words["election"] && len(q.dates) == 0 && !q.closes.IsZero() {
		delete(q.words, "next")
		q.dates = append(q.dates, yearNamed(q.closes.Year()-q.closes.Year()%presidentialTerm))
	}
	if q.words["control"] && (q.words["house"] || q.words["senate"]) {
		delete(q.words, "control")
		q.words["win"] = true
	}
}

const presidentialTerm = 4

// The years by which finals and prizes are numbered.
const (
	superBowlZero = 1966
	oscarsZero    = 1928
)

// settleSeason: the number of a Super Bowl or of the Academy Awards is a year.
func (q *Question) settleSeason() {
	if q.words["superbowl"] {
		q.numbers = slices.DeleteFunc(q.numbers, func(n number) bool {
			numbered := n.unit == "" && n.sign == "" && n.value == math.Trunc(n.value) && n.value > 0 && n.value < 100
			if numbered {
				q.dates = each.Once(append(q.dates, yearNamed(superBowlZero+int(n.value))))
			}
			return numbered
		})
	}

	if q.words["oscar"] {
		for word := range q.words {
			rank := strings.TrimSuffix(strings.TrimPrefix(word, "rank"), "th")
			if n := number4(rank); n > 0 && strings.HasPrefix(word, "rank") {
				delete(q.words, word)
				q.dates = each.Once(append(q.dates, yearNamed(oscarsZero+n)))
			}
		}
	}
	if q.any(finals) {
		for i, d := range q.dates {
			if d.how == named && d.end.Year() == d.start.Year()+1 {
				q.dates[i] = yearNamed(d.end.Year())
			}
		}
		q.dates = each.Once(q.dates)
	}
	q.settleTeam()
}

func yearNamed(year int) date {
	return date{named, yearStart(year), yearStart(year + 1).Add(-24 * time.Hour)}
}

// settleTouch: an amount that is reached, or dipped to, is so whether "or above" stands behind it or not.
func (q *Question) settleTouch() {
	if !q.words["reach"] && !q.words["dip"] {
		return
	}
	for i, n := range q.numbers {
		up := strings.HasPrefix(n.sign, ">") && q.words["reach"]
		down := strings.HasPrefix(n.sign, "<") && q.words["dip"]
		if n.unit == "$" && (up || down) {
			q.numbers[i].sign = ""
		}
	}
}

// makers are who makes what, so that it need not be said.
var makers = byWord(`
	apple: iphone ipad macbook
	openai: gpt chatgpt sora
	anthropic: claude
	google: gemini
	xai: grok
	rockstar: gta
	meta: llama
`)

func (q *Question) settleMaker() {
	for word := range q.words {
		if maker, ok := makers[word]; ok {
			q.words[maker] = true
		}
	}
}

// settlePardon: a presidential pardon that somebody receives is one by the president.
func (q *Question) settlePardon() {
	if q.words["pardon"] && (q.words["trump"] || q.words["president"]) {
		delete(q.words, "trump")
		delete(q.words, "receive")
		q.words["president"] = true
	}
}
