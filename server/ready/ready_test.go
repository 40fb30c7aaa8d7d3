package ready

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// serve is a server whose handler gets the connection of requests that may be answered at once.
func serve(t *testing.T, handler func(c *Conn, w http.ResponseWriter, r *http.Request)) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{
		ConnContext:  Context,
		ReadTimeout:  time.Minute,
		WriteTimeout: time.Minute,
		IdleTimeout:  time.Minute,
		ErrorLog:     log.New(io.Discard, "", 0),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			handler(Of(r), w, r)
		}),
	}
	go server.Serve(Listener(l, nil))
	t.Cleanup(func() { server.Close() })
	return l.Addr().String()
}

// answering answers /ready at once with the query as its body, and other paths through net/http.
func answering(c *Conn, w http.ResponseWriter, r *http.Request) {
	body := r.URL.RawQuery
	if c != nil && r.URL.Path == "/ready" {
		c.Send(w, fmt.Appendf(nil, "HTTP/1.1 402 Payment Required\r\nContent-Length: %d\r\n\r\n%s", len(body), body))
		return
	}
	w.Header().Set("X-Through", "net/http")
	io.WriteString(w, body)
}

func get(t *testing.T, client *http.Client, url string) (status int, through, body string) {
	t.Helper()
	resp, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header.Get("X-Through"), string(text)
}

// TestEachRequestGetsItsOwnAnswer on connections that are kept alive, whichever way their requests are answered.
func TestEachRequestGetsItsOwnAnswer(t *testing.T) {
	addr := serve(t, answering)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}}
			defer client.CloseIdleConnections()
			for n := range 200 {
				sent := strings.Repeat(fmt.Sprintf("%d-%d.", worker, n), 1+n*7) // up to more than net/http buffers
				path, status, through := "/ready", http.StatusPaymentRequired, ""
				if n%3 == 2 {
					path, status, through = "/other", http.StatusOK, "net/http"
				}
				gotStatus, gotThrough, body := get(t, client, "http://"+addr+path+"?"+sent)
				if gotStatus != status || gotThrough != through || body != sent {
					t.Errorf("%s: %d, through %q, %.40q; want %d, %q, %.40q",
						path, gotStatus, gotThrough, body, status, through, sent)
				}
			}
		})
	}
	all.Wait()
}

// TestRequestsInOnePieceAreAnsweredInOrder although the next one is read already while one is answered.
func TestRequestsInOnePieceAreAnsweredInOrder(t *testing.T) {
	conn, err := net.Dial("tcp", serve(t, answering))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Minute))

	paths := []string{"/ready?1", "/other?2", "/ready?3", "/ready?4", "/other?5"}
	var sent strings.Builder
	for _, path := range paths {
		fmt.Fprintf(&sent, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path)
	}
	if _, err := io.WriteString(conn, sent.String()); err != nil {
		t.Fatal(err)
	}

	reader := bufio.NewReader(conn)
	for _, path := range paths {
		resp, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatal(path, err)
		}
		body, err := io.ReadAll(resp.Body)
		if _, want, _ := strings.Cut(path, "?"); err != nil || string(body) != want {
			t.Errorf("%s: %d %q, %v", path, resp.StatusCode, body, err)
		}
	}
}

// TestOthersAreAnsweredByTheServer: requests whose answer net/http has to word.
func TestOthersAreAnsweredByTheServer(t *testing.T) {
	addr := serve(t, answering)
	for name, request := range map[string]string{
		"HTTP/1.0":             "GET /ready?x HTTP/1.0\r\nHost: x\r\n\r\n",
		"a connection's last":  "GET /ready?x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
		"a body":               "POST /ready?x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
		"HEAD":                 "HEAD /ready?x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
		"a body without a sum": "POST /ready?x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			conn.SetDeadline(time.Now().Add(time.Minute))
			if _, err := io.WriteString(conn, request); err != nil {
				t.Fatal(err)
			}
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil || resp.Header.Get("X-Through") != "net/http" {
				t.Errorf("%v, %v", resp, err)
			}
		})
	}
}

// TestAnswerOfNobodyEndsTheConnection: what net/http writes for an answered request is dropped only when it is what
// Send asked for. Else a client would take it for the answer to its next request.
func TestAnswerOfNobodyEndsTheConnection(t *testing.T) {
	addr := serve(t, func(c *Conn, w http.ResponseWriter, _ *http.Request) {
		c.answered = true // as after Send, which has not worded the answer here
		io.WriteString(w, "this belongs to nobody")
	})
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(conn); len(got) > 0 {
		t.Errorf("%q, %v", got, err)
	}
}

func TestOnlyOurConnectionsAreAnsweredAtOnce(t *testing.T) {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://x/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	client, server := net.Pipe()
	defer client.Close()
	defer server.Close()
	for name, ctx := range map[string]context.Context{
		"no connection":       t.Context(),
		"one of another kind": Context(t.Context(), server),
	} {
		if Of(r.WithContext(ctx)) != nil {
			t.Errorf("%s: answered at once", name)
		}
	}
}
