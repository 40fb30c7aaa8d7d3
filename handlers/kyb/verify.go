package kyb

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/kyb"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/party/sanctions"
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
	switch {
	case err == nil:
		return gen.KybVerify200JSONResponse(h.verdict(party)), nil
	case errors.As(err, &several):
		return nil, problem.Unprocessable("name", problem.CodeSeveralMatch,
			"several companies have this name; choose one of the candidates by its lei or cik").
			With("candidates", candidates(several.Candidates))
	case errors.Is(err, organisations.ErrNotFound), errors.Is(err, upstream.NotFound):
		return gen.KybVerify200JSONResponse(h.notFound(party)), nil
	}
	return nil, err
}

// verdict judges a company that was found.
func (h *Handlers) verdict(p *organisations.Party) gen.KybVerify {
	now := h.now()
	screening, matches, lists := h.screen(p)
	s := &signals{
		party:   p,
		filings: p.Filings(now),
		matches: matches,
		now:     now,
		points: scored.Points{
			Severities: severities,
			Reasons:    []shared.Reason{},
		},
	}
	s.judge()
	score, why := s.tally(lists).Risk(s.points.Sum())

	answer := h.answer(p)
	answer.Verdict = s.verdict()
	answer.RiskScore = score
	if score != nil {
		answer.Category = new(gen.KybVerifyCategory(scored.Quarters.Of(*score)))
	}
	answer.Flags = s.flags()
	answer.Reasons = append(slices.Clip(s.points.Reasons), why...)
	answer.Entity = company(p, now)
	answer.Sanctions = screening
	for _, c := range p.Conflicts {
		answer.Conflicts = append(answer.Conflicts, inWords(c))
	}
	answer.Sources = append(answer.Sources, lists...)
	answer.Partial = p.Partial() || response.Partial(lists) || !screening.Screened
	return answer
}

// notFound is the verdict about a company that no register has.
func (h *Handlers) notFound(p *organisations.Party) gen.KybVerify {
	answer := h.answer(p)
	answer.Verdict = gen.KybVerifyVerdictNotFound
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
		Tickers:      []string{},
		MatchScore:   p.Score,
	}

	for _, t := range p.Tickers {
		entity.Tickers = append(entity.Tickers, t.Value)
	}
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
	var said []string
	for _, v := range c.Values {
		said = append(said, v.Source+" says "+v.Value)
	}
	return c.Field + ": " + c.Detail + " (" + strings.Join(said, "; ") + ")"
}

const (
	leastMatch = 85 // as /screen/entity does unless told otherwise
	maxMatches = 5
)

// screen looks the legal names up in the sanctions lists that are loaded, and says which are not.
func (h *Handlers) screen(p *organisations.Party) (*gen.KybSanctions, []sanctions.NameMatch, []shared.Source) {
	queries := h.queries(legalNames(p))
	screening := &gen.KybSanctions{
		NotChecked: []string{},
		Matches:    []gen.KybSanction{},
	}
	var loaded []*sanctions.List
	sources := []shared.Source{}
	for _, status := range h.lists.Status() {
		sources = append(sources, response.List(status.Outline()))
		if status.List == nil || len(queries) == 0 {
			screening.NotChecked = append(screening.NotChecked, status.ID)
			continue
		}
		loaded = append(loaded, status.List)
	}

	matches := matches(loaded, queries)
	for _, m := range matches[:min(len(matches), maxMatches)] {
		screening.Matches = append(screening.Matches, gen.KybSanction{
			List:        m.List.ID,
			Ref:         m.Party.Ref,
			Name:        m.Party.Names[0].Text,
			MatchedName: m.Matched,
			Score:       m.Score,
			MatchType:   gen.KybSanctionMatchType(m.Type),
			Programs:    append([]string{}, m.Party.Programs...),
		})
	}
	if len(screening.NotChecked) == 0 {
		screening.Screened = true
		screening.MatchCount = new(len(matches))
	}
	return screening, matches, sources
}

// queries are the names as lists are asked for them; those without a letter that can be compared are left out.
func (h *Handlers) queries(names []string) []*sanctions.Query {
	var queries []*sanctions.Query
	for _, name := range names {
		if query, err := sanctions.NewQuery(h.lists.Engine(), name, sanctions.Entity); err == nil {
			queries = append(queries, query)
		}
	}
	return queries
}

// matches are the listed parties that one of the names may mean, best first, each once.
func matches(lists []*sanctions.List, queries []*sanctions.Query) []sanctions.NameMatch {
	var found []sanctions.NameMatch
	for _, query := range queries {
		for _, m := range sanctions.ScreenAll(lists, query, leastMatch) {
			known := slices.IndexFunc(found, func(k sanctions.NameMatch) bool { return k.Party == m.Party })
			switch {
			case known < 0:
				found = append(found, m)
			case m.Score > found[known].Score:
				found[known] = m
			}
		}
	}

	slices.SortStableFunc(found, func(a, b sanctions.NameMatch) int { return cmp.Compare(b.Score, a.Score) })
	return found
}

// legalNames are the names that the registers have for the company today, in every language and script.
func legalNames(p *organisations.Party) []string {
	names := []string{p.LegalName()}
	add := func(name string) {
		if !slices.ContainsFunc(names, func(known string) bool { return strings.EqualFold(known, name) }) {
			names = append(names, name)
		}
	}
	if p.Filer != nil {
		add(p.Filer.Name)
	}
	if p.Record != nil {
		for _, other := range slices.Concat(p.Record.Entity.OtherNames, p.Record.Entity.Transliterated) {
			if strings.HasSuffix(other.Type, "_LEGAL_NAME") && other.Type != "PREVIOUS_LEGAL_NAME" {
				add(other.Name)
			}
		}
	}
	return names
}
