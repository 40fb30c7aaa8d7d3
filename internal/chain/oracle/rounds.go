package oracle

import (
	"math/big"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle/contracts"
	"github.com/farebox/farebox/internal/each"
)

// Round is an earlier answer of a feed.
type Round struct {
	ID    *big.Int
	Price decimal.Decimal
	At    time.Time
}

// DenseRounds is how many rounds RoundIDs steps back one by one.
const DenseRounds = 120

// strides are the steps back after the dense rounds, in rounds: a frequent feed has more than DenseRounds a day.
func strides() []uint64 {
	return []uint64{130, 140, 160, 180, 200, 240, 280, 320, 360, 400, 480, 560, 640, 720, 800, 960}
}

// RoundIDs returns the earlier rounds to read from the round with this id, newest first: DenseRounds one by one,
// then a few further back. They end at the first round of the same aggregator (a proxy's round id is phase * 2^64 +
// the aggregator's own, which counts from 1): the previous one is in another contract.
func RoundIDs(latest *big.Int) []*big.Int {
	own := new(big.Int).And(latest, new(big.Int).SetUint64(1<<64-1)).Uint64()
	var list []*big.Int
	step := func(back uint64) {
		if back < own {
			list = append(list, new(big.Int).Sub(latest, new(big.Int).SetUint64(back)))
		}
	}
	for back := uint64(1); back <= DenseRounds; back++ {
		step(back)
	}
	for _, back := range strides() {
		step(back)
	}
	return list
}

// RoundReads are the reads of these rounds, for DecodeRounds.
func (f Feed) RoundReads(ids []*big.Int) []evm.Read {
	c := contracts.NewAggregator()
	return each.Of(ids, func(id *big.Int) evm.Read { return evm.Read{To: f.Proxy, Data: c.PackGetRoundData(id)} })
}

// DecodeRounds reads the results of RoundReads. Rounds without data or price are left out.
func DecodeRounds(results []evm.Result, decimals uint8, now time.Time) []Round {
	c := contracts.NewAggregator()
	var list []Round
	for _, r := range results {
		if !r.OK {
			continue
		}
		round, err := c.UnpackGetRoundData(r.Data)
		if err != nil || round.Answer.Sign() <= 0 {
			continue
		}
		if at, ok := moment(round.UpdatedAt, now); ok {
			list = append(list, Round{round.RoundId, decimal.NewFromBigInt(round.Answer, -int32(decimals)), at})
		}
	}
	return list
}

// Window returns the rounds in force since start, oldest first, without repeats: those since then, and the one
// before, which was the price at start.
func Window(rounds []Round, start time.Time) []Round {
	sorted := slices.Clone(rounds)
	slices.SortFunc(sorted, func(a, b Round) int { return a.ID.Cmp(b.ID) })
	sorted = slices.CompactFunc(sorted, func(a, b Round) bool { return a.ID.Cmp(b.ID) == 0 })
	first := 0
	for i, r := range sorted {
		if !r.At.After(start) {
			first = i
		}
	}
	return sorted[first:]
}
