// Package ready sends answers whose bytes are ready in one write, past what net/http does to write an answer: it copies
// and sorts the header, looks through each value for line breaks, and writes 5 kB in two pieces. For a quote, which is
// the same for everybody, that takes longer than all else together.
//
// net/http goes on to serve the connection: it reads the requests, bounds their time and keeps the connection alive. It
// also writes an answer of its own to a request that was answered here, which has to go nowhere. [Conn.Send] has it
// write an empty one with a status that nobody else sends, and the connection drops exactly that write. Should anything
// else be written in its place, which only another version of net/http could do, the connection is closed: an answer
// that belongs to no request never goes out.
package ready

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
)

// Listener makes connections that take ready answers. Those that are not TCP are left as they are.
func Listener(l net.Listener) net.Listener { return listener{l} }

type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &Conn{TCPConn: tcp}, err
	}
	return c, err
}

type contextKey struct{}

// Context is for [http.Server.ConnContext]: its requests find their connection in it.
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
	answered bool // the request under way; what net/http writes for it is dropped
}

// Of is the connection of a request that may be answered by Send: one of HTTP/1.1 without a body that leaves the
// connection open. Nil for all others.
func Of(r *http.Request) *Conn {
	if r.ProtoMajor != 1 || r.ProtoMinor != 1 || r.Close || r.Body != http.NoBody || r.Method == http.MethodHead {
		return nil
	}
	c, _ := r.Context().Value(contextKey{}).(*Conn)
	return c
}

// dropped is a status that is no answer of anybody's: what net/http writes with it is dropped.
const dropped = 299

// What net/http writes for an answer with that status begins and ends with.
var (
	droppedHead = []byte("HTTP/1.1 299 ")
	droppedTail = []byte("\r\n\r\n")
)

// errOutOfStep ends a connection on which net/http wrote something else than was expected.
var errOutOfStep = errors.New("ready: not the answer that is to be dropped")

// Send answers the request under way with all bytes of an HTTP/1.1 answer, whose length must be told by its header.
// w is the server's own writer of that request, on which nothing was written. A connection that fails is closed.
func (c *Conn) Send(w http.ResponseWriter, answer []byte) {
	if _, err := c.TCPConn.Write(answer); err != nil {
		c.Close() // the client is gone
	}
	c.answered = true
	w.Header()["Date"] = nil // spares its making
	w.WriteHeader(dropped)
}

// Write is the connection's, but for the one write that is dropped.
func (c *Conn) Write(p []byte) (int, error) {
	if !c.answered {
		return c.TCPConn.Write(p)
	}
	c.answered = false
	if bytes.HasPrefix(p, droppedHead) && bytes.HasSuffix(p, droppedTail) {
		return len(p), nil
	}
	c.Close() // the error below is the one to tell
	return 0, errOutOfStep
}

// ReadFrom is the connection's. net/http sends files by it, which no request does that was answered here.
func (c *Conn) ReadFrom(r io.Reader) (int64, error) {
	if c.answered {
		c.Close() // the error below is the one to tell
		return 0, errOutOfStep
	}
	return c.TCPConn.ReadFrom(r)
}
