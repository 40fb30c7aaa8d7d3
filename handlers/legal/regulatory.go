package legal

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"

	gen "github.com/farebox/farebox/gen/legal"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/federalregister"
)

const registerSite = "https://www.federalregister.gov/"

// LegalRegulatory answers GET /legal/regulatory.
func (h *Handlers) LegalRegulatory(
	ctx context.Context, req gen.LegalRegulatoryRequestObject,
) (gen.LegalRegulatoryResponseObject, error) {
	s, err := h.subject(req.Params.Name)
	if err != nil {
		return nil, err
	}
	agency, err := h.agencySlug(req.Params.Agency)
	if err != nil {
		return nil, err
	}

	ctx, reads := upstream.WithReads(ctx)
	page, err := h.documents(ctx, s, agency, req.Params.Limit)
	if err == nil && !s.within(page) {
		err = h.same.Asks("name", s.query)
	}
	if err != nil {
		return nil, err
	}
	answer := registerAnswer(s, agency, page, req.Params.Limit, reads, nil)
	return gen.LegalRegulatory200JSONResponse(answer), nil
}

// agencySlug is the slug of the agency that a caller names, nil if there is none. While the list of agencies is not
// loaded, a slug is left to the Federal Register to know; letters and names cannot be read then.
func (h *Handlers) agencySlug(text *string) (*string, error) {
	if text == nil {
		return nil, nil
	}
	list, err := h.agencies.List()
	switch {
	case err != nil && agencySlug.MatchString(*text):
		return text, nil
	case err != nil:
		return nil, err
	}
	known, _, err := chosen.One("agency", *text, agencyThere, list, federalregister.Agency.Names)
	if err != nil {
		return nil, err
	}
	return &known.Slug, nil
}

// agencyThere is what the route takes for an agency.
const agencyThere = "agency at federalregister.gov"

var agencySlug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)

// documents are the newest that hold the subject's name as a phrase, see [Handlers.phrases].
func (h *Handlers) documents(
	ctx context.Context, s *subject, agency *string, limit int,
) (*federalregister.Page, error) {
	q := federalregister.Query{
		Newest: true,
		Limit:  limit,
	}
	if agency != nil {
		q.Agencies = []string{*agency}
	}
	var page *federalregister.Page
	var err error
	for _, phrases := range h.phrases(s.query) {
		q.Term = federalregister.Phrase(phrases...)
		if page, err = h.register.Search(ctx, q); err != nil || page.Count > 0 {
			break
		}
	}
	var refused *upstream.Error
	if agency != nil && errors.As(err, &refused) && refused.Status == http.StatusBadRequest {
		return nil, problem.NotFound("agency", "no %s has this name", agencyThere)
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
		name := a.Title()
		if name == "" {
			continue
		}
		all = append(all, name)
		row.Agencies = append(row.Agencies, gen.LegalAgency{Name: name, Slug: response.OrNull(a.Slug)})
	}

	row.Agency = response.OrNull(strings.Join(all, "; "))
	return row
}
