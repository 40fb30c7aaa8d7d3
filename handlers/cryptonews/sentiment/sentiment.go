// Package sentiment says whether a crypto headline is good or bad news for the price, or the health, of what it is about.
//
// It goes by a lexicon of its own (lexicon.txt) and by rules for what surrounds a word, because in headlines the words
// alone mislead: outflows that slow are good news, gains that are erased are bad, and "Will bitcoin crash?" is neither.
// The idea of summing valences with rules for negation, intensifiers and contrast, and the way the sum is brought into
// [-1, 1], are those of Hutto and Gilbert, "VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social Media
// Text" (ICWSM 2014). Nothing is learned and nothing is random: the same text always has the same score, and Terms say
// where it comes from.
package sentiment

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
)

// Label is a score in a word.
type Label string

// The labels.
const (
	Bullish Label = "bullish"
	Bearish Label = "bearish"
	Neutral Label = "neutral"
)

// Threshold is the distance from 0 at which a score counts as bullish or bearish.
const Threshold = 0.15

// LabelOf is the label of a score in [-1, 1].
func LabelOf(score float64) Label {
	switch {
	case score >= Threshold:
		return Bullish
	case score <= -Threshold:
		return Bearish
	}
	return Neutral
}

// Term is a part of the text that counted.
type Term struct {
	Text  string  // in lower case
	Value float64 // what it added to the sum, after all rules; single words lie within about 3 of 0
}

// Result is the verdict on a text.
type Result struct {
	Label Label
	Score float64 // in [-1, 1]
	Terms []Term  // in the order of the text; empty when nothing was found
}

//go:embed lexicon.txt
var lexiconText string

// Scorer scores texts. It is safe for concurrent use.
type Scorer struct{ lex *lexicon }

// New reads the lexicon. An error means that the lexicon is wrong, not the environment.
func New() (*Scorer, error) {
	lex, err := readLexicon(lexiconText)
	if err != nil {
		return nil, fmt.Errorf("sentiment lexicon: %w", err)
	}
	return &Scorer{lex}, nil
}

// flatness sets how fast the score nears 1 with the sum: a sum of 0.55 just reaches Threshold, one good word of value 2
// gives 0.5.
const flatness = 12

// maxSummary bounds what a summary can add: it is longer than a title, and wanders.
const maxSummary = 1.5

// Score scores a headline and, at half weight and bounded, the summary below it, which may be empty. The terms are those
// of the headline, followed by those of the summary.
func (s *Scorer) Score(title, summary string) Result {
	sum, terms := s.sum(title)
	if strings.TrimSpace(summary) != "" {
		below, more := s.sum(summary)
		half := math.Max(-maxSummary, math.Min(maxSummary, below/2))
		for i := range more {
			more[i].Value *= half / nonZero(below)
		}
		sum += half
		terms = append(terms, more...)
	}

	score := round(sum / math.Sqrt(sum*sum+flatness))
	for i := range terms {
		terms[i].Value = round(terms[i].Value)
	}
	return Result{
		Label: LabelOf(score),
		Score: score,
		Terms: terms,
	}
}

func (s *Scorer) sum(text string) (float64, []Term) {
	l := newLine(s.lex, text)
	l.compose()
	l.flipFoes()
	l.magnify()
	l.negate()
	l.discount()
	return l.total()
}

func nonZero(x float64) float64 {
	if x == 0 {
		return 1
	}
	return x
}

// round keeps three decimals, and no negative zero.
func round(x float64) float64 { return math.Round(x*1000)/1000 + 0 }
