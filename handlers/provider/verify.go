package provider

import (
	"context"
	"slices"
	"unicode/utf8"

	gen "github.com/farebox/farebox/gen/provider"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
)

// ProviderVerify answers GET /provider/verify. A name has to mean one provider; of several the caller chooses.
func (h *Handlers) ProviderVerify(
	ctx context.Context, req gen.ProviderVerifyRequestObject,
) (gen.ProviderVerifyResponseObject, error) {
	p := req.Params
	q, err := h.readQuery(inputs{p.Npi, p.Name, p.Organization, p.State, p.BirthYear})
	if err != nil {
		return nil, err
	}
	f := h.look(ctx, q)
	if q.npi == "" {
		if err := oneProvider(q, f); err != nil {
			return nil, err
		}
	}

	v := h.judged(q, f)
	if f.unsold() != nil && v.verdict != gen.ProviderVerifyVerdictExcluded {
		return nil, f.unsold() // without the register there is no verdict but one
	}
	score, why := v.score()
	answer := gen.ProviderVerify{
		Query:           q.shown(),
		Verdict:         v.verdict,
		TrustScore:      score,
		ConfidenceLevel: confidence(q, f),
		Flags:           v.flags(),
		Reasons:         append(v.Reasons, why...),
		Exclusions: gen.ProviderExclusions{
			Oig: listed(f.oig, f.numberOnly, f.oigErr),
			Sam: listed(f.sam, f.samMore, f.samErr),
		},
		Sources:    h.sources(f),
		CheckedAt:  h.checkedAt(),
		Disclaimer: disclaimer,
	}
	if len(f.candidates) > 0 {
		answer.Provider = new(f.candidates[0].shown())
	}
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = response.Partial(answer.Sources) || f.samMore || f.numberOnly
	return gen.ProviderVerify200JSONResponse(answer), nil
}

// oneProvider leaves the provider of the very name. It is a problem when several have the name, or when none has it:
// the register may write it otherwise, so that no verdict follows.
func oneProvider(q *query, f *findings) error {
	alike := slices.ContainsFunc(f.candidates, candidate.alike)
	f.candidates = slices.DeleteFunc(f.candidates, func(c candidate) bool { return !c.same })

	field := "name"
	if q.organization != "" {
		field = "organization"
	}

	switch {
	case f.unsold() != nil:
		return nil
	case len(f.candidates) == 0 && f.indexErr != nil:
		return f.indexErr
	case len(f.candidates) == 0 && alike && utf8.RuneCountInString(q.first) == 1:
		return problem.InvalidCode(field, problem.CodeAmbiguous,
			"an initial does not say which provider is meant: give npi or the given name; /provider/screen lists some")
	case len(f.candidates) == 0 && alike:
		return problem.NotFound(field,
			"no provider of the register has this name, some have names like it: give npi; /provider/screen lists them")
	case len(f.candidates) == 0 && f.more:
		return problem.InvalidCode(field, problem.CodeAmbiguous,
			"more providers have names like this one than can be looked through: give npi, or state as well")
	case len(f.candidates) == 0:
		return problem.NotFound(field, "no provider of the register was found by this name: give npi, or state as well; "+
			"/provider/screen lists exclusions")
	case len(f.candidates) == 1 && !f.more:
		return nil
	}
	return problem.InvalidCode(field, problem.CodeAmbiguous,
		"%d providers or more of the register have this name: give npi, or state as well; /provider/screen lists them",
		max(2, len(f.candidates)))
}

// confidence says how much the verdict rests on.
func confidence(q *query, f *findings) gen.ProviderVerifyConfidenceLevel {
	switch {
	case f.oigErr != nil:
		return gen.Low
	case f.samErr != nil, f.samMore, f.numberOnly, q.npi == "":
		return gen.Medium
	}
	return gen.High
}

// verdict is what the facts come to.
type verdict struct {
	scored.Points
	verdict gen.ProviderVerifyVerdict
	tally   scored.Tally // of register and lists, which weigh the same
	decided bool         // by one reason alone
}

// Bounds of the verdicts.
const (
	leastVerified = 80
	leastReview   = 50
)

// score is 100 with the points of all reasons, bounded, and what has to be added to them. What decides by itself stands
// whatever else is not known.
func (v *verdict) score() (score *int, why []shared.Reason) {
	points := scored.Highest + v.Sum()
	if v.decided {
		return new(scored.Bound(points)), nil
	}
	return v.tally.Trust(points)
}

// flags are the codes of what counts against the provider.
func (v *verdict) flags() []string {
	flags := []string{}
	for _, r := range v.Reasons {
		if r.Points < 0 || r.Code == codeOIGUnchecked {
			flags = append(flags, r.Code)
		}
	}
	return flags
}
