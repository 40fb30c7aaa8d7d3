package render_test

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
	"github.com/farebox/farebox/internal/web/fetch/render"
)

// TestPageIsReturnedAsItsScriptsLeaveIt: drawn at once, after a request, after a timer; with the metadata of a fetch.
func TestPageIsReturnedAsItsScriptsLeaveIt(t *testing.T) {
	var agents sync.Map
	r := serveAt(t, render.Options{}.Patient(late), func(w http.ResponseWriter, q *http.Request) {
		agents.Store(q.URL.Path, q.UserAgent())
		switch q.URL.Path {
		case "/app":
			w.Header().Set("Content-Type", "text/html; charset=ISO-8859-1")
			io.WriteString(w, `<!doctype html><title>old</title><body><h1>caf`+"\xe9"+`</h1><p id=a></p><p id=b></p><p id=c></p><p id=d></p>
				<script src="/app.js"></script></body>`)
		case "/app.js":
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, `
				document.title = 'new';
				a.textContent = 'drawn at once \uD83D\uDE80 \uD800';
				setTimeout(() => b.textContent = 'drawn later', 300);
				fetch('/data.json').then(r => r.json()).then(v => c.textContent = v.text);
				new Worker(URL.createObjectURL(new Blob(["postMessage('from a worker')"]))).onmessage = e => d.textContent = e.data;
				history.replaceState(null, '', '/app/view?x=1#part');`)
		case "/data.json":
			io.WriteString(w, `{"text": "fetched"}`)
		default:
			http.NotFound(w, q)
		}
	})
	p := render1(t, r, "/app#frag")
	wantBody(t, p, "<!DOCTYPE html>", "café", "drawn at once 🚀 \uFFFD", "drawn later", "fetched", "from a worker")
	if p.Title != "new" || !p.Complete || p.Stopped != "" || p.RequestedURL != site+"/app" || p.FinalURL != site+"/app/view?x=1" || p.Status != 200 ||
		p.ContentType != "text/html" || !p.Text || p.Charset != "windows-1252" || p.Header.Get("Content-Type") != "text/html; charset=ISO-8859-1" ||
		p.Robots == nil || !p.Robots.Allowed || p.FetchedAt.IsZero() || len(p.Redirects) != 0 || p.Requests < 3 || p.Bytes < 500 {
		t.Errorf("%+v %+v", p, p.Page)
	}
	for _, path := range []string{"/app", "/app.js", "/data.json"} {
		if agent, _ := agents.Load(path); agent != "FareboxBot/1.0" {
			t.Errorf("%s was asked for by %v", path, agent)
		}
	}
}

// TestBuiltInsThatThePageChangedAreNotUsed: the document is read behind the page's back.
func TestBuiltInsThatThePageChangedAreNotUsed(t *testing.T) {
	r := serve(t, render.Options{}, html(map[string]string{"/": `<!doctype html><title>true title</title><body><p>true text</p>
		<img name=documentElement><img name=title><form name=URL></form>
		<script>
			Object.defineProperty(Element.prototype, 'outerHTML', {get: () => 'forged'});
			Object.defineProperty(Document.prototype, 'URL', {get: () => 'http://forged.example.com/'});
			Object.getOwnPropertyDescriptor = () => ({get: () => 'forged'});
			window.document.getElementsByTagName = () => { throw 1 };
		</script>`}))
	p := render1(t, r, "/")
	wantBody(t, p, "true text")
	if p.Title != "true title" || p.FinalURL != site+"/" {
		t.Errorf("%q %s", p.Title, p.FinalURL)
	}
}

func TestNothingIsKeptBetweenRenderings(t *testing.T) {
	r := serve(t, render.Options{}, func(w http.ResponseWriter, q *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "server", Value: "seen", MaxAge: 3600})
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Cache-Control", "max-age=3600")
		fmt.Fprintf(w, `<p>sent: %q</p><p id=a></p><script>
			a.textContent = 'kept: ' + localStorage.getItem('k') + ' ' + document.cookie.includes('page');
			localStorage.setItem('k', 'v'); document.cookie = 'page=1; max-age=3600';</script>`, q.Header.Get("Cookie"))
	})
	for range 2 {
		wantBody(t, render1(t, r, "/"), `sent: ""`, "kept: null false")
	}
}

func TestRedirectsAndScriptsLeadOn(t *testing.T) {
	r := serve(t, render.Options{}, func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch q.URL.Path {
		case "/a":
			http.Redirect(w, q, "/b", http.StatusFound)
		case "/b":
			io.WriteString(w, `<script>location = 'http://other.example.com/c'</script>`)
		case "/c":
			io.WriteString(w, `<meta http-equiv=refresh content="0; url=/d">`)
		case "/d":
			io.WriteString(w, `the end at `+q.Host)
		default:
			http.NotFound(w, q)
		}
	})
	p := render1(t, r, "/a")
	wantBody(t, p, "the end at other.example.com")
	want := []fetch.Redirect{
		{From: site + "/a", To: site + "/b", Status: 302},
		{From: site + "/b", To: "http://other.example.com/c"},
		{From: "http://other.example.com/c", To: "http://other.example.com/d"},
	}
	if p.RequestedURL != site+"/a" || p.FinalURL != want[2].To || !slices.Equal(p.Redirects, want) {
		t.Errorf("%s %+v", p.FinalURL, p.Redirects)
	}
}

// TestRobotsRuleTheMainDocumentWhereverItGoes: and nothing they forbid is requested.
func TestRobotsRuleTheMainDocumentWhereverItGoes(t *testing.T) {
	r := serve(t, render.Options{}, func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch q.URL.Path {
		case "/robots.txt":
			io.WriteString(w, "User-agent: FareboxBot\nDisallow: /private\n")
		case "/redirect":
			http.Redirect(w, q, "/private/1", http.StatusFound)
		case "/script":
			io.WriteString(w, `<script>location = '/private/2'</script>`)
		case "/refresh":
			io.WriteString(w, `<meta http-equiv=refresh content="0; url=/private/3">`)
		case "/address":
			io.WriteString(w, `<script>history.pushState(null, '', '/private/4')</script>`)
		case "/favicon.ico":
			http.NotFound(w, q)
		default:
			t.Errorf("%s was requested", q.URL)
		}
	})
	for _, path := range []string{"/private", "/redirect", "/script", "/refresh", "/address"} {
		_, err := r.Render(t.Context(), site+path)
		if e := wantFetchError(t, err, fetch.KindRobots); e.Robots.MatchedRule != "Disallow: /private" {
			t.Errorf("%s: %+v", path, e.Robots)
		}
	}
}

// TestWhatIsWrongWithThePageIsSaidAsByFetch: same errors, so same answers.
func TestWhatIsWrongWithThePageIsSaidAsByFetch(t *testing.T) {
	down := httptest.NewServer(nil)
	down.Close()
	r := serve(t, render.Options{}, func(w http.ResponseWriter, q *http.Request) {
		switch q.URL.Path {
		case "/404":
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(404)
			io.WriteString(w, "<p>not here")
		case "/500":
			w.WriteHeader(500)
		case "/401":
			w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
			w.WriteHeader(401)
		case "/407":
			w.Header().Set("Proxy-Authenticate", `Basic realm="x"`)
			w.WriteHeader(407)
		case "/pdf":
			w.Header().Set("Content-Type", "application/pdf")
			io.WriteString(w, "%PDF-1.4")
		case "/download":
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Disposition", `attachment; filename="x.html"`)
			io.WriteString(w, "<p>x")
		case "/empty":
			w.WriteHeader(204)
		case "/loop":
			http.Redirect(w, q, "/loop?again", http.StatusFound)
		case "/reload":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<script>location.reload()</script>")
		case "/cut":
			w.Header().Set("Content-Type", "text/html")
			c, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				c.Close()
			}
		case "/elsewhere":
			http.Redirect(w, q, "http://gone.example.com/", http.StatusFound)
		default:
			http.NotFound(w, q)
		}
	})
	for _, x := range []struct {
		path   string
		kind   fetch.Kind
		status int
	}{
		{"/404", fetch.KindStatus, 404}, {"/500", fetch.KindStatus, 500}, {"/401", fetch.KindStatus, 401},
		{"/407", fetch.KindStatus, 502}, // a host that speaks for the proxy
		{"/pdf", fetch.KindMedia, 0}, {"/download", fetch.KindMedia, 0}, {"/empty", fetch.KindMedia, 0},
		{"/loop", fetch.KindRedirects, 0}, {"/reload", fetch.KindRedirects, 0}, {"/cut", fetch.KindBadResponse, 0}, {"/elsewhere", fetch.KindDNS, 0},
	} {
		t.Run(x.path[1:], func(t *testing.T) {
			_, err := r.Render(t.Context(), site+x.path)
			if e := wantFetchError(t, err, x.kind); e.Status != x.status || render.Reason(err) != "" {
				t.Errorf("%+v", e)
			}
		})
	}
	_, err := r.Render(t.Context(), "http://gone.example.com/")
	wantFetchError(t, err, fetch.KindDNS)
	_, err = r.Render(t.Context(), "ftp://www.example.com/")
	wantBadURL(t, err, fetch.RuleScheme)
}

// TestOnlyWhatTheTextNeedsIsLoaded: no pictures, sounds, fonts or beacons.
func TestOnlyWhatTheTextNeedsIsLoaded(t *testing.T) {
	const page = `<link rel=stylesheet href=/style.css><style>@font-face{font-family:f;src:url(/font.woff2)} p{font-family:f}</style>
		<p>text<img src=/image.png><video src=/video.mp4 autoplay muted></video><audio src=/audio.mp3 autoplay></audio>
		<script src=/script.js></script><script>navigator.sendBeacon('/beacon', 'x'); fetch('/data')</script><iframe src=/frame></iframe>`
	for _, images := range []bool{false, true} {
		var mu sync.Mutex
		asked := map[string]bool{}
		r := serve(t, render.Options{Images: images}, func(w http.ResponseWriter, q *http.Request) {
			mu.Lock()
			asked[q.URL.Path] = true
			mu.Unlock()
			if q.URL.Path != "/" {
				http.NotFound(w, q)
				return
			}
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, page)
		})
		wantBody(t, render1(t, r, "/"), "text")
		mu.Lock()
		for path, want := range map[string]bool{
			"/style.css": true, "/script.js": true, "/data": true, "/frame": true,
			"/image.png": images, "/font.woff2": false, "/video.mp4": false, "/audio.mp3": false, "/beacon": false,
		} {
			if asked[path] != want {
				t.Errorf("images %t: %s asked for: %t", images, path, asked[path])
			}
		}
		mu.Unlock()
	}
}

// TestTLSIsTheBrowsersOwn: https goes through a tunnel, and a certificate that the browser does not trust is an error.
func TestTLSIsTheBrowsersOwn(t *testing.T) {
	s := httptest.NewTLSServer(html(map[string]string{"/": `<p id=a></p><script>a.textContent = 'over ' + location.protocol</script>`}))
	t.Cleanup(s.Close)
	door := fetchtest.Hosts(t, map[string]*httptest.Server{"www.example.com": s})
	key := sha256.Sum256(publicKey(t, s.Certificate()))
	trusting := render.Options{}.WithArguments("--ignore-certificate-errors-spki-list=" + base64.StdEncoding.EncodeToString(key[:]))
	r := serve(t, trusting, nil, door)
	p, err := r.Render(t.Context(), "https://www.example.com/")
	if err != nil {
		t.Fatal(err)
	}
	wantBody(t, p, "over https:")
	r = serve(t, render.Options{}, nil, door)
	_, err = r.Render(t.Context(), "https://www.example.com/")
	wantFetchError(t, err, fetch.KindTLS)
}

func publicKey(t *testing.T, c *x509.Certificate) []byte {
	t.Helper()
	if !strings.Contains(strings.Join(c.DNSNames, " "), "example.com") {
		t.Fatal("the test certificate is for another host")
	}
	return c.RawSubjectPublicKeyInfo
}
