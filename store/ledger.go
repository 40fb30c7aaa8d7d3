package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
)

// States of a payment, as stored. The queries name them as literals, because the partial indexes do.
const (
	stateReserved = "reserved"
	stateSettling = "settling"
	stateSettled  = "settled"
	stateReverted = "reverted"
)

// Each step is one statement (Settle: one transaction), so that no step can be half done and none waits
// with a lock for another. Reserve is the INSERT: the unique indexes on the key and on the payer's
// purchase id let one of any number of replicas through. Everything else in Reserve only finds out who
// stood in the way.
const (
	insertPayment = `INSERT INTO payments (network, payer, nonce, state, request_hash, purchase_id, purchase_hash, owner, route,
			price_usd, version, payment, requirement, reserved_at, lease_until, keep_until, forget_after, process)
		VALUES ($1, $2, $3, 'reserved', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
		ON CONFLICT DO NOTHING`
	deleteReserved = `DELETE FROM payments
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND owner = $4 AND state = 'reserved'`
	storePaymentAnswer = `UPDATE payments SET state = 'settling', delivered_at = $5, answer = $6
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND owner = $4 AND state = 'reserved'`
	sentPayment = `UPDATE payments SET transaction_hash = $5
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND owner = $4 AND state = 'settling'`
	// The time to keep begins with the settlement, however late that is.
	settleAny = `UPDATE payments SET state = 'settled', settled_at = $4, transaction_hash = $5,
			block_number = $6, block_hash = $7, check_at = $4,
			keep_until = keep_until + CASE WHEN $4 > reserved_at THEN $4 - reserved_at ELSE 0 END
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND state = 'settling'`
	settlePayment   = settleAny + ` AND reverted_at = 0`
	resettlePayment = settleAny + ` AND reverted_at > 0` // the chain had taken it back
	replaceAnswer   = `UPDATE payments SET answer = $5
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND answer = $4 AND state = 'settled'`
	deletePayment    = `DELETE FROM payments` + byKey
	giveUpPayment    = `UPDATE payments SET state = 'reverted', purchase_id = NULL, purchase_hash = NULL` + byKey
	postponeSettling = `UPDATE payments SET claimed_until = $5
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND owner = $4 AND state = 'settling'`
)

// Reserve is payment.Ledger's.
func (s *Store) Reserve(ctx context.Context, r payment.Reservation) (payment.Claim, *payment.Entry, error) {
	row, err := reservationRow(r)
	if err != nil {
		return 0, nil, fmt.Errorf("store: reserve: %w", err)
	}
	var existing *payment.Entry
	for range attempts {
		n, err := s.exec(ctx, insertPayment, row...)
		if err != nil {
			return 0, nil, fmt.Errorf("store: reserve: %w", err)
		}
		if n == 1 {
			return payment.Claimed, nil, nil
		}

		var state string
		if existing, state, err = s.existing(ctx, r); err != nil {
			return 0, nil, fmt.Errorf("store: reserve: %w", err)
		}
		if existing != nil {
			return judge(r, existing, state), existing, nil
		}
	}
	if existing != nil {
		return payment.InFlight, existing, nil
	}
	return 0, nil, errors.New("store: reserve: other attempts kept coming and going")
}

// existing is the payment in the way of r, nil when there is none. A dead attempt is removed, and then the living
// compete for the place. Only the row just seen goes: one whose answer was stored, or that a living attempt has
// replaced meanwhile, stays.
func (s *Store) existing(ctx context.Context, r payment.Reservation) (*payment.Entry, string, error) {
	e, state, err := s.named(ctx, r)
	if e == nil || err != nil {
		return nil, "", err
	}
	isDead := state == stateReserved && (r.Now.After(e.LeaseUntil) || s.isDead(ctx, e.Process))
	if !isDead {
		return e, state, nil
	}
	if _, err := s.exec(ctx, deleteReserved, append(keyArgs(e.Key), e.Owner)...); err != nil {
		return nil, "", fmt.Errorf("remove a dead attempt: %w", err)
	}
	return nil, "", nil
}

// named is the payment of r's purchase id or key, nil when there is none.
func (s *Store) named(ctx context.Context, r payment.Reservation) (*payment.Entry, string, error) {
	if r.PurchaseID != "" {
		_, hash := purchase(r.PurchaseID)
		e, state, err := s.readEntry(ctx, selectEntry+byPurchase, r.Key.Payer, hash)
		if e != nil || err != nil {
			return e, state, err
		}
	}
	return s.find(ctx, r.Key)
}

func judge(r payment.Reservation, existing *payment.Entry, state string) payment.Claim {
	switch {
	case !existing.Bought(r.Route, r.RequestHash):
		return payment.OtherRequest
	case state == stateSettled:
		return payment.Settled
	case state == stateSettling:
		return payment.Settling
	case state == stateReverted:
		return payment.Reverted
	default:
		return payment.InFlight
	}
}

// Release is payment.Ledger's.
func (s *Store) Release(ctx context.Context, key payment.Key, owner string) error {
	if _, err := s.exec(ctx, deleteReserved, append(keyArgs(key), owner)...); err != nil {
		return fmt.Errorf("store: release: %w", err)
	}
	return nil
}

// StoreAnswer is payment.Ledger's.
func (s *Store) StoreAnswer(ctx context.Context, key payment.Key, owner string, sealed []byte, now time.Time) error {
	n, err := s.exec(ctx, storePaymentAnswer, append(keyArgs(key), owner, nanos(now), sealed)...)
	if err != nil {
		return fmt.Errorf("store: store an answer: %w", err)
	}
	if n == 0 {
		return fmt.Errorf("store: store an answer: %w", payment.ErrLostClaim)
	}
	return nil
}

// Sent is payment.Ledger's.
func (s *Store) Sent(ctx context.Context, key payment.Key, owner, transaction string) error {
	if _, err := s.exec(ctx, sentPayment, append(keyArgs(key), owner, text(transaction, maxText))...); err != nil {
		return fmt.Errorf("store: sent: %w", err)
	}
	return nil
}

// Settle is payment.Ledger's. A payment that has no stored answer, or is gone, is ErrLostClaim.
func (s *Store) Settle(
	ctx context.Context, key payment.Key, made payment.Transfer, now time.Time, e usage.Event,
) (bool, error) {
	if err := e.Validate(); err != nil {
		return false, fmt.Errorf("store: settle: %w", err)
	}

	args := append(keyArgs(key), nanos(now), text(made.Transaction, maxText), int64(made.Block),
		text(made.BlockHash, maxText))
	shard := s.nextShard()
	err := s.write(ctx, func(ctx context.Context, tx transaction) error {
		event := e
		err := must(ctx, tx, settlePayment, args...)
		if errors.Is(err, errUnmet) {
			event.Outcome = usage.OutcomeResettled
			err = must(ctx, tx, resettlePayment, args...)
		}
		if err != nil {
			return err
		}
		return s.appendEvents(ctx, tx, []usage.Event{event}, shard)
	})
	if errors.Is(err, errUnmet) {
		return false, s.settledBefore(ctx, key)
	}
	if err != nil {
		return false, fmt.Errorf("store: settle: %w", err)
	}
	return true, nil
}

// settledBefore is nil for a payment that is settled, and else ErrLostClaim.
func (s *Store) settledBefore(ctx context.Context, key payment.Key) error {
	var state string
	err := s.read(ctx, func(row scanner) error { return row.Scan(&state) }, selectState, keyArgs(key)...)
	if errors.Is(err, sql.ErrNoRows) || err == nil && state != stateSettled {
		err = payment.ErrLostClaim
	}
	if err != nil {
		return fmt.Errorf("store: settle: %w", err)
	}
	return nil
}

// Replace is payment.Ledger's.
func (s *Store) Replace(ctx context.Context, key payment.Key, was, sealed []byte) (bool, error) {
	n, err := s.exec(ctx, replaceAnswer, append(keyArgs(key), was, sealed)...)
	if err != nil {
		return false, fmt.Errorf("store: replace an answer: %w", err)
	}
	return n == 1, nil
}

const selectState = `SELECT state FROM payments` + byKey

// Forget is payment.Ledger's.
func (s *Store) Forget(ctx context.Context, key payment.Key, owner string) error {
	err := s.write(ctx, func(ctx context.Context, tx transaction) error {
		var state, holder string
		var revertedAt int64
		found := `SELECT state, owner, reverted_at FROM payments` + byKey + s.engine.ForUpdate()
		err := tx.QueryRow(ctx, found, keyArgs(key)...).Scan(&state, &holder, &revertedAt)

		switch {
		case errors.Is(err, sql.ErrNoRows):
			return nil
		case err != nil:
			return err
		case state == stateReserved || state == stateReverted:
			return nil
		case state == stateSettled || holder != owner:
			return payment.ErrLostClaim
		case revertedAt > 0:
			return tx.Run(ctx, giveUpPayment, keyArgs(key)...)
		}
		return tx.Run(ctx, deletePayment, keyArgs(key)...)
	})
	if err != nil {
		return fmt.Errorf("store: forget: %w", err)
	}
	return nil
}

// Find is payment.Ledger's.
func (s *Store) Find(ctx context.Context, key payment.Key) (*payment.Entry, error) {
	e, _, err := s.find(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("store: find: %w", err)
	}
	return e, nil
}

func (s *Store) find(ctx context.Context, key payment.Key) (*payment.Entry, string, error) {
	return s.readEntry(ctx, selectEntry+byKey, keyArgs(key)...)
}

// purgeBatch bounds how many rows one transaction deletes, so that others need not wait long.
const purgeBatch = 1000

// Purge is payment.Ledger's. It works in small transactions; what an error left is the next call's.
func (s *Store) Purge(ctx context.Context, now time.Time) (int64, error) {
	s = s.unbounded()
	if _, err := s.inBatches(ctx, s.forgetQuery(), now, purgeBatch); err != nil {
		return 0, fmt.Errorf("store: forget answers: %w", err)
	}
	n, err := s.inBatches(ctx, s.purgeQuery(), now, purgeBatch)
	if err != nil {
		return n, fmt.Errorf("store: purge: %w", err)
	}
	if err := s.purgeProcesses(ctx); err != nil {
		return n, fmt.Errorf("store: purge: %w", err)
	}
	return n, nil
}

// purgeQuery has its limit as a literal: a planner that does not know it would read the whole table for each batch.
func (s *Store) purgeQuery() string {
	return `WITH old AS MATERIALIZED (
			SELECT network, payer, nonce FROM payments
			WHERE keep_until < $1 AND (state IN ('settled', 'reverted') OR state = 'reserved' AND lease_until < $1)
			ORDER BY keep_until LIMIT ` + strconv.Itoa(purgeBatch) + s.engine.SkipLocked() + `)
		DELETE FROM payments WHERE (network, payer, nonce) IN (SELECT network, payer, nonce FROM old)`
}

// forgetQuery empties what says what was bought. A row that is settling keeps it: its buyer may have paid and has no
// answer yet.
func (s *Store) forgetQuery() string {
	return `WITH old AS MATERIALIZED (
			SELECT network, payer, nonce FROM payments
			WHERE forget_after > 0 AND request_hash <> '' AND state IN ('settled', 'reverted')
				AND settled_at + forget_after < $1
			LIMIT ` + strconv.Itoa(purgeBatch) + s.engine.SkipLocked() + `)
		UPDATE payments SET request_hash = '', answer = NULL
		WHERE (network, payer, nonce) IN (SELECT network, payer, nonce FROM old)`
}

// inBatches repeats a statement on at most batch rows from before a time until it finds fewer.
func (s *Store) inBatches(ctx context.Context, query string, before time.Time, batch int64) (total int64, err error) {
	for {
		n, err := s.exec(ctx, query, nanos(before))
		total += n
		if err != nil || n < batch {
			return total, err
		}
	}
}

func keyArgs(k payment.Key) []any { return []any{k.Network, k.Payer, k.Nonce} }
