package store

import (
	"context"
	"fmt"
	"time"

	"github.com/farebox/farebox/payment"
)

// The lease of a reservation is its process's: one row that the process renews, however many payments
// it works on. Times of these rows are the database's, so that clocks of replicas may differ.

// Beat is payment.Ledger's.
func (s *Store) Beat(ctx context.Context, process string, lasts time.Duration) error {
	query := `INSERT INTO processes (id, alive_until) VALUES ($1, ` + s.clock() + ` + $2)
		ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`
	if _, err := s.exec(ctx, query, process, int64(lasts)); err != nil {
		return fmt.Errorf("store: beat: %w", err)
	}
	return nil
}

// TakeOver is payment.Ledger's.
func (s *Store) TakeOver(ctx context.Context, process string) error {
	if _, err := s.exec(ctx, `DELETE FROM processes WHERE id <> $1`, process); err != nil {
		return fmt.Errorf("store: take over: %w", err)
	}
	return nil
}

// purgeProcesses deletes the rows of processes that are dead for an hour.
func (s *Store) purgeProcesses(ctx context.Context) error {
	_, err := s.exec(ctx, `DELETE FROM processes WHERE alive_until < `+s.clock()+` - $1`, int64(time.Hour))
	return err
}

// isDead says that process is dead. What cannot be read counts as alive: taking over would be the worse guess.
func (s *Store) isDead(ctx context.Context, process string) bool {
	if process == "" {
		return false
	}
	n := 1
	query := `SELECT COUNT(*) FROM processes WHERE id = $1 AND alive_until >= ` + s.clock()
	err := s.read(ctx, func(row scanner) error { return row.Scan(&n) }, query, process)
	return err == nil && n == 0
}

// diedQuery is isDead for the rows of payments.
func (s *Store) diedQuery() string {
	return `(process <> '' AND NOT EXISTS (
		SELECT 1 FROM processes WHERE id = payments.process AND alive_until >= ` + s.clock() + `))`
}

// Stuck is payment.Ledger's. The longest waiting come first; an entry that was handed out goes behind
// those that never were.
func (s *Store) Stuck(ctx context.Context, t payment.Takeover) ([]payment.Entry, error) {
	query := s.stuckQuery()
	args := []any{nanos(t.Now), nanos(t.OlderThan), nanos(t.Now.Add(t.For)), t.Owner, t.Process, t.Limit}
	if t.Key != (payment.Key{}) {
		query = s.stuckOneQuery()
		args = append(args[:5], keyArgs(t.Key)...)
	}

	var found []payment.Entry
	err := s.write(ctx, func(ctx context.Context, tx transaction) (err error) {
		found, err = s.entries(ctx, tx, query, args)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("store: stuck: %w", err)
	}
	return found, nil
}

const takeEntry = `UPDATE payments SET claimed_until = $3, owner = $4, process = $5`

// No request is under way for a payment that was settled once, so it is never too young.

// stuckQuery is materialized: its LIMIT must be worked out once, not once for each row of the outer query.
func (s *Store) stuckQuery() string {
	return `WITH due AS MATERIALIZED (
			SELECT network, payer, nonce FROM payments
			WHERE state = 'settling'
				AND (claimed_until <= $1 AND (delivered_at < $2 OR reverted_at > 0) OR ` + s.diedQuery() + `)
			ORDER BY claimed_until, delivered_at LIMIT $6` + s.engine.SkipLocked() + `)
		` + takeEntry + `
		WHERE state = 'settling' AND (network, payer, nonce) IN (SELECT network, payer, nonce FROM due)
		RETURNING ` + entryColumns
}

// stuckOneQuery takes one payment. What the caller's own process stored need not be old: the caller knows
// that no attempt of its own is at it.
func (s *Store) stuckOneQuery() string {
	return takeEntry + `
		WHERE network = $6 AND payer = $7 AND nonce = $8 AND state = 'settling'
			AND (claimed_until <= $1 AND (delivered_at < $2 OR reverted_at > 0 OR process = $5)
				OR ` + s.diedQuery() + `)
		RETURNING ` + entryColumns
}

// Postpone is payment.Ledger's.
func (s *Store) Postpone(ctx context.Context, key payment.Key, owner string, until time.Time) error {
	if _, err := s.exec(ctx, postponeSettling, append(keyArgs(key), owner, nanos(until))...); err != nil {
		return fmt.Errorf("store: postpone: %w", err)
	}
	return nil
}
