package tax

import (
	"encoding/json"
	"testing"
)

// TestHighConfidenceNeedsThePaperOfTheYear names the rule: figures that change with the year are sure only where the
// state's own publication of the year, or a law that fixes them, is named.
func TestHighConfidenceNeedsThePaperOfTheYear(t *testing.T) {
	const brackets = `{"all": [[0, 0.04]]}`
	for _, c := range []struct {
		why, every, own, want string
	}{
		{
			why:   "the paper of the year is named",
			every: `{"type": "flat", "confidence": "high", "sources": {"brackets": "Code 1"}}`,
			own:   `{"brackets": ` + brackets + `, "sources": {"brackets": "Form 1 of 2026"}}`,
			want:  "high",
		},
		{
			why:   "only a law that leaves the figure to be indexed is named",
			every: `{"type": "flat", "confidence": "high", "sources": {"brackets": "Code 1"}}`,
			own:   `{"brackets": ` + brackets + `}`,
			want:  "medium",
		},
		{
			why:   "the law fixes the figure",
			every: `{"type": "flat", "confidence": "high", "figures_in_law": ["brackets"], "sources": {"brackets": "Code 1"}}`,
			own:   `{"brackets": ` + brackets + `}`,
			want:  "high",
		},
		{
			why:   "the same in every year",
			every: `{"type": "flat", "confidence": "high", "brackets": ` + brackets + `, "sources": {"brackets": "Code 1"}}`,
			own:   `{}`,
			want:  "high",
		},
		{
			why:   "a compilation is no publication of the state",
			every: `{"type": "flat", "confidence": "high", "sources": {"brackets": "Code 1"}}`,
			own:   `{"brackets": ` + brackets + `, "sources": {"brackets": "as compiled by the Tax Foundation"}}`,
			want:  "medium",
		},
	} {
		var file stateFile
		file.Name = "Somewhere"
		if err := json.Unmarshal([]byte(c.every), &file.EveryYear); err != nil {
			t.Fatal(err)
		}
		var own map[string]json.RawMessage
		if err := json.Unmarshal([]byte(c.own), &own); err != nil {
			t.Fatal(err)
		}
		table, err := file.table("XX", own)
		if err != nil {
			t.Fatalf("%s: %v", c.why, err)
		}
		if table.Confidence != c.want {
			t.Errorf("%s: confidence %s, want %s", c.why, table.Confidence, c.want)
		}
	}
}

// TestConfidenceOfTheYears holds which tables are sure: those that name a publication of the state for each figure of
// the year.
func TestConfidenceOfTheYears(t *testing.T) {
	h, err := loadHandlers()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		state string
		year  int
		want  string
	}{
		{"ME", 2026, "high"},
		{"OR", 2026, "high"},
		{"WI", 2025, "high"},
		{"WI", 2026, "high"},
		{"NE", 2026, "high"},
		{"MI", 2025, "high"},
		{"MI", 2026, "medium"}, // the exemption as a payroll centre tells it
		{"IL", 2025, "high"},
		{"IL", 2026, "medium"}, // indexed, and no paper of the year
		{"MA", 2026, "medium"}, // the same for the start of the surtax
	} {
		if got := h.years[c.year].States[c.state].Confidence; got != c.want {
			t.Errorf("%s %d: confidence %s, want %s", c.state, c.year, got, c.want)
		}
	}
}

// TestWisconsinIndexesEveryBracketAlike names the rule of Wis. Stat. 71.06(2e): the ends of the brackets of 2026 are
// those of 2025 by one index, rounded to 10 dollars. It tells the second bracket of 2025 (50,480 and 67,300) from the
// one that models have (51,130 and 68,170).
func TestWisconsinIndexesEveryBracketAlike(t *testing.T) {
	h, err := loadHandlers()
	if err != nil {
		t.Fatal(err)
	}
	const lowest, highest = 1.0285, 1.0300
	for _, status := range []string{single, marriedJointly, marriedSeparate, headOfHousehold} {
		before := h.years[2025].States["WI"].Brackets.of(status)
		after := h.years[2026].States["WI"].Brackets.of(status)
		for i := 1; i < len(before); i++ {
			index := after[i].over.Div(before[i].over).InexactFloat64()
			if index < lowest || index > highest {
				t.Errorf("%s: bracket %d rises by %.4f", status, i, index)
			}
		}
	}
}
