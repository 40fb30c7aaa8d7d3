package preflight

import (
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	. "github.com/farebox/farebox/handlers/preflight/preflighttest"
	"github.com/farebox/farebox/handlers/preflight/quote"
	"github.com/farebox/farebox/internal/upstream/bazaar"
)

// BenchmarkCatalogueOf48000Resources reads and indexes a catalogue of the largest size the Bazaar has had, with
// items of 3 kB, on 800 hosts.
func BenchmarkCatalogueOf48000Resources(b *testing.B) {
	const total = 48030
	schema := fmt.Sprintf(`,"extensions":{"bazaar":{"info":{"input":{"type":"http","method":"GET"}},"schema":{"description":%q}}}`, strings.Repeat("a schema ", 270))
	var file strings.Builder
	for offset := 0; offset < total; offset += 1000 {
		var items []string
		for i := offset; i < min(offset+1000, total); i++ {
			items = append(items, Item(fmt.Sprintf("https://shop%d.example.net/item/%d", i%800, i), Payee, fmt.Sprint(1000+i%5000), Used(i%50, i, "2026-11-20T09:30:00Z")+schema))
		}
		file.WriteString(CataloguePage(offset, total, items...) + "\n")
	}
	dir := fstest.MapFS{catalogueFile: {Data: []byte(file.String())}}
	b.SetBytes(int64(file.Len()))
	var x *index
	for b.Loop() {
		x = readIndex(b, dir)
	}
	if x.size != total || x.short != "" {
		b.Fatalf("%d %s", x.size, x.short)
	}
	with := heap()
	runtime.KeepAlive(x)
	x = nil
	b.ReportMetric(float64(with-heap())/1e6, "MB-kept")
}

func readIndex(b *testing.B, dir fs.FS) *index {
	b.Helper()
	f, err := dir.Open(catalogueFile)
	if err != nil {
		b.Fatal(err)
	}
	c, err := bazaar.Read(f)
	if err != nil {
		b.Fatal(err)
	}
	return newIndex(c)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkVerdict reads a quote of both versions and judges it.
func BenchmarkVerdict(b *testing.B) {
	body := []byte(V1(Offer{}))
	e := &evidence{url: &exampleURL, now: noon(), screened: true, listing: newIndex(bazaar.Catalogue{}).find(&exampleURL)}
	for b.Loop() {
		e.probe = probe{outcome: quoted, secure: true, quote: quote.Read(nil, body)}
		if v := judge(e); v.best == nil {
			b.Fatal(v)
		}
	}
}
