package legal

import (
	"context"
	"strings"

	gen "github.com/farebox/farebox/gen/legal"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/courtlistener"
)

const (
	litigationSite       = "https://www.courtlistener.com/"
	litigationDisclaimer = "CourtListener holds published opinions and those federal dockets that its readers " +
		"bought; many state dockets are missing. A party of the same name need not be the same company. " +
		"No case found is no clearance."
)

// litigation is what the archive has on a subject.
type litigation struct {
	total int
	cases []judged // the latest
	reads *upstream.Reads
	same  int // of these, cases with a party of the subject's name
}

// judged is a case with how its parties fit.
type judged struct {
	courtlistener.Case
	verdict verdict
}

// suit is the nature of the suit, "" where none is stated.
func (j *judged) suit() string {
	if j.NatureOfSuit == nil {
		return ""
	}
	return *j.NatureOfSuit
}

// LegalLitigation answers GET /legal/litigation. A source that has no token or is at its limit makes an answer that
// says so and is free. Other failures are problems.
func (h *Handlers) LegalLitigation(
	ctx context.Context, req gen.LegalLitigationRequestObject,
) (gen.LegalLitigationResponseObject, error) {
	s, err := h.subject(req.Params.Name)
	if err != nil {
		return nil, err
	}

	kind := courtlistener.Type(req.Params.Type)
	found, err := h.litigation(ctx, s, kind)
	if err == nil && found.same == 0 {
		err = h.same.Asks("name", s.query)
	}
	switch upstream.KindOf(err) {
	case upstream.NotConfigured, upstream.RateLimited:
		response.Waive(ctx)
	default:
		if err != nil {
			return nil, err
		}
	}
	return gen.LegalLitigation200JSONResponse(litigationAnswer(s, kind, found, req.Params.Limit, err)), nil
}

// litigation searches and judges the cases found. Without a token the source is tried all the same; when it refuses,
// that is for want of the token.
func (h *Handlers) litigation(ctx context.Context, s *subject, kind courtlistener.Type) (*litigation, error) {
	ctx, reads := upstream.WithReads(ctx)
	var page *courtlistener.Page
	var err error
	for _, phrases := range h.phrases(s.query) {
		if page, err = h.cases.Search(ctx, kind, phrases...); err != nil || len(page.Cases) > 0 {
			break
		}
	}
	if upstream.KindOf(err) == upstream.Unauthorized && !h.cases.HasToken() {
		return nil, &upstream.Error{
			Kind:     upstream.NotConfigured,
			Provider: courtlistener.Provider.Name,
			Cause:    err,
		}
	}
	if err != nil {
		return nil, err
	}

	found := &litigation{
		total: max(page.Total, len(page.Cases)),
		reads: reads,
	}
	for i := range page.Cases {
		v := h.judge(s, &page.Cases[i])
		found.cases = append(found.cases, judged{page.Cases[i], v})
		if v.same {
			found.same++
		}
	}
	return found, nil
}

// litigationAnswer is the part of an answer about cases; found is nil when the source had no say, and err says why.
func litigationAnswer(
	s *subject, kind courtlistener.Type, found *litigation, limit int, err error,
) gen.LegalCaseSearch {
	answer := gen.LegalCaseSearch{
		Query:  s.query,
		Type:   gen.LegalCaseSearchType(kind),
		Recent: []gen.LegalCase{},
		Sources: gen.LegalSourceState{
			Partial:     err != nil,
			RateLimited: upstream.KindOf(err) == upstream.RateLimited,
		},
		Disclaimer: litigationDisclaimer,
	}
	if found == nil {
		answer.Providers = []shared.Source{source(courtlistener.Provider, litigationSite, 0, nil, err)}
		return answer
	}

	answer.Count = &found.total
	answer.Attribution = gen.LegalAttribution{
		CasesExamined:   len(found.cases),
		SameName:        found.same,
		ConfidenceLevel: response.OrNull(sureness(s, found.total, len(found.cases), found.same)),
	}
	for i := range found.cases[:min(limit, len(found.cases))] {
		answer.Recent = append(answer.Recent, caseRow(&found.cases[i]))
	}
	answer.Providers = []shared.Source{source(courtlistener.Provider, litigationSite, found.total, found.reads, nil)}
	return answer
}

func caseRow(c *judged) gen.LegalCase {
	return gen.LegalCase{
		CaseName:       response.OrNull(strings.TrimSpace(c.Name)),
		Court:          response.OrNull(c.Court),
		CourtID:        response.OrNull(c.CourtID),
		Date:           response.Day(c.Filed),
		Citation:       response.OrNull(strings.Join(c.Citations, "; ")),
		Citations:      c.Citations,
		DocketNumber:   response.OrNull(c.DocketNumber),
		NatureOfSuit:   response.OrNull(strings.TrimSpace(c.suit())),
		Cause:          response.OrNull(strings.TrimSpace(c.Cause)),
		Status:         response.OrNull(c.Status),
		TerminatedDate: response.Day(c.Terminated),
		Match:          c.verdict.match(),
		URL:            response.OrNull(c.URL()),
	}
}
