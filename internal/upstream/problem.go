package upstream

import (
	"errors"
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/problem"
)

// How long a caller is asked to stay away when the provider did not say.
const (
	retryRateLimited = 30 * time.Second
	retryWarming     = time.Minute
	retryUnloaded    = firstRetry
	retryOutdated    = 10 * time.Minute
)

// Problem is the one place where provider failures become answers. A missing record is 404. A limit, or a list that is
// not loaded, is 503 with Retry-After, and a missing or refused key 503 not_configured. An input that the provider
// refuses is 422 (400 when it could not even be put into a request). Everything else is 502. Problems and nil are
// returned as they are, and so are other errors (problem.From makes a 502 of them).
//
// Handlers that can say more (which field named the missing record) make their own problem before this.
func Problem(err error) error {
	var known *problem.Problem
	var e *Error
	if err == nil || errors.As(err, &known) || !errors.As(err, &e) {
		return err
	}
	if e.Provider == "" {
		own := *e
		own.Provider = "a provider"
		e = &own
	}
	p := answer(e)
	if e.RetryAfter > 0 && p.Status >= 500 {
		p.RetryAfter = e.RetryAfter
	}
	p.Cause = err
	return p
}

func answer(e *Error) *problem.Problem {
	switch e.Kind {
	case NotFound:
		return problem.NotFound("", "%s has no such record", e.Provider)
	case NotCovered:
		return problem.NotFound("", "%s has nothing on things of this kind", e.Provider)
	case RateLimited:
		return problem.Unavailable(problem.CodeRateLimited, retryRateLimited,
			"%s is at its request limit; try again later", e.Provider)
	case NotConfigured:
		return problem.NotConfigured("this service is not set up to ask %s", e.Provider)
	case Unauthorized:
		return problem.NotConfigured("%s did not accept this service's credentials", e.Provider)
	case Warming:
		return problem.Unavailable(problem.CodeWarming, retryWarming,
			"the %s list is still being loaded; try again in a minute", e.Provider)
	case Unloaded:
		return problem.Unavailable(problem.CodeListUnavailable, retryUnloaded,
			"the %s list cannot be used: %v", e.Provider, e.Cause)
	case Outdated:
		return problem.Unavailable(problem.CodeDataTooOld, retryOutdated, "%s: %v", e.Provider, e.Cause)
	case BadResponse:
		return problem.BadGateway(problem.CodeUpstreamFailed, nil,
			"%s gave an answer that could not be used", e.Provider)
	case Invalid:
		return refused(e)
	case Unavailable:
	}
	return problem.BadGateway(problem.CodeUpstreamFailed, nil,
		"%s could not be reached or did not answer in time", e.Provider)
}

// refused tells inputs that were well formed for us but not for the provider from requests that we build wrongly.
func refused(e *Error) *problem.Problem {
	var p *problem.Problem
	switch e.Status {
	case 0:
		p = problem.New(http.StatusBadRequest, problem.CodeInvalidInput,
			"an input cannot be part of a request to %s", e.Provider)
	case http.StatusBadRequest, http.StatusRequestURITooLong, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		p = problem.Unprocessable("", problem.CodeUpstreamRefused, "%s refuses these inputs", e.Provider)
	default:
		return problem.BadGateway(problem.CodeUpstreamRefused, nil, "%s refused the request", e.Provider)
	}
	p.Retry = problem.RetryNever
	return p
}
