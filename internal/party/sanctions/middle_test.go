package sanctions

import (
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// TestAnotherMiddleInitialSpeaksAgainstAParty: an alias without a middle name does not make up for a full name with
// another one; a name without one says nothing.
func TestAnotherMiddleInitialSpeaksAgainstAParty(t *testing.T) {
	e := names.New()
	for _, c := range []struct {
		listed []string // LAST, First
		asked  string
		match  bool
		why    string
	}{
		{[]string{"PETROV, Sergey Vitalievich", "PETROV, Sergei"},
			"Sergey N. Petrov", false, "the full name has another"},
		{[]string{"PETROV, Sergei", "PETROV, Sergey Vitalievich"},
			"Sergei N. Petrov", false, "whichever stands first"},
		{[]string{"PETROV, Sergey Vitalievich", "PETROV, Sergei"},
			"Sergei V. Petrov", true, "the full name has this one"},
		{[]string{"PETROV, Sergey Vitalievich", "PETROV, Sergei"},
			"Sergei Petrov", true, "none is asked for"},
		{[]string{"PETROV, Sergei"},
			"Sergei N. Petrov", true, "none is listed"},
		{[]string{"PETROV, Sergei Ivan", "PETROV, Sergei Nikolai"},
			"Sergei N. Petrov", true, "one of two agrees"},
		{[]string{"PETROV, Sergei Vitaly", "KRUGLOV, Oleg Maxim"},
			"Oleg N. Kruglov", false, "that of the name meant"},
		{[]string{"PETROV, Sergei", "KRUGLOV, Oleg Maxim"},
			"Sergei N. Petrov", true, "another name's says nothing"},
	} {
		t.Run(c.asked+": "+c.why, func(t *testing.T) {
			p := Party{Ref: "1", Type: Individual}
			for i, name := range c.listed {
				p.Names = append(p.Names, Name{Text: name, Reading: name, Primary: i == 0})
			}
			l := NewList(e, Source{ID: "test", Parties: []Party{p}})
			q, err := NewQuery(e, c.asked, "")
			if err != nil {
				t.Fatal(err)
			}

			found := l.Screen(q, 60)
			if len(found) != 1 {
				t.Fatalf("found %d parties, want it at 60 in any case", len(found))
			}
			if match := found[0].Score >= 85; match != c.match {
				t.Errorf("scores %d, want a match: %v", found[0].Score, c.match)
			}
		})
	}
}
