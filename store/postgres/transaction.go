package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Rows are a statement's result, row by row. Err says what went wrong, after the last one or Close.
type Rows = interface {
	Next() bool
	Scan(into ...any) error
	Err() error
	Close()
}

// Tx is a transaction that waits for the database as rarely as possible: waiting is most of a step's cost. The begin
// goes out with the first statement whose result is read, and what nobody reads goes out with the next that somebody
// does, or with the commit. One goroutine uses it.
type Tx struct {
	pool   *pgxpool.Pool
	conn   *pgxpool.Conn // nil until a result was asked for
	queued *pgx.Batch
}

// Begin is a new transaction. It does not take a connection yet.
func (db *DB) Begin() *Tx { return &Tx{pool: db.pool, queued: &pgx.Batch{}} }

// Run queues a statement whose result nobody reads.
func (t *Tx) Run(_ context.Context, query string, args ...any) error {
	t.queued.Queue(query, args...)
	return nil
}

// Exec carries a statement out and returns how many rows it changed.
func (t *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if len(args) == 0 {
		return t.script(ctx, query)
	}
	results, err := t.send(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	done, err := results.Exec()
	return done.RowsAffected(), ended(results, err)
}

// QueryRow runs a statement that returns at most one row.
func (t *Tx) QueryRow(ctx context.Context, query string, args ...any) interface{ Scan(into ...any) error } {
	results, err := t.send(ctx, query, args...)
	return &row{
		results: results,
		err:     err,
	}
}

// Query runs a statement that returns rows.
func (t *Tx) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	results, err := t.send(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	found, err := results.Query()
	if err != nil {
		return nil, ended(results, err)
	}
	return &sentRows{
		Rows:    found,
		results: results,
	}, nil
}

// Commit runs what is queued, and commits. If no result was read, everything is sent at once, which the server takes
// for one transaction.
func (t *Tx) Commit(ctx context.Context) error {
	if t.conn == nil {
		return t.pool.SendBatch(ctx, t.queued).Close()
	}

	defer t.conn.Release() // which closes a connection whose transaction has not ended
	results, err := t.send(ctx, "COMMIT")
	if err != nil {
		return err
	}
	done, err := results.Exec()
	if err == nil && done.String() != "COMMIT" {
		err = pgx.ErrTxCommitRollback
	}
	return ended(results, err)
}

// Rollback undoes what has run. If it fails the connection is dropped, and the transaction with it.
func (t *Tx) Rollback(ctx context.Context) {
	if t.conn == nil {
		return
	}
	t.conn.Exec(ctx, "ROLLBACK") // see below
	t.conn.Release()             // which closes a connection whose transaction has not ended
}

// send carries out what is queued and a statement, whose result is the next one to read.
func (t *Tx) send(ctx context.Context, query string, args ...any) (pgx.BatchResults, error) {
	batch, err := t.take(ctx)
	if err != nil {
		return nil, err
	}
	before := batch.Len()
	batch.Queue(query, args...)

	results := t.conn.SendBatch(ctx, batch)
	for range before {
		if _, err := results.Exec(); err != nil {
			return nil, ended(results, err)
		}
	}
	return results, nil
}

// take is what is to be carried out before a statement whose result is read, on the transaction's connection.
func (t *Tx) take(ctx context.Context) (*pgx.Batch, error) {
	batch := t.queued
	t.queued = &pgx.Batch{}
	if t.conn != nil {
		return batch, nil
	}

	conn, err := t.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	t.conn = conn
	first := &pgx.Batch{}
	first.Queue("BEGIN")
	first.QueuedQueries = append(first.QueuedQueries, batch.QueuedQueries...)
	return first, nil
}

// script executes statements without arguments, such as a migration's; one text may contain several.
func (t *Tx) script(ctx context.Context, text string) (int64, error) {
	batch, err := t.take(ctx)
	if err != nil {
		return 0, err
	}
	if err := t.conn.SendBatch(ctx, batch).Close(); err != nil {
		return 0, err
	}
	done, err := t.conn.Exec(ctx, text)
	return done.RowsAffected(), err
}

// ended closes results whose reading has ended in err. Of two errors the first one counts, alone: the second, of a
// connection that was closed meanwhile, may say that nothing was sent, which is not so of what the first is about.
func ended(results pgx.BatchResults, err error) error {
	closing := results.Close()
	if err != nil {
		return err
	}
	return closing
}

// row is the one row of a statement.
type row struct {
	results pgx.BatchResults
	err     error
}

// Scan reads the row.
func (r *row) Scan(into ...any) error {
	if r.err != nil {
		return r.err
	}
	err := r.results.QueryRow().Scan(into...)
	return ended(r.results, err)
}

// sentRows are the rows of a statement that was sent with others.
type sentRows struct {
	pgx.Rows
	results pgx.BatchResults
}

// Close ends the reading.
func (r *sentRows) Close() {
	r.Rows.Close()
	r.results.Close() // Err tells
}
