package resale

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"sync"
	"time"

	"github.com/farebox/farebox/payment"
)

// flowing are the media types of answers that arrive bit by bit: waiting for their end takes long, or for ever.
var flowing = map[string]bool{
	"text/event-stream":          true,
	"application/x-ndjson":       true,
	"application/jsonl":          true,
	"application/json-seq":       true,
	"application/stream+json":    true,
	"multipart/x-mixed-replace":  true,
	"application/grpc-web":       true,
	"application/grpc-web+proto": true,
}

func isFlowing(kind string) bool {
	media, _, err := mime.ParseMediaType(kind)
	return err == nil && flowing[media]
}

// line is one call of a service. It ends with the buyer's request, unless its answer is handed over as a stream: that
// outlives the work, within its own time.
type line struct {
	asked  context.Context // of the buyer's request
	cancel context.CancelCauseFunc
	stop   func() bool // leaves the buyer's request aside; false when that has ended
	done   func(error) // tells the circuit how the call went
}

// newLine is the line of a call that is made for a request with that context, and the context to make it in.
func newLine(ctx context.Context, done func(error)) (*line, context.Context) {
	own, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
	return &line{
		asked:  ctx,
		cancel: cancel,
		stop:   stop,
		done:   done,
	}, own
}

// failure is what an error counts against the service. That the answer is too long does not, nor that the buyer has
// left; that the time is up does.
func (l *line) failure(err error) error {
	left := l.asked.Err() != nil && !errors.Is(l.asked.Err(), context.DeadlineExceeded)
	if left || errors.Is(err, errTooLong) {
		return nil
	}
	return err
}

// end is the end of a call whose answer was read, or will not be.
func (l *line) end(err error) {
	l.stop()
	l.cancel(nil)
	l.done(err)
}

// errStreamTime ends a stream that takes longer than any may.
var errStreamTime = errors.New("the stream took too long")

// steady is after what time a stream counts as an answer that came well, however it ends.
const steady = restTime

// flow is the body of a stream.
type flow struct {
	io.Reader
	line  *line
	body  io.Closer
	timer *time.Timer
	good  *time.Timer
	once  sync.Once
}

// flow makes a stream of the rest of an answer. head is what was read of it.
func (l *line) flow(head io.Reader, body io.ReadCloser, within time.Duration) *flow {
	f := &flow{
		Reader: io.MultiReader(head, body),
		line:   l,
		body:   body,
		timer:  time.AfterFunc(within, func() { l.cancel(errStreamTime) }),
	}
	f.good = time.AfterFunc(steady, func() { f.tell(nil) })
	return f
}

// tell has the circuit know how the stream went, once.
func (f *flow) tell(err error) { f.once.Do(func() { f.line.done(err) }) }

// Read reports a stream that breaks off.
func (f *flow) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		f.tell(err)
	}
	return n, err
}

// Close ends the call.
func (f *flow) Close() error {
	f.timer.Stop()
	f.good.Stop()
	f.tell(nil)
	f.line.cancel(nil)
	return f.body.Close()
}

// streams says whether a good answer may go out to w as it comes.
func (s *Shop) streams(w http.ResponseWriter) bool {
	return s.opt.StreamTime > 0 && payment.TakesStreams(w)
}

// passOn hands an answer over as a stream. head is what was read of it.
func (s *Shop) passOn(w http.ResponseWriter, l *line, response *http.Response, head io.Reader) error {
	if !l.stop() { // the buyer's request has ended
		response.Body.Close()
		l.end(nil)
		return context.Cause(l.asked)
	}
	payment.PassOn(w, &payment.Stream{
		Status:      response.StatusCode,
		ContentType: response.Header.Get("Content-Type"),
		Length:      response.ContentLength,
		Body:        l.flow(head, response.Body, s.opt.StreamTime),
		Keep:        s.opt.MaxAnswer,
		Within:      s.opt.StreamTime,
	})
	return nil
}
