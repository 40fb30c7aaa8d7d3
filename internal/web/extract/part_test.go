package extract_test

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/extract"
)

// TestPartsHaveAllOfAContent: whatever the size, the parts joined are the content, and none is larger than asked.
func TestPartsHaveAllOfAContent(t *testing.T) {
	content := "Opening words.\n\n## One\n\n" + strings.Repeat("A sentence of text. ", 40) + "\n\n```go\n# no heading\nx\n```\n\n## Two\n\n" +
		strings.Repeat("另一句。", 30) + "\n\n## Three\n\nLast words."
	for _, most := range []int{10, 40, 100, 300, 5000} {
		var joined strings.Builder
		parts := 0
		for from := 0; ; {
			part, next := extract.Part(content, from, most)
			if extract.Tokens(part) > most+1 {
				t.Errorf("%d tokens where %d were asked for", extract.Tokens(part), most)
			}
			joined.WriteString(part)
			if parts++; next == 0 {
				break
			}
			if next <= from {
				t.Fatal("no way forward")
			}
			from = next
		}
		if letters(joined.String()) != letters(content) {
			t.Errorf("%d tokens: the parts differ from the content", most)
		}
	}
}

func letters(s string) string { return strings.Join(strings.Fields(s), "") }

func TestPartEndsBeforeAHeading(t *testing.T) {
	content := "## One\n\n" + strings.Repeat("word ", 60) + "\n\n## Two\n\n" + strings.Repeat("word ", 60)
	part, next := extract.Part(content, 0, 100)
	if !strings.HasPrefix(content[next:], "## Two") || strings.Contains(part, "## Two") {
		t.Errorf("cut at %q", content[next:next+20])
	}
}

func TestPartHasTheDefinitionsThatItUses(t *testing.T) {
	content := "First[^1] and [a][1].\n\n## Two\n\nSecond[^2] and [b][2].\n\n[^1]: One note.\n\n[^2]: Another, see [a][1].\n\n[1]: https://a.example\n[2]: https://b.example"
	for _, c := range []struct {
		from, most int
		want, not  string
	}{
		{0, 8, "[^1]: One note.", "Another"},
		{0, 8, "[1]: https://a.example", "b.example"},
		{23, 100, "[^2]: Another", "One note"},
		{23, 100, "[1]: https://a.example", "One note"}, // which the note uses
	} {
		part, _ := extract.Part(content, c.from, c.most)
		if !strings.Contains(part, c.want) || strings.Contains(part, c.not) {
			t.Errorf("from %d: %q", c.from, part)
		}
	}
}

func TestTokensOfScripts(t *testing.T) {
	for text, want := range map[string]int{"": 0, "word": 1, "four letters": 3, "语言模型": 4, "слово": 3} {
		if got := extract.Tokens(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
