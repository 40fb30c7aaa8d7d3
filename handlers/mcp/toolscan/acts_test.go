package toolscan

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// scenario is a tool or a text of testdata/acts.json, in one of five languages.
type scenario struct {
	Set         string            `json:"set"`
	Language    string            `json:"language"`
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Parameters  map[string]string `json:"parameters"`
	Kind        string            `json:"kind"`
	Text        string            `json:"text"`
}

// held says whether an act is in the half whose single misses nobody reads.
func (a scenario) held() bool {
	sum := sha256.Sum256([]byte(a.Description + a.Text))
	return sum[0]&1 == 1
}

// judged is what the scanner says of an act: a tool as the only one of a manifest, a text by its kind.
func (a scenario) judged(t *testing.T, s *Scanner) (Category, string) {
	t.Helper()
	if a.Name == "" {
		r := s.Inspect(a.Text, a.Kind)
		return r.Category, brief(&Report{Findings: r.Findings})
	}

	properties := map[string]any{}
	for name, about := range a.Parameters {
		properties[name] = map[string]any{"type": "string", "description": about}
	}
	tool := map[string]any{
		"name":        a.Name,
		"description": a.Description,
		"inputSchema": map[string]any{"type": "object", "properties": properties},
	}
	body, err := json.Marshal(map[string]any{"tools": []any{tool}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Scan(body)
	if err != nil {
		t.Fatal(err)
	}
	return r.Category, brief(r)
}

func scenarios(t *testing.T) []scenario {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("testdata", "acts.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out []scenario
	if err := json.Unmarshal(file, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestActsAreJudgedByWhatAReaderWouldDo measures tools and texts that were written and committed before their author
// had read a rule. Misses of the open half are logged; of the held half only the totals are. The lexicons of slots are
// by the same author, who knew both halves: the bounds keep what was reached, they are no measure of unseen texts.
func TestActsAreJudgedByWhatAReaderWouldDo(t *testing.T) {
	s := New()
	var flagged [2]map[string]*tally
	for half := range flagged {
		flagged[half] = map[string]*tally{"attack_tools": {}, "injections": {}, "harmless": {}}
	}
	for _, a := range scenarios(t) {
		category, why := a.judged(t, s)
		hit := rank(category) >= rank(Suspicious)
		half := 0
		if a.held() {
			half = 1
		}
		flagged[half][a.Set].add(hit)
		if half == 0 && hit == (a.Set == "harmless") {
			t.Logf("%s %s: %s [%s] %s", a.Set, a.Language, category, why, a.Description+a.Text)
		}
	}

	for half, name := range []string{"open", "held"} {
		for _, set := range []string{"attack_tools", "injections", "harmless"} {
			t.Logf("%s half, %s flagged: %v", name, set, flagged[half][set])
			rate := flagged[half][set].rate()
			if set == "harmless" && rate > 0.05 || set != "harmless" && rate < 0.8 {
				t.Errorf("%s half, %s flagged: %v, beyond its bound", name, set, flagged[half][set])
			}
		}
	}
}
