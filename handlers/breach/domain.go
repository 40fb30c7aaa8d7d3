package breach

import (
	"context"

	gen "github.com/farebox/farebox/gen/breach"
	"github.com/farebox/farebox/internal/upstream/hibp"
)

// BreachDomain answers GET /breach/domain.
func (h *Handlers) BreachDomain(ctx context.Context, req gen.BreachDomainRequestObject) (gen.BreachDomainResponseObject, error) {
	domain, err := registrable(req.Params.Domain)
	if err != nil {
		return nil, err
	}
	list, asOf, err := h.breaches.OfDomain(ctx, domain)
	if err != nil {
		return nil, err
	}
	shown := items(list)
	return gen.BreachDomain200JSONResponse{
		Domain: domain, Breaches: shown, Summary: summaryOf(shown), AsOf: asOf.UTC(), Source: "haveibeenpwned.com", Attribution: hibp.Provider.Attribution,
	}, nil
}
