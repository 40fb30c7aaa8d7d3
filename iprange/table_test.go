package iprange

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"runtime"
	"testing"

	"pgregory.net/rapid"
)

// scan is the rule of Build in its plainest form.
func scan(ranges []Range, n uint32) (value int, found bool) {
	best := -1
	for i, r := range ranges {
		if n < r.First || n > r.Last {
			continue
		}
		if best < 0 || r.First > ranges[best].First || r.First == ranges[best].First && r.Last <= ranges[best].Last {
			best = i
		}
	}
	return best, best >= 0
}

func TestLookupEqualsALinearScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Small numbers make overlaps; the offset reaches both ends of the address space.
		offset := rapid.SampledFrom([]uint32{0, 1 << 20, ^uint32(0) - 60}).Draw(t, "offset")
		ranges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Range {
			a := rapid.Uint32Range(0, 60).Draw(t, "a")
			return Range{offset + a, offset + rapid.Uint32Range(a, 60).Draw(t, "b")}
		}), 0, 30).Draw(t, "ranges")
		var b Builder[int]
		for i, r := range ranges {
			b.Add(r, i)
		}
		table := b.Build()
		if table.Len() != len(ranges) {
			t.Fatalf("Len %d of %d", table.Len(), len(ranges))
		}
		for i := range uint32(61) {
			n := offset + i
			want, wantFound := scan(ranges, n)
			got, piece, found := table.Lookup(n)
			if found != wantFound || found && got != want {
				t.Fatalf("%d: %d, %v; want %d, %v", n, got, found, want, wantFound)
			}
			if found && (n < piece.First || n > piece.Last || piece.First < ranges[got].First || piece.Last > ranges[got].Last) {
				t.Fatalf("%d: piece %v of range %v", n, piece, ranges[got])
			}
		}
		if offset > 60 {
			if _, _, found := table.Lookup(offset - 1); found {
				t.Fatal("found before the first range")
			}
		}
	})
}

func TestPrefixIsTheLargestThatFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.Uint32().Draw(t, "first")
		r := Range{first, rapid.Uint32Min(first).Draw(t, "last")}
		n := rapid.Uint32Range(r.First, r.Last).Draw(t, "n")
		p := r.Prefix(n)
		inside, ok := OfPrefix(p)
		if !ok || !p.Contains(Addr(n)) || inside.First < r.First || inside.Last > r.Last {
			t.Fatalf("%v: %v does not lie in it around %v", r, p, Addr(n))
		}
		if p.Bits() == 0 {
			return
		}
		wider, err := Addr(n).Prefix(p.Bits() - 1)
		if err != nil {
			t.Fatal(err)
		}
		if w, _ := OfPrefix(wider); w.First >= r.First && w.Last <= r.Last {
			t.Fatalf("%v: %v fits as well as %v", r, wider, p)
		}
	})
}

func TestRangesAreReadFromText(t *testing.T) {
	for text, want := range map[string]string{
		"192.0.2.0/24": "192.0.2.0/24", "192.0.2.7/24": "192.0.2.0/24", "8.8.8.8": "8.8.8.8/32", "0.0.0.0/0": "0.0.0.0/0", "255.255.255.255": "255.255.255.255/32",
		"::ffff:8.8.8.8": "8.8.8.8/32", "2001:db8::/32": "", "::1": "", "1.2.3": "", "1.2.3.4/33": "", "": "", "<html>": "", "1.2.3.4/": "",
	} {
		r, ok := Parse(text)
		if ok != (want != "") || ok && r.String() != want {
			t.Errorf("%q: %v, %v", text, r, ok)
		}
	}
	r, ok := Of(netip.MustParseAddr("1.0.1.0"), netip.MustParseAddr("1.0.3.255"))
	if !ok || r.String() != "1.0.1.0-1.0.3.255" || r.Prefix(Number(netip.MustParseAddr("1.0.2.9"))).String() != "1.0.2.0/23" {
		t.Errorf("%v %v", r, ok)
	}
	if _, ok := Of(netip.MustParseAddr("2.0.0.0"), netip.MustParseAddr("1.0.0.0")); ok {
		t.Error("a range that ends before it begins")
	}
}

// BenchmarkBuild makes the table of as many ranges as the list of all routed IPv4 space had in 2026.
func BenchmarkBuild(b *testing.B) {
	const n = 500_000
	rng := rand.New(rand.NewPCG(1, 2))
	names := make([]string, 80_000)
	for i := range names {
		names[i] = fmt.Sprintf("EXAMPLE-AS-%d Example Networks %d, Ltd", i, i)
	}
	rows, at := make([]Range, n), uint32(1<<24)
	for i := range rows {
		size := uint32(256) << rng.IntN(6)
		rows[i] = Range{at, at + size - 1}
		at += size
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var table *Table[string]
	for b.Loop() {
		var builder Builder[string]
		for i, r := range rows {
			builder.Add(r, names[i%len(names)])
		}
		table = builder.Build()
	}
	b.StopTimer()
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB-heap")
	if _, _, found := table.Lookup(rows[n/2].First); !found {
		b.Fatal("not found")
	}
}

func BenchmarkLookup(b *testing.B) {
	var builder Builder[int]
	for i := range uint32(500_000) {
		builder.Add(Range{i << 12, i<<12 + 4095}, int(i%1000))
	}
	table, n := builder.Build(), uint32(0)
	for b.Loop() {
		n += 2654435761
		if _, r, found := table.Lookup(n); found && r.First > n {
			b.Fatal("wrong")
		}
	}
}
