package render

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// maxMessage bounds one message from the browser. The largest honest one holds a page of maxHTML characters, each
// at most six bytes in JSON.
const maxMessage = 48 << 20

// maxEvent bounds messages other than replies. Honest ones are far shorter; an event about a request contains its
// body twice.
const maxEvent = 2 << 20

// conn is a DevTools connection: commands go out in order, replies come back by number, events go to the handler of
// their session. chromedp's own Target is not used: it mirrors the page's DOM and keeps events without bound, which
// a hostile page could fill.
type conn struct {
	transport chromedp.Transport
	out       chan *cdproto.Message

	mu       sync.Mutex
	last     int64
	waiting  map[int64]chan *cdproto.Message
	handlers map[target.SessionID]func(*cdproto.Message)

	life context.Context // of the connection
	end  context.CancelFunc
	lost <-chan struct{} // that of life
	once sync.Once
	err  error // why, once lost is closed
}

var errLost = errors.New("the connection to the browser ended")

// newConn serves transport until it fails or close is called. browser gets the events without a session. Handlers
// run on the reading goroutine and must not block.
func newConn(transport chromedp.Transport, browser func(*cdproto.Message)) *conn {
	life, end := context.WithCancel(context.Background())
	c := &conn{
		transport: transport, out: make(chan *cdproto.Message, 256), waiting: make(map[int64]chan *cdproto.Message),
		handlers: map[target.SessionID]func(*cdproto.Message){"": browser},
		life:     life, end: end, lost: life.Done(),
	}
	go c.read()
	go c.write()
	return c
}

func (c *conn) close(err error) {
	c.once.Do(func() {
		c.err = err
		c.end()
		c.transport.Close()
	})
}

func (c *conn) read() {
	for {
		msg := new(cdproto.Message)
		if err := c.transport.Read(context.Background(), msg); err != nil {
			c.close(fmt.Errorf("%w: %w", errLost, err))
			return
		}

		c.mu.Lock()
		reply := c.waiting[msg.ID]
		delete(c.waiting, msg.ID)
		handle := c.handlers[msg.SessionID]
		c.mu.Unlock()

		switch {
		case msg.ID != 0 && reply != nil:
			reply <- msg
		case msg.ID == 0 && handle != nil:
			handle(msg)
		}
	}
}

func (c *conn) write() {
	for {
		select {
		case msg := <-c.out:
			if err := c.transport.Write(context.Background(), msg); err != nil {
				c.close(fmt.Errorf("%w: %w", errLost, err))
				return
			}
		case <-c.lost:
			return
		}
	}
}

// listen passes a session's events to handle until forget.
func (c *conn) listen(s target.SessionID, handle func(*cdproto.Message)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handlers[s] = handle
}

func (c *conn) forget(sessions ...target.SessionID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range sessions {
		delete(c.handlers, s)
	}
}

// send sends a command. reply is nil if nobody wants it.
func (c *conn) send(ctx context.Context, s target.SessionID, method string, params any, reply chan *cdproto.Message) (int64, error) {
	raw, err := jsonv2.Marshal(params, chromedp.DefaultMarshalOptions)
	if err != nil {
		return 0, fmt.Errorf("writing %s: %w", method, err)
	}

	c.mu.Lock()
	c.last++
	id := c.last
	if reply != nil {
		c.waiting[id] = reply
	}

	c.mu.Unlock()
	select {
	case c.out <- &cdproto.Message{
		ID:        id,
		SessionID: s,
		Method:    cdproto.MethodType(method),
		Params:    raw,
	}:
		return id, nil
	case <-c.lost:
		err = c.err
	case <-ctx.Done():
		err = fmt.Errorf("%s: %w", method, ctx.Err())
	}

	c.drop(id)
	return 0, err
}

func (c *conn) drop(id int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, id)
}

// call runs a command of session s ("" for the browser itself) and waits for its result.
func call[P, R any](ctx context.Context, c *conn, s target.SessionID, cmd cdp.Command[P, R], params P) (R, error) {
	return begin(ctx, c, s, cmd, params)()
}

// begin sends a command and returns a function that waits for its result.
func begin[P, R any](ctx context.Context, c *conn, s target.SessionID, cmd cdp.Command[P, R], params P) func() (R, error) {
	var result R
	reply := make(chan *cdproto.Message, 1)
	id, err := c.send(ctx, s, cmd.Method, params, reply)
	if err != nil {
		return func() (R, error) { return result, err }
	}

	return func() (R, error) {
		select {
		case msg := <-reply:
			if msg.Error != nil {
				return result, fmt.Errorf("%s: %w", cmd.Method, msg.Error)
			}
			if err := jsonv2.Unmarshal(msg.Result, &result, chromedp.DefaultUnmarshalOptions); err != nil {
				return result, fmt.Errorf("reading the result of %s: %w", cmd.Method, err)
			}
			return result, nil
		case <-c.lost:
			return result, c.err
		case <-ctx.Done():
			c.drop(id)
			return result, fmt.Errorf("%s: %w", cmd.Method, ctx.Err())
		}
	}
}

// tell runs a command whose result does not matter. call detects a browser that accepts no more commands.
func tell[P, R any](ctx context.Context, c *conn, s target.SessionID, cmd cdp.Command[P, R], params P) {
	_, _ = c.send(ctx, s, cmd.Method, params, nil)
}

// event reads the parameters of an event.
func event[E any](msg *cdproto.Message) (E, error) {
	var e E
	if err := jsonv2.Unmarshal(msg.Params, &e, chromedp.DefaultUnmarshalOptions); err != nil {
		return e, fmt.Errorf("reading %s: %w", msg.Method, err)
	}
	return e, nil
}

// boundedReader drops messages (each ends with a zero byte) that are too long: the transport would buffer them, and
// a page can make the browser send them. A dropped event is not answered, so its request does not proceed; a call
// whose result is dropped times out.
type boundedReader struct {
	io.Closer
	r       *bufio.Reader
	message []byte // what is to be given next
	given   int    // of that
}

func newBoundedReader(r io.ReadCloser) *boundedReader {
	return &boundedReader{Closer: r, r: bufio.NewReaderSize(r, 64<<10)}
}

func (b *boundedReader) Read(p []byte) (int, error) {
	for b.given == len(b.message) {
		if err := b.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, b.message[b.given:])
	b.given += n
	return n, nil
}

// next reads a message or drops one.
func (b *boundedReader) next() error {
	if cap(b.message) > maxEvent {
		b.message = nil
	}
	b.message = b.message[:0]
	b.given = 0

	for dropping := false; ; {
		part, err := b.r.ReadSlice(0)
		if !dropping {
			b.message = append(b.message, part...)
			limit := maxEvent
			if bytes.HasPrefix(b.message, []byte(`{"id":`)) {
				limit = maxMessage
			}
			if dropping = len(b.message) > limit; dropping {
				b.message = nil
			}
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}
