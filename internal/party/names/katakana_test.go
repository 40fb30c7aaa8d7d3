package names

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestOrganisationsAsOtherCountriesPrintThem has names as one country's list prints the parties of another's.
func TestOrganisationsAsOtherCountriesPrintThem(t *testing.T) {
	e := New()
	for _, row := range []struct {
		name, latin string
		same        bool
		why         string
	}{
		{"株式会社第77航空機修理工場", "77 Aircraft Repair Plant JSC", true, "a number within characters is a word of its own"},
		{"株式会社第77航空機修理工場", "78 Aircraft Repair Plant JSC", false, "another number"},
		{"公開株式会社第77航空修理工場", "OJSC 77 Aircraft Repair Plant (77 ARP)", true, "the number again in parentheses"},
		{"公共株式会社ズヴェズダリト", "PJSC Zvezdalit", true, "a legal form that is translated"},
		{"非公開株式会社特別設計局", "Closed Joint Stock Company Special Design Bureau", true, "设计局 is no legal form"},
		{"コリア・オーシャン・シッピング・エージェンシー", "Korea Ocean Shipping Agency", true, "English words in katakana"},
		{"アール・ビー・ティー・カンパニー", "RBT Company", true, "letters that are read out"},
		{"비에이치아이", "BHI Co., Ltd.", true, "letters that are read out in one Korean word"},
		{"오디", "OD Co., Ltd.", false, "two of these may be any word"},
		{"ラジオフィジカ", "Radiofizika", true, "a word of the table that begins a name"},
		{"ロシアン・フィナンシャル・コーポレーション", "Russian Financial Corporation", true, "Russian, not Russia and an n"},
	} {
		q, err := e.Prepare(Company, row.name, "")
		if err != nil {
			t.Fatal(err)
		}
		listed, err := e.Read(Company, row.latin, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Score(q, listed); got >= 85 != row.same {
			t.Errorf("%s against %s: %.0f (%s)", row.name, row.latin, got, row.why)
		}
	}
}

// TestEveryWordOfANameHasLetters keeps searches from words without any: 々 repeats a character, and some characters are
// so rare that no table has a reading of them.
func TestEveryWordOfANameHasLetters(t *testing.T) {
	e := New()
	for _, name := range []string{"佐々木蓮", "々木", "𠮷田健", "𪚥"} {
		f, err := e.Prepare(Person, name, "")
		if errors.Is(err, ErrEmpty) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, reading := range append(f.Readings(), f) {
			if slices.ContainsFunc(reading.tokens, func(t token) bool { return t.text == "" }) {
				t.Errorf("%s: %q has an empty word", name, reading.Text)
			}
		}
	}

	sasaki, err := e.Prepare(Person, "佐々木健", "")
	if err != nil {
		t.Fatal(err)
	}
	listed, err := e.Read(Person, "SASAKI, Ken", "")
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Score(sasaki, listed); got < 85 {
		t.Errorf("佐々木健 against Ken Sasaki: %.0f", got)
	}
}

func TestKoreansInKatakanaHaveTwoSyllables(t *testing.T) {
	for name, want := range map[string][]string{
		"ヨンチョル": {"ヨン", "チョル"},
		"チョルサム": {"チョル", "サム"},
		"スイル":   {"ス", "イル"},
		"グァンソク": {"グァン", "ソク"},
		"ムンチョル": {"ムン", "チョル"},
	} {
		if got := koreanParts([]string{"キム", name}); !slices.Equal(got, append([]string{"キム"}, want...)) {
			t.Errorf("%s: %v", name, got)
		}
	}
	for _, parts := range [][]string{
		{"キム", "フィ"},
		{"プーチン", "ヨンチョル"},
		{"キム", "フィルビースキー"},
		{"キム", "ヨン", "チョル"},
	} {
		if got := koreanParts(parts); got != nil {
			t.Errorf("%v: %v", parts, got)
		}
	}
}

// TestGeneralWordsOfAnotherCountryCoverNothing keeps the institute of one country from being any institute.
func TestGeneralWordsOfAnotherCountryCoverNothing(t *testing.T) {
	e := New()
	for _, row := range []struct {
		name, listed string
		covered      bool
	}{
		{"한국 과학기술 연구소", "Science and Technology Research Institute", false},
		{"과학기술 연구소", "Science and Technology Research Institute of Ruritania", true},
	} {
		q, err := e.Prepare(Company, row.name, "")
		if err != nil {
			t.Fatal(err)
		}
		listed, err := e.Read(Company, row.listed, "")
		if err != nil {
			t.Fatal(err)
		}
		covered := slices.ContainsFunc(q.Readings(), func(f *Form) bool { return e.weigh(f, listed).Evidence.Covered })
		if covered != row.covered {
			t.Errorf("%s covers %s: %v", row.name, row.listed, covered)
		}
	}
}

// TestForeignersAsEastAsiaWritesThem has names whose characters write other sounds than they have by themselves.
func TestForeignersAsEastAsiaWritesThem(t *testing.T) {
	e := New()
	for _, row := range []struct {
		name, latin string
		same        bool
	}{
		{"弗拉基米尔·普京", "Vladimir Putin", true},
		{"亚历山大·博尔特尼科夫", "Alexander Bortnikov", true},
		{"彼得·阿文", "Petr Aven", true},
		{"让·涅姆佐夫", "Jean Nemtsov", true},
		{"阿卜杜勒·加尼·巴拉达尔", "Abdul Ghani Baradar", true},
		{"ウラジーミル・ポターニン", "Vladimir Potanin", true},
		{"チャン・ヨンソン", "Jang Yong Son", true},
		{"모하마드 바게리", "Mohammad Bagheri", true},
		{"弗拉基米尔·普京", "Vladimir Potanin", false},
		{"세르게이 볼코프", "Sergey Bykov", false},
	} {
		q, err := e.Prepare(Person, row.name, "")
		if err != nil {
			t.Fatal(err)
		}
		listed, err := e.Read(Person, row.latin, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Score(q, listed); got >= 85 != row.same {
			t.Errorf("%s against %s: %.0f", row.name, row.latin, got)
		}
	}
}

// TestSoundsOfTheTableAreKnown finds a letter with a sound that has no spelling.
func TestSoundsOfTheTableAreKnown(t *testing.T) {
	for _, table := range New().soundLetters {
		for letter, sounds := range table.of {
			for name := range strings.SplitSeq(strings.TrimLeft(sounds, "<"), "+") {
				if name != "" && spokenSounds[name].ways == nil {
					t.Errorf("%s: the sound %q of %s", table.name, name, letter)
				}
			}
		}
	}
}
