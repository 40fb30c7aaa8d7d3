package prices

import (
	"maps"
	"math"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/oracle"
)

// Recent is a price's recent movement.
type Recent struct {
	Source  string        // Rounds or Swaps, "" when there is nothing to tell
	Window  time.Duration // how far it was to look back
	Covered time.Duration // how far it did look back: from the first sample, or the start of the window, to now
	Samples int
	Change  *decimal.Decimal // per cent, from the first sample to the last; nil with fewer than two
	// Volatility is the standard deviation of the logarithmic returns from one sample to the next, in per cent, not
	// scaled to any period; nil with fewer than three. As a statistic it is not a decimal.
	Volatility *float64
}

const (
	roundsWindow = 24 * time.Hour
	bucket       = 5 * time.Minute // period over which swaps are averaged into a sample
)

// recentRounds is the last day's movement by a feed's earlier answers. The first sample is the answer in force when
// the day began. Returns across skipped rounds do not count for the volatility.
func recentRounds(rounds []oracle.Round, now time.Time) Recent {
	start := now.Add(-roundsWindow)
	list := oracle.Window(rounds, start)
	r := Recent{
		Source:  Rounds,
		Window:  roundsWindow,
		Samples: len(list),
	}
	if len(list) == 0 {
		return r
	}

	first := list[0]
	last := list[len(list)-1]
	r.Covered = min(roundsWindow, now.Sub(first.At))
	r.Change = change(first.Price, last.Price, len(list))
	var returns []float64
	for i := 1; i < len(list); i++ {
		if gap := new(big.Int).Sub(list[i].ID, list[i-1].ID); gap.Cmp(big.NewInt(1)) == 0 {
			returns = append(returns, logReturn(list[i-1].Price, list[i].Price))
		}
	}

	r.Volatility = deviation(returns)
	return r
}

// recentTrades is the movement by the last hour's swaps, sampled every five minutes.
func recentTrades(f *flow, legs map[common.Address]dexpool.Leg, now time.Time) Recent {
	r := Recent{Source: Swaps, Window: tradesWindow}
	buckets := map[int64][]dexpool.Swap{}
	for _, x := range f.all {
		at := x.Time.Unix() / int64(bucket/time.Second)
		buckets[at] = append(buckets[at], x)
		r.Covered = min(tradesWindow, now.Sub(x.Time))
	}

	var prices []decimal.Decimal
	for _, at := range slices.Sorted(maps.Keys(buckets)) {
		if w, ok := dexpool.VWAP(buckets[at], legs); ok {
			prices = append(prices, w.Price)
		}
	}

	if r.Samples = len(prices); r.Samples == 0 {
		return r
	}

	r.Change = change(prices[0], prices[len(prices)-1], len(prices))
	var returns []float64
	for i := 1; i < len(prices); i++ {
		returns = append(returns, logReturn(prices[i-1], prices[i]))
	}

	r.Volatility = deviation(returns)
	return r
}

// change is the change from first to last in per cent, or nil with fewer than two samples.
func change(first, last decimal.Decimal, samples int) *decimal.Decimal {
	if samples < 2 {
		return nil
	}
	c := dexpool.Divide(last.Shift(2), first).Sub(decimal.NewFromInt(100))
	return &c
}

func logReturn(before, after decimal.Decimal) float64 {
	return math.Log(dexpool.Divide(after, before).InexactFloat64())
}

// deviation is the sample standard deviation in per cent, or nil with fewer than two values.
func deviation(list []float64) *float64 {
	if len(list) < 2 {
		return nil
	}
	mean := 0.0
	for _, x := range list {
		mean += x / float64(len(list))
	}
	squares := 0.0
	for _, x := range list {
		squares += (x - mean) * (x - mean)
	}
	d := 100 * math.Sqrt(squares/float64(len(list)-1))
	if math.IsNaN(d) || math.IsInf(d, 0) {
		return nil // prices too far apart to mean anything
	}
	return &d
}
