package corpus

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/farebox/farebox/handlers/mcp/toolscan"
)

// TestSets measures the scanner on the sets that it has not learned from. Flagged is suspicious or
// malicious. It asserts nothing: the figures stand in docs/quality/mcp.md. With RECORD set it writes those of
// the unseen halves to the file that the answers' rates are read from.
func TestSets(t *testing.T) {
	dir := os.Getenv(EnvDir)
	if dir == "" {
		t.Skip(EnvDir + " is not set")
	}
	scanner := toolscan.New()
	rates := map[string]*rate{"tools": {}, "texts": {}}
	for _, set := range Sets() {
		if set.Train && os.Getenv("TRAINED") == "" {
			continue
		}
		samples, err := set.Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		var open, kept tally
		for _, sample := range samples {
			category, why := judge(t, scanner, sample, set.Kind)
			hit := category == toolscan.Suspicious || category == toolscan.Malicious
			if keptUnseen(sample) {
				kept.add(hit)
				if !set.Train && !set.Apart {
					rates[form(sample)].add(sample.Attack, hit)
				}
				continue
			}
			open.add(hit)
			if os.Getenv("SHOW") == set.Name && hit != sample.Attack {
				t.Logf("%v %v\n\t%.700q", category, why, sample.Text+string(sample.Tool))
			}
		}
		t.Logf("%-45s %-12s flagged: open half %v, unseen half %v", set.Name, set.Licence, open, kept)
	}
	t.Logf("tools %v, texts %v", rates["tools"], rates["texts"])
	if os.Getenv("RECORD") != "" {
		record(t, rates)
	}
}

// measuredFile is what the answers' rates are read from.
const measuredFile = "../../../../handlers/mcp/measured.txt"

func record(t *testing.T, rates map[string]*rate) {
	t.Helper()
	file := fmt.Sprintf("# Written by TestSets of scripts/research/toolscan/corpus with RECORD=1: unseen halves of sets.\n"+
		"# what was judged; attacks, of them found, blocked; harmless, of them flagged, blocked (- is not counted)\n"+
		"tools %v\ntexts %v\n",
		rates["tools"], rates["texts"])
	if err := os.WriteFile(measuredFile, []byte(file), 0o644); err != nil {
		t.Fatal(err)
	}
}

// form says whether a sample is a tool or a text.
func form(s Sample) string {
	if s.Tool != nil {
		return "tools"
	}
	return "texts"
}

// rate counts what was flagged of attacks and of harmless samples.
type rate struct{ attacks, harmless tally }

func (r *rate) add(attack, flagged bool) {
	if attack {
		r.attacks.add(flagged)
		return
	}
	r.harmless.add(flagged)
}

func (r *rate) String() string {
	return fmt.Sprintf("%d %d - %d %d -", r.attacks.all, r.attacks.flagged, r.harmless.all, r.harmless.flagged)
}

// tally counts samples that were flagged.
type tally struct{ flagged, all int }

func (t *tally) add(flagged bool) {
	t.all++
	if flagged {
		t.flagged++
	}
}

func (t tally) String() string {
	return fmt.Sprintf("%4d of %4d (%5.1f %%)", t.flagged, t.all, 100*float64(t.flagged)/float64(max(1, t.all)))
}

// keptUnseen parts each set in two by the hash of its samples. SHOW lists the misses of the open half;
// nobody has looked at single samples of the other.
func keptUnseen(s Sample) bool {
	sum := sha256.Sum256([]byte(s.Text + string(s.Tool)))
	return sum[0]&1 == 1
}

func judge(t *testing.T, scanner *toolscan.Scanner, sample Sample, kind string) (toolscan.Category, []string) {
	t.Helper()
	var why []string
	if sample.Tool == nil {
		report := scanner.Inspect(sample.Text, kind)
		for _, f := range report.Findings {
			why = append(why, f.Check)
		}
		return report.Category, why
	}
	body, err := json.Marshal(map[string]any{"tools": []json.RawMessage{sample.Tool}})
	if err != nil {
		t.Fatal(err)
	}
	report, err := scanner.Scan(body)
	if err != nil {
		t.Fatalf("%s: %v", sample.Tool, err)
	}
	for _, f := range report.Tools[0].Findings {
		why = append(why, f.Check)
	}
	return report.Category, why
}
