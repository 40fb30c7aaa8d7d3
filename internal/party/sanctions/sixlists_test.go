package sanctions

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// partiesOfConsolidated is the size of OFAC's other list in 2026, of which no copy is at hand.
const partiesOfConsolidated = 500

// sixLists are the published lists in the folder, and a made-up one for OFAC's other list.
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
		NewList(e, Source{ID: "uk-sl", Parties: readUKFile(tb)}),
		NewList(e, Source{ID: "ch-seco", Parties: readSwissFile(tb)}),
		NewList(e, standIn(1, "ofac-cons", partiesOfConsolidated)),
	}
	giveLabels(tb, e, lists)
	return lists
}

// giveLabels gives the people of the lists the labels of FAREBOX_SCREEN_LABELS in turn, whoever they are of: as many
// names as a register may have for them.
func giveLabels(tb testing.TB, e *names.Engine, lists []*List) {
	tb.Helper()
	path := os.Getenv("FAREBOX_SCREEN_LABELS")
	if path == "" {
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	labels := strings.Split(strings.TrimSpace(string(text)), "\n")

	given := 0
	for _, l := range lists {
		of := map[uint32]*wikidata.Named{}
		for i := range l.parties {
			for n := 0; l.parties[i].Type == Individual && given < len(labels) && n < labelsOfOne; n++ {
				_, label, _ := strings.Cut(labels[given], "\t")
				give(of, uint32(i), label)
				given++
			}
		}
		l.names = l.named(e, of)
	}
	tb.Logf("%d labels", given)
}

// labelsOfOne are those of one person, in some ten languages.
const labelsOfOne = 10

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
// four at once for load4, and one at a time for alone. The processor's time is that of one name after the other.
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
			reportTimes(b, took)
		})
	}

	b.Run("processor", func(b *testing.B) {
		var took []time.Duration
		for b.Loop() {
			took = append(took, processorTimes(b, e, lists, asked)...)
		}
		reportTimes(b, took)
	})
}

func reportTimes(b *testing.B, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	b.ReportMetric(milliseconds(took[len(took)/2]), "p50-ms")
	b.ReportMetric(milliseconds(took[len(took)*99/100]), "p99-ms")
	b.ReportMetric(milliseconds(took[len(took)-1]), "max-ms")
}

// processorTimes are what the names take on one processor, whatever else the machine does.
func processorTimes(tb testing.TB, e *names.Engine, lists []*List, asked []string) []time.Duration {
	tb.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	took := make([]time.Duration, len(asked))
	for i, name := range asked {
		began := threadTime(tb)
		if q, err := NewQuery(e, name, ""); err == nil {
			for _, l := range lists {
				l.Screen(q, 85)
			}
		}
		took[i] = threadTime(tb) - began
	}
	return took
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
