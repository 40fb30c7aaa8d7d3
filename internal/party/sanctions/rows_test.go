package sanctions

import (
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// rowScore is the best score of a name against one listed party.
func rowScore(t *testing.T, e *names.Engine, kind Type, listed, asked string) int {
	t.Helper()
	name := Name{Text: listed, Reading: listed, Primary: true}
	l := NewList(e, Source{ID: "row", Parties: []Party{{Ref: "1", Type: kind, Names: []Name{name}}}})
	q, err := NewQuery(e, asked, "")
	if err != nil {
		t.Fatal(asked, err)
	}
	if m := l.Screen(q, 50); len(m) > 0 {
		return m[0].Score
	}
	return 0
}

// TestOrdinaryNamesAreNotFlaggedByLikenessAlone: names of people are no firms or ships by their sound, and what many
// people are called says little.
func TestOrdinaryNamesAreNotFlaggedByLikenessAlone(t *testing.T) {
	e := names.New()
	for _, c := range []struct {
		listed string
		kind   Type
		asked  string
	}{
		{"POLA RISE LLC", Entity, "Paolo Rossi"},
		{"TULAR", Vessel, "Van Taylor"},
		{"SONATA", Vessel, "Sunita Das"},
		{"IRAN AIR", Entity, "Imran Nair"},
		{"THE BASE", Entity, "BASF SE"},
		{"TAATTA AO", Entity, "Tata Motors"},
		{"HAZRAT, Muhammad Omar", Individual, "Mohammed Omar"},
		{"KIM, Jong Sik", Individual, "Kim Jong Su"},
		{"RIZO MORENO, Jorge Luis", Individual, "Jorge Moreno"},
		{"KATRANJI, Amir Hashem", Individual, "Amir Hashemi"},
		{"BARUS LIMITED LIABILITY COMPANY", Entity, "Braze, Inc."},
		{"ARK", Vessel, "ARK RESTAURANTS CORP"},
		{"MIRA", Entity, "MIRA PHARMACEUTICALS, INC."},
	} {
		if s := rowScore(t, e, c.kind, c.listed, c.asked); s >= 85 {
			t.Errorf("%q for %q: %d, want less than 85", c.asked, c.listed, s)
		}
	}
}

// TestFirmsAreFoundWithAWordMoreOrLess: general words are added and left out; the words that make the name are there.
func TestFirmsAreFoundWithAWordMoreOrLess(t *testing.T) {
	e := names.New()
	for _, c := range []struct {
		listed, asked string
		found         bool
	}{
		{"BULLIONSWIFT OU", "Bullionswift Ou Energy", true},
		{"LADOZHSKI ELEVATOR, OAO", "Ladozhski Elevator Oao Europe", true},
		{"VABO SYSTEMS EOOD", "Vabo Systems Eood Ukraine", true},
		{"MAIWAND TOBACCO LIMITED", "Maiwand Tobacco Iran Limited", true},
		{"QUDS RAZAVI HOUSING AND CONSTRUCTION CO.", "Quds Razavi Housing And Construction Dubai Branch Co.", true},
		{"SECUROL ADVANCED GLAZING CURTAINS", "Securol Advanced Curtains", true},
		{"HORMOZ UREA FERTILIZER COMPANY", "Hormoz Fertilizer Company", true},
		{"GAZPROM TRANSGAZ SARATOV, OOO", "Gazprom Saratov Ooo", true},
		{"KOREA DAESONG GENERAL TRADING CORPORATION", "General Trading Corporation", false},
		{"GLOBAL INDUSTRIAL SERVICES LTD", "Global Industrial Holdings", false},
	} {
		if s := rowScore(t, e, Entity, c.listed, c.asked); s >= 85 != c.found {
			t.Errorf("%q for %q: %d, want it found: %v", c.asked, c.listed, s, c.found)
		}
	}
}

// TestNamesInOtherScriptsFindTheirParty: Persian, Korean and Chinese characters, and foreigners by their sound.
func TestNamesInOtherScriptsFindTheirParty(t *testing.T) {
	e := names.New()
	for _, c := range []struct {
		listed, asked string
		found         bool
	}{
		{"KIM, Jong Un", "金正恩", true},
		{"KHAMENEI, Ali", "علی خامنه\u200cای", true},
		{"KIM, Yong Chol", "김영철", true},
		{"RI, Pyong Chol", "리병철", true},
		{"HAMDI, Adel", "عادل حمدي", true},
		{"LAVROV, Sergei Viktorovich", "セルゲイ・ラブロフ", true},
		{"LUKASHENKA, Alyaksandr Ryhoravich", "ルカシェンコ", true},
		{"LAVROV, Sergei Viktorovich", "谢尔盖·拉夫罗夫", true},
		{"LUKASHENKA, Alyaksandr Ryhoravich", "卢卡申科", true},
		// What is heard of these says too little: they stay below 85, and the answer warns.
		{"PUTIN, Vladimir Vladimirovich", "普京", false},
		{"PUTIN, Vladimir Vladimirovich", "プーチン", false},
		{"LAVROV, Sergei Viktorovich", "谢尔盖·伊万诺夫", false},
		{"KIM, Jong Un", "金正日", false},
	} {
		if s := rowScore(t, e, Individual, c.listed, c.asked); s >= 85 != c.found {
			t.Errorf("%q for %q: %d, want it found: %v", c.asked, c.listed, s, c.found)
		}
	}
}
