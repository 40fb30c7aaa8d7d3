package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/server/platform"
)

// standing says in metrics what /health says: whether the service sells, what each of its checks came to, and which
// lists can be used. Without it a total outage is silence: no request fails that no balancer lets through.
type standing struct {
	health *monitor
	ready  *prometheus.Desc
	checks *prometheus.Desc
	lists  *prometheus.Desc
}

func newStanding(health *monitor) standing {
	return standing{
		health: health,
		ready: prometheus.NewDesc("farebox_ready",
			"1 while /health?ready=1 says that this process sells, 0 while something keeps it from it.", nil, nil),
		checks: prometheus.NewDesc("farebox_check_ok",
			"1 when a check of /health came back well the last time, 0 when it did not or was not made yet.",
			[]string{"check"}, nil),
		lists: prometheus.NewDesc("farebox_dataset_usable",
			"1 when a list that is set up is loaded and not out of date, 0 when it is not.", []string{"dataset"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (s standing) Describe(to chan<- *prometheus.Desc) {
	to <- s.ready
	to <- s.checks
	to <- s.lists
}

// Collect implements prometheus.Collector.
func (s standing) Collect(to chan<- prometheus.Metric) {
	gauge := func(desc *prometheus.Desc, well bool, labels ...string) {
		value := 0.0
		if well {
			value = 1
		}
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}

	var report platform.HealthReport
	s.health.readiness(&report)
	gauge(s.ready, len(report.Blocked) == 0)

	for name, result := range s.health.last() {
		gauge(s.checks, result.status == found, name)
	}
	for _, l := range s.health.parts.Upstreams.DatasetHealth() {
		if l.Status != string(upstream.NotConfigured) {
			gauge(s.lists, !l.Lacks(), l.Name)
		}
	}
}
