package legal

import (
	"context"

	gen "github.com/farebox/farebox/gen/legal"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/usptoodp"
)

const (
	patentsSite = "https://data.uspto.gov/"
	patentsNote = "Granted US patents whose applicant, or an assignee at any time, has a name that holds the words " +
		"searched (Corp, Inc, Co and Ltd in their long forms too). " +
		"An applicant need not own the patent today, and owners by unrecorded transfers are missing. " +
		"Other companies whose names hold them are among them."
)

// patents is what the patent office has on owners and an inventor.
type patents struct {
	owners  []string
	page    *usptoodp.Page
	sources []shared.Source // the registers that names came from, then the patent office
	err     error           // why the patent office had no say
}

// LegalPatents answers GET /legal/patents. Without the operator's key the answer says so and is free.
func (h *Handlers) LegalPatents(
	ctx context.Context, req gen.LegalPatentsRequestObject,
) (gen.LegalPatentsResponseObject, error) {
	p := req.Params
	q, err := h.patentQuery("name", p.Name, p.Inventor, p.Cik, p.Qid)
	if err != nil {
		return nil, err
	}

	found, err := h.searchPatents(ctx, q, p.Limit)
	if err != nil {
		return nil, err
	}

	switch {
	case upstream.KindOf(found.err) == upstream.NotConfigured:
		response.Waive(ctx)
	case found.err != nil:
		return nil, found.err
	case p.Name != nil && found.page.Total == 0:
		if err := h.same.Asks("name", *p.Name); err != nil {
			return nil, err
		}
	}
	return gen.LegalPatents200JSONResponse(patentsAnswer(q, found, p.Limit)), nil
}

// searchPatents asks for the names of the owners first. Its error is one of the inputs or of all registers; that of the
// patent office is in what it gives.
func (h *Handlers) searchPatents(ctx context.Context, q patentQuery, limit int) (*patents, error) {
	found := &patents{}
	var reads *upstream.Reads
	if found.err = h.patents.Configured(); found.err == nil {
		var err error
		if found.owners, found.sources, err = h.owners(ctx, q); err != nil {
			return nil, err
		}

		search := usptoodp.Query{
			Inventor: q.inventor,
			Limit:    limit,
		}
		for _, name := range found.owners {
			search.Owners = append(search.Owners, written(name)...)
		}
		ctx, reads = upstream.WithReads(ctx)
		found.page, found.err = h.patents.Granted(ctx, search)

		if found.err == nil && found.page.Total == 0 && len(found.owners) == 1 {
			if phrases := h.phrases(found.owners[0]); len(phrases) > 1 {
				search.Owners = phrases[1]
				found.owners = append(found.owners, phrases[1]...)
				found.page, found.err = h.patents.Granted(ctx, search)
			}
		}
	}

	records := 0
	if found.page != nil {
		records = found.page.Total
	}
	found.sources = append(found.sources, source(usptoodp.Provider, patentsSite, records, reads, found.err))
	return found, nil
}

func patentsAnswer(q patentQuery, found *patents, limit int) gen.LegalPatents {
	answer := gen.LegalPatents{
		Name:          response.OrNull(q.name),
		Inventor:      response.OrNull(q.inventor),
		SearchedNames: response.Items(found.owners),
		Available:     found.err == nil,
		Recent:        []gen.LegalPatent{},
		Sources:       found.sources,
		Partial:       response.Partial(found.sources),
		Note:          patentsNote,
	}
	if found.err != nil {
		answer.Reason = new(unavailable(found.err))
		return answer
	}

	answer.Total = &found.page.Total
	for _, p := range found.page.Patents[:min(limit, len(found.page.Patents))] {
		answer.Recent = append(answer.Recent, gen.LegalPatent{
			PatentID:          p.Number,
			Title:             response.OrNull(p.Title),
			Date:              response.Day(p.Granted),
			Type:              response.OrNull(p.Type),
			Assignees:         p.Assignees,
			Applicants:        response.Items(p.Applicants),
			Inventors:         response.Items(p.Inventors),
			ApplicationNumber: response.OrNull(p.Application),
			URL:               "https://image-ppubs.uspto.gov/dirsearch-public/print/downloadPdf/" + p.Number,
		})
	}
	return answer
}

// unavailable is why the patent office had no say.
func unavailable(err error) gen.LegalPatentsReason {
	switch upstream.KindOf(err) {
	case upstream.NotConfigured:
		return gen.NotConfigured
	case upstream.RateLimited:
		return gen.RateLimited
	}
	return gen.Error
}
