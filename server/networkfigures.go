package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/server/admin"
)

// networkMetrics are those of one payment network.
type networkMetrics struct {
	settle  prometheus.Observer
	revenue prometheus.Counter
}

// networkMetrics are found once for each network.
func (m *metrics) networksOf(networks []x402.Network) map[string]networkMetrics {
	all := map[string]networkMetrics{}
	for _, n := range networks {
		all[n.CAIP2] = networkMetrics{
			settle:  m.settle.WithLabelValues(n.CAIP2),
			revenue: m.earned.WithLabelValues(n.CAIP2),
		}
	}
	return all
}

// sale counts a paid request for its network.
func (m *metrics) sale(r *routeMetrics, sale payment.Sale, isPaid bool) {
	n, known := m.networks[sale.Network]
	if !known {
		return
	}
	if sale.Settle > 0 {
		n.settle.Observe(sale.Settle.Seconds())
	}
	if isPaid {
		n.revenue.Add(r.dollars)
		m.book.add(sale)
	}
}

// networkStates are the payment networks, in their order, for the dashboard.
func (s *Server) networkStates() []admin.NetworkState {
	var all []admin.NetworkState
	for _, n := range s.parts.Networks {
		state := admin.NetworkState{
			Network: n.CAIP2,
			Name:    n.Name,
			Coin:    coinSymbol(n),
		}
		if c, spends := s.settling.coins[n.CAIP2]; spends {
			_, priced := s.settling.price(c.symbol)
			state.Unpriced = !priced
		}
		if err := s.gate.Settles(n.CAIP2); err != nil {
			state.Closed = err.Error()
		}
		all = append(all, state)
	}
	return all
}
