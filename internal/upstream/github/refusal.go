package github

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// unsaidPause is how long GitHub wants to be left alone after its secondary limit when it does not say so in a header
// (docs.github.com, "Rate limits for the REST API": at least one minute).
const unsaidPause = time.Minute

// answer sends the request and decodes what comes. What is not valid is neither given nor remembered.
func answer[T any](ctx context.Context, request *upstream.Request, valid func(T) bool) (T, *upstream.Response, error) {
	// Refusals may have any form, so that they have to be looked at before it.
	var v T
	resp, err := request.AcceptStatus(http.StatusForbidden, http.StatusUnavailableForLegalReasons).Check(func(r *upstream.Response) error {
		if err := refusal(r); err != nil {
			return err
		}
		var came T
		if err := r.JSON(&came); err != nil {
			return err
		}
		if !valid(came) {
			return upstream.BadResponse.Errorf("not what was asked for")
		}
		return nil
	}).Do(ctx)
	if err != nil {
		return v, nil, err
	}

	err = resp.JSON(&v)
	return v, resp, err
}

// refusal reads the two statuses that GitHub uses in ways of its own. 403 is a limit, with headers or, for the secondary limit,
// often only with words; a repository that was blocked for its content; or a token without the right. 451 is a legal block.
func refusal(r *upstream.Response) error {
	if r.Status != http.StatusForbidden && r.Status != http.StatusUnavailableForLegalReasons {
		return nil
	}
	var body struct {
		Message string `json:"message"`
	}

	_ = r.JSON(&body) // what has no message has no words to go by
	words := strings.ToLower(body.Message)
	said := r.Header.Get("Retry-After") != "" || r.Header.Get("X-RateLimit-Remaining") == "0"
	switch {
	case r.Status == http.StatusUnavailableForLegalReasons, strings.Contains(words, "access blocked"):
		return upstream.NotFound.Errorf("blocked by GitHub")
	case said:
		return upstream.RateLimited.Errorf("a limit of requests")
	case strings.Contains(words, "secondary rate limit"), strings.Contains(words, "abuse detection"):
		e := upstream.RateLimited.Errorf("the limit of short bursts")
		e.RetryAfter = unsaidPause
		return e
	case strings.Contains(words, "rate limit"):
		return upstream.RateLimited.Errorf("a limit of requests")
	}

	return upstream.Unauthorized.Errorf("refused")
}
