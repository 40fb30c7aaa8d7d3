package server

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestWhatIsNoRequestIsRefusedAsAProblem: net/http answers it before any handler, in plain text.
func TestWhatIsNoRequestIsRefusedAsAProblem(t *testing.T) {
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	web := s.server.web()
	go web.Serve(refusing{l})
	t.Cleanup(func() { web.Close() })

	for name, c := range map[string]struct {
		request string
		status  int
		code    string
	}{
		"a header that is too large": {
			"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + strings.Repeat("a", 80<<10) + "\r\n\r\n", 431, "too_large",
		},
		"no HTTP":                  {"what is the price of bread\r\n\r\n", 400, "malformed_request"},
		"a header without a colon": {"GET / HTTP/1.1\r\nHost: x\r\nX-A\r\n\r\n", 400, "malformed_request"},
		"an unknown encoding":      {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: brotli\r\n\r\n", 501, "malformed_request"},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			conn.SetDeadline(time.Now().Add(time.Minute))
			go io.WriteString(conn, c.request)

			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			var told struct {
				Status  int
				Code    string
				Retry   string
				Charged *bool
			}
			if err := json.NewDecoder(resp.Body).Decode(&told); err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != c.status || told.Status != c.status || told.Code != c.code || told.Retry != "never" ||
				told.Charged == nil || *told.Charged || resp.Header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("%d %v %+v", resp.StatusCode, resp.Header, told)
			}
		})
	}
}
