package payment

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// oneConn is a listener with one connection.
type oneConn chan net.Conn

func (l oneConn) Accept() (net.Conn, error) {
	conn, open := <-l
	if !open {
		return nil, net.ErrClosed
	}
	return conn, nil
}
func (l oneConn) Close() error   { return nil }
func (l oneConn) Addr() net.Addr { return &net.TCPAddr{} }

// TestABodyHasToComeEvenly: a caller who has paid nothing yet declares a body and never sends it, or stops half-way.
// One with a slow line sends all of it. It is seen whether they are there when the time for the body is long over.
func TestABodyHasToComeEvenly(t *testing.T) {
	for _, c := range []struct {
		why    string
		pieces int // of 10, one every 4 seconds
		took   time.Duration
	}{
		{"the rest never comes", 0, bodyGrace},
		{"it stops half-way", 5, bodyGrace + (bodyTime-bodyGrace)/2},
		{"all of it comes slowly", 10, 36 * time.Second},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var took time.Duration
				var err, left error
				server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					began := time.Now()
					_, err = readBody(w, r, 1<<20)
					took = time.Since(began)
					time.Sleep(2 * time.Minute)
					left = r.Context().Err()
				})}
				client, theirs := net.Pipe()
				conns := make(oneConn, 1)
				conns <- theirs
				go server.Serve(conns)
				fmt.Fprint(client, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
				for range c.pieces {
					fmt.Fprint(client, strings.Repeat("x", 10_000))
					time.Sleep(4 * time.Second)
				}
				time.Sleep(time.Minute)
				client.Close()
				close(conns)
				time.Sleep(2 * time.Minute)
				synctest.Wait()

				if (c.pieces == 10) != (err == nil) || took.Round(time.Second) != c.took {
					t.Errorf("%v after %s", err, took)
				}
				if left == nil {
					t.Error("nobody saw the caller leave")
				}
			})
		})
	}
}

// TestABodyWithoutAConnectionIsRead: calls of MCP bring all of theirs with them.
func TestABodyWithoutAConnectionIsRead(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(strings.Repeat("x", 100_000)))
	if body, err := readBody(httptest.NewRecorder(), r, 1<<20); err != nil || len(body) != 100_000 {
		t.Errorf("%d bytes, %v", len(body), err)
	}
}
