package render

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

func testProxy(t *testing.T, handler http.HandlerFunc) *proxy {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	p, err := newProxy(fetch.New(fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"www.example.com": s})).Guard(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.close)
	return p
}

// through sends requests to the proxy, with the traffic's password.
func through(t *testing.T, p *proxy, tr *traffic) *http.Client {
	t.Helper()
	u, err := url.Parse(p.address())
	if err != nil {
		t.Fatal(err)
	}
	if tr != nil {
		u.User = url.UserPassword(proxyUser, tr.password)
	}
	return &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(u), DisableKeepAlives: true, DisableCompression: true}}
}

// TestProxyServesOnlyItsRenderings: no other process of the machine, and no one after the rendering.
func TestProxyServesOnlyItsRenderings(t *testing.T) {
	var sent http.Header
	p := testProxy(t, func(w http.ResponseWriter, r *http.Request) {
		sent = r.Header
		io.WriteString(w, "page")
	})
	tr := p.admit(t.Context(), 1000, false)
	status := func(c *http.Client) int {
		resp, err := c.Get("http://www.example.com/")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	if got := status(through(t, p, nil)); got != http.StatusProxyAuthRequired || sent != nil {
		t.Errorf("without a password: %d", got)
	}
	if got := status(through(t, p, &traffic{password: "guess"})); got != http.StatusProxyAuthRequired || sent != nil {
		t.Errorf("with another password: %d", got)
	}
	if got := status(through(t, p, tr)); got != 200 {
		t.Errorf("with the password: %d", got)
	}
	for name := range sent {
		if strings.HasPrefix(name, "Proxy-") {
			t.Errorf("the host was sent %s", name)
		}
	}
	p.end(tr)
	if got := status(through(t, p, tr)); got != http.StatusProxyAuthRequired {
		t.Errorf("after the end: %d", got)
	}
}

func TestProxyRefusesWhatTheGuardRefuses(t *testing.T) {
	p := testProxy(t, func(http.ResponseWriter, *http.Request) { t.Error("reached") })
	for _, x := range []struct {
		hostport string
		rule     fetch.Rule
	}{
		{"127.0.0.1:80", fetch.RulePrivateAddress}, {"127.0.0.1:443", fetch.RulePrivateAddress}, {"[::1]:443", fetch.RulePrivateAddress},
		{"169.254.169.254:80", fetch.RulePrivateAddress}, {"localhost:443", fetch.RuleReservedName}, {"2130706433:80", fetch.RuleIPSpelling},
		{"www.example.com:22", fetch.RulePort}, {"metadata.google.internal:80", fetch.RuleReservedName},
	} {
		for _, scheme := range []string{"http", "https"} { // https is a CONNECT
			tr := p.admit(t.Context(), 1000, false)
			if resp, err := through(t, p, tr).Get(scheme + "://" + x.hostport + "/"); err == nil {
				t.Errorf("%s %s: answered %d", scheme, x.hostport, resp.StatusCode)
				resp.Body.Close()
			}
			host := hostname(x.hostport)
			var bad *fetch.BadURL
			if err := tr.failure(host); !errors.As(err, &bad) || bad.Rule != x.rule {
				t.Errorf("%s %s: %v", scheme, x.hostport, err)
			}
			p.end(tr)
		}
	}
}

// TestProxyStopsAtTheBytesThatAreLeft: for plain requests and tunnels, over all connections of a rendering.
func TestProxyStopsAtTheBytesThatAreLeft(t *testing.T) {
	p := testProxy(t, func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, strings.Repeat("x", 1000)); err != nil {
				return
			}
		}
	})
	tr := p.admit(t.Context(), 100_000, false)
	resp, err := through(t, p, tr).Get("http://www.example.com/")
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	if err == nil || n > 200_000 {
		t.Errorf("plain: %d bytes, %v", n, err)
	}
	select {
	case <-tr.over:
	default:
		t.Error("the end of the bytes is not said")
	}
	if _, err := through(t, p, tr).Get("http://www.example.com/"); err == nil {
		t.Error("another request was answered")
	}

	tr = p.admit(t.Context(), 100_000, false)
	c, err := net.Dial("tcp", p.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(2 * time.Minute))
	fmt.Fprintf(c, "CONNECT www.example.com:80 HTTP/1.1\r\nHost: www.example.com:80\r\nProxy-Authorization: %s\r\n\r\nGET / HTTP/1.1\r\nHost: www.example.com\r\n\r\n", tr.authorization())
	n, err = io.Copy(io.Discard, bufio.NewReader(c))
	if err != nil && !strings.Contains(err.Error(), "reset") || n < 90_000 || n > 200_000 {
		t.Errorf("tunnel: %d bytes, %v", n, err)
	}
}

// TestEndedTrafficClosesItsTunnels: a rendering that is over leaves no connection.
func TestEndedTrafficClosesItsTunnels(t *testing.T) {
	p := testProxy(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	tr := p.admit(context.Background(), 1000, false)
	c, err := net.Dial("tcp", p.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(2 * time.Minute))
	fmt.Fprintf(c, "CONNECT www.example.com:80 HTTP/1.1\r\nHost: www.example.com:80\r\nProxy-Authorization: %s\r\n\r\n", tr.authorization())
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil || !strings.Contains(line, "200") {
		t.Fatalf("%q %v", line, err)
	}
	p.end(tr)
	if _, err := io.Copy(io.Discard, c); errors.Is(err, context.DeadlineExceeded) {
		t.Error("still open")
	}
}

// TestLongMessagesOfTheBrowserAreNotCollected: they are dropped, and those before and after them are read.
func TestLongMessagesOfTheBrowserAreNotCollected(t *testing.T) {
	event := func(n int) string { return `{"method":"` + strings.Repeat("x", n) + "\"}\x00" }
	reply := func(n int) string { return `{"id":1,"x":"` + strings.Repeat("x", n) + "\"}\x00" }
	fits := event(10) + event(maxEvent-20) + reply(maxEvent+20) + reply(10)
	sent := fits + event(maxEvent) + reply(maxMessage) + event(7)
	r := newBoundedReader(io.NopCloser(iotest.HalfReader(strings.NewReader(sent))))
	got, err := io.ReadAll(r)
	if err != nil || string(got) != fits+event(7) {
		t.Errorf("%d bytes of %d, %v", len(got), len(fits)+len(event(7)), err)
	}
	r = newBoundedReader(io.NopCloser(strings.NewReader(strings.Repeat("x", 4*maxEvent))))
	if got, err := io.ReadAll(r); err != nil || len(got) != 0 || cap(r.message) > 2*maxEvent {
		t.Errorf("of a message without end: %d bytes given and %d kept, %v", len(got), cap(r.message), err)
	}
}
