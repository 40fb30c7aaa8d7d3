package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/tick"
)

// sample is the replicas' resource use at one time.
type sample struct {
	at         time.Duration
	resident   []int64 // bytes, by replica; 0 for one that was down
	goroutines []float64
	heap       float64 // for the first, bytes of live and dead objects
}

// watch takes samples at an interval until ctx ends.
func (s *stage) watch(ctx context.Context, every time.Duration, into *[]sample) {
	began := time.Now()
	tick.Now(ctx, every, func(ctx context.Context) {
		*into = append(*into, s.sample(ctx, time.Since(began)))
	})
}

func (s *stage) sample(ctx context.Context, at time.Duration) sample {
	one := sample{at: at}
	for _, r := range s.replicas {
		one.resident = append(one.resident, r.resident())
		one.goroutines = append(one.goroutines, r.metric(ctx, "go_goroutines"))
	}
	one.heap = s.replicas[0].metric(ctx, "go_memstats_heap_alloc_bytes")
	return one
}

// table is the samples, thinned out to about the given lines.
func table(samples []sample, lines int) string {
	var b strings.Builder
	b.WriteString("| minute | RSS of the replicas, MiB | goroutines | heap of the first, MiB |\n|---|---|---|---|\n")
	step := max(1, len(samples)/lines)
	for i := 0; i < len(samples); i += step {
		one := samples[i]
		var rss, goroutines []string
		for j := range one.resident {
			rss = append(rss, orDown(float64(one.resident[j]>>20)))
			goroutines = append(goroutines, orDown(one.goroutines[j]))
		}
		fmt.Fprintf(&b, "| %.1f | %s | %s | %.0f |\n", one.at.Minutes(),
			strings.Join(rss, ", "), strings.Join(goroutines, ", "), one.heap/(1<<20))
	}
	return b.String()
}

func orDown(v float64) string {
	if v <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", v)
}

// quantiles are p50, p95 and p99.
func quantiles(all []time.Duration) string {
	if len(all) == 0 {
		return "none"
	}
	slices.Sort(all)
	at := func(q float64) time.Duration {
		return all[int(q*float64(len(all)-1))].Round(10 * time.Millisecond)
	}
	return fmt.Sprintf("p50 %s, p95 %s, p99 %s, longest %s", at(.5), at(.95), at(.99), at(1))
}
