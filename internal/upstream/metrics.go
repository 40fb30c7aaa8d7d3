package upstream

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics of all providers. Labels are a provider's name and an outcome from a fixed set, never a path or an input.
type metrics struct {
	calls       *prometheus.CounterVec   // by provider and outcome; what handlers asked for
	tries       *prometheus.CounterVec   // by provider and outcome; what went out
	seconds     *prometheus.HistogramVec // by provider; calls that went out, retries included
	cost        *prometheus.CounterVec   // by provider; dollars
	open        *prometheus.GaugeVec     // by provider; 1 while the circuit is open
	cacheFailed prometheus.Counter
	followed    *prometheus.CounterVec // by provider; answers that another process brought while this one waited
	replicas    prometheus.Gauge
	datasetAge  *prometheus.GaugeVec // by dataset; unix time of the last confirmation
	datasetSize *prometheus.GaugeVec // by dataset; records

	datasetTaken *prometheus.CounterVec // by dataset and where it came from
	shelfFailed  prometheus.Counter
}

func newMetrics(reg prometheus.Registerer) *metrics {
	m := &metrics{
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "farebox_upstream_calls_total", Help: "Provider calls by what came of them, cached answers included."}, []string{"provider", "outcome"}),
		tries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "farebox_upstream_requests_total", Help: "HTTP requests sent to providers, retries included."}, []string{"provider", "outcome"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "farebox_upstream_seconds",
			Help:    "Time of provider calls that went out, retries and waiting included.",
			Buckets: []float64{.025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"provider"}),
		cost: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "farebox_upstream_cost_usd_total",
			Help: "What answered requests to a provider have cost in US dollars, where its price is set.",
		}, []string{"provider"}),
		open: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "farebox_upstream_circuit_open", Help: "1 while calls to the provider are refused because it keeps failing."}, []string{"provider"}),
		cacheFailed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "farebox_upstream_shared_cache_failures_total", Help: "Operations of the shared cache that failed."}),
		followed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "farebox_upstream_followed_total",
			Help: "Provider calls that another replica made while this one waited for its answer.",
		}, []string{"provider"}),
		replicas: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "farebox_upstream_replicas",
			Help: "Processes that shared the providers' limits through CACHE_URL when last asked; 0 without it.",
		}),
		datasetAge: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "farebox_dataset_confirmed_timestamp_seconds", Help: "When the provider last gave or confirmed the list in use."}, []string{"dataset"}),
		datasetSize: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "farebox_dataset_records", Help: "Records of the list in use."}, []string{"dataset"}),
		datasetTaken: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "farebox_dataset_versions_total",
			Help: "Versions of a list taken into use, by where they came from: provider, store, replica or disk.",
		}, []string{"dataset", "from"}),
		shelfFailed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "farebox_dataset_store_failures_total",
			Help: "Operations of the object store of DATASETS_URL that failed, and versions in it that were refused.",
		}),
	}

	if reg != nil {
		reg.MustRegister(m.calls, m.tries, m.seconds, m.cost, m.open, m.cacheFailed, m.followed, m.replicas,
			m.datasetAge, m.datasetSize, m.datasetTaken, m.shelfFailed)
	}
	return m
}

func (m *metrics) took(provider string, d time.Duration) {
	m.seconds.WithLabelValues(provider).Observe(d.Seconds())
}
