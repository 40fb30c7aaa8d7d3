package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Kind says what went wrong with a provider. It is an error itself, so that callers write
// errors.Is(err, upstream.NotFound).
type Kind string

// The kinds. Only Problem decides what each becomes for the caller of a route.
const (
	NotFound      Kind = "not_found"      // the provider has no such record
	NotCovered    Kind = "not_covered"    // the provider has nothing on things of this sort, so that nothing follows
	RateLimited   Kind = "rate_limited"   // the provider's limit, or ours towards it, leaves no room before the deadline
	Unauthorized  Kind = "unauthorized"   // the provider refused the operator's key, or wants one
	Unavailable   Kind = "unavailable"    // no usable connection, a 5xx, no answer in time, or the circuit is open
	BadResponse   Kind = "bad_response"   // an answer that is not what the provider documents: garbage, oversized, a block page
	NotConfigured Kind = "not_configured" // a required key or address is not set, or the operator switched the provider off
	Invalid       Kind = "invalid"        // the provider (or the request builder) refuses the request as malformed
	Warming       Kind = "warming"        // a dataset is being loaded for the first time
	// Unloaded is a dataset whose first load failed or was refused: what nobody can promise for the next minute.
	Unloaded Kind = "list_unavailable"
	// Outdated are data older than the window that was asked for, or than what "now" may mean: see TooOld.
	Outdated Kind = "outdated"
)

// Error is the kind in words.
func (k Kind) Error() string { return strings.ReplaceAll(string(k), "_", " ") }

// inWords says what a download met with, for readers who do not know the kinds.
func (k Kind) inWords() string {
	switch k {
	case NotFound, NotCovered:
		return "the publisher has no such file"
	case RateLimited:
		return "the publisher's limit of requests is used up"
	case Unauthorized:
		return "the publisher refuses the service's credentials"
	case Unavailable:
		return "the publisher could not be reached or did not answer in time"
	case BadResponse:
		return "the publisher's answer could not be used"
	case Invalid:
		return "the publisher refused the request"
	case NotConfigured:
		return "the publisher's address or key is not set"
	}
	return k.Error()
}

// Errorf is an error of this kind, for a Check that reads a failure out of an answer (say, HTTP 200 with an error
// code inside). The provider's name and the status are filled in by the client. Never format keys, or a caller's
// input, into it: error texts are logged.
func (k Kind) Errorf(format string, args ...any) *Error {
	return &Error{Kind: k, Cause: fmt.Errorf(format, args...)}
}

// Error is every failure of a provider call, except that the caller itself cancelled: that one is context.Canceled,
// wrapped. Its text never holds a key, a query string or a value put into the path.
type Error struct {
	Kind       Kind
	Provider   string        // Provider.Name, or a dataset's name
	Doing      string        // method and path template: "GET /lei-records/{}"
	Status     int           // HTTP status, 0 when there was none
	RetryAfter time.Duration // how long to stay away, 0 when nobody knows
	Cause      error         // may be nil

	was    *Error // the adapter's own, before it got a name: what errors.Is may look for
	unsent bool   // it was not asked, and nothing follows about it

	cut bool // the time the caller left ran out, which says nothing about callers with more time
}

// Error reads "gleif: GET /lei-records/{}: rate limited (HTTP 429): cause".
func (e *Error) Error() string {
	var b strings.Builder
	if e.Provider != "" {
		b.WriteString(e.Provider + ": ")
	}
	if e.Doing != "" {
		b.WriteString(e.Doing + ": ")
	}
	b.WriteString(e.Kind.Error())
	if e.Status != 0 {
		b.WriteString(" (HTTP " + strconv.Itoa(e.Status) + ")")
	}
	if e.Cause != nil {
		b.WriteString(": " + e.Cause.Error())
	}
	return b.String()
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is makes errors.Is(err, upstream.NotFound) work.
func (e *Error) Is(target error) bool {
	if own, ok := target.(*Error); ok {
		return e.was == own && own != nil
	}
	k, ok := target.(Kind)
	return ok && k == e.Kind
}

// ofOneRecord says whether the answer was bad in a way that may be that of the one record asked for: whoever asks for
// it again and again must not close the provider to others.
func (e *Error) ofOneRecord() bool {
	var drift *Drift
	absent := e.Status == http.StatusNotFound || e.Status == http.StatusGone
	return e.Kind == BadResponse && (absent || errors.As(e.Cause, &drift))
}

// NoList says whether err is that of a list that is not there: one still on its way, or one that did not come.
func NoList(err error) bool {
	kind := KindOf(err)
	return kind == Warming || kind == Unloaded
}

// WhyNoList is the reason of an error of the kind Unloaded, in public words; "" for all others.
func WhyNoList(err error) string {
	var e *Error
	if !errors.As(err, &e) || e.Kind != Unloaded || e.Cause == nil {
		return ""
	}
	return e.Cause.Error()
}

// KindOf is the kind in err's chain, "" when there is none (a nil error, the caller's own cancellation, an error of
// ours).
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

// TooOld is the error of data whose newest are of the time newest, where newer than most were asked for. It is nothing
// about the provider's health, and nothing to be sold as the state of now.
func TooOld(provider string, newest, now time.Time, most time.Duration) error {
	age := now.Sub(newest).Truncate(time.Minute)
	if newest.IsZero() || age <= most {
		return nil
	}
	return &Error{
		Kind:     Outdated,
		Provider: provider,
		Cause: fmt.Errorf("its newest data are of %s, %s ago; %s was asked for",
			newest.UTC().Format(time.RFC3339), age, most),
	}
}

// Always is err for what a provider always has, such as its list of all records. That there is none is no answer
// then but a failure: a NotFound becomes a BadResponse.
func Always(err error) error {
	var e *Error
	if !errors.As(err, &e) || e.Kind != NotFound {
		return err
	}
	failed := *e
	failed.Kind = BadResponse
	return &failed
}

// Whole refuses a full page of a list that has to be complete: most is the size of the page, and rows may be missing.
func Whole(rows, most int) error {
	if rows < most {
		return nil
	}
	return BadResponse.Errorf("%d rows fill the page: there may be more", rows)
}

// outcome is the metrics label of a call's result.
func outcome(resp *Response, err error) string {
	switch {
	case err == nil && resp.Stale:
		return "stale"
	case err == nil && resp.Cached:
		return "cached"
	case err == nil:
		return "ok"
	case KindOf(err) != "":
		return string(KindOf(err))
	case errors.Is(err, context.Canceled):
		return "cancelled"
	}
	return "error"
}

// scrubbed replaces the secrets in an error's text; what is wrapped stays reachable for errors.Is. Standard library
// errors quote URLs and header values, which may hold a key.
type scrubbed struct {
	text string
	err  error
}

func (s *scrubbed) Error() string { return s.text }
func (s *scrubbed) Unwrap() error { return s.err }

func scrub(err error, secrets []string) error {
	text := err.Error()
	clean := text
	for _, s := range secrets {
		if s != "" {
			clean = strings.ReplaceAll(clean, s, "[secret]")
		}
	}
	if clean == text {
		return err
	}
	return &scrubbed{text: clean, err: err}
}
