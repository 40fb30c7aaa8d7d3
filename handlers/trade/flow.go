package trade

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/trade"
	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/comtrade"
)

// maxPartners is how many partners an answer lists.
const maxPartners = 25

// flowQuestion is a caller's question about trade.
type flowQuestion struct {
	hs       string
	year     int
	imports  bool
	reporter country.Country
	partner  *country.Country // nil for all
}

// flows are the answers to Comtrade's four questions.
type flows struct {
	rows     []comtrade.Row // with every partner, including the world
	cut      bool
	prior    *comtrade.Row // with the world, a year before
	returned *comtrade.Row // re-imports or re-exports with the world
	mirror   *comtrade.Row // what the partner reports
}

// TradeFlow answers GET /trade/flow. Without the year's rows there is no answer; without the others it is partial.
func (h *Handlers) TradeFlow(ctx context.Context, req gen.TradeFlowRequestObject) (gen.TradeFlowResponseObject, error) {
	q, err := h.flowQuestion(req.Params)
	if err != nil {
		return nil, err
	}
	reporter, _ := comtrade.Code(q.reporter.Alpha2)
	world := comtrade.World
	flow := comtrade.Exports
	back := comtrade.ReExports
	opposite := comtrade.Imports
	if q.imports {
		flow = comtrade.Imports
		back = comtrade.ReImports
		opposite = comtrade.Exports
	}

	type part struct {
		rows []comtrade.Row
		cut  bool
	}
	ask := func(name string, question comtrade.Question, into func(*flows, part)) upstream.Source[func(*flows)] {
		return upstream.Part(name, 0, func(ctx context.Context) (part, error) {
			rows, cut, err := h.flows.Rows(ctx, question)
			return part{
				rows: rows,
				cut:  cut,
			}, err
		}, into)
	}
	parts := []upstream.Source[func(*flows)]{
		upstream.Main(ask(comtrade.Provider.Name, comtrade.Question{
			Reporter: reporter,
			Year:     q.year,
			HS:       q.hs,
			Flows:    []string{flow},
		}, func(f *flows, p part) {
			f.rows = p.rows
			f.cut = p.cut
		})),
		ask(comtrade.Provider.Name+"_prior_year", comtrade.Question{
			Reporter: reporter,
			Year:     q.year - 1,
			HS:       q.hs,
			Flows:    []string{flow},
			Partner:  &world,
		}, func(f *flows, p part) { f.prior = with(p.rows, world) }),
		ask(comtrade.Provider.Name+"_returned", comtrade.Question{
			Reporter: reporter,
			Year:     q.year,
			HS:       q.hs,
			Flows:    []string{back},
			Partner:  &world,
		}, func(f *flows, p part) { f.returned = with(p.rows, world) }),
	}
	if q.partner != nil {
		other, _ := comtrade.Code(q.partner.Alpha2)
		parts = append(parts, ask(comtrade.Provider.Name+"_mirror", comtrade.Question{
			Reporter: other,
			Year:     q.year,
			HS:       q.hs,
			Flows:    []string{opposite},
			Partner:  &reporter,
		}, func(f *flows, p part) { f.mirror = with(p.rows, reporter) }))
	}

	var f flows
	fused := upstream.FuseInto(ctx, &f, parts...)
	if err := fused.Failure(comtrade.Provider.Name); err != nil {
		if upstream.KindOf(err) == upstream.NotFound {
			return nil, problem.NotFound("year", "%s reported no %s of %s for %d to Comtrade: the year may not be "+
				"published yet, or the code is of another edition of the Harmonized System",
				q.reporter.Name, direction(q.imports), q.hs, q.year)
		}
		return nil, err
	}

	answer := h.flowAnswer(q, f, reporter)
	answer.Sources = response.Sources(fused)
	if q.partner == nil {
		answer.Sources = append(answer.Sources,
			response.Skipped(comtrade.Provider.Name+"_mirror", "asked only with a partner"))
	}
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

// lastReported is the latest year that most countries have reported.
func lastReported(now time.Time) int {
	if now.Month() < time.July {
		return now.Year() - 2
	}
	return now.Year() - 1
}

func (h *Handlers) flowQuestion(p gen.TradeFlowParams) (flowQuestion, error) {
	var q flowQuestion
	digits, ok := codeOf(p.Hs6)
	if !ok || len(digits) != 6 {
		return q, problem.Invalid("hs6", "hs6 must be a code of six digits, such as 870380; of a longer HTS code "+
			"give the first six")
	}
	q.hs = digits

	now := h.now().UTC()
	q.year = lastReported(now)
	if p.Year != nil {
		q.year = *p.Year
	}
	if q.year > now.Year() {
		return q, problem.Invalid("year", "year must not be after the current one, %d", now.Year())
	}
	q.imports = p.Direction == nil || *p.Direction == gen.Imports

	var err error
	if q.reporter, err = tradeCountry("reporter", p.Reporter); err != nil {
		return q, err
	}
	if p.Partner == nil || strings.EqualFold(strings.TrimSpace(*p.Partner), "world") {
		return q, nil
	}
	partner, err := tradeCountry("partner", *p.Partner)
	if err != nil {
		return q, err
	}
	if partner.Alpha2 == q.reporter.Alpha2 {
		return q, problem.Invalid("partner", "partner must be a different country from the reporter, %s", q.reporter.Name)
	}
	q.partner = &partner
	return q, nil
}

// tradeCountry reads a country that Comtrade has a code for.
func tradeCountry(field, text string) (country.Country, error) {
	found, err := country.Named(field, text)
	if err != nil {
		return found, err
	}
	if _, ok := comtrade.Code(found.Alpha2); !ok {
		return found, problem.Invalid(field, "Comtrade has no statistics of %s", found.Name)
	}
	return found, nil
}

// with is a partner's row.
func with(rows []comtrade.Row, partner int) *comtrade.Row {
	i := slices.IndexFunc(rows, func(r comtrade.Row) bool { return r.PartnerCode == partner })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

func (h *Handlers) flowAnswer(q flowQuestion, f flows, reporter int) gen.TradeFlow200JSONResponse {
	total := with(f.rows, comtrade.World)
	partners := slices.DeleteFunc(slices.Clone(f.rows), func(r comtrade.Row) bool {
		return r.PartnerCode == comtrade.World || r.PartnerCode == reporter || r.Value.IsZero()
	})
	slices.SortStableFunc(partners, func(a, b comtrade.Row) int { return b.Value.Cmp(a.Value) })

	first := f.rows[0]
	if total != nil {
		first = *total
	}
	answer := gen.TradeFlow200JSONResponse{
		Hs6:            q.hs,
		Description:    response.OrNull(first.CommodityName),
		Classification: response.OrNull(first.Classification),
		Direction:      direction(q.imports),
		Reporter: gen.TradeCountry{
			Country: q.reporter.Alpha2,
			Name:    q.reporter.Name,
		},
		Year:           q.year,
		PeriodComplete: q.year < h.now().UTC().Year(),
		Valuation:      response.OrNull(gen.TradeFlowValuation(valuation(first))),
		Total:          len(partners),
		Truncated:      f.cut || len(partners) > maxPartners,
		Partners:       []gen.TradePartner{},
		Notes:          notes(q, f, total),
		Attribution:    comtrade.Provider.Attribution,
	}
	if total != nil {
		answer.TotalValueUSD = response.NumberOrNull(&total.Value)
		answer.Quantity = response.NumberOrNull(quantity(*total))
		if answer.Quantity != nil {
			answer.QuantityUnit = response.OrNull(total.QuantityUnit)
			answer.QuantityEstimated = &total.QuantityGuess
		}
		answer.NetWeightKg = response.NumberOrNull(positive(total.NetKG))
		answer.Herfindahl = concentration(partners, total.Value, f.cut)
	}
	if f.prior != nil {
		answer.PriorValueUSD = response.NumberOrNull(&f.prior.Value)
		if total != nil {
			answer.YoyPct = response.Pct(total.Value.Sub(f.prior.Value), f.prior.Value, 2)
		}
	}
	if f.returned != nil {
		answer.ReturnedValueUSD = response.NumberOrNull(&f.returned.Value)
	}

	for i, r := range partners {
		p := partnerAnswer(i+1, r, total)
		if i < maxPartners {
			answer.Partners = append(answer.Partners, p)
		}
		if q.partner != nil && p.Country != nil && *p.Country == q.partner.Alpha2 {
			answer.Partner = &p
		}
	}
	answer.Count = len(answer.Partners)
	answer.Mirror = mirror(q, f, answer.Partner)
	return answer
}

func direction(imports bool) gen.TradeDirection {
	if imports {
		return gen.Imports
	}
	return gen.Exports
}

// valuation is the point at which a row's primary value is taken, or "" if unknown.
func valuation(r comtrade.Row) string {
	switch {
	case r.CIF != nil && r.Value.Equal(*r.CIF):
		return "cif"
	case r.FOB != nil && r.Value.Equal(*r.FOB):
		return "fob"
	}
	return ""
}

// positive is a figure above zero: some rows have 0 for unreported figures.
func positive(d *decimal.Decimal) *decimal.Decimal {
	if d == nil || !d.IsPositive() {
		return nil
	}
	return d
}

// quantity is the quantity of a row; unit N/A means that the partners' units cannot be added.
func quantity(r comtrade.Row) *decimal.Decimal {
	if r.QuantityUnit == "" {
		return nil
	}
	return positive(r.Quantity)
}

func partnerAnswer(rank int, r comtrade.Row, total *comtrade.Row) gen.TradePartner {
	p := gen.TradePartner{
		Rank:        rank,
		Country:     response.OrNull(partnerCountry(r)),
		Name:        r.PartnerName,
		ValueUSD:    response.Number(r.Value),
		NetWeightKg: response.NumberOrNull(positive(r.NetKG)),
	}
	if total != nil {
		if !r.Value.GreaterThan(total.Value) { // a part above its whole belongs to another whole
			p.SharePct = response.Pct(r.Value, total.Value, 2)
		}
		if r.QuantityUnit == total.QuantityUnit {
			p.Quantity = response.NumberOrNull(quantity(r))
		}
	}
	return p
}

// partnerCountry is the country of a row, or "" for other areas.
func partnerCountry(r comtrade.Row) string {
	if r.PartnerCode == 490 {
		return "TW"
	}
	iso := strings.TrimSpace(r.PartnerISO)
	if len(iso) != 3 || strings.Trim(iso, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	found, ok, err := country.Find(iso)
	if err != nil || !ok {
		return ""
	}
	return found.Alpha2
}

// concentration is the Herfindahl index of partners' shares in per cent, or null if some of the trade has no
// partner here.
func concentration(partners []comtrade.Row, total decimal.Decimal, cut bool) *int {
	if cut || !total.IsPositive() {
		return nil
	}
	sum := decimal.Zero
	squares := decimal.Zero
	for _, r := range partners {
		sum = sum.Add(r.Value)
		share := r.Value.Mul(decimal.NewFromInt(100)).DivRound(total, 8)
		squares = squares.Add(share.Mul(share))
	}
	if missing := total.Sub(sum).Abs(); missing.GreaterThan(total.Div(decimal.NewFromInt(100))) {
		return nil
	}
	return new(int(squares.Round(0).IntPart()))
}

func mirror(q flowQuestion, f flows, own *gen.TradePartner) *gen.TradeMirror {
	if f.mirror == nil {
		return nil
	}
	m := &gen.TradeMirror{
		ReporterCountry: q.partner.Alpha2,
		Direction:       direction(!q.imports),
		Valuation:       response.OrNull(gen.TradeMirrorValuation(valuation(*f.mirror))),
		ValueUSD:        response.Number(f.mirror.Value),
	}
	if own != nil {
		value := decimal.RequireFromString(own.ValueUSD.String())
		m.DifferencePct = response.Pct(value.Sub(f.mirror.Value), f.mirror.Value, 2)
	}
	return m
}

// notes are what a reader must know about the figures.
func notes(q flowQuestion, f flows, total *comtrade.Row) []string {
	list := []string{}
	if total == nil {
		list = append(list, "The reporter gave no total: shares and changes cannot be told.")
	}

	if f.cut {
		list = append(list, "Comtrade gives 500 rows without a key: partners are missing.")
	}
	if f.prior != nil && total != nil && f.prior.Classification != total.Classification {
		list = append(list, "The year before was reported in another edition of the Harmonized System, in which the "+
			"code may hold other products: the change can be one of the code.")
	}

	if f.mirror != nil {
		list = append(list, "Mirror data differ by insurance and freight (imports cif, exports fob), timing, transit "+
			"through third countries and rules of origin.")
	}

	if slices.ContainsFunc(f.rows, func(r comtrade.Row) bool { return r.PartnerCode == 490 }) {
		list = append(list, "Taiwan is what Comtrade has as Other Asia, not elsewhere specified.")
	}
	if q.reporter.Alpha2 == "US" {
		list = append(list, "The statistics of the United States include Puerto Rico and the U.S. Virgin Islands.")
	}

	return list
}
