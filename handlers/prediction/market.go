package prediction

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/handlers/prediction/openmarkets"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

const (
	recentTrades = 5
	mostRelated  = 10
	longestRules = 10_000 // characters

	// Polymarket updates what is open within days, also without trades: two were the most in recorded answers.
	usualUpdate = 7 * 24 * time.Hour
)

// PredictionMarket answers GET /prediction/market. Its trades and related markets are requested concurrently, once the
// market is known.
func (h *Handlers) PredictionMarket(
	ctx context.Context, req gen.PredictionMarketRequestObject,
) (gen.PredictionMarketResponseObject, error) {
	ref, err := marketReference("id", req.Params.ID, string(response.OrZero(req.Params.Venue)))
	if err != nil {
		return nil, err
	}
	market, source, err := response.Ask(ctx, ref.venue,
		func(ctx context.Context) (*looked, error) { return h.market(ctx, "id", ref) })
	if err != nil {
		return nil, err
	}

	answer := gen.PredictionMarket200JSONResponse{
		Market: market.listing,
		Rules:  response.OrNull(clip.Shown(market.rules, longestRules)),
	}
	parts := []upstream.Source[func(*gen.PredictionMarket200JSONResponse)]{
		upstream.Part(ref.venue+"-trades", budget,
			func(ctx context.Context) (tradePage, error) { return h.tradesOf(ctx, market, recentTrades, "") },
			func(a *gen.PredictionMarket200JSONResponse, page tradePage) {
				a.RecentTrades = shown(page.trades[:min(len(page.trades), recentTrades)])
			}),
	}
	if market.listing.EventID == nil {
		answer.Related = []gen.PredictionListing{}
	} else {
		parts = append(parts, upstream.Part(ref.venue+"-event", budget,
			func(ctx context.Context) (*listing.Event, error) { return h.eventOf(ctx, market) }, putRelated))
	}
	fused := upstream.FuseInto(ctx, &answer, parts...)

	answer.Sources = append([]gen.Source{source}, response.Sources(fused)...)
	h.standing(answer.Sources, []gen.PredictionListing{answer.Market})
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

// standing marks Polymarket as stale when it updated none of its open markets in an answer within the usual time.
func (h *Handlers) standing(sources []gen.Source, markets []gen.PredictionListing) {
	var newest time.Time
	for _, l := range markets {
		if l.Venue == gen.PredictionListingVenuePolymarket && l.Status == gen.Open && l.UpdatedAt != nil &&
			l.UpdatedAt.After(newest) {
			newest = *l.UpdatedAt
		}
	}
	for i, s := range sources {
		if s.Name == listing.Polymarket && !newest.IsZero() {
			sources[i] = response.Until(s, newest, h.now(), usualUpdate)
		}
	}
}

// eventOf is the event of a market with all its markets.
func (h *Handlers) eventOf(ctx context.Context, market *looked) (*listing.Event, error) {
	event, err := h.readEventOf(ctx, market)
	if errors.Is(err, upstream.NotFound) {
		return nil, upstream.BadResponse.Errorf("a market whose event is missing")
	}
	return event, err
}

func (h *Handlers) readEventOf(ctx context.Context, market *looked) (*listing.Event, error) {
	if m := market.kalshi; m != nil {
		event, err := h.kalshi.Event(ctx, m.EventTicker)
		if err != nil {
			return nil, err
		}
		return new(listing.OfKalshiEvent(event, h.now())), nil
	}
	event, err := h.polymarket.Event(ctx, string(market.polymarket.Events[0].ID))
	if err != nil {
		return nil, err
	}
	return new(listing.OfPolymarketEvent(event, h.now())), nil
}

// putRelated puts the event's other markets into the answer, and what only the event says about this one.
func putRelated(a *gen.PredictionMarket200JSONResponse, event *listing.Event) {
	var others []gen.PredictionListing
	for _, l := range event.Markets {
		if l.ID != a.Market.ID {
			others = append(others, l)
			continue
		}
		a.Market.EventTitle = l.EventTitle
		a.Market.Category = l.Category
		a.Market.Title = cmp.Or(a.Market.Title, l.Title)
	}
	openmarkets.SortByVolume(others)
	a.RelatedTotal = new(len(others))
	a.Related = response.Items(slices.Clone(others[:min(len(others), mostRelated)]))
}
