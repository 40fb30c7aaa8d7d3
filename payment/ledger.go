package payment

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/x402"
)

// Key identifies what a payer has signed, which is good for one transfer: on an EVM network the token spends Nonce of
// Payer once, on Solana the message of that hash is executed once.
type Key struct {
	Network string // CAIP-2
	Payer   string // 0x hex, lower case; of Solana base58
	Nonce   string // 0x hex, 32 bytes, lower case; of Solana the SHA-256 hash of the message
}

// Answer is a finished response. The ledger keeps it encrypted, so that a settled payment always has something to show
// for it.
type Answer struct {
	Status      int
	ContentType string
	Body        []byte
	passage     *passage // that replaces the answer, for a streamed one
}

// Reservation is a request's claim on a payment.
type Reservation struct {
	Key         Key
	RequestHash string    // what is bought (method, path, query and body) under a key that the ledger does not know
	PurchaseID  string    // the buyer's own name for it (payment-identifier or Idempotency-Key), likewise, or ""
	Owner       string    // random, unique to this attempt: only its holder may release or deliver
	Process     string    // works on the payment, see [Ledger.Beat]; "" when only LeaseUntil tells
	Now         time.Time // when it is made
	LeaseUntil  time.Time // after this the attempt counts as dead, although its process lives
	KeepUntil   time.Time // the row may be purged after this, and the time that settling took
	// ForgetAfter, when not 0, is how long after the settlement Purge forgets what was bought and the answer. The
	// rest of the row stays, so that the payment buys nothing else.
	ForgetAfter time.Duration
	Route       string // "GET /extract"
	PriceUSD    string
	Version     int               // x402 version that the buyer speaks
	Payload     x402.ExactPayload // what the buyer has signed
	Requirement x402.Requirement  // our own terms that it was signed for
}

// Claim is the outcome of Reserve.
type Claim int

const (
	// Claimed: the caller holds the payment and must Release or StoreAnswer.
	Claimed Claim = iota
	// InFlight: another attempt holds the payment, or this purchase.
	InFlight
	// Settling: the answer is stored, the transfer's fate is not known yet. Nothing may be charged again.
	Settling
	// Settled: paid, and the answer is in Entry.
	Settled
	// OtherRequest: the payment, or the purchase id, is bound to a different request.
	OtherRequest
	// Reverted: it was paid, and the chain has taken the transfer back for good.
	Reverted
)

// Entry is a payment as stored in the ledger.
type Entry struct {
	Reservation
	Sealed      []byte // the answer, from Settling on; nil when it was forgotten, as RequestHash is "" then
	Transaction string // that made the transfer; while settling, the latest that may have, or ""
	StoredAt    time.Time
	SettledAt   time.Time
	RevertedAt  time.Time // when the chain was last found to have taken a settlement back
	Reverted    bool      // for good: it cannot be settled again
}

// Payer is who paid, as in receipts.
func (e *Entry) Payer() string { return cmp.Or(e.Payload.From(), e.Key.Payer) }

// Transfer is where the money moved.
type Transfer struct {
	Transaction string
	Block       uint64 // that holds it; 0 when whoever made the transfer did not say
	BlockHash   string
}

// Takeover says how a reconciler takes over open settlements.
type Takeover struct {
	Key       Key    // one payment; zero for those that wait longest
	Owner     string // of what is taken from now on
	Process   string // of the caller
	Now       time.Time
	OlderThan time.Time     // entries that a living process delivered since are left alone
	For       time.Duration // nobody else gets the entry meanwhile, unless the caller dies
	Limit     int
}

// Bought says that the payment was for the request of this hash. If a payment's request was erased, only the route is
// known.
func (e *Entry) Bought(route, requestHash string) bool {
	if e.RequestHash == "" {
		return e.Route == route
	}
	return e.RequestHash == requestHash
}

// ErrLostClaim says that the caller no longer holds the payment: its lease ran out and another
// attempt, or a reconciler, has moved on. The caller must not answer from its own work.
var ErrLostClaim = errors.New("payment: claim lost")

// Ledger stores payments. Every state is durable when the call that made it returns, and every change is one
// transaction, so that a process may be killed between any two calls. A call ends after a while also for a caller who
// waits for ever, as requests do from their reservation on: the ledger bounds its own steps.
//
//	(none) --Reserve--> reserved --StoreAnswer--> settling --Settle--> settled --Purge--> (none)
//	                       '--Release--> (none)       '--Forget--> (none)
//	                                                  '<----Revert------' '--Revert--> reverted
//
// The answer is durable before money may move: StoreAnswer comes before the facilitator is asked. That makes a lost
// process harmless: a reserved row was not charged, a settling row has its answer.
//
// Reserve must be one atomic step for all replicas. Looking first and inserting afterwards would let
// two copies of one payment both do the work.
//
// The owner field says who holds a payment, and changes hands with it. A process that was frozen and has lost its
// payments finds out at its next step: StoreAnswer and Forget work for the owner alone.
type Ledger interface {
	// Reserve claims r.Key, and r.PurchaseID for this payer when given. A dead attempt's reserved row
	// (lease over, or process dead) for the same key or purchase is replaced. The entry is the one that stood in
	// the way; nil when Claimed. A purchase id is looked up before the key.
	Reserve(ctx context.Context, r Reservation) (Claim, *Entry, error)
	// Release gives a reserved payment back: it was not charged and may be sent again.
	// Releasing what owner no longer holds does nothing.
	Release(ctx context.Context, key Key, owner string) error
	// StoreAnswer stores the sealed answer and moves reserved to settling. ErrLostClaim when owner does not hold it.
	StoreAnswer(ctx context.Context, key Key, owner string, sealed []byte, now time.Time) error
	// Sent notes a transaction that may make the transfer of a settling payment. Of what owner did not deliver,
	// or what is no longer settling, it changes nothing.
	Sent(ctx context.Context, key Key, owner, transaction string) error
	// Settle records the transfer and, in the same transaction, the usage event. Settling what is settled
	// already changes nothing and records no second event; the bool says whether this call did it. Any
	// owner may: that money has moved is true whoever saw it.
	Settle(ctx context.Context, key Key, made Transfer, now time.Time, e usage.Event) (bool, error)
	// Forget drops a settling payment that surely did not and will not move money; one that was settled before
	// becomes reverted. ErrLostClaim when the payment may still be charged, because it is settled or another owner
	// is settling it.
	Forget(ctx context.Context, key Key, owner string) error
	// Replace puts a sealed answer in the place of another, where that is still what a settled payment has. The bool
	// says whether it was: of several callers who saw the same answer, one is told so.
	Replace(ctx context.Context, key Key, was, sealed []byte) (bool, error)
	// Find is the entry of key, or nil.
	Find(ctx context.Context, key Key) (*Entry, error)
	// Beat says that process lives, and counts as dead once nothing was heard of it for as long as lasts. All
	// that it works on is then free for others. The time is the ledger's own, the same for all replicas.
	Beat(ctx context.Context, process string, lasts time.Duration) error
	// TakeOver calls all processes but this one dead.
	TakeOver(ctx context.Context, process string) error
	// Stuck hands out settling entries that are older than asked for, or whose process is dead. Each goes to
	// one caller at a time, who owns it from then on.
	Stuck(ctx context.Context, t Takeover) ([]Entry, error)
	// Postpone gives back an entry that owner got from Stuck and could not finish. It is not handed out
	// before until.
	Postpone(ctx context.Context, key Key, owner string, until time.Time) error
	// Purge deletes settled and reverted entries, and dead reserved ones, whose KeepUntil is before now, and forgets
	// what ForgetAfter says. It returns how many were deleted.
	Purge(ctx context.Context, now time.Time) (int64, error)
	Settlements
}
