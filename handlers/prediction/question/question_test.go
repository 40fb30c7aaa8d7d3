package question

import (
	"encoding/csv"
	"hash/fnv"
	"os"
	"testing"
	"time"
)

var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

type pair struct {
	set  string
	same bool
	a, b Claim
	why  string
}

func claimOf(tb testing.TB, row []string) Claim {
	tb.Helper()
	closes, err := time.Parse(time.DateOnly, row[2])
	if err != nil {
		tb.Fatal(err)
	}
	return Claim{row[0], row[1], closes}
}

func pairsOf(tb testing.TB) []pair {
	tb.Helper()
	f, err := os.Open("testdata/pairs.tsv")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	r.LazyQuotes = true
	rows, err := r.ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	var list []pair
	for _, row := range rows[1:] {
		list = append(list, pair{row[0], row[1] == "1", claimOf(tb, row[2:5]), claimOf(tb, row[5:8]), row[8]})
	}
	return list
}

// TestPairs holds the measure: no pair of different questions is said to be the same, and most of the same are found.
func TestPairs(t *testing.T) {
	for set, least := range map[string]int{"tune": 16, "held": 12, "after": 0} {
		found, of, wrong, different := 0, 0, 0, 0
		for _, p := range pairsOf(t) {
			if p.set != set {
				continue
			}
			got := Same(Read(p.a), Read(p.b), now)
			back := Same(Read(p.b), Read(p.a), now)
			if got != back {
				t.Errorf("%q and %q: %v, the other way %v", p.a.Title, p.b.Title, got, back)
			}
			switch {
			case p.same:
				of++
				if got.Same {
					found++
				} else {
					t.Logf("%s: missed %+v | %+v: %s\n %v\n %v", set, p.a, p.b, got.Why, Read(p.a), Read(p.b))
				}
			default:
				different++
				if got.Same {
					wrong++
					t.Errorf("%s: said to be the same: %q and %q (%s)", set, p.a.Title, p.b.Title, p.why)
				}
			}
		}
		t.Logf("%s: %d of %d same found, %d of %d different said to be the same", set, found, of, wrong, different)
		if found < least {
			t.Errorf("%s: %d of %d same found, want %d", set, found, of, least)
		}
	}
}

// familyPairs are the pairs of testdata/families.tsv: questions as the venues word them, by the family of event. They
// were written before the templates of families, and are split in two by a hash of their titles.
func familyPairs(tb testing.TB, half uint32) []pair {
	tb.Helper()
	f, err := os.Open("testdata/families.tsv")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	r.LazyQuotes = true
	rows, err := r.ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	var list []pair
	for _, row := range rows[1:] {
		h := fnv.New32a()
		h.Write([]byte(row[2] + "\t" + row[3] + "\t" + row[5] + "\t" + row[6]))
		if h.Sum32()%2 == half {
			list = append(list, pair{row[0], row[1] == "1", claimOf(tb, row[2:5]), claimOf(tb, row[5:8]), row[8]})
		}
	}
	return list
}

// TestFamilies holds the measure of families: at least four of five of the same are found, none of others.
func TestFamilies(t *testing.T) {
	for _, half := range []struct {
		name  string
		which uint32
		least float64
	}{{"made with", 0, 0.9}, {"held back", 1, 0.8}} {
		found, of, different := 0, 0, 0
		for _, p := range familyPairs(t, half.which) {
			got := Same(Read(p.a), Read(p.b), now)
			if back := Same(Read(p.b), Read(p.a), now); got != back {
				t.Errorf("%q and %q: %v, the other way %v", p.a.Title, p.b.Title, got, back)
			}
			switch {
			case p.same && got.Same:
				of++
				found++
			case p.same:
				of++
				if half.which == 0 {
					t.Logf("missed: %q %q | %q %q: %s", p.a.Title, p.a.Outcome, p.b.Title, p.b.Outcome, got.Why)
				}
			case got.Same:
				different++
				t.Errorf("%s: said to be the same: %q %q | %q %q (%s)",
					half.name, p.a.Title, p.a.Outcome, p.b.Title, p.b.Outcome, p.why)
			default:
				different++
			}
		}
		t.Logf("%s: %d of %d same found; %d different", half.name, found, of, different)
		if float64(found) < half.least*float64(of) {
			t.Errorf("%s: %d of %d same found", half.name, found, of)
		}
	}
}

func TestPricesOfTheSameDayAtOtherHoursAreOtherQuestions(t *testing.T) {
	noon := time.Date(2026, 11, 25, 17, 0, 0, 0, time.UTC)
	a := Claim{Title: "Will the price of Bitcoin be above $64,000 on November 25?", Closes: noon}
	b := Claim{Title: "Bitcoin price on Nov 25, 2026?", Outcome: "$64,000 or above", Closes: noon.Add(5 * time.Hour)}
	if got := Same(Read(a), Read(b), now); got.Same {
		t.Errorf("%+v", got)
	}
	b.Closes = noon
	if got := Same(Read(a), Read(b), now); !got.Same {
		t.Errorf("%+v", got)
	}
}

// FuzzRead holds that nothing that a venue writes as a title stops the comparison.
func FuzzRead(f *testing.F) {
	for _, p := range pairsOf(f) {
		f.Add(p.a.Title, p.b.Outcome)
	}
	f.Add("0b1 q9 1st 2nd-3rd $", "٣ ½ Ⅷ")
	f.Fuzz(func(t *testing.T, title, outcome string) {
		q := Read(Claim{Title: title, Outcome: outcome, Closes: now})
		if got := Same(q, q, now); got.Confidence > 1 {
			t.Error(got)
		}
	})
}

func BenchmarkSame(b *testing.B) {
	list := pairsOf(b)
	for b.Loop() {
		for _, p := range list[:50] {
			Same(Read(p.a), Read(p.b), now)
		}
	}
}

func BenchmarkWords(b *testing.B) {
	for b.Loop() {
		Words("Will the price of Bitcoin be above $100,000 on December 31, 2026?")
	}
}
