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

// answer sends the request and decodes what comes into v. Refusals may have any form.
func answer(ctx context.Context, request *upstream.Request, v any) (*upstream.Response, error) {
	return request.
		AcceptStatus(http.StatusForbidden, http.StatusUnavailableForLegalReasons).
		Refusal(refusal).
		JSON(ctx, v)
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
