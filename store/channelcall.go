package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
)

// The two steps of a call by channel. Each is one statement on the channel whose condition says what the channel has to
// be. This is nearly always the case: the channel is free, and nobody has changed it between the steps. Where it is
// not, the channel is read to find out why; then the step fails for that reason, or is tried again for the channel as
// it is now.

// reserveSeenQuery reserves a channel that nobody has but the dead attempt $10, or nobody at all, if neither the
// payment nor the purchase has bought anything yet. What is fixed for a channel is not read. A channel that was synced
// in the future is as good as one that was never synced.
func (s *Store) reserveSeenQuery() string {
	return `UPDATE channels SET held_nonce = $3, held_owner = $4, held_process = $5,
			held_until = ` + s.clock() + ` + $6` + byChannel + `
			AND charged = $7 AND synced_at BETWEEN ` + s.clock() + ` - $8 AND ` + s.clock() + ` + $11
			AND held_owner = $10 AND refund_open = 0
			AND NOT EXISTS (SELECT 1 FROM payments WHERE network = $1 AND payer = $9 AND nonce = $3)`
}

const andUnbought = ` AND NOT EXISTS (SELECT 1 FROM payments WHERE payer = $9 AND purchase_hash = $12)`

// chargeSeenQuery charges a channel that is as the caller has seen it: what depends on the chain was worked out for
// that.
func (s *Store) chargeSeenQuery() string {
	return `UPDATE channels SET charged = $3, signature = $4, unclaimed = $5, free = $6,
			unclaimed_since = CASE WHEN unclaimed_since = 0 THEN ` + s.clock() + ` ELSE unclaimed_since END,
			check_at = CASE WHEN check_at = 0 OR $7 = 1 AND check_at > ` + s.clock() + ` THEN ` + s.clock() + `
				ELSE check_at END,
			held_nonce = '', held_owner = '', held_process = '', held_until = 0` + byChannel + `
			AND held_owner = $8 AND charged = $9 AND synced_at = $10 AND block_number = $11 AND refund_open = 0`
}

// ReserveChannel is payment.Channels'.
func (s *Store) ReserveChannel(
	ctx context.Context, r payment.ChannelReservation,
) (payment.ChannelClaim, *payment.Entry, *payment.Channel, error) {
	before := "" // the dead owner of the channel
	for range attempts {
		c, err := s.reserveSeen(ctx, r, before)
		if c != nil || err != nil {
			return payment.ChannelReserved, nil, c, err
		}
		claim, entry, row, err := s.whyNotReserved(ctx, r)
		if err != nil || claim != payment.ChannelReserved {
			return claim, entry, row.channel(), err
		}
		before = row.Lease.Owner
	}
	return 0, nil, nil, errors.New("store: reserve a channel: other attempts kept coming and going")
}

// anyAge is longer than any time between two times.
const anyAge = int64(1) << 61

// reserveSeen reserves the channel if its owner is the given one; otherwise nil.
func (s *Store) reserveSeen(
	ctx context.Context, r payment.ChannelReservation, before string,
) (*payment.Channel, error) {
	query := s.reserveSeenQuery()
	oldest := anyAge
	newest := anyAge
	if r.Fresh > 0 {
		oldest = int64(r.Fresh)
		newest = 0
	}
	args := []any{
		r.Channel.Network, r.Channel.ID, r.Key.Nonce, r.Owner, r.Process, int64(r.Lease), r.Charged.Dec(), oldest,
		r.Key.Payer, before, newest,
	}
	if r.PurchaseID != "" {
		_, hash := purchase(r.PurchaseID)
		query += andUnbought
		args = append(args, hash)
	}
	query += ` RETURNING ` + s.stateColumns()

	row := &channelRow{}
	row.Key = r.Channel
	row.Config = r.Config
	err := s.write(ctx, func(ctx context.Context, tx transaction) error {
		return row.scan(tx.QueryRow(ctx, query, args...))
	})
	if errors.Is(err, errGone) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: reserve a channel: %w", err)
	}
	return &row.Channel, nil
}

// whyNotReserved finds out what stood in the way. ChannelReserved says that nothing does any more, but perhaps a dead
// attempt that has the channel.
func (s *Store) whyNotReserved(
	ctx context.Context, r payment.ChannelReservation,
) (payment.ChannelClaim, *payment.Entry, *channelRow, error) {
	// The channel is read first: an attempt with this very voucher that ends meanwhile is found among the payments.
	row, err := s.channelRow(ctx, r.Channel)
	if err != nil {
		return 0, nil, nil, fmt.Errorf("store: reserve a channel: %w", err)
	}
	entry, _, err := s.existing(ctx, r.Reservation)
	if err != nil {
		return 0, nil, nil, fmt.Errorf("store: reserve a channel: %w", err)
	}
	if entry != nil {
		return payment.ChannelBought, entry, row, nil
	}

	claim := s.claimOn(ctx, row, r.Charged)
	isLookedAt := claim == payment.ChannelReserved || claim == payment.ChannelMismatch
	if isLookedAt && r.Fresh > 0 && !row.IsFresh(r.Fresh) {
		claim = payment.ChannelStale
	}
	return claim, nil, row, nil
}

// claimOn says whether a channel, as it was read, may be had by one who believes that charged was charged.
func (s *Store) claimOn(ctx context.Context, row *channelRow, charged uint256.Int) payment.ChannelClaim {
	switch {
	case row == nil:
		return payment.ChannelUnknown
	case row.Refund.Open:
		return payment.ChannelBusy
	case row.Lease.Owner != "" && !row.ReadAt.After(row.Lease.Until) && !s.isDead(ctx, row.Lease.Process):
		return payment.ChannelBusy
	case row.Charged != charged:
		return payment.ChannelMismatch
	}
	return payment.ChannelReserved
}

// ReleaseChannel is payment.Channels'.
func (s *Store) ReleaseChannel(ctx context.Context, key payment.ChannelKey, owner string) error {
	if _, err := s.exec(ctx, releaseChannel, key.Network, key.ID, owner); err != nil {
		return fmt.Errorf("store: release a channel: %w", err)
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

	seen := c.Seen
	if seen != nil && !isChargeable(seen, c) {
		seen = nil // the hint is of no use
	}
	for range attempts {
		if seen != nil {
			charged, err := s.chargeSeen(ctx, c, seen, bought)
			if !errors.Is(err, errUnmet) {
				return charged, err
			}
		}
		now, err := s.Channel(ctx, c.Channel)
		if err != nil {
			return nil, err
		}
		if !isChargeable(now, c) || isSame(now, seen) { // in the latter case the purchase has been made meanwhile
			return nil, payment.ErrLostClaim
		}
		seen = now
	}
	return nil, errors.New("the channel kept changing")
}

// isChargeable says that the caller has the channel.
func isChargeable(now *payment.Channel, c *payment.Charge) bool {
	return now != nil && now.Lease.Owner == c.Owner && now.Charged == c.Before && !now.Refund.Open &&
		c.After.Gt(&c.Before)
}

// isSame says that nothing was learnt of a channel since it was seen.
func isSame(now, seen *payment.Channel) bool {
	return seen != nil && now.SyncedAt.Equal(seen.SyncedAt) && now.Chain.Block == seen.Chain.Block
}

// chargeSeen charges the channel if it is unchanged, and nobody has made the purchase: errUnmet otherwise.
func (s *Store) chargeSeen(
	ctx context.Context, c *payment.Charge, seen *payment.Channel, bought []any,
) (*payment.Channel, error) {
	row := &channelRow{Channel: *seen}
	row.charge(c)
	shard := s.nextShard()
	err := s.write(ctx, func(ctx context.Context, tx transaction) error {
		if err := must(ctx, tx, s.chargeSeenQuery(), row.chargeArgs(c)...); err != nil {
			return err
		}
		if err := must(ctx, tx, insertCharge, bought...); err != nil {
			return err
		}
		return s.appendEvents(ctx, tx, []usage.Event{c.Event}, shard)
	})
	return &row.Channel, err
}

// charge is what a charge changes of a channel, but for times: the database sets those.
func (c *channelRow) charge(by *payment.Charge) {
	c.Lease = payment.ChannelLease{}
	c.Charged = by.After
	c.Signature = by.Signature
}

// chargeArgs are the arguments of chargeSeen for a channel that was charged.
func (c *channelRow) chargeArgs(by *payment.Charge) []any {
	return []any{
		c.Key.Network, c.Key.ID, c.Charged.Dec(), c.Signature, c.millionths(c.Unclaimed()), c.free(), bit(by.Due),
		by.Owner, by.Before.Dec(), nanos(c.SyncedAt), int64(c.Chain.Block),
	}
}
