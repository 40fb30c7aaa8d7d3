package fetch

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/farebox/farebox/internal/problem"
)

// Kind says how a permitted fetch failed: a stable word for programs.
type Kind string

// The kinds, each with Problem's answer.
const (
	// 403: robots.txt forbids it, or was unreadable: 5xx, 429, too slow
	KindRobots      Kind = problem.CodeRobotsDenied
	KindStatus      Kind = problem.CodeUpstreamStatus       // 422 for the page's own 4xx, 502 for its 5xx
	KindTooLarge    Kind = problem.CodeTooLarge             // 422: over the cap, or a decompression bomb
	KindMedia       Kind = problem.CodeUnsupportedMediaType // 422: not a type the route can read
	KindRedirects   Kind = problem.CodeRedirectLoop         // 422: a loop, or more than five redirects
	KindDNS         Kind = problem.CodeDNSFailed            // 502
	KindConnect     Kind = problem.CodeConnectFailed        // 502
	KindTLS         Kind = problem.CodeTLSFailed            // 502
	KindTimeout     Kind = problem.CodeTimeout              // 502: any of the timeouts, or too little progress
	KindBadResponse Kind = problem.CodeBadResponse          // 502: not HTTP, cut short, or broken data
	KindWithheld    Kind = problem.CodePageWithheld         // 502: something in place of the page; see package standin
	KindBusy        Kind = problem.CodeHostBusy             // 503: too many requests are waiting for this host
)

// Error is a failed fetch. It names the host but never the URL, so it may be logged.
type Error struct {
	Kind       Kind
	Host       string
	Status     int           // KindStatus, KindRobots: the host's status, or 0
	RetryAfter time.Duration // KindStatus, KindBusy: when to retry, or 0
	Limit      int64         // KindTooLarge: the cap in bytes
	MediaType  string        // KindMedia: what came
	Shown      string        // KindWithheld: what was shown in place of the page
	Robots     *Robots       // KindRobots: the verdict
	OfRobots   bool          // robots.txt was unavailable, so the page was not requested
	Err        error         // cause, may be nil

	phase string // KindTimeout: what took too long
}

// Error describes the failure and names the host.
func (e *Error) Error() string {
	s := string(e.Kind) + " (host " + e.Host + ")"
	if e.OfRobots {
		s += " on robots.txt"
	}
	if e.phase != "" {
		s += " " + e.phase
	}
	if e.Status != 0 {
		s += fmt.Sprintf(": status %d", e.Status)
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// asError adds a kind and a host to err unless it has them. Network errors decide the kind first; the given kind is
// for all others.
func asError(err error, kind Kind, host string) error {
	var mine *Error
	var url *BadURL
	if errors.As(err, &mine) {
		return mine
	}
	if errors.As(err, &url) {
		return url
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("fetching from %s: %w", host, context.Canceled)
	}

	var netErr net.Error
	var record tls.RecordHeaderError
	var cert *tls.CertificateVerificationError
	var alert tls.AlertError
	var name x509.HostnameError
	switch {
	case errors.As(err, &cert), errors.As(err, &record), errors.As(err, &alert), errors.As(err, &name):
		kind = KindTLS
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &netErr) && netErr.Timeout():
		kind = KindTimeout
	}

	return &Error{
		Kind: kind,
		Host: host,
		Err:  err,
	}
}

// Problem is the answer to a request whose fetch failed. field is the input with the URL. Other packages' errors go
// through problem.From.
func Problem(err error, field string) *problem.Problem {
	var url *BadURL
	if errors.As(err, &url) {
		return badURLProblem(url, field)
	}

	var e *Error
	if !errors.As(err, &e) {
		return problem.From(err)
	}

	var p *problem.Problem
	switch e.Kind {
	case KindRobots:
		p = robotsProblem(e)
	case KindStatus:
		p = statusProblem(e)
	case KindTooLarge:
		p = problem.Unprocessable(field, string(e.Kind), "the page is larger than the %d bytes that are read", e.Limit).With("limit_bytes", e.Limit)
	case KindMedia:
		p = problem.Unprocessable(field, string(e.Kind), "the page is of type %q, which this route cannot read", e.MediaType)
	case KindRedirects:
		p = problem.Unprocessable(field, string(e.Kind), "the page redirects in a circle or more than %d times", maxRedirects)
	case KindBusy:
		p = problem.Unavailable(string(e.Kind), max(e.RetryAfter, time.Second), "too many requests are waiting for %s", e.Host)
	default:
		p = problem.BadGateway(string(e.Kind), e, "%s", networkDetail(e))
	}

	p.Field = cmp.Or(p.Field, field)
	p.Cause = e
	return p
}

func badURLProblem(e *BadURL, field string) *problem.Problem {
	code := problem.CodeBadURL
	if e.Rule == RulePrivateAddress {
		code = problem.CodePrivateAddress
	}
	subject := field
	if e.Redirect {
		subject = "the page that " + field + " redirects to"
	}
	p := problem.InvalidCode(field, code, "%s %s", subject, e.Detail).With("rule", string(e.Rule))
	p.Cause = e
	return p
}

func robotsProblem(e *Error) *problem.Problem {
	p := problem.New(http.StatusForbidden, string(e.Kind), "robots.txt of %s does not allow fetching this page", e.Host)
	p.Retry = problem.RetryNever
	if r := e.Robots; r != nil {
		p = p.With("robots_url", r.RobotsURL).With("robots_status", r.RobotsStatus)
		if r.MatchedRule != "" {
			p = p.With("matched_rule", r.MatchedRule).With("matched_agent", r.MatchedAgent)
		} else {
			p.Detail = fmt.Sprintf("robots.txt of %s could not be read (%s), which forbids fetching until it can be",
				e.Host, whyUnread(e))
			p.Retry = problem.RetrySamePayment
		}
	}
	return p
}

// whyUnread says what happened to a robots.txt that could not be read.
func whyUnread(e *Error) string {
	var cause *Error
	if !errors.As(e.Err, &cause) {
		return fmt.Sprintf("status %d", e.Robots.RobotsStatus)
	}
	switch cause.Kind {
	case KindTimeout:
		return "the host took too long"
	case KindTooLarge:
		return "it is too large"
	}
	return "what was sent is broken or was cut short"
}

func statusProblem(e *Error) *problem.Problem {
	if e.Status >= 500 {
		p := problem.BadGateway(string(e.Kind), e, "%s answered %d", e.Host, e.Status).With(string(KindStatus), e.Status)
		p.RetryAfter = e.RetryAfter
		return p
	}
	p := problem.Unprocessable("", string(e.Kind), "%s answered %d", e.Host, e.Status).With(string(KindStatus), e.Status)
	p.RetryAfter = e.RetryAfter
	return p
}

func networkDetail(e *Error) string {
	what := "the page"
	if e.OfRobots {
		what = "robots.txt"
	}
	switch e.Kind {
	case KindWithheld:
		return fmt.Sprintf("%s showed %s in place of the page", e.Host, e.Shown)
	case KindDNS:
		return fmt.Sprintf("%s could not be fetched: %s does not resolve", what, e.Host)
	case KindConnect:
		return fmt.Sprintf("%s could not be fetched: no connection to %s", what, e.Host)
	case KindTLS:
		return fmt.Sprintf("%s could not be fetched: the TLS handshake with %s failed or its certificate is not valid", what, e.Host)
	case KindTimeout:
		return fmt.Sprintf("%s could not be fetched: %s took too long", what, e.Host)
	}
	return fmt.Sprintf("%s could not be fetched: what %s sent is broken or was cut short", what, e.Host)
}
