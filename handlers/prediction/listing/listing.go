// Package listing puts the markets of all venues into one shape: prices as probabilities from 0 to 1, both sides,
// volume with its unit, and what became of them.
package listing

import (
	"encoding/json"
	"math"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// The venues, as ids of markets begin.
const (
	Polymarket = "polymarket"
	Kalshi     = "kalshi"
	Manifold   = "manifold"
)

// widest is the spread up to which the middle of bid and ask is taken for the probability.
const widest = 0.10

// Event is a group of markets at one venue.
type Event struct {
	Venue     string
	ID        string // as callers give it: "kalshi:KXELONMARS-99"
	Title     string
	URL       string
	Exclusive *bool // nil when the venue does not say
	Markets   []gen.PredictionListing
}

// PlayMoney says whether a venue's bets are of play money.
func PlayMoney(venue string) bool { return venue == Manifold }

// quotes are the prices of a market that trades, nil where there is none.
type quotes struct {
	bid, ask, last *float64
	spread         *float64 // as the venue tells it: an empty side counts as 0 or 1
}

// middle is the price between the offers, as the venue counts a side without any.
func (q quotes) middle() (middle, spread float64, ok bool) {
	switch {
	case q.bid != nil && q.ask != nil:
		return (*q.bid + *q.ask) / 2, *q.ask - *q.bid, *q.ask >= *q.bid
	case q.spread == nil:
		return 0, 0, false
	case q.bid != nil:
		return *q.bid + *q.spread/2, *q.spread, true
	case q.ask != nil:
		return *q.ask - *q.spread/2, *q.spread, true
	}
	return 0, 0, false
}

// put sets the prices of a listing and the probability that follows from them. Where trading has ended, the quotes are
// what was left in the book and are no price.
func (q quotes) put(l *gen.PredictionListing, trading bool) {
	l.LastPrice = q.last
	if trading {
		l.YesBid = q.bid
		l.YesAsk = q.ask
		l.NoBid = bidOf(q.ask)
		l.NoAsk = other(q.bid)
	}

	if middle, spread, ok := q.middle(); ok && trading {
		spread = response.Round(spread, 6)
		if q.bid != nil && q.ask != nil {
			l.Spread = &spread
		}
		if spread <= widest {
			setProbability(l, middle, gen.PredictionListingProbabilityBasisMidpoint)
			return
		}
	}

	if q.last != nil {
		setProbability(l, *q.last, gen.PredictionListingProbabilityBasisLastTrade)
	}
}

// over takes out what is of the last day or of the book: once trading has ended, it stays as it was then.
func over(l *gen.PredictionListing) {
	l.Volume24H = nil
	l.Volume24HUsdEst = nil
	l.Liquidity = nil
}

func setProbability(l *gen.PredictionListing, value float64, basis gen.PredictionListingProbabilityBasis) {
	l.Probability = new(response.Round(value, 6))
	l.ProbabilityBasis = new(basis)
}

// settle sets the outcome of a market of two sides: yes is what a share of its first outcome pays. An outcome that is
// disputed does not become the probability.
func settle(l *gen.PredictionListing, resolution string, kind gen.PredictionListingResolutionKind, yes *float64) {
	l.Resolution = response.OrNull(resolution)
	l.ResolutionKind = new(kind)
	l.YesPayout = yes
	if l.Status != gen.Resolved {
		return
	}
	l.Probability = nil
	l.ProbabilityBasis = nil
	if yes != nil {
		setProbability(l, *yes, gen.PredictionListingProbabilityBasisResolution)
	}
}

// twoSides are the outcomes of a market whose first has the listing's probability.
func twoSides(l *gen.PredictionListing, names, tokens []string) {
	for i, name := range names {
		o := gen.PredictionOutcome{Name: name}
		if i < len(tokens) {
			o.TokenID = response.OrNull(tokens[i])
		}
		switch {
		case l.Probability == nil || len(names) != 2:
		case i == 0:
			o.Probability = l.Probability
		default:
			o.Probability = other(l.Probability)
		}
		l.Outcomes = append(l.Outcomes, o)
	}
	l.Outcomes = response.Items(l.Outcomes)
}

// other is the price of the other side.
func other(p *float64) *float64 {
	if p == nil {
		return nil
	}
	return new(response.Round(1-*p, 6))
}

// bidOf is what the other side can be sold for when this side is offered at ask: nothing at 1.
func bidOf(ask *float64) *float64 {
	if ask == nil || *ask == 1 {
		return nil
	}
	return other(ask)
}

// price is a price of a share, nil if it is not one.
func price(t scalar.Text) *float64 {
	n, ok := t.Number()
	if !ok || math.IsNaN(n) || n < 0 || n > 1 {
		return nil
	}
	return new(response.Round(n, 6))
}

// quote is a price above 0: an empty side of a book is written as 0.
func quote(t scalar.Text) *float64 {
	if p := price(t); p != nil && *p > 0 {
		return p
	}
	return nil
}

// count is an amount that is not negative, nil if it is not one.
func count(t scalar.Text) *float64 {
	n, ok := t.Number()
	if !ok || math.IsNaN(n) || math.IsInf(n, 0) || n < 0 {
		return nil
	}
	return new(response.Round(n, 6))
}

// USD is an amount in dollars and cents, nil if there is none.
func USD(amount *float64) *json.Number {
	if amount == nil || math.IsNaN(*amount) || math.IsInf(*amount, 0) {
		return nil
	}
	return new(response.Number(decimal.NewFromFloat(*amount).Round(2)))
}

// moment is a time as venues write it, nil if it is not one, and for the year 1, which stands for that.
func moment(text string) *time.Time {
	return response.MomentOf(text, time.RFC3339, "2006-01-02 15:04:05-07", "2006-01-02 15:04:05.999999-07")
}

// millis is a time in milliseconds since 1970, nil for 0 and for what no calendar has.
func millis(ms int64) *time.Time {
	if ms <= 0 || ms > 253402300799999 {
		return nil
	}
	return response.Moment(new(time.UnixMilli(ms)))
}

// apart is what sets a market apart in its event, nil when it is its title.
func apart(name, title string) *string {
	name = strings.TrimSpace(name)
	if name == "" || strings.EqualFold(name, title) {
		return nil
	}
	return &name
}

// Volume24hUSD is the estimate as a number, 0 where there is none: for ranking.
func Volume24hUSD(l gen.PredictionListing) float64 {
	if l.Volume24HUsdEst == nil {
		return 0
	}
	n, err := l.Volume24HUsdEst.Float64()
	if err != nil {
		return 0
	}
	return n
}
