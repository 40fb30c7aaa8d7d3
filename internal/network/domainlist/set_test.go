package domainlist

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/upstream/linelist"
	"github.com/farebox/farebox/internal/upstream/majestic"
)

func TestSetAnswersAsALinearScanDoes(t *testing.T) {
	name := rapid.StringMatching(`[a-c]{1,3}\.[a-c]{1,2}`)
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOf(name).Draw(t, "names")
		b := NewSetBuilder()
		for _, n := range names {
			b.Add([]byte(n))
		}
		s := b.Build()
		distinct := slices.Compact(slices.Sorted(slices.Values(names)))
		if s.Len() != len(distinct) {
			t.Fatalf("%d names of %d", s.Len(), len(distinct))
		}
		for range 20 {
			n := name.Draw(t, "asked")
			if s.Has(n) != slices.Contains(names, n) {
				t.Fatalf("%q: %v", n, s.Has(n))
			}
		}
	})
}

func TestRanksAnswerAsALinearScanDoes(t *testing.T) {
	name := rapid.StringMatching(`[a-c]{1,3}\.[a-c]{1,2}`)
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOf(name).Draw(t, "names")
		b := NewRanksBuilder()
		for i, n := range names {
			b.Add([]byte(n), uint32(i+1))
		}
		r := b.Build()
		for range 20 {
			n := name.Draw(t, "asked")
			got, found := r.Rank(n)
			if want := slices.Index(names, n) + 1; got != want || found != (want > 0) {
				t.Fatalf("%q: %d, %v; want %d", n, got, found, want)
			}
		}
	})
}

// hosts writes n made-up hosts of usual lengths, one a line, with head before and tail after each.
func hosts(n int, line func(b *bytes.Buffer, i int, host string)) []byte {
	rng := rand.New(rand.NewPCG(7, 7))
	var b bytes.Buffer
	letters := []byte("abcdefghijklmnopqrstuvwxyz0123456789-")
	for i := range n {
		label := make([]byte, 6+rng.IntN(18))
		for j := range label {
			label[j] = letters[rng.IntN(len(letters)-1)]
		}
		line(&b, i, fmt.Sprintf("%s%d.example%d.com", label, i, i%1000))
	}
	return b.Bytes()
}

// BenchmarkLoad reads lists of the largest sizes that are in use: five million hosts, and a ranking of a million sites.
func BenchmarkLoad(b *testing.B) {
	report := func(b *testing.B, before uint64) {
		b.StopTimer()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(int64(m.HeapAlloc)-int64(before))/(1<<20), "MB-heap")
	}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	b.Run("5M hosts", func(b *testing.B) {
		file := hosts(5_000_000, func(b *bytes.Buffer, _ int, host string) { fmt.Fprintln(b, host) })
		b.SetBytes(int64(len(file)))
		before := heap()
		var s *Set
		for b.Loop() {
			var err error
			s, err = readSet(func(add func([]byte) bool) error { return linelist.Read(bytes.NewReader(file), add) })
			if err != nil {
				b.Fatal(err)
			}
		}
		report(b, before)
		if s.Len() != 5_000_000 {
			b.Fatal(s.Len())
		}
		runtime.KeepAlive(file)
	})
	b.Run("1M ranks", func(b *testing.B) {
		file := append([]byte("GlobalRank,TldRank,Domain,TLD,RefSubNets,RefIPs\n"), hosts(1_000_000, func(b *bytes.Buffer, i int, host string) {
			fmt.Fprintf(b, "%d,%d,%s,com,492996,3120968,%s,com,%d,%d,491732,3118138\n", i+1, i+1, host, host, i, i)
		})...)
		b.SetBytes(int64(len(file)))
		before := heap()
		var r *Ranks
		for b.Loop() {
			builder := NewRanksBuilder()
			err := majestic.Read(bytes.NewReader(file), func(domain []byte, rank uint32) bool {
				name, ok := Normal(domain)
				builder.Add(name, rank)
				return ok
			})
			if err != nil {
				b.Fatal(err)
			}
			r = builder.Build()
		}
		report(b, before)
		if r.Len() != 1_000_000 {
			b.Fatal(r.Len())
		}
		runtime.KeepAlive(file)
	})
}

func BenchmarkHas(b *testing.B) {
	builder := NewSetBuilder()
	for i := range 5_000_000 {
		builder.Add(fmt.Appendf(nil, "host%d.example.com", i))
	}
	s := builder.Build()
	for b.Loop() {
		if !s.Has("host4999999.example.com") || s.Has("host5000000.example.com") {
			b.Fatal("wrong")
		}
	}
}
