package prediction

import (
	"cmp"
	"context"
	"math"
	"slices"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/handlers/prediction/openmarkets"
	"github.com/farebox/farebox/handlers/prediction/question"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/kalshi"
	"github.com/farebox/farebox/internal/upstream/manifold"
	"github.com/farebox/farebox/internal/upstream/polymarket"
)

// found are events of one venue. Quotes is why the prices of its index could not be refreshed.
type found struct {
	events []listing.Event
	quotes error
}

const (
	fewest = 0.5 // a market that has fewer of the words is another

	searchedEvents  = 20 // of Polymarket's loose search
	searchedMarkets = 40 // of Manifold's
)

// PredictionSearch answers GET /prediction/search.
func (h *Handlers) PredictionSearch(
	ctx context.Context, req gen.PredictionSearchRequestObject,
) (gen.PredictionSearchResponseObject, error) {
	query, err := queryWords(req.Params.Query)
	if err != nil {
		return nil, err
	}

	asked := h.ask(ctx, req.Params.Query, query, func(ctx context.Context) (found, error) {
		return h.askKalshi(ctx, query, req.Params.Limit)
	})
	if err := asked.err; err != nil {
		return nil, err
	}
	markets := ranked(query, asked.events)
	if len(markets) == 0 && asked.unheard != nil {
		return nil, asked.unheard
	}

	answer := gen.PredictionSearch200JSONResponse{
		Query:         req.Params.Query,
		Markets:       response.Items(markets[:min(len(markets), req.Params.Limit)]),
		VolumeMissing: withoutVolume(markets),
		Sources:       asked.sources,
	}
	h.standing(answer.Sources, answer.Markets)
	answer.Partial = response.Partial(answer.Sources)
	answer.Count = len(answer.Markets)
	return answer, nil
}

// mostMissing bounds the markets whose volume is said to be missing.
const mostMissing = 50

// withoutVolume are the markets of real money whose volume of the last day is not known.
func withoutVolume(markets []gen.PredictionListing) []string {
	ids := []string{}
	for _, m := range markets {
		if !m.PlayMoney && m.Volume24HUsdEst == nil && len(ids) < mostMissing {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// queryWords are the words that a search goes by.
func queryWords(text string) ([]string, error) {
	list := question.Words(text)
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) == 0 {
		return nil, problem.Invalid("query", "wants a word that says what is asked, such as a name")
	}
	return list, nil
}

// asked is what the venues gave for words.
type asked struct {
	events  []listing.Event
	sources []shared.Source
	err     error // when no venue of real money answered
	unheard error // why a venue had no say, so that nothing found says nothing
}

// ask asks the three venues side by side; the main ones are those of real money. Kalshi has no search: ofKalshi looks
// it up in the index. Where another's search fails, its index takes its place.
func (h *Handlers) ask(
	ctx context.Context, text string, query []string, ofKalshi func(context.Context) (found, error),
) asked {
	fused := upstream.Fuse(ctx,
		upstream.Main(upstream.Source[found]{
			Name:   polymarket.Provider.Name,
			Budget: budget,
			Call:   func(ctx context.Context) (found, error) { return h.askPolymarket(ctx, text) },
		}),
		upstream.Main(upstream.Source[found]{
			Name:   kalshi.Provider.Name,
			Budget: budget,
			Call:   ofKalshi,
		}),
		upstream.Source[found]{
			Name:   manifold.Provider.Name,
			Budget: budget,
			Call:   func(ctx context.Context) (found, error) { return h.askManifold(ctx, text) },
		},
	)

	answer := asked{
		sources: response.Sources(fused),
		err:     fused.Err(),
		unheard: fused.Unheard(),
	}
	for i, o := range fused {
		answer.events = append(answer.events, o.Value.events...)
		if o.Value.quotes != nil {
			answer.sources[i] = notRead(o.Name, o.Value.quotes)
		}
	}
	answer.sources = append(answer.sources, response.List(h.lists.Kalshi.Status(openmarkets.Title)))
	if h.fallBack(fused, polymarket.Provider.Name, h.lists.Polymarket, query, &answer) {
		answer.err = nil
	}
	h.fallBack(fused, manifold.Provider.Name, h.lists.Manifold, query, &answer)
	return answer
}

// notRead is a source whose index answered but whose prices could not be refreshed.
func notRead(name string, err error) shared.Source {
	source := response.Source(name, err)
	source.Detail = new("its prices could not be refreshed; quoted_at says when they were read")
	return source
}

// fallBack takes the index of a venue whose search failed, and says whether it could.
func (h *Handlers) fallBack(
	fused upstream.Fused[found],
	venue string,
	list *upstream.Dataset[*openmarkets.Index],
	query []string,
	answer *asked,
) bool {
	if fused.Failure(venue) == nil {
		return false
	}
	hits, err := openmarkets.Read(list, query)
	if err != nil {
		return false
	}

	answer.events = append(answer.events, grouped(hits)...)
	answer.sources = append(answer.sources, response.List(list.Status(openmarkets.Title)))
	return true
}

func (h *Handlers) askPolymarket(ctx context.Context, text string) (found, error) {
	events, err := h.polymarket.Search(ctx, text, searchedEvents)
	if err != nil {
		return found{}, err
	}
	var list []listing.Event
	for i := range events {
		list = append(list, listing.OfPolymarketEvent(&events[i], h.now()))
	}
	return found{events: list}, nil
}

func (h *Handlers) askManifold(ctx context.Context, text string) (found, error) {
	markets, err := h.manifold.Search(ctx, text, searchedMarkets)
	if err != nil {
		return found{}, err
	}
	var list []listing.Event
	for _, m := range markets {
		if m.ID != "" {
			list = append(list, listing.OfManifoldEvent(m, h.now()))
		}
	}
	return found{events: list}, nil
}

// askKalshi finds markets in the index and refreshes the prices of the best.
func (h *Handlers) askKalshi(ctx context.Context, query []string, limit int) (found, error) {
	hits, err := openmarkets.Read(h.lists.Kalshi, query)
	if err != nil {
		return found{}, err
	}
	events := grouped(hits)
	best := ranked(query, events)
	best = best[:min(len(best), limit, kalshi.MaxTickers)]

	fresh, err := h.requote(ctx, best)
	byID := map[string]gen.PredictionListing{}
	for _, l := range fresh {
		byID[l.ID] = l
	}
	for i := range events {
		events[i].Markets = slices.DeleteFunc(events[i].Markets, func(l gen.PredictionListing) bool {
			_, ok := byID[l.ID]
			return !ok
		})
		for j := range events[i].Markets {
			events[i].Markets[j] = byID[events[i].Markets[j].ID]
		}
	}
	return found{events: events, quotes: err}, nil
}

// requote refreshes the prices of Kalshi's markets. Those that closed since the index was read are gone; with an error
// they are as the index has them.
func (h *Handlers) requote(ctx context.Context, list []gen.PredictionListing) ([]gen.PredictionListing, error) {
	if len(list) == 0 {
		return nil, nil
	}
	tickers := each.Of(list, tickerOf)
	markets, err := h.kalshi.Markets(ctx, tickers)
	if err != nil {
		return list, err
	}

	byTicker := map[string]kalshi.Market{}
	for _, m := range markets {
		byTicker[m.Ticker] = m
	}
	var fresh []gen.PredictionListing
	for _, old := range list {
		m, ok := byTicker[tickerOf(old)]
		if !ok {
			continue
		}
		l := listing.OfKalshi(m, nil, h.now())
		l.EventTitle = old.EventTitle
		l.Category = old.Category
		l.Title = cmp.Or(l.Title, old.Title)
		if l.Status == gen.Open {
			fresh = append(fresh, l)
		}
	}
	return fresh, nil
}

func tickerOf(l gen.PredictionListing) string { return l.ID[len(listing.Kalshi)+1:] }

// grouped are hits by their events.
func grouped(hits []openmarkets.Hit) []listing.Event {
	var list []listing.Event
	at := map[string]int{}
	for _, hit := range hits {
		i, ok := at[hit.Event.ID]
		if !ok {
			i = len(list)
			at[hit.Event.ID] = i
			event := *hit.Event
			event.Markets = nil
			list = append(list, event)
		}
		list[i].Markets = append(list[i].Markets, hit.Market)
	}
	return list
}

// The weights of the order: words, volume of the last day in powers of ten up to ten million, and real money.
const (
	wordsWeight  = 0.6
	volumeWeight = 0.3
	moneyWeight  = 0.1
	volumeTop    = 7
)

// ranked are the open markets of events that have enough of the words, the best first and those of play money last.
func ranked(query []string, events []listing.Event) []gen.PredictionListing {
	type scored struct {
		market gen.PredictionListing
		rank   float64
	}
	var list []scored
	seen := map[string]bool{}
	for _, e := range events {
		for _, m := range e.Markets {
			score := openmarkets.Score(query, m)
			if m.Status != gen.Open || score < fewest || seen[m.ID] {
				continue
			}
			seen[m.ID] = true
			m.MatchScore = new(int(math.Round(100 * score)))
			rank := wordsWeight*score + volumeWeight*math.Min(1, math.Log10(1+listing.Volume24hUSD(m))/volumeTop)
			if !m.PlayMoney {
				rank += moneyWeight
			}
			list = append(list, scored{m, rank})
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int {
		if a.market.PlayMoney != b.market.PlayMoney {
			if a.market.PlayMoney {
				return 1
			}
			return -1
		}
		return cmp.Compare(b.rank, a.rank)
	})

	return response.Items(response.Each(list, func(s scored) gen.PredictionListing { return s.market }))
}
