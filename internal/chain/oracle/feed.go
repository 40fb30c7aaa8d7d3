package oracle

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle/contracts"
	"github.com/farebox/farebox/internal/clip"
)

// Reasons why a feed's answer is unusable.
var (
	ErrReverted    = errors.New("the feed does not answer")
	ErrDescription = errors.New("the feed is of another pair")
	ErrAnswer      = errors.New("the feed's answer is not above the least that it can say")
	ErrTime        = errors.New("the feed has never been updated, or in the future")
	ErrDecimals    = errors.New("the feed does not tell its decimals")
)

// maxDecimals is far above the 18 of any feed.
const maxDecimals = 36

// leastAnswer is the smallest that a feed can say: aggregators stop there, whatever the price has fallen to.
var leastAnswer = big.NewInt(1)

// maxAhead is how far a feed's time may be ahead of our clock.
const maxAhead = 5 * time.Minute

// Answer is the answer of a feed, or of the product of several.
type Answer struct {
	Price     decimal.Decimal // quote currency per unit, exact
	Decimals  uint8           // of the (first) feed's answer
	Round     *big.Int        // proxy round id of the (first) feed: phase * 2^64 + round of its aggregator
	UpdatedAt time.Time       // of the oldest feed in a product
	Newest    time.Time       // when the newest feed in a product was updated
	Age       time.Duration   // at the time of reading, never below 0
	Stale     bool            // a feed's answer is older than its heartbeat allows
	Err       error           // why there is no price; then nothing else is set
}

// Reads is the number of contract reads that Feed.Reads makes.
const Reads = 3

// Reads are the reads for [Feed.Decode]: latestRoundData, decimals, description.
func (f Feed) Reads() []evm.Read {
	c := contracts.NewAggregator()
	return []evm.Read{{To: f.Proxy, Data: c.PackLatestRoundData()}, {To: f.Proxy, Data: c.PackDecimals()}, {To: f.Proxy, Data: c.PackDescription()}}
}

// Pair is the description that the feed must have: "ETH / USD".
func (f Feed) Pair() string { return f.Base + " / " + f.Quote }

// Limit is the age from which an answer of the feed is stale: its heartbeat, a tenth of it, and a minute.
func (f Feed) Limit() time.Duration { return f.Heartbeat + f.Heartbeat/10 + time.Minute }

// Decode reads the results of Reads, as of now.
func (f Feed) Decode(results []evm.Result, now time.Time) Answer {
	if len(results) != Reads || !results[0].OK {
		return Answer{Err: ErrReverted}
	}
	round, err := contracts.NewAggregator().UnpackLatestRoundData(results[0].Data)
	if err != nil {
		return Answer{Err: ErrReverted}
	}

	decimals, ok := results[1].Uint()
	if !ok || !decimals.IsUint64() || decimals.Uint64() > maxDecimals {
		return Answer{Err: ErrDecimals}
	}

	text, _ := results[2].Text()
	if !samePair(text, f.Pair()) {
		return Answer{Err: fmt.Errorf("%w: it calls itself %q, not %q", ErrDescription, clip.Shown(text, 40), f.Pair())}
	}
	if round.Answer.Sign() <= 0 || decimals.Sign() > 0 && round.Answer.Cmp(leastAnswer) <= 0 {
		return Answer{Err: ErrAnswer}
	}

	updated, ok := moment(round.UpdatedAt, now)
	if !ok {
		return Answer{Err: ErrTime}
	}

	age := max(0, now.Sub(updated))
	return Answer{
		Price: decimal.NewFromBigInt(round.Answer, -int32(decimals.Uint64())), Decimals: uint8(decimals.Uint64()), Round: round.RoundId,
		UpdatedAt: updated, Newest: updated, Age: age, Stale: age > f.Limit(),
	}
}

// moment reads a feed's time. ok is false for zero and for the future.
func moment(seconds *big.Int, now time.Time) (time.Time, bool) {
	if seconds.Sign() <= 0 || seconds.BitLen() > 40 {
		return time.Time{}, false
	}
	t := time.Unix(seconds.Int64(), 0).UTC()
	return t, !t.After(now.Add(maxAhead))
}

// samePair compares descriptions. Case and blanks differ between feeds (cbETH / USD, CBETH/USD), and Chainlink's
// SVR feeds have a suffix.
func samePair(got, want string) bool {
	fold := func(s string) string {
		s = strings.ToUpper(strings.ReplaceAll(s, " ", ""))
		return strings.TrimSuffix(strings.TrimSuffix(s, "SVR"), "-")
	}
	return fold(got) == fold(want)
}

// Product is the answer of a candidate: the product of its feeds' prices, as old as the oldest of them. answers are
// those of the candidate's feeds, in order.
func Product(answers ...Answer) Answer {
	whole := answers[0]
	for _, a := range answers {
		if a.Err != nil {
			return Answer{Err: a.Err}
		}
	}

	for _, a := range answers[1:] {
		whole.Price = whole.Price.Mul(a.Price)
		whole.Stale = whole.Stale || a.Stale
		if a.Newest.After(whole.Newest) {
			whole.Newest = a.Newest
		}
		if a.UpdatedAt.Before(whole.UpdatedAt) {
			whole.Age = a.Age
			whole.UpdatedAt = a.UpdatedAt
		}
	}
	return whole
}
