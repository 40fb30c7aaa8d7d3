package usage

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/cost"
)

// Settled is a settlement that a request has waited for.
type Settled struct {
	Time    time.Time
	Network string // CAIP-2
	Took    time.Duration
	Spent   cost.Coins // of our own keys; 0 when that is not known, or when others have paid
}

// Settlements are such settlements together.
type Settlements struct {
	Took  Histogram // of all
	Paid  int64     // those with a known cost
	Spent cost.Coins
	Least cost.Coins // of one; 0 when Paid is 0
	Most  cost.Coins
}

// Add puts others to these.
func (s *Settlements) Add(others Settlements) {
	if s.Took == nil {
		s.Took = Histogram{}
	}
	for bucket, n := range others.Took {
		s.Took[bucket] += n
	}
	if others.Paid == 0 {
		return
	}
	if s.Paid == 0 || others.Least < s.Least {
		s.Least = others.Least
	}
	s.Most = max(s.Most, others.Most)
	s.Paid += others.Paid
	s.Spent += others.Spent
}

// Count is how many there are.
func (s Settlements) Count() (n int64) {
	for _, counted := range s.Took {
		n += counted
	}
	return n
}

// Median is the time that half of them have taken, within [LatencyError]; 0 when there are none.
func (s Settlements) Median() time.Duration { return s.Took.Quantiles(0.5)[0] }

// NetworkUsage is what was sold on one payment network, and what its settlements have taken.
type NetworkUsage struct {
	Network     string // CAIP-2; "" for sales of releases that did not count them by network
	Paid        int64  // sales whose settlement stands
	Reverted    int64
	Revenue     decimal.Decimal // dollars
	Settlements Settlements
}

// NetworkPart is the usage of a network within a part of a [Span].
type NetworkPart struct {
	Start time.Time
	NetworkUsage
}

// Networks tells usage by payment network. Sales are those of the ledger: they are counted with the settlement, and
// none is lost or doubled. The times and costs of settlements are written in batches, of which a crash may lose one.
// Implementations are safe for concurrent use by many processes.
type Networks interface {
	// AppendSettled counts settlements.
	AppendSettled(ctx context.Context, all []Settled) error
	// SettledSince adds up, by network, the settlements since a time. Of a time that lies further back than MinutesFor
	// or HoursFor, the hour or day that it is in is left out, unless it begins then.
	SettledSince(ctx context.Context, since time.Time) (map[string]Settlements, error)
	// ReportNetworks are the parts of span in which something was sold or settled, by time and network.
	ReportNetworks(ctx context.Context, span Span) ([]NetworkPart, error)
}

// ByNetwork adds the parts of each network up, in the order of their names.
func ByNetwork(parts []NetworkPart) []NetworkUsage {
	var all []NetworkUsage
	for _, p := range parts {
		at, found := slices.BinarySearchFunc(all, p.Network, func(u NetworkUsage, name string) int {
			return strings.Compare(u.Network, name)
		})
		if !found {
			all = slices.Insert(all, at, NetworkUsage{Network: p.Network})
		}

		sum := &all[at]
		sum.Paid += p.Paid
		sum.Reverted += p.Reverted
		sum.Revenue = sum.Revenue.Add(p.Revenue)
		sum.Settlements.Add(p.Settlements)
	}
	return all
}
