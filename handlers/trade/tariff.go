package trade

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/trade"
	"github.com/farebox/farebox/handlers/trade/duty"
	"github.com/farebox/farebox/handlers/trade/rate"
	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/usitc"
)

// firstDay is the first day of entry covered by the tables.
var firstDay = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// entry is a caller's import.
type entry struct {
	digits string
	origin country.Country
	duty.Question
}

// TradeTariff answers GET /trade/tariff: the line of the schedule, what the tables add to it, and whether the
// schedule still has the tables' rates.
func (h *Handlers) TradeTariff(
	ctx context.Context, req gen.TradeTariffRequestObject,
) (gen.TradeTariffResponseObject, error) {
	e, err := h.entry(req.Params)
	if err != nil {
		return nil, err
	}

	lineCtx, reads := upstream.WithReads(ctx)
	found, err := h.line(lineCtx, e.digits)
	if err != nil {
		return nil, err
	}
	e.Line = duty.Line{
		Code:    found.Digits(),
		General: string(found.General),
		Special: string(found.Special),
		Other:   string(found.Other),
		Refs:    found.Refs,
	}

	assessed := h.tables.Assess(e.Question)
	checks := h.check(ctx, assessed)
	if len(checks.differs) > 0 {
		e.Disputed = checks.differs
		assessed = h.tables.Assess(e.Question)
	}
	return h.tariffAnswer(e, found, assessed, checks, reads), nil
}

// entry reads the parameters.
func (h *Handlers) entry(p gen.TradeTariffParams) (entry, error) {
	var e entry
	digits, ok := codeOf(p.Hts)
	if !ok || len(digits) != 8 && len(digits) != 10 {
		return e, problem.Invalid("hts", "hts must be a code of 8 or 10 digits, such as 8534.00.00: "+
			"GET /trade/hts finds them")
	}
	if digits[:2] >= "98" || digits[:2] == "00" || digits[:2] == "77" {
		return e, problem.Invalid("hts", "hts must be a code of chapters 1 to 97; those of chapters 98 and 99 are "+
			"for goods that have such a code too")
	}
	e.digits = digits

	var err error
	if e.origin, err = country.Named("origin", p.Origin); err != nil {
		return e, err
	}
	if e.origin.Alpha2 == "US" || e.origin.Alpha2 == "PR" {
		return e, problem.Invalid("origin", "origin must be outside the customs territory of the United States: "+
			"its own goods that come back enter under chapter 98")
	}

	today := h.now().UTC().Truncate(24 * time.Hour)
	e.Day = today
	if p.Date != nil {
		if e.Day, err = time.Parse(time.DateOnly, *p.Date); err != nil {
			return e, problem.Invalid("date", "date must be a day such as 2026-11-20")
		}
		if e.Day.Before(firstDay) || e.Day.After(today.AddDate(2, 0, 0)) {
			return e, problem.Invalid("date", "date must be from %s to two years from now",
				firstDay.Format(time.DateOnly))
		}
	}

	if (p.Quantity == nil) != (p.QuantityUnit == nil) {
		return e, problem.Invalid("quantity", "quantity and quantity_unit go together")
	}
	if p.Quantity != nil {
		quantity := decimal.NewFromFloat(*p.Quantity)
		e.Quantity = &quantity
		e.Unit = *p.QuantityUnit
	}

	e.Origin = e.origin.Alpha2
	e.Value = decimal.NewFromFloat(p.CustomsValue)
	e.ClaimPreference = p.ClaimPreference
	if p.Mode != nil {
		e.Mode = string(*p.Mode)
	}
	e.Section232 = map[gen.TradeTariffParamsSection232]duty.Assumption{
		gen.TradeTariffParamsSection232Applies:      duty.Applies,
		gen.TradeTariffParamsSection232DoesNotApply: duty.Nothing,
	}[p.Section232]
	return e, nil
}

// line finds the line of a code: by the search, or in the heading's export if the search fails or lacks it.
func (h *Handlers) line(ctx context.Context, digits string) (line, error) {
	lines, err := h.schedule.Search(ctx, dotted(digits[:8]))
	if err == nil {
		if own, ok := ownLine(lines, digits); ok {
			return whole(own, lines), nil
		}
	}

	exported, errExport := h.schedule.Range(ctx, digits[:4], next(digits[:4]))
	if errExport == nil {
		if own, ok := ownLine(exported, digits); ok {
			return whole(own, exported), nil
		}
	}
	switch {
	case err != nil && errExport != nil:
		return line{}, err
	case errExport != nil && upstream.KindOf(errExport) != upstream.NotFound && len(digits) == 10:
		// The search may omit statistical numbers, so this does not prove that there is none.
		return line{}, errExport
	}
	return line{}, problem.NotFound("hts", "the schedule has no line %s: GET /trade/hts finds lines", dotted(digits))
}

// next is the following heading: the export goes from one heading to the next.
func next(heading string) string {
	number := decimal.RequireFromString(heading).Add(decimal.NewFromInt(1)).String()
	return strings.Repeat("0", max(0, 4-len(number))) + number
}

// checks is what the schedule says about the headings counted in an answer.
type checks struct {
	states  map[string]gen.TradeDutyScheduleCheck
	differs map[string]string
	asked   int
	err     error // the first failure
	reads   *upstream.Reads
}

// checkTime bounds the check of the schedule's chapter 99, which an answer can do without.
const checkTime = 5 * time.Second

// check asks the schedule for the counted headings, in parallel. The schedule has today's rates: it cannot verify
// what is in force only on the day of entry.
func (h *Handlers) check(ctx context.Context, a duty.Answer) checks {
	c := checks{
		states:  map[string]gen.TradeDutyScheduleCheck{},
		differs: map[string]string{},
	}
	ctx, c.reads = upstream.WithReads(ctx)
	today := h.now().UTC().Truncate(oneDay)
	var parts []upstream.Source[checkedHeading]
	for _, d := range a.Additional {
		if d.Status != duty.StatusApplies || d.Heading == "" || !d.On(today) {
			continue
		}
		parts = append(parts, upstream.Source[checkedHeading]{
			Name:   d.Heading,
			Budget: checkTime,
			Call: func(ctx context.Context) (checkedHeading, error) {
				headings, err := h.schedule.Headings(ctx, d.Heading)
				return checkHeading(d, headings), err
			},
		})
	}

	c.asked = len(parts)
	for _, outcome := range upstream.Fuse(ctx, parts...) {
		if outcome.Err != nil {
			c.err = cmp.Or(c.err, outcome.Err)
			continue
		}
		c.states[outcome.Name] = outcome.Value.state
		if outcome.Value.state == gen.Differs {
			c.differs[outcome.Name] = outcome.Value.said
		}
	}
	return c
}

type checkedHeading struct {
	state gen.TradeDutyScheduleCheck
	said  string
}

// checkHeading compares a duty with its heading in the schedule. A text that is not a rate proves nothing against
// the table.
func checkHeading(d duty.Component, headings []usitc.Heading) checkedHeading {
	i := slices.IndexFunc(headings, func(h usitc.Heading) bool { return h.Code == d.Heading })
	if i < 0 {
		return checkedHeading{state: gen.NotFound}
	}
	text := rate.Plain(string(headings[i].General))
	if over := expired(string(headings[i].Description)); over != "" {
		return checkedHeading{
			state: gen.Differs,
			said:  over,
		}
	}

	pct, additive, readable := rate.Additional(text)
	switch {
	case !readable:
		return checkedHeading{state: gen.NotChecked}
	case !pct.Equal(*d.Measure.RatePct):
		return checkedHeading{
			state: gen.Differs,
			said:  "\"" + text + "\"",
		}
	case additive == d.Floor():
		return checkedHeading{state: gen.NotChecked}
	}
	return checkedHeading{state: gen.Confirmed}
}

// expired finds the compiler's note that a heading is expired or suspended.
func expired(description string) string {
	text := strings.ToLower(rate.Plain(description))
	_, note, ok := strings.Cut(text, "[compiler")
	switch {
	case ok && strings.Contains(note, "suspended"):
		return "that the heading is suspended"
	case ok && strings.Contains(note, "expired"):
		return "that the heading has expired"
	}
	return ""
}
