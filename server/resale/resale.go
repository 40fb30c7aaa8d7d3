// Package resale answers the routes of sold APIs: services run by others, whose operations are sold here. A call is
// sent on once its payment was verified, and is charged only for an answer of 2xx that came whole and in time.
//
// The service behind gets what the document declares and nothing else from the buyer's request: no payment, no address,
// no cookies, no headers of its own. Signed headers of ours tell it who pays for what.
package resale

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/sony/gobreaker/v2"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
)

// API is one service that is sold.
type API struct {
	// Name is that of its family in the spec.
	Name string
	// Origin is where it is, with the path that all of its paths begin with, if there is one.
	Origin *url.URL
	// Header goes with each call: the operator's credentials.
	Header http.Header
	// TLS has the certificates that it is checked by and that it wants; nil for the usual ones.
	TLS *tls.Config
}

// Options of a Shop.
type Options struct {
	// SigningKey signs the headers about each call for the services behind (see [Signature]). Empty: it is not signed.
	SigningKey []byte
	// MaxAnswer bounds an answer that is kept whole until it is paid for, in bytes. Default 8 MiB.
	MaxAnswer int64
	// StreamTime bounds how long a longer answer, or a stream, may take that goes out as it comes. 0: none does.
	StreamTime time.Duration
	// Now is the clock. Default time.Now.
	Now func() time.Time
}

const (
	defaultMaxAnswer = 8 << 20
	// A service that failed this often in a row is not asked for the rest time: its routes are closed.
	failuresInRow = 5
	restTime      = 15 * time.Second
)

// Shop calls the services behind.
type Shop struct {
	opt  Options
	apis map[string]*backend
}

// backend is one service and what is known about it.
type backend struct {
	api     API
	client  *http.Client
	breaker *gobreaker.TwoStepCircuitBreaker[any]
	now     func() time.Time
}

// New prepares the services. They are not asked.
func New(apis []API, opt Options) *Shop {
	opt.MaxAnswer = cmp.Or(opt.MaxAnswer, defaultMaxAnswer)
	if opt.Now == nil {
		opt.Now = time.Now
	}

	s := &Shop{
		opt:  opt,
		apis: map[string]*backend{},
	}
	for _, api := range apis {
		s.apis[api.Name] = newBackend(api, opt.Now)
	}
	return s
}

func newBackend(api API, now func() time.Time) *backend {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil
	transport.TLSClientConfig = api.TLS
	transport.MaxIdleConnsPerHost = 64
	return &backend{
		api: api,
		now: now,
		client: &http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		breaker: gobreaker.NewTwoStepCircuitBreaker[any](gobreaker.Settings{
			Name:        api.Name,
			Timeout:     restTime,
			ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= failuresInRow },
		}),
	}
}

// Closed is the answer instead of a quote for an operation whose service is paused, nil otherwise.
func (s *Shop) Closed(op *spec.Operation) *problem.Problem {
	b := s.apis[op.Backend]
	if b == nil || b.breaker.State() != gobreaker.StateOpen {
		return nil
	}
	return resting(b.api.Name)
}

func resting(name string) *problem.Problem {
	return problem.Unavailable(problem.CodeProviderUnavailable, restTime,
		"%s failed %d times in a row and is not asked for now; nothing was charged", name, failuresInRow)
}

// Handler answers an operation by its service.
func (s *Shop) Handler(op *spec.Operation) (echo.HandlerFunc, error) {
	b := s.apis[op.Backend]
	if b == nil {
		return nil, fmt.Errorf("resale: the address of %s is not known", op.Backend)
	}
	path, _ := op.Route.Operation.Extensions["x-backend-path"].(string)
	if path == "" {
		return nil, fmt.Errorf("resale: %s has no path at its service", op.Name())
	}
	theirs := *op
	theirs.Path = path
	return func(c echo.Context) error { return s.answer(c, b, op, &theirs) }, nil
}

// answer asks the service, and writes what it answered.
func (s *Shop) answer(c echo.Context, b *backend, op, theirs *spec.Operation) error {
	r, err := s.request(c.Request(), b.api, op, theirs)
	if err != nil {
		return err
	}
	done, err := b.breaker.Allow()
	if err != nil {
		return resting(b.api.Name)
	}

	l, ctx := newLine(r.Context(), done)
	response, err := b.send(r.WithContext(ctx))
	if err != nil {
		l.end(l.failure(err))
		return unanswered(b.api.Name, err)
	}
	upstream.Spend(r.Context(), op.Cost)
	answer, err := s.take(c.Response().Writer, b, l, response)
	switch {
	case err != nil:
		return unanswered(b.api.Name, err)
	case answer == nil:
		return nil
	}
	return answer.write(c.Response(), b.api.Name)
}
