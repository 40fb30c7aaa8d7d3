package render

import (
	"errors"

	"github.com/farebox/farebox/internal/problem"
)

// Kind says why a page could not be rendered although it may be fetched: a stable word for programs.
type Kind string

// The kinds.
const (
	KindNoBrowser Kind = problem.CodeNoBrowser     // 503: none is there, or starts, or can be guarded
	KindBusy      Kind = problem.CodeRenderBusy    // 503: every place is taken, and so is the queue
	KindTimeout   Kind = problem.CodeRenderTimeout // 502: the page did not become readable in time
	KindCrashed   Kind = problem.CodeRenderCrashed // 502: the page took its process, or too much memory
)

// Error is a rendering that failed for a reason of the browser's. What is wrong with the page or its host is an
// error of package fetch instead. No URL is in it, so it can be logged.
type Error struct {
	Kind Kind
	Err  error // cause, may be nil
}

// Error names the kind and the cause.
func (e *Error) Error() string {
	if e.Err == nil {
		return string(e.Kind)
	}
	return string(e.Kind) + ": " + e.Err.Error()
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

func failed(kind Kind, cause error) error { return &Error{Kind: kind, Err: cause} }

// Reason is the kind of an error of this package, "" for every other. A route that can do with the page as its server
// sends it goes on without rendering then, and says so with the reason.
func Reason(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}
