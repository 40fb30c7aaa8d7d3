package names

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestSoundsOfLettersAreDefined(t *testing.T) {
	for _, table := range readSoundLetters(soundLetterText) {
		if table.script == nil {
			t.Errorf("%s is no writing of Unicode", table.name)
			continue
		}
		for letter, sounds := range table.of {
			for name := range strings.SplitSeq(strings.TrimPrefix(sounds, "<"), "+") {
				if _, ok := spokenSounds[name]; name != "" && name != "~" && !ok {
					t.Errorf("%s: %q has the sound %q, which is not defined", table.name, letter, name)
				}
			}
		}
	}
}

func TestTranslationsAreOfOneWritingAndInEnglish(t *testing.T) {
	for script, table := range readOrgWords(orgWordText) {
		if len(table.of) < 50 {
			t.Errorf("writing %d has %d words", script, len(table.of))
		}
		for word, found := range table.of {
			for _, tr := range found {
				for _, english := range append(tr.others, tr.word) {
					if !alphabetic(english) {
						t.Errorf("%q is translated by %q", word, english)
					}
				}
			}
			other := func(r rune) bool { return scriptOf(r) != script && unicode.IsLetter(r) }
			if script != arabic && strings.ContainsFunc(word, other) {
				t.Errorf("%q is not of writing %d", word, script)
			}
		}
	}
}

func TestForeignersInOtherWritingsAreHeard(t *testing.T) {
	e := New()
	for _, row := range []struct {
		name, latin string
		same        bool
		why         string
	}{
		{"ვლადიმირ პუტინი", "PUTIN, Vladimir", true, "Georgian adds an i"},
		{"Վլադիմիր Պուտին", "PUTIN, Vladimir", true, "Armenian"},
		{"सर्गेई लावरोव", "LAVROV, Sergei", true, "Devanagari leaves out the a"},
		{"ভ্লাদিমির পুতিন", "PUTIN, Vladimir", true, "Bengali"},
		{"เซียร์เกย์ ลาฟรอฟ", "LAVROV, Sergei", true, "Thai writes e before its consonant and silent letters"},
		{"Ким Чен Ын", "KIM, Jong Un", true, "Korean in Russian"},
		{"Яхья Синвар", "SINWAR, Yahya", true, "Arabic in Russian"},
		{"Ρομάν Λαβρόφ", "LAVROV, Roman", true, "Greek theta and phi"},
		{"ვლადიმირ პუტინი", "LAVROV, Sergei", false, "another person"},
		{"सर्गेई लावरोव", "IVANOV, Sergei", false, "another family name"},
		{"Ким Чен Ын", "KIM, Yong Nam", false, "another given name"},
	} {
		score := e.Score(mustPrepare(t, e, Person, row.name), mustPrepare(t, e, Person, row.latin))
		if got := score >= Threshold; got != row.same {
			t.Errorf("%s and %s: %.0f, want a match: %v (%s)", row.name, row.latin, score, row.same, row.why)
		}
	}
}

func TestOrganisationsAreReadWithTheirWordsTranslated(t *testing.T) {
	e := New()
	for _, row := range []struct {
		name, latin string
		same        bool
		why         string
	}{
		{"Челябинский тракторный завод", "Chelyabinsk Tractor Plant", true, "an adjective of a town"},
		{"ОАО Тульский патронный завод", "JSC Tula Cartridge Factory", true, "plant and factory are one word"},
		{"Aкционерное общество Рязанский радиозавод", "Joint Stock Company Ryazan Radio-Plant", true, "a Latin A"},
		{"بنك الراجحي", "Rajhi Bank", true, "Arabic"},
		{"玉沙集团有限公司", "Yusha Group Co. Ltd.", true, "the name by its sound"},
		{"深圳市佰联升电子科技有限公司", "Shenzhen Bailiansheng Electronic Technology Co., Ltd.", true, "Chinese has no spaces"},
		{"조선광업개발무역회사", "Korea Mining Development Trading Corporation", true, "nor has this Korean"},
		{"Челябинский тракторный завод", "Chelyabinsk Pipe Plant", false, "another plant of the town"},
		{"深圳市华强电子科技有限公司", "Shenzhen Bailiansheng Electronic Technology Co., Ltd.", false, "another firm of the town"},
	} {
		score := e.Score(mustPrepare(t, e, Company, row.name), mustPrepare(t, e, Company, row.latin))
		if got := score >= Threshold; got != row.same {
			t.Errorf("%s and %s: %.0f, want a match: %v (%s)", row.name, row.latin, score, row.same, row.why)
		}
	}
}

func TestWordsThatAreHeardAreFoundAmongAll(t *testing.T) {
	e := New()
	words := []string{"putin", "putina", "petain", "bout", "vladimir", "volodymyr", "maxim", "xi", "anna", "hannah"}
	index := heardWords(words)
	for _, name := range []string{"プーチン", "ウラジーミル", "マクシム", "アンナ"} {
		heard := e.heardIn([]rune(name), true)
		var found []string
		index.each(heard, func(id uint32, _ float64) { found = append(found, words[id]) })
		for _, w := range words {
			if got, want := slices.Contains(found, w), heard.agrees(w) > 0; got != want {
				t.Errorf("%s: %s found: %v, agrees: %v", name, w, got, want)
			}
		}
		if len(found) == 0 {
			t.Errorf("%s: nothing is found", name)
		}
	}
}
