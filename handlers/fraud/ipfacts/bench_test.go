package ipfacts

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"net/netip"
	"runtime"
	"testing"

	"github.com/farebox/farebox/internal/upstream/cloudranges"
)

// packed is the gzip of what write writes, and its size before.
func packed(b *testing.B, write func(io.Writer)) (list []byte, plain int64) {
	b.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	count := &counter{w: w}
	write(count)
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return out.Bytes(), count.n
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return c.w.Write(p)
}

// walk calls each for n ranges one behind the other from start on, of 256 to 4,096 times the unit of addresses, which is 1 for
// IPv4 and a network of 64 bits for IPv6.
func walk(n int, start netip.Addr, each func(i int, first, last netip.Addr)) {
	rng := rand.New(rand.NewPCG(3, 4))
	b := start.As16()
	at, end := b[12:16], 4 // the four bytes that count
	if start.Is6() {
		at, end = b[2:6], 8
	}
	number := uint32(at[0])<<24 | uint32(at[1])<<16 | uint32(at[2])<<8 | uint32(at[3])
	addr := func(n uint32, fill byte) netip.Addr {
		c := b
		spot := c[12:16]
		if end == 8 {
			spot = c[2:6]
			for i := 6; i < 16; i++ {
				c[i] = fill
			}
		}
		spot[0], spot[1], spot[2], spot[3] = byte(n>>24), byte(n>>16), byte(n>>8), byte(n)
		return netip.AddrFrom16(c).Unmap()
	}
	for i := range n {
		last := number + 256<<rng.IntN(5) - 1
		each(i, addr(number, 0), addr(last, 0xff))
		number = last + 1
	}
}

// BenchmarkLoad reads packed lists of the sizes that the real ones had in 2026, in the publishers' forms: half a million ranges of
// IPv4 and 300,000 of IPv6 with 80,000 networks, half of the rows space that nobody announces; countries of 330,000 ranges of
// each family; 280,000 ranges of the relay, most of them IPv6.
func BenchmarkLoad(b *testing.B) {
	networksOf := func(n int, start string) func(io.Writer) {
		return func(w io.Writer) {
			rng := rand.New(rand.NewPCG(1, 2))
			walk(n, netip.MustParseAddr(start), func(i int, first, last netip.Addr) {
				if i%2 == 1 {
					_, _ = fmt.Fprintf(w, "%s\t%s\t0\tNone\tNot routed\n", first, last)
					return
				}
				n := rng.IntN(80_000)
				_, _ = fmt.Fprintf(w, "%s\t%s\t%d\tUS\tEXAMPLE-AS-%d - Example Networks Number %d, Inc.\n", first, last, n+1, n, n)
			})
		}
	}
	countriesOf := func(w io.Writer) {
		for _, start := range []string{"1.0.0.0", "2a00::"} {
			walk(330_000, netip.MustParseAddr(start), func(i int, first, last netip.Addr) {
				_, _ = fmt.Fprintf(w, "%s,%s,%c%c\n", first, last, 'A'+i%26, 'A'+i/26%9)
			})
		}
	}
	relay := func(w io.Writer) {
		walk(40_000, netip.MustParseAddr("1.0.0.0"), func(_ int, first, _ netip.Addr) { _, _ = fmt.Fprintf(w, "%s/31,US,US-CA,Example City,\n", first) })
		walk(240_000, netip.MustParseAddr("2a00::"), func(_ int, first, _ netip.Addr) { _, _ = fmt.Fprintf(w, "%s/64,US,US-CA,Example City,\n", first) })
	}
	for _, c := range []struct {
		name  string
		ipv6  bool
		write func(io.Writer)
		load  func(*Service, io.Reader) (interface{ Len() int }, error)
		want  int
	}{
		{"NetworksIPv4", false, networksOf(500_000, "1.0.0.0"), readsNetworks, 500_000},
		{"NetworksIPv6", true, networksOf(300_000, "2a00::"), readsNetworks, 300_000},
		{"CountriesIPv4Only", false, countriesOf, readsCountries, 330_000},
		{"CountriesBoth", true, countriesOf, readsCountries, 660_000},
		{"RelayIPv4Only", false, relay, readsRelay, 40_000},
		{"RelayBoth", true, relay, readsRelay, 280_000},
	} {
		b.Run(c.name, func(b *testing.B) {
			list, plain := packed(b, c.write)
			b.SetBytes(plain)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var table interface{ Len() int }
			s := &Service{ipv6: c.ipv6}
			for b.Loop() {
				var err error
				if table, err = c.load(s, bytes.NewReader(list)); err != nil {
					b.Fatal(err)
				}
			}
			b.StopTimer()
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/(1<<20), "MB-heap")
			if table.Len() != c.want {
				b.Fatal(table.Len())
			}
			runtime.KeepAlive(list)
		})
	}
}

func readsNetworks(s *Service, src io.Reader) (interface{ Len() int }, error) {
	return s.readNetworks(src)
}

func readsCountries(s *Service, src io.Reader) (interface{ Len() int }, error) {
	return s.readCountries(src)
}

func readsRelay(s *Service, src io.Reader) (interface{ Len() int }, error) {
	for _, f := range cloudranges.Feeds() {
		if f.Relay {
			return s.feedReader(f)(src)
		}
	}
	return nil, io.EOF
}
