// Package facilitator is what checks a signed payment against the chain and puts it there.
//
// One interface, four kinds: a remote HTTP service (remote), Coinbase's (remote with CDP's signed
// requests), and two of our own that talk to the chain themselves (evm, svm).
package facilitator

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"sync"
	"time"

	"github.com/farebox/farebox/payment/x402"
)

// Request is what Verify and Settle work on. Requirement is the seller's own, never the buyer's echo.
type Request struct {
	Payment     x402.Payment
	Requirement x402.Requirement
	// Wire has Verify and Settle share what is sent over HTTP. Nil: each words it again.
	Wire *Wire
}

// Wire is a request as it is sent over HTTP. It belongs to one payment, whose Verify and Settle send the same.
type Wire struct {
	// Extensions is the JSON of Payment.Extensions, compact, for an item whose calls all have the same. Nil: it is
	// made of Payment.
	Extensions json.RawMessage

	once sync.Once
	body []byte
	err  error
}

// errUnworded is the error of a body whose wording ended in a panic, the first time it is asked for and later.
var errUnworded = errors.New("the request could not be worded")

// Body is what word makes when it is asked for first.
func (w *Wire) Body(word func() ([]byte, error)) ([]byte, error) {
	if w == nil {
		return word()
	}
	w.once.Do(func() {
		w.err = errUnworded
		w.body, w.err = word()
	})
	return w.body, w.err
}

// Verification is the answer to "would this payment settle now?".
type Verification struct {
	Valid   bool
	Reason  string // a protocol reason when not Valid
	Message string // for people; may be empty
	Payer   string
	// Lasts is for how long a valid payment can still be settled, at least; 0 when nobody says. Payments on Solana are
	// over less than a minute after they are signed.
	Lasts time.Duration
}

// Outcome of a settlement. Unknown is a value of its own because the two wrong guesses cost money:
// taking it for refused makes an honest buyer sign and pay again, taking it for settled gives the
// answer away.
type Outcome int

const (
	// Unknown: the transfer may or may not be, or come to be, on the chain.
	Unknown Outcome = iota
	// Settled: the transfer is on the chain.
	Settled
	// Refused: the transfer is not on the chain and nothing now under way will put it there.
	Refused
)

// Settlement is what became of a payment.
type Settlement struct {
	Outcome     Outcome
	Transaction string // 0x hash, or a signature of Solana; may be set on Unknown when one was sent
	Block       uint64 // that holds it, or its slot; 0 when it is not said
	BlockHash   string
	Network     string // CAIP-2
	Payer       string
	Reason      string // a protocol reason when not Settled
	Message     string // for people; may be empty
	// Repeated says of Settled that this call did not make the transfer: it was there, or asked for, before.
	// Whoever sells something for each call that succeeds must not sell twice for one transfer.
	Repeated bool
	// Gas is this payment's share of what the transaction has cost whoever answers, in the network's smallest unit; nil
	// where that is not known, or where others have paid it.
	Gas *big.Int
}

// Facilitator verifies and settles payments. Implementations are safe for concurrent use.
type Facilitator interface {
	// Verify checks signature, time window, balance and nonce. A non-nil error means that no verdict
	// could be had (network, credentials, rate limit), never that the payment is bad.
	Verify(ctx context.Context, req Request) (Verification, error)
	// Settle puts the transfer on the chain and waits until it is there. A non-nil error means that the
	// request surely reached nobody, so that nothing can come of it; everything else that is not known
	// to have succeeded or failed is Outcome Unknown with a nil error. Settling the same payment again
	// is safe: the token spends a nonce once.
	Settle(ctx context.Context, req Request) (Settlement, error)
	// Supported says which kinds this facilitator takes.
	Supported(ctx context.Context) (Supported, error)
}
