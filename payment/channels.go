package payment

import (
	"context"
	"errors"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/x402"
)

// Payment channels, in the order of a voucher's life:
//
//	channels.go        what is kept of a channel, and by what contract
//	channeloffer.go    the way to pay is offered, and a voucher that takes it is read
//	channelreserve.go  the channel is reserved for the call
//	channelfind.go     one that the ledger does not know is looked up on the chain
//	channeldeposit.go  the deposit that came with the voucher is made
//	channelcharge.go   the sum, the voucher and the answer are written together
//	channelwatch.go    the channel is looked at while it is owed something
//	channelclaim.go    what was earned is claimed, in a loop of its own
//	channelrefund.go   what nobody has earned goes back to the payer

// ChannelKey names a payment channel.
type ChannelKey struct {
	Network string // CAIP-2
	ID      string // 0x hex, 32 bytes, lower case
}

// Channel is a payment channel as stored in the ledger.
//
// Charged is the cost of its calls; each was charged together with the answer that it bought. Signature is of the
// voucher for exactly that sum. The rest is what the chain said of it as of Block.
type Channel struct {
	Key      ChannelKey
	Config   channel.Config
	Decimals int32 // of the token

	Charged   uint256.Int
	Signature []byte // nil when Charged was taken over from the chain
	Chain     channel.State
	SyncedAt  time.Time
	// Funded says that a service of this ledger has put money into the channel, or was told to take it on. What another
	// service has put there it may have sold for already, under the same vouchers.
	Funded bool

	ReadAt         time.Time    // by the ledger's clock, as all other times here
	UnclaimedSince time.Time    // when the oldest charge was made that is not claimed; zero when all are
	WatchUntil     time.Time    // a claim or refund may be taken back by the chain until then
	Lease          ChannelLease // the attempt that has the channel; zero when none has
	Refund         Refund       // the last one
}

// Unclaimed is what the seller has earned but not claimed, in atomic units.
func (c *Channel) Unclaimed() *uint256.Int {
	rest := new(uint256.Int)
	if c.Charged.Gt(&c.Chain.Claimed) {
		rest.Sub(&c.Charged, &c.Chain.Claimed)
	}
	return rest
}

// Free is the part of the balance that has not been earned, in atomic units.
func (c *Channel) Free() *uint256.Int {
	rest := new(uint256.Int)
	if c.Chain.Balance.Gt(&c.Charged) {
		rest.Sub(&c.Chain.Balance, &c.Charged)
	}
	return rest
}

// IsFresh says whether the chain was asked about the channel recently enough. A time in the future is not believed.
func (c *Channel) IsFresh(within time.Duration) bool {
	age := c.ReadAt.Sub(c.SyncedAt)
	return age >= 0 && age <= within
}

// Wire is the channel as buyers see it.
func (c *Channel) Wire() *x402.ChannelState {
	s := &x402.ChannelState{
		ChannelID:               c.Key.ID,
		Balance:                 c.Chain.Balance.Dec(),
		TotalClaimed:            c.Chain.Claimed.Dec(),
		RefundNonce:             c.Chain.RefundNonce.Dec(),
		ChargedCumulativeAmount: c.Charged.Dec(),
	}
	if !c.Chain.Withdrawal.IsZero() {
		s.WithdrawRequestedAt = c.Chain.Withdrawal.Unix()
	}
	return s
}

// ChannelLease says which attempt holds a channel: calls of a channel run one after the other, because each voucher is
// for the sum of all before it.
type ChannelLease struct {
	Nonce   string // of the payment's key
	Owner   string
	Process string
	Until   time.Time // after this the attempt counts as dead, although its process lives
}

// Refund is money on its way back to the payer of a channel. Once it has begun the channel takes no vouchers until the
// chain has used its nonce: before that it is unknown whether it was made.
type Refund struct {
	Open        bool
	Amount      uint256.Int // zero when there was never one
	Nonce       uint256.Int
	Transaction string // that made it, when it is known
}

// ChannelClaim is the outcome of ReserveChannel and of BeginRefund.
type ChannelClaim int

const (
	// ChannelReserved: the caller has the channel and must Charge or ReleaseChannel it.
	ChannelReserved ChannelClaim = iota
	// ChannelUnknown: the ledger has no such channel.
	ChannelUnknown
	// ChannelBusy: another attempt has it, or a refund of it is under way.
	ChannelBusy
	// ChannelMismatch: what was charged is another sum than the caller's.
	ChannelMismatch
	// ChannelBought: the payment, or the purchase, was here before. The entry tells.
	ChannelBought
	// ChannelEmpty: there is nothing to give back.
	ChannelEmpty
	// ChannelStale: the chain was asked about it for the last time before the caller's bound.
	ChannelStale
)

// ChannelReservation is an attempt's claim on a channel.
type ChannelReservation struct {
	Reservation
	Channel ChannelKey
	Config  channel.Config // the channel's, whose hash its name is
	Charged uint256.Int    // what the caller believes was charged until now
	Lease   time.Duration  // after it the attempt counts as dead, although its process lives
	Fresh   time.Duration  // a channel that was synced longer ago is not held, but stale; 0 is any
}

// Charge is the end of a call by voucher: its answer, and what it cost.
type Charge struct {
	Reservation
	Channel     ChannelKey
	Seen        *Channel    // the channel as the caller last had it from the ledger; a hint, which may be nil
	Before      uint256.Int // Charged until now
	After       uint256.Int // Charged from now on: the sum of the voucher
	Signature   []byte      // of the voucher
	Sealed      []byte      // the answer
	Transaction string      // of the deposit that came with it, or ""
	Due         bool        // the channel is to be looked at soon
	Now         time.Time   // of the payment and the event
	Event       usage.Event
}

// ChannelStanding sums up all payment channels.
type ChannelStanding struct {
	Open         int64     // channels with money that nobody has earned
	Withdrawing  int64     // channels that are being withdrawn
	Unclaimed    int64     // millionths of a dollar that are earned and not claimed
	Owing        int64     // channels with such
	OldestCharge time.Time // of those that are not claimed; zero when there are none
	Refunding    int64     // channels with a refund under way
	Short        int64     // channels that have earned more than they hold: that can no longer be claimed whole
}

// Stranded is the earnings of channels of another BATCH_SETTLEMENT_KEY, which nobody claims.
type Stranded struct {
	Channels     int64
	Unclaimed    int64     // millionths of a dollar
	OldestCharge time.Time // zero when there are no channels
	Withdrawing  int64     // of them: after the delay of each its payer has that money
}

// Channels is the part of a ledger that stores payment channels. As with [Ledger], every state is durable when the call
// that made it returns, every change is one transaction, and no call takes for ever. What is due when goes by the
// ledger's own clock, which replicas have in common: a clock that is wrong must not have a channel sold on whose payer
// withdraws.
//
// A call takes two of them. ReserveChannel claims the channel for one attempt. Charge ends it: the sum, the voucher,
// the answer and the usage event are written together or not at all, so that whatever dies, an answer was charged once
// or never.
// Each charge is also a row of [Ledger], settled from the start, with the voucher's digest as nonce.
type Channels interface {
	// Channel is a channel, or nil.
	Channel(ctx context.Context, key ChannelKey) (*Channel, error)
	// Adopt remembers a channel as it is given, synced now, unless there is one by that name.
	Adopt(ctx context.Context, c *Channel) error
	// ReserveChannel claims the channel for an attempt, if Charged is what was charged. What has bought something
	// before is found first, by the payment's key and by the purchase id, as in [Ledger.Reserve]. The channel is
	// returned where there is one.
	ReserveChannel(ctx context.Context, r ChannelReservation) (
		claim ChannelClaim, entry *Entry, c *Channel, err error)
	// ReleaseChannel gives a channel back uncharged. Doing so with what owner does not hold does nothing.
	ReleaseChannel(ctx context.Context, key ChannelKey, owner string) error
	// Charge is ErrLostClaim when the owner does not hold the channel any more, or the purchase has been made.
	Charge(ctx context.Context, c Charge) (*Channel, error)
	// Sync writes down what the chain says, unless the ledger has it as of a later block, and returns the channel.
	Sync(ctx context.Context, key ChannelKey, s channel.State) (*Channel, error)
	// Fund notes that the channel is funded, see [Channel].
	Fund(ctx context.Context, key ChannelKey) error
	// BeginRefund has the channel refuse vouchers until EndRefund, if charged is what was charged, nobody has it, and
	// no refund is under way: ChannelReserved then. What is given back is all that is free. After look the channel is
	// looked at by whoever is there, in case the caller is not.
	BeginRefund(ctx context.Context, key ChannelKey, charged uint256.Int, look time.Duration) (
		ChannelClaim, *Channel, error)
	// EndRefund closes the refund of that nonce. The transaction may be "".
	EndRefund(ctx context.Context, key ChannelKey, nonce uint256.Int, transaction string) (*Channel, error)
	// Watched hands out channels that are due to be looked at, each to one caller at a time: it is not handed out
	// again before claimFor has passed.
	Watched(ctx context.Context, claimFor time.Duration, limit int) ([]Channel, error)
	// WatchAgain says when a channel is looked at next, counted from ReadAt; never with a zero time, unless it is
	// charged. One that was charged since it was seen is not put off. until is Channel.WatchUntil.
	WatchAgain(ctx context.Context, key ChannelKey, charged uint256.Int, at, until time.Time) error
	// ChannelStanding counts what channels hold.
	ChannelStanding(ctx context.Context) (ChannelStanding, error)
}

// Escrow moves the money of payment channels on their chains. All its operations may be repeated.
type Escrow interface {
	// Authorizer is the address whose signature claims and refunds carry.
	Authorizer() common.Address
	// States reads what the chain says of channels, in their order.
	States(ctx context.Context, network string, ids []common.Hash) ([]channel.State, error)
	// CheckDeposit says whether a deposit could be made now, or is made already by a service of this ledger. The error
	// is a [channel.Refusal], or says that the chain could not be asked.
	CheckDeposit(ctx context.Context, network string, p *channel.Payment) error
	// Deposit makes a deposit, if it is not made already, and returns its transaction. A [channel.Refusal] says
	// that it was not made, or by another service. After any other error it may still be made.
	Deposit(ctx context.Context, network string, p *channel.Payment) (transaction string, err error)
	// Claim claims vouchers and pays out what was claimed, in one transaction: all or none.
	Claim(ctx context.Context, network string, claims []channel.Claim) (transaction string, err error)
	// Refund gives amount back to the payer, once for each nonce of the channel. Before that it claims, if claim is
	// not nil.
	Refund(ctx context.Context, network string, config channel.Config, amount, nonce uint256.Int,
		claim *channel.Claim) (transaction string, err error)
}

// ChannelOptions configure how a gate accepts payments by channel.
type ChannelOptions struct {
	Ledger Channels
	Escrow Escrow
	// WithdrawDelay is how long a payer's withdrawal takes, in which everything must be claimed.
	WithdrawDelay time.Duration
	// ClaimAt is the sum in US dollars from which on what a channel has earned is claimed.
	ClaimAt decimal.Decimal
	// ClaimAfter is how long something earned is left unclaimed at most.
	ClaimAfter time.Duration
	// RefundEarned is what a channel must have earned, in US dollars, for each refund that the seller pays gas for.
	RefundEarned decimal.Decimal
	// Adopt has channels taken on that the ledger does not know and that hold money, as after its loss. Another service
	// under the same key may have sold for that money.
	Adopt bool
	// PayerTransactions bounds the deposits and refunds of a payer in an hour, each a transaction that the seller pays
	// gas for.
	PayerTransactions int
}

func (o *ChannelOptions) check() error {
	if o == nil {
		return nil
	}
	if o.Ledger == nil || o.Escrow == nil {
		return errors.New("payment: channels need a ledger and an escrow")
	}
	if o.WithdrawDelay < channel.MinWithdrawDelay || o.WithdrawDelay > channel.MaxWithdrawDelay {
		return errors.New("payment: the delay of withdrawals is outside of what the contract takes")
	}
	if o.ClaimAt.IsNegative() || o.ClaimAfter <= 0 {
		return errors.New("payment: channels need bounds on what is left unclaimed")
	}
	if o.RefundEarned.IsNegative() || o.PayerTransactions <= 0 {
		return errors.New("payment: channels need bounds on the gas that payers cost")
	}
	return nil
}

// hasEarnedRefund says that the channel has earned the gas of one refund more than it had.
func (o *ChannelOptions) hasEarnedRefund(c *Channel) bool {
	refunds := decimal.NewFromBigInt(c.Chain.RefundNonce.ToBig(), 0).Add(decimal.NewFromInt(1))
	return inDollars(c, &c.Charged).GreaterThanOrEqual(o.RefundEarned.Mul(refunds))
}

// inDollars is an amount of a channel's token.
func inDollars(c *Channel, amount *uint256.Int) decimal.Decimal {
	return decimal.NewFromBigInt(amount.ToBig(), -c.Decimals)
}

// fresh is the age up to which a channel's last check counts for its vouchers: a payer who has begun to withdraw since
// then can end it only when three more times of it have passed.
func (o *ChannelOptions) fresh() time.Duration { return o.WithdrawDelay / 4 }
