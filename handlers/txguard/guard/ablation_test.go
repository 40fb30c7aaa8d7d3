package guard

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// ablateSetting asks for a list of what decides nothing: it takes minutes.
const ablateSetting = "FAREBOX_GUARD_ABLATE"

// costsSetting asks for what each code holds and costs; 2 names the everyday rows that rest on one code.
const costsSetting = "FAREBOX_GUARD_COSTS"

// cost is what rests on one code alone: without it the verdict of these rows would be milder.
type cost struct{ held, blocks, warned, blocked int }

// TestWhatEachCodeCosts states for each code how many attacks it alone keeps from being allowed or has blocked, and how
// many everyday requests it alone has warned of or blocked, over all sets.
func TestWhatEachCodeCosts(t *testing.T) {
	if os.Getenv(costsSetting) == "" {
		t.Skip(costsSetting + " is not set")
	}

	e := engine(t)
	costs := map[string]*cost{}
	for _, r := range readCorpus(t, corpusFolder) {
		weighCodes(t, costs, r.Kind, r.Set+" "+r.Name, r.judge(t, e))
	}
	for _, r := range signatureRows(t, corpusFolder) {
		weighCodes(t, costs, r.Kind, r.Set+" "+r.Name, r.judge(t, e))
	}

	for _, code := range slices.Sorted(maps.Keys(costs)) {
		c := costs[code]
		t.Logf("%-28s attacks held %4d, blocked %4d; everyday warned %3d, blocked %3d",
			code, c.held, c.blocks, c.warned, c.blocked)
	}
}

// weighCodes counts a row for each code without which its verdict would be milder.
func weighCodes(t *testing.T, costs map[string]*cost, kind, name string, j Judgement) {
	t.Helper()
	for code, without := range withoutEach(j) {
		if without == j.Verdict {
			continue
		}
		if costs[code] == nil {
			costs[code] = &cost{}
		}
		c := costs[code]
		switch {
		case kind == kindAttack && without == Allow:
			c.held++
		case kind == kindAttack:
			c.blocks++
		case j.Verdict == Warn:
			c.warned++
		default:
			c.blocked++
		}
		if kind == kindEveryday && os.Getenv(costsSetting) == "2" {
			t.Logf("%s: %s: %s", code, name, j.Verdict)
		}
	}
}

// withoutEach are the verdicts that a judgement would have without each of its codes.
func withoutEach(j Judgement) map[string]Verdict {
	out := map[string]Verdict{}
	for _, reason := range j.Reasons {
		without := slices.DeleteFunc(slices.Clone(j.Reasons), func(o Reason) bool { return o.Code == reason.Code })
		out[reason.Code] = (&judge{reasons: without}).result().Verdict
	}
	return out
}

// TestWhatDecidesNothing names each code and each row of the table without which every row of the sets gets the verdict
// that it gets with it. It fails for nothing: what decides nothing here may be explained to the caller all the same.
func TestWhatDecidesNothing(t *testing.T) {
	if os.Getenv(ablateSetting) == "" {
		t.Skip(ablateSetting + " is not set")
	}

	whole := engine(t)
	raw := readCorpus(t, corpusFolder)
	signed := signatureRows(t, corpusFolder)
	deciding := map[string]bool{}
	rawVerdicts := verdicts(raw, func(r corpusRow) Judgement { return r.judge(t, whole) }, deciding)
	signedVerdicts := verdicts(signed, func(r signatureRow) Judgement { return r.judge(t, whole) }, deciding)
	for code := range points {
		if !deciding[code] {
			t.Logf("code %s decides nothing", code)
		}
	}

	rows := slices.Collect(strings.Lines(actsText))
	for i, row := range rows {
		if strings.HasPrefix(row, "#") {
			continue
		}
		table, err := newActs(strings.Join(slices.Delete(slices.Clone(rows), i, i+1), ""))
		if err != nil {
			t.Fatal(err)
		}

		part := *whole
		part.acts = table
		same := false
		if strings.HasPrefix(row, "call") {
			same = slices.Equal(rawVerdicts,
				verdicts(raw, func(r corpusRow) Judgement { return r.judge(t, &part) }, nil))
		}
		if same || strings.HasPrefix(row, "message") {
			same = slices.Equal(signedVerdicts,
				verdicts(signed, func(r signatureRow) Judgement { return r.judge(t, &part) }, nil))
		}
		if same {
			t.Logf("row %.90s", row)
		}
	}
}

// verdicts are those of rows, and notes the codes without which one of them would be another.
func verdicts[R any](rows []R, says func(R) Judgement, deciding map[string]bool) []Verdict {
	out := make([]Verdict, 0, len(rows))
	for _, r := range rows {
		j := says(r)
		out = append(out, j.Verdict)
		if deciding == nil {
			continue
		}
		for code, without := range withoutEach(j) {
			if without != j.Verdict {
				deciding[code] = true
			}
		}
	}
	return out
}
