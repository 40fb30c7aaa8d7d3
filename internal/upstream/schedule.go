package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	firstRetry = 5 * time.Minute  // after a failed refresh; doubled each time, up to the list's interval
	tellAfter  = 30 * time.Second // after the start, missing lists are logged at the latest
)

// RunDatasets loads all lists from disk and keeps them fresh until ctx ends. It parses at most parallel lists at once,
// because that takes memory; 0 means 2. Downloads go to disk side by side, so that a slow provider delays no other
// list.
func (p *Pool) RunDatasets(ctx context.Context, parallel int) {
	gate := make(chan struct{}, cmp.Or(max(parallel, 0), 2))
	p.mu.Lock()
	all := append([]refresher(nil), p.datasets...)
	p.mu.Unlock()
	var running sync.WaitGroup
	tried := make(chan struct{}, len(all))
	for _, d := range all {
		running.Go(func() { d.run(ctx, gate, tried) })
	}
	running.Go(func() { p.tellMissing(ctx, tried, len(all)) })
	running.Wait()
}

// UpdateLists loads the lists of a provider from disk, and downloads those that are missing or due. What came of it is
// in [Pool.DatasetHealth].
func (p *Pool) UpdateLists(ctx context.Context, provider string) {
	p.mu.Lock()
	all := append([]refresher(nil), p.datasets...)
	p.mu.Unlock()
	for _, d := range all {
		if d.Health().Provider == provider {
			d.update(ctx)
		}
	}
}

func (d *Dataset[T]) update(ctx context.Context) {
	d.logFailure(ctx, "load", d.Load())
	if d.spec.Client.Configured() != nil {
		return
	}
	if v := d.live.Load(); v == nil || d.age(v) > d.spec.Every {
		d.logFailure(ctx, "refresh", d.Refresh(ctx))
	}
}

// tellMissing logs the missing lists in one line, once all were tried. A machine that cannot reach the publishers would
// otherwise log a line for each, which hides everything else.
func (p *Pool) tellMissing(ctx context.Context, tried <-chan struct{}, lists int) {
	latest := time.NewTimer(tellAfter)
	defer latest.Stop()
	for waiting := true; waiting && lists > 0; {
		select {
		case <-tried:
			lists--
		case <-latest.C:
			waiting = false
		case <-ctx.Done():
			return
		}
	}

	all := p.DatasetHealth()
	missing := map[string][]string{}
	count := 0
	for _, h := range all {
		if h.Lacks() {
			missing[h.Status] = append(missing[h.Status], h.Name)
			count++
		}
	}
	if count == 0 {
		return
	}
	var attrs []any
	for _, status := range slices.Sorted(maps.Keys(missing)) {
		attrs = append(attrs, status, strings.Join(missing[status], " "))
	}
	p.log.Warn(fmt.Sprintf("%d of %d lists are missing, so that routes which need them answer 503 or in part; "+
		"GET /health says why", count, len(all)), attrs...)
}

// run loads the list from disk and keeps it fresh until ctx ends. It reports to tried once: when the list is there, or
// when the first refresh has failed.
func (d *Dataset[T]) run(ctx context.Context, gate chan struct{}, tried chan<- struct{}) {
	d.gate.Store(&gate)
	d.logFailure(ctx, "load", d.Load())
	report := sync.OnceFunc(func() { tried <- struct{}{} })
	defer report()
	if d.spec.Client.Configured() != nil {
		return // settings do not change while the process runs
	}
	for ctx.Err() == nil {
		if d.live.Load() != nil {
			report()
		}
		wait := d.wait()
		d.mu.Lock()
		d.nextAt = d.pool.now().Add(wait)
		d.mu.Unlock()

		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
			d.logFailure(ctx, "refresh", d.Refresh(ctx))
			report()
		case <-ctx.Done():
			timer.Stop()
		}
	}
}

// logFailure warns of errors of this machine and of the first failure of a list in use, which only the log shows.
// tellMissing and /health show missing lists.
func (d *Dataset[T]) logFailure(ctx context.Context, what string, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	var e *Error
	d.mu.Lock()
	first := d.failures == 1
	d.mu.Unlock()

	level := slog.LevelDebug
	if local := !errors.As(err, &e) && !errors.Is(err, errRefused); local || first && d.live.Load() != nil {
		level = slog.LevelWarn
	}
	d.pool.log.Log(ctx, level, "dataset "+what+" failed", "dataset", d.spec.Name, "error", err)
}

// parsing does work that takes memory, within the bound on how many lists do so at once.
func (d *Dataset[T]) parsing(do func() error) error {
	if gate := d.gate.Load(); gate != nil {
		*gate <- struct{}{} // a short wait: parsing never waits for the network
		defer func() { <-*gate }()
	}
	return do()
}

// wait is the time to the next refresh: zero before the first load, then the interval give or take a tenth, so that
// replicas that started together spread out. After a failure it is shorter.
func (d *Dataset[T]) wait() time.Duration {
	d.mu.Lock()
	failures := d.failures
	d.mu.Unlock()
	v := d.live.Load()
	spread := func(t time.Duration) time.Duration { return time.Duration(float64(t) * (0.9 + 0.2*d.pool.rand())) }
	switch {
	case failures > 0:
		return spread(min(firstRetry<<min(failures-1, 12), d.spec.Every))
	case v == nil:
		return 0
	}
	return max(0, spread(d.spec.Every)-d.age(v))
}
