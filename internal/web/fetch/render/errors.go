package render

import (
	"errors"

	"github.com/farebox/farebox/internal/problem"
)

// Kind says why a permitted page could not be rendered: a stable word for programs.
type Kind string

// The kinds.
const (
	KindNoBrowser Kind = problem.CodeNoBrowser     // 503: none is installed, starts, or can be confined
	KindBusy      Kind = problem.CodeRenderBusy    // 503: no slot became free in time
	KindTimeout   Kind = problem.CodeRenderTimeout // 502: the page did not become readable in time
	KindCrashed   Kind = problem.CodeRenderCrashed // 502: the page crashed its process, or took too much memory
)

// Error is a rendering that failed because of the browser. A failure of the page or its host is an error of package
// fetch instead. It contains no URL, so it may be logged.
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

// Reason is the kind of this package's errors, or "" for all others. A route that can use the page as its server
// sends it continues without rendering and states the reason.
func Reason(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}
