//go:build unix

package main

import (
	"context"
	"fmt"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/farebox/farebox/store/postgres"
)

const (
	// chunk is how many rows one statement writes: a fifth of a partition.
	chunk = 1_000_000
	// spacing is the time between two events: a hundred million are a month.
	spacing = 25 * time.Millisecond
)

// began is the time of the first event.
var began = time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)

// columns and generated are those of usage_events, as the service fills them: of a hundred requests 80 are quotes,
// 10 paid, 5 free and 5 refused, over 200 routes. Times are out of order by up to a second.
const (
	columns = `id, at, route, status, outcome, price_usd, network, payer, transaction_hash, version, latency,
		upstream, reason`
	generated = `SELECT i, $3::bigint + i * $4::bigint + (i * 7919 % 1000) * 1000000,
			'GET /' || (ARRAY['extract', 'edgar/financials', 'wallet/balances', 'token/risk'])[i % 4 + 1] || '/' || i * 31 % 50,
			CASE WHEN k < 80 THEN 402 WHEN k < 95 THEN 200 ELSE 400 END,
			CASE WHEN k < 80 THEN 'quoted' WHEN k < 90 THEN 'paid' WHEN k < 95 THEN 'free' ELSE 'rejected' END,
			CASE WHEN k < 90 THEN '0.002' ELSE '' END,
			CASE WHEN k BETWEEN 80 AND 89 THEN 'eip155:8453' ELSE '' END,
			CASE WHEN k BETWEEN 80 AND 89 THEN '0x' || lpad(to_hex(i * 2654435761 % 5003), 40, '0') ELSE '' END,
			CASE WHEN k BETWEEN 80 AND 89 THEN '0x' || lpad(to_hex(i), 64, '0') ELSE '' END,
			CASE WHEN k BETWEEN 80 AND 89 THEN 2 ELSE 0 END,
			50000 + i * 104729 % 900000000, CASE WHEN k < 80 THEN 0 ELSE i * 7919 % 500000000 END,
			CASE WHEN k < 95 THEN '' ELSE 'invalid_payload' END
		FROM (SELECT i, i * 37 % 100 AS k FROM generate_series($1::bigint, $2::bigint) i) rows`
)

// fill writes events with the ids from 1, and tells how many there was room for.
func fill(ctx context.Context, url string, db *pgx.Conn, rows int64, spare uint64) (int64, error) {
	partitions, err := postgres.Open(ctx, url, 1)
	if err != nil {
		return 0, err
	}
	defer partitions.Close() // done with it
	if err := before(ctx, db); err != nil {
		return 0, fmt.Errorf("the table of before: %w", err)
	}

	var spent time.Duration
	for from := int64(1); from <= rows; from += chunk {
		free, err := freeBytes()
		if err != nil {
			return 0, err
		}
		if free < spare {
			fmt.Printf("the disk has only %d GB left\n", free>>30)
			return from - 1, nil
		}
		to := min(from+chunk-1, rows)
		if _, err := db.Exec(ctx, `SELECT setval('usage_event_ids', $1)`, to); err != nil {
			return 0, err
		}
		if err := partitions.MakePartitions(ctx); err != nil {
			return 0, err
		}
		took, err := generate(ctx, db, "usage_events", from, to)
		if err != nil {
			return 0, err
		}
		spent += took
		if to%(20*chunk) == 0 {
			fmt.Printf("%d million rows: %.0f a second, %d GB free\n", to/1_000_000, float64(to)/spent.Seconds(), free>>30)
		}
	}
	// As autovacuum leaves a table that has grown.
	_, err = db.Exec(ctx, `VACUUM (ANALYZE) usage_events`)
	return rows, err
}

// before measures the same rows written to a table as it was before there were partitions.
func before(ctx context.Context, db *pgx.Conn) error {
	_, err := db.Exec(ctx, `CREATE TABLE bigusage_before (LIKE usage_events, PRIMARY KEY (id));
		CREATE INDEX ON bigusage_before (at)`)
	if err != nil {
		return err
	}
	took, err := generate(ctx, db, "bigusage_before", 1, 2*chunk)
	if err != nil {
		return err
	}
	fmt.Printf("a table without partitions: %.0f rows a second\n", 2*chunk/took.Seconds())
	_, err = db.Exec(ctx, `DROP TABLE bigusage_before`)
	return err
}

func generate(ctx context.Context, db *pgx.Conn, table string, from, to int64) (time.Duration, error) {
	started := time.Now()
	_, err := db.Exec(ctx, `INSERT INTO `+table+` (`+columns+`) `+generated, from, to, began.UnixNano(), int64(spacing))
	return time.Since(started), err
}

func freeBytes() (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(".", &disk); err != nil {
		return 0, err
	}
	return disk.Bavail * uint64(disk.Bsize), nil
}
