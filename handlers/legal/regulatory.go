package legal

import (
	"context"
	"errors"
	"net/http"
	"strings"

	gen "github.com/farebox/farebox/gen/legal"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/federalregister"
)

const registerSite = "https://www.federalregister.gov/"

// nearest is how many agencies an unknown one is answered with.
const nearest = 5

// LegalRegulatory answers GET /legal/regulatory.
func (h *Handlers) LegalRegulatory(
	ctx context.Context, req gen.LegalRegulatoryRequestObject,
) (gen.LegalRegulatoryResponseObject, error) {
	s, err := h.subject(req.Params.Name)
	if err != nil {
		return nil, err
	}
	if err := h.knownAgency(req.Params.Agency); err != nil {
		return nil, err
	}

	ctx, reads := upstream.WithReads(ctx)
	page, err := h.documents(ctx, s, req.Params.Agency, req.Params.Limit)
	if err != nil {
		return nil, err
	}
	answer := registerAnswer(s, req.Params.Agency, page, req.Params.Limit, reads, nil)
	return gen.LegalRegulatory200JSONResponse(answer), nil
}

// knownAgency refuses the slug of an agency that does not exist. While the list of agencies is not loaded, the Federal
// Register itself is left to say so.
func (h *Handlers) knownAgency(slug *string) error {
	if slug == nil {
		return nil
	}
	known, err := h.agencies.Has(*slug)
	if err != nil || known {
		return nil
	}
	return unknownAgency(h.agencies.Near(*slug, nearest))
}

func unknownAgency(near []string) error {
	if len(near) == 0 {
		return problem.Invalid("agency", "agency must be the slug of an agency at federalregister.gov, "+
			"such as environmental-protection-agency")
	}
	return problem.Invalid("agency", "agency must be the slug of an agency at federalregister.gov; the nearest: %s",
		strings.Join(near, ", "))
}

// documents are the newest that hold the subject's name as a phrase.
func (h *Handlers) documents(
	ctx context.Context, s *subject, agency *string, limit int,
) (*federalregister.Page, error) {
	q := federalregister.Query{
		Term:   federalregister.Phrase(s.query),
		Newest: true,
		Limit:  limit,
	}
	if agency != nil {
		q.Agencies = []string{*agency}
	}
	page, err := h.register.Search(ctx, q)
	var refused *upstream.Error
	if agency != nil && errors.As(err, &refused) && refused.Status == http.StatusBadRequest {
		return nil, unknownAgency(nil)
	}
	return page, err
}

// registerAnswer is the part of an answer about documents; page is nil when the source had no say, and err says why.
func registerAnswer(
	s *subject, agency *string, page *federalregister.Page, limit int, reads *upstream.Reads, err error,
) gen.LegalRegulatory {
	answer := gen.LegalRegulatory{
		Query:  s.query,
		Agency: agency,
		Recent: []gen.LegalDocument{},
	}
	if page == nil {
		answer.Sources = []shared.Source{source(federalregister.Provider, registerSite, 0, reads, err)}
		return answer
	}

	answer.Count = &page.Count
	answer.CountCapped = page.Count >= federalregister.MaxCount
	for i := range page.Documents[:min(limit, len(page.Documents))] {
		answer.Recent = append(answer.Recent, documentRow(s, &page.Documents[i]))
	}
	answer.Sources = []shared.Source{source(federalregister.Provider, registerSite, page.Count, reads, nil)}
	return answer
}

func documentRow(s *subject, d *federalregister.Document) gen.LegalDocument {
	row := gen.LegalDocument{
		Title:          d.Title,
		Type:           d.Type,
		Agencies:       []gen.LegalAgency{},
		Date:           response.Day(d.Published),
		HTMLURL:        response.OrNull(d.URL),
		DocumentNumber: d.Number,
		Abstract:       response.OrNull(d.Abstract),
		NamesCompany:   s.named(d.Title) || s.named(d.Abstract),
	}

	var all []string
	for _, a := range d.Agencies {
		name := a.Name
		if name == "" {
			name = a.RawName
		}
		if name == "" {
			continue
		}
		all = append(all, name)
		row.Agencies = append(row.Agencies, gen.LegalAgency{Name: name, Slug: response.OrNull(a.Slug)})
	}

	row.Agency = response.OrNull(strings.Join(all, "; "))
	return row
}
