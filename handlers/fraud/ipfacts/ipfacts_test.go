package ipfacts

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/cloudranges"
	"github.com/farebox/farebox/internal/upstream/firehol"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
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
	s, err := New(pool, func() time.Time { return now }, nil)
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

// TestListsThatStandStillClearNobody: Spamhaus confirms its lists, and they say when they were made.
func TestListsThatStandStillClearNobody(t *testing.T) {
	clock := func() time.Time { return now }
	made := func(ago time.Duration) string {
		return fmt.Sprintf(`{"type":"metadata","timestamp":%d,"records":600}`, now.Add(-ago).Unix())
	}
	for _, c := range []struct {
		why, last string
		clears    bool
	}{
		{"made yesterday", made(day), true},
		{"made a year ago", made(365 * day), false},
		{"its last line is gone", "", false},
	} {
		world := upstreamtest.New(t)
		world.Handle("www.spamhaus.org", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for i := range 600 {
				if strings.Contains(r.URL.Path, "asn") {
					_, _ = fmt.Fprintf(w, "{\"asn\":%d,\"asname\":\"TEA\"}\n", 64000+i)
				} else {
					_, _ = fmt.Fprintf(w, "{\"cidr\":\"45.%d.%d.0/24\",\"sblid\":\"SBL1\"}\n", i/256, i%256)
				}
			}
			_, _ = io.WriteString(w, c.last)
		}))
		s, err := New(world.Pool(t, nil, upstreamtest.At(clock)), clock, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.drop.data.Refresh(t.Context()), s.asnDrop.data.Refresh(t.Context())); err != nil {
			t.Fatal(err)
		}

		for address, listed := range map[string]bool{"45.0.3.9": true, "62.1.2.3": false} {
			f := &Facts{Network: true, ASN: 64501}
			if !listed {
				f.ASN = 3
			}
			s.blocklists(netip.MustParseAddr(address), f)
			if known := f.Blocklists != nil; known != (listed || c.clears) || known && *f.Blocklists != listed {
				t.Errorf("%s, %s: %+v", c.why, address, f)
			}
		}
		want := map[bool]string{true: "ok", false: "stale"}[c.clears]
		if s.drop.state().State != want || s.asnDrop.state().State != want {
			t.Errorf("%s: %+v, %+v", c.why, s.drop.state(), s.asnDrop.state())
		}
	}
}

func TestAddressesOfSpecialUseAreNamed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{4, 16}).Draw(t, "size")
		a, _ := netip.AddrFromSlice(rapid.SliceOfN(rapid.Byte(), size, size).Draw(t, "address"))
		public := a.IsGlobalUnicast() && !a.IsPrivate()
		if why := Special(a); why == "" && !public || why != "" && !strings.HasPrefix(why, a.Unmap().String()+" is ") {
			t.Fatalf("%s: %q", a, why)
		}
	})
	// The registries of IANA, block by block: its first and last address, and the public neighbours.
	for _, c := range []struct{ what, inside, outside string }{
		{"this network", "0.0.0.0 0.255.255.255", "1.0.0.0"},
		{"private", "10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0 192.168.255.255", "9.255.255.255 11.0.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0"},
		{"shared by a carrier's customers", "100.64.0.0 100.127.255.255", "100.63.255.255 100.128.0.0"},
		{"loopback", "127.0.0.0 127.255.255.255 ::1", "126.255.255.255 128.0.0.0"},
		{"link-local", "169.254.0.0 169.254.169.254 169.254.255.255 fe80:: febf:ffff::", "169.253.255.255 169.255.0.0"},
		{"kept for protocols", "192.0.0.0 192.0.0.255 2001:1::1 2001:1ff:ffff::", "191.255.255.255 192.0.1.0 2001:200::"},
		{"kept for documentation", "192.0.2.0 192.0.2.255 198.51.100.9 203.0.113.255 2001:db8:: 2001:db8:ffff::1 3fff:: 3fff:fff:ffff::", "192.0.3.0 198.51.99.255 203.0.114.0 2001:db7:ffff:: 2001:db9:: 3ffe:ffff::"},
		{"a former relay address", "192.88.99.1", "192.88.98.255 192.88.100.0"},
		{"kept for benchmarks", "198.18.0.0 198.19.255.255 2001:2::1", "198.17.255.255 198.20.0.0"},
		{"multicast", "224.0.0.1 239.255.255.255 ff00:: ff02::1", "223.255.255.255"},
		{"the local broadcast address", "255.255.255.255", ""},
		{"reserved", "240.0.0.0 255.255.255.254 1:: 4000:: e000::1 1fff:ffff:: 200::", "2000:: 3ffe::1 2620:4f:8000::1 2a00::"},
		{"the unspecified address", "::", ""},
		{"private", "fc00:: fdff:ffff::1 ::ffff:10.0.0.1", ""},
		{"formerly site-local", "fec0::1 feff:ffff::", ""},
		{"a place where traffic is discarded", "100:: 100::ffff:ffff:ffff:ffff", ""},
		{"a placeholder", "100:0:0:1::", ""},
		{"a former cryptographic identifier", "2001:10:: 2001:1f:ffff::", ""},
		{"a cryptographic identifier", "2001:20:: 2001:2f:ffff::", ""},
		{"an identifier of an aircraft", "2001:30::1", ""},
		{"an instruction for routers", "5f00::1", ""},
		{"a translation of IPv4 inside a network", "64:ff9b:1::a01:1", ""},
		{"the 6to4 form of 8.8.8.8", "2002:808:808:: 2002:808:808:ffff:ffff:ffff:ffff:ffff", "2003::"},
		{"the Teredo form of 192.0.2.45", "2001:0:4136:e378:8000:63bf:3fff:fdd2", ""},
		{"the NAT64 form of 192.0.2.33", "64:ff9b::c000:221", ""},
		{"the former IPv4-compatible form of 8.8.8.8", "::8.8.8.8", ""},
	} {
		for address := range strings.FieldsSeq(c.inside) {
			if why := Special(netip.MustParseAddr(address)); !strings.Contains(why, " is "+c.what) {
				t.Errorf("%s, which is %s: %q", address, c.what, why)
			}
		}
		for address := range strings.FieldsSeq(c.outside) {
			if why := Special(netip.MustParseAddr(address)); why != "" {
				t.Errorf("%s is public: %q", address, why)
			}
		}
	}
}

// TestIPv6IsRefusedUntilItsTableIsGivenAnAddress: the routes promise IPv4 only.
func TestIPv6IsRefusedUntilItsTableIsGivenAnAddress(t *testing.T) {
	six, four := netip.MustParseAddr("2001:4860:4860::8888"), netip.MustParseAddr("::ffff:8.8.8.8")
	world := upstreamtest.New(t)
	for address, covered := range map[string]bool{"": false, "off": false, "https://iptoasn.com": true} {
		pool := upstream.NewPool(upstream.Options{
			Transport: world, DataDir: t.TempDir(), UserAgent: "farebox/test",
			Lookup: func(name string) (string, bool) { return address, name == "UPSTREAM_IPTOASN_V6_URL" && address != "" },
		})
		s, err := New(pool, func() time.Time { return now }, nil)
		if err != nil || pool.Err() != nil {
			t.Fatal(err, pool.Err())
		}
		if why := s.Check(six); (why == "") != covered || s.Check(four) != "" || s.Check(netip.MustParseAddr("fe80::1")) == "" {
			t.Errorf("%q: %q", address, why)
		}
		declared := 0
		for _, d := range pool.DatasetHealth() {
			if strings.HasSuffix(d.Name, "v6") {
				declared++
			}
		}
		if want := map[bool]int{true: 2}[covered]; declared != want {
			t.Errorf("%q: %d lists of IPv6 alone", address, declared)
		}
	}
}

// TestListsThatNameHalfTheInternetAreRefused: one wrong line must not turn everybody into an offender.
func TestListsThatNameHalfTheInternetAreRefused(t *testing.T) {
	s := &Service{ipv6: true}
	feed := s.feedReader(cloudranges.Feed{Read: func(src io.Reader, each func(cloudranges.Row)) error {
		return firehol.Read(src, func(p netip.Prefix) { each(cloudranges.Row{Prefix: p}) })
	}})
	for text, taken := range map[string]bool{"45.0.0.0/8": true, "44.0.0.0/7": false, "0.0.0.0/0": false, "2a00::/16": true, "2a00::/15": false, "::/0": false} {
		drop, err := s.readDrop(strings.NewReader(`{"cidr":"` + text + `","sblid":"SBL1"}`))
		if (err == nil) != taken || taken && drop.Len() != 1 {
			t.Errorf("DROP with %s: %v", text, err)
		}
		if _, err := feed(strings.NewReader("45.66.0.0/16\n" + text)); (err == nil) != taken {
			t.Errorf("ranges with %s: %v", text, err)
		}
		attackers, err := s.readFirehol(strings.NewReader("45.66.0.0/16\n" + text)) // reserved space belongs on it
		if want := 1 + map[bool]int{true: 1}[taken]; err != nil || attackers.Len() != want {
			t.Errorf("FireHOL with %s: %d, %v", text, attackers.Len(), err)
		}
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
