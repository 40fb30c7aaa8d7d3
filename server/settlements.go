package server

import (
	"context"
	"math"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/farebox/farebox/server/platform"
)

// probeSettlements asks what is open in the ledger. When it does not say, the last answer stands, and ages.
func (m *monitor) probeSettlements(ctx context.Context) {
	standing, err := m.parts.Ledger.Standing(ctx)
	if err != nil {
		m.parts.Log.Warn("open settlements are not known", "error", err)
		return
	}
	m.probeChannels(ctx)

	m.mu.Lock()
	defer m.mu.Unlock()
	m.settlements = standing
	m.asked = m.parts.Now()
}

// settlementsHealth is nil before the ledger was asked. The caller holds mu.
func (m *monitor) settlementsHealth() *platform.SettlementsHealth {
	if m.asked.IsZero() {
		return nil
	}
	h := &platform.SettlementsHealth{
		Open:         m.settlements.Open,
		Reverted:     m.settlements.Reverted,
		LastReverted: m.settlements.LastReverted,
	}
	if h.Open > 0 {
		h.OldestOpen = max(0, m.parts.Now().Sub(m.settlements.OldestOpen))
	}
	return h
}

// settlementMetrics are gauges of what the ledger last said, the same on all replicas.
func (m *monitor) settlementMetrics() []prometheus.Collector {
	gauge := func(name, help string, value func(h *platform.SettlementsHealth) float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
			m.mu.Lock()
			defer m.mu.Unlock()
			if h := m.settlementsHealth(); h != nil {
				return value(h)
			}
			return math.NaN()
		})
	}
	return []prometheus.Collector{
		gauge("farebox_settlements_open", "Payments whose settlement is under way or not known.",
			func(h *platform.SettlementsHealth) float64 { return float64(h.Open) }),
		gauge("farebox_settlement_oldest_open_seconds", "Age of the oldest open settlement; 0 when none is open.",
			func(h *platform.SettlementsHealth) float64 { return h.OldestOpen.Seconds() }),
		gauge("farebox_settlements_reverted", "Payments still kept whose settlement the chain took back for good.",
			func(h *platform.SettlementsHealth) float64 { return float64(h.Reverted) }),
	}
}
