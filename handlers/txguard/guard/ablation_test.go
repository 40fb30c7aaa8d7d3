package guard

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// ablateSetting asks for a list of what decides nothing: it takes minutes.
const ablateSetting = "FAREBOX_GUARD_ABLATE"

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
		for _, reason := range j.Reasons {
			without := slices.DeleteFunc(slices.Clone(j.Reasons), func(o Reason) bool { return o.Code == reason.Code })
			if again := (&judge{reasons: without}).result(); again.Verdict != j.Verdict {
				deciding[reason.Code] = true
			}
		}
	}
	return out
}
