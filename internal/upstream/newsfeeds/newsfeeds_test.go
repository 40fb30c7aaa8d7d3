package newsfeeds

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title></channel></rss>`

// first is the client of CoinDesk over its host, and a clock that the test moves.
func first(t *testing.T, h http.HandlerFunc) (*Client, *atomic.Int64) {
	t.Helper()
	var passed atomic.Int64
	world := upstreamtest.New(t)
	world.Handle("www.coindesk.com", h)
	now := func() time.Time {
		return time.Date(2026, 9, 25, 16, 0, 0, 0, time.UTC).Add(time.Duration(passed.Load()))
	}
	return New(world.Pool(t, nil, upstreamtest.At(now)))[0], &passed
}

func TestOutcomesOfAFeed(t *testing.T) {
	for _, c := range []struct {
		why    string
		status int
		body   string
		kind   upstream.Kind
	}{
		{"a feed", 200, rss, ""},
		{"nothing is the reader's matter", 200, "", ""},
		{"a feed that breaks off", 200, "<rss><channel><item>", upstream.BadResponse},
		{"remarks behind the end", 200, rss + "<!-- cached -->", ""},
		{"gone", 404, "", upstream.BadResponse},
		{"not from a data centre", 403, "forbidden", upstream.Unavailable},
		{"down", 503, "", upstream.Unavailable},
		{"too many requests", 429, "", upstream.RateLimited},
		{"a challenge", 200, "<!DOCTYPE html><title>Just a moment</title>", upstream.BadResponse},
		{"a page", 200, "\xef\xbb\xbf\n <html lang=en>", upstream.BadResponse},
		{"over 2 MiB", 200, rss + strings.Repeat(" ", 2<<20), upstream.BadResponse},
	} {
		client, _ := first(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/arc/outboundfeeds/rss/" || r.UserAgent() == "" {
				t.Errorf("%s asked as %q", r.URL, r.UserAgent())
			}
			w.WriteHeader(c.status)
			_, _ = w.Write([]byte(c.body))
		})
		resp, err := client.Read(t.Context())
		if upstream.KindOf(err) != c.kind {
			t.Errorf("%s: %v, want kind %q", c.why, err, c.kind)
		}
		if err == nil && string(resp.Body) != c.body {
			t.Errorf("%s: %q", c.why, resp.Body)
		}
	}
}

func TestAFeedThatHasNotChangedIsNotSentAgain(t *testing.T) {
	var asked, unchanged atomic.Int32
	client, passed := first(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		w.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") == `"1"` {
			unchanged.Add(1)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write([]byte(rss))
	})
	for _, step := range []struct {
		after            time.Duration
		asked, unchanged int32
	}{{0, 1, 0}, {4 * time.Minute, 1, 0}, {6 * time.Minute, 2, 1}} {
		passed.Store(int64(step.after))
		resp, err := client.Read(t.Context())
		if err != nil || string(resp.Body) != rss {
			t.Fatalf("after %s: %v", step.after, err)
		}
		if asked.Load() != step.asked || unchanged.Load() != step.unchanged {
			t.Errorf("after %s: asked %d times, %d unchanged", step.after, asked.Load(), unchanged.Load())
		}
	}
}
