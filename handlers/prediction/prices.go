package prediction

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/kalshi"
	"github.com/farebox/farebox/internal/upstream/manifold"
)

// span is how far back an interval goes, and the steps that the venues are asked for.
type span struct {
	back       time.Duration // 0 for everything
	polymarket time.Duration
	kalshi     time.Duration
}

// spans gives an interval steps that make some hundred points. A resolved market of Polymarket has its history in steps
// of 12 hours alone.
var spans = map[gen.PredictionPricesParamsInterval]span{
	gen.N1H: {time.Hour, time.Minute, kalshi.Minute},
	gen.N6H: {6 * time.Hour, time.Minute, kalshi.Minute},
	gen.N1D: {24 * time.Hour, 5 * time.Minute, kalshi.Hour},
	gen.N1W: {7 * 24 * time.Hour, time.Hour, kalshi.Hour},
	gen.N1M: {30 * 24 * time.Hour, 3 * time.Hour, kalshi.Hour},
	gen.Max: {0, 12 * time.Hour, kalshi.Day},
}

// kalshiBegan is before the first trade on Kalshi, which opened in July 2021.
var kalshiBegan = time.Date(2021, time.June, 1, 0, 0, 0, 0, time.UTC)

// history are prices over time, oldest first.
type history struct {
	id        string
	outcome   string
	step      time.Duration // 0 where each trade is a point
	points    []gen.PredictionPoint
	truncated bool
}

// PredictionPrices answers GET /prediction/prices.
func (h *Handlers) PredictionPrices(
	ctx context.Context, req gen.PredictionPricesRequestObject,
) (gen.PredictionPricesResponseObject, error) {
	ref, err := marketReference("id", req.Params.ID, string(response.OrZero(req.Params.Venue)))
	if err != nil {
		return nil, err
	}
	outcome := strings.TrimSpace(response.OrZero(req.Params.Outcome))

	over := spans[req.Params.Interval]
	past, source, err := response.Ask(ctx, ref.venue, func(ctx context.Context) (history, error) {
		return h.history(ctx, ref, over, string(req.Params.Interval), outcome)
	})
	if err != nil {
		return nil, err
	}

	sources := []gen.Source{source}
	if n := len(past.points); n > 0 && over.back > 0 {
		sources[0] = response.Until(sources[0], past.points[n-1].At, h.now(), over.back+past.step)
		past.points = between(past.points, h.now().Add(-over.back-past.step), h.now().Add(past.step))
	}
	answer := gen.PredictionPrices200JSONResponse{
		ID:        past.id,
		Venue:     gen.PredictionHistoryVenue(ref.venue),
		PlayMoney: listing.PlayMoney(ref.venue),
		Outcome:   past.outcome,
		Interval:  string(req.Params.Interval),
		Count:     len(past.points),
		Truncated: past.truncated,
		Points:    response.Items(past.points),
		Summary:   moved(past.points),
		Sources:   sources,
		Partial:   response.Partial(sources),
	}
	if past.step > 0 {
		answer.ResolutionSeconds = new(int(past.step / time.Second))
	}
	return answer, nil
}

// between are the points from a time to another: a venue may answer for another period than it was asked for.
func between(points []gen.PredictionPoint, from, to time.Time) []gen.PredictionPoint {
	return slices.DeleteFunc(points, func(p gen.PredictionPoint) bool { return p.At.Before(from) || p.At.After(to) })
}

func (h *Handlers) history(
	ctx context.Context, ref reference, over span, interval, outcome string,
) (past history, err error) {
	switch ref.venue {
	case listing.Kalshi:
		past, err = h.kalshiHistory(ctx, ref, over, outcome)
	case listing.Manifold:
		past, err = h.manifoldHistory(ctx, ref, over, outcome)
	default:
		past, err = h.polymarketHistory(ctx, ref, over, interval, outcome)
	}
	slices.SortStableFunc(past.points, func(a, b gen.PredictionPoint) int { return a.At.Compare(b.At) })
	return past, err
}

// polymarketHistory is that of the token of an outcome, which the market has to be looked up for.
func (h *Handlers) polymarketHistory(
	ctx context.Context, ref reference, over span, interval, outcome string,
) (history, error) {
	market, err := h.market(ctx, "id", ref)
	if err != nil {
		return history{}, err
	}
	names := market.polymarket.Outcomes
	at := 0
	if outcome != "" {
		at = slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, outcome) })
	}
	if at < 0 && strings.EqualFold(outcome, response.OrZero(market.listing.Outcome)) {
		at = 0 // the market is about this one of the event's outcomes
	}
	if at < 0 {
		return history{}, problem.Invalid("outcome", "this market has the outcomes %s", strings.Join(names, ", "))
	}
	tokens := market.polymarket.Tokens
	if at >= len(tokens) || at >= len(names) {
		return history{}, upstream.BadResponse.Errorf("polymarket: a market without tokens")
	}

	points, truncated, err := h.polymarket.History(ctx, tokens[at], interval, over.polymarket)
	if err != nil {
		return history{}, err
	}
	past := history{
		id:        market.listing.ID,
		outcome:   names[at],
		step:      over.polymarket,
		truncated: truncated,
	}
	for _, p := range points {
		if isPrice(p.Price) && p.Time > 0 {
			past.points = append(past.points, gen.PredictionPoint{
				At:    time.Unix(p.Time, 0).UTC(),
				Price: response.Round(p.Price, 6),
				Basis: gen.PredictionPointBasisVenue,
			})
		}
	}
	return past, nil
}

// kalshiHistory is that of candles: the last trade of each, else the middle of the quotes at its end.
func (h *Handlers) kalshiHistory(ctx context.Context, ref reference, over span, outcome string) (history, error) {
	no, err := noSide(outcome)
	if err != nil {
		market, failed := h.market(ctx, "id", ref)
		if failed != nil {
			return history{}, failed
		}
		if !strings.EqualFold(outcome, response.OrZero(market.listing.Outcome)) {
			return history{}, err
		}
	}
	to := h.now()
	from := kalshiBegan
	if over.back > 0 {
		from = to.Add(-over.back)
	}

	candles, err := h.kalshi.Candles(ctx, ref.value, from, to, over.kalshi)
	if err != nil && !errors.Is(err, upstream.NotFound) {
		return history{}, err
	}
	if len(candles) == 0 {
		if candles, err = h.oldCandles(ctx, ref, from, to, over.kalshi); err != nil {
			return history{}, err
		}
	}

	past := history{
		id:      ref.id(),
		outcome: "Yes",
		step:    over.kalshi,
	}
	if no {
		past.outcome = "No"
	}
	for _, c := range candles {
		price, basis, ok := candlePrice(c)
		if !ok || c.End <= 0 {
			continue
		}
		if no {
			price = 1 - price
		}
		past.points = append(past.points, gen.PredictionPoint{
			At:    time.Unix(c.End, 0).UTC(),
			Price: response.Round(price, 6),
			Basis: basis,
		})
	}
	return past, nil
}

// oldCandles are those of a market that has none where the current ones are: one that was settled long ago, one that
// nobody quoted, or none at all.
func (h *Handlers) oldCandles(
	ctx context.Context, ref reference, from, to time.Time, period time.Duration,
) ([]kalshi.Candle, error) {
	if _, err := h.market(ctx, "id", ref); err != nil {
		return nil, err
	}
	candles, err := h.kalshi.OldCandles(ctx, ref.value, from, to, period)
	if errors.Is(err, upstream.NotFound) {
		return nil, nil
	}
	return candles, err
}

// candlePrice is the price that a candle ends at. Quotes of 0 and 1 on both sides are an empty book.
func candlePrice(c kalshi.Candle) (price float64, basis gen.PredictionPointBasis, ok bool) {
	if last := c.Close(); last != nil && isPrice(*last) {
		return *last, gen.PredictionPointBasisTrade, true
	}
	bid, ask := c.Quotes()
	if bid == nil || ask == nil || *ask < *bid || *bid < 0 || *ask > 1 || *bid == 0 && *ask == 1 {
		return 0, "", false
	}
	return (*bid + *ask) / 2, gen.PredictionPointBasisQuote, true
}

// noSide reads the outcome of a market of Yes and No.
func noSide(outcome string) (bool, error) {
	switch strings.ToLower(outcome) {
	case "", "yes":
		return false, nil
	case "no":
		return true, nil
	}
	return false, problem.Invalid("outcome", "this market has the outcomes Yes, No")
}

// manifoldHistory is that of the bets, each of which moves the price.
func (h *Handlers) manifoldHistory(ctx context.Context, ref reference, over span, outcome string) (history, error) {
	market, err := h.market(ctx, "id", ref)
	if err != nil {
		return history{}, err
	}
	past := history{id: market.listing.ID, outcome: "Yes"}
	no := false
	answer := manifold.Answer{}
	if market.manifold.Type == manifold.Binary {
		if no, err = noSide(outcome); err != nil {
			return history{}, err
		}
	} else if answer, err = answerNamed(market.manifold, outcome); err != nil {
		return history{}, err
	}
	past.outcome = cmp.Or(answer.Text, map[bool]string{false: "Yes", true: "No"}[no])

	var after time.Time
	if over.back > 0 {
		after = h.now().Add(-over.back)
	}
	bets, err := h.manifold.Bets(ctx, market.manifold.ID, manifold.MaxBets, "", after)
	if err != nil {
		return history{}, err
	}
	past.truncated = len(bets) >= manifold.MaxBets
	for _, b := range bets {
		if b.Answer != answer.ID || b.Amount == 0 || b.Redemption || b.After == nil || !isPrice(*b.After) ||
			b.Created <= 0 {
			continue
		}
		price := *b.After
		if no {
			price = 1 - price
		}
		past.points = append(past.points, gen.PredictionPoint{
			At:    time.UnixMilli(b.Created).UTC(),
			Price: response.Round(price, 6),
			Basis: gen.PredictionPointBasisTrade,
		})
	}
	return past, nil
}

// answerNamed is the answer with the text or id. Whoever takes part may add an answer, also one that is there.
func answerNamed(m *manifold.Market, outcome string) (manifold.Answer, error) {
	var found []manifold.Answer
	var names, ids []string
	for _, a := range m.Answers {
		if outcome != "" && (strings.EqualFold(a.Text, outcome) || a.ID == outcome) {
			found = append(found, a)
			ids = append(ids, a.ID)
		}
		if len(names) < 10 {
			names = append(names, a.Text)
		}
	}

	switch {
	case len(names) == 0:
		return manifold.Answer{}, problem.NotFound("id", "this market has no separately priced outcomes")
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return manifold.Answer{}, chosen.Several("outcome", "answer of this market", ids)
	}
	return manifold.Answer{}, problem.Invalid("outcome", "wants one of the market's outcomes, such as %s",
		strings.Join(names, ", "))
}

// moved is what the points did, nil without any.
func moved(points []gen.PredictionPoint) *gen.PredictionPriceSummary {
	if len(points) == 0 {
		return nil
	}
	first := points[0]
	last := points[len(points)-1]

	s := gen.PredictionPriceSummary{
		Open:        first.Price,
		Close:       last.Price,
		High:        first.Price,
		Low:         first.Price,
		Change:      response.Round(last.Price-first.Price, 6),
		PeriodStart: first.At,
		PeriodEnd:   last.At,
	}

	for _, p := range points {
		s.High = max(s.High, p.Price)
		s.Low = min(s.Low, p.Price)
	}

	return &s
}
