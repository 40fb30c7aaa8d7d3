package find

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/spec"
)

// leastLikely is the likelihood that routes do a task below which none is given for it.
const leastLikely = 0.5

// Fits says whether routes do the task of the matches, likely.
func Fits(matches []Match) bool { return len(matches) > 0 && matches[0].Fit >= leastLikely }

// asUnheard is what a word without a translation is worth, as a share of a rare one.
const asUnheard = 0.6

// leastShare keeps comparisons of shares calm that are next to nothing.
const leastShare = 0.01

// reading is a task beside all texts.
type reading struct {
	task     string
	terms    []term
	scores   []float64 // by text
	covered  []float64 // what of the task a text has, as a sum of idf
	likeness []float64 // to the nearest phrase, as a length
	shares   []float64 // what of the task the phrases of a text have, in parts of words
	most     float64   // of the shares
	worth    float64   // what the task says, as a sum of idf
	length   float64   // of its vector of idf
	unknown  float64   // what of its worth no text has
	best     float64   // score of the best route
	second   float64   // and of the one behind it
	outside  float64   // score of the best kind of task that no route does
	named    bool      // the task has the path of a route
	value    bool      // the task has a value that its shape tells
	english  string    // the task, in words of the routes
	foreign  bool      // the task is in another language than English
	served   float64   // likelihood that a route does the task
}

// read scores all texts for a task.
func (ix *Index) read(task string) *reading {
	task = gathered(task)
	english := ix.inEnglish(task)
	terms := ix.terms(english.words)
	r := &reading{
		task:     task,
		terms:    terms,
		scores:   make([]float64, ix.texts),
		covered:  make([]float64, ix.texts),
		likeness: ix.likeness(terms),
		value:    hasValue(task),
		english:  english.words,
		foreign:  english.foreign,
		worth:    english.unheard * asUnheard * ix.rarest,
		unknown:  english.unheard * asUnheard * ix.rarest,
	}

	if english.foreign || len(terms) > 0 { // stop words alone ask for nothing
		r.shares = ix.grams.shares(task)
	} else {
		r.shares = make([]float64, ix.texts)
	}

	hits := ix.scoreWords(r)
	known := 0
	for _, t := range terms {
		r.worth += t.worth
		r.length += t.worth * t.worth
		if len(t.alternatives) == 0 {
			r.unknown += t.worth
		} else {
			known++
		}
	}
	// A task with unknown words may still be in the words of some phrase.
	r.worth = max(r.worth, ix.rarest)
	r.length = math.Sqrt(max(r.length, ix.rarest*ix.rarest))

	for i := range r.scores {
		// Texts that meet more of the task's words win over those that meet one of them often.
		r.scores[i] *= 0.5 + 0.5*float64(hits[i])/float64(max(known, 1))
		named := i < len(ix.ops) && names(task, ix.ops[i].Path)
		if i < len(ix.ops) && ix.ops[i].Family == "platform" && !named {
			r.scores[i] *= ofPlatform
		}
		r.scores[i] += asPhrase * r.likeness[i]
		r.scores[i] += asParts * r.shares[i] * r.worth
		if named {
			r.named = true
			r.scores[i] += asPath + float64(len(ix.ops[i].Path)) // of /usage and /usage/events, the longer is meant
		}
	}
	r.most = slices.Max(r.shares)
	r.findBest(len(ix.ops))
	switch {
	case r.named:
		r.served = 1
	case r.best > 0:
		r.served = ofServed.likelihood(r.forServed(ix))
	}
	return r
}

// scoreWords adds what the words of the task are worth in each text, and counts them.
func (ix *Index) scoreWords(r *reading) (hits []int) {
	hits = make([]int, ix.texts)
	best := make([]float64, ix.texts) // of the term at hand
	covered := make([]float64, ix.texts)

	for _, t := range r.terms {
		clear(best)
		clear(covered)
		for _, alt := range t.alternatives {
			for _, p := range ix.postings[alt.stem] {
				// Alternatives of one word do not add up: a text is not better for holding three synonyms of it.
				worth := alt.weight * ix.idf[alt.stem]
				best[p.text] = max(best[p.text], worth*p.weight)
				covered[p.text] = max(covered[p.text], min(worth, t.worth))
			}
		}

		for i, s := range best {
			if s > 0 {
				r.scores[i] += s
				r.covered[i] += covered[i]
				hits[i]++
			}
		}
	}
	return hits
}

func (r *reading) findBest(routes int) {
	for _, score := range r.scores[:routes] {
		if score > r.best {
			r.second = r.best
			r.best = score
		} else {
			r.second = max(r.second, score)
		}
	}
	r.outside = slices.Max(append(r.scores[routes:], 0))
}

// weights of a logistic function, by what they weigh. They are fitted to the tasks of testdata that are not for
// measuring (TestFit prints them).
type weights [13]float64

var (
	// ofServed weighs what speaks for and against a task being one that routes do.
	ofServed = weights{-1.70, 0.61, 0.26, 0.70, -0.92, -3.40, -1.46, 0.50, -1.33, 0.30, 0.82, -4.09, -2.10}
	// ofRight weighs what speaks for and against a route being the right one for a task that routes do.
	ofRight = weights{-1.75, 0.48, 5.62, 0.79, 0.88, -0.65, -0.16, 0.05, -0.10, 0.69}
)

// likelihood is the logistic function of what w weighs.
func (w weights) likelihood(evidence weights) float64 {
	sum := 0.0
	for i, weight := range w {
		sum += weight * evidence[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// likelihood is how likely a route with a score does the task.
func (r *reading) likelihood(i int, op *spec.Operation) float64 {
	if names(r.task, op.Path) {
		return 1 - 1/(1+r.scores[i])
	}
	return r.served * ofRight.likelihood(r.forRight(i))
}

// forServed is what ofServed is for.
func (r *reading) forServed(ix *Index) weights {
	routes := len(ix.ops)
	best := slices.Index(r.scores[:routes], r.best)
	likest := slices.Max(append(r.likeness[:routes:routes], 0))
	likestOutside := slices.Max(append(slices.Clone(r.likeness[routes:]), 0))
	most := slices.Max(r.shares[:routes])
	mostOutside := slices.Max(append(slices.Clone(r.shares[routes:]), 0))
	words := spoken(r.english)

	return weights{
		1,
		math.Log1p(r.best),
		r.covered[best] / r.worth,
		likest / r.length,
		likestOutside / r.length,
		(r.outside - r.best) / (r.outside + r.best),
		r.unknown / r.worth,
		oneIf(r.value),
		oneIf(ordersWhatNobodyDoes(words, ix.ops[best], ix.textOf(best))),
		oneIf(r.foreign),
		r.shares[best],
		(mostOutside - most) / (mostOutside + most + leastShare),
		mostOutside,
	}
}

// forRight is what ofRight is for.
func (r *reading) forRight(i int) weights {
	rival := r.best
	if r.scores[i] == r.best {
		rival = r.second
	}
	return weights{
		1,
		math.Log1p(r.scores[i]),
		(r.scores[i] - rival) / r.best,
		r.covered[i] / r.worth,
		r.likeness[i] / r.length,
		math.Log1p(float64(len(r.terms))),
		oneIf(r.value),
		oneIf(r.foreign),
		r.shares[i],
		r.shares[i] / (r.most + leastShare),
	}
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// textOf says whether a text has a stem.
func (ix *Index) textOf(text int) func(stem string) bool {
	return func(stem string) bool {
		return slices.ContainsFunc(ix.postings[stem], func(p posting) bool { return p.text == text })
	}
}

// isValue says whether a word is a number or capitalised in the task.
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

// hasValue says whether a task has a value that its shape tells.
func hasValue(task string) bool {
	for token := range strings.FieldsSeq(latinOf(task)) {
		if kindOf(strings.Trim(token, punctuation)) != "" {
			return true
		}
	}
	return false
}
