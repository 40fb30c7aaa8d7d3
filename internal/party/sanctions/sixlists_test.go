package sanctions

import (
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/party/names"
)

// standIns are the lists that no published copy is at hand of, in their sizes of 2026.
var standIns = []struct {
	id string
	n  int
}{{"ofac-cons", 500}, {"uk-sl", 5_800}, {"ch-seco", 8_700}}

// sixLists are the published lists of OFAC, the UN and the EU in the folder, and made-up ones for the other three.
func sixLists(tb testing.TB, e *names.Engine) []*List {
	tb.Helper()
	un, err := newReader(readCountries()).readUN(realFile(tb, "consolidated.xml"))
	if err != nil {
		tb.Fatal(err)
	}
	folder := os.DirFS(os.Getenv("FAREBOX_SCREEN_LISTS"))
	sdn, err := openTables(newReader(readCountries()), folder, "ofac", tables{"sdn.csv", "alt.csv", "add.csv", "sdn_comments.csv"})
	if err != nil {
		tb.Fatal(err)
	}
	lists := []*List{
		NewList(e, un),
		NewList(e, sdn),
		NewList(e, Source{ID: "eu-fsf", Parties: readEUFile(tb)}),
	}
	for i, s := range standIns {
		lists = append(lists, NewList(e, standIn(uint64(i+1), s.id, s.n)))
	}
	return lists
}

// standIn is a made-up list with up to five aliases a party, as the published ones have.
func standIn(seed uint64, id string, n int) Source {
	g := newGenerator(seed)
	src := g.list(id, n)
	for j := range src.Parties {
		p := &src.Parties[j]
		for k := 0; len(p.Names) < 6 && k < 30; k++ {
			p.Names = addName(p.Names, Name{Text: g.alias(p.Names[k%len(p.Names)].Text)})
		}
	}
	return src
}

// askers are the callers at once.
const askers = 4

// BenchmarkSixLists asks all six lists for the names of the measured sets, as a caller does who waits for the answer:
// four at once for load4, and one at a time for alone.
func BenchmarkSixLists(b *testing.B) {
	e := names.New()
	lists := sixLists(b, e)
	parties := 0
	for _, l := range lists {
		parties += l.Entries()
	}
	asked := measuredNames(b)
	b.Logf("%d parties, %d names asked for", parties, len(asked))

	for name, at := range map[string]int{"alone": 1, "load4": askers} {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				took = append(took, askAll(e, lists, asked, at)...)
			}
			slices.Sort(took)
			b.ReportMetric(milliseconds(took[len(took)/2]), "p50-ms")
			b.ReportMetric(milliseconds(took[len(took)*99/100]), "p99-ms")
			b.ReportMetric(milliseconds(took[len(took)-1]), "max-ms")
		})
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// measuredNames are the names of all sets of a half.
func measuredNames(tb testing.TB) []string {
	tb.Helper()
	var out []string
	for _, q := range readLabelled(tb) {
		out = append(out, q.query)
	}
	for _, set := range []string{"ordinary", "commonest", "native", "firms"} {
		for _, o := range readOrdinary(tb, set) {
			out = append(out, o.name)
		}
	}
	return out
}

// askAll asks for every name, so many at once, and says how long each took.
func askAll(e *names.Engine, lists []*List, asked []string, at int) []time.Duration {
	took := make([]time.Duration, len(asked))
	var wg sync.WaitGroup
	for from := range at {
		wg.Go(func() {
			for i := from; i < len(asked); i += at {
				began := time.Now()
				if q, err := NewQuery(e, asked[i], ""); err == nil {
					ScreenAll(lists, q, 85)
				}
				took[i] = time.Since(began)
			}
		})
	}
	wg.Wait()
	return took
}
