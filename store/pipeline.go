package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// pipelined is an engine that takes statements past database/sql, those of a transaction all at once. Statement by
// statement, a settlement waits eight times for the database, and most of what it costs is the waiting.
type pipelined interface {
	single
	// Transact runs statements as one transaction. Where one fails, or the commit, none is carried out.
	Transact(ctx context.Context, statements *pgx.Batch) error
	// OrHalt is a statement that ends its transaction where query changes no row.
	OrHalt(query string) string
	// Halted reports the error of such an end.
	Halted(err error) bool
}

// single runs a statement as its own transaction.
type single interface {
	// Exec returns how many rows were changed.
	Exec(ctx context.Context, query string, args ...any) (int64, error)
	QueryRow(ctx context.Context, query string, args ...any) scanner
}

// onlyOne is the one statement of a transaction.
type onlyOne struct{ tx writing }

// Exec is single's.
func (o onlyOne) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	return changed(o.tx.ExecContext(ctx, query, args...))
}

// QueryRow is single's.
func (o onlyOne) QueryRow(ctx context.Context, query string, args ...any) scanner {
	return o.tx.QueryRowContext(ctx, query, args...)
}

// single runs f, which is one statement, as its own transaction: past database/sql where the engine can, which spares a
// payment a twentieth of a millisecond.
func (s *Store) single(ctx context.Context, f func(ctx context.Context, db single) error) error {
	if p, ok := s.engine.(pipelined); ok {
		return s.again(ctx, func(ctx context.Context) error { return f(ctx, p) })
	}
	return s.write(ctx, func(ctx context.Context, tx writing) error { return f(ctx, onlyOne{tx}) })
}

// run carries out a statement whose result nobody reads, or sees to it that it will be.
type run func(ctx context.Context, query string, args ...any) error

// statements takes those of one transaction, none of which depends on the result of another.
type statements struct {
	run  run
	must run // where it changes no row, nothing of the transaction is carried out: errUnmet
}

// errUnmet says that a statement changed no row which had to.
var errUnmet = errors.New("the row is not as it has to be")

// running runs statements in tx.
func running(tx writing) statements {
	return statements{
		run: func(ctx context.Context, query string, args ...any) error {
			_, err := tx.ExecContext(ctx, query, args...)
			return err
		},
		must: func(ctx context.Context, query string, args ...any) error {
			n, err := changed(tx.ExecContext(ctx, query, args...))
			if err == nil && n == 0 {
				return errUnmet
			}
			return err
		},
	}
}

// queueing keeps statements for later.
func queueing(later *pgx.Batch, p pipelined) statements {
	return statements{
		run: func(_ context.Context, query string, args ...any) error {
			later.Queue(query, args...)
			return nil
		},
		must: func(_ context.Context, query string, args ...any) error {
			later.Queue(p.OrHalt(query), args...)
			return nil
		},
	}
}

// transact carries out the statements that f gives, in one transaction.
func (s *Store) transact(ctx context.Context, f func(ctx context.Context, to statements) error) error {
	p, ok := s.engine.(pipelined)
	if !ok {
		return s.write(ctx, func(ctx context.Context, tx writing) error { return f(ctx, running(tx)) })
	}
	return s.again(ctx, func(ctx context.Context) error {
		var batch pgx.Batch
		if err := f(ctx, queueing(&batch, p)); err != nil {
			return err
		}
		err := p.Transact(ctx, &batch)
		if p.Halted(err) {
			return errUnmet
		}
		return err
	})
}
