package kyb

import (
	"context"
	"time"

	gen "github.com/farebox/farebox/gen/kyb"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/response"
)

// KybScreen answers GET /kyb/screen.
func (h *Handlers) KybScreen(
	ctx context.Context, req gen.KybScreenRequestObject,
) (gen.KybScreenResponseObject, error) {
	query, err := organisations.Inputs{Name: &req.Params.Name}.Query()
	if err != nil {
		return nil, err
	}
	found, err := h.registers.Search(ctx, query.Value, req.Params.Limit, false)
	if err != nil {
		return nil, err
	}

	sources := response.Registers(found.Asked)
	return gen.KybScreen200JSONResponse{
		Query:      query.Value,
		Count:      len(found.Candidates),
		Total:      found.Total,
		Truncated:  found.Total > len(found.Candidates),
		Candidates: candidates(found.Candidates),
		Sources:    sources,
		Partial:    response.Partial(sources),
		CheckedAt:  h.now().UTC().Truncate(time.Second),
		Disclaimer: screenDisclaimer,
	}, nil
}

func candidates(list []organisations.Candidate) []gen.KybCandidate {
	rows := make([]gen.KybCandidate, 0, len(list))
	for _, c := range list {
		row := gen.KybCandidate{
			LegalName:    c.Name,
			Lei:          response.OrNull(c.LEI),
			Cik:          response.OrNull(c.CIK),
			Tickers:      append([]string{}, c.Tickers...),
			Jurisdiction: response.OrNull(c.Place),
			Country:      response.OrNull(c.Country),
			Status:       response.OrNull(c.Status()),
			MatchScore:   c.Score,
			MatchedName:  c.Matched,
			NameStatus:   gen.KybCandidateNameStatus(organisations.FitOf(c.Match)),
			LastUsedDate: response.OrNull(c.Match.LastUsed()),
		}
		if r := c.Record; r != nil {
			row.LegalName = r.Entity.LegalName.Name
			row.RegistrationStatus = response.OrNull(string(r.Registration.Status))
			row.CorroborationLevel = response.OrNull(string(r.Registration.Corroboration))
			row.RegisteredAs = response.OrNull(r.Entity.RegisteredAs)
		}
		rows = append(rows, row)
	}

	return rows
}
