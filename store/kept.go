package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/farebox/farebox/internal/usage"
)

// kept is the one connection that a database with one writer is written through. Every statement stays prepared on
// it: preparing the same few again in each transaction takes a third of the time of a payment. Transactions are
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

// Exec runs a statement.
func (k *kept) Exec(_ context.Context, query string, args ...any) (int64, error) {
	result, err := k.result(query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Run runs a statement at once: nothing is gained by waiting.
func (k *kept) Run(_ context.Context, query string, args ...any) error {
	_, err := k.result(query, args...)
	return err
}

func (k *kept) result(query string, args ...any) (sql.Result, error) {
	statement, err := k.prepared(query)
	if err != nil {
		return nil, err
	}
	return statement.ExecContext(context.Background(), args...)
}

// Query runs a statement that returns rows.
func (k *kept) Query(_ context.Context, query string, args ...any) (rows, error) {
	statement, err := k.prepared(query)
	if err != nil {
		return nil, err
	}
	found, err := statement.QueryContext(context.Background(), args...)
	if err != nil {
		return nil, err
	}
	return sqlRows{found}, nil
}

// QueryRow runs a statement that returns one row.
func (k *kept) QueryRow(ctx context.Context, query string, args ...any) scanner {
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
	return k.Run(ctx, "BEGIN IMMEDIATE")
}

// commit ends the transaction. After an error nobody knows what became of it, but that it holds nothing any more.
func (k *kept) commit(ctx context.Context) error {
	err := k.Run(ctx, "COMMIT")
	if err != nil {
		k.rollback(ctx)
	}
	return err
}

// rollback undoes the transaction. Where that fails the connection goes, and the transaction with it.
func (k *kept) rollback(ctx context.Context) {
	if err := k.Run(ctx, "ROLLBACK"); err != nil {
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
