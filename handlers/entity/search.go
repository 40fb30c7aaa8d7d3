package entity

import (
	"context"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/entity"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/response"
)

// EntitySearch answers GET /entity/search.
func (h *Handlers) EntitySearch(
	ctx context.Context, req gen.EntitySearchRequestObject,
) (gen.EntitySearchResponseObject, error) {
	query, err := organisations.Inputs{Name: &req.Params.Name}.Query()
	if err != nil {
		return nil, err
	}
	found, err := h.registers.Search(ctx, query.Value, req.Params.Limit, true)
	if err != nil {
		return nil, err
	}

	sources := response.Registers(found.Asked)
	return gen.EntitySearch200JSONResponse{
		Query:      strings.TrimSpace(req.Params.Name),
		Count:      len(found.Candidates),
		Total:      found.Total,
		Truncated:  found.Total > len(found.Candidates),
		Candidates: candidates(found.Candidates),
		Sources:    sources,
		Partial:    response.Partial(sources),
		CheckedAt:  h.now().UTC().Truncate(time.Second),
	}, nil
}

func candidate(c organisations.Candidate) gen.EntityCandidate {
	return gen.EntityCandidate{
		Name:         c.Name,
		MatchedName:  c.Matched,
		NameStatus:   gen.EntityCandidateNameStatus(organisations.FitOf(c.Match)),
		LastUsedDate: response.OrNull(c.Match.LastUsed()),
		MatchScore:   c.Score,
		Country:      response.OrNull(c.Country),
		Jurisdiction: response.OrNull(c.Place),
		Status:       response.OrNull(c.Status()),
		Registers:    c.Sources,
		Identifiers: gen.EntityCandidateIdentifiers{
			Lei:     response.OrNull(c.LEI),
			Cik:     response.OrNull(c.CIK),
			Tickers: append([]string{}, c.Tickers...),
			Qid:     response.OrNull(c.QID),
		},
	}
}
