package treasury

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/treasury"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fiscaldata"
	"github.com/farebox/farebox/internal/upstream/treasuryrates"
)

// rates is the data of the two sources of /treasury/rates.
type rates struct {
	curves  yearOfCurves
	average []fiscaldata.AverageRate
}

// yearOfCurves is the curves of a year, newest first.
type yearOfCurves struct {
	list       []treasuryrates.Curve
	feedFailed error // why they were read from the file instead; nil if they are the feed's
}

// statusError is the state of a source of which a part could not be read.
const statusError = shared.SourceStatus(upstream.StatusError)

// shownUnread is how many rates that could not be read are named.
const shownUnread = 5

// unread names the rates that could not be read, "" if there is none.
func (y yearOfCurves) unread() string {
	var list []string
	for _, c := range y.list {
		for _, tenor := range c.Unread {
			list = append(list, tenor+" of "+day(c.Date))
		}
	}
	if more := len(list) - shownUnread; more > 0 {
		list = append(list[:shownUnread], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, ", ")
}

// srcFile is the file of the curves among the sources.
var srcFile = treasuryrates.Provider.Name + "_file"

// TreasuryRates answers GET /treasury/rates. Without the curve there is no answer; without the average rates it is
// partial.
func (h *Handlers) TreasuryRates(
	ctx context.Context, req gen.TreasuryRatesRequestObject,
) (gen.TreasuryRatesResponseObject, error) {
	current := h.today().Year()
	if req.Params.Year != nil && *req.Params.Year > current {
		return nil, problem.Invalid("year", "year must not be after the current one, %d", current)
	}

	var r rates
	fused := upstream.FuseInto(
		ctx,
		&r,
		upstream.Main(
			upstream.Part(treasuryrates.Provider.Name, 0, func(ctx context.Context) (yearOfCurves, error) {
				return h.yearOrLast(ctx, req.Params.Year, current)
			}, func(r *rates, curves yearOfCurves) { r.curves = curves }),
		),
		upstream.Part(fiscaldata.Provider.Name, 0, h.fiscal.AverageRates,
			func(r *rates, average []fiscaldata.AverageRate) { r.average = average }),
	)
	if err := fused.Failure(treasuryrates.Provider.Name); err != nil {
		if upstream.KindOf(err) == upstream.NotFound {
			return nil, problem.NotFound("year", "no rates of this year were published yet: the first come on its first "+
				"business day, and year may be left out")
		}
		return nil, err
	}

	answer := ratesAnswer(r)
	answer.Sources = r.sources(fused)
	newest := r.curves.list[0].Date
	for i := range answer.Sources[:2] { // the feed and the file
		answer.Sources[i] = response.Until(answer.Sources[i], newest, h.within(newest.Year(), req.Params.Year), oldDay)
	}
	if len(r.average) > 0 {
		answer.Sources[2] = response.Until(answer.Sources[2], r.average[0].Date, h.now(), oldMonth)
	}
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

// within is the time by which the curves of a year are old: its end, or now. Without a year asked for they are to be
// the newest.
func (h *Handlers) within(year int, asked *int) time.Time {
	end := time.Date(year+1, time.January, 1, 0, 0, 0, 0, time.UTC)
	if now := h.now(); asked == nil || now.Before(end) {
		return now
	}
	return end
}

// sources are the feed or the file, and the average rates.
func (r rates) sources(fused upstream.Fused[func(*rates)]) []gen.Source {
	sources := response.Sources(fused)
	if unread := r.curves.unread(); unread != "" {
		sources[0].Status = statusError
		sources[0].Detail = new("rates that could not be read are null: " + unread)
	}
	file := response.Skipped(srcFile, "asked only when the feed fails")
	if r.curves.feedFailed != nil {
		file = sources[0]
		file.Name = srcFile
		sources[0] = response.Source(treasuryrates.Provider.Name, r.curves.feedFailed)
	}
	return slices.Insert(sources, 1, file)
}

// yearOrLast returns the curves of the requested year, or else of the current year, and in the first days of
// January of the previous one.
func (h *Handlers) yearOrLast(ctx context.Context, asked *int, current int) (yearOfCurves, error) {
	if asked != nil {
		return h.year(ctx, *asked)
	}
	curves, err := h.year(ctx, current)
	if upstream.KindOf(err) == upstream.NotFound {
		return h.year(ctx, current-1)
	}
	return curves, err
}

// firstRates is the day of January by which a year has rates, after its first holidays.
const firstRates = 8

// mayBeEmpty says whether a year may be without rates: only the current one in its first days. Any other without them
// is a failure of the source.
func (h *Handlers) mayBeEmpty(year int) bool {
	return h.today().Before(time.Date(year, time.January, firstRates, 0, 0, 0, 0, time.UTC))
}

// year reads the feed, or the file of the same rates if the feed fails.
func (h *Handlers) year(ctx context.Context, year int) (yearOfCurves, error) {
	curves, err := h.curves.Year(ctx, year)
	if !h.mayBeEmpty(year) {
		err = upstream.Always(err)
	}
	if err == nil || upstream.KindOf(err) == upstream.NotFound {
		return yearOfCurves{list: curves}, err
	}

	fromFile, errFile := h.curves.YearFile(ctx, year)
	if errFile != nil {
		return yearOfCurves{}, err
	}
	return yearOfCurves{
		list:       fromFile,
		feedFailed: err,
	}, nil
}

func ratesAnswer(r rates) gen.TreasuryRates200JSONResponse {
	newest := r.curves.list[0]
	answer := gen.TreasuryRates200JSONResponse{
		Year:             newest.Date.Year(),
		AsOfDate:         day(newest.Date),
		Latest:           curveOf(newest),
		Spread10Y2YPct:   spread(newest, "10y", "2y"),
		Spread10Y3MPct:   spread(newest, "10y", "3m"),
		Count:            len(r.curves.list),
		AverageRates:     []gen.TreasuryAverageRate{},
		Attribution:      treasuryrates.Provider.Attribution + "; " + fiscaldata.Provider.Attribution,
		AverageRatesDate: nil,
	}

	answer.Inverted = inverted(answer.Spread10Y2YPct, answer.Spread10Y3MPct)
	for _, c := range r.curves.list {
		answer.History = append(answer.History, curveOf(c))
	}

	for _, a := range r.average {
		answer.AverageRatesDate = new(day(a.Date))
		answer.AverageRates = append(answer.AverageRates, gen.TreasuryAverageRate{
			Market:   a.Market,
			Security: a.Kind,
			RatePct:  response.Number(a.RatePct),
		})
	}

	return answer
}

func curveOf(c treasuryrates.Curve) gen.TreasuryCurve {
	curve := gen.TreasuryCurve{
		Date:      day(c.Date),
		ParYields: make(map[string]*json.Number, len(treasuryrates.Tenors)),
	}
	for _, tenor := range treasuryrates.Tenors {
		curve.ParYields[tenor] = nil
		if rate, ok := c.Rates[tenor]; ok {
			curve.ParYields[tenor] = new(response.Number(rate))
		}
	}
	return curve
}

// spread is the difference of two rates of a day, or nil if one is not quoted.
func spread(c treasuryrates.Curve, long, short string) *json.Number {
	a, quoted := c.Rates[long]
	b, too := c.Rates[short]
	if !quoted || !too {
		return nil
	}
	return new(response.Number(a.Sub(b)))
}

// inverted says whether one of the spreads is below zero. A single spread can only confirm it.
func inverted(spreads ...*json.Number) *bool {
	known := 0
	for _, s := range spreads {
		if s == nil {
			continue
		}
		known++
		if (*s)[0] == '-' {
			return new(true)
		}
	}
	if known < len(spreads) {
		return nil
	}
	return new(false)
}
