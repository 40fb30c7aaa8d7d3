package usage

import (
	"context"
	"time"
)

// Usage is counted by the minute at first, by the hour from MinutesFor on, and by the day of UTC from HoursFor on.
const (
	MinutesFor = 2 * time.Hour
	HoursFor   = 8 * 24 * time.Hour
)

// Span is a time cut into parts of equal length. From and Width are whole minutes, or whole hours or days where From
// lies further back than MinutesFor or HoursFor.
type Span struct {
	From  time.Time
	Width time.Duration
	Parts int
}

// To is the end of the last part.
func (s Span) To() time.Time { return s.From.Add(time.Duration(s.Parts) * s.Width) }

// Part is the totals of one part of a Span.
type Part struct {
	Start time.Time
	RouteUsage
}

// PayerUsage is what one payer bought.
type PayerUsage struct {
	Payer      string
	Paid       int64 // sales whose settlement stands
	Reverted   int64
	RevenueUSD string    // decimal dollars
	LastAt     time.Time // beginning of the minute, or of the hour, of the last sale
}

// Refusal counts requests that became no sale for one reason.
type Refusal struct {
	Outcome string // OutcomeRejected or OutcomeError
	Reason  string
	Count   int64
}

// Report is the usage within a Span. A settlement that the chain took back is counted when that was found, so that
// Paid and RevenueUSD of a time can be negative; over all time they are those of Summary.
type Report struct {
	Span
	Total    RouteUsage   // without a route
	ByTime   []Part       // every part, in order, also those in which nothing happened
	Routes   []RouteUsage // by route name
	Payers   []PayerUsage // those with the most sales, at most MostPayers
	Buyers   int64        // how many payers bought something
	Refusals []Refusal    // the most frequent first
}

// MostPayers bounds the list of payers in a Report.
const MostPayers = 200

// Periods tells usage by time. Implementations are safe for concurrent use by many processes.
type Periods interface {
	// Report adds up what was counted within span.
	Report(ctx context.Context, span Span) (Report, error)
	// TidyPeriods makes hours of the minutes, and days of the hours, that are old enough at now, and deletes what
	// began before the hour of the time before.
	TidyPeriods(ctx context.Context, now, before time.Time) error
}
