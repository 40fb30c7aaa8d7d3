package upstream

// Metric is something that a pool measures. Its labels are a provider's or a list's name and an outcome of a fixed set,
// never a path or an input.
type Metric struct {
	Name    string
	Help    string
	Kind    MetricKind
	Labels  []string
	Buckets []float64 // of a histogram
}

// MetricKind says what is done with the values of a metric.
type MetricKind int

// The kinds.
const (
	Counter   MetricKind = iota // values are added up
	Gauge                       // the last value counts
	Histogram                   // values are counted in buckets
)

// Meter takes a value of one of [Metrics], with its labels. It keeps the client of Prometheus out of this package,
// which every adapter and its tests are built with.
type Meter func(m *Metric, value float64, labels ...string)

// The labels.
var (
	byProvider = []string{"provider"}
	byOutcome  = []string{"provider", "outcome"}
	byDataset  = []string{"dataset"}
	byOrigin   = []string{"dataset", "from"}
)

var (
	callsTotal = &Metric{
		Name:   "farebox_upstream_calls_total",
		Help:   "Provider calls by what came of them, cached answers included.",
		Labels: byOutcome,
	}
	triesTotal = &Metric{
		Name:   "farebox_upstream_requests_total",
		Help:   "HTTP requests sent to providers, retries included.",
		Labels: byOutcome,
	}
	callSeconds = &Metric{
		Name:    "farebox_upstream_seconds",
		Help:    "Time of provider calls that went out, retries and waiting included.",
		Kind:    Histogram,
		Labels:  byProvider,
		Buckets: []float64{.025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
	}
	costTotal = &Metric{
		Name:   "farebox_upstream_cost_usd_total",
		Help:   "What answered requests to a provider have cost in US dollars, where its price is set.",
		Labels: byProvider,
	}
	circuitOpen = &Metric{
		Name:   "farebox_upstream_circuit_open",
		Help:   "1 while calls to the provider are refused because it keeps failing.",
		Kind:   Gauge,
		Labels: byProvider,
	}
	cacheFailed = &Metric{
		Name: "farebox_upstream_shared_cache_failures_total",
		Help: "Operations of the shared cache that failed.",
	}
	followedTotal = &Metric{
		Name:   "farebox_upstream_followed_total",
		Help:   "Provider calls that another replica made while this one waited for its answer.",
		Labels: byProvider,
	}
	replicaCount = &Metric{
		Name: "farebox_upstream_replicas",
		Help: "Processes that shared the providers' limits through CACHE_URL when last asked; 0 without it.",
		Kind: Gauge,
	}
	datasetAge = &Metric{
		Name:   "farebox_dataset_confirmed_timestamp_seconds",
		Help:   "When the provider last gave or confirmed the list in use.",
		Kind:   Gauge,
		Labels: byDataset,
	}
	datasetSize = &Metric{
		Name:   "farebox_dataset_records",
		Help:   "Records of the list in use.",
		Kind:   Gauge,
		Labels: byDataset,
	}
	datasetTaken = &Metric{
		Name:   "farebox_dataset_versions_total",
		Help:   "Versions of a list taken into use, by where they came from: provider, store, replica or disk.",
		Labels: byOrigin,
	}
	shelfFailed = &Metric{
		Name: "farebox_dataset_store_failures_total",
		Help: "Operations of the object store of DATASETS_URL that failed, and versions in it that were refused.",
	}
)

// Metrics are all that a pool measures.
func Metrics() []*Metric {
	return []*Metric{
		callsTotal, triesTotal, callSeconds, costTotal, circuitOpen, cacheFailed, followedTotal, replicaCount,
		datasetAge, datasetSize, datasetTaken, shelfFailed,
	}
}
