package check

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

func TestAlertsAreRulesOfPrometheus(t *testing.T) {
	text, err := os.ReadFile("../prometheus/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	groups, errs := rulefmt.Parse(text, false, model.UTF8Validation)
	for _, err := range errs {
		t.Error(err)
	}
	if groups == nil || len(groups.Groups) == 0 {
		t.Fatal("no rules")
	}
	for _, r := range groups.Groups[0].Rules {
		if r.Annotations["summary"] == "" || r.Labels["severity"] == "" {
			t.Errorf("%s says neither what is wrong nor how badly", r.Alert)
		}
	}
}

func TestPanelsAreQueriesOfPrometheus(t *testing.T) {
	text, err := os.ReadFile("../grafana/farebox.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			ID      int
			Title   string
			GridPos struct{ H, W, X, Y int }
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}

	places := map[[2]int]string{}
	queries := 0
	for _, p := range board.Panels {
		at := [2]int{p.GridPos.X, p.GridPos.Y}
		if places[at] != "" || p.GridPos.X+p.GridPos.W > 24 {
			t.Errorf("%s lies on %q or beyond the edge", p.Title, places[at])
		}
		places[at] = p.Title
		for _, q := range p.Targets {
			queries++
			expr := strings.ReplaceAll(q.Expr, "$__rate_interval", "5m")
			if _, err := parser.ParseExpr(expr); err != nil {
				t.Errorf("%s: %v", p.Title, err)
			}
		}
	}
	if queries == 0 {
		t.Error("no panel asks anything")
	}
}
