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
	deleteReserved     = `DELETE FROM payments WHERE network = $1 AND payer = $2 AND nonce = $3 AND owner = $4 AND state = 'reserved'`
	storePaymentAnswer = `UPDATE payments SET state = 'settling', delivered_at = $5, answer = $6
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND owner = $4 AND state = 'reserved'`
	sentPayment = `UPDATE payments SET transaction_hash = $5
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND owner = $4 AND state = 'settling'`
	// The time to keep begins with the settlement, however late that is.
	settleRow = `UPDATE payments SET state = 'settled', settled_at = $4, transaction_hash = $5,
			block_number = 0, block_hash = '', check_at = $4,
			keep_until = keep_until + CASE WHEN $4 > reserved_at THEN $4 - reserved_at ELSE 0 END
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND state = 'settling'`
	settlePayment  = settleRow + ` RETURNING reverted_at`
	deleteSettling = `DELETE FROM payments
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND state = 'settling' AND owner = $4 AND reverted_at = 0`
	revertSettling = `UPDATE payments SET state = 'reverted', purchase_id = NULL, purchase_hash = NULL
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND state = 'settling' AND owner = $4 AND reverted_at > 0`
	postponeSettling = `UPDATE payments SET claimed_until = $5
		WHERE network = $1 AND payer = $2 AND nonce = $3 AND owner = $4 AND state = 'settling'`
)

// Reserve is payment.Ledger's.
func (s *Store) Reserve(ctx context.Context, r payment.Reservation) (payment.Claim, *payment.Entry, error) {
	row, err := reservationRow(r)
	if err != nil {
		return 0, nil, fmt.Errorf("store: reserve: %w", err)
	}
	var standing *payment.Entry
	for range attempts {
		n, err := s.exec(ctx, insertPayment, row...)
		if err != nil {
			return 0, nil, fmt.Errorf("store: reserve: %w", err)
		}
		if n == 1 {
			return payment.Claimed, &payment.Entry{Reservation: r, CreatedAt: r.Now}, nil
		}
		var state string
		if standing, state, err = s.standing(ctx, r); err != nil {
			return 0, nil, fmt.Errorf("store: reserve: %w", err)
		}
		switch {
		case standing == nil: // it went away again: try once more
		case state == stateReserved && (r.Now.After(standing.LeaseUntil) || s.died(ctx, standing.Process)):
			// A dead attempt. Only the row just seen is removed: one whose answer was stored, or replaced by a
			// living attempt meanwhile, stays. Then the living compete for the place.
			if _, err := s.exec(ctx, deleteReserved, append(keyArgs(standing.Key), standing.Owner)...); err != nil {
				return 0, nil, fmt.Errorf("store: reserve: bury a dead attempt: %w", err)
			}
		default:
			return judge(r, standing, state), standing, nil
		}
	}
	if standing != nil {
		return payment.InFlight, standing, nil
	}
	return 0, nil, errors.New("store: reserve: other attempts kept coming and going")
}

// standing is the payment in the way of r, nil when there is none.
func (s *Store) standing(ctx context.Context, r payment.Reservation) (*payment.Entry, string, error) {
	if r.PurchaseID != "" {
		_, hash := purchase(r.PurchaseID)
		e, state, err := s.entry(s.reader.QueryRowContext(ctx, selectEntry+byPurchase, r.Key.Payer, hash))
		if e != nil || err != nil {
			return e, state, err
		}
	}
	return s.find(ctx, r.Key)
}

func judge(r payment.Reservation, standing *payment.Entry, state string) payment.Claim {
	switch {
	case !standing.Bought(r.Route, r.RequestHash):
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
func (s *Store) Settle(ctx context.Context, key payment.Key, transaction string, now time.Time, e usage.Event) (bool, error) {
	if err := e.Validate(); err != nil {
		return false, fmt.Errorf("store: settle: %w", err)
	}
	args := append(keyArgs(key), nanos(now), text(transaction, maxText))
	if p, ok := s.engine.(pipelined); ok {
		done, err := s.settleAtOnce(ctx, p, args, e)
		if err != nil {
			return false, fmt.Errorf("store: settle: %w", err)
		}
		if done {
			return true, nil
		}
	}

	done := false
	err := s.write(ctx, func(tx writing) error {
		var reverted int64
		err := tx.QueryRowContext(ctx, settlePayment, args...).Scan(&reverted)
		if done = err == nil; done {
			if reverted > 0 {
				e.Outcome = usage.OutcomeResettled
			}
			return s.appendEvents(ctx, running(tx), []usage.Event{e}, s.nextShard())
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}

		state, err := stateOf(ctx, tx, key)
		if err == nil && state != stateSettled {
			return payment.ErrLostClaim
		}
		return err
	})
	if err != nil {
		return false, fmt.Errorf("store: settle: %w", err)
	}
	return done, nil
}

// stateOf is the state of a payment, "" when there is none.
func stateOf(ctx context.Context, tx writing, key payment.Key) (state string, err error) {
	err = tx.QueryRowContext(ctx, `SELECT state FROM payments`+byKey, keyArgs(key)...).Scan(&state)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return state, err
}

// Forget is payment.Ledger's.
func (s *Store) Forget(ctx context.Context, key payment.Key, owner string) error {
	err := s.write(ctx, func(tx writing) error {
		for _, query := range []string{deleteSettling, revertSettling} {
			result, err := tx.ExecContext(ctx, query, append(keyArgs(key), owner)...)
			if err != nil {
				return err
			}
			if n, err := result.RowsAffected(); n > 0 || err != nil {
				return err
			}
		}

		state, err := stateOf(ctx, tx, key)
		if state == stateSettling || state == stateSettled {
			return payment.ErrLostClaim
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("store: refuse: %w", err)
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
	return s.entry(s.reader.QueryRowContext(ctx, selectEntry+byKey, keyArgs(key)...))
}

// purgeBatch bounds how many rows one transaction deletes, so that others need not wait long.
const purgeBatch = 1000

// Purge is payment.Ledger's. It works in small transactions; what an error left is the next call's.
func (s *Store) Purge(ctx context.Context, now time.Time) (int64, error) {
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
