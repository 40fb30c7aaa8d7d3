package prediction

import (
	"context"
	"slices"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/handlers/prediction/openmarkets"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/kalshi"
	"github.com/farebox/farebox/internal/upstream/polymarket"
)

// busy are the markets of a venue by volume. Quotes is why prices of an index could not be refreshed.
type busy struct {
	markets []gen.PredictionListing
	quotes  error
}

// PredictionTrending answers GET /prediction/trending.
func (h *Handlers) PredictionTrending(
	ctx context.Context, req gen.PredictionTrendingRequestObject,
) (gen.PredictionTrendingResponseObject, error) {
	limit := req.Params.Limit
	fused := upstream.Fuse(ctx,
		upstream.Main(upstream.Source[busy]{
			Name:   polymarket.Provider.Name,
			Budget: budget,
			Call:   func(ctx context.Context) (busy, error) { return h.busiestPolymarket(ctx, limit) },
		}),
		upstream.Main(upstream.Source[busy]{
			Name:   kalshi.Provider.Name,
			Budget: budget,
			Call:   func(ctx context.Context) (busy, error) { return h.busiestKalshi(ctx, limit) },
		}),
	)
	if err := fused.Err(); err != nil {
		return nil, err
	}
	sources := response.Sources(fused)

	var markets []gen.PredictionListing
	for i, o := range fused {
		markets = append(markets, o.Value.markets...)
		if o.Value.quotes != nil {
			sources[i] = notRead(o.Name, o.Value.quotes)
		}
	}

	markets = slices.DeleteFunc(markets, func(l gen.PredictionListing) bool { return l.Status != gen.Open })
	if len(markets) == 0 {
		if err := fused.Unheard(); err != nil {
			return nil, err
		}
		return nil, upstream.BadResponse.Errorf("neither venue has an open market")
	}

	openmarkets.SortByVolume(markets)
	answer := gen.PredictionTrending200JSONResponse{
		Markets: response.Items(markets[:min(len(markets), limit)]),
		Sources: sources,
	}
	h.standing(answer.Sources, answer.Markets)
	answer.Partial = response.Partial(answer.Sources)
	answer.Count = len(answer.Markets)
	return answer, nil
}

// busiestPolymarket looks at as many events as markets are wanted: a market is never traded more than its event.
func (h *Handlers) busiestPolymarket(ctx context.Context, limit int) (busy, error) {
	events, err := h.polymarket.Busiest(ctx, limit)
	if err != nil {
		return busy{}, err
	}
	var list []gen.PredictionListing
	for i := range events {
		list = append(list, listing.OfPolymarketEvent(&events[i], h.now()).Markets...)
	}
	return busy{markets: list}, nil
}

func (h *Handlers) busiestKalshi(ctx context.Context, limit int) (busy, error) {
	index, info, err := h.lists.Kalshi.Get()
	if err != nil {
		return busy{}, err
	}
	list := index.Busiest()
	list = list[:min(len(list), limit)]
	for i := range list {
		list[i].QuotedAt = info.FetchedAt.UTC()
	}
	fresh, err := h.requote(ctx, list)
	return busy{markets: fresh, quotes: err}, nil
}
