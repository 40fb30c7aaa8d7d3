package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/channel"
)

// Payment channels. A step reads the row of its channel under a lock, changes it and writes it back, in one
// transaction: two steps of one channel come one after the other, on all replicas.

var _ payment.Channels = (*Store)(nil)

// errGone says that a channel is not in the database.
var errGone = errors.New("no such channel")

// Channel is payment.Channels'.
func (s *Store) Channel(ctx context.Context, key payment.ChannelKey) (*payment.Channel, error) {
	row, err := scanChannel(s.reader.QueryRowContext(ctx, selectChannel+byChannel, key.Network, key.ID))
	if errors.Is(err, errGone) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: channel: %w", err)
	}
	return &row.Channel, nil
}

// Adopt is payment.Channels'.
func (s *Store) Adopt(ctx context.Context, c *payment.Channel, now time.Time) error {
	row := channelRow{Channel: *c}
	if !row.Unclaimed().IsZero() {
		row.UnclaimedSince = now
		row.checkAt = nanos(now)
	}
	args, err := row.insert(now)
	if err != nil {
		return fmt.Errorf("store: adopt a channel: %w", err)
	}
	if _, err := s.exec(ctx, insertChannel, args...); err != nil {
		return fmt.Errorf("store: adopt a channel: %w", err)
	}
	return nil
}

// changeChannel runs f on the row of a channel that is locked, and writes what it changed.
func (s *Store) changeChannel(
	ctx context.Context, key payment.ChannelKey, f func(tx writing, row *channelRow) error,
) (*payment.Channel, error) {
	var changed *payment.Channel
	err := s.write(ctx, func(tx writing) error {
		locked := selectChannel + byChannel + s.engine.ForUpdate()
		row, err := scanChannel(tx.QueryRowContext(ctx, locked, key.Network, key.ID))
		if err != nil {
			return err
		}
		if err := f(tx, row); err != nil {
			return err
		}
		changed = &row.Channel
		_, err = tx.ExecContext(ctx, updateChannel, row.update()...)
		return err
	})
	return changed, err
}

// Hold is payment.Channels'.
func (s *Store) Hold(
	ctx context.Context, key payment.ChannelKey, charged uint256.Int, r payment.Reservation,
) (payment.ChannelClaim, *payment.Entry, *payment.Channel, error) {
	for range attempts {
		entry, state, err := s.standing(ctx, r)
		if err != nil {
			return 0, nil, nil, fmt.Errorf("store: hold a channel: %w", err)
		}
		if entry != nil && s.buried(ctx, r, entry, state) {
			continue
		}
		if entry != nil {
			c, err := s.Channel(ctx, key)
			return payment.ChannelBought, entry, c, err
		}

		claim, c, err := s.hold(ctx, key, charged, r)
		if err != nil {
			return 0, nil, nil, fmt.Errorf("store: hold a channel: %w", err)
		}
		if claim != payment.ChannelMismatch {
			return claim, nil, c, nil
		}
		// Another attempt with this very voucher may have ended since the payments were read.
		if entry, _, err = s.standing(ctx, r); entry == nil || err != nil {
			return claim, nil, c, err
		}
	}
	return 0, nil, nil, errors.New("store: hold a channel: other attempts kept coming and going")
}

// errNotHeld undoes a change that was not to be.
var errNotHeld = errors.New("the channel is not to be had")

// buried removes a dead attempt that stands in the way, and says whether it was one. Only the row just seen goes: one
// that was delivered, or replaced by a living attempt meanwhile, stays.
func (s *Store) buried(ctx context.Context, r payment.Reservation, standing *payment.Entry, state string) bool {
	dead := state == stateReserved && (r.Now.After(standing.LeaseUntil) || s.died(ctx, standing.Process))
	if !dead {
		return false
	}
	_, err := s.exec(ctx, deleteReserved, append(keyArgs(standing.Key), standing.Owner)...)
	return err == nil
}

func (s *Store) hold(
	ctx context.Context, key payment.ChannelKey, charged uint256.Int, r payment.Reservation,
) (claim payment.ChannelClaim, c *payment.Channel, err error) {
	c, err = s.changeChannel(ctx, key, func(tx writing, row *channelRow) error {
		c = &row.Channel
		if claim, err = s.holdable(ctx, tx, row, charged, r.Now); err != nil {
			return err
		}
		if claim != payment.ChannelHeld {
			return errNotHeld
		}
		row.Held = payment.Holding{
			Nonce:   r.Key.Nonce,
			Owner:   r.Owner,
			Process: r.Process,
			Until:   r.LeaseUntil,
		}
		return nil
	})
	switch {
	case errors.Is(err, errGone):
		return payment.ChannelUnknown, nil, nil
	case errors.Is(err, errNotHeld):
		return claim, c, nil
	}
	return claim, c, err
}

// holdable says whether a channel may be had by one who believes that charged was charged.
func (s *Store) holdable(
	ctx context.Context, tx writing, row *channelRow, charged uint256.Int, now time.Time,
) (payment.ChannelClaim, error) {
	if row.Refund.Open {
		return payment.ChannelBusy, nil
	}
	if row.Held.Owner != "" && !now.After(row.Held.Until) {
		dead, err := s.diedIn(ctx, tx, row.Held.Process)
		if err != nil || !dead {
			return payment.ChannelBusy, err
		}
	}
	if row.Charged != charged {
		return payment.ChannelMismatch, nil
	}
	return payment.ChannelHeld, nil
}

// Unhold is payment.Channels'.
func (s *Store) Unhold(ctx context.Context, key payment.ChannelKey, owner string) error {
	if _, err := s.exec(ctx, unholdChannel, key.Network, key.ID, owner); err != nil {
		return fmt.Errorf("store: give a channel back: %w", err)
	}
	return nil
}

// Charge is payment.Channels'.
func (s *Store) Charge(ctx context.Context, c payment.Charge) (*payment.Channel, error) {
	if err := c.Event.Validate(); err != nil {
		return nil, fmt.Errorf("store: charge a channel: %w", err)
	}
	bought, err := chargeRow(&c)
	if err != nil {
		return nil, fmt.Errorf("store: charge a channel: %w", err)
	}

	charged, err := s.changeChannel(ctx, c.Channel, func(tx writing, row *channelRow) error {
		if row.Held.Owner != c.Owner || row.Charged != c.Before || row.Refund.Open || !c.After.Gt(&c.Before) {
			return payment.ErrLostClaim
		}
		row.Held = payment.Holding{}
		row.Charged = c.After
		row.Signature = c.Signature
		row.owes(c.Now)
		if c.Due {
			row.checkAt = min(row.checkAt, nanos(c.Now))
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
	if err != nil {
		return nil, fmt.Errorf("store: charge a channel: %w", err)
	}
	return charged, nil
}

// Sync is payment.Channels'.
func (s *Store) Sync(
	ctx context.Context, key payment.ChannelKey, state channel.State, now time.Time,
) (*payment.Channel, error) {
	c, err := s.changeChannel(ctx, key, func(_ writing, row *channelRow) error {
		if state.Block < row.Chain.Block {
			return nil // an endpoint that is behind
		}
		row.Chain = state
		row.SyncedAt = now
		if row.Charged.Lt(&state.Claimed) { // claimed under an earlier database
			row.Charged = state.Claimed
			row.Signature = nil
		}
		row.owes(now)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store: sync a channel: %w", err)
	}
	return c, nil
}

// BeginRefund is payment.Channels'.
func (s *Store) BeginRefund(
	ctx context.Context, key payment.ChannelKey, charged, amount uint256.Int, now, look time.Time,
) (claim payment.ChannelClaim, c *payment.Channel, err error) {
	c, err = s.changeChannel(ctx, key, func(tx writing, row *channelRow) error {
		c = &row.Channel
		if claim, err = s.holdable(ctx, tx, row, charged, now); err != nil {
			return err
		}
		free := row.Free()
		if amount.IsZero() {
			amount = *free
		}
		if claim == payment.ChannelHeld && (amount.IsZero() || amount.Gt(free)) {
			claim = payment.ChannelEmpty
		}
		if claim != payment.ChannelHeld {
			return errNotHeld
		}
		row.Refund = payment.Refund{
			Open:   true,
			Amount: amount,
			Nonce:  row.Chain.RefundNonce,
		}
		row.checkAt = nanos(look)
		return nil
	})
	switch {
	case errors.Is(err, errGone):
		return payment.ChannelUnknown, nil, nil
	case errors.Is(err, errNotHeld):
		return claim, c, nil
	case err != nil:
		return 0, nil, fmt.Errorf("store: begin a refund: %w", err)
	}
	return claim, c, nil
}

// EndRefund is payment.Channels'.
func (s *Store) EndRefund(
	ctx context.Context, key payment.ChannelKey, nonce uint256.Int, transaction string,
) (*payment.Channel, error) {
	c, err := s.changeChannel(ctx, key, func(_ writing, row *channelRow) error {
		if row.Refund.Nonce != nonce {
			return nil
		}
		row.Refund.Open = false
		if transaction != "" {
			row.Refund.Transaction = text(transaction, maxText)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store: end a refund: %w", err)
	}
	return c, nil
}

// Watched is payment.Channels'.
func (s *Store) Watched(
	ctx context.Context, now time.Time, claimFor time.Duration, limit int,
) (due []payment.Channel, err error) {
	query := `WITH due AS MATERIALIZED (
			SELECT network, id FROM channels WHERE check_at > 0 AND check_at <= $1
			ORDER BY check_at LIMIT $2` + s.engine.SkipLocked() + `)
		UPDATE channels SET check_at = $3
		WHERE check_at > 0 AND (network, id) IN (SELECT network, id FROM due)
		RETURNING ` + channelColumns
	err = s.write(ctx, func(tx writing) error {
		due = nil
		rows, err := tx.QueryContext(ctx, query, nanos(now), limit, nanos(now.Add(claimFor)))
		if err != nil {
			return err
		}
		defer rows.Close() // Err tells
		for rows.Next() {
			row, err := scanChannel(rows)
			if err != nil {
				return err
			}
			due = append(due, row.Channel)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("store: watched channels: %w", err)
	}
	return due, nil
}

// WatchAgain is payment.Channels'.
func (s *Store) WatchAgain(
	ctx context.Context, key payment.ChannelKey, charged uint256.Int, at, until time.Time,
) error {
	_, err := s.changeChannel(ctx, key, func(_ writing, row *channelRow) error {
		if at.IsZero() && (!row.Unclaimed().IsZero() || row.Refund.Open) {
			return nil // charged meanwhile: it is due when this caller's time is over
		}
		next := nanos(at)
		if row.Charged.Gt(&charged) && row.checkAt > 0 {
			next = min(next, row.checkAt) // a charge has called for a look meanwhile
		}
		row.checkAt = next
		row.WatchUntil = until
		return nil
	})
	if err != nil {
		return fmt.Errorf("store: watch a channel: %w", err)
	}
	return nil
}

// ChannelStanding is payment.Channels'.
func (s *Store) ChannelStanding(ctx context.Context) (st payment.ChannelStanding, err error) {
	var oldest int64
	err = s.reader.QueryRowContext(ctx, channelStanding).Scan(
		&st.Open, &st.Withdrawing, &st.Unclaimed, &st.Owing, &oldest, &st.Refunding, &st.Short)
	if err != nil {
		return payment.ChannelStanding{}, fmt.Errorf("store: standing of channels: %w", err)
	}
	st.OldestCharge = instant(oldest)
	return st, nil
}
