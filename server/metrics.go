package server

import (
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/facilitator/evm"
	svmfacilitator "github.com/farebox/farebox/payment/facilitator/svm"
	"github.com/farebox/farebox/payment/x402"
)

// metrics are the service's Prometheus metrics. Labels are routes, outcomes and status codes, never
// anything a caller chose.
type metrics struct {
	requests *prometheus.CounterVec
	latency  *prometheus.HistogramVec
	settle   *prometheus.HistogramVec
	revenue  *prometheus.CounterVec
	cost     *prometheus.CounterVec
	earned   *prometheus.CounterVec    // revenue by network
	networks map[string]networkMetrics // by CAIP-2 name
	book     *networkBook
	unknown  prometheus.Counter
	panics   prometheus.Counter
}

func newMetrics(registry *prometheus.Registry, networks []x402.Network, book *networkBook) *metrics {
	buckets := []float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}
	m := &metrics{
		book: book,
		requests: prometheus.NewCounterVec(
			prometheus.CounterOpts{Name: "farebox_requests_total", Help: "Requests by route, outcome and status."},
			[]string{"route", "outcome", "status"},
		),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "farebox_request_seconds",
			Help:    "Time to answer by route.",
			Buckets: buckets,
		}, []string{"route"}),
		settle: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "farebox_settle_seconds",
			Help:    "Time of settlements by network.",
			Buckets: buckets,
		}, []string{"network"}),
		earned: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "farebox_network_revenue_usd_total",
			Help: "Settled sales of this process in US dollars by network, for rates; /usage has the exact sum.",
		}, []string{"network"}),
		revenue: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "farebox_revenue_usd_total",
			Help: "Settled sales of this process in US dollars by route, for rates; /usage has the exact sum.",
		}, []string{"route"}),
		cost: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "farebox_cost_usd_total",
			Help: "What requests to a route have cost this process in US dollars, for rates: provider calls and settlements.",
		}, []string{"route"}),
		unknown: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "farebox_unknown_path_total",
			Help: "Requests for paths that are not routes.",
		}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "farebox_panics_total",
			Help: "Panics caught in handlers.",
		}),
	}

	m.networks = m.networksOf(networks)
	registry.MustRegister(book.collector(), m.requests, m.latency, m.settle, m.revenue, m.cost, m.earned, m.unknown,
		m.panics, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// routeMetrics are those of one route. To find a metric by its labels takes longer than to count: each is found once.
type routeMetrics struct {
	name     string
	price    string  // decimal dollars; "" on free routes
	dollars  float64 // the same
	revenue  prometheus.Counter
	cost     prometheus.Counter
	latency  prometheus.Observer
	requests sync.Map     // prometheus.Counter by answered
	sold     atomic.Int64 // when it was last paid for, in Unix nanoseconds
}

// answered is how a request ended.
type answered struct {
	outcome string
	status  int
}

// route are the metrics of an operation.
func (m *metrics) route(op *spec.Operation) *routeMetrics {
	r := &routeMetrics{
		name:    op.Name(),
		latency: m.latency.WithLabelValues(op.Name()),
		cost:    m.cost.WithLabelValues(op.Name()),
	}
	if op.Paid {
		r.price = op.Price.String()
		r.dollars = op.Price.InexactFloat64()
		r.revenue = m.revenue.WithLabelValues(op.Name())
	}
	return r
}

// lastSold is when a route was last paid for here, zero for never.
func (s *Server) lastSold(route string) time.Time {
	for _, r := range s.routes {
		if at := r.sold.Load(); r.name == route && at > 0 {
			return time.Unix(0, at)
		}
	}
	return time.Time{}
}

func (m *metrics) request(r *routeMetrics, sale payment.Sale, status int, took time.Duration) {
	m.requestsOf(r, answered{sale.Outcome, status}).Inc()
	r.latency.Observe(took.Seconds())
	m.sale(r, sale, sale.Outcome == usage.OutcomePaid)
	if sale.Outcome == usage.OutcomePaid {
		r.revenue.Add(r.dollars)
	}
}

// requestsOf is the counter of the route's requests that ended so.
func (m *metrics) requestsOf(r *routeMetrics, end answered) prometheus.Counter {
	if known, ok := r.requests.Load(end); ok {
		return known.(prometheus.Counter)
	}
	counter := m.requests.WithLabelValues(r.name, end.outcome, strconv.Itoa(end.status))
	r.requests.Store(end, counter)
	return counter
}

// droppedUsage counts what the recorder could not write.
func droppedUsage(recorder *usage.Recorder) prometheus.Collector {
	return prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "farebox_usage_dropped_total",
		Help: "Usage events and slow requests that were never written.",
	}, func() float64 { return float64(recorder.Dropped()) })
}

// scraped are metrics whose values are asked for at each scrape.
type scraped struct {
	metrics []*prometheus.Desc
	values  func(into chan<- prometheus.Metric)
}

func scrape(values func(into chan<- prometheus.Metric), metrics ...*prometheus.Desc) prometheus.Collector {
	return scraped{metrics, values}
}

// Describe implements prometheus.Collector.
func (s scraped) Describe(into chan<- *prometheus.Desc) {
	for _, m := range s.metrics {
		into <- m
	}
}

// Collect implements prometheus.Collector.
func (s scraped) Collect(into chan<- prometheus.Metric) { s.values(into) }

// described is a metric of scraped ones.
func described(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

// gasMoney shows what the settlement key holds on each network, what a settlement costs there, and what was spent for
// whom.
func gasMoney(f *evm.Facilitator) prometheus.Collector {
	balance := described("farebox_settlement_key_wei",
		"What the settlement key holds for gas, as last seen.", "network")
	cost := described("farebox_settlement_cost_wei",
		"What the settlement key must hold for one settlement at the fees last seen; below it nothing is sold.",
		"network")
	spent := described("farebox_gas_wei_total",
		"What transactions of the settlement key have cost, without the fee for data that rollups add.",
		"network", "purpose")
	transactions := described("farebox_gas_transactions_total",
		"Transactions of the settlement key that are in a block.", "network", "purpose")
	payer := described("farebox_gas_payer_wei",
		"What the payer has cost that has cost most within the last one or two hours.", "network")

	return scrape(func(into chan<- prometheus.Metric) {
		for _, status := range f.Status() {
			if status.Balance != nil { // else it was never seen
				into <- inWei(balance, prometheus.GaugeValue, status.Balance, status.Network)
				into <- inWei(cost, prometheus.GaugeValue, status.Cost, status.Network)
			}
			for purpose, sum := range status.Spent {
				into <- inWei(spent, prometheus.CounterValue, sum.Wei, status.Network, string(purpose))
				into <- prometheus.MustNewConstMetric(transactions, prometheus.CounterValue, float64(sum.Transactions),
					status.Network, string(purpose))
			}

			most := new(big.Int)
			if len(status.Payers) > 0 {
				most = status.Payers[0].Wei
			}
			into <- inWei(payer, prometheus.GaugeValue, most, status.Network)
		}
	}, balance, cost, spent, transactions, payer)
}

// feeMoney shows what the fee payer on networks of Solana holds, and what it has spent.
func feeMoney(f *svmfacilitator.Facilitator) prometheus.Collector {
	balance := described("farebox_fee_payer_lamports", "What the fee payer on Solana holds, as last seen.", "network")
	needed := described("farebox_fee_payer_needed_lamports",
		"What the fee payer must hold for one settlement; below it nothing is sold on the network.", "network")
	spent := described("farebox_fees_lamports_total", "Fees of the transactions that this process has sent.", "network")

	return scrape(func(into chan<- prometheus.Metric) {
		for _, s := range f.Status() {
			if !s.SeenAt.IsZero() {
				into <- prometheus.MustNewConstMetric(balance, prometheus.GaugeValue, float64(s.Lamports), s.Network)
				into <- prometheus.MustNewConstMetric(needed, prometheus.GaugeValue, float64(s.Needed), s.Network)
			}
			into <- prometheus.MustNewConstMetric(spent, prometheus.CounterValue, float64(s.Spent), s.Network)
		}
	}, balance, needed, spent)
}

// inWei is an amount as a metric.
func inWei(desc *prometheus.Desc, kind prometheus.ValueType, wei *big.Int, labels ...string) prometheus.Metric {
	value, _ := new(big.Float).SetInt(wei).Float64()
	return prometheus.MustNewConstMetric(desc, kind, value, labels...)
}

// workTaken is what the requests under way take, of WORK_MEMORY_MIB.
func workTaken(work *capacity.Control) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "farebox_work_bytes",
		Help: "Memory that requests under way have taken for pages, bodies, computations and answers.",
	}, func() float64 { return float64(work.Taken()) })
}

// serveMetrics opens the private listener and returns what closes it.
func serveMetrics(addr string, registry *prometheus.Registry, log *slog.Logger) (func(), error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, listenError("METRICS_ADDR", addr, err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		if err := server.Serve(listener); err != nil && err != http.ErrServerClosed {
			log.Error("metrics listener", "error", err)
		}
	}()
	return func() { server.Close() }, nil
}
