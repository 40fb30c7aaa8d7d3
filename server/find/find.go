// Package find ranks the routes of the spec for a task in words. It is lexical: BM25 over weighted fields
// (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, section 3.6), with
// stems, synonyms, prefixes, single typing errors and the shapes of values. It calls nothing and learns nothing,
// so that the same task always gives the same routes.
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

// asPhrase is what a task that is one of a route's own phrases, word for word, adds to its score, as a share of all
// that the task's words are worth.
const asPhrase = 1.0

// ofPlatform holds routes about the service itself back: a task is rarely about them, and their
// texts are full of words such as price and route. Likeness to one of their phrases counts in full.
const ofPlatform = 0.5

// Match is a route that may do the task.
type Match struct {
	Rank  int     // from 1
	Score float64 // comparable within one answer only
	Op    *spec.Operation
}

// Index answers Find. It does not change once made and is safe for concurrent use.
type Index struct {
	ops      []*spec.Operation
	postings map[string][]posting // by stem
	idf      map[string]float64
	rarest   float64 // idf of the rarest word
	phrases  []phrase
	words    []word // vocabulary, for prefixes and typing errors
	lexicons []lexicon
}

type posting struct {
	op     int
	weight float64 // saturated weighted frequency, 0 to 1
}

// phrase is one of a route's ways of being asked for, its summary among them, as the set of its stems.
type phrase struct {
	op    int
	stems map[string]bool
	norm  float64 // length of its vector of idf
}

// New indexes every route of s.
func New(s *spec.Spec) *Index {
	ix := &Index{
		ops:      s.Operations,
		postings: map[string][]posting{},
		idf:      map[string]float64{},
		lexicons: readTerms(termsFile),
	}
	families := map[string]string{}
	for _, f := range s.Families {
		families[f.Name] = f.Description
	}

	counts := make([]map[string]float64, len(ix.ops))
	lengths := make([]float64, len(ix.ops))
	seen := map[string]bool{}
	var total float64
	for i, op := range ix.ops {
		counts[i] = map[string]float64{}
		for _, f := range fields(op, families[op.Family]) {
			for _, w := range split(f.text) {
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
		total += lengths[i]
	}

	average := total / float64(max(len(ix.ops), 1))
	for i := range ix.ops {
		for term, tf := range counts[i] {
			tf /= 1 - b + b*lengths[i]/average
			ix.postings[term] = append(ix.postings[term], posting{op: i, weight: tf / (k1 + tf)})
		}
	}

	n := float64(len(ix.ops))
	for term, list := range ix.postings {
		df := float64(len(list))
		ix.idf[term] = math.Log(1+(n-df+0.5)/(df+0.5)) * standing(term)
		ix.rarest = max(ix.rarest, ix.idf[term])
	}

	for i, op := range ix.ops {
		ix.phrases = append(ix.phrases, ix.phraseOf(i, op.Summary))
		for _, text := range op.Tasks {
			ix.phrases = append(ix.phrases, ix.phraseOf(i, text))
		}
	}
	slices.SortFunc(ix.words, func(a, b word) int { return cmp.Compare(a.text, b.text) })
	return ix
}

func (ix *Index) phraseOf(op int, text string) phrase {
	p := phrase{
		op:    op,
		stems: map[string]bool{},
	}
	for _, w := range spoken(text) {
		if s := stem(w); !stopWords[w] && !p.stems[s] {
			p.stems[s] = true
			p.norm += ix.idf[s] * ix.idf[s]
		}
	}
	p.norm = math.Sqrt(p.norm)
	return p
}

type field struct {
	text   string
	weight float64
}

func fields(op *spec.Operation, familyText string) []field {
	list := []field{
		{op.Path, weightPath},
		{op.ID, weightID},
		{op.Summary, weightSummary},
		{op.Family, weightTag},
		{op.Description, weightDescription},
		{familyText, weightFamilyText},
	}

	for _, task := range op.Tasks {
		list = append(list, field{task, weightTask})
	}
	for _, in := range op.Inputs {
		list = append(list, field{in.Name, weightInputName}, field{in.Description, weightInputText})
		schema := in.Schema
		if schema.Items != nil && schema.Items.Value != nil {
			schema = schema.Items.Value
		}
		for _, v := range schema.Enum {
			if text, ok := v.(string); ok {
				list = append(list, field{text, weightEnum})
			}
		}
	}
	return list
}

// Find gives at most limit routes for the task, best first; none when no word of it is known.
func (ix *Index) Find(task string, limit int) []Match {
	terms := ix.terms(ix.inEnglish(task))
	scores := make([]float64, len(ix.ops))
	hits := make([]int, len(ix.ops))
	best := make([]float64, len(ix.ops)) // of the term at hand
	for _, term := range terms {
		clear(best)
		for _, alt := range term {
			for _, p := range ix.postings[alt.stem] {
				// Alternatives of one word do not add up: a route is not better for holding three synonyms of it.
				best[p.op] = max(best[p.op], alt.weight*ix.idf[alt.stem]*p.weight)
			}
		}
		for i, s := range best {
			if s > 0 {
				scores[i] += s
				hits[i]++
			}
		}
	}

	likeness := ix.likeness(terms)
	var matches []Match
	for i, score := range scores {
		named := names(task, ix.ops[i].Path)
		if score == 0 && !named {
			continue
		}
		// Routes that meet more of the task's words win over those that meet one of them often.
		score *= 0.5 + 0.5*float64(hits[i])/float64(max(len(terms), 1))
		if ix.ops[i].Family == "platform" && !named {
			score *= ofPlatform
		}
		score += asPhrase * likeness[i]
		if named {
			score += float64(len(ix.ops[i].Path)) // of /usage and /usage/events in a task, the longer is meant
		}
		matches = append(matches, Match{Score: math.Round(score*100) / 100, Op: ix.ops[i]})
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

// likeness is, for each route, how like the task is to the nearest of its phrases: the cosine of their vectors of idf,
// times the length of the task's.
func (ix *Index) likeness(terms [][]alternative) []float64 {
	likeness := make([]float64, len(ix.ops))
	for _, p := range ix.phrases {
		var dot float64
		for _, term := range terms {
			best := 0.0
			for _, alt := range term {
				if p.stems[alt.stem] {
					best = max(best, alt.weight*ix.idf[alt.stem]*ix.idf[alt.stem])
				}
			}
			dot += best
		}
		if p.norm > 0 {
			likeness[p.op] = max(likeness[p.op], dot/p.norm)
		}
	}
	return likeness
}

// alternative is a stem that a word of the task may stand for.
type alternative struct {
	stem   string
	weight float64
}

// terms are the words of the task, each with what it may stand for. Words that lead nowhere are left out.
func (ix *Index) terms(task string) [][]alternative {
	var terms [][]alternative
	done := map[string]bool{}
	for _, w := range spoken(task) {
		s := stem(w)
		if stopWords[w] || done[s] {
			continue
		}
		done[s] = true
		var term []alternative
		weight := asMeaning
		if ix.postings[s] != nil {
			term, weight = append(term, alternative{s, 1}), asSynonym
		}

		for _, other := range synonyms[s] {
			if ix.postings[other] != nil {
				term = append(term, alternative{other, weight})
			}
		}
		if len(term) == 0 {
			term = ix.nearby(w)
		}
		if len(term) > 0 {
			terms = append(terms, term)
		}
	}
	return terms
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
