package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/channel"
)

// Payment channels. A step reads the row of its channel under a lock, changes it and writes it back, in one
// transaction: two steps of one channel come one after the other, on all replicas. The two steps of a call do it by
// conditions instead, see channelcall.go.

// errGone says that a channel is not in the database.
var errGone = errors.New("no such channel")

// Channel is payment.Channels'.
func (s *Store) Channel(ctx context.Context, key payment.ChannelKey) (*payment.Channel, error) {
	row, err := s.channelRow(ctx, key)
	if row == nil || err != nil {
		return nil, err
	}
	return &row.Channel, nil
}

// channelRow is the row of a channel, or nil.
func (s *Store) channelRow(ctx context.Context, key payment.ChannelKey) (row *channelRow, err error) {
	err = s.read(ctx, func(found scanner) error {
		row, err = scanChannel(found)
		return err
	}, s.selectChannel()+byChannel, key.Network, key.ID)
	if errors.Is(err, errGone) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: channel: %w", err)
	}
	return row, nil
}

// Adopt is payment.Channels'.
func (s *Store) Adopt(ctx context.Context, c *payment.Channel) error {
	now, err := s.time(ctx)
	if err != nil {
		return fmt.Errorf("store: adopt a channel: %w", err)
	}

	row := channelRow{Channel: *c}
	row.SyncedAt = now
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
	ctx context.Context, key payment.ChannelKey, f func(row *channelRow) error,
) (changed *payment.Channel, err error) {
	err = s.write(ctx, func(ctx context.Context, tx transaction) error {
		locked := s.selectChannel() + byChannel + s.engine.ForUpdate()
		row, err := scanChannel(tx.QueryRow(ctx, locked, key.Network, key.ID))
		if err != nil {
			return err
		}
		if err := f(row); err != nil {
			return err
		}
		changed = &row.Channel
		_, err = tx.Exec(ctx, updateChannel, row.update()...)
		return err
	})
	return changed, err
}

// Sync is payment.Channels'.
func (s *Store) Sync(ctx context.Context, key payment.ChannelKey, state channel.State) (*payment.Channel, error) {
	c, err := s.changeChannel(ctx, key, func(row *channelRow) error {
		if state.Block < row.Chain.Block {
			return nil // an endpoint that is behind
		}
		row.Chain = state
		row.SyncedAt = row.ReadAt
		if row.Charged.Lt(&state.Claimed) { // claimed under an earlier database
			row.Charged = state.Claimed
			row.Signature = nil
		}
		row.owes()
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store: sync a channel: %w", err)
	}

	return c, nil
}

// Fund is payment.Channels'.
func (s *Store) Fund(ctx context.Context, key payment.ChannelKey) error {
	if _, err := s.exec(ctx, fundChannel, key.Network, key.ID); err != nil {
		return fmt.Errorf("store: fund a channel: %w", err)
	}
	return nil
}

// BeginRefund is payment.Channels'.
func (s *Store) BeginRefund(
	ctx context.Context, key payment.ChannelKey, charged uint256.Int, look time.Duration,
) (payment.ChannelClaim, *payment.Channel, error) {
	for range attempts {
		row, err := s.channelRow(ctx, key)
		if err != nil {
			return 0, nil, fmt.Errorf("store: begin a refund: %w", err)
		}
		claim := s.claimOn(ctx, row, charged)
		if claim == payment.ChannelReserved {
			claim = row.beginRefund()
		}
		if claim != payment.ChannelReserved {
			return claim, row.channel(), nil
		}

		n, err := s.exec(ctx, s.beginRefund(), key.Network, key.ID, row.Refund.Amount.Dec(), row.Refund.Nonce.Dec(),
			int64(look), row.Lease.Owner, charged.Dec(), nanos(row.SyncedAt), int64(row.Chain.Block))
		if err != nil {
			return 0, nil, fmt.Errorf("store: begin a refund: %w", err)
		}
		if n == 1 {
			return claim, row.channel(), nil
		}
	}
	return 0, nil, errors.New("store: begin a refund: the channel kept changing")
}

// EndRefund is payment.Channels'.
func (s *Store) EndRefund(
	ctx context.Context, key payment.ChannelKey, nonce uint256.Int, transaction string,
) (*payment.Channel, error) {
	c, err := s.changeChannel(ctx, key, func(row *channelRow) error {
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

// furthest is how far ahead a look may be due. A time beyond it comes from a clock that was wrong.
const furthest = 2 * time.Hour

// Watched is payment.Channels'.
func (s *Store) Watched(ctx context.Context, claimFor time.Duration, limit int) (due []payment.Channel, err error) {
	query := `WITH due AS MATERIALIZED (
			SELECT network, id FROM channels
			WHERE check_at > 0 AND (check_at <= ` + s.clock() + ` OR check_at > ` + s.clock() + ` + $1)
			ORDER BY check_at LIMIT $2` + s.engine.SkipLocked() + `)
		UPDATE channels SET check_at = ` + s.clock() + ` + $3
		WHERE check_at > 0 AND (network, id) IN (SELECT network, id FROM due)
		RETURNING ` + s.channelColumns()

	err = s.write(ctx, func(ctx context.Context, tx transaction) error {
		due = nil
		return eachRow(ctx, tx, query, []any{int64(furthest), limit, int64(claimFor)}, func(found scanner) error {
			row, err := scanChannel(found)
			if err == nil {
				due = append(due, row.Channel)
			}
			return err
		})
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
	_, err := s.changeChannel(ctx, key, func(row *channelRow) error {
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

// Stranded is the earnings of channels whose claims need another key than authorizer's; the zero address means no key.
func (s *Store) Stranded(ctx context.Context, authorizer common.Address) (st payment.Stranded, err error) {
	query := s.selectChannel() + ` WHERE unclaimed > 0`
	err = eachRow(ctx, reading{s.reader}, query, nil, func(found scanner) error {
		row, err := scanChannel(found)
		if err != nil || authorizer != (common.Address{}) && row.Config.ReceiverAuthorizer == authorizer {
			return err
		}

		st.Channels++
		st.Unclaimed += row.millionths(row.Unclaimed())
		if !row.Chain.Withdrawal.IsZero() {
			st.Withdrawing++
		}
		if st.OldestCharge.IsZero() || row.UnclaimedSince.Before(st.OldestCharge) {
			st.OldestCharge = row.UnclaimedSince
		}
		return nil
	})
	if err != nil {
		return payment.Stranded{}, fmt.Errorf("store: stranded channels: %w", err)
	}
	return st, nil
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
