package cost

import (
	"math"
	"math/big"

	"github.com/shopspring/decimal"
)

// Coins is an amount of the coin that a network takes for its transactions, in trillionths of one: whole numbers, as
// small as a settlement's share of gas, whose sums are exact in every database.
type Coins int64

// coinPlaces are the decimals of a coin that [Coins] has.
const coinPlaces = 12

// CoinsOf is an amount in a network's smallest unit, of which a coin has 10^decimals, rounded up. What is more than
// can be told becomes the highest amount.
func CoinsOf(units *big.Int, decimals int32) Coins {
	trillionths := decimal.NewFromBigInt(units, coinPlaces-decimals).Ceil()
	switch {
	case trillionths.Sign() <= 0:
		return 0
	case trillionths.GreaterThan(decimal.NewFromInt(math.MaxInt64)):
		return math.MaxInt64
	}
	return Coins(trillionths.IntPart())
}

// Decimal is the amount in whole coins.
func (c Coins) Decimal() decimal.Decimal { return decimal.New(int64(c), -coinPlaces) }

// String is the amount in whole coins, without needless zeros.
func (c Coins) String() string { return c.Decimal().String() }
