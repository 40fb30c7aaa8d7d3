package check

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
)

// alertExpr is the expression of an alert.
func alertExpr(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../prometheus/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	groups, errs := rulefmt.Parse(text, false, model.UTF8Validation)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, rule := range groups.Groups[0].Rules {
		if rule.Alert == name {
			return rule.Expr
		}
	}
	t.Fatalf("there is no alert %s", name)
	return ""
}

// point is a value at a time.
type point struct {
	at    int64 // milliseconds
	value float64
}

func (p point) T() int64                      { return p.at }
func (p point) F() float64                    { return p.value }
func (p point) H() *histogram.Histogram       { return nil }
func (p point) FH() *histogram.FloatHistogram { return nil }
func (p point) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (p point) Copy() chunks.Sample           { return p }

// seriesSet are series in any order, one after the other.
type seriesSet struct {
	all  []storage.Series
	next int
}

func (s *seriesSet) Next() bool {
	s.next++
	return s.next <= len(s.all)
}
func (s *seriesSet) At() storage.Series                { return s.all[s.next-1] }
func (s *seriesSet) Err() error                        { return nil }
func (s *seriesSet) Warnings() annotations.Annotations { return nil }

// history is what Prometheus has scraped: counters that grow by so much every five minutes of a day and an hour.
type history map[string]float64 // by the text of the series

func (h history) queryable(t *testing.T) storage.Queryable {
	t.Helper()
	all := map[string]storage.Series{}
	for text, step := range h {
		metric, err := parser.ParseMetric(text)
		if err != nil {
			t.Fatal(err)
		}
		var samples []chunks.Sample
		for i := range 301 {
			samples = append(samples, point{
				at:    int64(i) * (5 * time.Minute).Milliseconds(),
				value: float64(i) * step,
			})
		}
		all[text] = storage.NewListSeries(metric, samples)
	}
	querier := &storage.MockQuerier{
		SelectMockFunction: func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
			var found []storage.Series
			for _, series := range all {
				matches := true
				for _, m := range matchers {
					matches = matches && m.Matches(series.Labels().Get(m.Name))
				}
				if matches {
					found = append(found, series)
				}
			}
			return &seriesSet{all: found}
		},
	}
	return &storage.MockQueryable{MockQuerier: querier}
}

// alerts are the series for which an alert holds after a day and an hour, however long it has to hold.
func (h history) alerts(t *testing.T, name string) promql.Vector {
	t.Helper()
	engine := promql.NewEngine(promql.EngineOpts{
		MaxSamples: 1_000_000,
		Timeout:    time.Minute,
	})
	t.Cleanup(func() { engine.Close() })
	query, err := engine.NewInstantQuery(context.Background(), h.queryable(t), nil,
		alertExpr(t, name), time.Unix(0, 0).Add(25*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	found, err := query.Exec(context.Background()).Vector()
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestAlertsHoldWhenNothingIsSold: an outage without a request, one behind many quotes, and lists that never came. A
// gauge that stays 0 grows by nothing.
func TestAlertsHoldWhenNothingIsSold(t *testing.T) {
	for _, c := range []struct {
		why, alert string
		seen       history
		holds      bool
	}{
		{"no replica is ready, and nobody calls", "FareboxNotReady", history{`farebox_ready{instance="a"}`: 0}, true},
		{
			"one of two replicas is ready", "FareboxNotReady",
			history{`farebox_ready{instance="a"}`: 0, `farebox_ready{instance="b"}`: 1}, false,
		},
		{"the facilitator is gone", "FareboxCheckFails", history{`farebox_check_ok{check="facilitator"}`: 0}, true},
		{"the database answers", "FareboxCheckFails", history{`farebox_check_ok{check="store"}`: 1}, false},
		{
			"one call in ten is paid, and all of these fail", "FareboxErrors",
			history{
				`farebox_requests_total{status="402",outcome="quoted"}`: 90,
				`farebox_requests_total{status="502",outcome="error"}`:  10,
			}, true,
		},
		{
			"one paid call in twenty fails", "FareboxErrors",
			history{
				`farebox_requests_total{status="200",outcome="paid"}`:  19,
				`farebox_requests_total{status="502",outcome="error"}`: 1,
			}, false,
		},
		{
			"a provider refuses its key", "FareboxProviderRefuses",
			history{`farebox_provider_probe_ok{provider="fred",status="refused"}`: 0}, true,
		},
		{
			"the fee payer on Solana is nearly empty", "FareboxGasLow",
			history{
				`farebox_fee_payer_lamports{network="solana"}`:        3,
				`farebox_fee_payer_needed_lamports{network="solana"}`: 2,
			}, true,
		},
		{
			"both keys have enough", "FareboxGasLow",
			history{
				`farebox_fee_payer_lamports{network="solana"}`:        5,
				`farebox_fee_payer_needed_lamports{network="solana"}`: 2,
				`farebox_settlement_key_wei{network="base"}`:          11,
				`farebox_settlement_cost_wei{network="base"}`:         1,
			}, false,
		},
		{"a list that was never loaded", "FareboxListMissing", history{`farebox_dataset_usable{dataset="ofac"}`: 0}, true},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := c.seen.alerts(t, c.alert); (len(got) > 0) != c.holds {
				t.Errorf("%s holds for %v, want %t", c.alert, got, c.holds)
			}
		})
	}
}

// TestAlertNamesRoutesThatAreSoldBelowCost evaluates the rule over a day of two replicas.
func TestAlertNamesRoutesThatAreSoldBelowCost(t *testing.T) {
	seen := history{}
	for _, s := range []struct {
		route, instance string
		revenue, cost   float64
	}{
		{"GET /good", "a", 0.02, 0.01},
		{"GET /bad", "a", 0.01, 0.01},
		{"GET /bad", "b", 0.01, 0.02},
		{"GET /unsold", "a", 0, 0.001},
		{"GET /small", "a", 0, 0.00001},
		{"GET /idle", "a", 0, 0},
	} {
		of := `{route="` + s.route + `", instance="` + s.instance + `"}`
		seen["farebox_revenue_usd_total"+of] = s.revenue
		seen["farebox_cost_usd_total"+of] = s.cost
	}

	named := map[string]bool{}
	for _, sample := range seen.alerts(t, "FareboxSoldBelowCost") {
		named[sample.Metric.Get("route")] = true
	}
	for route, want := range map[string]bool{
		"GET /good":   false, // it earns twice what it costs
		"GET /bad":    true,  // on one replica it covers its cost, on both it does not
		"GET /unsold": true,  // its calls cost, and nobody has paid
		"GET /small":  false, // 0.3 cents a day
		"GET /idle":   false,
	} {
		if named[route] != want {
			t.Errorf("%s is named: %t, want %t", route, named[route], want)
		}
	}
}
