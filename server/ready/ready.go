// Package ready sends prepared answers in one write, past the way in which net/http writes an answer. net/http copies
// and sorts the header, searches each value for line breaks, and writes 5 kB in two pieces. A quote is the same for
// everybody, and that is most of its cost: a plain handler with a prepared header takes 1.5 times the processor time.
//
// net/http still serves the connection: it reads the requests, bounds their time and keeps the connection alive. It
// also writes its own answer to a request that was answered here. [Conn.Send] makes that an empty answer with a status
// that nobody else sends, and the connection drops exactly that write. If anything else is written in its place, which
// only another version of net/http could do, the connection is closed. An answer that belongs to no request never goes
// out.
package ready

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
)

// Listener makes connections that can send prepared answers. Connections other than TCP stay unchanged. A request that
// no handler gets to see, such as one with too large a header, net/http refuses with a line of plain text: refusal
// gives the whole answer to write in its place, by the status; nil keeps the text.
func Listener(l net.Listener, refusal func(status int) []byte) net.Listener {
	return listener{l, refusal}
}

type listener struct {
	net.Listener
	refusal func(status int) []byte
}

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &Conn{TCPConn: tcp, refusal: l.refusal}, err
	}
	return c, err
}

type contextKey struct{}

// Context is for [http.Server.ConnContext]: [Of] finds the connection of a request in it.
func Context(ctx context.Context, c net.Conn) context.Context {
	if own, ok := c.(*Conn); ok {
		return context.WithValue(ctx, contextKey{}, own)
	}
	return ctx
}

// Conn is a connection on which requests are answered by Send. The goroutine that serves its requests, one after the
// other, is the only one that writes.
type Conn struct {
	*net.TCPConn
	answered bool // the request under way, so that net/http's own answer is dropped
	refusal  func(status int) []byte
}

// Of is the connection of a request that Send may answer: one of HTTP/1.1, without a body, that keeps the connection
// open. It is nil for all others.
func Of(r *http.Request) *Conn {
	if r.ProtoMajor != 1 || r.ProtoMinor != 1 || r.Close || r.Body != http.NoBody || r.Method == http.MethodHead {
		return nil
	}
	c, _ := r.Context().Value(contextKey{}).(*Conn)
	return c
}

// dropped is a status that no answer has. What net/http writes with it is dropped.
const dropped = 299

// How an answer with that status begins and ends.
var (
	droppedHead = []byte("HTTP/1.1 299 ")
	droppedTail = []byte("\r\n\r\n")
)

// errOutOfStep ends a connection on which net/http wrote something unexpected.
var errOutOfStep = errors.New("ready: not the answer that is to be dropped")

// Send answers the request under way with the bytes of a whole HTTP/1.1 answer with a Content-Length. w is the server's
// own writer of that request, unused. A connection that fails is closed.
func (c *Conn) Send(w http.ResponseWriter, answer []byte) {
	if _, err := c.TCPConn.Write(answer); err != nil {
		c.Close() // the client is gone
	}
	c.answered = true
	w.Header()["Date"] = nil // net/http need not make one
	w.WriteHeader(dropped)
}

// Write implements net.Conn. It drops the answer that Send asked net/http for.
func (c *Conn) Write(p []byte) (int, error) {
	if !c.answered {
		return c.write(p)
	}
	c.answered = false
	if bytes.HasPrefix(p, droppedHead) && bytes.HasSuffix(p, droppedTail) {
		return len(p), nil
	}
	c.Close() // the error below is the one that matters
	return 0, errOutOfStep
}

// How net/http's own refusals continue after the status line. No handler's answer looks like this: its header begins
// with a date.
var refused = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

// write writes what net/http writes, its own refusals in the service's form.
func (c *Conn) write(p []byte) (int, error) {
	line, _, found := bytes.Cut(p, refused)
	if !found || c.refusal == nil || bytes.Contains(line, []byte("\n")) {
		return c.TCPConn.Write(p)
	}
	_, rest, _ := bytes.Cut(line, []byte(" "))
	status, err := strconv.Atoi(string(rest[:min(3, len(rest))]))
	if err != nil {
		return c.TCPConn.Write(p)
	}

	answer := c.refusal(status)
	if answer == nil {
		return c.TCPConn.Write(p)
	}
	_, err = c.TCPConn.Write(answer)
	return len(p), err
}

// ReadFrom implements io.ReaderFrom. net/http sends files by it, never the answer that Send asked for.
func (c *Conn) ReadFrom(r io.Reader) (int64, error) {
	if c.answered {
		c.Close() // the error below is the one that matters
		return 0, errOutOfStep
	}
	return c.TCPConn.ReadFrom(r)
}
