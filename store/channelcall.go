package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
)

// The two steps of a call by channel. Nearly always the channel is free, and nobody has changed it between them: then
// each step is one statement on the channel that says so in its condition, and what is fixed for a channel is not read.
// When the condition is not met the step is done under a lock, which finds out why.

const (
	// reserveFree holds a channel that is free, if neither the payment nor the purchase has bought anything yet.
	reserveFree = `UPDATE channels SET held_nonce = $3, held_owner = $4, held_process = $5, held_until = $6` +
		byChannel + ` AND charged = $7 AND synced_at >= $8 AND held_owner = '' AND refund_open = 0
			AND NOT EXISTS (SELECT 1 FROM payments WHERE network = $1 AND payer = $9 AND nonce = $3)`
	andUnbought = ` AND NOT EXISTS (SELECT 1 FROM payments WHERE payer = $9 AND purchase_hash = $10)`

	// chargeSeen charges a channel that is as the caller has seen it: what depends on the chain was worked out for
	// that.
	chargeSeen = `UPDATE channels SET charged = $3, signature = $4, unclaimed = $5, free = $6,
			unclaimed_since = CASE WHEN unclaimed_since = 0 THEN $7 ELSE unclaimed_since END,
			check_at = CASE WHEN check_at = 0 OR check_at > $8 THEN $7 ELSE check_at END,
			held_nonce = '', held_owner = '', held_process = '', held_until = 0` + byChannel + `
			AND held_owner = $9 AND charged = $10 AND synced_at = $11 AND block_number = $12 AND refund_open = 0`

	// These end their transaction where they change nothing, as [settleOnce] does.
	chargeSeenOnce   = `WITH done AS (` + chargeSeen + ` RETURNING 1) SELECT 1 / COUNT(*) FROM done`
	insertChargeOnce = `WITH done AS (` + insertCharge + ` RETURNING 1) SELECT 1 / COUNT(*) FROM done`
)

// ReserveChannel is payment.Channels'.
func (s *Store) ReserveChannel(
	ctx context.Context, w payment.ChannelReservation,
) (payment.ChannelClaim, *payment.Entry, *payment.Channel, error) {
	if c, err := s.reserveFree(ctx, w); c != nil || err != nil {
		return payment.ChannelReserved, nil, c, err
	}

	for range attempts {
		entry, state, err := s.standing(ctx, w.Reservation)
		if err != nil {
			return 0, nil, nil, fmt.Errorf("store: hold a channel: %w", err)
		}
		if entry != nil && s.buried(ctx, w.Reservation, entry, state) {
			continue
		}
		if entry != nil {
			c, err := s.Channel(ctx, w.Channel)
			return payment.ChannelBought, entry, c, err
		}

		claim, c, err := s.reserveLocked(ctx, w)
		if err != nil {
			return 0, nil, nil, fmt.Errorf("store: hold a channel: %w", err)
		}
		if claim != payment.ChannelMismatch {
			return claim, nil, c, nil
		}
		// Another attempt with this very voucher may have ended since the payments were read.
		if entry, _, err = s.standing(ctx, w.Reservation); entry == nil || err != nil {
			return claim, nil, c, err
		}
	}
	return 0, nil, nil, errors.New("store: hold a channel: other attempts kept coming and going")
}

// reserveFree is ReserveChannel for a channel that is free; nil when there is anything to find out.
func (s *Store) reserveFree(ctx context.Context, w payment.ChannelReservation) (*payment.Channel, error) {
	query := reserveFree
	args := []any{
		w.Channel.Network, w.Channel.ID, w.Key.Nonce, w.Owner, w.Process, nanos(w.LeaseUntil), w.Charged.Dec(),
		nanos(w.Seen), w.Key.Payer,
	}
	if w.PurchaseID != "" {
		_, hash := purchase(w.PurchaseID)
		query += andUnbought
		args = append(args, hash)
	}
	query += ` RETURNING ` + stateColumns

	row := &channelRow{}
	row.Key = w.Channel
	row.Config = w.Config
	err := s.queryRow(ctx, query, args, func(found *sql.Row) error { return row.scan(found) })
	if errors.Is(err, errGone) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: hold a channel: %w", err)
	}
	return &row.Channel, nil
}

// errNotReserved undoes a change that was not to be.
var errNotReserved = errors.New("the channel is not to be had")

// buried removes a dead attempt that stands in the way, and says whether it was one. Only the row just seen goes: one
// that was stored, or replaced by a living attempt meanwhile, stays.
func (s *Store) buried(ctx context.Context, r payment.Reservation, standing *payment.Entry, state string) bool {
	dead := state == stateReserved && (r.Now.After(standing.LeaseUntil) || s.died(ctx, standing.Process))
	if !dead {
		return false
	}
	_, err := s.exec(ctx, deleteReserved, append(keyArgs(standing.Key), standing.Owner)...)
	return err == nil
}

// reserveLocked is ReserveChannel for a channel that it locks.
func (s *Store) reserveLocked(
	ctx context.Context, w payment.ChannelReservation,
) (claim payment.ChannelClaim, c *payment.Channel, err error) {
	held, err := s.changeChannel(ctx, w.Channel, func(tx writing, row *channelRow) error {
		c = &row.Channel
		if claim, err = s.reservable(ctx, tx, row, w.Charged, w.Now); err != nil {
			return err
		}
		if claim != payment.ChannelBusy && row.SyncedAt.Before(w.Seen) {
			claim = payment.ChannelStale
		}
		if claim != payment.ChannelReserved {
			return errNotReserved
		}
		row.Lease = payment.ChannelLease{
			Nonce:   w.Key.Nonce,
			Owner:   w.Owner,
			Process: w.Process,
			Until:   w.LeaseUntil,
		}
		return nil
	})
	switch {
	case errors.Is(err, errGone):
		return payment.ChannelUnknown, nil, nil
	case errors.Is(err, errNotReserved):
		return claim, c, nil
	}
	return claim, held, err
}

// ReleaseChannel is payment.Channels'.
func (s *Store) ReleaseChannel(ctx context.Context, key payment.ChannelKey, owner string) error {
	if _, err := s.exec(ctx, unholdChannel, key.Network, key.ID, owner); err != nil {
		return fmt.Errorf("store: give a channel back: %w", err)
	}
	return nil
}

// Charge is payment.Channels'.
func (s *Store) Charge(ctx context.Context, c payment.Charge) (*payment.Channel, error) {
	charged, err := s.charge(ctx, &c)
	if err != nil {
		return nil, fmt.Errorf("store: charge a channel: %w", err)
	}
	return charged, nil
}

func (s *Store) charge(ctx context.Context, c *payment.Charge) (*payment.Channel, error) {
	if err := c.Event.Validate(); err != nil {
		return nil, err
	}
	bought, err := chargeRow(c)
	if err != nil {
		return nil, err
	}
	seen := chargedAsSeen(c)
	if p, ok := s.engine.(pipelined); ok && seen != nil {
		done, err := s.chargeAtOnce(ctx, p, seen, bought, c)
		if done || err != nil {
			return &seen.Channel, err
		}
		seen = nil
	}

	var charged *payment.Channel
	err = s.write(ctx, func(tx writing) (err error) {
		if charged, err = s.chargeChannel(ctx, tx, seen, c); err != nil {
			return err
		}
		result, err := tx.ExecContext(ctx, insertCharge, bought...)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, payment.ErrLostClaim) // bought under the same name meanwhile
		}
		return s.appendEvents(ctx, running(tx), []usage.Event{c.Event}, s.nextShard())
	})
	return charged, err
}

// chargedAsSeen is the channel after a charge, if it is still as the caller has seen it. It is nil when that cannot be
// or has to be looked at.
func chargedAsSeen(c *payment.Charge) *channelRow {
	if c.Seen == nil || c.Seen.Charged != c.Before || !c.After.Gt(&c.Before) || !c.After.Gt(&c.Seen.Chain.Claimed) {
		return nil
	}
	row := &channelRow{Channel: *c.Seen}
	row.charge(c)
	return row
}

// chargeAtOnce is all of a charge in one round trip. False without an error says that it is another case and nothing
// was done.
func (s *Store) chargeAtOnce(
	ctx context.Context, p pipelined, seen *channelRow, bought []any, c *payment.Charge,
) (bool, error) {
	shard := s.nextShard()
	err := s.transact(ctx, func(run run) error {
		if err := run(ctx, chargeSeenOnce, seen.chargeArgs(c)...); err != nil {
			return err
		}
		if err := run(ctx, insertChargeOnce, bought...); err != nil {
			return err
		}
		return s.appendEvents(ctx, run, []usage.Event{c.Event}, shard)
	})
	if p.Halted(err) {
		return false, nil
	}
	return err == nil, err
}

// chargeChannel charges the channel, by seen if it is not nil and still right, else under a lock.
func (s *Store) chargeChannel(
	ctx context.Context, tx writing, seen *channelRow, c *payment.Charge,
) (*payment.Channel, error) {
	if seen != nil {
		result, err := tx.ExecContext(ctx, chargeSeen, seen.chargeArgs(c)...)
		if err != nil {
			return nil, err
		}
		if n, err := result.RowsAffected(); n == 1 || err != nil {
			return &seen.Channel, err
		}
	}
	return s.changeIn(ctx, tx, c.Channel, func(row *channelRow) error {
		if row.Lease.Owner != c.Owner || row.Charged != c.Before || row.Refund.Open || !c.After.Gt(&c.Before) {
			return payment.ErrLostClaim
		}
		row.charge(c)
		return nil
	})
}

// charge is what a charge changes of a channel.
func (c *channelRow) charge(by *payment.Charge) {
	c.Lease = payment.ChannelLease{}
	c.Charged = by.After
	c.Signature = by.Signature
	c.owes(by.Now)
	if by.Due {
		c.checkAt = min(c.checkAt, nanos(by.Now))
	}
}

// chargeArgs are the arguments of chargeSeen for a channel that was charged.
func (c *channelRow) chargeArgs(by *payment.Charge) []any {
	latest := int64(math.MaxInt64) // for when it is looked at next
	if by.Due {
		latest = nanos(by.Now)
	}
	return []any{
		c.Key.Network, c.Key.ID, c.Charged.Dec(), c.Signature, c.millionths(c.Unclaimed()), c.free(), nanos(by.Now),
		latest, by.Owner, by.Before.Dec(), nanos(c.SyncedAt), int64(c.Chain.Block),
	}
}

// queryRow runs one statement that changes at most one row as its own transaction, and reads the row by scan.
func (s *Store) queryRow(ctx context.Context, query string, args []any, scan func(*sql.Row) error) error {
	if s.groups != nil {
		return s.write(ctx, func(tx writing) error { return scan(tx.QueryRowContext(ctx, query, args...)) })
	}
	return s.again(ctx, func() error { return scan(s.writer.QueryRowContext(ctx, query, args...)) })
}
