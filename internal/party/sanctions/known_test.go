package sanctions

import (
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// TestWaysToWriteWellKnownNames: what people type against names in the form that the lists print. Publicly known names;
// the entries are reduced to one name each, so that no alias helps.
func TestWaysToWriteWellKnownNames(t *testing.T) {
	e := names.New()
	for _, c := range []struct {
		listed string // LAST, First for a person
		kind   Type
		asked  []string
		not    []string
	}{
		{"PUTIN, Vladimir Vladimirovich", Individual,
			[]string{"Vladimir Putin", "PUTIN Vladimir Vladimirovich", "Владимир Путин", "Путин Владимир Владимирович", "Putin, Vladimir", "V. V. Putin", "Wladimir Putin", "Vladimir V. Putin"},
			[]string{"Vladimir Petrov", "Vladimir", "Putin", "Vladimir Pushkin", "Igor Putin"}},
		{"BIN LADIN, Usama bin Muhammad bin Awad", Individual, []string{"Usama bin Ladin", "Osama bin Ladin", "Osama bin Laden", "Usama bin Muhammad bin Awad bin Ladin"}, []string{"Muhammad Awad"}},
		{"KIM, Jong Un", Individual, []string{"Kim Jong Un", "Kim Jong-un", "Kim Jongun", "김정은", "Jong Un Kim"}, []string{"Kim Jong Il", "Kim Yong Un Park"}},
		{"MADURO MOROS, Nicolas", Individual, []string{"Nicolás Maduro", "Nicolas Maduro Moros"}, []string{"Nicolas Moreno"}},
		{"AL-ASSAD, Bashar", Individual, []string{"Bashar al-Assad", "Bashar Al Assad", "Bashar Assad", "Bashar el-Assad", "بشار الأسد"}, []string{"Maher al-Assad"}},
		{"PRIGOZHIN, Yevgeniy Viktorovich", Individual, []string{"Yevgeny Prigozhin", "Evgeny Prigozhin", "Evgeniy Viktorovich Prigozhin", "Евгений Пригожин"}, []string{"Yevgeniy Primakov"}},
		{"KADYROV, Ramzan Akhmatovich", Individual, []string{"Ramzan Kadyrov", "Рамзан Кадыров", "Kadyrov Ramzan"}, []string{"Zargan Kadyrov"}},
		{"AL ZAWAHIRI, Dr. Ayman", Individual, []string{"Ayman al-Zawahiri", "Ayman Zawahiri", "Aiman al-Zawahiri", "أيمن الظواهري"}, nil},
		{"SULAYMANI, Qasem", Individual, []string{"Qasem Soleimani", "Qassem Suleimani", "Qasim Sulaymani", "Ghasem Soleimani"}, []string{"Qasem Salami"}},
		{"Saddam Hussein Al-Tikriti", Individual, []string{"Saddam Hussein", "Saddam Husayn al-Tikriti", "Saddam Hussain"}, []string{"Hussein Ali"}},
		{"PUBLIC JOINT STOCK COMPANY SBERBANK OF RUSSIA", Entity, []string{"Sberbank of Russia", "PJSC Sberbank of Russia", "Sberbank Russia"}, []string{"Alfa Bank", "Bank of Russia"}},
		{"VTB BANK PUBLIC JOINT STOCK COMPANY", Entity, []string{"VTB Bank", "VTB Bank PJSC", "Bank VTB"}, []string{"MTB Bank"}},
		{"GAZPROMBANK JOINT STOCK COMPANY", Entity, []string{"Gazprombank", "GAZPROMBANK JSC", "Gazprom bank", "Газпромбанк"}, []string{"Gazprom Neft"}},
		{"ISLAMIC REVOLUTIONARY GUARD CORPS", Entity, []string{"Islamic Revolutionary Guards Corps", "Islamic Revolutionary Guard Corps"}, []string{"Islamic Relief"}},
		{"AEROCARIBBEAN AIRLINES", Entity, []string{"Aero-Caribbean Airlines", "AeroCaribean Airlines"}, []string{"Caribbean Airlines"}},
		{"Korea Mining Development Trading Corporation", Entity, []string{"Korea Mining Development Trading Corp", "Korean Mining Development Trading Corporation"}, []string{"Mining Development Corporation"}},
		{"HWANG GUM SAN 2", Vessel, []string{"Hwang Gum San 2", "MV Hwang Gum San 2"}, []string{"Hwang Gum San 3", "Hwang Gum San"}},
	} {
		name := Name{Text: c.listed, Reading: c.listed, Primary: true}
		l := NewList(e, Source{ID: "test", Parties: []Party{{Ref: "1", Type: c.kind, Names: []Name{name}}}})
		score := func(query string) int {
			q, err := NewQuery(e, query, "")
			if err != nil {
				t.Fatal(err)
			}
			if m := l.Screen(q, 50); len(m) > 0 {
				return m[0].Score
			}
			return 0
		}
		for _, query := range c.asked {
			if s := score(query); s < 85 {
				t.Errorf("%q for %q: %d, want 85 or more", query, c.listed, s)
			}
		}
		for _, query := range c.not {
			if s := score(query); s >= 85 {
				t.Errorf("%q for %q: %d, want less than 85", query, c.listed, s)
			}
		}
	}
}
