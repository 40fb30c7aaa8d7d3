package aeo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
	"github.com/farebox/farebox/internal/scored"
)

var answerability = []rule{
	{
		id:  "one_h1",
		max: 3,
		why: "One main heading says what the page answers.",
		fix: "Use exactly one h1 with text.",
		has: func(in Input) (bool, string) { return len(in.Page.H1) == 1, fmt.Sprintf("%d h1", len(in.Page.H1)) },
	},
	{
		id:  "sections",
		max: 3,
		why: "Engines cut pages at headings and quote the parts.",
		fix: "Divide the text by at least three h2 or h3.",
		has: hasSections,
	},
	{
		id:  "questions",
		max: 3,
		why: "Headings in the form of questions match what people ask.",
		fix: "Write two or more headings as questions, or mark up an FAQPage.",
		has: hasQuestions,
	},
	{
		id:  "direct_answer",
		max: 3,
		why: "A short first paragraph is what gets quoted.",
		fix: "Begin with a paragraph of 20 to 80 words that answers the title.",
		has: hasDirectAnswer,
	},
	{
		id:  "lists_tables",
		max: 3,
		why: "Steps and comparisons are taken over as they are.",
		fix: "Put steps into lists and comparisons into tables.",
		has: hasLists,
	},
	{
		id:  "sentence_length",
		max: 2,
		why: "Short sentences survive being cut out of their context.",
		fix: "Keep sentences to 25 words on average.",
		has: hasShortSentences,
	},
}

func hasSections(in Input) (ok bool, seen string) {
	n := 0
	for _, h := range in.Page.Headings {
		if h.Level == 2 || h.Level == 3 {
			n++
		}
	}

	return n >= 3, fmt.Sprintf("%d h2 and h3", n)
}

func hasQuestions(in Input) (ok bool, seen string) {
	n := 0
	for _, h := range in.Page.Headings {
		if isQuestion(h.Text) {
			n++
		}
	}

	seen = fmt.Sprintf("headings that ask: %d", n)
	if hasType(in.Page, "FAQPage") {
		return true, seen + ", FAQPage"
	}

	return n >= 2, seen
}

// In English a question begins with one of these words followed by one of the second list. "What we do" is not a
// question.
var (
	questionWords = []string{"what", "why", "how", "when", "where", "who", "which"}
	followers     = []string{
		"is", "are", "was", "were", "do", "does", "did", "can", "could", "should", "will", "would", "has", "have", "to",
		"much", "many", "long", "often", "far", "old", "makes", "causes", "happens",
	}
)

// isQuestion: ends with a question mark, or begins as English questions do. Headings in other languages count only
// with a question mark, and so do those that begin with a verb, because "Can openers" is not a question.
func isQuestion(s string) bool {
	s = strings.TrimSpace(s)
	if strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") || strings.HasSuffix(s, "؟") {
		return true
	}

	words := strings.Fields(strings.ToLower(s))
	if len(words) < 3 {
		return false
	}
	return words[0] == "what's" || slices.Contains(questionWords, words[0]) && slices.Contains(followers, words[1])
}

func hasDirectAnswer(in Input) (ok bool, seen string) {
	first := in.Page.FirstPar
	if first == "" {
		return false, "no paragraph after the h1"
	}
	words := pagefacts.CountWords(first)

	return words >= 20 && words <= 80, scored.Count(words, "word") + ": " + finding.Quote(first)
}

func hasLists(in Input) (ok bool, seen string) {
	c := in.Page.Content

	return c.Lists+c.Tables > 0,
		scored.Count(c.Lists, "list entry") + " and " + scored.Count(c.Tables, "table row") + " in the main content"
}

func hasShortSentences(in Input) (ok bool, seen string) {
	c := in.Page.Content
	if c.Sentences == 0 {
		return false, "no sentences in the main content"
	}
	average := float64(c.SentenceWords) / float64(c.Sentences)

	return average <= 25, fmt.Sprintf("%.1f words per sentence over %s", average, scored.Count(c.Sentences, "sentence"))
}
