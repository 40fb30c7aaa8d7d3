package prediction

import (
	"context"
	"errors"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/kalshi"
	"github.com/farebox/farebox/internal/upstream/manifold"
	"github.com/farebox/farebox/internal/upstream/polymarket"
)

// looked is a market in the shape of all venues, and in that of its own.
type looked struct {
	listing gen.PredictionListing
	rules   string

	kalshi     *kalshi.Market
	polymarket *polymarket.Market
	manifold   *manifold.Market
}

// market looks a market up at its venue; field is the input that named it.
func (h *Handlers) market(ctx context.Context, field string, r reference) (*looked, error) {
	market, err := h.lookUp(ctx, r)
	if errors.Is(err, upstream.NotFound) {
		return nil, problem.NotFound(field, "%s has no market %s; /prediction/event takes events", r.venue, r.value)
	}
	return market, err
}

func (h *Handlers) lookUp(ctx context.Context, r reference) (*looked, error) {
	switch r.venue {
	case listing.Kalshi:
		m, err := h.kalshi.Market(ctx, r.value)
		if err != nil {
			return nil, err
		}
		return h.lookedKalshi(m, nil), nil
	case listing.Manifold:
		m, err := h.manifoldMarket(ctx, r)
		if err != nil {
			return nil, err
		}
		return &looked{
			listing:  listing.OfManifold(*m, h.now()),
			rules:    m.Description,
			manifold: m,
		}, nil
	}

	m, err := h.polymarketMarket(ctx, r)
	if err != nil {
		return nil, err
	}

	return &looked{
		listing:    listing.OfPolymarket(*m, nil, h.now()),
		rules:      m.Description,
		polymarket: m,
	}, nil
}

func (h *Handlers) lookedKalshi(m *kalshi.Market, event *kalshi.Event) *looked {
	rules := m.RulesPrimary
	if m.RulesSecondary != "" {
		rules += "\n\n" + m.RulesSecondary
	}
	return &looked{
		listing: listing.OfKalshi(*m, event, h.now()),
		rules:   rules,
		kalshi:  m,
	}
}

func (h *Handlers) polymarketMarket(ctx context.Context, r reference) (*polymarket.Market, error) {
	switch r.kind {
	case condition:
		return h.polymarket.ByCondition(ctx, r.value)
	case number:
		return h.polymarket.Market(ctx, r.value)
	}
	return h.polymarket.MarketBySlug(ctx, r.value)
}

func (h *Handlers) manifoldMarket(ctx context.Context, r reference) (*manifold.Market, error) {
	if r.kind == plainID {
		return h.manifold.Market(ctx, r.value)
	}
	return h.manifold.BySlug(ctx, r.value)
}
