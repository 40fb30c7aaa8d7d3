// Package store remembers payments and usage in SQLite or Postgres.
//
// There is one implementation. The two engines differ only in what the engine interface names (connections, row locks,
// how event ids become readable, which errors may be tried again), in their migrations, and in how they run a
// transaction. SQLite has one writer, which commits waiting writes together (group.go). On Postgres transactions run
// concurrently, each with as few round trips as possible (transaction.go). The SQL is the part of the language both
// speak: $1 placeholders, ON CONFLICT, RETURNING, row values, WITH ... AS MATERIALIZED. Times are unix nanoseconds in
// UTC (0 is the zero time), so that what is read is exactly what was written.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/store/postgres"
	"github.com/farebox/farebox/store/sqlite"
)

// engine is what SQLite and Postgres do differently.
type engine interface {
	Writer() *sql.DB
	Reader() *sql.DB
	// Migrations holds NNNN_name.sql files, numbered from 1 without gaps.
	Migrations() fs.FS
	// LockMigrations keeps other replicas from migrating until tx ends.
	LockMigrations(ctx context.Context, exec func(ctx context.Context, query string, args ...any) (int64, error)) error
	// SkipLocked ends a SELECT whose rows the same statement is about to change.
	SkipLocked() string
	// ForUpdate ends a SELECT whose rows the same transaction is about to change.
	ForUpdate() string
	// Clock is an expression for the database's own time in unix nanoseconds.
	Clock() string
	// Shards is how many rows each total is spread over. A transaction adds to one shard and holds its rows
	// until it has committed; with one, settlements of a popular route would queue for it.
	Shards() int
	// RowsPerInsert are the numbers of rows that an INSERT is made for: descending, the last is 1.
	RowsPerInsert() []int
	// BeforeEventIDs must run in a transaction before it draws ids for events.
	BeforeEventIDs(ctx context.Context, run func(ctx context.Context, query string, args ...any) error) error
	// EventHorizon is an id up to which the events that a later statement sees are all there will ever be.
	EventHorizon(ctx context.Context) (int64, error)
	// Conflict reports an error after which a transaction was rolled back for the sake of another one.
	Conflict(err error) bool
	// Unsent reports an error of a connection that failed before the statement reached the database.
	Unsent(err error) bool
	// Intact is an error from when what is written would not be found again after a restart.
	Intact() error
	Close() error
}

// Store is the ledger of payments and the usage store. It is safe for concurrent use, and by any
// number of processes on one database.
type Store struct {
	*database
	bound time.Duration        // of one step; 0 means no limit
	skew  func() time.Duration // of the database's clock, for tests; may be nil
}

// database is what a Store and its bounded views share.
type database struct {
	engine engine
	writer *sql.DB
	reader *sql.DB
	writes writer
	groups *groups       // the writes of a database with one writer, else nil
	ahead  *ahead        // nil where events have no partitions
	shard  int           // of this process's batches of events
	next   atomic.Uint32 // counts settlements, which go round the shards
}

var (
	_ payment.Ledger   = (*Store)(nil)
	_ payment.Channels = (*Store)(nil)
	_ usage.Store      = (*Store)(nil)
	_ usage.Periods    = (*Store)(nil)
	_ usage.Networks   = (*Store)(nil)
)

// Bounded is the same store with a bound on each step of a payment or a channel: a database behind a broken network, or
// one that is frozen, would else hold requests until the network gives up. It is the transaction that is bounded, with
// all its tries, and not the caller: a step that was cut off may have been carried out.
//
// Migrations, the deletion of old rows and reports may take as long as they need. SQLite does not wait for a network;
// how long it waits for its file is set on the connection.
func (s *Store) Bounded(limit time.Duration) *Store {
	bounded := *s
	bounded.bound = limit
	return &bounded
}

// Skewed is the same store with a database clock that is ahead by this much, for tests of time.
func (s *Store) Skewed(by func() time.Duration) *Store {
	skewed := *s
	skewed.skew = by
	return &skewed
}

// clock is an expression for the database's own time in unix nanoseconds. Replicas have it in common, whatever their
// own clocks say.
func (s *Store) clock() string {
	if s.skew == nil {
		return s.engine.Clock()
	}
	return `(` + s.engine.Clock() + ` + ` + strconv.FormatInt(int64(s.skew()), 10) + `)`
}

// time is the database's own.
func (s *Store) time(ctx context.Context) (now time.Time, err error) {
	var ns int64
	err = s.read(ctx, func(row scanner) error { return row.Scan(&ns) }, `SELECT `+s.clock())
	return instant(ns), err
}

// unbounded is the same store without a bound, for work that no request waits for.
func (s *Store) unbounded() *Store { return s.Bounded(0) }

// within ends a step after the bound, also for a caller that waits for ever. A database with one writer needs none: a
// write that it shares with others is carried out whoever waits.
func (s *Store) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.bound == 0 || s.groups != nil {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, s.bound)
}

// Open opens the database at databaseURL and brings its schema up to date.
//
//	postgres://user:secret@host/db?pool_max_conns=32   (or postgresql://)
//	sqlite:data/farebox.db                              (or sqlite:///absolute/path)
func Open(ctx context.Context, databaseURL string) (*Store, error) {
	scheme, rest, _ := strings.Cut(databaseURL, ":")
	var e engine
	var server *postgres.DB
	var err error
	switch scheme {
	case "postgres", "postgresql":
		server, err = postgres.Open(ctx, databaseURL)
		e = server
	case "sqlite":
		e, err = sqlite.Open(ctx, strings.TrimPrefix(rest, "//"))
	default:
		return nil, errors.New("store: the database URL must begin with sqlite: or postgres: (also postgresql:)")
	}

	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}

	s := newStore(e, server)
	if err := s.migrate(ctx); err != nil {
		e.Close() // the first error is the one to tell
		return nil, fmt.Errorf("store: %w", err)
	}

	if p, ok := e.(partitioned); ok {
		if s.ahead, err = makeAhead(ctx, p); err != nil {
			e.Close() // the first error is the one to tell
			return nil, fmt.Errorf("store: %w", err)
		}
	}

	return s, nil
}

// newStore is a store on an engine. server is the one whose transactions go side by side; nil for a database with one
// writer, whose writes are grouped.
func newStore(e engine, server *postgres.DB) *Store {
	s := &Store{database: &database{
		engine: e,
		writer: e.Writer(),
		reader: e.Reader(),
		shard:  rand.IntN(e.Shards()),
	}}
	s.next.Store(uint32(s.shard))

	if server != nil {
		s.writes = sideBySide{server}
		return s
	}
	s.groups = newGroups(e, s.countShared)
	s.writes = s.groups
	return s
}

// Close closes the connections. What was written is durable already.
func (s *Store) Close() error {
	if s.groups != nil {
		s.groups.close()
	}
	if s.ahead != nil {
		s.ahead.close()
	}
	return s.engine.Close()
}

// probe is the process whose sign of life Ping writes.
const probe = "probe"

// Ping reports whether the database accepts writes, for /health: a disk that is full, or a server that only reads,
// answers all questions and takes no payment.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.Beat(ctx, probe, time.Second); err != nil {
		return fmt.Errorf("store: ping: %w", err)
	}
	return nil
}

// attempts bounds how often a transaction is tried that others keep getting in the way of.
const attempts = 8

// write runs f in one transaction and commits it. f runs again when the database rolled it back for
// another transaction's sake, or when the connection was found dead at its begin. An error of the
// commit itself is final: the transaction may have been carried out.
func (s *Store) write(ctx context.Context, f func(ctx context.Context, tx transaction) error) error {
	return s.again(ctx, func(ctx context.Context) error { return s.writes.write(ctx, f) })
}

// exec runs one statement as its own transaction and returns how many rows it changed.
func (s *Store) exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = s.again(ctx, func(ctx context.Context) error {
		n, err = s.writes.exec(ctx, query, args...)
		return err
	})
	return n, err
}

// again runs f until nothing gets in its way.
func (s *Store) again(ctx context.Context, f func(ctx context.Context) error) error {
	ctx, cancel := s.within(ctx)
	defer cancel()
	for try := 1; ; try++ {
		err := f(ctx)
		if err == nil || try == attempts ||
			!(s.engine.Conflict(err) || s.engine.Unsent(err) || s.madePartition(ctx, err)) {
			return err
		}
		pause := time.NewTimer(time.Duration(rand.Int64N(int64(try) * int64(10*time.Millisecond))))
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return errors.Join(err, ctx.Err())
		}
	}
}

// read runs a query for one row, which scan reads.
func (s *Store) read(ctx context.Context, scan func(row scanner) error, query string, args ...any) error {
	ctx, cancel := s.within(ctx)
	defer cancel()
	return scan(s.reader.QueryRowContext(ctx, query, args...))
}

// nanos is t as it is stored.
func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func instant(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns).UTC()
}

// text makes s storable in Postgres, which refuses NUL and bytes that are not UTF-8: words of
// strangers (a facilitator's reason, say) must not make a settled payment unrecordable. It keeps
// at most limit bytes.
func text(s string, limit int) string {
	if !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
	}
	if len(s) > limit {
		for limit > 0 && !utf8.RuneStart(s[limit]) {
			limit--
		}
		s = s[:limit]
	}
	return s
}
