package sanctions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/upstream"
)

// publisher answers for OFAC: the tables always, the XML as it is told to.
type publisher struct {
	xml    func(*http.Request) (*http.Response, error)
	tables map[string]string
}

func (p *publisher) RoundTrip(r *http.Request) (*http.Response, error) {
	name := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	if strings.HasSuffix(name, ".XML") {
		return p.xml(r)
	}
	if body, ok := p.tables[name]; ok {
		time.Sleep(20 * time.Second)
		return answer(r, http.StatusOK, body), nil
	}
	return nil, errors.New("not this publisher")
}

func answer(r *http.Request, status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}
}

// TestWhateverComesTheLastGoodListsStay: what is no list, with status 200 too, changes none of them and is told of.
func TestWhateverComesTheLastGoodListsStay(t *testing.T) {
	good := map[string]string{}
	for _, a := range sanctionstest.Answers() {
		u, err := url.Parse(a.URL)
		if err != nil {
			t.Fatal(err)
		}
		good[u.Path] = a.Body
	}
	status, change := http.StatusOK, func(s string) string { return s }
	pool := upstream.NewPool(upstream.Options{
		DataDir: t.TempDir(), UserAgent: "farebox/test (+https://farebox.test)",
		RateScale: 1e6, Rand: func() float64 { return 0 }, SmallLists: true, AnyAge: true,
		Transport: transport(func(r *http.Request) (*http.Response, error) { return answer(r, status, change(good[r.URL.Path])), nil }),
	})
	lists := New(pool, names.New())
	if err := lists.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := lists.Status()
	for why, bad := range map[string]func(string) string{
		"a page":  func(string) string { return "<!doctype html><html><body>Sorry</body></html>" },
		"nothing": func(string) string { return "" },
		"JSON":    func(string) string { return `{"error":"maintenance"}` },
		"half":    func(s string) string { return s[:len(s)/3] },
		"no entry": func(s string) string {
			return regexp.MustCompile(`(?s)(<sdnEntry>.*</sdnEntry>|<sanctionEntity.*</sanctionEntity>|<INDIVIDUALS>.*</ENTITIES>|<target .*</target>|\n[A-Z0-9].*|^\d.*)`).ReplaceAllString(s, "")
		},
		"two letters a byte": func(s string) string { return strings.Join(strings.Split(s, ""), "\x00") },
		"entities": func(string) string {
			return `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><sdnList><sdnEntry><lastName>&b;</lastName></sdnEntry></sdnList>`
		},
		"one element":  func(string) string { return "<sdnList><sdnEntry><lastName>" + strings.Repeat("x", 8<<20) },
		"deep nesting": func(string) string { return "<sdnList>" + strings.Repeat("<a>", 1<<20) },
	} {
		change = bad
		err := lists.Refresh(t.Context())
		for i, s := range lists.Status() {
			if err == nil || !strings.Contains(err.Error(), s.ID+": ") {
				t.Errorf("%s: %s was taken: %v", why, s.ID, err)
			}
			if s.State != "ok" || s.List != before[i].List {
				t.Errorf("%s: %s is %s, or another list", why, s.ID, s.State)
			}
		}
	}
	change = func(s string) string { return s }
	if err := lists.Refresh(t.Context()); err != nil {
		t.Errorf("the good lists again: %v", err)
	}
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// TestTheTablesDoNotWaitForTheXML: the two forms of OFAC's lists have one circuit breaker, since they have one server. However
// long the XML fails, the tables are there from the start, and never go stale.
func TestTheTablesDoNotWaitForTheXML(t *testing.T) {
	for why, xml := range map[string]func(*http.Request) (*http.Response, error){
		"503":     func(r *http.Request) (*http.Response, error) { return answer(r, 503, "busy"), nil },
		"a page":  func(r *http.Request) (*http.Response, error) { return answer(r, 200, "<html>Down</html>"), nil },
		"no link": func(*http.Request) (*http.Response, error) { return nil, errors.New("connection refused") },
		"hangs": func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		},
	} {
		for seed := range 3 {
			t.Run(fmt.Sprintf("%s %d", why, seed), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					jitter := seed
					pub := &publisher{xml, map[string]string{}}
					for _, name := range append(sdnTables[:], consolidatedTables[:]...) {
						pub.tables[name] = sanctionstest.List(strings.ToLower(name))
					}
					pool := upstream.NewPool(upstream.Options{
						Transport: pub, DataDir: t.TempDir(),
						UserAgent: "farebox/test (+https://farebox.test)", SmallLists: true, AnyAge: true,
						Rand: func() float64 { jitter = (jitter*37 + 11) % 101; return float64(jitter) / 101 },
					})
					lists := New(pool, names.New())
					ctx, cancel := context.WithCancel(t.Context())
					done := make(chan struct{})
					go func() {
						pool.RunDatasets(ctx, 2)
						close(done)
					}()
					time.Sleep(10 * time.Minute)
					oldest := time.Duration(0)
					for range 3 * 24 * 6 {
						synctest.Wait()
						for _, s := range lists.Status()[:2] {
							if s.State != "ok" || s.List == nil {
								t.Fatalf("%s is %s", s.ID, s.State)
							}
							oldest = max(oldest, time.Since(*s.CheckedAt))
						}
						time.Sleep(10 * time.Minute)
					}
					cancel()
					<-done
					if oldest > 8*time.Hour {
						t.Errorf("the tables were %v old", oldest)
					}
					t.Logf("the tables were at most %v old", oldest)
				})
			})
		}
	}
}
