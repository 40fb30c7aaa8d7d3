package find

import (
	"slices"
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/spec"
)

// A task that no route does gets some route all the same, by a word that happens to be in its texts. Three things speak
// against the best match: the task tells somebody to do what no service of data does ("book", "draw"), it is about
// something that no route has ("a recipe"), or the match has too little of what the task says.

// acts are what people tell assistants to do, and no route does.
var acts = stemsOf(`book reserve order buy sell purchase send mail text message call phone dial post tweet share upload
	download install uninstall deploy compile write compose draw paint sketch sing play pause skip record print schedule
	remind cancel renew subscribe unsubscribe pay transfer swap stake wire lend borrow rent turn switch open close lock
	unlock start stop set reset connect create make design generate edit crop merge fix repair clean cook bake wash
	water mow teach tutor practise practice translate transcribe summarize summarise paraphrase rewrite proofread
	recommend suggest plan help interpret diagnose debug train tune count flip pick learn delete update move copy`)

// foreign are things that people ask assistants about, and no route has.
var foreign = stemsOf(`horoscope zodiac astrology joke riddle poem haiku story lyrics song music playlist album melody
	movie film cinema series episode oscar restaurant recipe dinner lunch hotel hostel flight airline airport train bus
	taxi ticket concert theatre museum alarm timer reminder meeting appointment inbox unread haircut girlfriend
	boyfriend dating birthday wedding party gift dress shoes outfit workout exercise gym yoga meditate meditation
	homework essay grammar spelling crossword chess puzzle lesson algebra chemistry physics photosynthesis planet universe moon mars
	dinosaur animal dog cat puppy pet garden lawn plumber babysitter cleaner wifi printer fridge dishwasher heating
	lights lamp oven kitchen bedroom photo picture image video logo powerpoint slide resume cv interview career
	university school exam neighbour tenant headache dream future fortune guitar piano novel poet empire revolution
	hamlet capital tyre stain egg clock timezone driver licence vacation holiday itinerary trip road luggage`)

var (
	// polite stand before what is to be done.
	polite = set(`please can could would you i want need to help me like d the a do my let us we should just what is`)
	// objects stand behind it, and make it an order: "transfer 50 dollars", where "transfer function" is a noun.
	objects = set(`my me a an the this that some all two three for your our`)
)

const (
	// leastCovered is the share of what a task says, by how rare its words are, that its match has to have.
	leastCovered = 0.14
	// wholeCover is how much of it makes a match sure, in idf.
	wholeCover = 6
	// asSaid and asNear are what a synonym and a similar word count here, as a share of the word itself.
	asSaid = 0.7
	asNear = 0.6
	// asNamed is what the words of names and numbers count that no route has: they are values.
	asNamed = 0.2
)

// Fits says whether the best match of a task may do it. It errs on the side of yes.
func (ix *Index) Fits(task string, matches []Match) bool {
	if len(matches) == 0 {
		return false
	}
	best := matches[0].Op
	if names(task, best.Path) {
		return true
	}

	english := ix.inEnglish(task)
	words := spoken(english)
	has := ix.textOf(best)
	if ordersWhatNobodyDoes(words, best, has) || isForeign(words, has) {
		return false
	}
	return ix.covered(english, best) >= leastCovered
}

// textOf says of a stem whether the texts of a route have it.
func (ix *Index) textOf(op *spec.Operation) func(stem string) bool {
	at := slices.Index(ix.ops, op)
	return func(stem string) bool {
		return slices.ContainsFunc(ix.postings[stem], func(p posting) bool { return p.op == at })
	}
}

// ordersWhatNobodyDoes says whether a task begins with an act that the route does not do.
func ordersWhatNobodyDoes(words []string, op *spec.Operation, has func(string) bool) bool {
	first := slices.IndexFunc(words, func(w string) bool { return !polite[w] })
	if first < 0 || !acts[stem(words[first])] || op.Family == "tips" {
		return false
	}
	if !has(stem(words[first])) {
		return true
	}

	order := first+1 < len(words) && (objects[words[first+1]] || words[first+1][0] <= '9')
	own := slices.ContainsFunc(op.Tasks, func(phrase string) bool {
		begins := spoken(phrase)
		return len(begins) > 0 && stem(begins[0]) == stem(words[first])
	})
	return order && !own
}

func isForeign(words []string, has func(string) bool) bool {
	return slices.ContainsFunc(words, func(w string) bool { return foreign[stem(w)] && !has(stem(w)) })
}

// covered is the share of what a task says that a route has in its texts, by the rarity of the words; less when it is
// little altogether.
func (ix *Index) covered(task string, op *spec.Operation) float64 {
	has := ix.textOf(op)
	matched, missing := 0.0, 0.0
	done := map[string]bool{}
	for _, w := range spoken(task) {
		s := stem(w)
		if stopWords[w] || done[s] {
			continue
		}
		done[s] = true

		best := 0.0
		for _, alt := range ix.alternatives(w) {
			if has(alt.stem) {
				best = max(best, alt.weight*ix.idf[alt.stem])
			}
		}
		matched += best
		switch {
		case best > 0:
		case ix.postings[s] != nil:
			missing += ix.idf[s]
		case isValue(task, w):
			missing += asNamed * ix.rarest
		default:
			missing += ix.rarest * standing(s)
		}
	}

	if matched == 0 {
		return 0
	}
	return matched / (matched + missing) * min(1, matched/wholeCover)
}

// alternatives are what a word may stand for.
func (ix *Index) alternatives(w string) []alternative {
	s := stem(w)
	var list []alternative
	if ix.postings[s] != nil {
		list = append(list, alternative{s, 1})
	}
	for _, other := range synonyms[s] {
		list = append(list, alternative{other, asSaid})
	}
	if len(list) > 0 {
		return list
	}
	for _, near := range ix.nearby(w) {
		list = append(list, alternative{near.stem, near.weight * asNear})
	}
	return list
}

// isValue says whether a word is a number or stands in the task with a capital.
func isValue(task, w string) bool {
	if strings.ContainsAny(w, "0123456789") {
		return true
	}
	for token := range strings.FieldsSeq(task) {
		token = strings.TrimFunc(token, func(r rune) bool { return !unicode.IsLetter(r) })
		if strings.EqualFold(token, w) && unicode.IsUpper([]rune(token + "a")[0]) {
			return true
		}
	}
	return false
}
