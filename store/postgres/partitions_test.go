package postgres

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/farebox/farebox/store/storetest"
)

func migrated(t *testing.T) *DB {
	t.Helper()
	db, err := Open(t.Context(), storetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })                      // done with it
	names, err := fs.Glob(migrations, "migrations/*.sql") // sorted
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		script, err := migrations.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.pool.Exec(t.Context(), string(script)); err != nil {
			t.Fatal(name, err)
		}
	}
	return db
}

// TestRetentionReadsWhatItDeletes, and not the rest of a partition.
func TestRetentionReadsWhatItDeletes(t *testing.T) {
	db := migrated(t)
	if err := db.MakePartitions(t.Context()); err != nil {
		t.Fatal(err)
	}
	const partition = "usage_events_10000000"
	for _, query := range []string{
		`INSERT INTO usage_events (id, at, route, status, outcome, price_usd, network, payer, transaction_hash, version,
				latency, upstream, reason)
			SELECT 10000000 + i, i::bigint * 1000000, 'GET /extract', 402, 'quoted', '0.002', '', '', '', 0, 1000, 0, ''
			FROM generate_series(1, 200000) i`,
		`VACUUM (ANALYZE) ` + partition,
	} {
		if _, err := db.pool.Exec(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}

	for _, c := range []struct {
		query string
		args  []any
		index string
	}{
		{countOld(partition), []any{int64(5_000_000_000)}, "Bitmap Index Scan on " + partition + "_at"},
		{
			deleteOld(partition), []any{int64(10_000_000), int64(10_005_000), int64(5_000_000_000)},
			"Index Scan using " + partition + "_pkey",
		},
	} {
		rows, err := db.pool.Query(t.Context(), "EXPLAIN (COSTS OFF) "+c.query, c.args...)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if plan := strings.Join(lines, "\n"); !strings.Contains(plan, c.index) || strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s does not use %s:\n%s", c.query, c.index, plan)
		}
	}
}

func TestBoundsOfPartitionsAreRead(t *testing.T) {
	for text, want := range map[string][2]int64{
		"FOR VALUES FROM ('5000000') TO ('10000000')": {5_000_000, 10_000_000},
		"FOR VALUES FROM (MINVALUE) TO ('10000000')":  {-1 << 63, 10_000_000},
		"FOR VALUES FROM ('-5') TO (MAXVALUE)":        {-5, 1<<63 - 1},
	} {
		if from, to, err := readBounds(text); err != nil || from != want[0] || to != want[1] {
			t.Errorf("%s: %d to %d, %v", text, from, to, err)
		}
	}
	for _, bad := range []string{"", "DEFAULT", "FOR VALUES IN (1)", "FOR VALUES FROM ('a') TO ('b')"} {
		if _, _, err := readBounds(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
