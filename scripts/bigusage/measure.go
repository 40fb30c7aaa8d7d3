//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/store"
)

// measuring is a filled database.
type measuring struct {
	store *store.Store
	db    *pgx.Conn
	rows  int64
}

func (m measuring) size(ctx context.Context) error {
	var tables, indexes int64
	var partitions int
	err := m.db.QueryRow(ctx, `SELECT COUNT(*), SUM(pg_table_size(inhrelid)), SUM(pg_indexes_size(inhrelid))
		FROM pg_inherits WHERE inhparent = 'usage_events'::regclass`).Scan(&partitions, &tables, &indexes)
	if err != nil {
		return err
	}
	fmt.Printf("%d events in %d partitions: %d bytes a row, %.1f GB and %.1f GB of indexes\n",
		m.rows, partitions, tables/m.rows, float64(tables)/1e9, float64(indexes)/1e9)
	return nil
}

// pages reads pages of 1000 that begin anywhere in a hundredth of the table, and looks for news at the end.
func (m measuring) pages(ctx context.Context) error {
	hundredth := max(m.rows/100, 1001)
	for _, c := range []struct {
		where string
		from  int64
		width int64
	}{
		{"at the start", 0, hundredth},
		{"in the middle", m.rows / 2, hundredth},
		{"at the end", m.rows - hundredth, hundredth - 1000},
		{"with nothing new", m.rows, 1},
	} {
		var took times
		for range 1000 {
			since := c.from + rand.Int64N(c.width)
			started := time.Now()
			page, err := m.store.Events(ctx, since, 1001)
			if err != nil {
				return err
			}
			took = append(took, time.Since(started))
			if len(page) > 0 && page[0].ID != since+1 {
				return fmt.Errorf("the page after %d begins with %d", since, page[0].ID)
			}
		}
		fmt.Printf("page of 1000 %s: %v\n", c.where, took)
	}
	return nil
}

// summaries adds 200 routes with 60 latencies each to the totals, and reads them.
func (m measuring) summaries(ctx context.Context) error {
	var events []usage.Event
	for route := range 200 {
		for n := range 60 {
			events = append(events, usage.Event{
				Time:    time.Now(),
				Route:   fmt.Sprint("GET /route/", route),
				Outcome: usage.OutcomeFree,
				Latency: usage.BucketLatency(80 + n),
			})
		}
	}
	if err := m.store.Append(ctx, events); err != nil {
		return err
	}

	var took times
	for range 100 {
		started := time.Now()
		if _, err := m.store.Summarize(ctx); err != nil {
			return err
		}
		took = append(took, time.Since(started))
	}
	fmt.Printf("totals of 200 routes: %v\n", took)
	return nil
}

// writing appends as many recorders do, for ten seconds.
func (m measuring) writing(ctx context.Context) error {
	for _, size := range []int{1, 100, 500} {
		var took times
		started := time.Now()
		for time.Since(started) < 10*time.Second {
			began := time.Now()
			if err := m.store.Append(ctx, batch(size)); err != nil {
				return err
			}
			took = append(took, time.Since(began))
		}
		fmt.Printf("events in batches of %d: %.0f a second, %v\n",
			size, float64(len(took)*size)/time.Since(started).Seconds(), took)
	}
	return nil
}

func batch(size int) []usage.Event {
	events := make([]usage.Event, size)
	for i := range events {
		events[i] = usage.Event{
			Time:     time.Now(),
			Route:    fmt.Sprint("GET /route/", i%20),
			Status:   402,
			Outcome:  usage.OutcomeQuoted,
			PriceUSD: "0.002",
			Latency:  50 * time.Microsecond,
		}
	}
	return events
}

// retention deletes a third of the table while others write and read.
func (m measuring) retention(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var written, read times
	var failed [2]error
	var beside sync.WaitGroup
	repeat := func(took *times, err *error, call func() error) {
		beside.Go(func() {
			for ctx.Err() == nil && *err == nil {
				started := time.Now()
				*err = call()
				*took = append(*took, time.Since(started))
				time.Sleep(time.Millisecond)
			}
		})
	}
	whole := context.WithoutCancel(ctx)
	repeat(&written, &failed[0], func() error { return m.store.Append(whole, batch(1)) })
	repeat(&read, &failed[1], func() error {
		_, err := m.store.Events(whole, m.rows/2, 1000)
		return err
	})

	time.Sleep(time.Second)
	started := time.Now()
	n, err := m.store.Prune(ctx, began.Add(time.Duration(m.rows/3)*spacing))
	took := time.Since(started)
	cancel()
	beside.Wait()
	for _, err := range append(failed[:], err) {
		if err != nil {
			return err
		}
	}
	fmt.Printf("retention of a third: %d events in %v\n", n, took.Round(time.Millisecond))
	fmt.Printf("writing beside it: %v\n", written)
	fmt.Printf("pages beside it: %v\n", read)
	return nil
}
