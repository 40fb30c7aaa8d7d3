package names

import (
	"math"
	"testing"
)

// TestScoresOfPersonalNames pins what each rule gives and takes, by hand from the weights of the parts.
func TestScoresOfPersonalNames(t *testing.T) {
	e := New()
	for _, c := range []struct {
		a, b string
		want float64
		why  string
	}{
		{"John Michael Smith", "John Smith", 96.8, "8 points times the weight of a middle name, 0.4"},
		{"Viktor Sergeyevich Andreyevich Orlovenko", "Viktor Orlovenko", 93.6, "two of them"},
		{"Viktor Orlovenko Jr", "Viktor Orlovenko", 96, "a generation on one side takes 4"},
		{"Viktor Orlovenko Jr", "Viktor Orlovenko Sr", 80, "two generations"},
		{"Mr Viktor Orlovenko", "Mrs Viktor Orlovenko", 80, "titles of two sexes"},
		{"John Michael Smith", "John Robert Smith", 82, "middle names that do not agree"},
		{"Viktor Garcia Lopez", "Boris Garcia Lopez", 82, "given names that do not agree, of 84.4"},
		{"Ali Hassan Rezaian", "Ali Hassan Rezaifar", 80, "family names that agree by 0.64 only, of 84.2"},
		{"Reiner Knott", "Rayner Nott", 88, "nothing but sound"},
		{"Orlovenko", "Viktor Orlovenko", 80, "one word against two"},
		{"J Smith", "John Smith", 84, "an initial and a common family name"},
		{"Jon Smyth", "John Smith", 96, "spellings"},
		{"Bill Orlovenko", "William Orlovenko", 96.2, "1 times 0.92 and 1.1 times 1, of 2.1"},
		{"Viktor Orlovento", "Viktor Orlovenko", 96.3, "one letter in nine: 1 and 1.1 times 0.93"},
		{"Viktor Urlovenko", "Viktor Orlovenko", 94.8, "the first letter: 0.03 less"},
		{"Viktor Hadzimehmedovic", "Viktor Hadzimohmadovit", 89.5, "three letters in fourteen: 0.80"},
		{"Viktor Hadzimehmedovic", "Viktor Hadzomohmadovit", 47.6, "four: another name"},
	} {
		a, errA := e.Prepare(Person, c.a, "")
		b, errB := e.Prepare(Person, c.b, "")
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if got := e.Score(a, b); math.Round(got*10)/10 != c.want || e.Score(b, a) != got {
			t.Errorf("%q and %q: %.1f, want %.1f (%s)", c.a, c.b, got, c.want, c.why)
		}
	}
}

func TestEachReasonIsSaidOnce(t *testing.T) {
	e := New()
	a, _ := e.Prepare(Person, "Karl Meyer", "")
	b, _ := e.Prepare(Person, "Carl Maier", "")
	seen := map[Reason]bool{}
	for _, r := range e.Compare(a, b).Reasons {
		if seen[r] {
			t.Errorf("%+v twice", r)
		}
		seen[r] = true
	}
	if !seen[Reason{Code: FamilyConflict, Cap: capFamily, A: "meyer", B: "maier"}] {
		t.Errorf("%+v", seen)
	}
}

// TestNamesWithinLongerOnes: which of a person's names may be left out.
func TestNamesWithinLongerOnes(t *testing.T) {
	e := New()
	for _, c := range []struct {
		listed, asked string
		want          bool
		why           string
	}{
		{"Mahmoud Abbas Karimi Faisal Jamal Tavakoli Soltani", "Mahmoud Soltani", true, "the first and the last of seven"},
		{"Mahmoud Abbas Karimi Tavakoli Soltani", "Karimi Soltani", false, "without the first"},
		{"Omar Abbas Said Tavakoli Soltani", "Omar Said", false, "eight letters"},
		{"Mahmoud Abbas Ali Tavakoli Soltani", "Mahmoud Ali", false, "a word of three letters"},
		{"Mahmoud Abbas Karimi Tavakoli Soltani", "Mahmoud Soltani Quandt", false, "a word that is not there"},
		{"Mahmoud Abbas Karimi Tavakoli Soltani", "Mahmoud", false, "one word"},
	} {
		s := e.NewShelf(Person)
		listed, _ := e.Prepare(Person, c.listed, "")
		asked, _ := e.Prepare(Person, c.asked, "")
		s.Add(listed)
		s.Seal()
		hits := s.Search(asked, 85)
		if got := len(hits) == 1 && hits[0].Within; got != c.want {
			t.Errorf("%q in %q: %+v, want %v (%s)", c.asked, c.listed, hits, c.want, c.why)
		}
	}
}
