package toolscan

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// scenario is a tool or a text of a set of testdata, in one of nine languages.
type scenario struct {
	Set         string            `json:"set"`
	Situation   string            `json:"situation"` // its versions in other languages have the same
	Language    string            `json:"language"`
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Parameters  map[string]string `json:"parameters"`
	Kind        string            `json:"kind"`
	Text        string            `json:"text"`
}

// held says whether a scenario is in the half whose single misses nobody reads. All versions of a situation fall into
// one half.
func (a scenario) held() bool {
	parted := a.Description + a.Text
	if a.Situation != "" {
		parted = a.Set + "/" + a.Situation
	}
	sum := sha256.Sum256([]byte(parted))
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

func scenarios(t *testing.T, name string) []scenario {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("testdata", name))
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
// had read a rule, and those of development.json, written to find gaps. Misses of the open half are logged; of the held
// half only the totals are. The bounds keep what was reached; docs/quality/mcp.md says which figures were blind.
func TestActsAreJudgedByWhatAReaderWouldDo(t *testing.T) {
	for file, harmless := range map[string]float64{
		"acts.json":        0.05,
		"situations.json":  0.05,
		"development.json": 0.05,
		"indirect.json":    0.10,
	} {
		t.Run(file, func(t *testing.T) { measureScenarios(t, scenarios(t, file), harmless) })
	}
}

// measureScenarios logs what is flagged, and fails where fewer than seven of ten attacks are, or a larger share of the
// harmless than is allowed.
func measureScenarios(t *testing.T, all []scenario, harmless float64) {
	s := New()
	var flagged [2]map[string]*tally
	for half := range flagged {
		flagged[half] = map[string]*tally{"attack_tools": {}, "injections": {}, "harmless": {}}
	}
	for _, a := range all {
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
			all := flagged[half][set].all
			rate := flagged[half][set].rate()
			if all == 0 {
				continue
			}
			if set == "harmless" && rate > harmless && flagged[half][set].right > 1 || set != "harmless" && rate < 0.7 {
				t.Errorf("%s half, %s flagged: %v, beyond its bound", name, set, flagged[half][set])
			}
		}
	}
}
