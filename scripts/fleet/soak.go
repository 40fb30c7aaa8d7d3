package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/tick"
)

// soak is a long run with failures.
type soak struct {
	Binary    string        `arg:"" help:"The service."`
	Database  string        `env:"DATABASE_URL" required:"" help:"Postgres, empty."`
	Control   string        `env:"POSTGRES_CONTROL" help:"Program that stops and starts it; without it, it stays up."`
	For       time.Duration `default:"30m" help:"Length of the run."`
	Rate      float64       `default:"25" help:"Purchases begun in a second."`
	Most      int64         `default:"300" help:"Purchases under way at once, at most."`
	Replicas  int           `default:"3" help:"Replicas. The first is never killed: its memory is what is looked at."`
	KillEvery time.Duration `default:"1m" help:"How often another one is killed."`
	Routes    int           `default:"40" help:"Routes that must take part, at least."`
	Rest      time.Duration `default:"100s" help:"Idle time at the end, after which goroutines are counted."`
	Dir       string        `required:"" help:"Folder for logs and data of the replicas."`

	disturbed atomic.Int64
	mu        sync.Mutex
	log       []string
	began     time.Time
}

// pages are the families whose examples are pages or hosts on the internet, without a provider in between.
var pages = []string{"web", "visibility", "attest", "preflight", "enrich", "domain", "fraud", "validator", "mcp"}

// Run soaks, prints the report and fails if something does not agree.
func (k *soak) Run(ctx context.Context, out io.Writer) error {
	binaries := slices.Repeat([]string{k.Binary}, k.Replicas)
	s, err := newStage(ctx, staging{
		dir:      k.Dir,
		database: k.Database,
		redis:    true,
		binaries: binaries,
	})
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.startAll(ctx); err != nil {
		return err
	}
	t := newTraffic(s)
	t.calm = func() bool { return k.disturbed.Load() == 0 }
	if err := t.choose(ctx, k.Routes); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d routes, %d purchases, all answered; the soak begins\n",
		len(t.routes), len(t.purchases))

	k.began = time.Now()
	run, cancel := context.WithTimeout(ctx, k.For)
	defer cancel()
	var samples []sample
	watching, stopWatching := context.WithCancel(ctx)
	var watched sync.WaitGroup
	watched.Go(func() { s.watch(watching, 10*time.Second, &samples) })

	var troubles sync.WaitGroup
	var failed [4]error
	troubles.Go(func() { failed[0] = k.kills(run, s) })
	troubles.Go(func() { failed[1] = k.moods(run, s) })
	troubles.Go(func() { failed[2] = k.redisAway(run, s) })
	troubles.Go(func() { failed[3] = k.postgresAway(run) })
	t.run(run, k.Rate, k.Most)
	troubles.Wait()
	if err := errors.Join(failed[:]...); err != nil {
		stopWatching()
		return err
	}

	wrong, err := k.reckon(ctx, s, t, out)
	tick.Sleep(ctx, k.Rest)
	stopWatching()
	watched.Wait()
	k.report(s, t, samples, out)
	if err != nil {
		return err
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%d things do not agree", len(wrong))
	}
	return nil
}

// choose buys each route's example once and selects those that answer: others need the internet, or complete lists.
func (t *traffic) choose(ctx context.Context, least int) error {
	var paid []*spec.Operation
	for _, op := range t.stage.spec.Operations {
		if op.Paid && !slices.Contains(pages, op.Family) {
			paid = append(paid, op)
		}
	}

	var mu sync.Mutex
	var all sync.WaitGroup
	places := make(chan struct{}, 8)
	for _, op := range paid {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			p := t.want(op)
			p.manner = patient
			p.name = ""
			if t.tryOut(ctx, p) {
				mu.Lock()
				defer mu.Unlock()
				t.routes = append(t.routes, op)
			}
		})
	}

	all.Wait()
	if len(t.routes) < least {
		return fmt.Errorf("only %d routes answer, %d are wanted", len(t.routes), least)
	}

	return nil
}

// tryOut buys once and reports whether that was answered and charged.
func (t *traffic) tryOut(ctx context.Context, p *purchase) bool {
	p.began = time.Now()
	for range 3 {
		if t.step(ctx, p) || len(p.payments) > 0 && p.payments[0].free {
			break
		}
	}
	p.took = time.Since(p.began)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.purchases = append(t.purchases, p)
	return p.answer != "" && p.charged
}

func (k *soak) note(format string, args ...any) {
	k.mu.Lock()
	defer k.mu.Unlock()
	at := time.Since(k.began).Round(time.Second)
	k.log = append(k.log, fmt.Sprintf("%s ", at)+fmt.Sprintf(format, args...))
}

// disturb marks the time of a failure: purchases in it do not count for the latency in calm times.
func (k *soak) disturb(what string) (over func()) {
	k.disturbed.Add(1)
	k.note("%s", what)
	return func() { k.disturbed.Add(-1) }
}

// kills kills one replica after another with SIGKILL and restarts it.
func (k *soak) kills(ctx context.Context, s *stage) error {
	for i := 0; k.Replicas > 1 && tick.Sleep(ctx, k.KillEvery); i++ {
		r := s.replicas[1+i%(k.Replicas-1)]
		over := k.disturb("killed " + r.name)
		if err := r.end(syscall.SIGKILL); err != nil {
			return err
		}
		if err := r.start(); err != nil {
			return err
		}
		if err := r.awaitReady(context.WithoutCancel(ctx)); err != nil {
			k.note("%v", err)
		}
		over()
	}
	return nil
}

// moods takes the facilitator through its moods, twice.
func (k *soak) moods(ctx context.Context, s *stage) error {
	for _, m := range []mood{slow, wrong, gone, slow, wrong, gone} {
		if !tick.Sleep(ctx, k.For/12) {
			return nil
		}
		over := k.disturb("facilitator " + m.String())
		if err := s.settler.become(ctx, m); err != nil {
			return err
		}
		tick.Sleep(ctx, k.For/24)
		if err := s.settler.become(context.WithoutCancel(ctx), well); err != nil {
			return err
		}
		over()
		k.note("facilitator well")
	}
	return nil
}

func (k *soak) redisAway(ctx context.Context, s *stage) error {
	if s.redis == nil || !tick.Sleep(ctx, k.For*45/100) {
		return nil
	}
	defer k.disturb("Redis stopped")()
	s.redis.stop()
	tick.Sleep(ctx, k.For/12)
	k.note("Redis started, empty")
	return s.redis.start(context.WithoutCancel(ctx))
}

// postgresAway stops the database twice: once as for maintenance, once as a crash.
func (k *soak) postgresAway(ctx context.Context) error {
	if k.Control == "" {
		return nil
	}

	server := postgres{k.Control}
	for _, stop := range []struct {
		how  string
		at   time.Duration
		away time.Duration
	}{
		{"fast", k.For * 30 / 100, 3 * time.Second},
		{"immediate", k.For * 70 / 100, 10 * time.Second},
	} {
		if !tick.Sleep(ctx, stop.at-time.Since(k.began)) {
			return nil
		}
		over := k.disturb("Postgres stopped (" + stop.how + ")")
		if err := server.away(context.WithoutCancel(ctx), stop.how, stop.away); err != nil {
			return err
		}
		k.note("Postgres started")
		over()
	}

	return nil
}
