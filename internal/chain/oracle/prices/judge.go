package prices

import (
	"slices"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/oracle"
)

// Depths of pools in USD that Confidence distinguishes.
const (
	shallow = 100_000
	deep    = 1_000_000
)

// The basis of a price, as Confidence.
const (
	byFeeds       = 0.95 // a feed that another source agrees with
	byOneFeed     = 0.85 // a feed without anything to compare with
	byDeepPool    = 0.75
	byMiddlePool  = 0.6
	byShallowPool = 0.4
	ofUnderlying  = 0.4
	agreeingPool  = 0.1 // added for a pool that agrees with another
)

// The most that a warning leaves of it.
const (
	leftWhenUnknown   = 0.8
	leftWhenDepegged  = 0.7
	leftWhenClosed    = 0.6
	leftInGrace       = 0.6
	leftWhenOutlier   = 0.6 // sources disagree, but most agree with the price
	leftWhenDisputed  = 0.3
	leftWhenStale     = 0.2
	leftWhenStaleOpen = 0.3 // of an asset with market hours, while its market is open
)

// compare checks the price against all readings of the asset's own price.
func (s *sheet) compare(q *Quote, others []reading) {
	lowest := q.Price
	highest := q.Price
	q.Compared = len(others)
	q.Agreeing = agreeing(q.Price, others, q.Asset.Bound())
	if q.Stale || q.byUnderlying() { // it is not one of them itself
		q.Compared++
		q.Agreeing++
	}
	for _, r := range others {
		lowest = decimal.Min(lowest, r.price)
		highest = decimal.Max(highest, r.price)
		if r.depth != nil && (q.Depth == nil || r.depth.LessThan(*q.Depth)) {
			q.Depth = r.depth
		}
	}
	if q.disputed {
		q.Warnings = append(q.Warnings, Disagree)
	}
	if q.Compared < 2 {
		return
	}

	spread := decimal.Zero
	if highest.GreaterThan(lowest) {
		spread = dexpool.Divide(highest.Sub(lowest).Shift(2), q.Price)
	}
	q.Spread = &spread
	if !q.disputed && apart(lowest, highest, q.Asset.Bound()) {
		q.Warnings = append(q.Warnings, Disagree)
	}
}

// outvoted reports whether at most half of the sources agree with the price.
func (q *Quote) outvoted() bool { return q.disputed || 2*q.Agreeing <= q.Compared }

func (q *Quote) byUnderlying() bool { return slices.Contains(q.Warnings, Underlying) }

// judge computes the confidence: the basis of the price, less the warnings' deductions.
func (q *Quote) judge() {
	q.Confidence = q.standing()
	most := func(left float64) { q.Confidence = min(q.Confidence, left) }
	for _, w := range q.Warnings {
		switch w {
		case oracle.Unknown.Warning():
			most(leftWhenUnknown)
		case oracle.Grace.Warning():
			most(leftInGrace)
		case Depegged:
			most(leftWhenDepegged)
		case MarketClosed:
			most(leftWhenClosed)
		case Disagree:
			if q.outvoted() {
				most(leftWhenDisputed)
			}
			most(leftWhenOutlier)
		}
	}

	switch timed := q.Asset.Hours() != oracle.Always; {
	case q.Stale && !timed:
		most(leftWhenStale)
	case q.Stale && !slices.Contains(q.Warnings, MarketClosed):
		most(leftWhenStaleOpen)
	}
}

func (q *Quote) standing() float64 {
	switch {
	case q.byUnderlying():
		return ofUnderlying
	case q.Pool == nil && q.Compared > 1:
		return byFeeds
	case q.Pool == nil:
		return byOneFeed
	}

	standing := byShallowPool
	switch {
	case q.depth.GreaterThanOrEqual(decimal.NewFromInt(deep)):
		standing = byDeepPool
	case q.depth.GreaterThanOrEqual(decimal.NewFromInt(shallow)):
		standing = byMiddlePool
	}
	if q.Compared > 1 {
		standing += agreeingPool
	}
	return standing
}
