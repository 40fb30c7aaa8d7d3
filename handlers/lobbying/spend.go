package lobbying

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/lobbying"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/lobbyspend"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/lda"
)

// maxOthers is how many other clients are listed.
const maxOthers = 20

// LobbyingSpend answers GET /lobbying/spend: what one client spent, with what was counted and what was left out.
func (h *Handlers) LobbyingSpend(
	ctx context.Context, req gen.LobbyingSpendRequestObject,
) (gen.LobbyingSpendResponseObject, error) {
	if err := h.checkYear(req.Params.FilingYear); err != nil {
		return nil, err
	}
	now := h.now().UTC()
	years := []int{now.Year(), now.Year() - 1}
	if given := req.Params.FilingYear; given != nil {
		years = []int{*given}
	}

	query := strings.Join(strings.Fields(req.Params.ClientName), " ")
	ctx, reads := upstream.WithReads(ctx)
	state := response.OrZero(req.Params.State)
	spent, err := h.spend.Read(ctx, query, state, years)
	if err != nil {
		return nil, err
	}
	answer := spendAnswer(query, spent, now)
	answer.State = response.OrNull(state)
	answer.Sources = spendSources(spent, reads)
	answer.AsOf = response.AsOf(answer.Sources)
	return gen.LobbyingSpend200JSONResponse(answer), nil
}

func spendAnswer(query string, s *lobbyspend.Spend, now time.Time) gen.LobbyingSpend {
	answer := gen.LobbyingSpend{
		Query:             query,
		Client:            client(s),
		OtherClients:      []gen.LobbyingOtherClient{},
		OtherClientsTotal: len(s.Others),
		Issues:            []gen.LobbyingIssue{},
		Agencies:          []gen.LobbyingAgency{},
		FilingsTotal:      s.Total,
		FilingsRead:       s.Read,
		FilingsCounted:    s.Counted,
		LeftOut:           []gen.LobbyingLeftOut{},
		Warnings:          warnings(s),
		Method:            lobbyspend.Method,
		Partial:           !s.Complete(),
		CheckedAt:         now.Truncate(time.Second),
		Disclaimer:        lda.Disclaimer,
	}

	for _, c := range s.Others[:min(len(s.Others), maxOthers)] {
		answer.OtherClients = append(answer.OtherClients, gen.LobbyingOtherClient{
			Name:       c.Name,
			MatchScore: score(c.Score),
			Filings:    c.Filings,
		})
	}

	answer.Years = response.Items(response.Each(s.Years, year))

	for _, i := range s.Issues {
		answer.Issues = append(answer.Issues, gen.LobbyingIssue{
			Code:    i.Code,
			Name:    response.OrNull(i.Name),
			Filings: i.Filings,
		})
	}

	for _, a := range s.Agencies {
		answer.Agencies = append(answer.Agencies, gen.LobbyingAgency{
			Name:    a.Name,
			Filings: a.Filings,
		})
	}

	for _, l := range s.LeftOut {
		answer.LeftOut = append(answer.LeftOut, gen.LobbyingLeftOut{
			Reason:    gen.LobbyingLeftOutReason(l.Reason),
			Filings:   l.Filings,
			StatedUSD: response.NumberOrNull(l.Amount),
			Detail:    l.Reason.Detail(),
		})
	}

	return answer
}

func client(s *lobbyspend.Spend) gen.LobbyingClient {
	return gen.LobbyingClient{
		Name:            s.Client.Name,
		Spellings:       s.Client.Spellings,
		Match:           gen.LobbyingClientMatch(s.Client.Match),
		MatchScore:      score(s.Client.Score),
		ConfidenceLevel: confidence(s),
		Filings:         s.Client.Filings,
		Places: response.Each(s.Client.Places, func(p lobbyspend.Place) gen.LobbyingPlace {
			return gen.LobbyingPlace{
				State:   response.OrNull(p.State),
				Country: response.OrNull(p.Country),
				Filings: p.Filings,
			}
		}),
	}
}

// confidence is how sure it is that the client is the organisation meant.
func confidence(s *lobbyspend.Spend) gen.LobbyingClientConfidenceLevel {
	another := func(m lobbyspend.Match) bool {
		return slices.ContainsFunc(s.Others, func(c lobbyspend.Client) bool { return c.Match == m })
	}
	switch {
	case s.Client.Match == lobbyspend.BeginsWith && another(lobbyspend.BeginsWith):
		return gen.Low
	case s.Client.Match == lobbyspend.SameName && !s.Client.MixedForms && len(s.Client.Places) < 2 &&
		!another(lobbyspend.FormerName):
		return gen.High
	}
	return gen.Medium
}

func year(y lobbyspend.Year) gen.LobbyingYear {
	out := gen.LobbyingYear{
		Year:                  y.Year,
		TotalUSD:              response.NumberOrNull(y.Total),
		StatedUSD:             response.NumberOrNull(y.Stated),
		Complete:              y.Complete,
		Closed:                y.Closed,
		Reports:               y.Reports,
		BelowThresholdReports: y.Below,
		AmountsMissing:        append([]string{}, y.Missing...),
		NoActivityReports:     y.Idle,
		ByQuarter:             []gen.LobbyingQuarter{},
		ByRegistrant:          []gen.LobbyingShare{},
	}

	for _, p := range y.Periods {
		out.ByQuarter = append(out.ByQuarter, gen.LobbyingQuarter{
			Period:           gen.LobbyingQuarterPeriod(p.Period),
			TotalUSD:         response.NumberOrNull(p.Total),
			Basis:            response.OrNull(gen.LobbyingQuarterBasis(p.Basis)),
			OwnExpensesUSD:   response.NumberOrNull(p.Own),
			OutsideIncomeUSD: response.NumberOrNull(p.Outside),
			Reports:          p.Reports,
		})
	}

	for _, r := range y.Registrants {
		out.ByRegistrant = append(out.ByRegistrant, gen.LobbyingShare{
			ID:          response.OrNull(r.ID),
			Name:        r.Name,
			OwnLobbying: r.Own,
			Reports:     r.Reports,
			StatedUSD:   response.NumberOrNull(r.Amount),
			CountedUSD:  json.Number(r.Counted.String()),
		})
	}

	return out
}

// warnings are what to know before relying on a total.
func warnings(s *lobbyspend.Spend) []gen.LobbyingWarning {
	list := []gen.LobbyingWarning{}
	warn := func(code gen.LobbyingWarningCode, format string, args ...any) {
		list = append(list, gen.LobbyingWarning{Code: code, Detail: fmt.Sprintf(format, args...)})
	}
	if n := len(s.Others); n > 0 {
		warn(gen.OtherClients, "%s with names that have these words; nothing of theirs is counted", scored.Count(n, "other client"))
	}

	if s.Client.MixedForms {
		warn(gen.MixedLegalForms, "the spellings taken for one client have different legal forms")
	}

	if places := s.Client.Scattered(); places != "" {
		warn(gen.SeveralPlaces, "%s; with state only those there are counted", places)
	}

	for _, y := range s.Years {
		if !y.Complete {
			warn(gen.IncompleteYear, "not all filings on %d could be read, so that it has no total", y.Year)
		}
		if !y.Closed {
			warn(gen.YearOpen, "reports on %d are still to come", y.Year)
		}
		for _, p := range y.Periods {
			if p.Odd {
				warn(gen.OutsideExceedsOwn,
					"%s %d: outside firms state more than the client's own report, which should include theirs; "+
						"the client's own is counted", p.Period, y.Year)
			}
			if p.TaxCode {
				warn(gen.TaxCodeMethod,
					"%s %d: own expenses are counted by the tax code, which takes in state and grassroots lobbying",
					p.Period, y.Year)
			}
		}
	}

	return list
}

// spendSources is the one source: in error when the filings of a year could not all be read.
func spendSources(s *lobbyspend.Spend, reads *upstream.Reads) []shared.Source {
	out := source(s.Read, reads)
	for _, y := range s.Years {
		if y.Err != nil {
			out.Status = shared.SourceStatus(upstream.StatusOf(y.Err))
			out.Detail = new(fmt.Sprintf("not all filings on %d could be read", y.Year))
		}
	}
	if out.Status == shared.SourceStatusEmpty {
		out.Status = shared.SourceStatusError
	}
	return []shared.Source{out}
}
