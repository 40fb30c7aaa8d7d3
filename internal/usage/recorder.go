package usage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrInvalidEvent says that an event cannot be counted, now or later.
var ErrInvalidEvent = errors.New("usage: invalid event")

// Validate returns ErrInvalidEvent when the price is neither empty nor plain decimal dollars.
func (e Event) Validate() error {
	if e.PriceUSD != "" && !decimalDollars(e.PriceUSD) {
		return fmt.Errorf("%w: price %q of %s is not a decimal", ErrInvalidEvent, e.PriceUSD, e.Route)
	}
	return nil
}

// decimalDollars is true for one to eighteen digits, and as many behind a point or no point.
func decimalDollars(text string) bool {
	digits := func(text string) bool {
		return len(text) >= 1 && len(text) <= 18 && strings.Trim(text, "0123456789") == ""
	}
	whole, fraction, pointed := strings.Cut(text, ".")
	return digits(whole) && (!pointed || digits(fraction))
}

// RecorderOptions of a Recorder. The zero value is good.
type RecorderOptions struct {
	// Buffer is how many events (and, apart from them, slow requests) may wait. When the store is slower
	// than the requests, or gone, what does not fit is dropped and counted. Default 20,000, about 8 MB.
	Buffer int
	// Batch is how many are written at once at most; so many waiting are written without delay. Default 500.
	Batch int
	// Every is how long an event waits for others. Default 1 s.
	Every time.Duration
	// Quotes says which quotes are listed as events. Default SampledQuotes.
	Quotes Quotes
	// Patience bounds one try to write. Default 10 s.
	Patience time.Duration
	// After is the clock. Default time.After.
	After func(time.Duration) <-chan time.Time
	// Log receives failures to write. Default slog.Default().
	Log *slog.Logger
}

// Recorder writes events and slow requests to a store in batches, outside the request path. A batch that could not be
// written is kept and tried again until it is, or the Recorder is closed. A store that carried a batch out and could
// not say so gets it twice: the count of requests may be too high after a failure, never a payment's, whose event the
// ledger writes.
type Recorder struct {
	store Store
	opt   RecorderOptions

	mu      sync.Mutex
	quotes  sampler
	events  []Event
	slow    []Slow
	closed  bool
	dropped int64

	wake   chan struct{}      // has a token when a batch may be full
	stop   chan struct{}      // closed by Close
	done   chan struct{}      // closed when the writer has ended
	ctx    context.Context    // of the writer's calls
	cancel context.CancelFunc // when Close runs out of time
}

// NewRecorder starts a Recorder. Close ends it.
func NewRecorder(store Store, opt RecorderOptions) *Recorder {
	if opt.Buffer <= 0 {
		opt.Buffer = 20_000
	}
	if opt.Batch <= 0 {
		opt.Batch = 500
	}

	opt.Batch = min(opt.Batch, opt.Buffer)
	if opt.Every <= 0 {
		opt.Every = time.Second
	}

	if opt.Patience <= 0 {
		opt.Patience = 10 * time.Second
	}
	if opt.After == nil {
		opt.After = time.After
	}

	opt.Log = cmp.Or(opt.Log, slog.Default())

	r := &Recorder{
		store:  store,
		opt:    opt,
		quotes: sampler{which: opt.Quotes},
		wake:   make(chan struct{}, 1),
		stop:   make(chan struct{}),
		done:   make(chan struct{}),
	}

	r.ctx, r.cancel = context.WithCancel(context.Background())
	go r.run()
	return r
}

// Record takes e. It never waits; false says that e was dropped.
func (r *Recorder) Record(e Event) bool {
	if err := e.Validate(); err != nil {
		r.opt.Log.Error("usage event dropped", "error", err)
		r.drop(1)
		return false
	}
	return enqueue(r, &r.events, e, func(e *Event) { e.Unlisted = r.quotes.unlisted(e) })
}

// RecordSlow takes s. It never waits; false says that s was dropped.
func (r *Recorder) RecordSlow(s Slow) bool { return enqueue(r, &r.slow, s, func(*Slow) {}) }

// enqueue appends to one of r's buffers what finish has made of an item.
func enqueue[T any](r *Recorder, buffer *[]T, item T, finish func(*T)) bool {
	r.mu.Lock()
	if r.closed || len(*buffer) >= r.opt.Buffer {
		r.dropped++
		r.mu.Unlock()
		return false
	}
	finish(&item)
	*buffer = append(*buffer, item)
	full := len(*buffer) >= r.opt.Batch
	r.mu.Unlock()
	if full {
		select {
		case r.wake <- struct{}{}:
		default:
		}
	}
	return true
}

// Dropped is how many events and slow requests were never written.
func (r *Recorder) Dropped() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.dropped
}

func (r *Recorder) drop(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dropped += int64(n)
}

// Close takes no more and writes what waits. When ctx ends first the rest is dropped, and the error says
// how many that were. Closing again waits for the same end.
func (r *Recorder) Close(ctx context.Context) error {
	r.mu.Lock()
	if !r.closed {
		r.closed = true
		close(r.stop)
	}

	r.mu.Unlock()
	select {
	case <-r.done:
	case <-ctx.Done():
		r.cancel()
		<-r.done
	}

	r.cancel()
	r.mu.Lock()
	defer r.mu.Unlock()
	left := len(r.events) + len(r.slow)
	r.dropped += int64(left)
	r.events = nil
	r.slow = nil

	if left > 0 {
		return fmt.Errorf("usage: close the recorder: %d events not written: %w", left, ctx.Err())
	}
	return nil
}

func (r *Recorder) run() {
	defer close(r.done)
	for stop := r.stop; stop != nil; {
		select {
		case <-r.wake:
		case <-r.opt.After(r.opt.Every):
		case <-stop:
			stop = nil
		}
		stop = flush(r, &r.events, r.store.Append, stop)
		stop = flush(r, &r.slow, r.store.AppendSlow, stop)
	}
	// What came in between the last look and the end of the loop.
	flush(r, &r.events, r.store.Append, nil)
	flush(r, &r.slow, r.store.AppendSlow, nil)
}

// Pauses between tries to write a batch double from the first to the last. A closing Recorder has no
// time for longer ones than the first.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 15 * time.Second
)

// flush writes what is in a buffer now, in batches. A batch leaves the buffer once it was written, so a store that is
// gone for a long time fills the buffer and nothing else. A closed stop cuts a pause short; it is returned as nil then.
func flush[T any](r *Recorder, buffer *[]T, write func(context.Context, []T) error, stop chan struct{}) chan struct{} {
	r.mu.Lock()
	left := len(*buffer)
	r.mu.Unlock()
	pause := firstPause
	for left > 0 && r.ctx.Err() == nil {
		r.mu.Lock()
		batch := slices.Clone((*buffer)[:min(left, r.opt.Batch)])
		r.mu.Unlock()
		err := r.try(func(ctx context.Context) error { return write(ctx, batch) })
		if err == nil || errors.Is(err, ErrInvalidEvent) {
			r.mu.Lock()
			clear((*buffer)[:len(batch)]) // nothing is held that was written
			*buffer = (*buffer)[len(batch):]
			if err != nil {
				r.dropped += int64(len(batch))
			}
			r.mu.Unlock()
			left -= len(batch)
			pause = firstPause
		}
		if err == nil {
			continue
		}
		r.opt.Log.Error("usage not written", "events", len(batch), "error", err)
		select {
		case <-r.opt.After(pause):
		case <-r.ctx.Done():
		case <-stop:
			stop = nil
		}
		if pause = min(2*pause, lastPause); stop == nil {
			pause = firstPause
		}
	}

	return stop
}

func (r *Recorder) try(write func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(r.ctx, r.opt.Patience)
	defer cancel()
	return write(ctx)
}
