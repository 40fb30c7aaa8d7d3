package fetch

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch/internal/testdoor"
)

// answers is a resolver that returns the next answer for each lookup of a name, and repeats the last.
type answers struct {
	mu    sync.Mutex
	names map[string][]string // each a list of addresses
	asked []string
}

func (a *answers) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked = append(a.asked, host)
	list := a.names[host]
	if len(list) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	if len(list) > 1 {
		a.names[host] = list[1:]
	}
	var addrs []netip.Addr
	for s := range strings.FieldsSeq(list[0]) {
		addrs = append(addrs, netip.MustParseAddr(s))
	}
	return addrs, nil
}

// dialled records connections' targets and routes them to a server.
type dialled struct {
	mu     sync.Mutex
	to     []string
	server string
}

func (d *dialled) dial(ctx context.Context, _ string, to netip.AddrPort) (net.Conn, error) {
	d.mu.Lock()
	d.to = append(d.to, to.String())
	d.mu.Unlock()
	return (&net.Dialer{}).DialContext(ctx, "tcp", d.server)
}

// routed is a client with the given name resolution whose connections all go to one handler.
func routed(t *testing.T, names map[string][]string, handler http.HandlerFunc) (*Client, *dialled, *answers) {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	d := &dialled{server: s.Listener.Addr().String()}
	a := &answers{names: names}
	return New(Options{Resolver: a}, TestDoor(testdoor.New(false, d.dial, nil))), d, a
}

func hello(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hello") }

func wantRule(t *testing.T, err error, rule Rule) *BadURL {
	t.Helper()
	var b *BadURL
	if !errors.As(err, &b) || b.Rule != rule {
		t.Fatalf("error %v, want a refusal by %s", err, rule)
	}
	return b
}

func wantKind(t *testing.T, err error, kind Kind) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Kind != kind {
		t.Fatalf("error %v, want kind %s", err, kind)
	}
	return e
}

func TestConnectionGoesToTheAddressThatWasChecked(t *testing.T) {
	c, d, _ := routed(t, map[string][]string{"a.example.com": {"93.184.215.14 2606:4700::1"}}, hello)
	page, err := c.Get(t.Context(), Request{URL: "http://a.example.com/", IgnoreRobots: true})
	if err != nil || string(page.Body) != "hello" {
		t.Fatalf("%v %v", page, err)
	}
	if !slices.Equal(d.to, []string{"93.184.215.14:80"}) {
		t.Errorf("dialled %v", d.to)
	}
}

func TestOneAddressThatIsNotPublicSpoilsTheAnswer(t *testing.T) {
	for _, mix := range []string{"93.184.215.14 127.0.0.1", "10.0.0.1 93.184.215.14", "93.184.215.14 ::ffff:10.0.0.1", "2606:4700::1 fd00::1", "::1", "169.254.169.254", "64:ff9b::7f00:1"} {
		c, d, _ := routed(t, map[string][]string{"a.example.com": {mix}}, hello)
		_, err := c.Get(t.Context(), Request{URL: "http://a.example.com/"})
		b := wantRule(t, err, RulePrivateAddress)
		if b.Redirect || b.Host != "a.example.com" {
			t.Errorf("%+v", b)
		}
		if len(d.to) != 0 {
			t.Errorf("%s: dialled %v", mix, d.to)
		}
	}
}

func TestMappedAddressOfPublicHostPasses(t *testing.T) {
	c, d, _ := routed(t, map[string][]string{"a.example.com": {"::ffff:93.184.215.14"}}, hello)
	if _, err := c.Get(t.Context(), Request{URL: "http://a.example.com/", IgnoreRobots: true}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.to, []string{"93.184.215.14:80"}) {
		t.Errorf("dialled %v", d.to)
	}
}

// A name that is public when robots.txt is read and private a moment later.
func TestNameThatChangesItsAnswerIsCheckedAgain(t *testing.T) {
	c, d, a := routed(t, map[string][]string{"a.example.com": {"93.184.215.14", "127.0.0.1"}}, hello)
	_, err := c.Get(t.Context(), Request{URL: "http://a.example.com/"})
	wantRule(t, err, RulePrivateAddress)
	if !slices.Equal(d.to, []string{"93.184.215.14:80"}) || len(a.asked) != 2 {
		t.Errorf("dialled %v after %d look-ups: only robots.txt may have been asked for", d.to, len(a.asked))
	}
}

// One connection makes one lookup, so there is no second answer that could differ.
func TestConnectionResolvesOnce(t *testing.T) {
	c, d, a := routed(t, map[string][]string{"a.example.com": {"93.184.215.14", "10.0.0.1"}}, hello)
	if _, err := c.Get(t.Context(), Request{URL: "http://a.example.com/", IgnoreRobots: true}); err != nil {
		t.Fatal(err)
	}
	if len(a.asked) != 1 || len(d.to) != 1 {
		t.Errorf("%d look-ups, dialled %v", len(a.asked), d.to)
	}
}

// The socket's own check holds even without any earlier check.
func TestSocketRefusesPrivateAddressByItself(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(hello))
	defer s.Close()
	to := netip.MustParseAddrPort(s.Listener.Addr().String())
	g := New(Options{}).Guard()
	_, err := g.dial(t.Context(), "tcp", "a.example.com", to.Port(), []netip.Addr{to.Addr()})
	wantRule(t, err, RulePrivateAddress)
}

func TestOwnAddressIsRefused(t *testing.T) {
	a := &answers{names: map[string][]string{"alias.example.com": {"93.184.215.20"}}}
	c := New(Options{Resolver: a, OwnAddrs: []netip.Addr{netip.MustParseAddr("93.184.215.20")}})
	_, err := c.Get(t.Context(), Request{URL: "https://alias.example.com/"})
	wantRule(t, err, RuleOwnHost)
	_, err = c.Get(t.Context(), Request{URL: "https://93.184.215.20/"})
	wantRule(t, err, RuleOwnHost)
}

func TestDialContextGuardsHostAndPort(t *testing.T) {
	g := New(Options{Resolver: &answers{names: map[string][]string{"a.example.com": {"10.1.2.3"}}}}).Guard()
	for address, rule := range map[string]Rule{
		"a.example.com:443": RulePrivateAddress, "a.example.com:22": RulePort, "127.0.0.1:80": RulePrivateAddress, "[::1]:443": RulePrivateAddress,
		"localhost:80": RuleReservedName, "0x7f.1:80": RuleIPSpelling, "a.example.com": RuleHost, "a.example.com:http": RulePort, ":80": RuleHost,
	} {
		_, err := g.DialContext(t.Context(), "tcp", address)
		wantRule(t, err, rule)
	}
	for _, network := range []string{"udp", "unix"} {
		if _, err := g.DialContext(t.Context(), network, "a.example.com:443"); err == nil {
			t.Errorf("%s is allowed", network)
		}
	}
}

func TestRoundTripperRefusesWhatTheGuardRefuses(t *testing.T) {
	c, d, _ := routed(t, map[string][]string{"a.example.com": {"93.184.215.14"}}, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host) })
	rt := c.Guard().RoundTripper()
	for url, rule := range map[string]Rule{"http://127.0.0.1/": RulePrivateAddress, "http://u:p@a.example.com/": RuleUserinfo, "http://a.example.com:81/": RulePort} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader("body"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = rt.RoundTrip(req)
		wantRule(t, err, rule)
	}
	if len(d.to) != 0 {
		t.Fatalf("dialled %v", d.to)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://A.example.com:80/", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "victim.internal"
	resp, err := rt.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if host, _ := io.ReadAll(resp.Body); string(host) != "a.example.com" {
		t.Errorf("the server was asked for host %q", host)
	}
}

// The standard library reads the proxy environment once per process, so a test cannot set it; but it can check that
// the transport has no proxy function.
func TestProxyOfTheEnvironmentIsIgnored(t *testing.T) {
	rt, ok := New(Options{}).Guard().RoundTripper().(*guardedTransport)
	if !ok || rt.next.Proxy != nil || !rt.next.DisableKeepAlives {
		t.Error("the transport may use a proxy, or a connection made for another check")
	}
}

func TestNextAddressIsTriedWhenOneRefuses(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(hello))
	defer s.Close()
	var tried []string
	dial := func(ctx context.Context, _ string, to netip.AddrPort) (net.Conn, error) {
		tried = append(tried, to.Addr().String())
		if len(tried) < 3 {
			return nil, errors.New("refused")
		}
		return (&net.Dialer{}).DialContext(ctx, "tcp", s.Listener.Addr().String())
	}
	many := "93.184.215.1 93.184.215.2 93.184.215.3 93.184.215.4 93.184.215.5 93.184.215.6"
	c := New(Options{Resolver: &answers{names: map[string][]string{"a.example.com": {many}}}}, TestDoor(testdoor.New(false, dial, nil)))
	if _, err := c.Get(t.Context(), Request{URL: "http://a.example.com/", IgnoreRobots: true}); err != nil {
		t.Fatal(err)
	}
	if len(tried) != 3 {
		t.Errorf("tried %v", tried)
	}

	tried = make([]string, 0, 9)
	dial = func(_ context.Context, _ string, to netip.AddrPort) (net.Conn, error) {
		tried = append(tried, to.Addr().String())
		return nil, errors.New("refused")
	}
	c = New(Options{Resolver: &answers{names: map[string][]string{"a.example.com": {many}}}}, TestDoor(testdoor.New(false, dial, nil)))
	_, err := c.Get(t.Context(), Request{URL: "http://a.example.com/", IgnoreRobots: true})
	wantKind(t, err, KindConnect)
	if len(tried) != maxAddrs {
		t.Errorf("tried %v", tried)
	}
}
