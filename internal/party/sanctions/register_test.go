package sanctions

import (
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// TestAnItemIsAPartyByNameAndAnotherFactAlone: everything that either lacks or gainsays leaves the party without names.
func TestAnItemIsAPartyByNameAndAnotherFactAlone(t *testing.T) {
	person := func(ref, name string, births ...string) Party {
		return Party{Ref: ref, Type: Individual, Births: births, Names: []Name{{Text: name, Primary: true}}}
	}
	firm := func(ref, name, country string) Party {
		return Party{Ref: ref, Type: Entity, Country: country, Names: []Name{{Text: name, Primary: true}}}
	}
	e := names.New()
	list := NewList(e, Source{ID: "x", Parties: []Party{
		person("day", "ORLOVENKO, Viktor Sergeyevich", "1971-07-05"),
		person("year", "Kamari Odhialo", "1964"),
		person("common", "Abu Ali", "1964"),
		person("circa", "Andrus Tammeveski", "circa 1964"),
		person("range", "Peeter Tammeveski", "1960 to 1968"),
		person("none", "Jaan Tammeveski"),
		firm("firm", "Severnaya Zvezda Trading LLC", "RU"),
		firm("initials", "AO BEMZ", "RU"),
		firm("nowhere", "Zapadnaya Zvezda Trading LLC", ""),
		person("twin", "Olev Kuusik", "1950-02-03"),
		person("twin's twin", "Olev Kuusik", "1950-02-03"),
	}})

	for _, c := range []struct{ why, name, births, countries, want string }{
		{"same words, same day", "Viktor Sergeyevich Orlovenko", "1971-07-05", "", "day"},
		{"alike, same day", "Wiktor Orlowenko", "1971-07-05", "", "day"},
		{"alike, another day", "Wiktor Orlowenko", "1971-07-06", "", ""},
		{"alike, only the year", "Wiktor Orlowenko", "1971", "", ""},
		{"alike, only the month", "Wiktor Orlowenko", "1971-07", "", ""},
		{"same words, only the month", "Viktor Sergeyevich Orlovenko", "1971-07", "", "day"},
		{"same words, another month", "Viktor Sergeyevich Orlovenko", "1971-08", "", ""},
		{"same words, only the year", "Viktor Sergeyevich Orlovenko", "1971", "", "day"},
		{"another name, same day", "Boris Petrov", "1971-07-05", "", ""},
		{"the list knows the year", "Kamari Odhialo", "1964-03-02", "", "year"},
		{"a name that many have, only the year", "Abu Ali", "1964", "", ""},
		{"no date", "Kamari Odhialo", "", "", ""},
		{"the list has a date that is about so", "Andrus Tammeveski", "1964", "", ""},
		{"the list has a range", "Peeter Tammeveski", "1960", "", ""},
		{"the list has no date", "Jaan Tammeveski", "1964", "", ""},
		{"firm, same country", "Severnaya Zvezda Trading", "", "EE RU", "firm"},
		{"firm, another country", "Severnaya Zvezda Trading", "", "EE", ""},
		{"firm of no country", "Zapadnaya Zvezda Trading", "", "RU", ""},
		{"initials", "BEMZ", "", "RU", ""},
		{"two parties", "Olev Kuusik", "1950-02-03", "", ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			item := wikidata.Named{
				QID:       "Q1",
				Human:     c.countries == "",
				Text:      c.name + "\nИмя",
				Births:    strings.Fields(c.births),
				Countries: strings.Fields(c.countries),
			}
			got := ""
			for _, w := range list.registered(e, &register{[]wikidata.Named{item}}).writings {
				got += w.list.parties[0].Ref
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			again := item
			again.QID = "Q2"
			if r := list.registered(e, &register{[]wikidata.Named{item, again}}); r.parties > 0 {
				t.Error("two items claim one party")
			}
		})
	}
}

// TestNamesOfTheRegisterAreNoNamesOfTheList: the list's own name goes first, and a register's says whose it is.
func TestNamesOfTheRegisterAreNoNamesOfTheList(t *testing.T) {
	e := names.New()
	list := NewList(e, Source{ID: "x", Parties: []Party{{
		Ref: "1", Type: Individual, Births: []string{"1971-07-05"},
		Names: []Name{{Text: "Viktor Orlovenko", Primary: true}, {Text: "Виктор Орловенко"}},
	}}})
	var j joins
	j.join(e, list, &register{[]wikidata.Named{{
		QID: "Q1", Human: true, Births: []string{"1971-07-05"}, Text: "Viktor Orlovenko\nВиктор Орловенко\n維克托王",
	}}})
	with := j.last.Load().list

	for asked, want := range map[string]string{"Виктор Орловенко": "", "維克托王": "Q1"} {
		q, err := NewQuery(e, asked, "")
		if err != nil {
			t.Fatal(err)
		}
		found := with.Screen(q, 85)
		if len(found) != 1 || found[0].Item != want || want != "" && found[0].Matched != asked || found[0].Party != &with.parties[0] {
			t.Errorf("%s: %+v", asked, found)
		}
		if own := list.Screen(q, 85); slices.ContainsFunc(own, func(m NameMatch) bool { return m.Item != "" }) {
			t.Error("the list itself has the register's names")
		}
	}
}

// TestAJoinThatPanicsLeavesTheListAsItIs: names that cannot be joined end no process, and the answer says that they
// are not at hand.
func TestAJoinThatPanicsLeavesTheListAsItIs(t *testing.T) {
	list := NewList(names.New(), Source{ID: "x", Parties: []Party{{
		Ref: "1", Type: Entity, Country: "RU", Names: []Name{{Text: "Severnaya Zvezda Trading", Primary: true}},
	}}})
	j := joins{turn: &sync.Mutex{}}
	for range 2 {
		if got, joined := j.of(nil, list, &register{}); got != list || joined { // without an engine the join panics
			t.Errorf("joined: %v", joined)
		}
		for j.running.Load() {
			runtime.Gosched()
		}
		if !j.turn.TryLock() {
			t.Fatal("no other list can be joined")
		}
		j.turn.Unlock()
	}
}
