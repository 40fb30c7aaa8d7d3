package iprange

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"runtime"
	"testing"

	"pgregory.net/rapid"
)

// scan is the rule of Build in its plainest form.
func scan(ranges []Range, a netip.Addr) (value int, found bool) {
	best := -1
	for i, r := range ranges {
		if a.BitLen() != r.First.BitLen() || a.Less(r.First) || r.Last.Less(a) {
			continue
		}
		if best < 0 || ranges[best].First.Less(r.First) || r.First == ranges[best].First && !ranges[best].Last.Less(r.Last) {
			best = i
		}
	}
	return best, best >= 0
}

// around are the addresses at a few places: both ends of each family's space, the middle of one, and where the low half of an
// IPv6 address ends.
var around = []string{"0.0.0.0", "62.1.0.0", "255.255.255.195", "::", "2a00:1::ffff:ffff:ffff:ffe0", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffc3"}

// steps is the address so many after a.
func steps(a netip.Addr, n int) netip.Addr {
	for range n {
		a = a.Next()
	}
	return a
}

func TestLookupEqualsALinearScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Small numbers make overlaps.
		base := netip.MustParseAddr(rapid.SampledFrom(around).Draw(t, "base"))
		ranges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Range {
			a := rapid.IntRange(0, 60).Draw(t, "a")
			return Range{steps(base, a), steps(base, rapid.IntRange(a, 60).Draw(t, "b"))}
		}), 0, 30).Draw(t, "ranges")
		var b Builder[int]
		for i, r := range ranges {
			b.Add(r, i)
		}
		// The other family lies over none of it.
		other := Range{netip.MustParseAddr("::"), netip.MustParseAddr("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")}
		if base.Is6() {
			other = Range{netip.MustParseAddr("0.0.0.0"), netip.MustParseAddr("255.255.255.255")}
		}
		b.Add(other, -1)
		table := b.Build()
		if table.Len() != len(ranges)+1 || table.Knows(base) != (len(ranges) > 0) || !table.Knows(other.First) {
			t.Fatalf("Len %d of %d", table.Len(), len(ranges))
		}
		for i := range 61 {
			n := steps(base, i)
			want, wantFound := scan(ranges, n)
			got, piece, found := table.Lookup(n)
			if found != wantFound || found && got != want {
				t.Fatalf("%s: %d, %v; want %d, %v", n, got, found, want, wantFound)
			}
			if found && (n.Less(piece.First) || piece.Last.Less(n) || piece.First.Less(ranges[got].First) || ranges[got].Last.Less(piece.Last)) {
				t.Fatalf("%s: piece %v of range %v", n, piece, ranges[got])
			}
		}
		if before := base.Prev(); before.IsValid() {
			if _, _, found := table.Lookup(before); found {
				t.Fatal("found before the first range")
			}
		}
	})
}

// TestNeighboursAreThoseOfTheAddress: a number goes on where its halves meet.
func TestNeighboursAreThoseOfTheAddress(t *testing.T) {
	for _, text := range append(around, "2a00::ffff:ffff:ffff:ffff", "2a00:0:0:1::", "2a00:0:0:ffff:ffff:ffff:ffff:ffff", "1.2.255.255", "1.2.3.0") {
		a := netip.MustParseAddr(text)
		var next, prev netip.Addr
		if a.Is4() {
			next, prev = fourOf(a).next().addr(), fourOf(a).prev().addr()
		} else {
			next, prev = sixOf(a).next().addr(), sixOf(a).prev().addr()
		}
		if next != a.Next() || a.Prev().IsValid() && prev != a.Prev() {
			t.Errorf("%s: %s and %s", a, prev, next)
		}
	}
}

func TestPrefixIsTheLargestThatFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{4, 16}).Draw(t, "size")
		addr := rapid.Custom(func(t *rapid.T) netip.Addr {
			b := make([]byte, size)
			// Few bits are set, so that ranges begin and end at round addresses too.
			for range rapid.IntRange(0, 6).Draw(t, "bits") {
				at := rapid.IntRange(0, size*8-1).Draw(t, "at")
				b[at/8] |= 1 << (at % 8)
			}
			a, _ := netip.AddrFromSlice(b)
			return a
		})
		first, n, end := addr.Draw(t, "first"), addr.Draw(t, "n"), addr.Draw(t, "last")
		if n.Less(first) {
			first, n = n, first
		}
		if end.Less(n) {
			n, end = end, n
		}
		if n.Less(first) {
			first, n = n, first
		}
		r, ok := Of(first, end)
		if first.Is4In6() || end.Is4In6() {
			return
		}
		if !ok {
			t.Fatalf("%s-%s is no range", first, end)
		}
		p := r.Prefix(n)
		inside, ok := OfPrefix(p)
		if !ok || !p.Contains(n) || inside.First.Less(r.First) || r.Last.Less(inside.Last) {
			t.Fatalf("%v: %v does not lie in it around %v", r, p, n)
		}
		if p.Bits() == 0 {
			return
		}
		wider, err := n.Prefix(p.Bits() - 1)
		if err != nil {
			t.Fatal(err)
		}
		if w, _ := OfPrefix(wider); !w.First.Less(r.First) && !r.Last.Less(w.Last) {
			t.Fatalf("%v: %v fits as well as %v", r, wider, p)
		}
	})
}

func TestRangesAreReadFromText(t *testing.T) {
	for text, want := range map[string]string{
		"192.0.2.0/24": "192.0.2.0/24", "192.0.2.7/24": "192.0.2.0/24", "8.8.8.8": "8.8.8.8/32", "0.0.0.0/0": "0.0.0.0/0", "255.255.255.255": "255.255.255.255/32",
		"::ffff:8.8.8.8": "8.8.8.8/32", "::ffff:8.8.8.0/120": "8.8.8.0/24", "2001:db8::/32": "2001:db8::/32", "2001:db8::7/33": "2001:db8::/33", "::1": "::1/128", "::/0": "::/0", "fe80::1%eth0": "fe80::1/128",
		"1.2.3": "", "1.2.3.4/33": "", "": "", "<html>": "", "1.2.3.4/": "", "::1/129": "", "::ffff:8.8.8.8/": "",
	} {
		r, ok := Parse(text)
		if ok != (want != "") || ok && r.String() != want {
			t.Errorf("%q: %v, %v", text, r, ok)
		}
	}
	for _, c := range []struct{ first, last, text, at, prefix string }{
		{"1.0.1.0", "1.0.3.255", "1.0.1.0-1.0.3.255", "1.0.2.9", "1.0.2.0/23"},
		{"2001:4:113::", "2001:c0:2:ffff:ffff:ffff:ffff:ffff", "2001:4:113::-2001:c0:2:ffff:ffff:ffff:ffff:ffff", "2001:8::1", "2001:8::/29"},
		{"2001:200::", "2001:200:5ff:ffff:ffff:ffff:ffff:ffff", "2001:200::-2001:200:5ff:ffff:ffff:ffff:ffff:ffff", "2001:200:1ff::9", "2001:200::/38"},
	} {
		r, ok := Of(netip.MustParseAddr(c.first), netip.MustParseAddr(c.last))
		if !ok || r.String() != c.text || r.Prefix(netip.MustParseAddr(c.at)).String() != c.prefix {
			t.Errorf("%v %v %v", r, ok, r.Prefix(netip.MustParseAddr(c.at)))
		}
	}
	for _, bad := range [][2]string{{"2.0.0.0", "1.0.0.0"}, {"2::", "1::"}, {"1.0.0.0", "2::"}} {
		if r, ok := Of(netip.MustParseAddr(bad[0]), netip.MustParseAddr(bad[1])); ok {
			t.Errorf("%v is a range", r)
		}
	}
	if _, ok := Of(netip.Addr{}, netip.Addr{}); ok {
		t.Error("no addresses are a range")
	}
}

// spread are n ranges one behind the other, of the sizes that the tables of routed space have.
func spread(n int, v6 bool) []Range {
	rng := rand.New(rand.NewPCG(1, 2))
	rows, at := make([]Range, n), uint64(1<<24)
	for i := range rows {
		size := uint64(256) << rng.IntN(5)
		rows[i] = Range{address(at, v6), address(at+size-1, v6)}
		if v6 {
			rows[i].Last = last(netip.PrefixFrom(rows[i].Last, 64))
		}
		at += size
	}
	return rows
}

// address is an IPv4 address, or the IPv6 network that the number is the low half of the upper 64 bits of.
func address(n uint64, v6 bool) netip.Addr {
	if !v6 {
		return four(n).addr()
	}
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], 0x2a00_0000_0000_0000|n)
	return netip.AddrFrom16(b)
}

// BenchmarkBuild makes the table of as many ranges as the lists of all routed IPv4 and IPv6 space had in 2026.
func BenchmarkBuild(b *testing.B) {
	names := make([]string, 80_000)
	for i := range names {
		names[i] = fmt.Sprintf("EXAMPLE-AS-%d Example Networks %d, Ltd", i, i)
	}
	for _, c := range []struct {
		name string
		n    int
		v6   bool
	}{{"IPv4", 500_000, false}, {"IPv6", 300_000, true}} {
		b.Run(c.name, func(b *testing.B) {
			rows := spread(c.n, c.v6)
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
			if _, _, found := table.Lookup(rows[c.n/2].First); !found {
				b.Fatal("not found")
			}
			runtime.KeepAlive(rows)
		})
	}
}

func BenchmarkLookup(b *testing.B) {
	for _, v6 := range []bool{false, true} {
		b.Run(map[bool]string{false: "IPv4", true: "IPv6"}[v6], func(b *testing.B) {
			rows := spread(300_000, v6)
			var builder Builder[int]
			for i, r := range rows {
				builder.Add(r, i%1000)
			}
			table, n := builder.Build(), uint32(0)
			for b.Loop() {
				n += 2654435761
				a := rows[n%uint32(len(rows))].Last
				if _, r, found := table.Lookup(a); !found || r.Last != a {
					b.Fatal("wrong")
				}
			}
		})
	}
}
