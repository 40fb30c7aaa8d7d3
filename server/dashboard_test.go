package server

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"go.yaml.in/yaml/v3"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/usage"
)

// scraped are labels and metrics that Prometheus adds to what it reads.
var (
	scrapedLabels  = []string{"job", "instance"}
	scrapedMetrics = []string{"up"}
)

// exported are the names that a query may have, with the labels of each.
type exported map[string][]string

// exportedBy reads a registry: descriptions say what there is before it was counted once; what was counted says which
// of them are histograms, whose series have other names.
func exportedBy(t *testing.T, registry *prometheus.Registry) exported {
	t.Helper()
	all := exported{}
	described := make(chan *prometheus.Desc)
	go func() {
		registry.Describe(described)
		close(described)
	}()
	form := regexp.MustCompile(`fqName: "([^"]+)".* variableLabels: \{([^}]*)\}`)
	for d := range described {
		parts := form.FindStringSubmatch(d.String())
		if parts == nil {
			t.Fatalf("descriptions have another form: %s", d)
		}
		own := strings.FieldsFunc(parts[2], func(r rune) bool { return r == ',' })
		all[parts[1]] = slices.Concat(own, scrapedLabels)
	}

	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetType().String() != "HISTOGRAM" {
			continue
		}
		labels := all[f.GetName()]
		delete(all, f.GetName())
		all[f.GetName()+"_sum"] = labels
		all[f.GetName()+"_count"] = labels
		all[f.GetName()+"_bucket"] = append(slices.Clone(labels), "le")
	}
	for _, name := range scrapedMetrics {
		all[name] = scrapedLabels
	}
	return all
}

// Parts of a query. The tests of deploy/check have Prometheus read it whole.
var (
	grouping = regexp.MustCompile(`\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)`)
	matchers = regexp.MustCompile(`([a-zA-Z_:][\w:]*)\s*\{([^}]*)\}`)
	matcher  = regexp.MustCompile(`(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"`)
	duration = regexp.MustCompile(`\[[^\]]*\]|\boffset\s+\w+`)
	word     = regexp.MustCompile(`[a-zA-Z_:][\w:]*(\s*\()?`)
)

// faults are the names in a query that nothing exports.
func (e exported) faults(query string) []string {
	var wrong []string
	has := func(metric, label string) bool { return slices.Contains(e[metric], label) }

	query = duration.ReplaceAllString(query, "")
	for _, m := range matchers.FindAllStringSubmatch(query, -1) {
		for _, pair := range matcher.FindAllStringSubmatch(m[2], -1) {
			switch {
			case !has(m[1], pair[1]):
				wrong = append(wrong, m[1]+" has no label "+pair[1])
			case pair[1] == "outcome" && m[1] == "farebox_requests_total" && !slices.Contains(outcomes, pair[3]):
				wrong = append(wrong, "no request has the outcome "+pair[3])
			}
		}
	}
	query = matchers.ReplaceAllString(query, "$1")
	groups := grouping.FindAllStringSubmatch(query, -1)
	query = grouping.ReplaceAllString(query, "")

	var metrics []string
	for _, name := range word.FindAllString(query, -1) {
		if strings.HasSuffix(name, "(") || slices.Contains([]string{"and", "or", "unless", "bool"}, name) {
			continue
		}
		metrics = append(metrics, name)
		if e[name] == nil {
			wrong = append(wrong, "there is no "+name)
		}
	}
	for _, g := range groups {
		for _, label := range strings.Split(g[1], ",") {
			label = strings.TrimSpace(label)
			if !slices.ContainsFunc(metrics, func(metric string) bool { return has(metric, label) }) {
				wrong = append(wrong, "nothing in the query has the label "+label)
			}
		}
	}
	return wrong
}

var outcomes = []string{
	usage.OutcomeFree, usage.OutcomeQuoted, usage.OutcomePaid, usage.OutcomeReplayed, usage.OutcomeRejected,
	usage.OutcomeError, usage.OutcomePending, usage.OutcomeReverted, usage.OutcomeResettled,
}

// TestDashboardAndAlertsNameMetricsThatExist: a panel of a metric with another name is empty for ever, and an alert
// never comes.
func TestDashboardAndAlertsNameMetricsThatExist(t *testing.T) {
	t.Parallel()
	settings := solanaWorld(t, newSolana(t)).settings
	maps.Copy(settings, channelSettings(t, newChain(t)))
	settings["PAYMENT_NETWORKS"] = "base,solana"
	s := start(t, nil, settings)
	s.server.metrics.settle.WithLabelValues("eip155:8453").Observe(1)
	s.server.metrics.latency.WithLabelValues("GET /x").Observe(1)
	s.server.closures.probedOK.WithLabelValues("away", upstream.ProbeDrifted).Set(0)
	all := exportedBy(t, s.server.parts.Metrics)
	maps.Copy(all, exportedBy(t, afterCall(t)))

	for place, query := range queries(t) {
		for _, fault := range all.faults(query) {
			t.Errorf("%s: %s", place, fault)
		}
	}

	const quantile = "histogram_quantile(0.9, sum by (le) (rate(farebox_settle_seconds_bucket[5m])))"
	for _, c := range []struct{ query, want string }{
		{"rate(farebox_sales_total[5m])", "there is no farebox_sales_total"},
		{"sum by (payer) (farebox_requests_total)", "nothing in the query has the label payer"},
		{`farebox_requests_total{code="500"}`, "farebox_requests_total has no label code"},
		{`farebox_requests_total{outcome="sold"}`, "no request has the outcome sold"},
		{"farebox_settle_seconds", "there is no farebox_settle_seconds"},
		{"farebox_settlements_open_bucket", "there is no farebox_settlements_open_bucket"},
		{quantile, ""},
	} {
		if got := strings.Join(all.faults(c.query), "; "); got != c.want {
			t.Errorf("%s: %q, want %q", c.query, got, c.want)
		}
	}
}

// afterCall is a registry in which a call of a data provider was counted. Those of the service have none in tests.
func afterCall(t *testing.T) *prometheus.Registry {
	t.Helper()
	registry := prometheus.NewRegistry()
	pool := upstream.NewPool(upstream.Options{Meter: meterOf(registry)})
	away := pool.Client(upstream.Provider{Name: "away", BaseURL: "http://127.0.0.1:1", Retries: -1})
	if _, err := away.Get("/").Do(t.Context()); err == nil {
		t.Fatal("nobody listens there")
	}
	return registry
}

// queries are those of the dashboard and of the alerts, by the place that they stand in.
func queries(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}

	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ RefID, Expr string }
		}
	}
	read(t, "../deploy/grafana/farebox.json", json.Unmarshal, &board)
	for _, p := range board.Panels {
		for _, q := range p.Targets {
			found["panel "+p.Title+" "+q.RefID] = q.Expr
		}
	}
	panels := len(found)

	var rules struct {
		Groups []struct {
			Rules []struct{ Alert, Expr string }
		}
	}
	read(t, "../deploy/prometheus/alerts.yml", yaml.Unmarshal, &rules)
	for _, g := range rules.Groups {
		for _, r := range g.Rules {
			found["alert "+r.Alert] = r.Expr
		}
	}
	if panels == 0 || len(found) == panels {
		t.Fatalf("%d panels and %d queries", panels, len(found))
	}
	return found
}

func read(t *testing.T, path string, unmarshal func([]byte, any) error, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
