// Package postgres opens a Postgres database for the store. Any number of replicas may share it.
package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

//go:embed migrations/*.sql
var migrations embed.FS

// DB is a pool of connections to Postgres.
type DB struct {
	pool *pgxpool.Pool
	db   *sql.DB
}

const (
	defaultConnections = 16
	oldest             = 120000           // server_version_num: WITH ... AS MATERIALIZED
	migrationLock      = 0x66617265626f78 // any fixed number; "farebox" in ASCII
)

// Open connects to databaseURL, whose pool_max_conns bounds the pool; 16 where it says nothing.
func Open(ctx context.Context, databaseURL string) (*DB, error) {
	config, err := pgxpool.ParseConfig(databaseURL)
	if err != nil {
		// The parser's own message leaves the password out.
		return nil, fmt.Errorf("postgres: DATABASE_URL: %w", err)
	}

	if !strings.Contains(databaseURL, "pool_max_conns=") {
		config.MaxConns = defaultConnections
	}

	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "farebox"
	}

	config.AfterConnect = prepare
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}

	db := &DB{pool: pool, db: stdlib.OpenDBFromPool(pool)}
	if err := db.check(ctx); err != nil {
		db.Close() // the first error is the one to tell
		return nil, fmt.Errorf("postgres: %w", err)
	}

	return db, nil
}

// prepare sets what the store relies on. A commit that may be lost would lose paid answers, so
// synchronous_commit may be stricter than "on" but not off. A transaction left open by a replica
// that hangs would hold readers of events back, so the server ends it.
func prepare(ctx context.Context, c *pgx.Conn) error {
	_, err := c.Exec(ctx, `SELECT
		CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', false) END,
		CASE WHEN current_setting('idle_in_transaction_session_timeout') = '0' THEN set_config('idle_in_transaction_session_timeout', '60s', false) END`)
	return err
}

func (db *DB) check(ctx context.Context) error {
	var version int
	var encoding string
	err := db.db.QueryRowContext(ctx, `SELECT current_setting('server_version_num')::int, current_setting('server_encoding')`).Scan(&version, &encoding)
	if err != nil {
		return err
	}
	if version < oldest {
		return fmt.Errorf("the server is version %d, and %d is the oldest that works", version/10000, oldest/10000)
	}
	if encoding != "UTF8" {
		return fmt.Errorf("the database has encoding %s and must have UTF8", encoding)
	}
	return nil
}

// Writer is the pool.
func (db *DB) Writer() *sql.DB { return db.db }

// Reader is the pool.
func (db *DB) Reader() *sql.DB { return db.db }

// Migrations are the embedded schema files.
func (db *DB) Migrations() fs.FS { return migrations }

// LockMigrations waits until no other replica migrates any schema of this database.
func (db *DB) LockMigrations(
	ctx context.Context,
	exec func(ctx context.Context, query string, args ...any) (int64, error),
) error {
	_, err := exec(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(migrationLock))
	return err
}

// SkipLocked leaves rows that another replica is handling to it.
func (db *DB) SkipLocked() string { return " FOR UPDATE SKIP LOCKED" }

// ForUpdate waits for rows that another transaction is changing, and reads them as it leaves them.
func (db *DB) ForUpdate() string { return " FOR UPDATE" }

// Clock is the server's.
func (db *DB) Clock() string { return `(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000000)::bigint` }

// Shards are as many as there may well be settlements of one route at the same moment.
func (db *DB) Shards() int { return 16 }

// RowsPerInsert spares round trips.
func (db *DB) RowsPerInsert() []int { return []int{128, 32, 8, 2, 1} }

// Ids are drawn before their transaction commits, so a reader could see id 8 before id 7 is there, and
// pass it by. Every writer therefore says, before it draws any, above which id its own will be: by a
// shared advisory lock on (the table, the last id drawn so far), which it holds until its events are
// visible. A reader first notes the last id drawn, then looks at the locks: a writer without a lock has
// either ended, and is visible to the next statement, or has yet to take its lock and will draw higher
// ids. Nobody waits for anybody: a transaction that hangs holds back what readers see, not the writers
// behind it, as an exclusive lock of the reader's would.
const (
	lastID = `CASE WHEN is_called THEN last_value ELSE last_value - 1 END`
	// An advisory lock has room for the low 32 bits of an id, as a signed number here.
	announce = `SELECT pg_advisory_xact_lock_shared('usage_events'::regclass::oid::int4,
		((((` + lastID + `) + 2147483648) & 4294967295) - 2147483648)::int4) FROM usage_event_ids`
	// The subquery depends on ids.last, so it is evaluated after that was read. The full id is the one
	// nearest to ids.last that has these low bits.
	horizon = `SELECT LEAST(ids.last, (
			SELECT MIN(ids.last - (((ids.last - l.objid::bigint + 2147483648) & 4294967295) - 2147483648))
			FROM pg_locks l
			WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid = 'usage_events'::regclass::oid
			  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
		)) FROM (SELECT ` + lastID + ` AS last FROM usage_event_ids) ids`
)

// BeforeEventIDs announces that tx will draw ids above the last one drawn now.
func (db *DB) BeforeEventIDs(
	ctx context.Context, run func(ctx context.Context, query string, args ...any) error,
) error {
	if err := run(ctx, announce); err != nil {
		return fmt.Errorf("announce event ids: %w", err)
	}
	return nil
}

// EventHorizon is the highest id below those of all transactions under way.
func (db *DB) EventHorizon(ctx context.Context) (id int64, err error) {
	if err := db.db.QueryRowContext(ctx, horizon).Scan(&id); err != nil {
		return 0, fmt.Errorf("find the last finished event: %w", err)
	}
	return id, nil
}

// Exec runs one statement as its own transaction and returns how many rows it changed.
func (db *DB) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	done, err := db.pool.Exec(ctx, query, args...)
	return done.RowsAffected(), err
}

// Conflict reports a serialization failure, a deadlock, or a lock that was not available in the time that the
// transaction itself had set: it was rolled back.
func (db *DB) Conflict(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01" || e.Code == "55P03")
}

// Unsent reports an error from before anything was sent.
func (db *DB) Unsent(err error) bool { return pgconn.SafeToRetry(err) }

// Intact is always so: the server keeps its files.
func (db *DB) Intact() error { return nil }

// Close closes the pool once its connections are given back.
func (db *DB) Close() error {
	err := db.db.Close()
	db.pool.Close()
	return err
}
