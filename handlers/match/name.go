package match

import (
	"context"
	"math"

	gen "github.com/farebox/farebox/gen/match"
	"github.com/farebox/farebox/internal/party/names"
)

// MatchName answers GET /match/name: how likely two texts mean the same thing, and why.
func (h *Handlers) MatchName(_ context.Context, req gen.MatchNameRequestObject) (gen.MatchNameResponseObject, error) {
	p := req.Params
	kind, guessed, err := h.kindOf(p.Type, p.A, p.B)
	if err != nil {
		return nil, err
	}

	a, err := h.prepare(kind, "a", p.A, p.Country)
	if err != nil {
		return nil, err
	}

	b, err := h.prepare(kind, "b", p.B, p.Country)
	if err != nil {
		return nil, err
	}

	r := h.engine.Compare(a, b)
	reasons, against := reasonAnswers(r)
	answer := gen.MatchComparison{
		Type:        gen.MatchType(kind),
		TypeGuessed: guessed,
		Score:       whole(r.Score),
		IsMatch:     r.Match,
		Threshold:   names.Threshold,
		ANormalized: a.Text,
		BNormalized: b.Text,
		Components: gen.MatchComponents{
			TokenAlignment: share(r.Components.TokenAlignment),
			JaroWinkler:    share(r.Components.JaroWinkler),
			OrderFree:      share(r.Components.OrderFree),
			Phonetic:       share(r.Components.Phonetic),
		},
		Reasons:     reasons,
		Differences: append([]string{}, against...),
	}

	if r.LegalForm != "" {
		form := gen.MatchComponentsLegalForm(r.LegalForm)
		answer.Components.LegalForm = &form
	}

	return gen.MatchName200JSONResponse(answer), nil
}

// share rounds a part of 0 to 1 to four places.
func share(x float64) float64 { return math.Round(max(0, min(1, x))*1e4) / 1e4 }
