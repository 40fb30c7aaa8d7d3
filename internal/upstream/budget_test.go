package upstream

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/cost"
)

const (
	alphaCost   = "UPSTREAM_ALPHA_COST_USD"
	alphaBudget = "UPSTREAM_ALPHA_BUDGET"
)

func TestOnlyAnsweredRequestsCost(t *testing.T) {
	var status atomic.Int64
	status.Store(http.StatusOK)
	c := client(t, Provider{TTL: time.Hour, Retries: -1}, map[string]string{alphaCost: "0.005"},
		func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(int(status.Load()))
			fmt.Fprint(w, "{}")
		})

	cents := func(path string) cost.Amount {
		ctx, trace := WithTrace(t.Context())
		_, _ = c.Get(path).Do(ctx) // what it costs is what counts here
		return trace.Cost()
	}
	if got := cents("/one"); got != 5_000_000 {
		t.Errorf("a request costs %s", got)
	}
	if got := cents("/one"); got != 0 {
		t.Errorf("a kept answer costs %s", got)
	}
	status.Store(http.StatusNotFound)
	if got := cents("/two"); got != 5_000_000 {
		t.Errorf("an answer without a record costs %s: providers count those too", got)
	}
	c.bases[""].Host = "nowhere.test"
	if got := cents("/three"); got != 0 {
		t.Errorf("a request that reached nobody costs %s", got)
	}
}

func TestBudgetsAreReadOrRefusedByName(t *testing.T) {
	for _, test := range []struct {
		cost, budget string
		want         int // requests; 0: refused
		says         string
	}{
		{"", "500", 500, ""},
		{"0.005", "$1", 200, ""},
		{"0.003", "$1", 333, ""},
		{"", "$1", 0, alphaCost + " is not set"},
		{"2", "$1", 0, "must pay for"},
		{"0.000000001", "$1", 0, "must pay for"},
		{"", "0", 0, "requests from 1"},
		{"", "100001", 0, "requests from 1"},
		{"", "many", 0, "requests from 1"},
		{"", "$-1", 0, "requests from 1"},
		{"-1", "5", 0, alphaCost + " must be dollars"},
	} {
		env := map[string]string{alphaCost: test.cost, alphaBudget: test.budget}
		pool := NewPool(Options{Lookup: settings(env)})
		c := pool.Client(Provider{Name: "alpha", BaseURL: "http://a.test"})
		if err := pool.Err(); test.want == 0 {
			if err == nil || !strings.Contains(err.Error(), test.says) || c.Configured() == nil {
				t.Errorf("cost %q, budget %q: %v, want %q", test.cost, test.budget, err, test.says)
			}
			continue
		} else if err != nil || c.quotas.budget.Requests != test.want {
			t.Errorf("cost %q, budget %q: %+v, %v; want %d", test.cost, test.budget, c.quotas.budget, err, test.want)
		}
	}
}

func TestSpentBudgetIsToldUntilItHasRoom(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	asked := 0
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		fmt.Fprint(w, "{}")
	})
	pool := NewPool(Options{
		Transport: hosts(t, map[string]string{"a.test": address}),
		Lookup:    settings(map[string]string{alphaBudget: "2"}),
		Now:       func() time.Time { return now },
	})
	c := pool.Client(Provider{Name: "alpha", BaseURL: "http://a.test", Timeout: time.Second})
	for i := range 2 {
		if len(pool.Spent()) != 0 {
			t.Fatalf("spent after %d requests of 2", i)
		}
		if _, err := c.Get("/x").Do(t.Context()); err != nil {
			t.Fatal(err)
		}
	}

	if wait := pool.Spent()["alpha"]; wait != 24*time.Hour {
		t.Errorf("after both there is room in %v", wait)
	}
	if _, err := c.Get("/x").Do(t.Context()); KindOf(err) != RateLimited || asked != 2 {
		t.Errorf("a third request: %v, %d were sent", err, asked)
	}
	now = now.Add(24 * time.Hour)
	if len(pool.Spent()) != 0 {
		t.Error("it is still spent a day later")
	}
}
