package serp

import (
	"slices"
	"testing"
)

func TestWordsOfAQueryAreThoseOfItsSubject(t *testing.T) {
	for query, want := range map[string][]string{
		"How do I cancel a goroutine?":         {"cancel", "goroutine"},
		`"exact words" site:example.com -milk`: {"exact", "words"},
		"who is on first":                      {"first"},
		"what is it":                           {"what", "is", "it"},
		"C# or c++ error: segfault":            {"C#", "c++", "error", "segfault"},
		"site:example.com":                     nil,
	} {
		t.Run(query, func(t *testing.T) {
			if got := Words(query); !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestResultIsAboutAQueryWithTwoOfThreeOfItsWords(t *testing.T) {
	for _, c := range []struct {
		why, query, title, snippet string
		want                       bool
	}{
		{"all in the title", "green tea", "Green Tea Guide", "", true},
		{"one of two", "green tea", "Green paint", "", false},
		{"two of three", "brew green tea", "Green tea", "", true},
		{"one of three", "brew green tea", "Green paint", "", false},
		{"title and snippet", "green tea", "Tea", "it is green", true},
		{"plural", "goroutines contexts", "A goroutine and its context", "", true},
		{"a word within another is none", "art", "Smart cart", "", false},
		{"marks are part of a name", "c++ templates", "C templates", "", false},
		{"Chinese by pairs", "量子力学", "量子力学简介", "", true},
		{"other Chinese", "量子力学", "分子生物", "", false},
		{"no words", "site:example.com", "Example", "", false},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := MatcherOf(c.query).IsAbout(Result{Title: c.title, Snippet: c.snippet}); got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
}
