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
	// first is the first id: a new database's initial partition stays empty.
	first = 10_000_000
	// partitionRows is the store's number of rows per partition.
	partitionRows = 5_000_000
	// spacing is the time between two events: a hundred million are a month.
	spacing = 25 * time.Millisecond
)

// began is the time of the first event.
var began = time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)

// generated are the columns of usage_events, as filled by the service: of a hundred requests 80 are quotes, 10
// paid, 5 free and 5 refused, over 200 routes. Times are out of order by up to a second.
const generated = `SELECT i, $3::bigint + i * $4::bigint + (i * 7919 % 1000) * 1000000,
		'GET /' || (ARRAY['extract', 'edgar/financials', 'wallet/balances', 'token/risk'])[i % 4 + 1]
			|| '/' || i * 31 % 50,
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

// fill makes whole partitions of events, and returns how many events fit.
func fill(ctx context.Context, url string, db *pgx.Conn, rows int64, spare uint64) (filled int64, err error) {
	started := time.Now()
	for filled < rows {
		free, err := freeBytes()
		if err != nil {
			return 0, err
		}
		if free < spare+2<<30 { // a partition while it is made
			fmt.Printf("the disk has only %d GB left\n", free>>30)
			break
		}
		if err := fillPartition(ctx, db, first+filled); err != nil {
			return 0, err
		}
		filled += partitionRows
		if filled%(4*partitionRows) == 0 {
			took := time.Since(started).Round(time.Second)
			fmt.Printf("%d million events after %v, %d GB free\n", filled/1e6, took, free>>30)
		}
	}

	if _, err := db.Exec(ctx, `SELECT setval('usage_event_ids', $1)`, first+filled-1); err != nil {
		return 0, err
	}
	partitions, err := postgres.Open(ctx, url, 1)
	if err != nil {
		return 0, err
	}
	defer partitions.Close() // done with it
	return filled, partitions.MakePartitions(ctx)
}

// fillPartition makes a partition as the store does, except that the rows come before the indexes: in one
// transaction with the partition, so that wal_level=minimal writes no log of them.
func fillPartition(ctx context.Context, db *pgx.Conn, from int64) error {
	name := fmt.Sprintf("usage_events_%d", from)
	to := from + partitionRows
	err := pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DROP TABLE IF EXISTS `+name); err != nil { // one that was made ahead
			return err
		}
		if _, err := tx.Exec(ctx, `CREATE TABLE `+name+` (LIKE usage_events INCLUDING DEFAULTS)`); err != nil {
			return err
		}
		insert := `INSERT INTO ` + name + ` (id, at, route, status, outcome, price_usd, network, payer,
			transaction_hash, version, latency, upstream, reason) ` + generated
		_, err := tx.Exec(ctx, insert, from, to-1, began.UnixNano(), int64(spacing))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, fmt.Sprintf(`
			ALTER TABLE %[1]s ADD PRIMARY KEY (id);
			ALTER TABLE %[1]s ADD CONSTRAINT filled CHECK (id >= %[2]d AND id < %[3]d);
			CREATE INDEX %[1]s_at ON %[1]s USING brin (at) WITH (autosummarize = on);
			ALTER TABLE usage_events ATTACH PARTITION %[1]s FOR VALUES FROM (%[2]d) TO (%[3]d);
			ALTER TABLE %[1]s DROP CONSTRAINT filled`, name, from, to))
		return err
	})
	if err != nil {
		return err
	}

	// As autovacuum leaves a table that has grown.
	_, err = db.Exec(ctx, `VACUUM (ANALYZE) `+name)
	return err
}

func freeBytes() (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(".", &disk); err != nil {
		return 0, err
	}
	return disk.Bavail * uint64(disk.Bsize), nil
}
