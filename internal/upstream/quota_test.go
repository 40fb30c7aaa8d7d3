package upstream

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func TestQuotasHoldOverEveryStretchOfTime(t *testing.T) {
	limits := []Quota{{5, time.Minute}, {50, time.Hour}, {125, 24 * time.Hour}}
	q := newQuotas(limits, 1)
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	var sent []time.Time
	for range 400 {
		if wait := q.take(now, 1); wait > 0 {
			now = now.Add(wait)
			if q.take(now, 1) != 0 {
				t.Fatalf("not free after the wait of %v that was given", wait)
			}
		}
		sent = append(sent, now)
		now = now.Add(7 * time.Second)
	}
	for _, limit := range limits {
		for i := limit.Requests; i < len(sent); i++ {
			if stretch := sent[i].Sub(sent[i-limit.Requests]); stretch < limit.Per {
				t.Fatalf("%d requests in %v", limit.Requests+1, stretch)
			}
		}
	}
	if days := sent[len(sent)-1].Sub(sent[0]) / (24 * time.Hour); days > 3 {
		t.Errorf("400 requests took %d days", days)
	}
}

func TestQuotasAreScaledAndNoneIsNoLimit(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		limits []Quota
		scale  float64
		want   int
	}{
		{[]Quota{{10, time.Hour}}, 0.5, 5},
		{[]Quota{{10, time.Hour}}, 0.001, 1},
		{[]Quota{{10, time.Hour}}, 1e6, 300},
		{nil, 1, 300},
	} {
		q := newQuotas(c.limits, c.scale)
		got := 0
		for got < 300 && q.take(now, 1) == 0 {
			got++
		}
		if got != c.want {
			t.Errorf("%v at %v: %d requests, want %d", c.limits, c.scale, got, c.want)
		}
	}
}

func TestRequestOverTheQuotaIsRateLimitedAndNotSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, hits := counted(text("ok"))
		c := bubble(t, Provider{Quotas: []Quota{{2, time.Hour}}}, Options{}, h)
		for i := range 4 {
			_, err := c.Get("/{}", fmt.Sprint(i)).Do(t.Context())
			if limited := errors.Is(err, RateLimited); limited != (i >= 2) {
				t.Fatalf("request %d: %v", i, err)
			}
		}
		if hits.Load() != 2 {
			t.Errorf("%d requests went out", hits.Load())
		}
		time.Sleep(time.Hour)
		if _, err := c.Get("/later").Do(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
