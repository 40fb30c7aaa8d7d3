package prediction

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// mostBooks is how many of the comparisons have their books read, those of the markets traded most.
const mostBooks = 5

// The distances from the best offer that depth is reported for.
const (
	oneCent   = 0.01
	fiveCents = 0.05
)

// offer is shares of Yes at a price.
type offer struct{ price, size float64 }

// book is the offers for a share of Yes.
type book struct{ bids, asks []offer }

// withDepth reads the books of the quotes of the first comparisons side by side and puts their depth in. A book that
// could not be read leaves its quote without depth, and its venue's source says why.
func (h *Handlers) withDepth(
	ctx context.Context, list []gen.PredictionComparison, events []listing.Event,
) []shared.Source {
	tokens := tokensOf(events)
	var quotes []*gen.PredictionQuote
	var reads []upstream.Source[book]
	for i := range list[:min(len(list), mostBooks)] {
		for j := range list[i].Quotes {
			quote := &list[i].Quotes[j]
			if quote.PlayMoney {
				continue // a pool has no book
			}
			quotes = append(quotes, quote)
			reads = append(reads, upstream.Source[book]{
				Name:   string(quote.Venue) + "-book",
				Budget: budget,
				Call:   func(ctx context.Context) (book, error) { return h.book(ctx, quote.MarketID, tokens) },
			})
		}
	}

	fused := upstream.Fuse(ctx, reads...)
	failures := map[string]error{}
	when := map[string]*upstream.Reads{}
	var names []string
	for i, o := range fused {
		if !slices.Contains(names, o.Name) {
			names = append(names, o.Name)
			when[o.Name] = o.Reads
		}
		if o.Err != nil {
			failures[o.Name] = errors.Join(failures[o.Name], o.Err)
			continue
		}
		quotes[i].Depth = o.Value.depth()
	}

	return each.Of(names, func(name string) shared.Source { return response.Read(name, when[name], failures[name]) })
}

// tokensOf are the tokens of Yes of Polymarket's markets by the markets' ids.
func tokensOf(events []listing.Event) map[string]string {
	tokens := map[string]string{}
	for _, e := range events {
		for _, m := range e.Markets {
			if len(m.Outcomes) > 0 && m.Outcomes[0].TokenID != nil {
				tokens[m.ID] = *m.Outcomes[0].TokenID
			}
		}
	}
	return tokens
}

func (h *Handlers) book(ctx context.Context, id string, tokens map[string]string) (book, error) {
	if ticker, ok := strings.CutPrefix(id, listing.Kalshi+":"); ok {
		return h.kalshiBook(ctx, ticker)
	}
	token, ok := tokens[id]
	if !ok {
		return book{}, upstream.BadResponse.Errorf("polymarket: a market without tokens")
	}
	return h.polymarketBook(ctx, token)
}

func (h *Handlers) kalshiBook(ctx context.Context, ticker string) (book, error) {
	read, err := h.kalshi.Book(ctx, ticker)
	if err != nil {
		return book{}, err
	}
	var b book
	for _, l := range read.Yes {
		if err := put(&b.bids, l.Price, l.Count); err != nil {
			return book{}, err
		}
	}

	for _, l := range read.No {
		if err := put(&b.asks, l.Price, l.Count); err != nil {
			return book{}, err
		}
	}
	for i := range b.asks {
		b.asks[i].price = 1 - b.asks[i].price
	}
	return b, nil
}

func (h *Handlers) polymarketBook(ctx context.Context, token string) (book, error) {
	read, err := h.polymarket.Book(ctx, token)
	if err != nil {
		return book{}, err
	}
	var b book
	for _, l := range read.Bids {
		if err := put(&b.bids, l.Price, l.Size); err != nil {
			return book{}, err
		}
	}
	for _, l := range read.Asks {
		if err := put(&b.asks, l.Price, l.Size); err != nil {
			return book{}, err
		}
	}
	return b, nil
}

// put adds a level of a book; a level without a price and an amount invalidates the sums.
func put(side *[]offer, price, size scalar.Text) error {
	p, priced := price.Number()
	n, sized := size.Number()
	if !priced || !sized || math.IsNaN(p) || math.IsNaN(n) || math.IsInf(n, 0) || p < 0 || p > 1 || n < 0 {
		return upstream.BadResponse.Errorf("a level of a book without price or size")
	}
	*side = append(*side, offer{p, n})
	return nil
}

// depth is the shares within one and five cents of the best offer of each side: 0 on a side without offers.
func (b book) depth() *gen.PredictionDepth {
	return &gen.PredictionDepth{
		YesBidSize1C: within(b.bids, oneCent, bestBid),
		YesBidSize5C: within(b.bids, fiveCents, bestBid),
		YesAskSize1C: within(b.asks, oneCent, bestAsk),
		YesAskSize5C: within(b.asks, fiveCents, bestAsk),
	}
}

func bestBid(a, b offer) bool { return a.price > b.price }
func bestAsk(a, b offer) bool { return a.price < b.price }

// within sums the shares that are offered at most so far from the best price.
func within(side []offer, distance float64, better func(a, b offer) bool) float64 {
	if len(side) == 0 {
		return 0
	}
	best := side[0]
	for _, o := range side {
		if better(o, best) {
			best = o
		}
	}

	sum := 0.0
	for _, o := range side {
		if math.Abs(o.price-best.price) <= distance+1e-9 {
			sum += o.size
		}
	}
	return response.Round(sum, 6)
}
