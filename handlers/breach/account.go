package breach

import (
	"context"
	"errors"
	"net/mail"
	"strings"

	gen "github.com/farebox/farebox/gen/breach"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/hibp"
)

// BreachAccount answers GET /breach/account. Without a key that the provider accepts, the answer says so and is
// free.
func (h *Handlers) BreachAccount(ctx context.Context, req gen.BreachAccountRequestObject) (gen.BreachAccountResponseObject, error) {
	email, err := address(req.Params.Email)
	if err != nil {
		return nil, err
	}

	answer := gen.BreachAccount200JSONResponse{Breaches: []gen.BreachItem{}, Attribution: hibp.Provider.Attribution}
	list, err := h.breaches.OfAccount(ctx, email)
	unavailable := func(reason gen.BreachAccountReason, detail string) (gen.BreachAccountResponseObject, error) {
		response.Waive(ctx)
		answer.Reason = &reason
		answer.Detail = &detail
		return answer, nil
	}

	switch {
	case errors.Is(err, upstream.NotConfigured):
		return unavailable(gen.NotConfigured, "the operator has not set HIBP_API_KEY")
	case errors.Is(err, upstream.Unauthorized):
		return unavailable(gen.KeyRejected, "the provider refused the key of HIBP_API_KEY")
	case errors.Is(err, upstream.Invalid):
		return nil, problem.Invalid("email", "email must be an address that can exist")
	case err != nil:
		return nil, err
	}

	answer.Breaches = items(list)
	summary := summaryOf(answer.Breaches)
	breached := len(list) > 0
	answer.Available = true
	answer.Email = &email
	answer.Breached = &breached
	answer.Summary = &summary
	return answer, nil
}

// address checks an e-mail address: a single bare address at a registrable domain.
func address(text string) (string, error) {
	text = strings.TrimSpace(text)
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text || strings.ContainsAny(text, " <>\"\\") {
		return "", problem.Invalid("email", "email must be one address, such as someone@example.com")
	}
	at := strings.LastIndexByte(text, '@')
	host, err := hostname.ParseSite(text[at+1:])
	if err != nil || host.IP || at > 64 {
		return "", problem.Invalid("email", "email must be an address under a domain that can exist")
	}
	return text, nil
}
