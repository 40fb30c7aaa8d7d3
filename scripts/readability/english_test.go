package main

import (
	"strings"
	"testing"
)

// TestSentencesToMendAreFound: each calque where it reads as one, and what has too many words for one sentence.
func TestSentencesToMendAreFound(t *testing.T) {
	calques, err := parseCalques(calquesText)
	if err != nil {
		t.Fatal(err)
	}

	long := "In the " + strings.Repeat("word ", longest-2)
	for _, c := range []struct {
		why, file, source string
		want              int
	}{
		{"what does not exist", "a.md", "The answer is none.", 1},
		{"the idiom", "a.md", "Nil when there is none.", 0},
		{"broken by a line", "a.md", "The reason is\ntold by the chain.", 1},
		{"a call to agents", "a.md", "They are told to wait.", 0},
		{"a comment", "a.go", "package a\n\n// A key stands\n// in no file of it.\n", 1},
		{"a message", "a.go", "package a\n\nconst m = `this is no address`\n", 1},
		{"a test", "a_test.go", "package a\n\n// The answer is none.\n", 0},
		{"code in a page", "a.md", "Write `is none` here.", 0},
		{"as many words as are allowed", "a.md", long + ".", 0},
		{"one more", "a.md", long + "more.", 1},
		{"two items", "a.md", "- " + long + "\n- " + long, 0},
		{"two cells", "a.md", "| " + long + "| " + long + "|", 0},
	} {
		prose, err := proseOf(c.file, c.source)
		if err != nil {
			t.Fatal(err)
		}

		found := 0
		for _, text := range prose {
			found += len(findings(c.file, text, calques))
		}
		if found != c.want {
			t.Errorf("%s: %d findings, want %d", c.why, found, c.want)
		}
	}
}
