package kyb

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/kyb"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
)

// KybVerify answers GET /kyb/verify.
func (h *Handlers) KybVerify(
	ctx context.Context, req gen.KybVerifyRequestObject,
) (gen.KybVerifyResponseObject, error) {
	p := req.Params
	query, err := organisations.Inputs{
		Name:   p.Name,
		Ticker: p.Ticker,
		CIK:    p.Cik,
		LEI:    p.Lei,
		QID:    p.Qid,
		ISIN:   p.Isin,
	}.Query()
	if err != nil {
		return nil, err
	}

	party, err := h.registers.Resolve(ctx, query, organisations.Options{})
	var several *organisations.AmbiguousError
	var unproven *organisations.UnprovenError
	switch {
	case err == nil:
		if err := unread(party); err != nil {
			return nil, err
		}
		return gen.KybVerify200JSONResponse(h.verdict(party)), nil
	case errors.As(err, &several):
		return nil, problem.Unprocessable("name", problem.CodeSeveralMatch,
			"several companies have this name; choose one of the candidates by its lei or cik").
			With("candidates", candidates(several.Candidates))
	case errors.As(err, &unproven):
		response.Waive(ctx) // no more than a look: nothing is said of any company
		return gen.KybVerify200JSONResponse(h.unproven(party, unproven.Candidates)), nil
	case errors.Is(err, organisations.ErrNotFound), errors.Is(err, upstream.NotFound):
		return gen.KybVerify200JSONResponse(h.notFound(party)), nil
	}
	return nil, err
}

// unread is why there is no verdict on a company that Wikidata alone is known to have: GLEIF or the SEC, which would
// say whether it exists, has not answered.
func unread(p *organisations.Party) error {
	if p.Record != nil || p.Filer != nil {
		return nil
	}
	for _, asked := range p.Asked {
		register := asked.Name == organisations.GLEIF || asked.Name == organisations.SEC
		if register && asked.Skipped == "" && upstream.Lacking(upstream.StatusOf(asked.Err)) {
			return asked.Err
		}
	}
	return nil
}

// verdict judges a company that was found.
func (h *Handlers) verdict(p *organisations.Party) gen.KybVerify {
	now := h.now()
	screening := h.screen(p)
	s := &signals{
		party:   p,
		filings: p.Filings(now),
		matches: screening.matches,
		now:     now,
		points: scored.Points{
			Severities: severities,
			Reasons:    []shared.Reason{},
		},
	}
	s.judge()
	tally := s.tally(screening)
	score, why := tally.Risk(s.points.Sum())

	answer := h.answer(p)
	answer.Verdict = s.verdict()
	answer.RiskScore = score
	missing := 0.0
	if tally.Share() < 1 {
		missing = ptsSanctions // a list may have it, or a register have it as dissolved
	}
	answer.Category = (*gen.KybVerifyCategory)(scored.Quarters.Sure(score, missing))
	answer.Flags = s.flags()
	answer.Reasons = append(slices.Clip(s.points.Reasons), why...)
	answer.Entity = company(p, now)
	answer.Existence = s.existence()
	answer.Standing = s.standing()
	answer.Screening = screening.part
	for _, c := range p.Conflicts {
		answer.Conflicts = append(answer.Conflicts, inWords(c))
	}
	answer.Sources = append(answer.Sources, screening.sources...)
	answer.Partial = p.Partial() || response.Partial(screening.sources) || !screening.whole()
	return answer
}

// notFound is the verdict about a company that no register has.
func (h *Handlers) notFound(p *organisations.Party) gen.KybVerify {
	answer := h.answer(p)
	answer.Verdict = gen.KybVerifyVerdictNotFound
	answer.Existence = nobody(p, gen.KybExistenceStatusNotFound, "no register that was asked has the company")
	answer.Partial = p.Partial()
	return answer
}

// unproven is the verdict about a name that nobody has. What registers say about a company with another name does not
// count for it.
func (h *Handlers) unproven(p *organisations.Party, alike []organisations.Candidate) gen.KybVerify {
	answer := h.answer(p)
	answer.Verdict = gen.KybVerifyVerdictNoReliableMatch
	answer.Existence = nobody(p, gen.KybExistenceStatusNoReliableMatch,
		"no register has a company of this name; the candidates have names like it")
	answer.Candidates = candidates(alike)
	answer.Partial = p.Partial()
	return answer
}

func (h *Handlers) answer(p *organisations.Party) gen.KybVerify {
	return gen.KybVerify{
		Query: gen.KybQuery{
			Type:  gen.KybQueryType(p.Query.Kind),
			Value: p.Query.Value,
		},
		Flags:      []string{},
		Reasons:    []shared.Reason{},
		Candidates: []gen.KybCandidate{},
		Conflicts:  []string{},
		Sources:    response.Registers(p.Asked),
		CheckedAt:  h.now().UTC().Truncate(time.Second),
		Disclaimer: verifyDisclaimer,
	}
}

func company(p *organisations.Party, now time.Time) *gen.KybEntity {
	entity := &gen.KybEntity{
		LegalName:    p.LegalName(),
		Jurisdiction: response.OrNull(p.Jurisdiction()),
		Country:      response.OrNull(p.Country()),
		Status:       gen.KybEntityStatus(p.Status(now)),
		Lei:          value(p.LEI),
		Cik:          value(p.CIK),
		Qid:          value(p.QID),
		Ein:          value(p.EIN),
		Match:        response.NameMatch(p.Match),
		MatchScore:   p.Score,
	}

	entity.Tickers = response.Items(response.Each(p.Tickers, func(t organisations.Ticker) string { return t.Value }))
	if p.Record != nil {
		entity.RegisteredAs = response.OrNull(p.Record.Entity.RegisteredAs)
	}

	return entity
}

func value(id *organisations.Identifier) *string {
	if id == nil {
		return nil
	}
	return &id.Value
}

func inWords(c organisations.Conflict) string {
	said := response.Each(c.Values, func(v organisations.Said) string { return v.Source + " says " + v.Value })
	return c.Field + ": " + c.Detail + " (" + strings.Join(said, "; ") + ")"
}
