package edgar

import (
	"context"

	gen "github.com/farebox/farebox/gen/edgar"
	"github.com/farebox/farebox/handlers/edgar/facts"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// EdgarFinancials answers GET /edgar/financials: all lines of the statements in the last periods, each with its
// filing.
func (h *Handlers) EdgarFinancials(
	ctx context.Context, req gen.EdgarFinancialsRequestObject,
) (gen.EdgarFinancialsResponseObject, error) {
	filer, field, err := h.who(req.Params.Ticker, req.Params.Cik)
	if err != nil {
		return nil, err
	}
	g, err := h.gather(ctx, filer, field, false)
	if err != nil {
		return nil, err
	}
	freq := string(req.Params.Freq)
	periods, err := g.periods(freq)
	if err != nil {
		return nil, err
	}

	total := len(periods)
	periods = periods[:min(total, req.Params.Periods)]
	answer := gen.EdgarFinancials200JSONResponse{
		Cik:             g.filer.CIK,
		Ticker:          response.OrNull(g.filer.Ticker),
		EntityName:      response.OrNull(g.filer.Name),
		Freq:            gen.EdgarStatementsFreq(freq),
		Currency:        response.OrNull(g.company.Currency),
		OtherCurrencies: append([]string{}, g.company.Others...),
		FiscalYearEnd:   response.OrNull(yearEnd(g.company)),
		Count:           len(periods),
		Total:           total,
		Truncated:       total > len(periods),
		Periods:         make([]gen.EdgarPeriod, 0, len(periods)),
		URL:             sec.CompanyURL(g.filer.CIK),
		Sources:         g.sources,
		Partial:         g.partial(),
		Attribution:     attribution,
	}
	found := map[string]bool{}
	for _, p := range periods {
		answer.Periods = append(answer.Periods, statements(g.filer.CIK, g.company.Figures(p), found))
	}
	var tally scored.Tally
	for _, concept := range facts.Concepts() {
		tally.Part(concept.Name, 1, found[concept.Name])
	}
	answer.Coverage = tally.Coverage()
	return answer, nil
}

// yearEnd is the month and day on which the last fiscal year ended, "" when there is none.
func yearEnd(c *facts.Company) string {
	for _, y := range c.Annual() {
		if y.Kind == facts.Year {
			return y.End.Time().Format("01-02")
		}
	}
	return ""
}

// statements are the lines of a period; those that there are go into found.
func statements(cik string, f *facts.Figures, found map[string]bool) gen.EdgarPeriod {
	out := gen.EdgarPeriod{
		Kind:        gen.EdgarPeriodKind(f.Period.Kind),
		Label:       f.Period.Label(),
		PeriodStart: f.Period.Start.String(),
		PeriodEnd:   f.Period.End.String(),
		Form:        response.OrNull(f.Period.Form),
		Income:      map[string]*gen.EdgarValue{},
		Balance:     map[string]*gen.EdgarValue{},
		CashFlow:    map[string]*gen.EdgarValue{},
	}

	into := map[facts.Statement]map[string]*gen.EdgarValue{
		facts.Income:   out.Income,
		facts.Balance:  out.Balance,
		facts.CashFlow: out.CashFlow,
	}

	for _, concept := range facts.Concepts() {
		v := value(cik, f.Value(concept.Name))
		into[concept.Statement()][concept.Name] = v
		if v != nil {
			found[concept.Name] = true
		}
	}

	return out
}
