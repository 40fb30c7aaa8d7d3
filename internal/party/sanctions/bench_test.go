package sanctions

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// realSizes are the numbers of parties on the real lists in late 2026, rounded up.
var realSizes = []struct {
	id string
	n  int
}{{"ofac", 20_000}, {"ofac-cons", 1_000}, {"uk-sl", 8_000}, {"eu-fsf", 9_000}, {"un-sc", 1_500}, {"ch-seco", 20_500}}

func realLists(tb testing.TB) (*names.Engine, []*List) {
	tb.Helper()
	e := names.New()
	var out []*List
	for i, s := range realSizes {
		out = append(out, NewList(e, standIn(uint64(i+1), s.id, s.n)))
	}
	return e, out
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkScreen screens names against lists of the real sizes: 60,000 parties.
func BenchmarkScreen(b *testing.B) {
	before := heap()
	e, lists := realLists(b)
	count, parties := 0, 0
	for _, l := range lists {
		count += l.Names()
		parties += l.Entries()
	}
	b.Logf("%d parties, %d names, %.0f MB", parties, count, float64(heap()-before)/(1<<20))
	for _, name := range []string{
		"Vladimir Putin", "John Smith", "Mohammed Ali", "Mohammed Ahmad Hassan al-Masri", "Trading", "Ocean Star", "Gaz Trading International LLC", "Kim", "Владимир Путин",
		"Aleksandr Sergeyevich Kuznov Mohammed Ali Trading International Bank Ocean Star General Industries Tehran Holding Ltd Group Company Hassan Hussein",
	} {
		b.Run(name[:min(len(name), 40)], func(b *testing.B) {
			for b.Loop() {
				q, err := NewQuery(e, name, "")
				if err != nil {
					b.Fatal(err)
				}
				ScreenAll(lists, q, 85)
			}
		})
	}
	runtime.KeepAlive(lists)
}

// BenchmarkIndex builds the index of a list of OFAC's size.
func BenchmarkIndex(b *testing.B) {
	e := names.New()
	for b.Loop() {
		b.StopTimer()
		src := newGenerator(1).list("ofac", 20_000)
		b.StartTimer()
		NewList(e, src)
	}
}

func ExampleNewQuery() {
	e := names.New()
	l := NewList(e, Source{ID: "own", Parties: []Party{{Ref: "1", Type: Individual, Names: []Name{{Text: "IVANOV Pyotr", Reading: "IVANOV, Pyotr", Primary: true}}}}})
	q, err := NewQuery(e, "Пётр Иванов", Individual)
	if err != nil {
		panic(err)
	}
	for _, m := range l.Screen(q, 85) {
		fmt.Println(m.Party.Ref, m.Score, m.Type)
	}
	// Output: 1 100 exact
}
