package edgar

import (
	"context"
	"math"

	gen "github.com/farebox/farebox/gen/edgar"
	"github.com/farebox/farebox/handlers/edgar/facts"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// EdgarRatios answers GET /edgar/ratios: ratios of the last periods, what was restated in them, and what a reader
// should look at.
func (h *Handlers) EdgarRatios(
	ctx context.Context, req gen.EdgarRatiosRequestObject,
) (gen.EdgarRatiosResponseObject, error) {
	filer, field, err := h.who(req.Params.Ticker, req.Params.Cik)
	if err != nil {
		return nil, err
	}
	g, err := h.gather(ctx, filer, field, true)
	if err != nil {
		return nil, err
	}
	freq := string(req.Params.Freq)
	periods, err := g.periods(freq)
	if err != nil {
		return nil, err
	}

	count := min(len(periods), req.Params.Periods)
	cut := g.cut(sec.DayOf(h.now()))
	series := worked(g.company, periods[:min(len(periods), count+lookedBack)])
	return gen.EdgarRatios200JSONResponse{
		Cik:         g.filer.CIK,
		Ticker:      response.OrNull(g.filer.Ticker),
		EntityName:  response.OrNull(g.filer.Name),
		Freq:        gen.EdgarRatioReportFreq(freq),
		Currency:    response.OrNull(g.company.Currency),
		Count:       count,
		Total:       len(periods),
		Truncated:   len(periods) > count,
		Periods:     series.answer(g.filer.CIK, count),
		Flags:       h.flags(g, series, count),
		URL:         sec.CompanyURL(g.filer.CIK),
		Sources:     g.sources,
		Partial:     cut || g.partial(),
		Attribution: attribution,
	}, nil
}

// cut says whether the list of filings ends before the days that anomalies are looked for on, and has its source say
// so.
func (g *gathered) cut(today sec.Day) bool {
	if g.record == nil || !facts.Unlisted(g.record.OlderTo, today) {
		return false
	}
	for i := range g.sources {
		if g.sources[i].Name == filerSource {
			g.sources[i].Detail = new("filings up to " + g.record.OlderTo + " are not in the list: what they show is missing")
		}
	}
	return true
}

// lookedBack is how many periods before the first in the answer the anomalies need.
const lookedBack = 2

// worked are the figures and ratios of periods, newest first.
func worked(c *facts.Company, periods []facts.Period) *ratioSeries {
	known := map[facts.Period]*facts.Figures{}
	figures := func(p facts.Period) *facts.Figures {
		if known[p] == nil {
			known[p] = c.Figures(p)
		}
		return known[p]
	}

	s := &ratioSeries{}
	for _, p := range periods {
		var before *facts.Figures
		if earlier := c.Before(p); earlier != nil {
			before = figures(*earlier)
		}
		s.figures = append(s.figures, figures(p))
		s.ratios = append(s.ratios, figures(p).Ratios(before))
	}
	return s
}

type ratioSeries struct {
	figures []*facts.Figures
	ratios  []*facts.Ratios
}

// used are the lines that ratios are made of.
var used = []string{
	"revenue", "gross_profit", "operating_income", "interest_expense", "net_income", "sga_expense",
	"accounts_receivable", "inventory", "current_assets", "assets", "ppe", "current_liabilities", "liabilities",
	"short_term_debt", "long_term_debt", "retained_earnings", "equity",
	"operating_cash_flow", "capex", "depreciation_amortization",
}

func (s *ratioSeries) answer(cik string, count int) []gen.EdgarRatioPeriod {
	list := make([]gen.EdgarRatioPeriod, 0, count)
	for i := range count {
		p := s.ratios[i].Period
		period := gen.EdgarRatioPeriod{
			Kind:          gen.EdgarRatioPeriodKind(p.Kind),
			Label:         p.Label(),
			PeriodStart:   p.Start.String(),
			PeriodEnd:     p.End.String(),
			Ratios:        ratioSet(s.ratios[i]),
			Inputs:        map[string]gen.EdgarValue{},
			InputsMissing: append([]string{}, s.ratios[i].Missing...),
			Notes:         append([]string{}, s.ratios[i].Notes...),
		}
		for _, name := range used {
			if v := value(cik, s.figures[i].Value(name)); v != nil {
				period.Inputs[name] = *v
			}
		}
		if own := p.Filing(); own != nil {
			period.Filing = new(filing(cik, *own))
		}
		list = append(list, period)
	}

	return list
}

func ratioSet(r *facts.Ratios) gen.EdgarRatioSet {
	return gen.EdgarRatioSet{
		GrossMargin:     r.GrossMargin,
		OperatingMargin: r.OperatingMargin,
		NetMargin:       r.NetMargin,
		Roa:             r.ROA,
		Roe:             r.ROE,

		CurrentRatio:        r.CurrentRatio,
		QuickRatio:          r.QuickRatio,
		DebtToEquity:        r.DebtToEquity,
		LiabilitiesToAssets: r.LiabilitiesToAssets,
		InterestCoverage:    r.InterestCoverage,
		AssetTurnover:       r.AssetTurnover,

		Fcf:                response.NumberOrNull(r.FCF),
		FcfMargin:          r.FCFMargin,
		RevenueGrowthYoy:   r.RevenueGrowthYoY,
		NetIncomeGrowthYoy: r.NetIncomeGrowth,
		AccrualRatio:       r.AccrualRatio,
		AltmanZ2:           r.AltmanZ2,
		AltmanZone:         zone(r.AltmanZ2),
		BeneishM:           r.BeneishM,
		BeneishApprox:      r.BeneishApprox,
	}
}

// The zones of Altman's Z” for companies that make no goods.
const (
	altmanSafe     = 2.6
	altmanDistress = 1.1
)

func zone(z *float64) *gen.EdgarRatioSetAltmanZone {
	switch {
	case z == nil:
		return nil
	case *z > altmanSafe:
		return new(gen.Safe)
	case *z < altmanDistress:
		return new(gen.Distress)
	}
	return new(gen.Grey)
}

func (h *Handlers) flags(g *gathered, s *ratioSeries, count int) gen.EdgarFlags {
	flags := gen.EdgarFlags{
		Restatements: []gen.EdgarRestatement{},
		Anomalies:    []gen.EdgarAnomaly{},
		Splits:       []gen.EdgarSplit{},
	}
	for _, f := range s.figures[:count] {
		for _, r := range f.Restatements() {
			flags.Restatements = append(flags.Restatements, restatement(g.filer.CIK, r))
		}
	}

	anomalies := facts.Anomalies(s.figures, s.ratios, count)
	if g.record != nil {
		anomalies = append(anomalies, facts.FromFilings(g.record.Filings, sec.DayOf(h.now()))...)
	}
	for _, a := range anomalies {
		flags.Anomalies = append(flags.Anomalies, anomaly(g.filer.CIK, a))
	}

	for _, split := range g.company.Splits() {
		flags.Splits = append(flags.Splits, gen.EdgarSplit{
			Ratio:     split.Ratio,
			AfterDate: split.After.String(),
			ByDate:    split.By.String(),
		})
	}
	return flags
}

func restatement(cik string, r facts.Restatement) gen.EdgarRestatement {
	out := gen.EdgarRestatement{
		Concept:   r.Concept,
		Tag:       r.Value.Tag,
		Label:     r.Period.Label(),
		PeriodEnd: r.Period.End.String(),
		Original:  reported(cik, r.Value.First),
		Restated: reported(cik, &facts.Reported{
			Number: r.Value.Number,
			Filing: r.Value.Filing,
		}),
		Via: gen.EdgarRestatementVia(r.Via),
	}
	if r.Value.First.Number.IsPositive() {
		out.ChangePct = new(math.Round(r.Value.Change()*100*100) / 100)
	}
	return out
}

func anomaly(cik string, a facts.Anomaly) gen.EdgarAnomaly {
	out := gen.EdgarAnomaly{
		Code:      gen.EdgarAnomalyCode(a.Code),
		Severity:  gen.EdgarAnomalySeverity(a.Severity),
		PeriodEnd: response.OrNull(a.PeriodEnd.String()),
		Detail:    a.Detail,
		Value:     a.Value,
		Threshold: a.Threshold,
	}
	if a.Filing != nil {
		out.Filing = &gen.EdgarFiling{
			Accession: a.Filing.Accession,
			Form:      a.Filing.Form,
			FiledDate: a.Filing.Filed,
			URL:       sec.FilingURL(cik, a.Filing.Accession),
		}
	}
	return out
}
