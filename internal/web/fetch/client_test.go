package fetch_test

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/farebox/farebox/internal/web/charset"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

const site = "http://www.example.com"

// client reaches handler as www.example.com and other.example.com.
func client(t *testing.T, handler http.HandlerFunc) *fetch.Client {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return fetch.New(fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"www.example.com": s, "other.example.com": s}))
}

// get fetches without robots.txt, so that a handler sees only requests for pages.
func get(t *testing.T, c *fetch.Client, req fetch.Request) (*fetch.Page, error) {
	t.Helper()
	req.IgnoreRobots = true
	if !strings.HasPrefix(req.URL, "http") {
		req.URL = site + req.URL
	}
	return c.Get(t.Context(), req)
}

func wantKind(t *testing.T, err error, kind fetch.Kind) *fetch.Error {
	t.Helper()
	var e *fetch.Error
	if !errors.As(err, &e) || e.Kind != kind {
		t.Fatalf("error %v, want kind %s", err, kind)
	}
	return e
}

func wantRule(t *testing.T, err error, rule fetch.Rule) *fetch.BadURL {
	t.Helper()
	var b *fetch.BadURL
	if !errors.As(err, &b) || b.Rule != rule {
		t.Fatalf("error %v, want a refusal by %s", err, rule)
	}
	return b
}

func TestJSONIsPostedOnceAndNeverFollowedOrCached(t *testing.T) {
	var asked []string
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, fmt.Sprint(r.Method, " ", r.URL.Path, " ", r.Header.Get("Content-Type"), " ", string(body)))
		w.Header().Set("Cache-Control", "max-age=600")
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/to", http.StatusTemporaryRedirect)
		}
	})
	for range 2 {
		if _, err := get(t, c, fetch.Request{URL: "/x", JSON: []byte(`{"a":1}`)}); err != nil {
			t.Fatal(err)
		}
	}
	if page, err := get(t, c, fetch.Request{URL: "/moved", JSON: []byte("{}"), Statuses: fetch.AnyStatus}); err != nil || page.Status != http.StatusTemporaryRedirect {
		t.Fatalf("%+v, %v", page, err)
	}
	_, err := get(t, c, fetch.Request{URL: "/moved", JSON: []byte("{}")})
	if e := wantKind(t, err, fetch.KindStatus); e.Status != http.StatusTemporaryRedirect {
		t.Errorf("status %d", e.Status)
	}
	post := `POST /x application/json {"a":1}`
	moved := `POST /moved application/json {}`
	if got, want := strings.Join(asked, "|"), strings.Join([]string{post, post, moved, moved}, "|"); got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
}

func TestPageCarriesWhatWasFetched(t *testing.T) {
	var sent http.Header
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		sent = r.Header
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		w.Header().Set("Content-Type", "Text/HTML; charset=ISO-8859-1")
		w.Write([]byte("<p>caf\xe9"))
	})
	page, err := get(t, c, fetch.Request{URL: "/x?q=1#frag", KeepRaw: true})
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte("<p>caf\xe9"))
	if page.RequestedURL != site+"/x?q=1" || page.FinalURL != page.RequestedURL || page.Status != 200 || page.ContentType != "text/html" ||
		string(page.Body) != "<p>café" || string(page.Raw) != "<p>caf\xe9" || page.SHA256 != hex.EncodeToString(sum[:]) || !page.Text ||
		page.Charset != "windows-1252" || page.CharsetFrom != charset.HTTP || page.FetchedAt.IsZero() || !page.RemoteAddr.IsValid() || page.FromCache {
		t.Errorf("%+v", page)
	}
	if got := sent.Get("User-Agent"); got != "FareboxBot/1.0" {
		t.Errorf("User-Agent %q", got)
	}
	if _, err := get(t, c, fetch.Request{URL: "/y"}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Cookie", "Authorization", "Referer"} {
		if v := sent.Get(name); v != "" {
			t.Errorf("%s was sent: %q", name, v)
		}
	}
}

func TestRedirectsAreFollowedAndRecorded(t *testing.T) {
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/a":
			http.Redirect(w, r, "b?x=1#f", http.StatusMovedPermanently)
		case "/b":
			w.Header().Set("Location", "//other.example.com/ü c")
			w.WriteHeader(http.StatusFound)
		default:
			fmt.Fprint(w, r.Host, r.URL.Path)
		}
	})
	page, err := get(t, c, fetch.Request{URL: "/a"})
	if err != nil {
		t.Fatal(err)
	}
	want := []fetch.Redirect{
		{From: site + "/a", To: site + "/b?x=1", Status: 301},
		{From: site + "/b?x=1", To: "http://other.example.com/%C3%BC%20c", Status: 302},
	}
	if string(page.Body) != "other.example.com/ü c" || fmt.Sprint(page.Redirects) != fmt.Sprint(want) || page.FinalURL != want[1].To {
		t.Errorf("%s %+v %s", page.Body, page.Redirects, page.FinalURL)
	}
}

func TestRedirectsToForbiddenPlacesAreRefused(t *testing.T) {
	var location string
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			t.Errorf("%s was asked for", r.URL)
		}
		w.Header().Set("Location", location)
		w.WriteHeader(http.StatusFound)
	})
	for _, x := range []struct {
		location string
		rule     fetch.Rule
	}{
		{"http://127.0.0.1/admin", fetch.RulePrivateAddress},
		{"http://169.254.169.254/latest/meta-data/", fetch.RulePrivateAddress},
		{"http://[::1]/", fetch.RulePrivateAddress},
		{"http://2130706433/", fetch.RuleIPSpelling},
		{"http://localhost/", fetch.RuleReservedName},
		{"//localhost/", fetch.RuleReservedName},
		{"http://www.example.com:6379/", fetch.RulePort},
		{"file:///etc/passwd", fetch.RuleScheme},
		{"gopher://www.example.com/", fetch.RuleScheme},
		{"http://user:pass@www.example.com/x", fetch.RuleUserinfo},
		{`\\127.0.0.1\x`, fetch.RuleCharacters},
		{"/" + strings.Repeat("a", 3000), fetch.RuleTooLong},
	} {
		location = x.location
		_, err := get(t, c, fetch.Request{URL: "/", NoCache: true})
		if b := wantRule(t, err, x.rule); !b.Redirect {
			t.Errorf("%s: not marked as a redirect's fault", x.location)
		}
	}
}

func TestRedirectLoopsAndLongChainsEnd(t *testing.T) {
	var asked atomic.Int32
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		switch {
		case r.URL.Path == "/self":
			http.Redirect(w, r, "/self", http.StatusFound)
		case r.URL.Path == "/ping":
			http.Redirect(w, r, "/pong", http.StatusFound)
		case r.URL.Path == "/pong":
			http.Redirect(w, r, "/ping", http.StatusFound)
		case strings.HasPrefix(r.URL.Path, "/n") && r.URL.Path != "/n5":
			http.Redirect(w, r, fmt.Sprintf("/n%d", r.URL.Path[2]-'0'+1), http.StatusFound)
		}
	})
	for path, want := range map[string]int32{"/self": 1, "/ping": 2} {
		asked.Store(0)
		_, err := get(t, c, fetch.Request{URL: path})
		wantKind(t, err, fetch.KindRedirects)
		if asked.Load() != want {
			t.Errorf("%s: %d requests, want %d", path, asked.Load(), want)
		}
	}
	if page, err := get(t, c, fetch.Request{URL: "/n0"}); err != nil || len(page.Redirects) != 5 {
		t.Errorf("five redirects: %v", err)
	}
	asked.Store(0)
	c2 := client(t, func(w http.ResponseWriter, r *http.Request) { // a new target each time
		http.Redirect(w, r, fmt.Sprintf("/%d", asked.Add(1)), http.StatusFound)
	})
	_, err := get(t, c2, fetch.Request{URL: "/"})
	wantKind(t, err, fetch.KindRedirects)
	if asked.Load() != 6 {
		t.Errorf("%d requests, want the first and five redirects", asked.Load())
	}
}

func TestStatusRules(t *testing.T) {
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		var status int
		fmt.Sscanf(r.URL.Path, "/%d", &status)
		if status == 429 || status == 503 {
			w.Header().Set("Retry-After", "0")
		}
		w.WriteHeader(status)
	})
	for _, x := range []struct {
		status int
		rule   fetch.StatusRule
		ok     bool
	}{
		{200, fetch.OnlySuccess, true}, {204, fetch.OnlySuccess, true}, {404, fetch.OnlySuccess, false}, {302, fetch.OnlySuccess, false}, {500, fetch.OnlySuccess, false},
		{404, fetch.Below500, true}, {302, fetch.Below500, true}, {429, fetch.Below500, true}, {503, fetch.Below500, false}, {503, fetch.AnyStatus, true},
	} {
		page, err := get(t, c, fetch.Request{URL: fmt.Sprintf("/%d", x.status), Statuses: x.rule})
		switch {
		case x.ok && (err != nil || page.Status != x.status):
			t.Errorf("%d by rule %d: %v", x.status, x.rule, err)
		case !x.ok && wantKind(t, err, fetch.KindStatus).Status != x.status:
			t.Errorf("%d by rule %d: %v", x.status, x.rule, err)
		}
	}
}

func TestBodyShorterThanPromisedIsABadResponse(t *testing.T) {
	c := client(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, "short")
	})
	_, err := get(t, c, fetch.Request{URL: "/"})
	wantKind(t, err, fetch.KindBadResponse)
}

func TestGarbageInsteadOfHTTPIsABadResponse(t *testing.T) {
	for name, wire := range map[string]string{"garbage": "SSH-2.0-OpenSSH_9.6\r\n", "nothing": "", "header bomb": "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("a", 300<<10) + "\r\n\r\n"} {
		c := client(t, func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			io.WriteString(conn, wire)
			conn.Close()
		})
		if _, err := get(t, c, fetch.Request{URL: "/"}); err == nil {
			t.Errorf("%s passed", name)
		} else {
			wantKind(t, err, fetch.KindBadResponse)
		}
	}
}

func tlsServer(t *testing.T, handler http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(handler)
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // handshakes that fail are the point
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func TestCertificateThatIsNotTrustedIsATLSFailure(t *testing.T) {
	s := tlsServer(t, func(http.ResponseWriter, *http.Request) { t.Error("the page was asked for") })
	c := fetch.New(fetch.Options{}, fetchtest.AllowLoopback(t))
	_, err := c.Get(t.Context(), fetch.Request{URL: s.URL})
	e := wantKind(t, err, fetch.KindTLS)
	if p := fetch.Problem(err, "url"); p.Status != 502 || p.Code != "tls_failed" || p.Field != "url" || e.Host != "127.0.0.1" {
		t.Errorf("%+v", p)
	}
}

func TestHandshakeThatTheServerRefusesIsATLSFailure(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.TLS = &tls.Config{MaxVersion: tls.VersionTLS11}
	s.StartTLS()
	defer s.Close()
	c := fetch.New(fetch.Options{}, fetchtest.AllowLoopback(t))
	_, err := c.Get(t.Context(), fetch.Request{URL: s.URL})
	wantKind(t, err, fetch.KindTLS)
}

func TestPlainServerOnTLSPortIsATLSFailure(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer s.Close()
	c := fetch.New(fetch.Options{}, fetchtest.AllowLoopback(t))
	_, err := c.Get(t.Context(), fetch.Request{URL: strings.Replace(s.URL, "http:", "https:", 1)})
	wantKind(t, err, fetch.KindTLS)
}

func TestNameIsCheckedAgainstTheCertificate(t *testing.T) {
	s := tlsServer(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.TLS.ServerName) })
	c := fetch.New(fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"www.example.com": s, "www.example.org": s}))
	page, err := c.Get(t.Context(), fetch.Request{URL: "https://www.example.com/", IgnoreRobots: true})
	if err != nil || string(page.Body) != "www.example.com" || len(page.CertSHA256) != 64 {
		t.Errorf("%v: the name asked for goes to the server, the address only to the socket", err)
	}
	_, err = c.Get(t.Context(), fetch.Request{URL: "https://www.example.org/", IgnoreRobots: true})
	wantKind(t, err, fetch.KindTLS)
}

func TestNotarizeGetsTheExactBytesAndNoDowngrade(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Accept-Encoding"); r.URL.Path == "/" && got != "identity" {
			t.Errorf("Accept-Encoding %q", got)
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-16")
		w.Write([]byte("\xEF\xBB\xBFa\r\nb\xff"))
	}))
	defer s.Close()
	down := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://www.example.com/down", http.StatusFound)
	}))
	defer down.Close()
	c := fetch.New(fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"www.example.com": s, "tls.example.com": down}))
	for range 2 { // never cached
		page, err := get(t, c, fetch.Request{URL: "/", For: fetch.ForNotarize, KeepRaw: true})
		if err != nil || string(page.Body) != "\xEF\xBB\xBFa\r\nb\xff" || string(page.Raw) != string(page.Body) || page.Text || page.FromCache || len(page.SHA256) != 64 {
			t.Errorf("%v %+v", err, page)
		}
	}
	_, err := c.Get(t.Context(), fetch.Request{URL: "https://tls.example.com/", For: fetch.ForNotarize, IgnoreRobots: true})
	wantRule(t, err, fetch.RuleDowngrade)
	if _, err := c.Get(t.Context(), fetch.Request{URL: "https://tls.example.com/", IgnoreRobots: true}); err != nil {
		t.Errorf("others follow a downgrade: %v", err)
	}
}

func TestMediaTypesThatARouteCannotReadAreRefused(t *testing.T) {
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Content-Type"] = nil
		if typ := r.URL.Query().Get("t"); typ != "" {
			w.Header().Set("Content-Type", typ)
		}
		io.WriteString(w, "x")
	})
	for typ, ok := range map[string]bool{"text/html": true, "TEXT/Plain; charset=utf-8": true, "application/xhtml%2Bxml": true, "": true, "image/png": false, "application/pdf": false, "texts/html": false} {
		_, err := get(t, c, fetch.Request{URL: "/?t=" + strings.ReplaceAll(typ, " ", "%20"), MediaTypes: []string{"text/*", "application/xhtml+xml"}})
		if ok && err != nil {
			t.Errorf("%q: %v", typ, err)
		} else if !ok {
			wantKind(t, err, fetch.KindMedia)
		}
	}
}

func TestPictureCalledAPageIsRefusedByWhatItIs(t *testing.T) {
	const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01"
	for _, label := range []string{"text/html", "text/html; charset=utf-8", "none"} {
		c := client(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			if label != "none" {
				w.Header().Set("Content-Type", label)
			}
			io.WriteString(w, png)
		})

		_, err := get(t, c, fetch.Request{URL: "/", MediaTypes: []string{"text/*"}})
		if e := wantKind(t, err, fetch.KindMedia); e.MediaType != "image/png" {
			t.Errorf("%s: %v", label, err)
		}
	}
}

func TestCallerThatLeavesEndsTheFetch(t *testing.T) {
	arrived := make(chan struct{})
	gone := make(chan struct{})
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-r.Context().Done()
		close(gone)
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	_, err := c.Get(ctx, fetch.Request{URL: site + "/", IgnoreRobots: true})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	<-gone
}

func TestErrorsCarryTheHostOnly(t *testing.T) {
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/secret-loop":
			http.Redirect(w, r, r.URL.String(), http.StatusFound)
		case "/secret-away":
			http.Redirect(w, r, "http://127.0.0.1/secret", http.StatusFound)
		case "/secret-location":
			w.Header().Set("Location", "http://[secret")
			w.WriteHeader(http.StatusFound)
		case "/secret-broken":
			w.Header().Set("Content-Encoding", "gzip")
			io.WriteString(w, "x")
		case "/secret-close":
			conn, _, _ := http.NewResponseController(w).Hijack()
			conn.Close()
		case "/robots.txt":
			io.WriteString(w, "User-agent: *\nDisallow: /*forbidden")
		default:
			w.WriteHeader(404)
		}
	})
	for _, path := range []string{"/secret-loop", "/secret-away", "/secret-location", "/secret-broken", "/secret-close", "/secret-404?secret=1", "/secret-forbidden"} {
		_, err := c.Get(t.Context(), fetch.Request{URL: site + path})
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", path, err)
		}
		p := fetch.Problem(err, "url")
		if strings.Contains(p.Error(), "secret") || strings.Contains(string(p.JSON("id")), "secret") {
			t.Errorf("%s: %s %s", path, p, p.JSON("id"))
		}
	}
	_, err := c.Get(t.Context(), fetch.Request{URL: "http://nowhere.example.com/secret?secret"})
	if wantKind(t, err, fetch.KindDNS); strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}
