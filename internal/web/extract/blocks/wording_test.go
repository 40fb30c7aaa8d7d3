package blocks

import (
	"strings"
	"testing"
)

func TestEveryPhraseIsCountedInItsGroup(t *testing.T) {
	for i, group := range phraseGroups {
		for _, word := range group.words {
			for _, text := range []string{word, "12 " + strings.ToUpper(word), word + " 12"} {
				if said := countPhrases(text); said.groups[i] == 0 || said.all < said.groups[i] {
					t.Errorf("%q is not counted as %s", text, group.name)
				}
			}
		}
	}
}

func TestPhraseWithinAWordIsNotCounted(t *testing.T) {
	if said := countPhrases("blueprint and the next-of-kin"); said.all != 1 {
		t.Errorf("%d wordings, want the one after a space", said.all)
	}
	for _, text := range []string{"", "a", "harbour", "©"[:1]} {
		if said := countPhrases(text); said.all != 0 {
			t.Errorf("%q has %d wordings", text, said.all)
		}
	}
}
