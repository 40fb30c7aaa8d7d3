package resale

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/httpheader"
	"github.com/farebox/farebox/internal/problem"
)

// answer is what the service behind said, whole.
type answer struct {
	status     int
	kind       string // of the content
	body       []byte
	retryAfter time.Duration
}

// longestWait bounds what is believed of a wish to be asked later.
const longestWait = 10 * time.Minute

// errTooLong is an answer that is longer than may be kept, or has no end to wait for.
var errTooLong = errors.New("the answer is too long")

// send makes a call. One that changes nothing (RFC 9110, section 9.2.1) is made a second time when the connection broke
// before an answer came.
func (b *backend) send(r *http.Request) (*http.Response, error) {
	response, err := b.client.Do(r)
	safe := r.Method == http.MethodGet || r.Method == http.MethodHead
	if err != nil && safe && r.Context().Err() == nil {
		response, err = b.client.Do(r.Clone(r.Context()))
	}
	if err != nil && r.Context().Err() != nil {
		err = fmt.Errorf("%w: %w", context.Cause(r.Context()), err)
	}
	return response, err
}

// take reads an answer whole. One that flows, or is too long for that, is handed over as a stream where the buyer can
// take it so: then there is no answer, and no error.
func (s *Shop) take(w http.ResponseWriter, b *backend, l *line, response *http.Response) (*answer, error) {
	most := s.opt.MaxAnswer
	kind := response.Header.Get("Content-Type")
	a := &answer{
		status: response.StatusCode,
		kind:   kind,
	}
	if !a.isGood() {
		most = maxShown
	}
	endless := a.isGood() && (isFlowing(kind) || response.ContentLength > most)
	if endless && s.streams(w) {
		return nil, s.passOn(w, l, response, http.NoBody)
	}

	var body []byte
	err := error(errTooLong)
	if !endless {
		body, err = readUpTo(response.Body, most)
	}
	if errors.Is(err, errTooLong) && a.isGood() && s.streams(w) {
		return nil, s.passOn(w, l, response, bytes.NewReader(body))
	}
	response.Body.Close()
	if !a.isGood() && errors.Is(err, errTooLong) {
		err = nil // its beginning says why
	}
	failed := l.failure(err)
	if err == nil && a.status >= http.StatusInternalServerError {
		failed = fmt.Errorf("status %d", a.status)
	}
	l.end(failed)
	if err != nil {
		return nil, err
	}

	a.body = body
	a.retryAfter, _ = httpheader.RetryAfter(response.Header, b.now(), longestWait)
	return a, nil
}

// readUpTo reads a body whole. Of one that is longer, what was read comes with errTooLong.
func readUpTo(body io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(body, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the answer: %w", err)
	case int64(len(text)) > most:
		return text, errTooLong
	}
	return text, nil
}

// unanswered is the problem of a call that got no answer. It says nothing of where the service is.
func unanswered(name string, err error) error {
	switch {
	case errors.Is(err, errTooLong):
		return problem.New(http.StatusUnprocessableEntity, problem.CodeResultTooLarge,
			"%s answers with a stream, or with more than can be given at once; nothing was charged", name)
	case errors.Is(err, context.DeadlineExceeded):
		return problem.BadGateway(problem.CodeTimeout, err, "%s did not answer in time; nothing was charged", name)
	}
	return problem.BadGateway(problem.CodeUpstreamFailed, err, "%s could not be reached; nothing was charged", name)
}

// isGood says that the service did what it was asked for.
func (a *answer) isGood() bool {
	return a.status >= http.StatusOK && a.status < http.StatusMultipleChoices
}

// write gives a good answer as it is, and makes a problem of any other.
func (a *answer) write(w http.ResponseWriter, name string) error {
	if !a.isGood() {
		return a.problem(name)
	}
	if a.kind != "" {
		w.Header().Set("Content-Type", a.kind)
	}
	w.WriteHeader(a.status)
	_, err := w.Write(a.body)
	return err
}

// aboutTheRequest are the statuses by which a service says that the buyer's request is at fault.
func aboutTheRequest(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge,
		http.StatusUnprocessableEntity:
		return true
	}
	return false
}

func (a *answer) problem(name string) error {
	if a.status == http.StatusGone { // what no longer is
		a.status = http.StatusNotFound
	}
	switch {
	case aboutTheRequest(a.status):
		p := problem.New(a.status, problem.CodeUpstreamRefused, "%s refused the request with status %d", name, a.status)
		return p.With("answer", a.shown())
	case a.status == http.StatusTooManyRequests:
		return problem.Unavailable(problem.CodeBusy, max(a.retryAfter, time.Second),
			"%s has too much to do; nothing was charged", name)
	}
	// A redirect, a refusal of the operator's credentials, a fault of the service: none is the buyer's business.
	return problem.BadGateway(problem.CodeUpstreamFailed, fmt.Errorf("%s answered %d", name, a.status),
		"%s could not answer; nothing was charged", name)
}

// maxShown bounds what a problem repeats of an answer, in bytes.
const maxShown = 4 << 10

// shown is what the service said, for the buyer to mend the request by: its JSON, or the beginning of its text.
func (a *answer) shown() any {
	if len(a.body) <= maxShown && json.Valid(a.body) {
		return json.RawMessage(a.body)
	}
	if !strings.HasPrefix(a.kind, "text/plain") {
		return nil
	}
	return strings.ToValidUTF8(clip.Shown(string(a.body), maxShown), "?")
}
