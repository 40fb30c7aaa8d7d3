package server

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/server/discovery"
)

const (
	bookEvery = 5 * time.Second
	// bookRead and bookDay are how often what all replicas have counted is read: what settlements take, which is a few
	// rows, and the sales of a day, which are as many as the payers of its hours.
	bookRead = 15 * time.Second
	bookDay  = time.Minute
	// bookHolds bounds the settlements that wait to be written; the store may be away.
	bookHolds = 10_000
	// settledWithin is how far back the settlement figures for buyers go.
	settledWithin = 7 * 24 * time.Hour
	dayHours      = 24
)

// networkBook counts what settlements on each payment network take and cost, for all replicas together. A settlement
// does not wait for it.
type networkBook struct {
	store    usage.Networks
	networks []x402.Network
	coins    map[string]coin
	declared string // dollars of the facilitator's fee; "" when it is not set, or when we settle ourselves
	now      func() time.Time
	warn     func(text string, attrs ...any)

	mu      sync.Mutex
	waiting []usage.Settled
	settled map[string]usage.Settlements // within settledWithin, as last read
	day     []usage.NetworkUsage         // of the last 24 hours, likewise
	readAt  time.Time                    // settled
	dayAt   time.Time                    // day
}

func newNetworkBook(p Parts) *networkBook {
	b := &networkBook{
		store:    p.ByNetwork,
		networks: p.Networks,
		coins:    map[string]coin{},
		now:      p.Now,
		warn:     p.Log.Warn,
	}
	for _, n := range p.Networks {
		b.coins[n.CAIP2] = coinOf(n)
	}
	if !p.settles() {
		b.declared = p.Config.FacilitatorFee
	}
	return b
}

// add counts the settlement of a sale that was paid.
func (b *networkBook) add(sale payment.Sale) {
	if b.store == nil || sale.Settle <= 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) >= bookHolds {
		return
	}
	b.waiting = append(b.waiting, usage.Settled{
		Time:    b.now(),
		Network: sale.Network,
		Took:    sale.Settle,
		Spent:   sale.Coins,
	})
}

// run writes and reads until ctx ends.
func (b *networkBook) run(ctx context.Context) {
	if b.store == nil {
		return
	}
	tick.Now(ctx, bookEvery, func(ctx context.Context) {
		b.write(ctx)
		if b.isOlder(&b.readAt, bookRead) {
			b.read(ctx)
		}
	})
}

// write hands the store what waits. What it does not take goes on waiting.
func (b *networkBook) write(ctx context.Context) (wrote bool) {
	b.mu.Lock()
	batch := b.waiting
	b.waiting = nil
	b.mu.Unlock()
	if b.store == nil || len(batch) == 0 {
		return false
	}

	if err := b.store.AppendSettled(ctx, batch); err != nil {
		b.warn("times and costs of settlements not written yet", "error", err)
		b.mu.Lock()
		defer b.mu.Unlock()
		b.waiting = append(batch, b.waiting...)
		return false
	}
	return true
}

// read takes in what all replicas have counted. While the store does not answer, what it said last stands.
func (b *networkBook) read(ctx context.Context) {
	now := b.now()
	settled, err := b.store.SettledSince(ctx, now.Add(-settledWithin))
	if err == nil {
		b.mu.Lock()
		b.settled = settled
		b.readAt = now
		b.mu.Unlock()
	}
	if err == nil && b.isOlder(&b.dayAt, bookDay) {
		err = b.readDay(ctx, now)
	}
	if err != nil && ctx.Err() == nil {
		b.warn("figures of payment networks not read", "error", err)
	}
}

// readDay takes in the sales of the last 24 hours.
func (b *networkBook) readDay(ctx context.Context, now time.Time) error {
	parts, err := b.store.ReportNetworks(ctx, lastHours(now))
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.day = usage.ByNetwork(parts)
	b.dayAt = now
	return nil
}

// isOlder says that what was last read at a time is older than that.
func (b *networkBook) isOlder(at *time.Time, than time.Duration) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now().Sub(*at) >= than
}

// lastHours are the last 24, the one that has begun among them.
func lastHours(now time.Time) usage.Span {
	return usage.Span{
		From:  now.UTC().Truncate(time.Hour).Add(-(dayHours - 1) * time.Hour),
		Width: time.Hour,
		Parts: dayHours,
	}
}

// told are the settlement figures for buyers, by network.
func (b *networkBook) told() map[string]discovery.Settlement {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := map[string]discovery.Settlement{}
	for _, n := range b.networks {
		all[n.CAIP2] = b.settlementOf(n.CAIP2)
	}
	return all
}

// settlementOf is that of a network. The caller holds mu.
func (b *networkBook) settlementOf(network string) discovery.Settlement {
	measured := b.settled[network]
	told := discovery.Settlement{
		Median: measured.Median(),
		Count:  measured.Count(),
	}

	symbol := b.coins[network].symbol
	switch {
	case measured.Paid > 0 && symbol != "":
		told.Coin = symbol
		told.Least = measured.Least.String()
		told.Most = measured.Most.String()
		told.Basis = discovery.Measured
	case b.declared != "":
		told.Coin = "USD"
		told.Least = b.declared
		told.Most = b.declared
		told.Basis = discovery.Declared
	}

	return told
}

// lastDay are the figures of the last 24 hours.
func (b *networkBook) lastDay() []usage.NetworkUsage {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.day
}

// collector shows the ledger's figures of the last 24 hours by network, the same on all replicas.
func (b *networkBook) collector() prometheus.Collector {
	revenue := described("farebox_network_day_revenue_usd",
		"Settled sales of all replicas within the last 24 hours, in US dollars.", "network")
	paid := described("farebox_network_day_paid", "Settled sales of all replicas within the last 24 hours.", "network")
	spent := described("farebox_network_day_spent_coins",
		"What settlements of the last 24 hours have cost the keys of all replicas, in the network's coin.",
		"network", "coin")

	return scrape(func(into chan<- prometheus.Metric) {
		for _, u := range b.lastDay() {
			into <- prometheus.MustNewConstMetric(revenue, prometheus.GaugeValue, u.Revenue.InexactFloat64(), u.Network)
			into <- prometheus.MustNewConstMetric(paid, prometheus.GaugeValue, float64(u.Paid), u.Network)
			if u.Settlements.Paid > 0 {
				into <- prometheus.MustNewConstMetric(spent, prometheus.GaugeValue,
					u.Settlements.Spent.Decimal().InexactFloat64(), u.Network, b.coins[u.Network].symbol)
			}
		}
	}, revenue, paid, spent)
}
