package render

import "errors"

// Kind says why a page could not be rendered although it may be fetched: a stable word for programs.
type Kind string

// The kinds.
const (
	KindNoBrowser Kind = "no_browser"     // none is found or configured, or it does not start, or its traffic cannot be guarded
	KindBusy      Kind = "render_busy"    // every place is taken, and so is the queue
	KindTimeout   Kind = "render_timeout" // the page did not become readable in time
	KindCrashed   Kind = "render_crashed" // the page took its process down, or more memory than it may have
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
