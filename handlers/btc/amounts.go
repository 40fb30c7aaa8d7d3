package btc

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/mempoolspace"
)

// satoshiDecimals is how many decimals a bitcoin has.
const satoshiDecimals = 8

// priceGoodFor is the maximum age of a price used for amounts in dollars.
const priceGoodFor = time.Hour

// btc are satoshis in bitcoin, exactly.
func btc(sat int64) json.Number { return response.Number(decimal.New(sat, -satoshiDecimals)) }

// usd are satoshis in dollars and cents, null without a price. Nothing is worth nothing at any price.
func usd(sat int64, price *mempoolspace.Price) *json.Number {
	switch {
	case sat == 0:
		return new(json.Number("0"))
	case price == nil:
		return nil
	}
	worth := decimal.New(sat, -satoshiDecimals).Mul(decimal.NewFromFloat(price.USD)).Round(2)
	return new(response.Number(worth))
}

// price is what a bitcoin is worth now, which an old price does not tell.
func (h *Handlers) price(ctx context.Context) (*mempoolspace.Price, error) {
	price, err := h.space.Price(ctx)
	if err == nil {
		err = upstream.TooOld(space, time.Unix(price.Time, 0), h.now(), priceGoodFor)
	}
	return price, err
}

func priceOrNull(price *mempoolspace.Price) (usd *float64, at *time.Time) {
	if price == nil {
		return nil, nil
	}
	return &price.USD, moment(price.Time)
}

// rate is a fee rate with the three decimals that the explorers give.
func rate(satPerVByte float64) float64 { return math.Round(satPerVByte*1000) / 1000 }

// vbytes are weight units in virtual bytes, rounded up (BIP 141).
func vbytes(weight int64) int64 { return (weight + 3) / 4 }

// moment is a time in seconds since 1970, null if there is none.
func moment(seconds int64) *time.Time {
	if seconds <= 0 {
		return nil
	}
	return new(time.Unix(seconds, 0).UTC())
}
