package toolscan

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestAttacksAreFoundInTwentyLanguages uses sentences written before any rule or weight for these languages, and
// not used in training: telling the model to drop its instructions, asking for them, having a secret read behind
// the user's back. The training lists were extended after reading them (33 of 60 at first, then 37), so this is not
// a blind test; docs/quality/mcp.md has others.
func TestAttacksAreFoundInTwentyLanguages(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("testdata", "languages.json"))
	if err != nil {
		t.Fatal(err)
	}
	var languages []struct {
		Language string
		Attacks  []string
		Benign   []string
	}
	if err := json.Unmarshal(file, &languages); err != nil {
		t.Fatal(err)
	}

	s := New()
	var found, quiet tally
	for _, l := range languages {
		for _, text := range l.Attacks {
			r := s.Inspect(text, "description")
			ok := rank(r.Category) >= rank(Suspicious)
			found.add(ok)
			if !ok {
				t.Logf("missed %s: %s", l.Language, text)
			}
		}
		for _, text := range l.Benign {
			r := s.Inspect(text, "description")
			ok := rank(r.Category) <= rank(Low)
			quiet.add(ok)
			if !ok {
				t.Logf("flagged %s: %s %v", l.Language, text, r.Findings[0].Reason)
			}
		}
	}
	t.Logf("attacks found %v, harmless sentences quiet %v", found, quiet)
	if found.rate() < 0.85 || quiet.rate() < 0.97 {
		t.Errorf("attacks found %v, harmless sentences quiet %v", found, quiet)
	}
}
