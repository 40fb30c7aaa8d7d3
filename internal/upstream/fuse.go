package upstream

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// Source is one of several that answer the same question. Where the sources of a route give different things, let T
// be a function that puts the source's part into the answer, and call the functions one after the other afterwards:
// a source must not write to the answer itself, because it may still be running when its budget is over.
type Source[T any] struct {
	Name   string
	Budget time.Duration // its own time limit inside the caller's deadline; 0 means only the latter
	Call   func(context.Context) (T, error)
}

// Outcome is what one source gave.
type Outcome[T any] struct {
	Name  string
	Value T
	Err   error
	Took  time.Duration
}

// Status is the outcome in one word for the answer's sources block: ok, empty (the source has no such record),
// not_configured, rate_limited, warming or error.
func (o Outcome[T]) Status() string { return StatusOf(o.Err) }

// StatusOf is the word for the sources block that err stands for; see Outcome.Status.
func StatusOf(err error) string {
	switch kind := KindOf(err); {
	case err == nil:
		return "ok"
	case kind == NotFound:
		return "empty"
	case kind == NotConfigured || kind == RateLimited || kind == Warming:
		return string(kind)
	}
	return "error"
}

// Fused are the outcomes of all sources, in the order they were given.
type Fused[T any] []Outcome[T]

// Fuse calls the sources side by side and returns when each has answered, failed or used up its budget. A source that
// panics has failed; one that ignores its context is left behind.
func Fuse[T any](ctx context.Context, sources ...Source[T]) Fused[T] {
	fused := make(Fused[T], len(sources))
	pending := make([]<-chan Outcome[T], len(sources))
	contexts := make([]context.Context, len(sources))
	for i, s := range sources {
		sctx, cancel := ctx, context.CancelFunc(func() {})
		if s.Budget > 0 {
			sctx, cancel = context.WithTimeout(ctx, s.Budget)
		}
		defer cancel()
		contexts[i], pending[i] = sctx, start(sctx, s)
	}
	began := time.Now()
	for i, s := range sources {
		select {
		case fused[i] = <-pending[i]:
		case <-contexts[i].Done():
			select {
			case fused[i] = <-pending[i]: // it made it at the last moment, or has the better reason
			default:
				fused[i] = Outcome[T]{Name: s.Name, Err: ended(contexts[i], s.Name, ""), Took: time.Since(began)}
			}
		}
	}
	return fused
}

func start[T any](ctx context.Context, s Source[T]) <-chan Outcome[T] {
	out := make(chan Outcome[T], 1)
	go func() {
		began := time.Now()
		o := Outcome[T]{Name: s.Name}
		defer func() {
			if cause := recover(); cause != nil {
				var none T
				o.Value, o.Err = none, fmt.Errorf("source %s panicked: %v\n%s", s.Name, cause, debug.Stack())
			}
			o.Took = time.Since(began)
			out <- o
		}()
		o.Value, o.Err = s.Call(ctx)
	}()
	return out
}

// ended is the error of a wait that the context cut short: the caller's own cancellation as it is, a passed deadline as
// Unavailable.
func ended(ctx context.Context, provider, doing string) error {
	if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s: %w", provider, err)
	}
	return &Error{Kind: Unavailable, Provider: provider, Doing: doing, Cause: fmt.Errorf("no answer in time: %w", context.DeadlineExceeded), cut: true}
}

// Partial is true when a source that should have had a say failed. A source without a matching record, and one that the
// operator has not set up, do not make an answer partial; their status says so.
func (f Fused[T]) Partial() bool {
	for _, o := range f {
		if s := o.Status(); s != "ok" && s != "empty" && s != string(NotConfigured) {
			return true
		}
	}
	return false
}

// Err is nil when at least one source answered. Otherwise it is the error that tells the caller most: a real failure
// before "not configured", and NotFound only when every source that could be asked has no such record.
func (f Fused[T]) Err() error {
	var failed, unset, missing error
	for _, o := range f {
		switch StatusOf(o.Err) {
		case "ok":
			return nil
		case "empty":
			missing = first(missing, o.Err)
		case string(NotConfigured):
			unset = first(unset, o.Err)
		default:
			failed = first(failed, o.Err)
		}
	}
	return first(first(failed, missing), unset)
}

func first(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
