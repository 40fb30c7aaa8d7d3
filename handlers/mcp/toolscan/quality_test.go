package toolscan

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// corpusCase is a file of testdata: a body and, for attacks, the expected finding.
type corpusCase struct {
	file   string
	About  string          `json:"about"`
	Body   json.RawMessage `json:"body"`
	Expect struct {
		Dimension Dimension `json:"dimension"`
		AtLeast   Category  `json:"at_least"`
	} `json:"expect"`
}

// The parts of the corpus. Rules are tuned on the development part. The misses in the held-out part were examined
// only after its measurement. Fresh cases (by their names) were written after that and measured before fixing what
// they showed. The first measurements, which show how the rules do on unseen texts: held out 55 of 61 attacks and
// 26 of 30 benign manifests right, fresh 20 of 25 and 23 of 25.
const (
	development = iota
	heldOut
	fresh
	parts
)

func partName(part int) string { return [parts]string{"development", "held out", "fresh"}[part] }

// part depends only on the file's name.
func (c corpusCase) part() int {
	if strings.HasPrefix(c.file, "fresh-") {
		return fresh
	}
	sum := sha256.Sum256([]byte(c.file))
	return int(sum[0] & 1)
}

func corpus(t testing.TB, dir string) []corpusCase {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.json"))
	if err != nil || len(files) < 60 {
		t.Fatalf("testdata/%s has %d files: %v", dir, len(files), err)
	}
	var out []corpusCase
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c := corpusCase{file: filepath.Base(file)}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out = append(out, c)
	}
	return out
}

func rank(c Category) int {
	return map[Category]int{Clean: 0, Low: 1, Suspicious: 2, Malicious: 3}[c]
}

// tally counts right answers.
type tally struct{ right, all int }

func (t *tally) add(ok bool) {
	t.all++
	if ok {
		t.right++
	}
}

func (t tally) rate() float64 { return float64(t.right) / float64(max(t.all, 1)) }

func (t tally) String() string { return fmt.Sprintf("%d/%d (%.1f%%)", t.right, t.all, 100*t.rate()) }

// TestQuality measures detection and false positives over testdata. An attack is detected when its
// dimension has a finding and the category is at least the one expected (suspicious, except for drift
// and hygiene cases that are low by design); a benign manifest is a false positive when it is suspicious
// or malicious.
func TestQuality(t *testing.T) {
	s := New()
	var detected, quiet, clean [parts]tally
	byDimension := map[Dimension]*[parts]tally{}
	for _, c := range corpus(t, "attacks") {
		r, err := s.Scan(c.Body)
		if err != nil {
			t.Fatalf("%s: %v", c.file, err)
		}
		ok := rank(r.Category) >= rank(c.Expect.AtLeast) && r.Dimensions[c.Expect.Dimension].Findings > 0
		detected[c.part()].add(ok)
		if byDimension[c.Expect.Dimension] == nil {
			byDimension[c.Expect.Dimension] = &[parts]tally{}
		}
		byDimension[c.Expect.Dimension][c.part()].add(ok)
		if !ok {
			t.Logf("missed  [%s] %s: %s %d %v", partName(c.part()), c.file, r.Category, r.RiskScore, brief(r))
		}
	}
	for _, c := range corpus(t, "benign") {
		r, err := s.Scan(c.Body)
		if err != nil {
			t.Fatalf("%s: %v", c.file, err)
		}
		ok := rank(r.Category) <= rank(Low)
		quiet[c.part()].add(ok)
		clean[c.part()].add(r.Category == Clean)
		if r.Category != Clean {
			t.Logf("benign  [%s] %s: %s %d %v", partName(c.part()), c.file, r.Category, r.RiskScore, brief(r))
		}
	}
	for part := range parts {
		t.Logf("%-11s attacks detected %v; benign manifests below suspicious %v, clean %v", partName(part), detected[part], quiet[part], clean[part])
	}
	for _, d := range Dimensions() {
		if by := byDimension[d]; by != nil {
			t.Logf("  %-20s development %v, held out %v, fresh %v", d, by[development], by[heldOut], by[fresh])
		}
	}
	for part, floor := range [parts]struct{ detected, quiet float64 }{{0.97, 0.98}, {0.95, 0.96}, {0.95, 0.95}} {
		if detected[part].rate() < floor.detected {
			t.Errorf("%s: detection %v is below its floor", partName(part), detected[part])
		}
		if quiet[part].rate() < floor.quiet {
			t.Errorf("%s: benign manifests below suspicious %v, under the floor", partName(part), quiet[part])
		}
	}
}

// brief is a report's checks with their points, heaviest first.
func brief(r *Report) string {
	seen := map[string]int{}
	for _, f := range r.Findings {
		seen[f.Check] = max(seen[f.Check], f.Points)
	}
	for _, tool := range r.Tools {
		for _, f := range tool.Findings {
			seen[f.Check] = max(seen[f.Check], f.Points)
		}
	}
	names := make([]string, 0, len(seen))
	for name := range seen {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		return seen[names[i]] > seen[names[j]] || seen[names[i]] == seen[names[j]] && names[i] < names[j]
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s:%d", name, seen[name])
	}
	return strings.Join(names, " ")
}
