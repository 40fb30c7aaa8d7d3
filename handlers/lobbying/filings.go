package lobbying

import (
	"context"
	"strings"

	gen "github.com/farebox/farebox/gen/lobbying"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/lda"
)

// LobbyingFilings answers GET /lobbying/filings: the filings whose client's name holds the words, with how well each
// client's name fits. The source searches by parts of names, so that other organisations are among them.
func (h *Handlers) LobbyingFilings(
	ctx context.Context, req gen.LobbyingFilingsRequestObject,
) (gen.LobbyingFilingsResponseObject, error) {
	if req.Params.ClientName == nil && req.Params.FilingYear == nil {
		return nil, problem.InvalidCode("client_name", problem.CodeMissingInput, "give client_name or filing_year, or both")
	}
	if err := h.checkYear(req.Params.FilingYear); err != nil {
		return nil, err
	}

	var query string
	spellings := []string{""}
	var asked *names.Form
	if req.Params.ClientName != nil {
		var err error
		query = strings.Join(strings.Fields(*req.Params.ClientName), " ")
		if asked, err = h.names.Prepare(names.Company, query, ""); err != nil {
			return nil, problem.Invalid("client_name", "client_name must hold letters or digits")
		}
		spellings = h.spend.Spellings(query)
	}

	ctx, reads := upstream.WithReads(ctx)
	var pages []*lda.Page
	for _, spelling := range spellings {
		var err error
		if pages, err = h.pages(ctx, spelling, req.Params.FilingYear, req.Params.Limit); err != nil {
			return nil, err
		}
		if pages[0].Total > 0 {
			break
		}
	}

	if pages[0].Total == 0 {
		if err := samename.New(h.names).Asks("client_name", query); err != nil {
			return nil, err
		}
	}
	answer := gen.LobbyingFilings200JSONResponse{
		Query:      response.OrNull(query),
		FilingYear: req.Params.FilingYear,
		Total:      pages[0].Total,
		Filings:    []gen.LobbyingFiling{},
		Disclaimer: lda.Disclaimer,
	}
	seen := map[string]bool{} // pages overlap when something is filed between them
	for _, page := range pages {
		for i := range page.Filings {
			f := &page.Filings[i]
			if len(answer.Filings) < req.Params.Limit && !seen[f.UUID] {
				seen[f.UUID] = true
				answer.Filings = append(answer.Filings, h.filing(asked, f))
			}
		}
	}
	answer.Count = len(answer.Filings)
	answer.Truncated = answer.Total > answer.Count
	answer.Sources = []shared.Source{source(answer.Count, reads)}
	return answer, nil
}

// pages are those that hold the first limit filings, asked for side by side.
func (h *Handlers) pages(ctx context.Context, query string, year *int, limit int) ([]*lda.Page, error) {
	q := lda.Query{ClientName: query}
	if year != nil {
		q.Year = *year
	}
	first, err := h.filings.Filings(ctx, q)
	if err != nil {
		return nil, err
	}

	pages := []*lda.Page{first}
	if limit <= lda.PageSize || first.Pages() < 2 {
		return pages, nil
	}
	q.Page = 2
	second, err := h.filings.Filings(ctx, q)
	switch upstream.KindOf(err) {
	case "":
		return append(pages, second), err
	case upstream.NotFound: // the list has become shorter
		return pages, nil
	}
	return nil, err
}

// filing is one as the answer gives it.
func (h *Handlers) filing(asked *names.Form, f *lda.Filing) gen.LobbyingFiling {
	kind, known := f.Kind()
	row := gen.LobbyingFiling{
		FilingUUID:     f.UUID,
		FilingType:     f.Type,
		FilingTypeName: response.OrNull(f.TypeName),
		Kind:           gen.LobbyingFilingKindUnknown,
		Amendment:      kind.Amendment,
		Termination:    kind.Termination,
		NoActivity:     kind.NoActivity,
		FilingYear:     f.Year,
		Period:         period(f.Period()),
		Registrant: gen.LobbyingRegistrant{
			ID:   response.OrNull(f.Registrant.ID),
			Name: f.Registrant.Name,
		},
		Client: gen.LobbyingParty{
			Name:        f.Client.Name,
			Description: stated(f.Client.Description),
			State:       response.OrNull(f.Client.State),
			Country:     response.OrNull(f.Client.Country),
		},
		MatchScore:     h.fit(asked, f.Client.Name),
		OwnLobbying:    f.OfItself(),
		IncomeUSD:      response.NumberOrNull(f.Income),
		ExpensesUSD:    response.NumberOrNull(f.Expenses),
		ExpensesMethod: response.OrNull(f.ExpensesMethod),
		PostedAt:       response.Moment(f.PostedAt()),
		URL:            f.URL(),
	}

	switch {
	case kind.Registration:
		row.Kind = gen.LobbyingFilingKindRegistration
	case known:
		row.Kind = gen.LobbyingFilingKindReport
	}

	row.Issues, row.Agencies, row.Lobbyists = activities(f.Activities)
	return row
}

func period(p lda.Period) *gen.LobbyingFilingPeriod {
	return response.OrNull(gen.LobbyingFilingPeriod(p))
}

// fit is how well a client's name fits what was asked for, null when no name was asked for or the client's cannot be
// read.
func (h *Handlers) fit(asked *names.Form, client string) *int {
	if asked == nil {
		return nil
	}
	form, err := h.names.Prepare(names.Company, client, "")
	if err != nil {
		return nil
	}
	return new(score(h.names.Score(asked, form)))
}

// activities are the areas, and the agencies and lobbyists of all of them, each once: filings repeat them by area.
func activities(list []lda.Activity) (
	issues []gen.LobbyingActivity, agencies []string, lobbyists []gen.LobbyingLobbyist,
) {
	issues = []gen.LobbyingActivity{}
	agencies = []string{}
	lobbyists = []gen.LobbyingLobbyist{}
	seenAgency := map[string]bool{}
	seenLobbyist := map[int]bool{}
	for _, a := range list {
		issue := gen.LobbyingActivity{
			Code:        a.Code,
			Name:        response.OrNull(a.Name),
			Description: stated(a.Description),
			Agencies:    []string{},
		}
		for _, agency := range a.Agencies {
			issue.Agencies = append(issue.Agencies, agency.Name)
			if !seenAgency[agency.Name] {
				seenAgency[agency.Name] = true
				agencies = append(agencies, agency.Name)
			}
		}
		issues = append(issues, issue)

		for _, l := range a.Lobbyists {
			if !seenLobbyist[l.Lobbyist.ID] {
				seenLobbyist[l.Lobbyist.ID] = true
				lobbyists = append(lobbyists, gen.LobbyingLobbyist{
					Name:            l.Lobbyist.Name(),
					CoveredPosition: stated(l.CoveredPosition),
					New:             l.New,
				})
			}
		}
	}
	return issues, agencies, lobbyists
}
