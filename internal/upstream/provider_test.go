package upstream

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/time/rate"
)

func TestSettingsOverrideTheDeclaration(t *testing.T) {
	decl := Provider{
		Name: "uk-sl", BaseURL: "https://a.test/v1/", Hosts: map[string]string{"data": "https://b.test"}, RatePerMinute: 5,
		Keys: []Key{{Env: "UK_KEY", Header: "X", RatePerMinute: 600}, {Env: "OTHER", Query: "o"}},
	}
	tests := []struct {
		name   string
		env    map[string]string
		reason string // of NotConfigured
		broken bool
		base   string
		rate   float64
	}{
		{"nothing set", nil, "", false, "https://a.test/v1/x", 5},
		{"address", map[string]string{"UPSTREAM_UK_SL_URL": "http://127.0.0.1:9/up/"}, "", false, "http://127.0.0.1:9/up/x", 5},
		{"empty counts as not set", map[string]string{"UPSTREAM_UK_SL_URL": "", "UK_KEY": " "}, "", false, "https://a.test/v1/x", 5},
		{"key raises the limit", map[string]string{"UK_KEY": "k"}, "", false, "https://a.test/v1/x", 600},
		{"switched off", map[string]string{"UPSTREAM_UK_SL_URL": "off"}, "UPSTREAM_UK_SL_URL is off", false, "", 0},
		{"no scheme", map[string]string{"UPSTREAM_UK_SL_URL": "a.test/v1"}, "UPSTREAM_UK_SL_URL", true, "", 0},
		{"other scheme", map[string]string{"UPSTREAM_UK_SL_DATA_URL": "ftp://a.test"}, "UPSTREAM_UK_SL_DATA_URL", true, "", 0},
		{"query", map[string]string{"UPSTREAM_UK_SL_URL": "https://a.test/?key=hidden"}, "UPSTREAM_UK_SL_URL", true, "", 0},
		{"line break in a key", map[string]string{"UK_KEY": "a\nb: hidden"}, "UK_KEY", true, "", 0},
	}
	for _, tt := range tests {
		p := NewPool(Options{Lookup: settings(tt.env)})
		c := p.Client(decl)
		err := c.Configured()
		if (p.Err() != nil) != tt.broken || (err != nil) != (tt.reason != "") {
			t.Errorf("%s: pool %v, client %v", tt.name, p.Err(), err)
			continue
		}
		if err != nil {
			if _, callErr := c.Get("/x").Do(t.Context()); !errors.Is(callErr, NotConfigured) || !strings.Contains(err.Error(), tt.reason) || strings.Contains(err.Error(), "hidden") {
				t.Errorf("%s: %v, %v", tt.name, callErr, err)
			}
			if h := c.Health(); h.Configured || h.Status != "not_configured" || !strings.Contains(h.Reason, tt.reason) {
				t.Errorf("%s: health %+v", tt.name, h)
			}
			continue
		}
		if got := c.Get("/x").url(); got != tt.base || c.Provider().RatePerMinute != tt.rate {
			t.Errorf("%s: %s at %v a minute", tt.name, got, c.Provider().RatePerMinute)
		}
	}
}

func TestRequiredKeyAndAddressHaveToBeGiven(t *testing.T) {
	keyed := Provider{Name: "k", BaseURL: "https://a.test", Keys: []Key{{Env: "K_KEY", Required: true, Header: "X"}}}
	own := Provider{Name: "own"}
	p := NewPool(Options{})
	for reason, c := range map[string]*Client{"K_KEY is not set": p.Client(keyed), "UPSTREAM_OWN_URL is not set": p.Client(own)} {
		if _, err := c.Get("/x").Do(t.Context()); !errors.Is(err, NotConfigured) || !strings.Contains(err.Error(), reason) {
			t.Errorf("want %q, got %v", reason, err)
		}
	}
	if p.Err() != nil {
		t.Errorf("a missing key must not keep the service from starting: %v", p.Err())
	}
	p = NewPool(Options{Lookup: settings(map[string]string{"K_KEY": "v", "UPSTREAM_OWN_URL": "http://b.test"})})
	if a, b := p.Client(keyed).Configured(), p.Client(own).Configured(); a != nil || b != nil {
		t.Error(a, b)
	}
}

func TestBrokenDeclarationsAreReportedNotUsed(t *testing.T) {
	for why, decl := range map[string]Provider{
		"name": {Name: "Bad Name", BaseURL: "https://a.test"}, "BaseURL": {Name: "a", BaseURL: "a.test"}, "host": {Name: "a", Hosts: map[string]string{"x": "y"}},
		"key": {Name: "a", Keys: []Key{{}}}, "negative": {Name: "a", Concurrency: -1, RatePerMinute: -1, Burst: -1},
	} {
		p := NewPool(Options{})
		c := p.Client(decl)
		if p.Err() == nil || !strings.Contains(p.Err().Error(), why) {
			t.Errorf("%s: %v", why, p.Err())
		}
		if _, err := c.Get("/x").Do(t.Context()); !errors.Is(err, NotConfigured) {
			t.Errorf("%s: %v", why, err)
		}
	}
}

func TestFamiliesShareTheClientOfAProvider(t *testing.T) {
	p := NewPool(Options{})
	decl := Provider{Name: "a", BaseURL: "https://a.test"}
	if first, second := p.Client(decl), p.Client(decl); first != second || p.Err() != nil {
		t.Errorf("two clients, or %v", p.Err())
	}
	decl.TTL = time.Hour
	p.Client(decl)
	if p.Err() == nil {
		t.Error("two declarations of one name went unnoticed")
	}
	p.Client(Provider{Name: "0", BaseURL: "https://a.test"})
	if h := p.Health(); len(h) != 2 || h[0].Name != "0" || h[0].Status != "unused" || !h[0].Configured {
		t.Errorf("health %+v", h)
	}
}

func TestVariablesListEverySetting(t *testing.T) {
	got := Provider{Name: "sec", BaseURL: "https://www.sec.gov", Hosts: map[string]string{"data": "https://data.sec.gov"},
		Keys: []Key{{Env: "SEC_KEY", Required: true, Gives: "more"}}}.Variables()
	want := []Variable{
		{Name: "UPSTREAM_SEC_URL", Default: "https://www.sec.gov", Doc: `address of sec; "off" switches it off`},
		{Name: "UPSTREAM_SEC_DATA_URL", Default: "https://data.sec.gov", Doc: "address of sec (data)"},
		{Name: "SEC_KEY", Doc: "key of sec: more", Secret: true, Required: true},
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}

func TestProxySettingsAreHonoured(t *testing.T) {
	tr := NewTransport(settings(map[string]string{"HTTPS_PROXY": "http://127.0.0.1:8399", "NO_PROXY": "skip.test"}))
	for target, want := range map[string]string{"https://a.test/x": "http://127.0.0.1:8399", "https://skip.test/x": "", "http://a.test": ""} {
		u, err := url.Parse(target)
		if err != nil {
			t.Fatal(err)
		}
		proxy, err := tr.Proxy(&http.Request{URL: u})
		if got := ""; err != nil || (proxy != nil && proxy.String() != want) || (proxy == nil && want != got) {
			t.Errorf("%s goes through %v, want %q", target, proxy, want)
		}
	}
}

func TestCallsAreCountedByOutcome(t *testing.T) {
	got := map[string]float64{}
	var mu sync.Mutex
	meter := func(m *Metric, value float64, labels ...string) {
		mu.Lock()
		defer mu.Unlock()
		got[strings.Join(append([]string{m.Name}, labels...), " ")] += value
	}
	pool := NewPool(Options{Meter: meter, Rand: never, Transport: hosts(t, map[string]string{
		"a.test": serve(t, script(status(500), text("ok"), status(404), status(400))),
	})})
	c := pool.Client(Provider{Name: "alpha", BaseURL: "http://a.test", TTL: time.Hour})
	for _, path := range []string{"/1", "/1", "/2", "/3"} {
		_, _ = c.Get(path).NoRecord(404, BareStatus).Do(t.Context())
	}
	for name, n := range map[string]float64{
		"farebox_upstream_calls_total alpha ok": 1, "farebox_upstream_calls_total alpha cached": 1, "farebox_upstream_calls_total alpha not_found": 1,
		"farebox_upstream_calls_total alpha invalid": 1, "farebox_upstream_requests_total alpha ok": 1, "farebox_upstream_requests_total alpha unavailable": 1,
		"farebox_upstream_requests_total alpha not_found": 1, "farebox_upstream_requests_total alpha invalid": 1,
	} {
		if got[name] != n {
			t.Errorf("%s is %v, want %v; all: %v", name, got[name], n, got)
		}
	}
}

func TestAMinuteGetsNoMoreThanItsLimit(t *testing.T) {
	for _, c := range []struct {
		perMinute   float64
		burst       int
		share       float64
		most, least int // in the first minute
	}{
		{60, 20, 1, 60, 59},
		{60, 1, 1, 60, 59},
		{60, 0, 1, 60, 59},
		{600, 0, 1, 600, 598},
		{60, 20, 0.5, 30, 29},
		{1.2, 0, 1, 2, 1},
		{60, 5, 0.02, 2, 1},
		{1, 60, 1, 60, 60}, // of an hour
		{0.5, 9, 1, 9, 9},
	} {
		limit, burst := Provider{RatePerMinute: c.perMinute, Burst: c.burst}.pace(c.share)
		bucket := rate.NewLimiter(limit, burst)
		begin := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
		sent := 0
		for at := time.Duration(0); at < time.Minute; at += 10 * time.Millisecond {
			for bucket.AllowN(begin.Add(at), 1) {
				sent++
			}
		}
		if sent > c.most || sent < c.least {
			t.Errorf("%+v: %d", c, sent)
		}
	}
}
