// Package usage is what the operator looks at: one event per request, totals per route, the log of
// slow requests and the counter of rejected ones. Nothing here holds what a request asked for.
package usage

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/cost"
)

// Outcome of a request, as an event tells it.
const (
	OutcomeFree     = "free"     // a free route answered
	OutcomeQuoted   = "quoted"   // a paid route was called without payment and answered with its price
	OutcomePaid     = "paid"     // settled and answered
	OutcomeReplayed = "replayed" // a stored answer was given again, not charged
	OutcomeRejected = "rejected" // never became a sale through the caller: bad payment, bad input, wrong method
	OutcomeError    = "error"    // never became a sale through us or an upstream; not charged
	OutcomePending  = "pending"  // answered with settlement_pending; a paid event follows when it settles

	// Events of the chain's, not of a request.

	OutcomeReverted  = "reverted"  // the chain has taken the settlement of a sale back
	OutcomeResettled = "resettled" // such a sale was settled again
)

// Event is one request. It never holds the query, the body or a header.
type Event struct {
	ID          int64
	Time        time.Time
	Route       string // "GET /extract"; "" for a path that is not a route
	Status      int
	Outcome     string
	PriceUSD    string // decimal dollars; "" on free routes
	Network     string // CAIP-2; "" when no payment was read
	Payer       string // 0x address; "" when no payment was read
	Transaction string // settlement hash; "" when nothing was charged
	Version     int    // x402 version of the payment; 0 when none was read
	Latency     time.Duration
	Upstream    time.Duration // time spent waiting for data providers, summed
	Reason      string        // code of the problem, or the payment's refusal reason
	Cost        cost.Amount   // of provider calls, and of the settlement

	// Unlisted says that the request is counted in the totals and not listed as an event.
	Unlisted bool
}

// Slow is one request that took longer than the threshold.
type Slow struct {
	ID      int64
	Time    time.Time
	Route   string
	Status  int
	Latency time.Duration
	Reason  string // handler, upstream:<name>, facilitator, settle: where most of the time went
	Detail  string // the parts in milliseconds, "handler=12 facilitator=1530"
}

// RouteUsage is the totals of one route.
type RouteUsage struct {
	Route      string
	Calls      int64 // all requests, except pending ones: the paid event that follows is that call
	Quotes     int64
	Paid       int64 // sales whose settlement stands
	Reverted   int64 // sales whose settlement the chain has taken back; RevenueUSD is without them
	Replayed   int64
	Rejected   int64
	Errors     int64
	RevenueUSD string        // decimal dollars
	Cost       cost.Amount   // of all requests, those included that bought nothing
	P50        time.Duration // of calls that did the work, see Timed
	P95        time.Duration
	P99        time.Duration
}

// Summary is everything since the store was made.
type Summary struct {
	Since    time.Time
	Routes   []RouteUsage     // by route name
	Rejected map[string]int64 // by reason, since the counter was last cleared
}

// Store remembers usage. Implementations are safe for concurrent use by many processes.
type Store interface {
	// Append writes events and adds them to the totals, in one transaction. IDs are given by the store. An event that
	// is unlisted is only added to the totals.
	Append(ctx context.Context, events []Event) error
	// Events lists events with an id above since, in order, at most limit. A reader that passes the last id it
	// saw misses none, even while other processes write.
	Events(ctx context.Context, since int64, limit int) ([]Event, error)
	// Summarize gives the totals.
	Summarize(ctx context.Context) (Summary, error)
	// ClearRejected sets the counter of rejected requests to zero and returns what it held.
	ClearRejected(ctx context.Context) (int64, error)
	// AppendSlow writes slow requests.
	AppendSlow(ctx context.Context, slow []Slow) error
	// SlowLog lists slow requests, newest first; reason filters exactly unless it is empty.
	SlowLog(ctx context.Context, reason string, limit int) ([]Slow, error)
	// Prune deletes events and slow requests older than before. Totals stay.
	Prune(ctx context.Context, before time.Time) (int64, error)
}
