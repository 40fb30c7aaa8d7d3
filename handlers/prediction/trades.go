package prediction

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/kalshi"
	"github.com/farebox/farebox/internal/upstream/manifold"
	"github.com/farebox/farebox/internal/upstream/polymarket"
)

// tradePage are trades, newest first, with the cursor of those before them.
type tradePage struct {
	trades []trade
	next   string
	unread bool // some trades could not be read
}

// trade is one, and whether its taker gains when the first outcome comes true.
type trade struct {
	gen.PredictionTrade
	onYes bool
}

// shown are the trades as answers give them.
func shown(trades []trade) []gen.PredictionTrade {
	return response.Items(response.Each(trades, func(t trade) gen.PredictionTrade { return t.PredictionTrade }))
}

// PredictionTrades answers GET /prediction/trades. A market is looked up only where its id is not what the venue lists
// trades by, or where it has none: an unknown one is then told from one that nobody traded.
func (h *Handlers) PredictionTrades(
	ctx context.Context, req gen.PredictionTradesRequestObject,
) (gen.PredictionTradesResponseObject, error) {
	ref, err := marketReference("market", req.Params.Market, string(response.OrZero(req.Params.Venue)))
	if err != nil {
		return nil, err
	}
	cursor := response.OrZero(req.Params.Cursor)
	ctx, reads := upstream.WithReads(ctx)

	market, err := h.tradable(ctx, "market", ref)
	if err != nil {
		return nil, err
	}
	page, err := h.tradesOf(ctx, market, req.Params.Limit, cursor)
	if err != nil && !errors.Is(err, upstream.NotFound) {
		return nil, wrongCursor(err, cursor)
	}
	if len(page.trades) == 0 && page.unread {
		return nil, upstream.BadResponse.Errorf("%s: no trade could be read", ref.venue)
	}
	if len(page.trades) == 0 && cursor == "" {
		if _, err := h.market(ctx, "market", ref); err != nil {
			return nil, err
		}
	}

	sources := []gen.Source{response.Read(ref.venue, reads, nil)}
	return gen.PredictionTrades200JSONResponse{
		Market:     market.listing.ID,
		Venue:      gen.PredictionTradeListVenue(ref.venue),
		PlayMoney:  listing.PlayMoney(ref.venue),
		Count:      len(page.trades),
		Trades:     shown(page.trades),
		Summary:    summed(page.trades),
		NextCursor: response.OrNull(page.next),
		Sources:    sources,
		Partial:    page.unread || response.Partial(sources),
	}, nil
}

// tradable is what trades are listed by: the id itself where it is that, else the market that is looked up.
func (h *Handlers) tradable(ctx context.Context, field string, r reference) (*looked, error) {
	bare := &looked{listing: gen.PredictionListing{ID: r.id()}}
	switch r.kind {
	case condition:
		bare.polymarket = &polymarket.Market{ConditionID: r.value}
	case ticker:
		bare.kalshi = &kalshi.Market{Ticker: r.value}
	case plainID:
		bare.manifold = &manifold.Market{ID: r.value}
	default:
		return h.market(ctx, field, r)
	}
	return bare, nil
}

// wrongCursor says that a refusal is of the cursor.
func wrongCursor(err error, cursor string) error {
	if cursor != "" && errors.Is(err, upstream.Invalid) {
		return problem.Invalid("cursor", "is not the next_cursor of an answer about this market")
	}
	return err
}

func (h *Handlers) tradesOf(ctx context.Context, market *looked, limit int, cursor string) (tradePage, error) {
	switch {
	case market.kalshi != nil:
		list, next, err := h.kalshi.Trades(ctx, market.kalshi.Ticker, limit, cursor)
		trades := mapped(list, ofKalshi)
		return tradePage{trades, next, len(trades) < len(list)}, err

	case market.polymarket != nil:
		list, next, err := h.polymarket.Trades(ctx, market.polymarket.ConditionID, limit, cursor)
		trades := mapped(list, ofPolymarket)
		return tradePage{trades, next, len(trades) < len(list)}, err
	}
	list, err := h.manifold.Bets(ctx, market.manifold.ID, limit, cursor, time.Time{})
	page := tradePage{trades: mapped(list, func(b manifold.Bet) (trade, bool) {
		return ofManifold(b, market.manifold.Answers)
	})}
	if len(list) >= limit && len(list) > 0 {
		page.next = list[len(list)-1].ID
	}
	return page, err
}

// mapped are the trades that can be told, newest first.
func mapped[T any](list []T, to func(T) (trade, bool)) []trade {
	var trades []trade
	for _, x := range list {
		if t, ok := to(x); ok {
			trades = append(trades, t)
		}
	}
	slices.SortStableFunc(trades, func(a, b trade) int { return b.TradedAt.Compare(a.TradedAt) })
	return trades
}

// ofKalshi is a trade by the side that its taker bought.
func ofKalshi(t kalshi.Trade) (trade, bool) {
	yes, okYes := t.Yes.Number()
	size := t.Count()
	if !okYes || size == nil || !isPrice(yes) || *size < 0 || t.Time.IsZero() {
		return trade{}, false
	}

	made := gen.PredictionTrade{
		ID:       t.ID,
		TradedAt: t.Time.UTC().Truncate(time.Millisecond),
		Outcome:  "Yes",
		Side:     gen.Buy,
		Price:    yes,
		YesPrice: &yes,
		Size:     *size,
		Currency: gen.PredictionTradeCurrencyUSD,
		Block:    t.Block,
	}

	switch t.Taker {
	case "yes":
	case "no":
		made.Outcome = "No"
		made.Price = response.Round(1-yes, 6)
	default:
		return trade{}, false // nobody knows which side was the taker's
	}

	return trade{paid(made), made.Outcome == "Yes"}, true
}

// ofPolymarket is a trade of the outcome that it names. The first outcome is that of the yes prices.
func ofPolymarket(t polymarket.Trade) (trade, bool) {
	price, okPrice := t.Price.Number()
	size, okSize := t.Size.Number()
	if !okPrice || !okSize || !isPrice(price) || size < 0 || t.Time <= 0 {
		return trade{}, false
	}

	made := gen.PredictionTrade{
		ID:       fingerprint(t),
		TradedAt: time.Unix(t.Time, 0).UTC(),
		Outcome:  t.Outcome,
		Side:     gen.Buy,
		Price:    response.Round(price, 6),
		Size:     size,
		Currency: gen.PredictionTradeCurrencyUSDC,
		TxHash:   response.OrNull(t.Hash),
	}

	switch strings.ToUpper(t.Side) {
	case "BUY":
	case "SELL":
		made.Side = gen.Sell
	default:
		return trade{}, false
	}

	switch t.Index {
	case 0:
		made.YesPrice = new(made.Price)
	case 1:
		made.YesPrice = new(response.Round(1-made.Price, 6))
	}

	return trade{paid(made), (t.Index == 0) == (made.Side == gen.Buy)}, true
}

// fingerprint stands for the id that Polymarket does not give.
func fingerprint(t polymarket.Trade) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %s %s %d", t.Hash, t.Token, t.Side, t.Price, t.Size, t.Time))
	return hex.EncodeToString(sum[:8])
}

// ofManifold is a bet as far as it was filled, at the time of its last fill: an order with a limit waits. A negative
// amount is a sale; what only gave back shares of both sides is no trade.
func ofManifold(b manifold.Bet, answers []manifold.Answer) (trade, bool) {
	size := math.Abs(b.Shares)
	amount := math.Abs(b.Amount)
	if b.Redemption || size == 0 || amount == 0 || b.Created <= 0 || !isPrice(amount/size) {
		return trade{}, false
	}

	made := gen.PredictionTrade{
		ID:       b.ID,
		TradedAt: time.UnixMilli(b.Filled()).UTC(),
		Outcome:  b.Outcome,
		Side:     gen.Buy,
		Price:    response.Round(amount/size, 6),
		Size:     size,
		Amount:   amount,
		Currency: gen.PredictionTradeCurrencyMANA,
	}

	if b.Amount < 0 {
		made.Side = gen.Sell
	}

	switch {
	case b.Answer != "":
		name := b.Answer
		for _, a := range answers {
			if a.ID == b.Answer {
				name = a.Text
			}
		}
		made.Outcome = name + ": " + capital(b.Outcome)
	case b.Outcome == "YES":
		made.Outcome = "Yes"
		made.YesPrice = new(made.Price)
	case b.Outcome == "NO":
		made.Outcome = "No"
		made.YesPrice = new(response.Round(1-made.Price, 6))
	}

	return trade{made, (b.Outcome == "YES") == (made.Side == gen.Buy)}, true
}

func capital(word string) string {
	if word == "" {
		return word
	}
	return word[:1] + strings.ToLower(word[1:])
}

// paid adds the money of a trade in dollars.
func paid(t gen.PredictionTrade) gen.PredictionTrade {
	t.Amount = response.Round(t.Price*t.Size, 6)
	t.NotionalUSD = listing.USD(&t.Amount)
	return t
}

func isPrice(p float64) bool { return p >= 0 && p <= 1 }

// summed is what the trades of an answer come to.
func summed(trades []trade) gen.PredictionTradeSummary {
	var s gen.PredictionTradeSummary
	priced := 0.0
	weighted := 0.0
	onYes := 0.0
	for _, t := range trades {
		s.Volume += t.Size
		s.Amount += t.Amount
		if t.YesPrice == nil {
			continue
		}
		priced += t.Size
		weighted += t.Size * *t.YesPrice
		if t.onYes {
			onYes += t.Size
		}
	}

	s.Volume = response.Round(s.Volume, 6)
	s.Amount = response.Round(s.Amount, 6)
	if priced > 0 {
		s.YesVwap = new(response.Round(weighted/priced, 6))
		s.YesRatio = new(response.Round(onYes/priced, 6))
	}

	if n := len(trades); n > 0 {
		s.LastAt = response.Moment(&trades[0].TradedAt)
		s.FirstAt = response.Moment(&trades[n-1].TradedAt)
	}

	return s
}
