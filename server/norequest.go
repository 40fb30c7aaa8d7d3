package server

import (
	"fmt"
	"net/http"

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
