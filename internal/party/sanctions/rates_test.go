package sanctions

import (
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

func ratesOf(t *testing.T, name string, only Type, score int) Rates {
	t.Helper()
	q, err := NewQuery(names.New(), name, only)
	if err != nil {
		t.Fatal(err)
	}
	return q.Rates(score)
}

func TestRatesFallWithTheScore(t *testing.T) {
	for _, name := range []string{"Viktor Orlovenko", "北方贸易有限公司", "Северная торговая компания"} {
		q, err := NewQuery(names.New(), name, "")
		if err != nil {
			t.Fatal(err)
		}
		last := Rates{Found: 1, People: 1000, CommonNames: 1000, Firms: 1000}
		for score := 0; score <= 100; score++ {
			r := q.Rates(score)
			if r.Found > last.Found || r.People > last.People || r.Firms > last.Firms ||
				r.CommonNames > last.CommonNames ||
				r.Found < 0 || r.People <= 0 || r.Firms <= 0 {
				t.Fatalf("%s: %+v at %d, %+v below", name, r, score, last)
			}
			last = r
		}
	}
	if least := ratesOf(t, "Viktor Orlovenko", "", 85).People; least > 10 {
		t.Errorf("%v of 1,000 at the default score, want 10 at most", least)
	}
}

// TestRatesAreThoseOfScriptAndKind: half of the organisations that are asked for in Chinese are not found, and nearly
// all people and firms that are asked for in Latin letters are.
func TestRatesAreThoseOfScriptAndKind(t *testing.T) {
	for _, c := range []struct {
		name  string
		only  Type
		blind bool
	}{
		{"Viktor Orlovenko", "", false},
		{"Northern Trading Company LLC", "", false},
		{"北方贸易有限公司", "", true},
		{"北方贸易有限公司", Entity, true},
		{"株式会社北方商事", Entity, true},
		{"Виктор Сергеевич Орловенко", Individual, false},
	} {
		if got := ratesOf(t, c.name, c.only, 85).Found; got < LeastFound != c.blind {
			t.Errorf("%s %s: %.3f", c.name, c.only, got)
		}
	}
}
