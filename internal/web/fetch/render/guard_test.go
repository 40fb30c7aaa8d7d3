package render_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
	"github.com/farebox/farebox/internal/web/fetch/render"
)

// trap listens on loopback, TCP and UDP on one port, and counts visitors.
type trap struct {
	port string
	came atomic.Int64
}

func newTrap(t *testing.T) *trap {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	u, err := net.ListenPacket("udp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	tr := &trap{}
	_, tr.port, _ = net.SplitHostPort(l.Addr().String())
	t.Cleanup(func() { l.Close(); u.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			tr.came.Add(1)
			go func() { // an answer before the request is ignored
				defer c.Close()
				_ = c.SetDeadline(time.Now().Add(2 * time.Minute))
				if _, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
					io.WriteString(c, "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Type: text/html\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret")
				}
			}()
		}
	}()
	go func() {
		buf := make([]byte, 2048)
		for {
			if _, _, err := u.ReadFrom(buf); err != nil {
				return
			}
			tr.came.Add(1)
		}
	}()
	return tr
}

// attack tries every way for a page to reach a host and writes down each outcome.
const attack = `<!doctype html><pre id=out></pre><script>
const hosts = %s, left = new Set();
function note(what, how) { out.textContent += what + ' ' + how + '\n'; }
for (const h of hosts) {
	const u = 'http://' + h + '/';
	fetch(u).then(r => r.text()).then(t => note('fetch ' + h, t), () => note('fetch ' + h, 'refused'));
	fetch(u, {mode: 'no-cors', method: 'POST', body: 'x'}).then(() => note('post ' + h, 'reached'), () => note('post ' + h, 'refused'));
	const x = new XMLHttpRequest(); x.onloadend = () => note('xhr ' + h, x.status ? 'reached' : 'refused'); x.open('GET', u); x.send();
	const w = new WebSocket('ws://' + h + '/'); w.onopen = () => note('socket ' + h, 'reached'); w.onerror = () => note('socket ' + h, 'refused');
	for (const [tag, name] of [['img', 'src'], ['iframe', 'src'], ['script', 'src'], ['embed', 'src'], ['object', 'data'], ['video', 'src']]) {
		const e = document.createElement(tag); e[name] = u; document.body.append(e);
	}
	for (const rel of ['stylesheet', 'preload', 'prefetch', 'prerender', 'preconnect', 'dns-prefetch', 'icon', 'manifest', 'modulepreload']) {
		const e = document.createElement('link'); e.rel = rel; e.as = 'fetch'; e.href = u; document.head.append(e);
	}
	const f = document.createElement('form'); f.action = u; f.method = 'post'; f.target = 'frame' + h; document.body.append(f);
	const frame = document.createElement('iframe'); frame.name = f.target; document.body.append(frame); f.submit();
	navigator.sendBeacon(u, 'x');
	window.open(u);
	try { new EventSource(u); } catch (e) {}
	try { new WebTransport('https://' + h + '/').closed.catch(() => {}); } catch (e) {}
	try {
		const p = new RTCPeerConnection({iceServers: [{urls: 'stun:' + h}, {urls: 'turn:' + h, username: 'u', credential: 'c'}, {urls: 'turn:' + h + '?transport=tcp', username: 'u', credential: 'c'}]});
		p.createDataChannel('x'); p.createOffer().then(o => p.setLocalDescription(o));
	} catch (e) {}
	new Worker(URL.createObjectURL(new Blob(['fetch(' + JSON.stringify(u) + ').then(() => postMessage("reached"), () => postMessage("refused"))'])))
		.onmessage = e => note('worker ' + h, e.data);
}
navigator.serviceWorker && navigator.serviceWorker.register('/sw.js').catch(() => {});
for (const u of ['file:///etc/passwd', 'chrome://version', 'view-source:file:///etc/passwd', 'ftp://127.0.0.1/', 'devtools://devtools/bundled/inspector.html']) {
	fetch(u).then(r => r.text()).then(t => note('scheme ' + u, t), () => note('scheme ' + u, 'refused'));
	const e = document.createElement('iframe'); e.src = u; document.body.append(e);
	try { location = u; } catch (e) {}
}
</script>`

// resolveTo gives every name one address.
type resolveTo netip.Addr

func (r resolveTo) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.Addr(r)}, nil
}

// untilItHas renders a page that never settles, again and again until it has all parts when its time is up: a busy
// machine needs several times as long.
func untilItHas(t *testing.T, r *render.Renderer, url string, parts ...string) (p *render.Page) {
	t.Helper()
	for times := 1; ; times *= 3 {
		var err error
		r.Longer(times, func() { p, err = r.Render(t.Context(), url) })
		if err != nil && (render.Reason(err) != render.KindTimeout || times >= maxTimes) {
			t.Fatal(err)
		}
		lacks := func(part string) bool { return !strings.Contains(string(p.Body), part) }
		if err == nil && (times >= maxTimes || !slices.ContainsFunc(parts, lacks)) {
			wantBody(t, p, parts...)
			return p
		}
		t.Logf("again with %d times the time", 3*times)
	}
}

// TestNothingOnThisMachineIsReachedFromAPage: by any way, name or spelling. The ways do work, as the same page
// shows with loopback allowed.
func TestNothingOnThisMachineIsReachedFromAPage(t *testing.T) {
	list := func(hosts ...string) string { return `["` + strings.Join(hosts, `","`) + `"]` }
	for _, x := range []struct {
		why   string
		allow bool
	}{{"guarded", false}, {"loopback allowed", true}} {
		t.Run(x.why, func(t *testing.T) {
			tr := newTrap(t)
			hosts := list("127.0.0.1:"+tr.port, "localhost:"+tr.port, "[::1]:"+tr.port, "0.0.0.0:"+tr.port, "2130706433:"+tr.port,
				"127.1:"+tr.port, "[::ffff:127.0.0.1]:"+tr.port, "169.254.169.254", "metadata.google.internal", "gone.example.com:"+tr.port)
			page := func(w http.ResponseWriter, q *http.Request) {
				switch {
				case q.URL.Path == "/":
					w.Header().Set("Content-Type", "text/html")
					fmt.Fprintf(w, attack, hosts)
				case q.URL.Path == "/sw.js":
					w.Header().Set("Content-Type", "text/javascript")
					fmt.Fprintf(w, "fetch('http://127.0.0.1:%s/')", tr.port)
				default:
					http.NotFound(w, q)
				}
			}
			if x.allow {
				s := httptest.NewServer(http.HandlerFunc(page))
				t.Cleanup(s.Close)
				r := serve(t, render.Options{Timeout: 8 * time.Second}, page, fetchtest.AllowLoopback(t))
				untilItHas(t, r, s.URL, "fetch 127.0.0.1:"+tr.port+" secret",
					"xhr 127.0.0.1:"+tr.port+" reached", "worker 127.0.0.1:"+tr.port+" reached")
				if tr.came.Load() < 10 {
					t.Errorf("only %d came", tr.came.Load())
				}
				return
			}
			r := serve(t, render.Options{Timeout: 8 * time.Second}, page)
			p := untilItHas(t, r, site+"/", "fetch 127.0.0.1:"+tr.port+" refused",
				"post 127.0.0.1:"+tr.port+" refused", "xhr 127.0.0.1:"+tr.port+" refused",
				"socket 127.0.0.1:"+tr.port+" refused", "worker 127.0.0.1:"+tr.port+" refused", "fetch 169.254.169.254 refused",
				"fetch localhost:"+tr.port+" refused", "fetch [::1]:"+tr.port+" refused", "scheme file:///etc/passwd refused")
			for _, bad := range []string{"reached", "secret", "root:"} {
				if strings.Contains(strings.SplitN(string(p.Body), "</pre>", 2)[0], bad) {
					t.Errorf("%s: %.3000s", bad, p.Body)
				}
			}
			if n := tr.came.Load(); n != 0 {
				t.Errorf("%d came to a place that is not public", n)
			}
		})
	}
}

// TestNamesWithPrivateAddressesAreNotReached: the address counts, not the name, for the page and what it loads.
func TestNamesWithPrivateAddressesAreNotReached(t *testing.T) {
	private := func(addr string) fetch.Option {
		return func(o *fetch.Options) { o.Resolver = resolveTo(netip.MustParseAddr(addr)) }
	}
	for _, addr := range []string{"127.0.0.1", "::1", "10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "fd00:ec2::254"} {
		r := render.New(render.Options{Fetch: fetch.New(fetch.Options{}, private(addr))})
		_, err := r.Render(t.Context(), "http://public.example.com/")
		if ok, _ := r.Available(); ok {
			wantBadURL(t, err, fetch.RulePrivateAddress)
		}
		if len(r.Pids()) != 0 {
			t.Errorf("%s: a browser was started for it", addr)
		}
		r.Close()
	}
	// A name that becomes private after the first fetch: robots.txt is in memory, the page itself is refused.
	names := &turning{first: netip.MustParseAddr("93.184.215.14")}
	r := serve(t, render.Options{}, html(map[string]string{"/": `<p>public</p>`}), func(o *fetch.Options) { o.Resolver = names })
	wantBody(t, render1(t, r, "/"), "public")
	names.private.Store(true)
	_, err := r.Render(t.Context(), site+"/")
	wantBadURL(t, err, fetch.RulePrivateAddress)
}

type turning struct {
	first   netip.Addr
	private atomic.Bool
}

func (r *turning) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	if r.private.Load() {
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	}
	return []netip.Addr{r.first}, nil
}

// TestPagesThatLeadToPrivatePlacesAreRefused: by a redirect or a script, with the broken rule.
func TestPagesThatLeadToPrivatePlacesAreRefused(t *testing.T) {
	tr := newTrap(t)
	r := serve(t, render.Options{}, func(w http.ResponseWriter, q *http.Request) {
		to := q.URL.Query().Get("to")
		switch q.URL.Path {
		case "/redirect":
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		case "/script":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, "<p>x<script>location = %q</script>", to)
		default:
			http.NotFound(w, q)
		}
	})
	for _, x := range []struct {
		to   string
		rule fetch.Rule
	}{
		{"http://127.0.0.1/", fetch.RulePrivateAddress},
		{"http://127.0.0.1:" + tr.port + "/", fetch.RulePrivateAddress},
		{"http://2130706433:" + tr.port + "/", fetch.RulePrivateAddress}, // which a browser takes for 127.0.0.1
		{"http://[::1]/", fetch.RulePrivateAddress},
		{"http://169.254.169.254/latest/meta-data/", fetch.RulePrivateAddress},
		{"http://localhost/", fetch.RuleReservedName},
		{"http://www.example.com:6379/", fetch.RulePort},
	} {
		for _, by := range []string{"/redirect", "/script"} {
			_, err := r.Render(t.Context(), site+by+"?to="+x.to)
			if b := wantBadURL(t, err, x.rule); !b.Redirect {
				t.Errorf("%s %s: not marked as a redirect's fault", by, x.to)
			}
		}
	}
	if tr.came.Load() != 0 {
		t.Errorf("%d came", tr.came.Load())
	}
}
