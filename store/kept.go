package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/farebox/farebox/internal/usage"
)

// writing is what a step may do within its transaction.
type writing interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// kept is the one connection that a database with one writer is written through. Every statement stays prepared on
// it: to prepare the same few anew in each transaction takes a third of the time of a payment. Transactions are
// statements too, because those of database/sql forget what was prepared. One goroutine uses it.
//
// A statement runs to its end whoever waits for it. To interrupt one would undo the transaction, in which others have a
// part, and the driver starts a goroutine for each that could be.
type kept struct {
	writer     *sql.DB
	conn       *sql.Conn // nil until it is needed, and after a failure
	statements map[string]*sql.Stmt
	uncounted  []usage.Event // of this transaction, which its end adds to the totals
}

// ExecContext runs a statement.
func (k *kept) ExecContext(_ context.Context, query string, args ...any) (sql.Result, error) {
	statement, err := k.prepared(query)
	if err != nil {
		return nil, err
	}
	return statement.ExecContext(context.Background(), args...)
}

// QueryContext runs a statement that gives rows.
func (k *kept) QueryContext(_ context.Context, query string, args ...any) (*sql.Rows, error) {
	statement, err := k.prepared(query)
	if err != nil {
		return nil, err
	}
	return statement.QueryContext(context.Background(), args...)
}

// QueryRowContext runs a statement that gives one row.
func (k *kept) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	statement, err := k.prepared(query)
	if err != nil {
		return k.conn.QueryRowContext(ctx, query, args...) // which says the same
	}
	return statement.QueryRowContext(context.Background(), args...)
}

// prepared is the statement of a query. It outlives the request that needed it first.
func (k *kept) prepared(query string) (*sql.Stmt, error) {
	if statement := k.statements[query]; statement != nil {
		return statement, nil
	}
	statement, err := k.conn.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	k.statements[query] = statement
	return statement, nil
}

// begin opens a transaction that has the database to itself, on a connection that is opened where there is none.
func (k *kept) begin(ctx context.Context) error {
	k.uncounted = k.uncounted[:0]
	if k.conn == nil {
		conn, err := k.writer.Conn(ctx)
		if err != nil {
			return err
		}
		k.conn = conn
		k.statements = map[string]*sql.Stmt{}
	}
	_, err := k.ExecContext(ctx, "BEGIN IMMEDIATE")
	return err
}

// commit ends the transaction. After an error nobody knows what became of it, but that it holds nothing any more.
func (k *kept) commit(ctx context.Context) error {
	_, err := k.ExecContext(ctx, "COMMIT")
	if err != nil {
		k.rollback(ctx)
	}
	return err
}

// rollback undoes the transaction. Where that fails the connection goes, and the transaction with it.
func (k *kept) rollback(ctx context.Context) {
	if _, err := k.ExecContext(ctx, "ROLLBACK"); err != nil {
		k.drop()
	}
}

// drop closes the connection for good, so that the next transaction has another one.
func (k *kept) drop() {
	if k.conn == nil {
		return
	}
	for _, statement := range k.statements {
		statement.Close() // goes with the connection otherwise
	}
	k.conn.Raw(func(any) error { return driver.ErrBadConn }) // which keeps it out of the pool
	k.conn.Close()                                           // it is closed already
	k.conn = nil
	k.statements = nil
}

// close gives the connection back.
func (k *kept) close() error {
	if k.conn == nil {
		return nil
	}
	var errs []error
	for _, statement := range k.statements {
		errs = append(errs, statement.Close())
	}
	errs = append(errs, k.conn.Close())
	k.conn = nil
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("close the writer: %w", err)
	}
	return nil
}
