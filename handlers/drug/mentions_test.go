package drug

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/drug"
)

func TestNamesAreFoundAsWords(t *testing.T) {
	cases := []struct {
		why  string
		text string
		name string
		kind gen.DrugMentionTermKind
		want string
	}{
		{"in any case", "Avoid IBUPROFEN with it.", "ibuprofen", gen.DrugMentionTermKindIngredient, "IBUPROFEN"},
		{"in brackets", "NSAIDs (ibuprofen)", "ibuprofen", gen.DrugMentionTermKindIngredient, "ibuprofen"},
		{"not within words", "in the environment", "iron", gen.DrugMentionTermKindIngredient, ""},
		{"behind one within a word", "environment and iron", "iron", gen.DrugMentionTermKindIngredient, "iron"},
		{"a brand with its capital", "Take Motrin.", "Motrin", gen.DrugMentionTermKindBrand, "Motrin"},
		{"a brand that is a word", "with ease of use", "Ease", gen.DrugMentionTermKindBrand, ""},
		{"a class in the plural", "other benzodiazepines", "benzodiazepine", gen.DrugMentionTermKindClass,
			"benzodiazepines"},
		{"a short form", "avoid ARBs", "ARB", gen.DrugMentionTermKindClass, "ARBs"},
		{"a short form in small letters", "arbs of trees", "ARB", gen.DrugMentionTermKindClass, ""},
		{"accents before it", "Café and ibuprofen", "ibuprofen", gen.DrugMentionTermKindIngredient, "ibuprofen"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			_, got, _ := firstNamed(c.text, []wanted{{c.name, c.kind}})
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestSentences(t *testing.T) {
	text := "7.1 Diuretics Doses of 2.5 mg (e.g. Lasix) may fall. Monitor! See Section 5. • One vs. Two\nLast line"
	want := []string{
		"7.1 Diuretics Doses of 2.5 mg (e.g. Lasix) may fall.",
		"Monitor!",
		"See Section 5.",
		"One vs. Two",
		"Last line",
	}
	if got := sentences(text); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestMentionsOfALabel(t *testing.T) {
	l := &labelText{
		sections: map[string]string{
			"drug_interactions":     "Warfarin raises the risk. Other anticoagulants too.",
			"contraindications":     "Do not give anticoagulants.",
			"clinical_pharmacology": "Warfarin raises the risk. Warfarin was studied.",
		},
		tables: map[string]string{"drug_interactions": "COUMADIN | bleeding"},
	}
	list := mentions(l, []wanted{
		{"warfarin", gen.DrugMentionTermKindIngredient},
		{"Coumadin", gen.DrugMentionTermKindBrand},
		{"anticoagulant", gen.DrugMentionTermKindClass},
	})
	var got []string
	for _, m := range list {
		got = append(got, fmt.Sprintf("%s %s: %s", m.TermKind, m.Section, m.Sentence))
	}
	want := []string{
		"ingredient drug_interactions: Warfarin raises the risk.",
		"brand drug_interactions: COUMADIN | bleeding",
		"ingredient clinical_pharmacology: Warfarin was studied.",
		"class contraindications: Do not give anticoagulants.",
		"class drug_interactions: Other anticoagulants too.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

func TestLongSentencesAreCutAroundTheWords(t *testing.T) {
	long := strings.Repeat("word ", 300) + "ibuprofen" + strings.Repeat(" word", 300)
	got := around(long, "ibuprofen")
	if len(got) > sentenceShown+3 || !strings.Contains(got, "ibuprofen") || !strings.HasPrefix(got, "...") {
		t.Errorf("%d %q", len(got), got)
	}
}

func TestWordsForClasses(t *testing.T) {
	got := classNames([]string{
		"Angiotensin Converting Enzyme Inhibitor [EPC]",
		"Cytochrome P450 3A4 Inhibitors [MoA]",
		"Anti-Inflammatory Agents, Non-Steroidal [CS]",
	})
	for _, want := range []string{
		"ACE inhibitor", "CYP3A4 inhibitor", "inhibitors of CYP3A4", "renin-angiotensin system",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing in %q", want, got)
		}
	}
	if slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "[") || s == "NSAID" }) {
		t.Errorf("%q", got)
	}
}
