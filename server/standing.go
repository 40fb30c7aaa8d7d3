package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/server/platform"
)

// standing says in metrics what /health says: whether the service sells, what each of its checks came to, and which
// lists can be used. Without it a total outage is silence: no request fails that no balancer lets through.
func (m *monitor) standing() prometheus.Collector {
	ready := described("farebox_ready",
		"1 while /health?ready=1 says that this process sells, 0 while something keeps it from it.")
	checks := described("farebox_check_ok",
		"1 when a check of /health came back well the last time, 0 when it did not or was not made yet.", "check")
	lists := described("farebox_dataset_usable",
		"1 when a list that is set up is loaded and not out of date, 0 when it is not.", "dataset")

	return scrape(func(into chan<- prometheus.Metric) {
		gauge := func(desc *prometheus.Desc, well bool, labels ...string) {
			value := 0.0
			if well {
				value = 1
			}
			into <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
		}

		var report platform.HealthReport
		m.readiness(&report)
		gauge(ready, len(report.Blocked) == 0)
		for name, result := range m.last() {
			gauge(checks, result.status == found, name)
		}
		for _, l := range m.parts.Upstreams.DatasetHealth() {
			if l.Status != string(upstream.NotConfigured) {
				gauge(lists, !l.Lacks(), l.Name)
			}
		}
	}, ready, checks, lists)
}
