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

// TestABodyHasToComeAtAPace: a caller who has paid nothing yet declares a body and never sends it. Of one who sends it
// is seen whether it is still there when the time for its body is long over.
func TestABodyHasToComeAtAPace(t *testing.T) {
	for _, c := range []struct {
		why   string
		body  string
		reads bool
	}{
		{"the rest never comes", "{", false},
		{"all of it is there", strings.Repeat("x", 100_000), true},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var took time.Duration
				var err, left error
				server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					began := time.Now()
					_, err = readBody(w, r, 1<<20)
					took = time.Since(began)
					time.Sleep(time.Minute)
					left = r.Context().Err()
				})}
				client, theirs := net.Pipe()
				conns := make(oneConn, 1)
				conns <- theirs
				go server.Serve(conns)
				fmt.Fprintf(client, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n%s", c.body)
				time.Sleep(30 * time.Second)
				client.Close()
				close(conns)
				time.Sleep(time.Minute)
				synctest.Wait()

				if c.reads != (err == nil) || took > bodyGrace+time.Second {
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
