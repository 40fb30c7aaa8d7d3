package store

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/store/storetest"
)

// held starts a transaction that has drawn an id for an event of route and does not end before release.
func held(t *testing.T, s *Store, route string) (release func()) {
	t.Helper()
	drawn, end, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- s.write(t.Context(), func(ctx context.Context, tx transaction) error {
			event := usage.Event{
				Time:    start,
				Route:   route,
				Outcome: usage.OutcomeFree,
			}
			err := errors.Join(
				s.appendEvents(t.Context(), tx, []usage.Event{event}, 15),
				tx.QueryRow(t.Context(), `SELECT id FROM usage_events LIMIT 1`).Scan(new(int64)), // now, not with the commit
			)
			close(drawn)
			<-end
			return err
		})
	}()
	<-drawn
	return func() {
		t.Helper()
		close(end)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

func add(t *testing.T, s *Store, route string) {
	t.Helper()
	// A writer that had to wait for the held transaction would run into this.
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	s.shard = 1
	if err := s.Append(ctx, []usage.Event{{Time: start, Route: route, Outcome: usage.OutcomeFree}}); err != nil {
		t.Fatal(err)
	}
}

func routesSince(t *testing.T, s *Store, since int64) (routes string, last int64) {
	t.Helper()
	all, err := s.Events(t.Context(), since, 100)
	if err != nil {
		t.Fatal(err)
	}
	last = since
	for _, e := range all {
		routes += e.Route
		last = e.ID
	}
	return routes, last
}

// A reader that saw the later id first would never come back for the earlier one.
func TestCursorWaitsForTransactionsThatCommitLate(t *testing.T) {
	// The sequence is set so that the low 32 bits of the ids pass each of their two ends.
	for name, at := range map[string]int64{"fresh": 0, "signed end": 1<<31 - 3, "unsigned end": 1<<32 - 3, "far": 1<<40 - 3} {
		t.Run(name, func(t *testing.T) {
			url := storetest.Postgres(t)
			s, other := open(t, url), open(t, url)
			if at > 0 {
				if _, err := s.writer.Exec(`SELECT setval('usage_event_ids', $1)`, at); err != nil {
					t.Fatal(err)
				}
			}
			add(t, s, "A")
			releaseB := held(t, s, "B")
			add(t, other, "C")
			releaseD := held(t, other, "D")
			add(t, s, "E")
			add(t, s, "F")
			got, last := routesSince(t, other, 0)
			if got != "A" {
				t.Fatalf("with B and D open a reader sees %q, want A", got)
			}
			releaseD()
			if got, _ := routesSince(t, s, last); got != "" {
				t.Fatalf("with B open a reader sees %q, want nothing new", got)
			}
			releaseB()
			if got, _ := routesSince(t, s, last); got != "BCDEF" {
				t.Fatalf("at the end a reader sees %q, want BCDEF", got)
			}
		})
	}
}

func TestCursorPassesIDsThatWereNeverUsed(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	err := s.write(t.Context(), func(ctx context.Context, tx transaction) error {
		err := s.appendEvents(t.Context(), tx, []usage.Event{{Route: "lost"}}, 0)
		if err == nil {
			err = tx.QueryRow(t.Context(), `SELECT id FROM usage_events LIMIT 1`).Scan(new(int64))
		}
		return cmp.Or(err, errors.New("given up"))
	})
	if err == nil {
		t.Fatal("the transaction was not given up")
	}
	add(t, s, "A")
	if got, _ := routesSince(t, s, 0); got != "A" {
		t.Errorf("a reader sees %q, want A", got)
	}
}

// Schemas of one database do not hold each other's readers back.
func TestCursorIsOfItsOwnSchema(t *testing.T) {
	s, other := open(t, storetest.Postgres(t)), open(t, storetest.Postgres(t))
	release := held(t, other, "X")
	add(t, s, "A")
	if got, _ := routesSince(t, s, 0); got != "A" {
		t.Errorf("a reader sees %q, want A", got)
	}
	release()
}

// explain is the plan that Postgres makes for query whatever its arguments are.
func explain(t *testing.T, s *Store, query string, types string, args string) string {
	t.Helper()
	var plan strings.Builder
	err := s.write(t.Context(), func(ctx context.Context, tx transaction) error {
		for _, q := range []string{"SET LOCAL plan_cache_mode = force_generic_plan", "PREPARE q (" + types + ") AS " + query} {
			if _, err := tx.Exec(t.Context(), q); err != nil {
				return err
			}
		}
		rows, err := tx.Query(t.Context(), "EXPLAIN (COSTS OFF) EXECUTE q ("+args+")")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				return err
			}
			plan.WriteString(line + "\n")
		}
		if err := rows.Err(); err != nil {
			return err
		}
		rows.Close()
		_, err = tx.Exec(t.Context(), "DEALLOCATE q")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan.String()
}

func TestListingsAndRetentionAreIndexRangeScans(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	for _, q := range []string{
		`INSERT INTO usage_events (at, route, status, outcome, price_usd, network, payer, transaction_hash, version, latency, upstream, reason)
			SELECT i::bigint * 1000000, 'GET /extract', 402, 'quoted', '0.002', '', '', '', 0, 1000, 0, '' FROM generate_series(1, 100000) i`,
		`INSERT INTO usage_slow (at, route, status, latency, reason, detail) SELECT i, 'GET /extract', 200, 1, 'r' || i % 50, '' FROM generate_series(1, 20000) i`,
	} {
		if _, err := s.writer.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	fill(t, s, 100_000, 0) // enough for an index to be worth it
	for _, q := range []string{
		`UPDATE payments SET purchase_hash = sha256(nonce::bytea)`,
		`INSERT INTO processes (id, alive_until) SELECT 'p' || i, i FROM generate_series(1, 10000) i`,
		`ANALYZE`,
	} {
		if _, err := s.writer.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ what, query, types, args, index string }{
		{"events after a cursor", listEvents, "bigint, bigint, bigint", "90000, 100000, 1000",
			"Index Scan using usage_events_first_pkey"},
		{"slow log", slowLog, "bigint", "200", "Index Scan Backward using usage_slow_at"},
		{"slow log by reason", slowLogByReason, "bigint, text", "200, 'r7'", "Index Scan Backward using usage_slow_reason"},
		{"purge", s.purgeQuery(), "bigint", "5000", "Index Scan using payments_keep"},
		{"forget", s.forgetQuery(), "bigint", "5000", "payments_forget"},
		{"payment by key", selectEntry + byKey, "text, text, text", "'a', 'b', 'c'", "Index Scan using payments_pkey"},
		{"payment by purchase", selectEntry + byPurchase, "text, bytea", `'a', '\x00'`, "Index Scan using payments_purchase"},
		{"stuck", s.stuckQuery(), "bigint, bigint, bigint, text, text, bigint",
			"1, 1, 2, 'o', 'p', 50", "Index Scan using payments_settling"},
		{"stuck by key", s.stuckOneQuery(), "bigint, bigint, bigint, text, text, text, text, text",
			"1, 1, 2, 'o', 'p', 'a', 'b', 'c'", "Index Scan using payments_"},
		{"unconfirmed", s.unconfirmedQuery(), "bigint, bigint, bigint", "1, 500, 2", "Index Scan using payments_check"},
	} {
		plan := explain(t, s, c.query, c.types, c.args)
		t.Logf("%s:\n%s", c.what, plan)
		if !strings.Contains(plan, c.index) || strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s does not use %s:\n%s", c.what, c.index, plan)
		}
	}
}
