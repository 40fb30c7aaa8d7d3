package agri

import (
	"context"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/agri"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nass"
	"github.com/farebox/farebox/internal/upstream/psd"
)

const signalDisclaimer = "A fixed computation over published statistics: no forecast of prices, and no advice to " +
	"trade. This product uses the NASS API but is not endorsed or certified by NASS."

const srcPSD = "fas_psd"

// material is the data read for a signal. A list is nil if its series was not read.
type material struct {
	condition [2][]nass.Row
	yield     []figure
	stocks    []figure
	acreage   []figure
	price     []figure
	balance   *gen.AgriBalance
}

// AgriSignal answers GET /agri/signal.
func (h *Handlers) AgriSignal(
	ctx context.Context, req gen.AgriSignalRequestObject,
) (gen.AgriSignalResponseObject, error) {
	name := string(req.Params.Commodity)
	c := crops[name]
	var m material
	parts := []upstream.Source[func(*material)]{
		upstream.Part("nass_condition", 0, func(ctx context.Context) ([2][]nass.Row, error) {
			return h.conditions(ctx, c)
		}, func(m *material, rows [2][]nass.Row) { m.condition = rows }),
		h.seriesPart("nass_yield", c.yield, annual, func(m *material, f []figure) { m.yield = f }),
		h.seriesPart("nass_stocks", c.stocks, pointInTime, func(m *material, f []figure) { m.stocks = f }),
		h.seriesPart("nass_acreage", c.planted, annual, func(m *material, f []figure) { m.acreage = f }),
		h.seriesPart("nass_price", c.price, monthly, func(m *material, f []figure) { m.price = f }),
		upstream.Part(srcPSD, 0, func(ctx context.Context) (*gen.AgriBalance, error) {
			return h.balance(ctx, c)
		}, func(m *material, b *gen.AgriBalance) { m.balance = b }),
	}
	fused := upstream.FuseInto(ctx, &m, parts...)

	components := m.components(c, h.now().UTC(), fused)
	answer := outlook(components)
	if answer.Coverage.Evaluated == 0 {
		if err := fused[:5].Err(); err != nil && upstream.KindOf(err) != upstream.NotFound {
			return nil, err
		}
		return nil, problem.NotFound("commodity", "NASS has nothing recent to judge %s by", name)
	}
	answer.Commodity = gen.AgriOutlookCommodity(name)
	answer.Balance = m.balance
	answer.AsOfDate = m.newest()
	if day, err := time.Parse(time.DateOnly, response.OrZero(answer.AsOfDate)); err == nil {
		if old := upstream.TooOld(nass.Provider.Name, day, h.now(), figuresLast); old != nil {
			return nil, old
		}
	}
	answer.Sources = m.sources(c, fused)
	answer.Partial = response.Partial(answer.Sources)
	answer.Attribution = nass.Provider.Attribution
	if m.balance != nil {
		answer.Attribution += "; " + psd.Provider.Attribution
	}
	answer.Disclaimer = signalDisclaimer
	return gen.AgriSignal200JSONResponse(answer), nil
}

// figuresLast is how old the newest figure may be that an outlook rests on. NASS publishes prices each month.
const figuresLast = 150 * 24 * time.Hour

// seriesPart reads a series of the United States over the years needed for a mean.
func (h *Handlers) seriesPart(
	name, series, frequency string, put func(*material, []figure),
) upstream.Source[func(*material)] {
	return upstream.Part(name, 0, func(ctx context.Context) ([]figure, error) {
		if series == "" {
			return nil, upstream.NotCovered.Errorf("no such series")
		}
		return h.read(ctx, nass.Query{
			Series:    series,
			Frequency: frequency,
			From:      h.now().UTC().Year() - historyYears,
		})
	}, put)
}

// conditions reads the weeks of per cent good and per cent excellent.
func (h *Handlers) conditions(ctx context.Context, c crop) (both [2][]nass.Row, err error) {
	ask := func(ctx context.Context, series string) ([]nass.Row, error) {
		rows, err := h.nass.Rows(ctx, nass.Query{
			Series:    series,
			Frequency: weekly,
			From:      h.now().UTC().Year() - historyYears,
		})
		if err != nil {
			return nil, err
		}
		return rows, inUnit(series, rows)
	}

	values, err := upstream.AskEach(ctx, nass.Provider.Name, c.condition[:], ask).Values()
	copy(both[:], values)
	return both, err
}

// balance is USDA's balance of the marketing year that begins in this year, or of the previous one until the first
// estimate comes, in the middle of May.
func (h *Handlers) balance(ctx context.Context, c crop) (*gen.AgriBalance, error) {
	if c.psd == "" {
		return nil, upstream.NotCovered.Errorf("not read for this crop")
	}
	now := h.now().UTC()
	year := now.Year()
	if now.Month() < time.May {
		year--
	}
	rows, err := h.psd.Rows(ctx, c.psd, year)
	if now.Month() == time.May && upstream.KindOf(err) == upstream.NotFound {
		year--
		rows, err = h.psd.Rows(ctx, c.psd, year)
	}
	if err != nil {
		return nil, err
	}

	report := ""
	known := 0
	amount := func(attribute int) *decimal.Decimal {
		r, ok := rows[attribute]
		if !ok || r.Unit != psd.ThousandTonnes || r.Value.IsNegative() {
			return nil
		}
		report = max(report, r.Report())
		known++
		return &r.Value
	}
	use := amount(psd.DomesticUse)
	exports := amount(psd.Exports)
	ending := amount(psd.EndingStocks)
	b := &gen.AgriBalance{
		MarketingYear:   time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).Format("2006/") + nextYear(year),
		Unit:            "1000 MT",
		BeginningStocks: response.NumberOrNull(amount(psd.BeginningStocks)),
		Production:      response.NumberOrNull(amount(psd.Production)),
		Imports:         response.NumberOrNull(amount(psd.Imports)),
		TotalSupply:     response.NumberOrNull(amount(psd.TotalSupply)),
		DomesticUse:     response.NumberOrNull(use),
		Exports:         response.NumberOrNull(exports),
		EndingStocks:    response.NumberOrNull(ending),
	}
	if use != nil && exports != nil && ending != nil {
		b.StocksToUsePct = response.Pct(*ending, use.Add(*exports), 2)
	}
	if known == 0 {
		return nil, upstream.NotFound.Errorf("no amounts for this marketing year")
	}
	b.ReportMonth = response.OrNull(report)
	return b, nil
}

// nextYear is the last two digits of the year after.
func nextYear(year int) string {
	return time.Date(year+1, 1, 1, 0, 0, 0, 0, time.UTC).Format("06")
}

// sources lists the providers asked, with the number of values.
func (m *material) sources(c crop, fused upstream.Fused[func(*material)]) []gen.Source {
	list := response.Sources(fused)
	counts := []int{
		len(m.condition[0]) + len(m.condition[1]),
		len(m.yield),
		len(m.stocks),
		len(m.acreage),
		len(m.price),
		balanceRows,
	}

	for i := range list {
		if list[i].Status == "ok" {
			list[i].Records = new(counts[i])
		}
	}

	if c.stocks == "" {
		list[2] = response.Skipped("nass_stocks", "NASS publishes no quarterly stocks of this crop")
	}
	if c.psd == "" {
		list[5] = response.Skipped(srcPSD, "the units of its balance of this crop have not been verified")
	}

	return list
}

// balanceRows is the number of lines in a balance.
const balanceRows = 7

// newest is the latest publication day among the figures read.
func (m *material) newest() *string {
	last := ""
	for _, list := range [][]figure{m.yield, m.stocks, m.acreage, m.price} {
		for _, f := range list {
			last = max(last, f.Loaded)
		}
	}
	for _, rows := range m.condition {
		for _, r := range rows {
			last = max(last, r.Loaded)
		}
	}
	last, _, _ = strings.Cut(last, " ")
	return response.Day(last)
}
