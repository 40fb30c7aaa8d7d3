package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
)

const (
	// One that was settled again meanwhile is another settlement.
	confirmPayment = `UPDATE payments SET transaction_hash = $4, block_number = $5, block_hash = $6, check_at = $7
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND state = 'settled' AND settled_at = $8`
	// A payment whose settlement is gone has no owner, and is due for a reconciler at once.
	reopenPayment = `UPDATE payments SET state = 'settling', settled_at = 0, transaction_hash = '', process = '',
			claimed_until = 0, check_at = 0, block_number = 0, block_hash = '', reverted_at = $5
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND state = 'settled' AND transaction_hash = $4`
	// The buyer's name for the purchase is free again: it was not paid for.
	revertPayment = `UPDATE payments SET state = 'reverted', settled_at = 0, check_at = 0, reverted_at = $5,
			purchase_id = NULL, purchase_hash = NULL
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND state = 'settled' AND transaction_hash = $4`
)

// Unconfirmed is payment.Settlements'.
func (s *Store) Unconfirmed(
	ctx context.Context, now time.Time, claimFor time.Duration, limit int,
) (due []payment.Settlement, err error) {
	err = s.write(ctx, func(ctx context.Context, tx transaction) error {
		due = nil
		var p payment.Settlement
		var block, settled int64
		return each(ctx, tx, s.unconfirmedQuery(), []any{nanos(now), limit, nanos(now.Add(claimFor))}, func() error {
			p.Block = uint64(block)
			p.SettledAt = instant(settled)
			due = append(due, p)
			return nil
		}, &p.Key.Network, &p.Key.Payer, &p.Key.Nonce, &p.Transaction, &block, &p.BlockHash, &settled)
	})
	if err != nil {
		return nil, fmt.Errorf("store: unconfirmed settlements: %w", err)
	}

	return due, nil
}

func (s *Store) unconfirmedQuery() string {
	return `WITH due AS MATERIALIZED (
			SELECT network, payer, nonce FROM payments
			WHERE state = 'settled' AND check_at > 0 AND check_at <= $1
			ORDER BY check_at LIMIT $2` + s.engine.SkipLocked() + `)
		UPDATE payments SET check_at = $3
		WHERE state = 'settled' AND (network, payer, nonce) IN (SELECT network, payer, nonce FROM due)
		RETURNING network, payer, nonce, transaction_hash, block_number, block_hash, settled_at`
}

// Confirm is payment.Settlements'.
func (s *Store) Confirm(ctx context.Context, all []payment.Settlement) error {
	if len(all) == 0 {
		return nil
	}
	err := s.write(ctx, func(ctx context.Context, tx transaction) error {
		for _, p := range all {
			args := append(keyArgs(p.Key),
				text(p.Transaction, maxText), int64(p.Block), p.BlockHash, nanos(p.CheckAt), nanos(p.SettledAt))
			if _, err := tx.Exec(ctx, confirmPayment, args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("store: confirm settlements: %w", err)
	}
	return nil
}

// Revert is payment.Settlements'.
func (s *Store) Revert(
	ctx context.Context, p payment.Settlement, again bool, now time.Time, e usage.Event,
) (done bool, err error) {
	if err := e.Validate(); err != nil {
		return false, fmt.Errorf("store: revert: %w", err)
	}
	query := revertPayment
	if again {
		query = reopenPayment
	}

	err = s.write(ctx, func(ctx context.Context, tx transaction) error {
		args := append(keyArgs(p.Key), text(p.Transaction, maxText), nanos(now))
		if err := must(ctx, tx, query, args...); err != nil {
			return err
		}
		return s.appendEvents(ctx, tx, []usage.Event{e}, s.nextShard())
	})
	if errors.Is(err, errUnmet) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("store: revert: %w", err)
	}
	return true, nil
}

// Standing is payment.Settlements'.
func (s *Store) Standing(ctx context.Context) (st payment.Standing, err error) {
	var oldest, last int64
	err = errors.Join(
		s.reader.QueryRowContext(ctx, `SELECT COUNT(*), COALESCE(MIN(delivered_at), 0)
			FROM payments WHERE state = 'settling'`).Scan(&st.Open, &oldest),
		s.reader.QueryRowContext(ctx, `SELECT COUNT(*), COALESCE(MAX(reverted_at), 0)
			FROM payments WHERE state = 'reverted'`).Scan(&st.Reverted, &last),
	)
	if err != nil {
		return payment.Standing{}, fmt.Errorf("store: standing of settlements: %w", err)
	}
	st.OldestOpen = instant(oldest)
	st.LastReverted = instant(last)
	return st, nil
}
