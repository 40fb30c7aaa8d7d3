package store

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/holiman/uint256"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/x402"
)

// stateColumns are those of a channel that are not fixed by its name, and its decimals.
const stateColumns = `decimals, charged, signature, balance, claimed, refund_nonce,
	withdrawal_at, withdrawing, block_number, synced_at, unclaimed_since, check_at, watch_until, held_nonce,
	held_owner, held_process,
	held_until, refund_open, refund_amount, refund_used, refund_hash, funded`

const byChannel = ` WHERE network = $1 AND id = $2`

// stateColumns are those, with the time of the reading.
func (s *Store) stateColumns() string { return stateColumns + `, ` + s.clock() }

// channelColumns are all that is read of a channel.
func (s *Store) channelColumns() string { return `network, id, config, ` + s.stateColumns() }

func (s *Store) selectChannel() string { return `SELECT ` + s.channelColumns() + ` FROM channels` }

const (
	insertChannel = `INSERT INTO channels (network, id, charged, signature, balance, claimed, refund_nonce,
			withdrawal_at, withdrawing, block_number, synced_at, unclaimed, unclaimed_since, free, check_at,
			watch_until, held_nonce,
			held_owner, held_process, held_until, refund_open, refund_amount, refund_used, refund_hash,
			payer, config, decimals, opened_at, funded)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
			$23, $24, $25, $26, $27, $28, $29)
		ON CONFLICT DO NOTHING`
	updateChannel = `UPDATE channels SET charged = $3, signature = $4, balance = $5, claimed = $6, refund_nonce = $7,
			withdrawal_at = $8, withdrawing = $9, block_number = $10, synced_at = $11, unclaimed = $12,
			unclaimed_since = $13, free = $14, check_at = $15, watch_until = $16, held_nonce = $17, held_owner = $18,
			held_process = $19, held_until = $20, refund_open = $21, refund_amount = $22, refund_used = $23,
			refund_hash = $24` + byChannel
	fundChannel    = `UPDATE channels SET funded = 1` + byChannel
	releaseChannel = `UPDATE channels SET held_nonce = '', held_owner = '', held_process = '', held_until = 0` +
		byChannel + ` AND held_owner = $3`

	// A charge is a payment that was settled from its begin. Nobody looks for its transaction: the channel's own
	// watch does.
	insertCharge = `INSERT INTO payments (network, payer, nonce, state, request_hash, purchase_id, purchase_hash, owner,
			route, price_usd, version, payment, requirement, reserved_at, lease_until, keep_until, forget_after,
			process, delivered_at, settled_at, transaction_hash, answer)
		VALUES ($1, $2, $3, 'settled', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18,
			$19, $20)
		ON CONFLICT DO NOTHING`

	// Columns of a row that agrees with none of the conditions count nothing.
	channelStanding = `SELECT COUNT(CASE WHEN free > 0 THEN 1 END), COUNT(CASE WHEN withdrawal_at > 0 THEN 1 END),
			COALESCE(SUM(unclaimed), 0), COUNT(CASE WHEN unclaimed > 0 THEN 1 END),
			COALESCE(MIN(CASE WHEN unclaimed > 0 THEN unclaimed_since END), 0),
			COUNT(CASE WHEN refund_open = 1 THEN 1 END), COUNT(CASE WHEN free < 0 THEN 1 END)
		FROM channels`
)

// beginRefund is for a channel that is as the caller has seen it: the amount was worked out for that.
func (s *Store) beginRefund() string {
	return `UPDATE channels SET refund_open = 1, refund_amount = $3, refund_used = $4, refund_hash = '',
			check_at = ` + s.clock() + ` + $5` + byChannel + ` AND held_owner = $6 AND charged = $7 AND synced_at = $8
			AND block_number = $9 AND refund_open = 0`
}

// channelRow is a row of channels.
type channelRow struct {
	payment.Channel
	checkAt int64
}

// channel is the channel of a row, or nil.
func (c *channelRow) channel() *payment.Channel {
	if c == nil {
		return nil
	}
	return &c.Channel
}

// scanChannel reads one row of [Store.channelColumns]; errGone when there is none.
func scanChannel(row scanner) (*channelRow, error) {
	var c channelRow
	var config []byte
	if err := c.scan(row, &c.Key.Network, &c.Key.ID, &config); err != nil {
		return nil, err
	}

	var wire x402.ChannelConfig
	if err := json.Unmarshal(config, &wire); err != nil {
		return nil, fmt.Errorf("channel %s: config: %w", c.Key.ID, err)
	}
	var err error
	if c.Config, err = channel.ParseConfig(wire); err != nil {
		return nil, fmt.Errorf("channel %s: config: %w", c.Key.ID, err)
	}
	return &c, nil
}

// scan reads one row of [Store.stateColumns], with others before them; errGone when there is none.
func (c *channelRow) scan(row scanner, before ...any) error {
	var (
		charged, balance, claimed, nonce, withdrawing      string
		refundAmount, refundUsed                           string
		withdrawal, block, synced, since, until, heldUntil int64
		open, funded, read                                 int64
	)
	err := row.Scan(append(before, &c.Decimals, &charged, &c.Signature, &balance, &claimed, &nonce, &withdrawal,
		&withdrawing, &block, &synced, &since, &c.checkAt, &until, &c.Lease.Nonce, &c.Lease.Owner, &c.Lease.Process,
		&heldUntil, &open, &refundAmount, &refundUsed, &c.Refund.Transaction, &funded, &read)...)
	if errors.Is(err, sql.ErrNoRows) {
		return errGone
	}
	if err != nil {
		return err
	}

	for _, number := range []struct {
		text string
		into *uint256.Int
	}{
		{charged, &c.Charged},
		{balance, &c.Chain.Balance},
		{claimed, &c.Chain.Claimed},
		{nonce, &c.Chain.RefundNonce},
		{withdrawing, &c.Chain.Waiting},
		{refundAmount, &c.Refund.Amount},
		{refundUsed, &c.Refund.Nonce},
	} {
		if err := number.into.SetFromDecimal(number.text); err != nil {
			return fmt.Errorf("channel %s: amount %q: %w", c.Key.ID, number.text, err)
		}
	}

	c.ReadAt = instant(read)
	c.Chain.Withdrawal = instant(withdrawal)
	c.Chain.Block = uint64(block)
	c.SyncedAt = instant(synced)
	c.UnclaimedSince = instant(since)
	c.WatchUntil = instant(until)
	c.Lease.Until = instant(heldUntil)
	c.Refund.Open = open == 1
	c.Funded = funded == 1
	return nil
}

// update are the arguments of updateChannel.
func (c *channelRow) update() []any {
	return []any{
		c.Key.Network, c.Key.ID, c.Charged.Dec(), c.Signature, c.Chain.Balance.Dec(), c.Chain.Claimed.Dec(),
		c.Chain.RefundNonce.Dec(), nanos(c.Chain.Withdrawal), c.Chain.Waiting.Dec(), int64(c.Chain.Block),
		nanos(c.SyncedAt), c.millionths(c.Unclaimed()), nanos(c.UnclaimedSince), c.free(), c.checkAt,
		nanos(c.WatchUntil), c.Lease.Nonce, c.Lease.Owner, c.Lease.Process, nanos(c.Lease.Until), bit(c.Refund.Open),
		c.Refund.Amount.Dec(), c.Refund.Nonce.Dec(), c.Refund.Transaction,
	}
}

// insert are the arguments of insertChannel.
func (c *channelRow) insert(now time.Time) ([]any, error) {
	config, err := json.Marshal(c.Config.Wire())
	if err != nil {
		return nil, err
	}
	payer := strings.ToLower(c.Config.Payer.Hex())
	return append(c.update(), payer, config, c.Decimals, nanos(now), bit(c.Funded)), nil
}

// bit is a yes or no as it is stored.
func bit(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// free is what of the balance nobody has earned; below 0 is what was earned beyond it.
func (c *channelRow) free() int64 {
	if c.Charged.Gt(&c.Chain.Balance) {
		return -c.millionths(new(uint256.Int).Sub(&c.Charged, &c.Chain.Balance))
	}
	return c.millionths(c.Free())
}

// millionths is an amount in millionths of a dollar, rounded up: what is owed is never told to be nothing.
func (c *channelRow) millionths(amount *uint256.Int) int64 {
	dollars := decimal.NewFromBigInt(amount.ToBig(), 6-c.Decimals).Ceil()
	if !dollars.BigInt().IsInt64() {
		return math.MaxInt64
	}
	return dollars.IntPart()
}

// beginRefund is what the begin of a refund changes, if there is anything to give back.
func (c *channelRow) beginRefund() payment.ChannelClaim {
	amount := c.Free()
	if amount.IsZero() {
		return payment.ChannelEmpty
	}
	c.Refund = payment.Refund{
		Open:   true,
		Amount: *amount,
		Nonce:  c.Chain.RefundNonce,
	}
	return payment.ChannelReserved
}

// owes keeps the time since which something is not claimed, and has the channel looked at while there is.
func (c *channelRow) owes() {
	if c.Unclaimed().IsZero() {
		c.UnclaimedSince = time.Time{}
		return
	}
	if c.UnclaimedSince.IsZero() {
		c.UnclaimedSince = c.ReadAt
	}
	c.checkAt = cmp.Or(c.checkAt, nanos(c.ReadAt))
}

// chargeRow are the arguments of insertCharge.
func chargeRow(c *payment.Charge) ([]any, error) {
	args, err := reservationRow(c.Reservation)
	if err != nil {
		return nil, err
	}
	return append(args, nanos(c.Now), text(c.Transaction, maxText), c.Sealed), nil
}
