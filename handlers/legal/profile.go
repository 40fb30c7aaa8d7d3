package legal

import (
	"context"
	"errors"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/legal"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/courtlistener"
	"github.com/farebox/farebox/internal/upstream/federalregister"
	"github.com/farebox/farebox/internal/upstream/usptoodp"
)

// scoredDocuments is how many of the newest documents are looked at for the score, whatever the limit of the list.
const scoredDocuments = 40

const profileDisclaimer = "A screen of public records by fixed rules, no legal advice. The sources cover courts and " +
	"agencies unequally, a party of the same name need not be the company, and being sued is not being liable."

// parts are what the sources of a profile gave.
type parts struct {
	cases    *litigation
	patents  *patents
	register *federalregister.Page
}

// LegalProfile answers GET /legal/profile: the three sources side by side, and the score of what they gave.
func (h *Handlers) LegalProfile(
	ctx context.Context, req gen.LegalProfileRequestObject,
) (gen.LegalProfileResponseObject, error) {
	p := req.Params
	s, err := h.subject(p.Name)
	if err != nil {
		return nil, err
	}
	assignee := p.Assignee
	field := "assignee"
	if assignee == nil {
		assignee = &s.query
		field = "name"
	}
	q, err := h.patentQuery(field, assignee, p.Inventor, p.Cik, p.Qid)
	if err != nil {
		return nil, err
	}
	agency, err := h.agencySlug(p.Agency)
	if err != nil {
		return nil, err
	}

	kind := courtlistener.Opinions
	if h.cases.HasToken() {
		kind = courtlistener.Records
	}
	var found parts
	fused := upstream.FuseInto(ctx, &found,
		upstream.Main(upstream.Part(courtlistener.Provider.Name, 0,
			func(ctx context.Context) (*litigation, error) { return h.litigation(ctx, s, kind) },
			func(into *parts, l *litigation) { into.cases = l })),
		upstream.Part(usptoodp.Provider.Name, 0,
			func(ctx context.Context) (*patents, error) { return h.searchPatents(ctx, q, p.Limit) },
			func(into *parts, found *patents) { into.patents = found }),
		upstream.Part(federalregister.Provider.Name, 0,
			func(ctx context.Context) (*federalregister.Page, error) {
				return h.documents(ctx, s, agency, scoredDocuments)
			},
			func(into *parts, page *federalregister.Page) { into.register = page }),
	)
	if err := found.settle(fused); err != nil {
		return nil, err
	}

	if !found.named(s) {
		if err := h.same.Asks("name", s.query); err != nil {
			return nil, err
		}
	}
	without := fused.Failure(courtlistener.Provider.Name)
	if upstream.KindOf(without) == upstream.NotConfigured {
		response.Waive(ctx) // what is left is not what the route is for
	}

	answer := gen.LegalProfile{
		Query:      s.query,
		Litigation: litigationAnswer(s, kind, found.cases, p.Limit, without),
		Patents:    patentsAnswer(q, found.patents, p.Limit),
		Regulatory: registerAnswer(s, agency, found.register, p.Limit, fused[2].Reads, fused[2].Err),
		LegalRisk:  found.evidence(s, h.now()).risk(),
		CheckedAt:  h.now().UTC().Truncate(time.Second),
		Disclaimer: profileDisclaimer,
	}
	answer.Sources = slices.Concat(answer.Litigation.Providers, answer.Patents.Sources, answer.Regulatory.Sources)
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = found.cases == nil || response.Partial(answer.Sources) ||
		slices.Contains(answer.LegalRisk.Flags, flagUndated)
	return gen.LegalProfile200JSONResponse(answer), nil
}

// settle makes an error of what leaves nothing to answer: inputs that a source found wrong, or no word about cases.
// Where the operator has no token for these, the rest is an answer, which is free.
func (p *parts) settle(fused upstream.Fused[func(*parts)]) error {
	for _, outcome := range fused {
		var wrong *problem.Problem
		if errors.As(outcome.Err, &wrong) {
			return wrong
		}
	}
	failed := fused.Failure(usptoodp.Provider.Name)
	if p.patents == nil { // the registers that names were to come from failed
		p.patents = &patents{
			sources: []shared.Source{source(usptoodp.Provider, patentsSite, 0, nil, failed)},
			err:     failed,
		}
	}

	err := fused.Err()
	switch {
	case upstream.KindOf(err) != upstream.NotConfigured:
		return err
	case p.patents.err == nil, p.register != nil:
		return nil
	}
	return fused.Failure(federalregister.Provider.Name)
}

// named says whether a case has a party of the subject's name, or a document names it.
func (p *parts) named(s *subject) bool {
	return p.cases != nil && p.cases.same > 0 || p.register != nil && s.within(p.register)
}

func (p *parts) evidence(s *subject, now time.Time) *evidence {
	e := &evidence{
		subject:  s,
		cases:    p.cases,
		register: p.register,
		now:      now,
	}
	if p.patents.page != nil {
		e.patents = &p.patents.page.Total
	}
	return e
}
