package dex

import (
	"cmp"
	"context"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/dex"
	"github.com/farebox/farebox/internal/chain/dexpool"
)

// longestTrending is the seed's bound on the window of /dex/trending.
const longestTrending = time.Hour

// DexTrending answers GET /dex/trending: the six headline pools by volume. See Handlers.read for the requests it takes. A
// complete answer is given for two minutes.
func (h *Handlers) DexTrending(ctx context.Context, req gen.DexTrendingRequestObject) (gen.DexTrendingResponseObject, error) {
	back, err := window(string(req.Params.Window), longestTrending)
	if err != nil {
		return nil, err
	}

	r, err := h.trending.get(ctx, back.String(), func(ctx context.Context) (*reading, error) { return h.read(ctx, headline(), back) })
	if err != nil {
		return nil, err
	}

	client, err := h.chains.Network(network)
	if err != nil {
		return nil, err
	}

	ranked := r.ranked()
	answer := gen.DexTrending{
		Window:          string(req.Params.Window),
		WindowBlocks:    int64(r.blocks),
		WindowTruncated: r.truncated,
		PoolsScanned:    len(r.markets),
		Trending:        []gen.DexTrend{},
		Sources:         r.sources(),
		Partial:         len(r.skipped) > 0,
		Block:           int64(r.block),
		Chain:           client.Network().CAIP2,
	}

	for _, m := range ranked[:min(len(ranked), req.Params.Limit)] {
		answer.Trending = append(answer.Trending, r.trend(m))
	}
	return gen.DexTrending200JSONResponse(answer), nil
}

// ranked are the markets by volume, those without a known value last.
func (r *reading) ranked() []dexpool.Market {
	list := slices.Clone(r.markets)
	slices.SortStableFunc(list, func(a, b dexpool.Market) int {
		x := r.byPool[a.Pool.Address]
		y := r.byPool[b.Pool.Address]
		return cmp.Or(y.BuyUSD.Add(y.SellUSD).Cmp(x.BuyUSD.Add(x.SellUSD)), cmp.Compare(x.Unvalued, y.Unvalued))
	})
	return list
}

func (r *reading) trend(m dexpool.Market) gen.DexTrend {
	t := *r.byPool[m.Pool.Address]
	p := pool(m)
	v := volumesOf(t)
	return gen.DexTrend{
		Pool: p.Pool, Dex: p.Dex, Pair: p.Pair, Base: p.Base, Quote: p.Quote, SwapCount: t.Count, BuyCount: t.Buys, SellCount: t.Sells,
		VolumeUSD: v.total, BuyVolumeUSD: v.buy, SellVolumeUSD: v.sell, NetFlowUSD: v.net,
	}
}
