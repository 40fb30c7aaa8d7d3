package match

import (
	"context"

	gen "github.com/farebox/farebox/gen/match"
)

// MatchStandardize answers GET /match/standardize: one standard form of a text, with its parts.
func (h *Handlers) MatchStandardize(_ context.Context, req gen.MatchStandardizeRequestObject) (gen.MatchStandardizeResponseObject, error) {
	p := req.Params
	kind, guessed, err := h.kindOf(p.Type, p.Value)
	if err != nil {
		return nil, err
	}
	f, err := h.prepare(kind, "value", p.Value, p.Country)
	if err != nil {
		return nil, err
	}
	s := h.engine.Standardize(f)
	return gen.MatchStandardize200JSONResponse{
		Type: gen.MatchType(kind), TypeGuessed: guessed, Value: p.Value, Standardized: s.Text, ASCII: s.ASCII, Components: s.Parts, Changes: s.Changes,
	}, nil
}
