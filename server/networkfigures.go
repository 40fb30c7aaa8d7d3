package server

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/server/admin"
)

// networkMetrics are those of one payment network: what this process has sold there since it began.
type networkMetrics struct {
	network x402.Network
	settle  prometheus.Observer
	revenue prometheus.Counter

	paid     atomic.Int64
	earned   atomic.Int64 // millionths of a dollar
	settled  atomic.Int64 // settlements that took time of a request
	settling atomic.Int64 // that time, nanoseconds
}

// networkMetrics are found once for each network.
func (m *metrics) networksOf(networks []x402.Network) map[string]*networkMetrics {
	all := map[string]*networkMetrics{}
	for _, n := range networks {
		all[n.CAIP2] = &networkMetrics{
			network: n,
			settle:  m.settle.WithLabelValues(n.CAIP2),
			revenue: m.revenue.WithLabelValues(n.CAIP2),
		}
	}
	return all
}

// sold counts a sale and what it was for.
func (n *networkMetrics) sold(price decimal.Decimal) {
	const millionths = 6
	n.paid.Add(1)
	n.earned.Add(price.Shift(millionths).IntPart())
	n.revenue.Add(price.InexactFloat64())
}

// took counts the time of a settlement.
func (n *networkMetrics) took(t time.Duration) {
	n.settled.Add(1)
	n.settling.Add(int64(t))
	n.settle.Observe(t.Seconds())
}

// networkFigures are those of all payment networks, in their order, for the dashboard.
func (s *Server) networkFigures() []admin.NetworkFigures {
	var all []admin.NetworkFigures
	for _, n := range s.parts.Networks {
		m := s.metrics.networks[n.CAIP2]
		f := admin.NetworkFigures{
			Network: n.CAIP2,
			Name:    n.Name,
			Paid:    m.paid.Load(),
			Earned:  decimal.New(m.earned.Load(), -6),
			Spent:   s.spentOn(n),
		}

		if settled := m.settled.Load(); settled > 0 {
			f.Settles = time.Duration(m.settling.Load() / settled)
		}
		if err := s.gate.Settles(n.CAIP2); err != nil {
			f.Closed = err.Error()
		}
		all = append(all, f)
	}
	return all
}

// spentOn is what our own keys have spent for payments on a network, in its coin; "" where others settle.
func (s *Server) spentOn(n x402.Network) string {
	if s.parts.Fees != nil {
		for _, f := range s.parts.Fees() {
			if f.Network == n.CAIP2 {
				const lamports = 9
				return decimal.New(int64(f.Spent), -lamports).String() + " SOL"
			}
		}
	}
	if s.parts.Gas != nil {
		for _, f := range s.parts.Gas() {
			if f.Network == n.CAIP2 {
				return admin.Ether(f.Spent) + " " + nativeSymbol(n)
			}
		}
	}
	return ""
}

// sale counts a paid request for its network.
func (m *metrics) sale(r *routeMetrics, sale payment.Sale, isPaid bool) {
	n := m.networks[sale.Network]
	if n == nil {
		return
	}
	if sale.Settle > 0 {
		n.took(sale.Settle)
	}
	if isPaid {
		n.sold(r.sum)
	}
}
