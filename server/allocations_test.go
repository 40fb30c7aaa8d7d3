package server

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/farebox/farebox/server/ready"
)

// What a call may allocate, a fifth above what it did when this was written: 11, 28 and 633 times. Time cannot be
// asserted on a machine with much else to do, and most that makes a sale slow makes garbage.
const (
	mostOfQuoteAtOnce = 13
	mostOfQuote       = 34
	mostOfPaid        = 760
)

// connection is one as the server has it, to a client that reads and says nothing.
func connection(t *testing.T) net.Conn {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	go io.Copy(io.Discard, client)

	conn, err := ready.Listener(l, noRequest).Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestSaleMakesLittleGarbage(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates too")
	}
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	usual := s.server.handler
	quick := s.server.quotes(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("not answered at once")
	}))

	const runs = 300
	quote := httptest.NewRequest(http.MethodGet, "/crypto/hash?algo=keccak256&input=x", nil)
	atOnce := quote.WithContext(ready.Context(t.Context(), connection(t)))
	paid := make([]*http.Request, runs+1) // one is the first, which is not counted
	for i := range paid {
		paid[i] = s.paid(s.hashCall("x"), 2)
	}
	next := 0
	for _, c := range []struct {
		name string
		most float64
		call func() (status int)
		want int
	}{
		{"a quote at once", mostOfQuoteAtOnce, func() int {
			w := httptest.NewRecorder()
			quick.ServeHTTP(w, atOnce)
			return w.Code
		}, 299},
		{"a quote", mostOfQuote, func() int {
			w := httptest.NewRecorder()
			usual.ServeHTTP(w, quote)
			return w.Code
		}, http.StatusPaymentRequired},
		{"a paid call", mostOfPaid, func() int {
			w := httptest.NewRecorder()
			usual.ServeHTTP(w, paid[next])
			next++
			return w.Code
		}, http.StatusOK},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := testing.AllocsPerRun(runs, func() {
				if status := c.call(); status != c.want {
					t.Errorf("%d, want %d", status, c.want)
				}
			})
			t.Logf("%.0f allocations", got)
			if got > c.most {
				t.Errorf("%.0f allocations a call, more than %.0f", got, c.most)
			}
		})
	}
}
