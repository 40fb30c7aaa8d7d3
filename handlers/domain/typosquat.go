package domain

import (
	"context"

	gen "github.com/farebox/farebox/gen/domain"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
)

// DomainTyposquat answers GET /domain/typosquat: whether a name imitates a brand, by its letters alone.
func (h *Handlers) DomainTyposquat(_ context.Context, req gen.DomainTyposquatRequestObject) (gen.DomainTyposquatResponseObject, error) {
	host, err := hostname.Parse(req.Params.Domain)
	if err != nil {
		return nil, problem.Invalid("domain", "domain must be a domain, a host name or a URL: %s", err)
	}
	v := h.sources.Squats.Check(host)
	answer := gen.DomainTyposquat200JSONResponse{
		Domain:             host.ASCII,
		UnicodeDomain:      host.Unicode,
		RegistrableDomain:  response.OrNull(host.Registrable),
		IsTyposquat:        v.Typosquat,
		NearestBrand:       response.OrNull(v.NearestBrand),
		HomoglyphBrand:     response.OrNull(v.HomoglyphBrand),
		BrandInSubdomain:   v.BrandInSubdomain,
		PunycodeOrIdn:      v.IDN,
		SuspiciousTld:      v.SuspiciousTLD,
		AbuseHostingSuffix: v.AbuseHosting,
		LexicalTrustDelta:  v.Delta,
		BrandListDate:      string(typosquat.Dated.AsOf),
	}
	if v.NearestBrand != "" {
		answer.BrandEditDistance = &v.EditDistance
	}

	points := scored.Points{
		Severities: severities,
		Trust:      true,
		Reasons:    []shared.Reason{},
	}
	for _, r := range v.Reasons {
		points.Add(r.Code, float64(r.Delta), "%s", r.Detail)
	}
	answer.Reasons = points.Reasons
	return answer, nil
}
