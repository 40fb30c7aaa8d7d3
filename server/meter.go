package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/farebox/farebox/internal/upstream"
)

// meterOf registers what a pool of providers measures, and takes its values.
func meterOf(metrics prometheus.Registerer) upstream.Meter {
	take := map[*upstream.Metric]func(value float64, labels []string){}
	for _, m := range upstream.Metrics() {
		var collector prometheus.Collector
		switch m.Kind {
		case upstream.Counter:
			c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: m.Name, Help: m.Help}, m.Labels)
			take[m] = func(value float64, labels []string) { c.WithLabelValues(labels...).Add(value) }
			collector = c
		case upstream.Gauge:
			c := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: m.Name, Help: m.Help}, m.Labels)
			take[m] = func(value float64, labels []string) { c.WithLabelValues(labels...).Set(value) }
			collector = c
		case upstream.Histogram:
			c := prometheus.NewHistogramVec(prometheus.HistogramOpts{
				Name:    m.Name,
				Help:    m.Help,
				Buckets: m.Buckets,
			}, m.Labels)
			take[m] = func(value float64, labels []string) { c.WithLabelValues(labels...).Observe(value) }
			collector = c
		}

		if len(m.Labels) == 0 { // it is there from the start, as 0
			take[m](0, nil)
		}
		metrics.MustRegister(collector)
	}

	return func(m *upstream.Metric, value float64, labels ...string) { take[m](value, labels) }
}
