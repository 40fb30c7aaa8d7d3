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
				if _, ok := spokenSounds[name]; name != "" && !ok {
					t.Errorf("%s: %q has the sound %q, which is not defined", table.name, letter, name)
				}
			}
		}
	}
}

func TestConceptsAreInEnglishAndTheirWordsAreNot(t *testing.T) {
	table := readOrgConcepts(orgConceptText)
	for word, found := range table.of {
		for _, tr := range found {
			for _, english := range append(tr.others, tr.word) {
				if !alphabetic(english) {
					t.Errorf("%q is translated by %q", word, english)
				}
			}
		}
	}
	for line := range strings.Lines(orgConceptText) {
		_, words, ok := strings.Cut(line, ":")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		if strings.ContainsFunc(words, func(r rune) bool { return r < 0x250 && unicode.IsLetter(r) }) {
			t.Errorf("a word in Latin letters among those of other writings: %s", line)
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
		{"イラン中央銀行", "Central Bank of Iran", true, "Japanese mixes two writings"},
		{"アブ・サヤフ", "Abu Sayyaf", true, "no word of it is translated"},
		{"בנק מרכזי", "Central Bank", true, "Hebrew"},
		{"प्रतिरोध मोर्चा", "Resistance Front", true, "Devanagari"},
		{"الأكاديمية الوطنية للبحوث", "National Research Academy", true, "articles are written with the words"},
		{"صدا و سیمای جمهوری اسلامی ایران", "Islamic Republic of Iran Broadcasting", true, "a phrase that is one word"},
		{"НИИ Радиотехники", "NII Radiotekhniki", true, "an abbreviation by its letters"},
		{"НИИ Электроники", "Scientific Research Institute of Electronics", true, "and spelled out"},
		{"朝鲜光鲜银行", "Korea Kwangson Bank", true, "Chinese characters as Koreans read them"},
		{"稲川会", "Inagawa-kai", true, "and as Japanese do"},
		{"アイランド銀行", "Bank of Iran", false, "a word within a word"},
		{"Челябинский тракторный завод", "Chelyabinsk Pipe Plant", false, "another plant of the town"},
		{"深圳市华强电子科技有限公司", "Shenzhen Bailiansheng Electronic Technology Co., Ltd.", false, "another firm of the town"},
	} {
		score := e.Score(mustPrepare(t, e, Company, row.name), mustPrepare(t, e, Company, row.latin))
		if got := score >= Threshold; got != row.same {
			t.Errorf("%s and %s: %.0f, want a match: %v (%s)", row.name, row.latin, score, row.same, row.why)
		}
	}
}

func TestNamesInChineseCharactersHaveTheReadingsOfTheirLanguages(t *testing.T) {
	e := New()
	for _, row := range []struct {
		name, latin string
		same        bool
		why         string
	}{
		{"山田太郎", "YAMADA, Taro", true, "Japanese, two characters and two"},
		{"森健", "MORI, Takeshi", true, "one and one"},
		{"長谷川清", "HASEGAWA, Kiyoshi", true, "three and one"},
		{"陳國強", "CHAN, Kwok-keung", true, "Cantonese"},
		{"張俊雄", "CHANG, Chun-hsiung", true, "Wade-Giles"},
		{"山田太郎", "YAMADA, Jiro", false, "another given name"},
		{"陳國強", "CHAN, Kwok-wai", false, "another given name"},
		{"森健", "MORIMOTO, Takeshi", false, "another family name"},
	} {
		score := e.Score(mustPrepare(t, e, Person, row.name), mustPrepare(t, e, Person, row.latin))
		if got := score >= Threshold; got != row.same {
			t.Errorf("%s and %s: %.0f, want a match: %v (%s)", row.name, row.latin, score, row.same, row.why)
		}
	}
}

func TestReadingsOfChineseCharactersAreInLatinLetters(t *testing.T) {
	table := readHanReadings(hanReadingText)
	for _, of := range []map[string][]string{table.cantonese, table.family, table.given} {
		if len(of) < 200 {
			t.Errorf("%d characters have readings", len(of))
		}
		for character, readings := range of {
			if strings.ContainsFunc(character, func(r rune) bool { return !unicode.Is(unicode.Han, r) }) {
				t.Errorf("%q is not of Chinese characters", character)
			}
			for _, reading := range readings {
				if !alphabetic(reading) {
					t.Errorf("%q is read %q", character, reading)
				}
			}
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

func TestFamilyNamesOfManyAreNotTakenForEachOther(t *testing.T) {
	e := New()
	for _, row := range []struct{ a, b, why string }{
		{"zakharov", "makarov", "both are in use, more than a letter apart"},
		{"sergeeva", "sergeevna", "a family name and a patronymic"},
	} {
		x := e.token(word{text: row.a}, family, weightFamily)
		e.tell(&x, Person)
		y := e.token(word{text: row.b}, family, weightFamily)
		e.tell(&y, Person)
		if sim, _ := e.agree(&x, &y); sim > agreeOtherName {
			t.Errorf("%s and %s agree to %.2f: %s", row.a, row.b, sim, row.why)
		}
	}
}

func TestNamesOfFathersByTheirChildrenAreNotThoseOfTheChildren(t *testing.T) {
	e := New()
	asked := mustPrepare(t, e, Person, "Maryam Asadi")
	child := e.weigh(asked, mustPrepare(t, e, Person, "AL-ASADI, Maryam"))
	father := e.weigh(asked, mustPrepare(t, e, Person, "AL-ASADI, Abu Maryam"))
	if father.Bits >= child.Bits || father.Same {
		t.Errorf("Abu Maryam says %.1f bits for Maryam, Maryam %.1f", father.Bits, child.Bits)
	}
}
