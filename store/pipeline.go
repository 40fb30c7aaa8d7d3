package store

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/farebox/farebox/internal/usage"
)

// pipelined is an engine that takes the statements of a transaction all at once. Statement by statement, a settlement
// waits eight times for the database, and most of what it costs is the waiting.
type pipelined interface {
	// Exec runs one statement as its own transaction and returns how many rows it changed.
	Exec(ctx context.Context, query string, args ...any) (int64, error)
	// Transact runs statements as one transaction. Where one fails, or the commit, none is carried out.
	Transact(ctx context.Context, statements *pgx.Batch) error
	// Halted reports the error of a statement that ended its transaction on purpose: see [settleOnce].
	Halted(err error) bool
}

// run carries out a statement whose result nobody reads, or sees to it that it will be.
type run func(ctx context.Context, query string, args ...any) error

// running runs statements in tx.
func running(tx writing) run {
	return func(ctx context.Context, query string, args ...any) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	}
}

// queueing keeps statements for later.
func queueing(later *pgx.Batch) run {
	return func(_ context.Context, query string, args ...any) error {
		later.Queue(query, args...)
		return nil
	}
}

// transact carries out the statements that f makes, in one transaction.
func (s *Store) transact(ctx context.Context, f func(run run) error) error {
	p, ok := s.engine.(pipelined)
	if !ok {
		return s.write(ctx, func(tx writing) error { return f(running(tx)) })
	}
	return s.again(ctx, func() error {
		var statements pgx.Batch
		if err := f(queueing(&statements)); err != nil {
			return err
		}
		return p.Transact(ctx, &statements)
	})
}

// settleOnce is settlePayment for a payment that no chain has taken back yet. Where there is none to settle it ends its
// transaction, by a division by zero, because the statements behind it are sent before its result is known.
const settleOnce = `WITH settled AS (` + settleRow + ` AND reverted_at = 0 RETURNING 1)
	SELECT 1 / COUNT(*) FROM settled`

// settleAtOnce settles a payment, with its event, in one round trip. False without an error says that it is another
// case and nothing was done.
func (s *Store) settleAtOnce(ctx context.Context, p pipelined, payment []any, e usage.Event) (bool, error) {
	shard := s.nextShard()
	err := s.transact(ctx, func(run run) error {
		if err := run(ctx, settleOnce, payment...); err != nil {
			return err
		}
		return s.appendEvents(ctx, run, []usage.Event{e}, shard)
	})
	if p.Halted(err) {
		return false, nil
	}
	return err == nil, err
}
