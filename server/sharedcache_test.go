package server

import (
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/server/standins"
)

// TestNoSaleIsLostByTheCache: CACHE_URL leads to a server that accepts and is silent, or says nonsense. Its password is
// not told to the log.
func TestNoSaleIsLostByTheCache(t *testing.T) {
	t.Parallel()
	for what, says := range map[string]string{
		"silent":   "",
		"nonsense": "HTTP/1.1 400 Bad Request\r\n\r\n",
		"strange":  "*-7\r\n$99999999999\r\n",
	} {
		t.Run(what, func(t *testing.T) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = listener.Close() })
			go answerAll(listener, says)

			var log buffer
			settings := map[string]string{"CACHE_URL": "redis://:hidden-cd41@" + listener.Addr().String()}
			handler := slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})
			world := upstreamtest.New(t, standins.Answers()...)
			s := startLogging(t, handler, newKey(t), settings, (&scripted{}).with(false), func(p *Parts) {
				p.Upstreams = world.Pool(t, standins.Keys, upstreamtest.SmallLists, func(o *upstream.Options) {
					o.Log = p.Log
					if err := p.Config.shareUpstreams(o, p.Secret); err != nil {
						t.Fatal(err)
					}
				})
			})
			for _, path := range []string{"/btc/fees", "/dev/hn", "/drug/label"} {
				op, _ := s.spec.Lookup(http.MethodGet, path)
				a := s.do(s.paid(s.example(op), pay.V2))
				if a.status != http.StatusOK {
					t.Errorf("%s: %d %s", path, a.status, a.body)
				}
			}
			if !strings.Contains(string(log.all()), "shared cache failed") {
				t.Error("the cache was not asked")
			}
			if strings.Contains(string(log.all()), "hidden") {
				t.Errorf("the log has the password:\n%s", string(log.all()))
			}
		})
	}
}

// answerAll says the same to all, whatever they ask.
func answerAll(listener net.Listener, says string) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer conn.Close()
			for {
				if _, err := conn.Read(make([]byte, 4096)); err != nil {
					return
				}
				if says == "" {
					continue
				}
				if _, err := conn.Write([]byte(says)); err != nil {
					return
				}
			}
		}()
	}
}
