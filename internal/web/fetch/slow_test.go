package fetch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/farebox/farebox/internal/web/fetch/internal/testdoor"
)

// These tests run the real timeouts on a fake clock: connections are in-memory pipes, so that nothing waits outside
// the bubble.

// bubble runs f on a fake clock and lets sleeping servers end afterwards.
func bubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f(t)
		time.Sleep(time.Minute)
	})
}

// pipeClient is a client whose connections are all answered by serve, each on its own goroutine.
func pipeClient(serve func(conn net.Conn, r *bufio.Reader), change ...func(*Options)) *Client {
	dial := func(context.Context, string, netip.AddrPort) (net.Conn, error) {
		near, far := net.Pipe()
		go func() {
			defer far.Close()
			serve(far, bufio.NewReader(far))
		}()
		return near, nil
	}
	o := Options{Resolver: &answers{names: map[string][]string{"a.example.com": {"93.184.215.14"}, "b.example.com": {"93.184.215.14"}}}}
	for _, f := range change {
		f(&o)
	}
	return New(o, TestDoor(testdoor.New(false, dial, nil)))
}

func readRequest(r *bufio.Reader) *http.Request {
	req, err := http.ReadRequest(r)
	if err != nil {
		return nil
	}
	return req
}

// wantTimeout fetches and expects a timeout after exactly d.
func wantTimeout(t *testing.T, c *Client, url string, d time.Duration) *Error {
	t.Helper()
	start := time.Now()
	_, err := c.Get(t.Context(), Request{URL: url, IgnoreRobots: true})
	e := wantKind(t, err, KindTimeout)
	if got := time.Since(start); got != d {
		t.Errorf("gave up after %v, want %v (%v)", got, d, err)
	}
	if p := Problem(err, "url"); p.Status != http.StatusBadGateway || p.Code != "timeout" {
		t.Errorf("answer %d %s", p.Status, p.Code)
	}
	return e
}

type slowResolver struct{}

func (slowResolver) LookupNetIP(ctx context.Context, _, _ string) ([]netip.Addr, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestResolverThatDoesNotAnswerTimesOut(t *testing.T) {
	bubble(t, func(t *testing.T) {
		wantTimeout(t, New(Options{Resolver: slowResolver{}}), "http://a.example.com/", 3*time.Second)
	})
}

func TestHostThatDoesNotAcceptTimesOut(t *testing.T) {
	bubble(t, func(t *testing.T) {
		dials := 0
		dial := func(ctx context.Context, _ string, _ netip.AddrPort) (net.Conn, error) {
			dials++
			<-ctx.Done()
			return nil, ctx.Err()
		}
		r := &answers{names: map[string][]string{"a.example.com": {"93.184.215.14 93.184.215.15"}}}
		wantTimeout(t, New(Options{Resolver: r}, TestDoor(testdoor.New(false, dial, nil))), "http://a.example.com/", 5*time.Second)
		if dials != 2 {
			t.Errorf("%d addresses tried: each has its share of the time", dials)
		}
	})
}

func TestHandshakeThatDoesNotEndTimesOut(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := pipeClient(func(conn net.Conn, _ *bufio.Reader) { io.Copy(io.Discard, conn) })
		wantTimeout(t, c, "https://a.example.com/", 5*time.Second)
	})
}

func TestHalfOpenConnectionTimesOut(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := pipeClient(func(conn net.Conn, r *bufio.Reader) {
			readRequest(r)
			io.Copy(io.Discard, r) // until the client closes
		})
		wantTimeout(t, c, "http://a.example.com/", 10*time.Second)
	})
}

func TestHeadersThatDripTimeOut(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := pipeClient(func(conn net.Conn, r *bufio.Reader) {
			readRequest(r)
			io.WriteString(conn, "HTTP/1.1 200 OK\r\n")
			for i := 0; ; i++ {
				time.Sleep(time.Second)
				if _, err := fmt.Fprintf(conn, "X-%d: a\r\n", i); err != nil {
					return
				}
			}
		})
		wantTimeout(t, c, "http://a.example.com/", 10*time.Second)
	})
}

// drip sends a header and then n bytes each second forever.
func drip(n int) func(net.Conn, *bufio.Reader) {
	return func(conn net.Conn, r *bufio.Reader) {
		readRequest(r)
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
		for {
			time.Sleep(time.Second)
			if _, err := io.WriteString(conn, strings.Repeat("a", n)); err != nil {
				return
			}
		}
	}
}

func TestBodyThatDripsIsGivenUp(t *testing.T) {
	bubble(t, func(t *testing.T) {
		wantTimeout(t, pipeClient(drip(1)), "http://a.example.com/", 5*time.Second)
	})
}

func TestBodyThatStopsIsGivenUp(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := pipeClient(func(conn net.Conn, r *bufio.Reader) {
			readRequest(r)
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"+strings.Repeat("a", 5000))
			io.Copy(io.Discard, r)
		})
		wantTimeout(t, c, "http://a.example.com/", 10*time.Second) // one window with progress, one without
	})
}

func TestBodyThatKeepsComingEndsAtTheTotal(t *testing.T) {
	bubble(t, func(t *testing.T) {
		wantTimeout(t, pipeClient(drip(1000)), "http://a.example.com/", 20*time.Second)
	})
}

func TestDeadlineOfTheCallerIsKept(t *testing.T) {
	bubble(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		start := time.Now()
		_, err := pipeClient(drip(1000)).Get(ctx, Request{URL: "http://a.example.com/", IgnoreRobots: true})
		wantKind(t, err, KindTimeout)
		if got := time.Since(start); got != 2*time.Second {
			t.Errorf("gave up after %v", got)
		}
	})
}

func TestSlowButSteadyPagePasses(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := pipeClient(func(conn net.Conn, r *bufio.Reader) {
			readRequest(r)
			time.Sleep(4 * time.Second)
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2400\r\n\r\n")
			for range 8 {
				time.Sleep(time.Second)
				io.WriteString(conn, strings.Repeat("a", 300))
			}
		})
		page, err := c.Get(t.Context(), Request{URL: "http://a.example.com/", IgnoreRobots: true})
		if err != nil || len(page.Body) != 2400 || page.FirstByte != 4*time.Second {
			t.Errorf("%v %+v", err, page)
		}
	})
}

func TestRobotsThatTimesOutKeepsThePageFromBeingAsked(t *testing.T) {
	bubble(t, func(t *testing.T) {
		pages := 0
		c := pipeClient(func(conn net.Conn, r *bufio.Reader) {
			if req := readRequest(r); req != nil && req.URL.Path != "/robots.txt" {
				pages++
			}
			io.Copy(io.Discard, r)
		})
		_, err := c.Get(t.Context(), Request{URL: "http://a.example.com/x"})
		if e := wantKind(t, err, KindRobots); pages != 0 {
			t.Errorf("%+v, %d pages", e, pages)
		}
		p := Problem(err, "url")
		if p.Status != http.StatusForbidden || !strings.Contains(p.Detail, "too long") {
			t.Errorf("%d %s", p.Status, p.Detail)
		}
	})
}

func TestRobotsGoOnWhenTheFirstWhoAskedLeaves(t *testing.T) {
	bubble(t, func(t *testing.T) {
		starts := make(chan time.Time, 10)
		c := pipeClient(answerAfter(2*time.Second, starts, "HTTP/1.1 200 OK\r\n"))
		impatient, leave := context.WithTimeout(t.Context(), time.Second)
		defer leave()
		first := make(chan error, 1)
		go func() {
			_, err := c.RobotsFile(impatient, "http://a.example.com/")
			first <- err
		}()
		time.Sleep(time.Millisecond)
		if _, err := c.RobotsFile(t.Context(), "http://a.example.com/"); err != nil {
			t.Errorf("the second: %v", err)
		}
		wantKind(t, <-first, KindTimeout)
		if len(starts) != 1 {
			t.Errorf("asked %d times", len(starts))
		}
	})
}

// answerAfter sends a header and a small page after d, and notes the time of the request.
func answerAfter(d time.Duration, starts chan<- time.Time, header string) func(net.Conn, *bufio.Reader) {
	return func(conn net.Conn, r *bufio.Reader) {
		if readRequest(r) == nil {
			return
		}
		starts <- time.Now()
		time.Sleep(d)
		io.WriteString(conn, header+"Content-Length: 2\r\n\r\nok")
	}
}

func TestRequestsToOneHostAreSpacedAndBounded(t *testing.T) {
	bubble(t, func(t *testing.T) {
		starts := make(chan time.Time, 10)
		c := pipeClient(answerAfter(time.Second, starts, "HTTP/1.1 200 OK\r\n"))
		begin := time.Now()
		errs := make(chan error, 10)
		for i := range 6 {
			go func() {
				_, err := c.Get(t.Context(), Request{URL: fmt.Sprintf("http://a.example.com/%d", i), IgnoreRobots: true})
				errs <- err
			}()
		}
		go func() { // another host does not wait
			_, err := c.Get(t.Context(), Request{URL: "http://b.example.com/", IgnoreRobots: true})
			errs <- err
		}()
		for range 7 {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
		close(starts)
		var got []string
		for s := range starts {
			got = append(got, s.Sub(begin).String())
		}
		// Two at once, a second each, 250 ms apart; the other host at 0.
		want := "[0s 0s 250ms 1s 1.25s 2s 2.25s]"
		if fmt.Sprint(got) != want {
			t.Errorf("starts %v, want %v", got, want)
		}
	})
}

func TestRequestsThatCannotHaveTheirTurnFailAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := pipeClient(answerAfter(19*time.Second, make(chan time.Time, 10), "HTTP/1.1 200 OK\r\n"), func(o *Options) { o.Timeouts.FirstByte = 30 * time.Second })
		errs := make(chan error, 3)
		for i := range 3 {
			go func() {
				time.Sleep(time.Duration(i) * time.Millisecond)
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(20-i*5)*time.Second)
				defer cancel()
				_, err := c.Get(ctx, Request{URL: fmt.Sprintf("http://a.example.com/%d", i), IgnoreRobots: true})
				errs <- err
			}()
		}
		busy := 0
		for range 3 {
			if err := <-errs; err != nil {
				var e *Error
				if errors.As(err, &e) && e.Kind == KindBusy {
					busy++
					if p := Problem(err, "url"); p.Status != 503 || p.RetryAfter <= 0 {
						t.Errorf("%+v", p)
					}
				}
			}
		}
		if busy != 1 {
			t.Errorf("%d were turned away, want the third", busy)
		}
	})
}

func TestRetryAfterIsHonoured(t *testing.T) {
	bubble(t, func(t *testing.T) {
		starts := make(chan time.Time, 10)
		c := pipeClient(answerAfter(0, starts, "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 8\r\n"))
		begin := time.Now()
		ask := func(within time.Duration) *Error {
			ctx, cancel := context.WithTimeout(t.Context(), within)
			defer cancel()
			_, err := c.Get(ctx, Request{URL: "http://a.example.com/", IgnoreRobots: true})
			return wantKind(t, err, KindStatus)
		}
		if e := ask(time.Minute); e.Status != 429 || e.RetryAfter != 8*time.Second {
			t.Errorf("%+v", e)
		}
		if e := ask(5 * time.Second); e.Status != 429 || e.RetryAfter != 8*time.Second || !time.Now().Equal(begin) {
			t.Errorf("a request with too little time for the wait: %+v after %v", e, time.Since(begin))
		}
		ask(time.Minute)
		if got := time.Since(begin); got != 8*time.Second {
			t.Errorf("asked again after %v", got)
		}
		if len(starts) != 2 {
			t.Errorf("%d requests went out", len(starts))
		}
		if p := Problem(&Error{Kind: KindStatus, Host: "a", Status: 429, RetryAfter: 8 * time.Second}, "url"); p.Status != 422 || p.RetryAfter != 8*time.Second || p.Extra["upstream_status"] != 429 {
			t.Errorf("%+v", p)
		}
	})
}

func TestRetryAfterIsHonouredForTenMinutesAtMost(t *testing.T) {
	bubble(t, func(t *testing.T) {
		starts := make(chan time.Time, 10)
		c := pipeClient(answerAfter(0, starts, "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 86400\r\n"), func(o *Options) { o.Timeouts.Total = time.Hour })
		begin := time.Now()
		for range 2 {
			_, err := c.Get(t.Context(), Request{URL: "http://a.example.com/", IgnoreRobots: true})
			wantKind(t, err, KindStatus)
		}
		if got := time.Since(begin); got != 10*time.Minute {
			t.Errorf("asked again after %v", got)
		}
	})
}

func TestCrawlDelayIsHonouredUpToFiveSeconds(t *testing.T) {
	for delay, want := range map[string]time.Duration{"2": 2 * time.Second, "60": 5 * time.Second, "0.1": 250 * time.Millisecond} {
		bubble(t, func(t *testing.T) {
			var starts []time.Time
			c := pipeClient(func(conn net.Conn, r *bufio.Reader) {
				body := "page"
				if req := readRequest(r); req.URL.Path == "/robots.txt" {
					body = "User-agent: *\nCrawl-delay: " + delay + "\n"
				} else {
					starts = append(starts, time.Now())
				}
				fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
			})
			for i := range 2 {
				if _, err := c.Get(t.Context(), Request{URL: fmt.Sprintf("http://a.example.com/%d", i)}); err != nil {
					t.Fatal(err)
				}
			}
			if got := starts[1].Sub(starts[0]); got != want {
				t.Errorf("Crawl-delay %s: pages %v apart, want %v", delay, got, want)
			}
		})
	}
}

func TestIdleHostsAreForgotten(t *testing.T) {
	bubble(t, func(t *testing.T) {
		g := newGate(time.Now)
		for i := range 3 * hostsToSweep {
			leave, err := g.enter(t.Context(), fmt.Sprint(i), hostSpacing)
			if err != nil {
				t.Fatal(err)
			}
			leave()
			time.Sleep(time.Second)
		}
		if len(g.hosts) > hostsToSweep {
			t.Errorf("%d hosts remembered", len(g.hosts))
		}
	})
}
