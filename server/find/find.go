// Package find ranks the routes of the spec for a task in words, and says how likely each is to do it.
//
// The ranking is lexical: BM25 over weighted fields (Robertson and Zaragoza, "The Probabilistic Relevance Framework:
// BM25 and Beyond", 2009, section 3.6), with stems, synonyms, prefixes, single typing errors, the shapes of values and
// the kinds of names. Beside it, BM25 over parts of words compares a task with phrases in seven languages. Kinds of
// tasks that no route does are in the index too, so that a task can be theirs. A logistic function of what speaks for a
// route and against it gives the likelihood. Nothing is called and nothing is learned while it runs: the same task
// always gives the same routes.
package find

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/spec"
)

// BM25F parameters, the usual ones: k1 is how soon repetition stops to count, b how much a long
// description is held against a route.
const (
	k1 = 1.2
	b  = 0.5
)

// Weights of the fields: what names a route counts more than what explains it.
const (
	weightPath        = 5.0
	weightID          = 2.0
	weightSummary     = 3.0
	weightTag         = 2.0
	weightDescription = 1.5
	weightTask        = 2.0
	weightInputName   = 1.2
	weightEnum        = 1.0
	weightInputText   = 0.4
	weightFamilyText  = 0.4
)

// Weights of the ways in which a word of the task can stand for a word of the spec.
const (
	asSynonym = 0.35 // beside the word itself
	asMeaning = 0.8  // for a word that the spec does not use
	asPrefix  = 0.6
	asTypo    = 0.7
)

// asNamed is what the words of names and numbers are worth that no text has, as a share of a rare word.
const asNamed = 0.2

// asPhrase is what a task that is one of a route's own phrases, word for word, adds to its score, as a share of all
// that the task's words are worth.
const asPhrase = 1.0

// asParts is what the parts of words that a text's phrases share with the task add to its score, as a share of all that
// the task's words are worth.
const asParts = 2.0

// asPath is what the path of a route in the task counts at least: more than all words.
const asPath = 100.0

// ofPlatform holds routes about the service itself back: a task is rarely about them, and their
// texts are full of words such as price and route. Likeness to one of their phrases counts in full.
const ofPlatform = 0.5

// Match is a route that may do the task.
type Match struct {
	Rank  int     // from 1
	Score float64 // likelihood that the route does the task, from 0 to 1
	Fit   float64 // likelihood that any route does it, the same for all matches
	Op    *spec.Operation
}

// Index answers Find. It does not change once made and is safe for concurrent use.
type Index struct {
	ops      []*spec.Operation
	texts    int                  // of routes, then of kinds of tasks that no route does
	postings map[string][]posting // by stem
	idf      map[string]float64
	rarest   float64 // idf of the rarest word
	phrases  []phrase
	mentions map[string][]int // phrases by stem
	words    []word           // vocabulary, for prefixes and typing errors
	lexicons []lexicon
	grams    *gramIndex
}

// posting is a text that has a word.
type posting struct {
	text   int
	weight float64 // saturated weighted frequency, 0 to 1
}

// phrase is one of a text's ways of being asked for, a route's summary among them.
type phrase struct {
	text int
	norm float64 // length of its vector of idf
}

// New indexes every route of s.
func New(s *spec.Spec) *Index {
	families := map[string]string{}
	for _, f := range s.Families {
		families[f.Name] = f.Description
	}
	further := readPhrases(phrasesFiles)
	var texts [][]field
	for _, op := range s.Operations {
		own := fields(op, families[op.Family])
		texts = append(texts, append(own, asFields(further[op.Path].in(ofEnglish))...))
	}
	kinds := readKinds(outsideFile)
	for _, k := range kinds {
		texts = append(texts, asFields(slices.Concat(k.phrases, further[k.name].in(ofEnglish))))
	}

	ix := &Index{
		ops:      s.Operations,
		texts:    len(texts),
		mentions: map[string][]int{},
		lexicons: readTerms(termsFile),
		grams:    newGramIndex(askedFor(s.Operations, kinds, further)),
	}
	ix.weigh(texts)
	for i, text := range texts {
		for _, f := range text {
			if f.phrase {
				ix.addPhrase(i, f.text)
			}
		}
	}
	slices.SortFunc(ix.words, func(a, b word) int { return cmp.Compare(a.text, b.text) })
	return ix
}

// weigh fills the postings, the idf and the vocabulary.
func (ix *Index) weigh(texts [][]field) {
	counts := make([]map[string]float64, len(texts))
	lengths := make([]float64, len(texts))
	seen := map[string]bool{}
	for i, text := range texts {
		counts[i] = map[string]float64{}
		for _, f := range text {
			for _, w := range f.words() {
				if stopWords[w] {
					continue
				}
				counts[i][stem(w)] += f.weight
				lengths[i] += f.weight
				if !seen[w] {
					seen[w] = true
					ix.words = append(ix.words, word{text: w, stem: stem(w)})
				}
			}
		}
	}

	ix.postings, ix.idf = weighed(counts, lengths)
	for term := range ix.idf {
		ix.idf[term] *= standing(term)
		ix.rarest = max(ix.rarest, ix.idf[term])
	}
}

// weighed are the postings of texts with so many of each term and of such lengths, and how rare the terms are.
func weighed(counts []map[string]float64, lengths []float64) (map[string][]posting, map[string]float64) {
	total := 0.0
	for _, length := range lengths {
		total += length
	}
	n := float64(len(counts))
	average := total / max(n, 1)

	postings := map[string][]posting{}
	for i := range counts {
		for term, tf := range counts[i] {
			tf /= 1 - b + b*lengths[i]/average
			postings[term] = append(postings[term], posting{text: i, weight: tf / (k1 + tf)})
		}
	}

	idf := map[string]float64{}
	for term, list := range postings {
		df := float64(len(list))
		idf[term] = math.Log(1 + (n-df+0.5)/(df+0.5))
	}
	return postings, idf
}

func (ix *Index) addPhrase(text int, words string) {
	norm := 0.0
	done := map[string]bool{}
	for _, w := range spoken(words) {
		if s := stem(w); !stopWords[w] && !done[s] {
			done[s] = true
			norm += ix.idf[s] * ix.idf[s]
			ix.mentions[s] = append(ix.mentions[s], len(ix.phrases))
		}
	}
	ix.phrases = append(ix.phrases, phrase{
		text: text,
		norm: math.Sqrt(norm),
	})
}

type field struct {
	text   string
	weight float64
	phrase bool // somebody may ask for it in these words
}

// words are those of the field. A phrase is read as a task is: its values and names stand as their kinds.
func (f field) words() []string {
	if f.phrase {
		return spoken(f.text)
	}
	return split(f.text)
}

func fields(op *spec.Operation, familyText string) []field {
	list := []field{
		{text: op.Path, weight: weightPath},
		{text: op.ID, weight: weightID},
		{text: op.Summary, weight: weightSummary, phrase: true},
		{text: op.Family, weight: weightTag},
		{text: op.Description, weight: weightDescription},
		{text: familyText, weight: weightFamilyText},
	}

	for _, task := range op.Tasks {
		list = append(list, field{
			text:   task,
			weight: weightTask,
			phrase: true,
		})
	}
	for _, in := range op.Inputs {
		list = append(list,
			field{text: in.Name, weight: weightInputName},
			field{text: in.Description, weight: weightInputText})
		schema := in.Schema
		if schema.Items != nil && schema.Items.Value != nil {
			schema = schema.Items.Value
		}
		for _, v := range schema.Enum {
			if text, ok := v.(string); ok {
				list = append(list, field{text: text, weight: weightEnum})
			}
		}
	}
	return list
}

// Find gives at most limit routes for the task, likeliest first; none when no word of it is known.
func (ix *Index) Find(task string, limit int) []Match {
	r := ix.read(task)
	matches := make([]Match, 0, len(ix.ops))
	for i, op := range ix.ops {
		if r.scores[i] > 0 {
			matches = append(matches, Match{
				Score: r.likelihood(i, op),
				Fit:   r.served,
				Op:    op,
			})
		}
	}
	slices.SortFunc(matches, func(a, b Match) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), a.Op.Price.Cmp(b.Op.Price), cmp.Compare(a.Op.Path, b.Op.Path))
	})

	matches = matches[:min(limit, len(matches))]
	for i := range matches {
		matches[i].Rank = i + 1
	}
	return matches
}

// FindOpen is Find without the routes that are closed, by their names.
func (ix *Index) FindOpen(task string, limit int, closed map[string]string) []Match {
	matches := slices.DeleteFunc(ix.Find(task, limit+len(closed)), func(m Match) bool {
		return closed[m.Op.Name()] != ""
	})
	matches = matches[:min(limit, len(matches))]
	for i := range matches {
		matches[i].Rank = i + 1
	}
	return matches
}

// names says whether the task holds the path as a whole: /govcon/awards does not name /govcon/award. The path of the
// root is in too much to name it.
func names(task, path string) bool {
	if len(path) < 2 {
		return false
	}

	for {
		_, after, found := strings.Cut(task, path)
		if !found {
			return false
		}
		next, _ := utf8.DecodeRuneInString(after)
		if after == "" || !unicode.IsLetter(next) && !unicode.IsDigit(next) && next != '-' && next != '_' {
			return true
		}
		task = after
	}
}

// likeness is, for each text, how like the task is to the nearest of its phrases: the cosine of their vectors of idf,
// times the length of the task's.
func (ix *Index) likeness(terms []term) []float64 {
	dots := make([]float64, len(ix.phrases))
	best := make([]float64, len(ix.phrases)) // of the term at hand
	var touched []int
	for _, term := range terms {
		touched = touched[:0]
		for _, alt := range term.alternatives {
			worth := alt.weight * ix.idf[alt.stem] * ix.idf[alt.stem]
			for _, p := range ix.mentions[alt.stem] {
				touched = append(touched, p)
				best[p] = max(best[p], worth)
			}
		}
		for _, p := range touched {
			dots[p] += best[p]
			best[p] = 0 // once for a phrase that has two alternatives
		}
	}

	likeness := make([]float64, ix.texts)
	for i, p := range ix.phrases {
		if p.norm > 0 {
			likeness[p.text] = max(likeness[p.text], dots[i]/p.norm)
		}
	}
	return likeness
}

// alternative is a stem that a word of the task may stand for.
type alternative struct {
	stem   string
	weight float64
}

// term is a word of the task with what it may stand for: nothing, where it leads nowhere.
type term struct {
	alternatives []alternative
	worth        float64 // how much it says, as an idf
}

// terms are the words of the task.
func (ix *Index) terms(task string) []term {
	var terms []term
	done := map[string]bool{}
	for _, w := range spoken(task) {
		s := stem(w)
		if stopWords[w] || done[s] {
			continue
		}
		done[s] = true
		terms = append(terms, ix.termOf(task, w, s))
	}
	return terms
}

func (ix *Index) termOf(task, w, s string) term {
	var t term
	weight := asMeaning
	if ix.postings[s] != nil {
		t.alternatives = append(t.alternatives, alternative{s, 1})
		weight = asSynonym
	}
	for _, other := range synonyms[s] {
		if ix.postings[other] != nil {
			t.alternatives = append(t.alternatives, alternative{other, weight})
		}
	}
	if len(t.alternatives) == 0 {
		t.alternatives = ix.nearby(w)
	}

	switch {
	case ix.postings[s] != nil:
		t.worth = ix.idf[s]
	case isValue(task, w):
		t.worth = asNamed * ix.rarest
	default:
		t.worth = ix.rarest * standing(s)
	}
	return t
}

// nearby are the words of the vocabulary that an unknown word of the task begins, or else those that one
// typing error away become it.
func (ix *Index) nearby(w string) []alternative {
	var found []alternative
	add := func(stem string, weight float64) {
		if len(found) < 8 && !slices.ContainsFunc(found, func(a alternative) bool { return a.stem == stem }) {
			found = append(found, alternative{stem, weight})
		}
	}
	if len(w) >= 4 {
		i, _ := slices.BinarySearchFunc(ix.words, w, func(v word, w string) int { return cmp.Compare(v.text, w) })
		for ; i < len(ix.words) && strings.HasPrefix(ix.words[i].text, w); i++ {
			add(ix.words[i].stem, asPrefix)
		}
	}

	if len(found) == 0 && len(w) >= 5 {
		for _, v := range ix.words {
			if oneEdit(v.text, w) {
				add(v.stem, asTypo)
			}
		}
	}
	return found
}
