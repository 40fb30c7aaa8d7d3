// Package sqlite opens an embedded SQLite database for the store: pure Go, one file, one writer.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/farebox/farebox/internal/tick"
)

//go:embed migrations/*.sql
var migrations embed.FS

// DB is an open SQLite database. The store's writes go through one connection, each in a transaction that
// takes the write lock at its beginning: one that began as a reader could find on its first write
// that its view is out of date, which no waiting cures. Readers have a pool and, with the
// write-ahead log, wait for nobody.
type DB struct {
	writer *sql.DB
	reader *sql.DB
	file   *file
}

const (
	readers = 8
	// writers is the connection that the store keeps for its writes, and one for other writers.
	writers = 2
	// busyTimeout is how long a writer waits for one in another process.
	busyTimeout = 10 * time.Second
)

// Open opens the file at path and creates it, readable for its owner only, and its folder when
// missing. Every commit is on the disk before it returns (synchronous=FULL).
func Open(ctx context.Context, path string) (*DB, error) {
	if path == "" || strings.Contains(path, ":memory:") || strings.Contains(path, "?") {
		return nil, fmt.Errorf("sqlite: %q is not a file path (sqlite:farebox.db; neither memory databases nor options)", path)
	}

	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}

	created, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	if err := created.Close(); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}

	pragma := func(settings ...string) url.Values {
		settings = append(settings, fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()))
		return url.Values{"_pragma": settings}
	}

	write := pragma("journal_mode(WAL)", "synchronous(FULL)", "journal_size_limit(67108864)")
	write.Set("_txlock", "immediate")
	db := &DB{file: &file{path: path}}
	if db.writer, err = open(path, write, writers); err != nil {
		return nil, err
	}
	if db.reader, err = open(path, pragma("query_only(1)"), readers); err != nil {
		db.writer.Close() // the first error is the one to tell
		return nil, err
	}
	if err := db.begin(ctx); err != nil {
		db.Close() // the first error is the one to tell
		return nil, fmt.Errorf("sqlite: open %s: %w", path, err)
	}

	return db, nil
}

func open(path string, query url.Values, connections int) (*sql.DB, error) {
	dsn := url.URL{
		Scheme:   "file",
		Opaque:   (&url.URL{Path: path}).EscapedPath(),
		RawQuery: query.Encode(),
	}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// begin connects. Of several processes that switch a new file to the write-ahead log at once all but one get "busy"
// without any waiting, so this waits.
func (db *DB) begin(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, busyTimeout)
	defer cancel()
	for {
		err := db.writer.PingContext(ctx)
		if !db.Conflict(err) || !tick.Sleep(ctx, 20*time.Millisecond) {
			return err
		}
	}
}

// Writer has connections whose transactions lock the database from the start.
func (db *DB) Writer() *sql.DB { return db.writer }

// Reader has connections that cannot write.
func (db *DB) Reader() *sql.DB { return db.reader }

// Migrations are the embedded schema files.
func (db *DB) Migrations() fs.FS { return migrations }

// LockMigrations does nothing: the transaction has the database to itself.
func (db *DB) LockMigrations(context.Context, func(context.Context, string, ...any) (int64, error)) error {
	return nil
}

// SkipLocked is empty: there is only one writer.
func (db *DB) SkipLocked() string { return "" }

// ForUpdate is empty, for the same reason.
func (db *DB) ForUpdate() string { return "" }

// Clock is the machine's, in milliseconds.
func (db *DB) Clock() string { return `CAST(unixepoch('subsec') * 1000000000 AS INTEGER)` }

// Shards is one: there is only one writer.
func (db *DB) Shards() int { return 1 }

// RowsPerInsert is one: a call costs nothing, and the driver's time to bind arguments grows with the
// square of their number.
func (db *DB) RowsPerInsert() []int { return []int{1} }

// BeforeEventIDs does nothing: ids are drawn in the order of commits.
func (db *DB) BeforeEventIDs(context.Context, func(context.Context, string, ...any) error) error {
	return nil
}

// EventHorizon is the highest id there can be: ids are drawn in the order of commits.
func (db *DB) EventHorizon(context.Context) (int64, error) { return math.MaxInt64, nil }

// Conflict reports that another process held the database for longer than the busy timeout.
func (db *DB) Conflict(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	code := e.Code() & 0xff // the rest tells the kind
	return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_LOCKED
}

// Unsent is never the case without a network.
func (db *DB) Unsent(error) bool { return false }

// Intact is [ErrFileGone] once the file at the database's path is no longer the one being written to.
func (db *DB) Intact() error { return db.file.intact() }

// Close closes all connections.
func (db *DB) Close() error {
	return errors.Join(db.reader.Close(), db.writer.Close())
}
