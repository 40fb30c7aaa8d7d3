package chain

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/chain"
	"github.com/farebox/farebox/internal/chain/oracle"
	"github.com/farebox/farebox/internal/chain/oracle/prices"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

// priceDigits is the number of significant digits of a computed price, as opposed to one that was read.
const priceDigits = 18

// Price answers GET /price: a Chainlink feed on Base, else one on another network, else the deepest pool on Base.
// It takes one request to Base, and one to another network if Base has no fresh feed.
func (h *Handlers) Price(ctx context.Context, req gen.PriceRequestObject) (gen.PriceResponseObject, error) {
	asset, err := h.asset(req.Params.Token)
	if err != nil {
		return nil, err
	}

	q, err := h.markets.Quote(ctx, asset)
	if err != nil {
		return nil, noPrice(asset, err)
	}

	answer := gen.ChainPrice{
		Token: asset.Symbol, PriceUSD: priceNumber(q.Price), Source: gen.ChainPriceSource(q.Source), Group: gen.ChainPriceGroup(asset.Group),
		Pair: quotePair(q), UpdatedAt: q.UpdatedAt, AgeSeconds: int64(q.Age.Seconds()), Stale: q.Stale, Warnings: []gen.ChainPriceWarnings{},
		Block: whole(q.Block), Chain: caip2Base,
		Confidence:      q.Confidence,
		SourcesCompared: q.Compared,
		SpreadPct:       response.Formed(q.Spread, percentage),
		ThinnestPoolUSD: response.Formed(q.Depth, cents),
	}

	for _, w := range q.Warnings {
		answer.Warnings = append(answer.Warnings, gen.ChainPriceWarnings(w))
	}
	if q.Pool != nil {
		answer.Pool = new(q.Pool.Address.Hex())
		answer.TvlUSD = new(cents(q.TVL))
		return gen.Price200JSONResponse(answer), nil
	}

	answer.Feed = new(q.Feeds[0].Proxy.Hex())
	answer.Decimals = new(int(q.Decimals))
	if q.Network() != "base" {
		client, err := h.chains.Network(q.Network())
		if err != nil {
			return nil, err
		}
		answer.SourceChain = new(client.Network().CAIP2)
	}

	return gen.Price200JSONResponse(answer), nil
}

// caip2Base is the chain of both routes' answers, whatever network a feed is on.
const caip2Base = "eip155:8453"

// asset is what the caller names.
func (h *Handlers) asset(symbol string) (oracle.Asset, error) {
	if h.markets == nil {
		return oracle.Asset{}, problem.NotConfigured("this service has been set up without prices")
	}
	asset, ok := oracle.Find(symbol)
	if !ok {
		return oracle.Asset{}, problem.Invalid("token", "%q is not an asset that there is a price for; give one of %s",
			clip.Shown(symbol, longestSymbol), strings.Join(oracle.Symbols(), ", "))
	}
	return asset, nil
}

// noPrice reports NotFound, if that is what went wrong.
func noPrice(asset oracle.Asset, err error) error {
	if errors.Is(err, prices.ErrNoPrice) {
		return problem.Unavailable(problem.CodeNoPrice, time.Minute,
			"no feed and no pool gives a price of %s now", asset.Symbol)
	}
	return err
}

func quotePair(q prices.Quote) string {
	if q.Pool != nil {
		return q.Pool.Pair()
	}
	return feedPair(q.Feeds)
}

// feedPair reads "WSTETH / ETH x ETH / USD".
func feedPair(c oracle.Candidate) string {
	pairs := response.Each(c, func(f oracle.Feed) string { return f.Pair() })
	return strings.Join(pairs, " x ")
}

// priceNumber is a price with 18 significant digits at most.
func priceNumber(d decimal.Decimal) json.Number {
	return json.Number(significant(d, priceDigits).String())
}

// significant rounds d to the given number of significant digits.
func significant(d decimal.Decimal, digits int) decimal.Decimal {
	return d.Round(int32(digits - d.NumDigits() - int(d.Exponent())))
}

// cents is an amount in USD to two places.
func cents(d decimal.Decimal) json.Number { return json.Number(d.Round(2).String()) }
