package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/farebox/farebox/store/postgres"
)

// transaction is what a step does in the database: all of it or nothing.
type transaction interface {
	// Exec carries a statement out and returns how many rows it changed.
	Exec(ctx context.Context, query string, args ...any) (int64, error)
	// QueryRow carries a statement out that gives at most one row.
	QueryRow(ctx context.Context, query string, args ...any) scanner
	// Query carries a statement out that gives rows. They are closed before the next statement.
	Query(ctx context.Context, query string, args ...any) (rows, error)
	// Run is for statements whose result nobody reads: they are carried out at the latest with the commit.
	Run(ctx context.Context, query string, args ...any) error
}

type (
	scanner = interface{ Scan(into ...any) error }
	rows    = postgres.Rows
)

// writer carries writes out.
type writer interface {
	// exec runs one statement as its own transaction and returns how many rows it changed.
	exec(ctx context.Context, query string, args ...any) (int64, error)
	// write runs f in one transaction and commits it. After an error nothing was carried out, or the commit may have
	// been.
	write(ctx context.Context, f func(ctx context.Context, tx transaction) error) error
}

// sideBySide has each write in a transaction of its own, on a connection of its own.
type sideBySide struct{ db *postgres.DB }

func (w sideBySide) exec(ctx context.Context, query string, args ...any) (int64, error) {
	return w.db.Exec(ctx, query, args...)
}

func (w sideBySide) write(ctx context.Context, f func(ctx context.Context, tx transaction) error) error {
	tx := w.db.Begin()
	if err := f(ctx, tx); err != nil {
		tx.Rollback(ctx)
		return err
	}
	return tx.Commit(ctx)
}

// errUnmet says that a statement changed no row which had to.
var errUnmet = errors.New("the row is not as it has to be")

// must carries a statement out. Where it changes no row, the error is errUnmet.
func must(ctx context.Context, tx transaction, query string, args ...any) error {
	n, err := tx.Exec(ctx, query, args...)
	if err == nil && n == 0 {
		return errUnmet
	}
	return err
}

// reading is a database or a transaction of it that is only read.
type reading struct {
	db interface {
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
}

// Query is as a transaction's.
func (r reading) Query(ctx context.Context, query string, args ...any) (rows, error) {
	found, err := r.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return sqlRows{found}, nil
}

// QueryRow is as a transaction's.
func (r reading) QueryRow(ctx context.Context, query string, args ...any) scanner {
	return r.db.QueryRowContext(ctx, query, args...)
}

// snapshot calls f with the database as it is at one moment.
func (s *Store) snapshot(ctx context.Context, f func(tx reading) error) error {
	tx, err := s.reader.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing was written
	return f(reading{tx})
}

// queries is a transaction, or what is only read.
type queries interface {
	Query(ctx context.Context, query string, args ...any) (rows, error)
}

// eachRow calls see with every row that a query gives.
func eachRow(ctx context.Context, of queries, query string, args []any, see func(row scanner) error) error {
	found, err := of.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer found.Close() // Err tells
	for found.Next() {
		if err := see(found); err != nil {
			return err
		}
	}
	return found.Err()
}

// each scans every row that a query gives into into and calls f.
func each(ctx context.Context, of queries, query string, args []any, f func() error, into ...any) error {
	return eachRow(ctx, of, query, args, func(row scanner) error {
		if err := row.Scan(into...); err != nil {
			return err
		}
		return f()
	})
}

// sqlRows are rows of database/sql, whose errors Err tells.
type sqlRows struct{ *sql.Rows }

// Close ends the reading.
func (r sqlRows) Close() { r.Rows.Close() } // Err tells
