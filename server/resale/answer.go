package resale

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
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

// errStream is an answer that has no end to wait for.
var errStream = errors.New("the answer is a stream of events")

// ask sends a call. One that changes nothing (RFC 9110, section 9.2.1) is sent a second time when the connection broke
// before an answer came.
func (b *backend) ask(r *http.Request, most int64) (*answer, error) {
	a, err := b.once(r, most)
	var lost *url.Error
	safe := r.Method == http.MethodGet || r.Method == http.MethodHead
	if errors.As(err, &lost) && safe && !lost.Timeout() && r.Context().Err() == nil {
		return b.once(r.Clone(r.Context()), most)
	}
	return a, err
}

func (b *backend) once(r *http.Request, most int64) (*answer, error) {
	response, err := b.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	kind := response.Header.Get("Content-Type")
	if media, _, _ := mime.ParseMediaType(kind); media == "text/event-stream" {
		return nil, errStream
	}

	body, err := io.ReadAll(io.LimitReader(response.Body, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the answer: %w", err)
	case int64(len(body)) > most:
		return nil, errTooLong
	}
	wait, _ := httpheader.RetryAfter(response.Header, b.now(), longestWait)
	return &answer{
		status:     response.StatusCode,
		kind:       kind,
		body:       body,
		retryAfter: wait,
	}, nil
}

// unanswered is the problem of a call that got no answer. It says nothing of where the service is.
func unanswered(name string, err error) error {
	switch {
	case errors.Is(err, errStream):
		return problem.BadGateway(problem.CodeBadResponse, err,
			"%s answers with a stream of events, which is not sold; nothing was charged", name)
	case errors.Is(err, errTooLong):
		return problem.New(http.StatusUnprocessableEntity, problem.CodeResultTooLarge,
			"the answer of %s is longer than can be sold at once; nothing was charged", name)
	case errors.Is(err, context.DeadlineExceeded):
		return problem.BadGateway(problem.CodeTimeout, err, "%s did not answer in time; nothing was charged", name)
	}
	return problem.BadGateway(problem.CodeUpstreamFailed, err, "%s could not be reached; nothing was charged", name)
}

// write gives a good answer as it is, and makes a problem of any other.
func (a *answer) write(w http.ResponseWriter, name string) error {
	if a.status < http.StatusOK || a.status >= http.StatusMultipleChoices {
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
