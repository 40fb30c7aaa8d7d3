package server

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/usage"
)

// TestHeadOnAFreeRouteIsItsGetWithoutABody: uptime monitors ask that way.
func TestHeadOnAFreeRouteIsItsGetWithoutABody(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	for _, op := range s.spec.Operations {
		if op.Method != http.MethodGet || op.Paid {
			continue
		}

		t.Run(op.Path, func(t *testing.T) {
			get := s.do(s.request(http.MethodGet, op.Path, nil))
			head := s.do(s.request(http.MethodHead, op.Path, nil))

			if head.status != get.status || len(head.body) != 0 {
				t.Errorf("HEAD gives %d with %d bytes, GET %d", head.status, len(head.body), get.status)
			}
			for _, name := range []string{"Content-Type", "Cache-Control", "ETag"} {
				if head.header.Get(name) != get.header.Get(name) {
					t.Errorf("%s: HEAD says %q, GET %q", name, head.header.Get(name), get.header.Get(name))
				}
			}
		})
	}
}

func TestHeadOnAPaidRouteIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))

	a := s.do(s.request(http.MethodHead, "/crypto/hash", nil))
	if a.status != http.StatusMethodNotAllowed || strings.Contains(a.header.Get("Allow"), "HEAD") {
		t.Errorf("%d, Allow %q", a.status, a.header.Get("Allow"))
	}
}

func TestAllowNamesHeadWhereItIsAnswered(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))

	a := s.do(s.request(http.MethodDelete, "/health", nil))
	if a.status != http.StatusMethodNotAllowed || a.header.Get("Allow") != "GET, OPTIONS, HEAD" {
		t.Errorf("%d, Allow %q", a.status, a.header.Get("Allow"))
	}
}

// TestHeadIsCountedAsTheRouteItAsksFor keeps the counter of wrong methods for real ones.
func TestHeadIsCountedAsTheRouteItAsksFor(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	s.do(s.request(http.MethodHead, "/health", nil))

	var events []usage.Event
	var err error
	await.Until(t, "an event", func() bool {
		events, err = s.server.parts.Usage.Events(t.Context(), 0, 10)
		return err != nil || len(events) > 0
	})
	if err != nil || len(events) != 1 || events[0].Route != "GET /health" || events[0].Outcome != usage.OutcomeFree {
		t.Errorf("events: %+v (%v)", events, err)
	}
}

func TestLongAnswersAreCompressedForClientsThatTakeIt(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	for _, c := range []struct{ path, accept, want string }{
		{"/openapi.json", "gzip, deflate, br", "br"},
		{"/openapi.json", "gzip", "gzip"},
		{"/openapi.json", "identity", ""},
		{"/usage", "gzip", ""}, // some hundred bytes
		{"/find?q=price+of+bitcoin", "gzip", "gzip"},
		{"/crypto/hash", "gzip", "gzip"}, // its quote
	} {
		t.Run(c.path+" for "+c.accept, func(t *testing.T) {
			r := s.request(http.MethodGet, c.path, nil)
			r.Header.Set("Accept-Encoding", c.accept) // set by hand, so that the client leaves the answer as it comes
			a := s.do(r)

			if got := a.header.Get("Content-Encoding"); got != c.want {
				t.Fatalf("Content-Encoding %q, want %q, for %d bytes", got, c.want, len(a.body))
			}
			if !strings.Contains(strings.Join(a.header.Values("Vary"), ","), "Accept-Encoding") {
				t.Errorf("Vary %q", a.header.Values("Vary"))
			}
			if c.want == "gzip" {
				mustBeJSON(t, a.body)
			}
		})
	}
}

func mustBeJSON(t *testing.T, zipped []byte) {
	t.Helper()
	r, err := gzip.NewReader(strings.NewReader(string(zipped)))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil || !json.Valid(plain) {
		t.Errorf("not JSON after decoding (%v): %.60q", err, plain)
	}
}
