package dex

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/dex"
	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/response"
)

// longestSwaps is the seed's bound on the window of /dex/swaps.
const longestSwaps = 6 * time.Hour

// DexSwaps answers GET /dex/swaps: the swaps of a token's tracked pools, of one pool, or of the six headline pools, with
// totals over the whole window. See Handlers.read for the requests it takes; one more reads who sent the largest and the newest
// swaps, and two come before for a pool that is named for the first time. Answers are up to 15 seconds old.
func (h *Handlers) DexSwaps(ctx context.Context, req gen.DexSwapsRequestObject) (gen.DexSwapsResponseObject, error) {
	back, err := window(req.Params.Window, longestSwaps)
	if err != nil {
		return nil, err
	}

	markets, err := h.choose(ctx, req.Params.Token, req.Params.Pool)
	if err != nil {
		return nil, err
	}

	r, err := h.swaps.get(ctx, key(markets, back), func(ctx context.Context) (*reading, error) {
		r, err := h.read(ctx, markets, back)
		if err != nil {
			return nil, err
		}
		client, err := h.chains.Network(network)
		if err != nil {
			return nil, err
		}
		r.traders = senders(ctx, client, r.largest, r.newest)
		return r, nil
	})
	if err != nil {
		return nil, err
	}

	client, err := h.chains.Network(network)
	if err != nil {
		return nil, err
	}

	list := r.newest[:min(len(r.newest), req.Params.Limit)]
	answer := gen.DexSwaps{
		Summary:   r.summary(),
		Swaps:     r.swaps(list),
		Truncated: len(list) < r.totals.Count || r.truncated,
		Sources:   r.sources(),
		Partial:   len(r.skipped) > 0,
		Window:    req.Params.Window,
		Block:     int64(r.block),
		Chain:     client.Network().CAIP2,
	}

	answer.Pools = response.Items(response.Each(r.markets, pool))
	return gen.DexSwaps200JSONResponse(answer), nil
}

// key tells readings apart.
func key(markets []dexpool.Market, back time.Duration) string {
	var b strings.Builder
	b.WriteString(back.String())
	for _, m := range markets {
		b.WriteString(m.Pool.Address.Hex() + strconv.FormatBool(m.BaseIs0))
	}
	return b.String()
}

func pool(m dexpool.Market) gen.DexPool {
	base := m.Base()
	quote := m.Quote()
	return gen.DexPool{
		Pool: m.Pool.Address.Hex(), Dex: gen.DexName(m.Pool.Dex), Pair: base.Symbol + "/" + quote.Symbol,
		Base: base.Symbol, Quote: quote.Symbol, BaseAddress: base.Address.Hex(), QuoteAddress: quote.Address.Hex(),
	}
}

func (r *reading) summary() gen.DexSummary {
	v := volumesOf(r.totals)
	return gen.DexSummary{
		Count: r.totals.Count, BuyCount: r.totals.Buys, SellCount: r.totals.Sells, UnvaluedCount: r.totals.Unvalued,
		TotalVolumeUSD: v.total, BuyVolumeUSD: v.buy, SellVolumeUSD: v.sell, NetFlowUSD: v.net,
		WindowBlocks: int64(r.blocks), WindowTruncated: r.truncated, LargestSwaps: r.swaps(r.largest),
	}
}

func (r *reading) swaps(trades []dexpool.Trade) []gen.DexSwap {
	list := make([]gen.DexSwap, 0, len(trades))
	for _, t := range trades {
		s := gen.DexSwap{
			Pool: t.Swap.Pool.Hex(), Block: int64(t.Swap.Block), TxHash: t.Swap.Tx.Hex(), LogIndex: int64(t.Swap.Index),
			Trader: t.Swap.Recipient.Hex(), TraderKind: gen.Recipient, Side: gen.Sell,
			AmountBase: response.Number(t.Base), AmountQuote: response.Number(t.Quote),
			TS: t.Swap.Time.Unix(), TSEstimated: t.Swap.Estimated,
		}
		if sender, ok := r.traders[t.Swap.Tx]; ok {
			s.Trader = sender.Hex()
			s.TraderKind = gen.TxFrom
		}
		if t.Buy {
			s.Side = gen.Buy
		}
		if price, ok := t.Price(); ok {
			s.Price = new(response.Number(price))
		}
		if t.Valued {
			s.VolumeUSD = new(response.Number(t.USD.Round(usdPlaces)))
		}
		list = append(list, s)
	}

	return list
}

// usdPlaces is where values in USD are rounded. Totals are made of rounded parts, so that they add up for the reader.
const usdPlaces = 6

type volumes struct{ total, buy, sell, net *json.Number }

// volumesOf are the totals in USD, none when there are swaps without any value.
func volumesOf(t dexpool.Totals) volumes {
	if t.Count > 0 && t.Unvalued == t.Count {
		return volumes{}
	}
	buy := t.BuyUSD.Round(usdPlaces)
	sell := t.SellUSD.Round(usdPlaces)
	return volumes{
		new(response.Number(buy.Add(sell))),
		new(response.Number(buy)),
		new(response.Number(sell)),
		new(response.Number(buy.Sub(sell))),
	}
}
