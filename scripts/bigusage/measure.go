//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
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

// place is a part of the table in which pages begin.
type page struct {
	where string
	from  int64
	width int64
}

// places are hundredths of the table, and its end, where pages are empty.
func (m measuring) places() []page {
	hundredth := m.rows / 100
	return []page{
		{"at the start", first - 1, hundredth},
		{"in the middle", first + m.rows/2, hundredth},
		{"at the end", first + m.rows - hundredth, hundredth - pageSize - 1},
		{"with nothing new", first + m.rows - 1, 1},
	}
}

// pageSize is the maximum of /usage/events.
const pageSize = 1000

// pages reads pages through the store, as the handler does: one event more than a page.
func (m measuring) pages(ctx context.Context) error {
	return m.eachPage("", 1000, func(since int64) (next int64, err error) {
		page, err := m.store.Events(ctx, since, pageSize+1)
		if err != nil || len(page) == 0 {
			return 0, err
		}
		return page[0].ID, nil
	})
}

// plans reports the database's own work for a page: how many of its pages it touches, and for how long.
func (m measuring) plans(ctx context.Context) error {
	const query = `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)
		SELECT * FROM usage_events WHERE id > %d AND id <= %d ORDER BY id LIMIT %d`
	for _, p := range m.places() {
		since := p.from + rand.Int64N(p.width)
		rows, err := m.db.Query(ctx, fmt.Sprintf(query, since, first+m.rows-1, pageSize+1))
		if err != nil {
			return err
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		for _, line := range lines {
			if strings.Contains(line, "Buffers:") || strings.Contains(line, " Time:") {
				fmt.Printf("plan of a page %s: %s\n", p.where, strings.TrimSpace(line))
			}
		}
	}

	return nil
}

// eachPage measures read, which returns a page's first id, n times in each place.
func (m measuring) eachPage(how string, n int, read func(since int64) (int64, error)) error {
	for _, p := range m.places() {
		var took times
		for range n {
			since := p.from + rand.Int64N(p.width)
			started := time.Now()
			begins, err := read(since)
			if err != nil {
				return err
			}
			took = append(took, time.Since(started))
			if empty := since == first+m.rows-1; begins != since+1 && !(empty && begins == 0) {
				return fmt.Errorf("the page after %d begins with %d", since, begins)
			}
		}
		fmt.Printf("page of %d %s%s: %v\n", pageSize, p.where, how, took)
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
		_, err := m.store.Events(whole, first+m.rows/2, pageSize)
		return err
	})

	time.Sleep(time.Second)
	started := time.Now()
	n, err := m.store.Prune(ctx, began.Add(time.Duration(first+m.rows/3)*spacing))
	took := time.Since(started)
	cancel()
	beside.Wait()
	for _, err := range append(failed[:], err) {
		if err != nil {
			return err
		}
	}
	fmt.Printf("retention of a third: %d events in %v\n", n, took.Round(time.Millisecond))
	fmt.Printf("writing meanwhile: %v\n", written)
	fmt.Printf("pages meanwhile: %v\n", read)
	return nil
}
