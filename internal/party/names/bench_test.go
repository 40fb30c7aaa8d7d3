package names

import "testing"

func BenchmarkPreparePerson(b *testing.B) {
	e := New()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Prepare(Person, "Dr. William Henry Gates III", ""); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkScorePersons(b *testing.B) {
	e := New()
	x, y := mustPrepare(b, e, Person, "William Henry Gates"), mustPrepare(b, e, Person, "Gates, Bill")
	b.ReportAllocs()
	for b.Loop() {
		e.Score(x, y)
	}
}

func BenchmarkScoreUnalikePersons(b *testing.B) {
	e := New()
	x, y := mustPrepare(b, e, Person, "William Henry Gates"), mustPrepare(b, e, Person, "Vladimir Vladimirovich Nabokov")
	b.ReportAllocs()
	for b.Loop() {
		e.Score(x, y)
	}
}

func BenchmarkScoreCompanies(b *testing.B) {
	e := New()
	x, y := mustPrepare(b, e, Company, "International Business Machines Corp"), mustPrepare(b, e, Company, "Intl Busness Machines Inc")
	b.ReportAllocs()
	for b.Loop() {
		e.Score(x, y)
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		New()
	}
}
