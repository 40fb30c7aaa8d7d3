package server

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"strconv"

	"github.com/farebox/farebox/internal/problem"
)

// maxHeader bounds the header of a request. A payment is a few kB.
const maxHeader = 64 << 10

// noRequest answers an unreadable request with a problem, like every other error.
func noRequest(status int) []byte {
	p := problem.New(status, problem.CodeMalformedRequest, "the request is not readable HTTP")
	switch status {
	case http.StatusRequestHeaderFieldsTooLarge:
		p = problem.New(status, problem.CodeTooLarge, "the header may have at most %d bytes", maxHeader)
	case http.StatusNotImplemented:
		p = problem.New(status, problem.CodeMalformedRequest, "this transfer encoding is not supported")
	}
	p.Retry = problem.RetryNever

	body := p.JSON("")
	return fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n"+
		"Connection: close\r\n\r\n%s", status, http.StatusText(status), problem.ContentType, len(body), body)
}

// refusing is a listener on whose connections unreadable requests are refused by a problem. No handler gets to see
// them: net/http answers with a line of plain text.
type refusing struct{ net.Listener }

// Accept implements net.Listener.
func (l refusing) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return refusingConn{tcp}, err
	}
	return c, err
}

type refusingConn struct{ *net.TCPConn }

// How net/http's own refusals continue after the status line. No handler's answer looks like this: its header begins
// with a date.
var refused = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

// Write writes what net/http writes, its own refusals as problems.
func (c refusingConn) Write(p []byte) (int, error) {
	line, _, found := bytes.Cut(p, refused)
	if !found || bytes.Contains(line, []byte("\n")) {
		return c.TCPConn.Write(p)
	}
	_, rest, _ := bytes.Cut(line, []byte(" "))
	status, err := strconv.Atoi(string(rest[:min(3, len(rest))]))
	if err != nil {
		return c.TCPConn.Write(p)
	}

	_, err = c.TCPConn.Write(noRequest(status))
	return len(p), err
}
