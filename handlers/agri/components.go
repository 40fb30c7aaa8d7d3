package agri

import (
	"fmt"
	"math"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/agri"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nass"
)

// The maximum age of the newest value for its part to be evaluated.
const (
	conditionAge = 21 * 24 * time.Hour
	stocksAge    = 200 * 24 * time.Hour
	priceAge     = 150 * 24 * time.Hour
)

// leastYears of the five are enough for a week's mean: NASS skips weeks during a government shutdown.
const leastYears = 4

// cuts are the changes from which a part scores points: tight supply is positive.
type cuts struct {
	weak, strong int64 // strong 0: only one point either way
	rises        bool  // a rise means tight supply; otherwise a fall does
}

// The table of points. Condition is in percentage points, the others are in per cent.
var (
	conditionCuts = cuts{weak: 3, strong: 8}
	yieldCuts     = cuts{weak: 2, strong: 5}
	stocksCuts    = cuts{weak: 5, strong: 15}
	acreageCuts   = cuts{weak: 2, strong: 5}
	priceCuts     = cuts{weak: 10, rises: true}
)

// most is the maximum number of points of a part.
func (c cuts) most() int {
	if c.strong == 0 {
		return 1
	}
	return 2
}

func (c cuts) points(delta decimal.Decimal) int {
	n := 0
	switch size := delta.Abs(); {
	case c.strong > 0 && size.GreaterThanOrEqual(decimal.NewFromInt(c.strong)):
		n = 2
	case size.GreaterThanOrEqual(decimal.NewFromInt(c.weak)):
		n = 1
	}
	if delta.IsNegative() == c.rises {
		return -n
	}
	return n
}

// components are the five parts in the order of the table.
func (m *material) components(c crop, now time.Time, fused upstream.Fused[func(*material)]) []gen.AgriComponent {
	list := []gen.AgriComponent{
		m.conditionPart(c, now),
		yieldPart(c, m.yield, now),
		agoPart(gen.AgriComponentNameStocks, "stocks are", c.stocks, m.stocks, stocksCuts, now.Add(-stocksAge)),
		agoPart(gen.AgriComponentNameAcreage, "planted area is", c.planted, m.acreage, acreageCuts, lastYear(now)),
		agoPart(gen.AgriComponentNamePrice, "price received is", c.price, m.price, priceCuts, now.Add(-priceAge)),
	}
	for i := range list {
		if err := fused[i].Err; err != nil && upstream.KindOf(err) != upstream.NotCovered {
			list[i].Reason = seriesUnread
			if upstream.KindOf(err) == upstream.NotFound {
				list[i].Reason = "NASS has no recent values of the series"
			}
		}
	}
	return list
}

// seriesUnread is the reason of a part whose series may have a value.
const seriesUnread = "the series could not be read"

// lastYear is the first day of last year.
func lastYear(now time.Time) time.Time { return time.Date(now.Year()-1, 1, 1, 0, 0, 0, 0, time.UTC) }

func unevaluated(name gen.AgriComponentName, c cuts, reason string, series ...string) gen.AgriComponent {
	part := gen.AgriComponent{
		Name:      name,
		Series:    []string{},
		MaxPoints: c.most(),
		Reason:    reason,
	}
	for _, s := range series {
		if s != "" {
			part.Series = append(part.Series, s)
		}
	}
	return part
}

// yieldPart compares the newest year's yield, forecast or final, with the mean of the five years before.
func yieldPart(c crop, list []figure, now time.Time) gen.AgriComponent {
	part := unevaluated(gen.AgriComponentNameYield, yieldCuts, "", c.yield)
	if len(list) == 0 || list[0].Value() == nil || list[0].at.Before(lastYear(now)) {
		part.Reason = "there is no yield of this year or the last"
		return part
	}
	average := mean(list, list[0])
	if average == nil || !average.IsPositive() {
		part.Reason = "the yields of the five years before are not complete"
		return part
	}
	baseline := fmt.Sprintf("mean of %d to %d", list[0].Year()-meanYears, list[0].Year()-1)
	return compared(part, yieldCuts, "yield is", "the "+baseline, list[0], *average, baseline)
}

// agoPart compares the newest value with the same time a year before.
func agoPart(
	name gen.AgriComponentName, words, series string, list []figure, c cuts, since time.Time,
) gen.AgriComponent {
	part := unevaluated(name, c, "", series)
	switch {
	case series == "":
		part.Reason = "NASS publishes no such series of this crop"
		return part
	case len(list) == 0 || list[0].Value() == nil || list[0].at.Before(since):
		part.Reason = "there is no recent value"
		return part
	}
	earlier := before(list, list[0], 1)
	if earlier == nil || !earlier.Value().IsPositive() {
		part.Reason = "there is no value of a year before"
		return part
	}
	return compared(part, c, words, "that of "+when(*earlier), list[0], *earlier.Value(), when(*earlier))
}

// when is a figure's time, as named in parts.
func when(f figure) string {
	switch f.Frequency {
	case pointInTime:
		return f.at.Format(time.DateOnly)
	case monthly:
		return f.at.Format("2006-01")
	}
	if f.forecast {
		return fmt.Sprintf("%d %s", f.Year(), f.Period)
	}
	return f.at.Format("2006")
}

// compared fills a part with the change from the baseline in per cent.
func compared(
	part gen.AgriComponent, c cuts, words, against string, f figure, baseline decimal.Decimal, period string,
) gen.AgriComponent {
	value := *f.Value()
	delta := value.Sub(baseline).Mul(decimal.NewFromInt(100)).DivRound(baseline, 10)
	part.Evaluated = true
	part.Unit = &f.Unit
	part.Value = new(response.Number(value))
	part.Period = new(when(f))
	part.IsForecast = &f.forecast
	part.Baseline = new(response.Number(baseline))
	part.BaselinePeriod = &period
	part.DeltaPct = new(delta.Round(2).InexactFloat64())
	part.Points = new(c.points(delta))
	part.Reason = words + " " + away(delta, "%") + " " + against
	return part
}

// away is a distance in words.
func away(delta decimal.Decimal, unit string) string {
	size := delta.Abs().Round(2)
	switch {
	case size.IsZero():
		return "as high as"
	case delta.IsNegative():
		return fmt.Sprintf("%s %s below", size, unit)
	}
	return fmt.Sprintf("%s %s above", size, unit)
}

// conditionPart compares per cent good and excellent in the newest week with the same week of the five years
// before.
func (m *material) conditionPart(c crop, now time.Time) gen.AgriComponent {
	part := unevaluated(gen.AgriComponentNameCondition, conditionCuts, "", c.condition[:]...)
	weeks := both(m.condition)
	var newest time.Time
	for week := range weeks {
		if week.After(newest) {
			newest = week
		}
	}
	switch {
	case newest.IsZero():
		part.Reason = "there is no week with both figures"
		return part
	case now.Sub(newest) > conditionAge:
		part.Reason = "out of season: the newest week ended on " + newest.Format(time.DateOnly)
		return part
	}

	sum := decimal.Zero
	years := 0
	for y := 1; y <= meanYears; y++ {
		if value, ok := near(weeks, newest.AddDate(-y, 0, 0)); ok {
			sum = sum.Add(value)
			years++
		}
	}
	if years < leastYears {
		part.Reason = fmt.Sprintf("the same week is known for %d of five years only", years)
		return part
	}

	average := sum.DivRound(decimal.NewFromInt(int64(years)), 4)
	delta := weeks[newest].Sub(average)
	part.Evaluated = true
	part.Unit = new("PCT GOOD AND EXCELLENT")
	part.Value = new(response.Number(weeks[newest]))
	part.Period = new("week to " + newest.Format(time.DateOnly))
	part.IsForecast = new(false)
	part.Baseline = new(response.Number(average.Round(2)))
	part.BaselinePeriod = new(fmt.Sprintf("mean of the same week in %d of the five years before", years))
	part.DeltaPp = new(delta.Round(2).InexactFloat64())
	part.Points = new(conditionCuts.points(delta))
	part.Reason = fmt.Sprintf("%s %% are good or excellent, %s the mean of the same week",
		weeks[newest], away(delta, "points"))
	return part
}

// both sums per cent good and per cent excellent for each week that has both.
func both(series [2][]nass.Row) map[time.Time]decimal.Decimal {
	good := map[time.Time]decimal.Decimal{}
	for _, r := range series[0] {
		if week, err := time.Parse(time.DateOnly, r.WeekEnding); err == nil && r.Value() != nil {
			good[week] = *r.Value()
		}
	}
	sums := map[time.Time]decimal.Decimal{}
	for _, r := range series[1] {
		week, err := time.Parse(time.DateOnly, r.WeekEnding)
		if value, ok := good[week]; err == nil && ok && r.Value() != nil {
			sums[week] = value.Add(*r.Value())
		}
	}
	return sums
}

// near is the value of the week ending within three days of a day.
func near(weeks map[time.Time]decimal.Decimal, day time.Time) (decimal.Decimal, bool) {
	for days := -3; days <= 3; days++ {
		if value, ok := weeks[day.AddDate(0, 0, days)]; ok {
			return value, true
		}
	}
	return decimal.Zero, false
}

// The scores from which a signal is bullish, and up to which it is bearish.
const (
	bullishFrom = 60
	bearishTo   = 40
	neutral     = 50
)

// severities are the parts' severities by points in either direction.
var severities = scored.Severities{Medium: 1, High: 2}

// outlook sums the parts' points.
func outlook(components []gen.AgriComponent) gen.AgriOutlook {
	points := 0
	most := 0
	unread := 0
	var tally scored.Tally
	for _, c := range components {
		tally.Part(string(c.Name), float64(c.MaxPoints), c.Evaluated)
		if !c.Evaluated {
			if c.Reason == seriesUnread {
				unread += c.MaxPoints
			}
			continue
		}
		points += *c.Points
		most += c.MaxPoints
	}
	answer := gen.AgriOutlook{
		Components: components,
		Coverage:   tally.Coverage(),
		Reasons: []gen.Reason{{
			Code:     "neutral_start",
			Points:   neutral,
			Severity: "info",
			Detail:   "A score without any points is 50.",
		}},
	}
	answer.ConfidenceLevel = confidence(answer.Coverage.Evaluated)
	if !tally.Enough() {
		answer.Reasons = append(answer.Reasons, tally.TooLittle())
		return answer
	}

	for _, c := range components {
		if c.Evaluated {
			answer.Reasons = append(answer.Reasons, gen.Reason{
				Code:     string(c.Name),
				Points:   math.Round(share(*c.Points, most).InexactFloat64()*1e4) / 1e4,
				Severity: severities.Of(math.Abs(float64(*c.Points))),
				Detail:   c.Reason,
			})
		}
	}
	answer.Score = new(scoreOf(points, most))
	signal := signalOf(points, most)
	if signal == signalOf(points-unread, most+unread) && signal == signalOf(points+unread, most+unread) {
		answer.Signal = &signal // whatever the series have that could not be read
	}
	return answer
}

// share is what points add to a score, of the most that there can be.
func share(points, most int) decimal.Decimal {
	return decimal.NewFromInt(int64(neutral*points)).DivRound(decimal.NewFromInt(int64(most)), 8)
}

func scoreOf(points, most int) int {
	return int(share(points, most).Add(decimal.NewFromInt(neutral)).Round(0).IntPart())
}

func signalOf(points, most int) gen.AgriOutlookSignal {
	switch score := scoreOf(points, most); {
	case score >= bullishFrom:
		return gen.Bullish
	case score <= bearishTo:
		return gen.Bearish
	}
	return gen.Neutral
}

// confidence is the reliability of a signal with the given number of parts.
func confidence(parts int) gen.AgriOutlookConfidenceLevel {
	switch {
	case parts <= 2:
		return gen.Low
	case parts == 3:
		return gen.Medium
	}
	return gen.High
}
