package ipfacts

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/upstream"
	"github.com/farebox/farebox/upstream/upstreamtest"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// service is over the answers of handler, which stands for the host of the Tor list.
func service(t *testing.T, handler http.Handler) *Service {
	t.Helper()
	world := upstreamtest.New(t)
	world.Handle("check.torproject.org", handler)
	pool := upstream.NewPool(upstream.Options{
		Transport: world, DataDir: t.TempDir(), RateScale: 1e6, Rand: func() float64 { return 0 }, Now: func() time.Time { return now }, UserAgent: "farebox/test",
	})
	s, err := New(pool, func() time.Time { return now }, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return s
}

func exits(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "45.66.%d.%d\n", i/256, i%256)
	}
	return b.String()
}

func TestBrokenListsAreRefusedAndTheLastGoodOneStays(t *testing.T) {
	for _, c := range []struct {
		why, body string
		status    int
		records   int
	}{
		{"a page", "<html>\n<body>busy</body>", 200, 2000}, {"nothing", "", 200, 2000}, {"an error", exits(1900), 500, 2000},
		{"short as no real list is", exits(400), 200, 2000}, {"less than half is left", exits(990), 200, 2000}, {"a normal change", exits(1900), 200, 1900},
		{"one line in forty is garbage", exits(1950) + strings.Repeat("?\n", 50), 200, 2000},
	} {
		status, body := http.StatusOK, exits(2000)
		s := service(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}))
		if f := s.Of(t.Context(), netip.MustParseAddr("45.66.0.9")); f.TorExit != nil || f.Nothing == nil {
			t.Errorf("before the first load: %+v", f)
		}
		if err := s.tor.data.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		status, body = c.status, c.body
		err := s.tor.data.Refresh(t.Context())
		if (err == nil) != (c.records == 1900) || s.tor.state().Records != c.records {
			t.Errorf("%s: %v, %d records", c.why, err, s.tor.state().Records)
		}
		if f := s.Of(t.Context(), netip.MustParseAddr("45.66.0.9")); f.TorExit == nil || !*f.TorExit || f.Nothing != nil || !f.Partial {
			t.Errorf("%s: %+v", c.why, f)
		}
	}
}

func TestAddressesOfSpecialUseAreNamed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.Byte(), 4, 4).Draw(t, "address")
		a := netip.AddrFrom4([4]byte(b))
		public := a.IsGlobalUnicast() && !a.IsPrivate()
		if why := Check(a); why == "" && !public {
			t.Fatalf("%s counts as public", a)
		}
	})
	if Check(netip.MustParseAddr("2001:4860:4860::8888")) == "" || Check(netip.MustParseAddr("8.8.8.8")) != "" {
		t.Error("IPv6, or a public address")
	}
}

func TestTableOfHostingNetworksIsSound(t *testing.T) {
	n, err := readHosting()
	if err != nil || len(n) < 60 || n[13335] != "Cloudflare" {
		t.Errorf("%d, %v", len(n), err)
	}
	if lines := strings.Count(hostingTable, "\n") - 2; lines != len(n) {
		t.Errorf("%d lines, %d networks: one is there twice", lines, len(n))
	}
}

func TestHoldersEndInTheirCountry(t *testing.T) {
	for holder, want := range map[string]string{"RIPE-NCC-AS Reseaux (RIPE NCC),NL": "NL", "TEAPOT - Teapots, US": "US", "TEAPOT - Teapots, Inc": "", "TEAPOT": "", "": "", "X,nl": ""} {
		if got := registered(holder); got != want {
			t.Errorf("%q: %q", holder, got)
		}
	}
}

// BenchmarkLoadNetworks reads a packed table of half a million ranges in the publisher's form, which is about what the real one
// had in 2026: 80,000 networks, half of the rows space that nobody announces.
func BenchmarkLoadNetworks(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	at, plain := uint32(1<<24), 0
	for i := range 500_000 {
		last := at + 256<<rng.IntN(5) - 1
		addr := func(n uint32) netip.Addr {
			return netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
		}
		row := fmt.Sprintf("%s\t%s\t0\tNone\tNot routed\n", addr(at), addr(last))
		if i%2 == 0 {
			n := rng.IntN(80_000)
			row = fmt.Sprintf("%s\t%s\t%d\tUS\tEXAMPLE-AS-%d - Example Networks Number %d, Inc.\n", addr(at), addr(last), n+1, n, n)
		}
		plain += len(row)
		if _, err := io.WriteString(w, row); err != nil {
			b.Fatal(err)
		}
		at = last + 1
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(plain))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var table networks
	for b.Loop() {
		var err error
		if table, err = readNetworks(bytes.NewReader(packed.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/(1<<20), "MB-heap")
	if table.Len() != 500_000 {
		b.Fatal(table.Len())
	}
	runtime.KeepAlive(&packed)
}
