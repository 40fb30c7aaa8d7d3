//go:build unix

// Command bigusage fills an empty Postgres with generated events of realistic width and measures what
// docs/performance/selling.md says about a hundred million of them: pages, totals and retention.
//
//	make bigusage ROWS=100000000
//
// A hundred million rows take about 15 GB and ten minutes of a core. It stops before the disk is full. With
// -farebox it also requests the pages from a server.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/farebox/farebox/store"
)

func main() {
	rows := flag.Int64("rows", partitionRows, "events to generate, in whole partitions of five million")
	spare := flag.Uint64("spare", 8, "GB that stay free on the disk of the working directory")
	farebox := flag.String("farebox", "", "program whose /usage/events is measured")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Getenv("DATABASE_URL"), *farebox, *rows, *spare<<30)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bigusage:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, url, farebox string, rows int64, spare uint64) error {
	s, err := store.Open(ctx, url)
	if err != nil {
		return err
	}
	defer s.Close() // done with it
	db, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer db.Close(ctx) // done with it

	var used bool
	if err := db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM usage_events)`).Scan(&used); err != nil {
		return err
	}
	if used {
		return errors.New("the database has events already: this wants one of its own")
	}

	filled, err := fill(ctx, url, db, rows, spare)
	if err != nil {
		return fmt.Errorf("fill: %w", err)
	}
	m := measuring{
		store: s,
		db:    db,
		rows:  filled,
	}
	steps := []func(context.Context) error{m.size, m.plans, m.pages, m.summaries, m.retention}
	if farebox != "" {
		served := func(ctx context.Context) error { return m.served(ctx, farebox, url) }
		steps = slices.Insert(steps, 3, served)
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// times are how long calls took.
type times []time.Duration

func (t times) String() string {
	slices.Sort(t)
	at := func(share float64) time.Duration {
		return t[min(int(share*float64(len(t))), len(t)-1)].Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("p50 %v, p99 %v, longest %v of %d", at(0.50), at(0.99), at(1), len(t))
}
