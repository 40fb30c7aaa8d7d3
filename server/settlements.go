package server

import (
	"context"
	"math"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	gen "github.com/farebox/farebox/gen/platform"
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
func (m *monitor) settlementsHealth() *gen.PlatformHealth_Payments_Settlements {
	if m.asked.IsZero() {
		return nil
	}
	h := &gen.PlatformHealth_Payments_Settlements{
		Open:     m.settlements.Open,
		Reverted: m.settlements.Reverted,
	}
	if h.Open > 0 {
		h.OldestOpenSeconds = new(int64(m.oldestOpen().Seconds()))
	}
	if at := m.settlements.LastReverted; !at.IsZero() {
		h.LastRevertedAt = new(at.UTC())
	}
	return h
}

// oldestOpen is the age of the oldest open settlement, 0 when none is open. The caller holds mu.
func (m *monitor) oldestOpen() time.Duration {
	if m.settlements.Open == 0 {
		return 0
	}
	return max(0, m.parts.Now().Sub(m.settlements.OldestOpen))
}

// settlementMetrics are gauges of what the ledger last said, the same on all replicas.
func (m *monitor) settlementMetrics() []prometheus.Collector {
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
			m.mu.Lock()
			defer m.mu.Unlock()
			if m.asked.IsZero() {
				return math.NaN()
			}
			return value()
		})
	}
	return []prometheus.Collector{
		gauge("farebox_settlements_open", "Payments whose settlement is under way or not known.",
			func() float64 { return float64(m.settlements.Open) }),
		gauge("farebox_settlement_oldest_open_seconds", "Age of the oldest open settlement; 0 when none is open.",
			func() float64 { return m.oldestOpen().Seconds() }),
		gauge("farebox_settlements_reverted", "Payments still kept whose settlement the chain took back for good.",
			func() float64 { return float64(m.settlements.Reverted) }),
	}
}
