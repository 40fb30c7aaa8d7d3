package server

import (
	"context"
	"errors"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
)

// gauge is the value of a metric with one label, or none.
func (s *service) gauge(name, label string) (value float64, there bool) {
	s.Helper()
	families, err := s.server.parts.Metrics.Gather()
	if err != nil {
		s.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == name && (len(m.GetLabel()) == 0 || m.GetLabel()[0].GetValue() == label) {
				return m.GetGauge().GetValue(), true
			}
		}
	}
	return 0, false
}

// TestATotalOutageIsInTheMetrics: when nothing is sold, no request fails that a rule could count.
func TestATotalOutageIsInTheMetrics(t *testing.T) {
	t.Parallel()
	broken := errors.New("the disk is full")
	s := start(t, newKey(t), nil, (&scripted{}).with(false), func(p *Parts) {
		p.Probes = map[string]func(context.Context) error{
			"store": func(context.Context) error { return broken },
			"chain": func(context.Context) error { return nil },
		}
	})
	s.server.health.probe(t.Context())
	for label, want := range map[string]float64{"store": 0, "chain": 1, "facilitator": 1} {
		if got, there := s.gauge("farebox_check_ok", label); !there || got != want {
			t.Errorf("check %s: %v %t, want %v", label, got, there, want)
		}
	}
	if got, there := s.gauge("farebox_ready", ""); !there || got != 0 {
		t.Errorf("ready without a store: %v %t", got, there)
	}

	broken = nil
	s.server.health.probe(t.Context())
	if got, _ := s.gauge("farebox_ready", ""); got != 1 {
		t.Errorf("ready: %v", got)
	}
}

// TestAListThatWasNeverLoadedIsInTheMetrics: its age has no series.
func TestAListThatWasNeverLoadedIsInTheMetrics(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false), func(p *Parts) {
		p.Upstreams = upstream.NewPool(upstream.Options{DataDir: t.TempDir(), Lookup: func(string) (string, bool) { return "", false }})
	})
	missing := 0
	for _, l := range s.server.parts.Upstreams.DatasetHealth() {
		value, there := s.gauge("farebox_dataset_usable", l.Name)
		configured := l.Status != string(upstream.NotConfigured)
		if there != configured || there && value == 1 {
			t.Errorf("%s is %s: %v %t", l.Name, l.Status, value, there)
		}
		if there {
			missing++
		}
	}
	if missing < 10 {
		t.Errorf("%d lists", missing)
	}
}
