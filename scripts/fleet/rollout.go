package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"syscall"
	"time"

	"github.com/farebox/farebox/internal/tick"
)

// rollout replaces the replicas of one version with those of another, one by one, under load.
type rollout struct {
	Old      string        `arg:"" help:"The service before."`
	New      string        `arg:"" help:"The service after."`
	Database string        `env:"DATABASE_URL" required:"" help:"Postgres, empty."`
	Rate     float64       `default:"25" help:"Purchases begun in a second."`
	Most     int64         `default:"300" help:"Purchases under way at once, at most."`
	Replicas int           `default:"3" help:"Replicas."`
	Between  time.Duration `default:"8s" help:"Load before, between and after the replacements."`
	Channels bool          `help:"Sell by channel too: channels opened under the old are used, claimed and refunded under the new."`
	Back     bool          `help:"Then replace the new by the old again, as when a release is taken back."`
	Dir      string        `required:"" help:"Folder for logs and data of the replicas."`
}

// Run replaces the replicas, prints the outcome of the calls meanwhile, and fails if one failed.
func (o *rollout) Run(ctx context.Context, out io.Writer) error {
	s, err := newStage(ctx, staging{
		dir:      o.Dir,
		database: o.Database,
		channels: o.Channels,
		binaries: slices.Repeat([]string{o.Old}, o.Replicas),
	})
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.startAll(ctx); err != nil {
		return err
	}
	t := newTraffic(s)
	if err := t.choose(ctx, 1); err != nil {
		return err
	}
	tried := len(t.purchases)
	fmt.Fprintf(out, "%d replicas of %s, %d routes\n", o.Replicas, o.Old, len(t.routes))

	t.insist = false
	load, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		t.run(load, o.Rate, o.Most)
	}()
	byChannel := make(chan struct{})
	go func() {
		defer close(byChannel)
		if s.channels != nil {
			s.channels.run(load)
		}
	}()
	err = o.replace(ctx, s, o.New, out)
	if err == nil {
		err = o.tellClaims(ctx, s, "when all were replaced", out)
	}
	if err == nil && o.Back {
		err = o.replace(ctx, s, o.Old, out)
	}
	tick.Sleep(ctx, o.Between)
	stop()
	<-ended
	<-byChannel
	if err != nil {
		return err
	}
	return o.reckon(ctx, s, t, tried, out)
}

// replace replaces every replica's binary, one after another.
func (o *rollout) replace(ctx context.Context, s *stage, binary string, out io.Writer) error {
	for _, r := range s.replicas {
		tick.Sleep(ctx, o.Between)
		began := time.Now()
		if err := r.end(syscall.SIGTERM); err != nil {
			return err
		}

		drained := time.Since(began)
		r.binary = binary
		if err := r.start(); err != nil {
			return err
		}
		if err := r.awaitReady(ctx); err != nil {
			return err
		}

		fmt.Fprintf(out, "%s is %s: drained in %.1f s, ready %.1f s after its start\n",
			r.name, binary, drained.Seconds(), (time.Since(began) - drained).Seconds())
	}
	return nil
}

// tellClaims prints what was claimed of channels.
func (o *rollout) tellClaims(ctx context.Context, s *stage, when string, out io.Writer) error {
	if s.channels == nil {
		return nil
	}
	count, claimed, _, err := claims(ctx, o.Database)
	if err == nil {
		fmt.Fprintf(out, "%d channels, %d units claimed %s\n", count, claimed, when)
	}
	return err
}

// endChannels has everything claimed that is due, and all channels refunded.
func (o *rollout) endChannels(ctx context.Context, s *stage, out io.Writer) (wrong []string) {
	if s.channels == nil {
		return nil
	}
	if _, err := awaitClaims(ctx, o.Database); err != nil {
		wrong = append(wrong, err.Error())
	}
	if err := o.tellClaims(ctx, s, "before the refunds", out); err != nil {
		wrong = append(wrong, err.Error())
	}
	return append(wrong, s.channels.refund(ctx, s.chain)...)
}

func (o *rollout) reckon(ctx context.Context, s *stage, t *traffic, tried int, out io.Writer) error {
	if _, _, err := quiet(ctx, o.Database, reckonWithin); err != nil {
		return err
	}
	wrong := o.endChannels(ctx, s, out)
	b, err := readBooks(ctx, s, o.Database, t.purchases)
	if err != nil {
		return err
	}

	failed := 0
	var took []time.Duration
	for _, p := range t.purchases[tried:] {
		if p.answer == "" || !p.charged || p.tries > 1 {
			failed++
			fmt.Fprintf(out, "FAILED: %s: %s %v\n", p.op.Name(), p.ended, lastWords(p))
			continue
		}
		took = append(took, p.took)
	}
	wrong = append(wrong, b.check(t.purchases)...)
	for _, line := range wrong {
		fmt.Fprintln(out, "WRONG:", line)
	}
	fmt.Fprintf(out, "%d paid calls, %d failed; %s\n", len(took)+failed, failed, quantiles(took))
	if s.channels != nil {
		fmt.Fprintf(out, "by channel: %d units charged, %d settled in the ledger\n", s.channels.charged(), b.vouchers)
	}
	fmt.Fprintf(out, "spent on the chain %d (%s units), settled in the ledger %d units, of /usage %d units\n",
		len(b.chain), b.received, b.settled()+b.vouchers, b.revenue)
	if failed > 0 || len(wrong) > 0 {
		return errors.New("the roll-out was not free of failures")
	}
	return nil
}

func lastWords(p *purchase) string {
	if len(p.payments) == 0 {
		return ""
	}
	return p.payments[len(p.payments)-1].last
}
