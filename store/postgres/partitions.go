package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Events lie in partitions of their ids. There is no default partition: creating another one next to it would lock out
// every writer. An id that has no partition fails its transaction instead, and the store makes one and tries again.

const (
	// partitionRows is how many ids a partition has; the first one of an older database has more.
	partitionRows = 5_000_000
	// partitionsAhead is how many whole partitions are kept ready behind the one that is written to.
	partitionsAhead = 2
	// partitionLock keeps replicas from making or dropping partitions at once.
	partitionLock = migrationLock + 1
	// pruneIDs is how many ids one transaction deletes at most, so that writers need not wait long.
	pruneIDs = 5000
	// unlock ends what waits for a reader, a backup say, before the writers behind it notice.
	unlock = "SET LOCAL lock_timeout = '200ms'"
)

// partition is a range of ids: from is the first, to the first of the next.
type partition struct {
	name string
	from int64
	to   int64
}

const listPartitions = `SELECT c.relname, pg_get_expr(c.relpartbound, c.oid)
	FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
	WHERE i.inhparent = 'usage_events'::regclass`

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}

// partitions are those of usage_events, the oldest first.
func partitions(ctx context.Context, q querier) ([]partition, error) {
	rows, err := q.Query(ctx, listPartitions)
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (partition, error) {
		var p partition
		var bounds string
		if err := row.Scan(&p.name, &bounds); err != nil {
			return p, err
		}
		p.from, p.to, err = readBounds(bounds)
		return p, err
	})
	slices.SortFunc(all, func(a, b partition) int { return cmp.Compare(a.from, b.from) })
	return all, err
}

// readBounds reads "FOR VALUES FROM ('5000000') TO ('10000000')" as Postgres writes it.
func readBounds(text string) (from, to int64, err error) {
	rest, ok := strings.CutPrefix(text, "FOR VALUES FROM (")
	first, second, cut := strings.Cut(strings.TrimSuffix(rest, ")"), ") TO (")
	if !ok || !cut {
		return 0, 0, fmt.Errorf("bounds of a partition of usage_events: %q", text)
	}
	if from, err = readBound(first); err == nil {
		to, err = readBound(second)
	}
	return from, to, err
}

func readBound(text string) (int64, error) {
	switch text {
	case "MINVALUE":
		return math.MinInt64, nil
	case "MAXVALUE":
		return math.MaxInt64, nil
	}
	return strconv.ParseInt(strings.Trim(text, "'"), 10, 64)
}

// MakePartitions creates missing partitions for the next ids. It blocks nobody, and any number of replicas may call it
// at once.
func (db *DB) MakePartitions(ctx context.Context) error {
	missing, err := db.missing(ctx, db.pool)
	if err != nil {
		return fmt.Errorf("look for partitions of events: %w", err)
	}
	if len(missing) == 0 {
		return nil
	}

	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(partitionLock)); err != nil {
			return err
		}
		missing, err := db.missing(ctx, tx) // another replica may have made them meanwhile
		if err != nil {
			return err
		}
		for _, p := range missing {
			if _, err := tx.Exec(ctx, p.create()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("make partitions of events: %w", err)
	}
	return nil
}

// missing are the partitions of the last id that was drawn and of those to come that do not exist.
func (db *DB) missing(ctx context.Context, q querier) ([]partition, error) {
	var last int64
	if err := q.QueryRow(ctx, `SELECT `+lastID+` FROM usage_event_ids`).Scan(&last); err != nil {
		return nil, err
	}
	all, err := partitions(ctx, q)
	if err != nil {
		return nil, err
	}

	var missing []partition
	for n := range int64(partitionsAhead + 1) {
		from := ((last+1)/partitionRows + n) * partitionRows
		covered := slices.ContainsFunc(all, func(p partition) bool { return p.from <= from && from < p.to })
		if !covered {
			missing = append(missing, partition{
				name: fmt.Sprintf("usage_events_%d", from),
				from: from,
				to:   from + partitionRows,
			})
		}
	}
	return missing, nil
}

// create makes a partition beside the table and attaches it, which keeps no reader and no writer waiting. Times grow
// with the ids, so that their index is one of ranges of pages: kilobytes.
func (p partition) create() string {
	return fmt.Sprintf(`
		CREATE TABLE %[1]s (LIKE usage_events INCLUDING DEFAULTS);
		CREATE INDEX %[1]s_at ON %[1]s USING brin (at) WITH (autosummarize = on);
		ALTER TABLE usage_events ATTACH PARTITION %[1]s FOR VALUES FROM (%[2]d) TO (%[3]d)`, p.name, p.from, p.to)
}

// LacksPartition reports that an id had no partition: its transaction was rolled back.
func (db *DB) LacksPartition(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == "23514" && e.TableName == "usage_events" && e.ConstraintName == ""
}

// PruneEvents deletes events of before a time (unix nanoseconds), and tells how many. A partition whose ids are all
// in use is dropped whole once its last event is that old. Its events are deleted one by one only where waiting for
// that would keep some for longer than late.
func (db *DB) PruneEvents(ctx context.Context, before int64, late time.Duration) (total int64, err error) {
	horizon, err := db.EventHorizon(ctx)
	if err != nil {
		return 0, err
	}
	all, err := partitions(ctx, db.pool)
	if err != nil {
		return 0, err
	}

	for _, p := range all {
		n, err := db.prunePartition(ctx, p, before, late, p.to-1 <= horizon)
		total += n
		if err != nil && !gone(err) {
			return total, fmt.Errorf("partition %s: %w", p.name, err)
		}
	}
	return total, nil
}

// gone reports a table that does not exist: another replica has dropped it.
func gone(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == "42P01"
}

// prunePartition deletes events of one partition. Nobody writes to one that is full.
func (db *DB) prunePartition(
	ctx context.Context, p partition, before int64, late time.Duration, full bool,
) (int64, error) {
	if !full {
		return db.deleteEvents(ctx, p, before)
	}

	newer, err := db.hasSince(ctx, p, before)
	if err != nil {
		return 0, err
	}
	if !newer {
		return db.drop(ctx, p)
	}
	newer, err = db.hasSince(ctx, p, before+int64(late))
	if err != nil || !newer {
		return 0, err // it can be dropped soon
	}
	return db.deleteEvents(ctx, p, before)
}

// hasSince reports that a partition has events from a time on.
func (db *DB) hasSince(ctx context.Context, p partition, since int64) (has bool, err error) {
	err = db.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM `+p.name+` WHERE at >= $1)`, since).Scan(&has)
	return has, err
}

// drop takes a partition away. The lock that this needs of the whole table is held for milliseconds, and asked for
// only briefly: where a backup reads the table, the next call may have it.
func (db *DB) drop(ctx context.Context, p partition) (n int64, err error) {
	if err := db.pool.QueryRow(ctx, `SELECT COUNT(*) FROM `+p.name).Scan(&n); err != nil {
		return 0, err
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(partitionLock)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, unlock+`;
			ALTER TABLE usage_events DETACH PARTITION `+p.name+`;
			DROP TABLE `+p.name)
		return err
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// deleteEvents deletes row by row, in small transactions.
func (db *DB) deleteEvents(ctx context.Context, p partition, before int64) (total int64, err error) {
	var n int64
	var first, last sql.NullInt64
	if err := db.pool.QueryRow(ctx, countOld(p.name), before).Scan(&n, &first, &last); err != nil || n == 0 {
		return 0, err
	}
	for from := first.Int64; from <= last.Int64; from += pruneIDs {
		done, err := db.pool.Exec(ctx, deleteOld(p.name), from, from+pruneIDs, before)
		if err != nil {
			return total, err
		}
		total += done.RowsAffected()
	}
	return total, nil
}

// countOld reads the pages that the index of times names.
func countOld(partition string) string {
	return `SELECT COUNT(*), MIN(id), MAX(id) FROM ` + partition + ` WHERE at < $1`
}

func deleteOld(partition string) string {
	return `DELETE FROM ` + partition + ` WHERE id >= $1 AND id < $2 AND at < $3`
}
