package clip

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestTextsAreShortenedBetweenCharacters(t *testing.T) {
	for _, c := range []struct {
		why, text  string
		most       int
		cut, shown string
	}{
		{"short enough", "tea", 3, "tea", "tea"},
		{"a letter too long", "teas", 3, "tea", "tea..."},
		{"two bytes a letter", "thé", 3, "th", "thé"},
		{"two bytes a letter, too long", "thé noir", 3, "th", "thé..."},
		{"three bytes a letter", "茶壺茶壺", 3, "茶", "茶壺茶..."},
		{"nothing at all", "茶", 0, "", "..."},
		{"empty", "", 0, "", ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := Cut(c.text, c.most); got != c.cut {
				t.Errorf("%s: cut to %q, want %q", c.why, got, c.cut)
			}
			if got := Shown(c.text, c.most); got != c.shown {
				t.Errorf("%s: shown as %q, want %q", c.why, got, c.shown)
			}
		})
	}
}

func TestShortenedTextsAreWithinTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		most := rapid.IntRange(0, 20).Draw(t, "most")

		cut := Cut(s, most)
		if len(cut) > most || !strings.HasPrefix(s, cut) || !utf8.ValidString(cut) {
			t.Fatalf("%q cut to %q", s, cut)
		}
		if most-len(cut) >= utf8.UTFMax && cut != s {
			t.Fatalf("%q cut to %q, a whole character too short", s, cut)
		}
		shown, long := strings.CutSuffix(Shown(s, most), "...")
		if shown != s && (!long || utf8.RuneCountInString(shown) != most || !strings.HasPrefix(s, shown)) {
			t.Fatalf("%q shown as %q", s, shown)
		}
	})
}
