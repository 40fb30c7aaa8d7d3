package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/farebox/farebox/internal/each"
)

// Source is one of several that answer the same question. Sources that give different things are for [FuseInto].
type Source[T any] struct {
	Name   string
	Budget time.Duration // its own time limit inside the caller's deadline; 0 means only the latter
	Call   func(context.Context) (T, error)
	Main   bool // see [Main]
}

// Main is s as a main source: one without which the caller has nothing of what the route is for. See [Fused.Err].
func Main[T any](s Source[T]) Source[T] {
	s.Main = true
	return s
}

// Outcome is what one source gave.
type Outcome[T any] struct {
	Name  string
	Value T
	Err   error
	Took  time.Duration
	Main  bool
	Reads *Reads // of the provider answers that it read, nil when it did not end
}

// Status is the outcome in one word for the answer's sources block: ok, stale (an answer kept past its time, as the
// provider failed), empty (the source has no such record), not_configured, rate_limited, warming, timeout or error.
func (o Outcome[T]) Status() string {
	if o.Err == nil && o.Reads.Stale() {
		return StatusStale
	}
	return StatusOf(o.Err)
}

// The words for the state of a source that are no Kind.
const (
	StatusOK      = "ok"
	StatusEmpty   = "empty"   // it has no such record, or nothing on things of this sort
	StatusSkipped = "skipped" // it was not needed, or cannot do what was asked
	StatusStale   = "stale"   // its list was long not confirmed or stands still, or its data are older than requested
	StatusTimeout = "timeout" // it did not answer in time
	StatusError   = "error"
)

// StatusOf is the word for the sources block that err stands for; see Outcome.Status.
func StatusOf(err error) string {
	if err == nil {
		return StatusOK
	}
	switch kind := KindOf(err); kind {
	case NotFound, NotCovered:
		return StatusEmpty
	case NotConfigured, RateLimited, Warming:
		return string(kind)
	case Outdated:
		return StatusStale
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return StatusTimeout
	}
	return StatusError
}

// Lacking says whether a source in this state makes the answer partial. It is the one rule of all routes: a source that
// should have had a say makes the answer partial when it failed, was refused, has not been loaded yet or may be out of
// date. One that has no such record, one that was skipped and one that the operator has not set up do not; their
// status says so.
//
// A route that finds a gap in the answer of a source adds that itself. The screening routes are stricter, as
// their spec says: an official list that the operator left out makes their answer partial too, since no match there is
// read as a clearance.
func Lacking(status string) bool {
	switch status {
	case StatusOK, StatusEmpty, StatusSkipped, string(NotConfigured):
		return false
	}
	return true
}

// Fused are the outcomes of all sources, in the order they were given.
type Fused[T any] []Outcome[T]

// Fuse calls the sources side by side and returns when each has answered, failed or used up its budget. A source that
// panics has failed; one that ignores its context is left behind. Failures of one provider in several sources count
// once towards its circuit.
func Fuse[T any](ctx context.Context, sources ...Source[T]) Fused[T] {
	ctx = asOneQuestion(ctx)
	fused := make(Fused[T], len(sources))
	pending := make([]<-chan Outcome[T], len(sources))
	contexts := make([]context.Context, len(sources))
	for i, s := range sources {
		sctx := ctx
		cancel := context.CancelFunc(func() {})
		if s.Budget > 0 {
			sctx, cancel = context.WithTimeout(ctx, s.Budget)
		}
		defer cancel()
		contexts[i] = sctx
		pending[i] = start(sctx, s)
	}

	began := time.Now()
	for i, s := range sources {
		select {
		case fused[i] = <-pending[i]:
		case <-contexts[i].Done():
			select {
			case fused[i] = <-pending[i]: // it made it at the last moment, or has the better reason
			default:
				fused[i] = Outcome[T]{
					Name: s.Name,
					Err:  ended(contexts[i], s.Name, ""),
					Took: time.Since(began),
					Main: s.Main,
				}
			}
		}
	}
	return fused
}

// AskEach asks one source about each item of a list, side by side. The outcomes are in the order of the list.
func AskEach[Q, T any](ctx context.Context, name string, list []Q, ask func(context.Context, Q) (T, error)) Fused[T] {
	return Fuse(ctx, each.Of(list, func(q Q) Source[T] {
		return Source[T]{Name: name, Call: func(ctx context.Context) (T, error) { return ask(ctx, q) }}
	})...)
}

// FuseInto is Fuse for sources that give different things: each gives a function that puts its part into the answer.
// The parts are put in one after the other, in the order of the sources, once all are done. A source must not write to
// the answer itself, because it may still be running when its budget is over.
func FuseInto[A any](ctx context.Context, answer *A, sources ...Source[func(*A)]) Fused[func(*A)] {
	fused := Fuse(ctx, sources...)
	for _, o := range fused {
		if o.Err == nil && o.Value != nil {
			o.Value(answer)
		}
	}
	return fused
}

// Part is a source for FuseInto: put adds the result of call to the answer, unless it is an error.
func Part[A, V any](
	name string, budget time.Duration, call func(context.Context) (V, error), put func(*A, V),
) Source[func(*A)] {
	return Source[func(*A)]{Name: name, Budget: budget, Call: func(ctx context.Context) (func(*A), error) {
		v, err := call(ctx)
		return func(answer *A) { put(answer, v) }, err
	}}
}

// NotNone makes an empty list NotFound, so that the status of its source says so.
func NotNone[T any](rows []T, err error) ([]T, error) {
	if err == nil && len(rows) == 0 {
		return nil, NotFound.Errorf("no row")
	}
	return rows, err
}

func start[T any](ctx context.Context, s Source[T]) <-chan Outcome[T] {
	out := make(chan Outcome[T], 1)
	go func() {
		began := time.Now()
		ctx, reads := WithReads(ctx)
		o := Outcome[T]{
			Name:  s.Name,
			Main:  s.Main,
			Reads: reads,
		}
		defer func() {
			if cause := recover(); cause != nil {
				var none T
				o.Value = none
				o.Err = fmt.Errorf("source %s panicked: %v\n%s", s.Name, cause, debug.Stack())
			}
			o.Took = time.Since(began)
			out <- o
		}()
		o.Value, o.Err = s.Call(ctx)
		o.Err = named(o.Err, s.Name)
	}()

	return out
}

// named gives the error of an adapter, which does not know whose it is, the source's name.
func named(err error, source string) error {
	var e *Error
	if !errors.As(err, &e) || e.Provider != "" {
		return err
	}
	own := *e
	own.Provider = source
	own.was = e
	return &own
}

// ended is the error of a wait that the context cut short: the caller's own cancellation as it is, a passed deadline as
// Unavailable.
func ended(ctx context.Context, provider, doing string) error {
	if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s: %w", provider, err)
	}
	return &Error{
		Kind:     Unavailable,
		Provider: provider,
		Doing:    doing,
		Cause:    fmt.Errorf("no answer in time: %w", context.DeadlineExceeded),
		cut:      true,
	}
}

// Values are what all sources gave, in their order, or the first failure.
func (f Fused[T]) Values() ([]T, error) {
	values := make([]T, 0, len(f))
	for _, o := range f {
		if o.Err != nil {
			return nil, o.Err
		}
		values = append(values, o.Value)
	}
	return values, nil
}

// Partial is true when a source that should have had a say had none; see [Lacking].
func (f Fused[T]) Partial() bool {
	return slices.ContainsFunc(f, func(o Outcome[T]) bool { return Lacking(o.Status()) })
}

// Unheard is the first failure of a source that should have had a say (see [Lacking]), nil when all had theirs. That
// nothing was found is an answer only without one.
func (f Fused[T]) Unheard() error {
	for _, o := range f {
		if o.Err != nil && Lacking(o.Status()) {
			return o.Err
		}
	}
	return nil
}

// Failure is why the named source gave nothing, nil when it answered or was not asked.
func (f Fused[T]) Failure(name string) error {
	for _, o := range f {
		if o.Name == name {
			return o.Err
		}
	}
	return nil
}

// Err is nil when the answer is worth its price. Where main sources are named, one of them has to have answered, or
// all that could be asked have to have said that they have no such record while another source has something; without
// names all sources are alike. Otherwise it is the error that tells the caller most: a real failure before "not
// configured", and NotFound only when every source that could be asked has no such record.
func (f Fused[T]) Err() error {
	all := f.failures(func(Outcome[T]) bool { return true })
	if !slices.ContainsFunc(f, func(o Outcome[T]) bool { return o.Main }) {
		return all.err()
	}

	main := f.failures(func(o Outcome[T]) bool { return o.Main })
	switch {
	case main.answered:
		return nil
	case main.failed != nil, main.missing == nil:
		return main.err()
	}
	return all.err()
}

// failures are the first errors of some sources, by what they say.
type failures struct {
	answered               bool
	failed, missing, unset error
}

func (f Fused[T]) failures(of func(Outcome[T]) bool) failures {
	var all failures
	for _, o := range f {
		switch {
		case !of(o):
		case o.Err == nil:
			all.answered = true
		case o.Status() == StatusEmpty:
			all.missing = cmp.Or(all.missing, o.Err)
		case o.Status() == string(NotConfigured):
			all.unset = cmp.Or(all.unset, o.Err)
		default:
			all.failed = cmp.Or(all.failed, o.Err)
		}
	}
	return all
}

func (f failures) err() error {
	if f.answered {
		return nil
	}
	return cmp.Or(f.failed, f.missing, f.unset)
}
