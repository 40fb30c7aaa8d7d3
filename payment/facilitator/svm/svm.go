// Package svm is the self-hosted facilitator for Solana: it verifies payments against the cluster itself and settles
// them with a key of ours that pays the fees.
//
// Each payment is a transaction of its own, which the buyer has made and signed. We add the fee payer's signature, send
// it, send it again until it is in a block or its blockhash has expired, and read from its status what became of it.
//
// # Double service
//
// The chain executes a message once, so nobody pays twice. Two sales for one payment are the danger: whoever asks what
// became of a transaction that has landed is told that it has, each time. So [Facilitator.Settle] reports to only one
// call for a message that it has made the transfer, and to all others [facilitator.Settlement.Repeated]. It knows that
// of what this process has sent. What was there before this process sent it is Repeated as well.
//
// Two processes that are asked about one message at the same moment can both take it for theirs, because their
// transactions are the same bytes. A ledger that they share rules that out. Services with ledgers of their own need fee
// payers of their own: the buyer's message names one of them, and the others refuse it.
//
// Nothing is kept on disk. What a crash loses is in the chain, or expires there within two minutes.
package svm

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/own"
	"github.com/farebox/farebox/payment/svm"
)

const (
	// minTimeLeft is for how long a payment must still be good to be taken, where the node tells.
	minTimeLeft = 6 * time.Second
	// lowBalance is what the fee payer should hold, in lamports: 0.02 SOL, about two thousand payments.
	lowBalance = 20_000_000
)

// Options of the facilitator. The zero value gives the defaults.
type Options struct {
	// SettleTimeout is how long Settle waits before it answers Unknown. Default 40 s.
	SettleTimeout time.Duration
	// Resend is the time after which a transaction that is in no block yet is sent again. Default 2 s: leaders
	// change within that, and one that is busy drops what it gets.
	Resend time.Duration
	// Poll is the time between two looks for a transaction. Default 400 ms.
	Poll time.Duration
	// CallTimeout bounds one call to one RPC endpoint. Default 5 s.
	CallTimeout time.Duration
	// Now is the clock. Default time.Now. Waiting goes by real time.
	Now func() time.Time
	// Log takes what an operator should see. Default: nothing is written.
	Log *slog.Logger
}

func (o *Options) defaults() {
	own.Default(&o.SettleTimeout, 40*time.Second)
	own.Default(&o.Resend, 2*time.Second)
	own.Default(&o.Poll, 400*time.Millisecond)
	own.Default(&o.CallTimeout, 5*time.Second)
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
}

// Facilitator verifies and settles on any number of clusters. It implements facilitator.Facilitator.
type Facilitator struct {
	settlers own.Settlers[*settler, Status]
	address  svm.Address
}

var _ facilitator.Facilitator = (*Facilitator)(nil)

// New is a facilitator for the given networks. endpoints are JSON-RPC URLs by CAIP-2 name, in order of preference; a
// network that is not in it uses its own RPCURLs. key pays the fees, on every network. New calls no endpoint.
// The processes of one ledger can have one key; give each ledger a key of its own, see the package's
// comment.
func New(
	networks []svm.Network, endpoints map[string][]string, key ed25519.PrivateKey, options Options,
) (*Facilitator, error) {
	if len(key) != ed25519.PrivateKeySize {
		return nil, errors.New("the self-hosted facilitator needs a fee payer's key")
	}
	if len(networks) == 0 {
		return nil, errors.New("the self-hosted facilitator needs a network")
	}

	options.defaults()
	f := &Facilitator{address: svm.AddressOf(key)}
	for _, network := range networks {
		err := f.settlers.Add(network.CAIP2, endpoints[network.CAIP2], network.RPCURLs, options.CallTimeout,
			func(client *ethrpc.Client) *settler { return newSettler(network, client, key, options) })
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
	}
	return f, nil
}

// Refresh asks every network what the fee payer holds, for Status and Ready.
func (f *Facilitator) Refresh(ctx context.Context) error { return f.settlers.Refresh(ctx) }

// ErrNoFeeMoney is wrapped by errors that say that the fee payer cannot pay for a settlement.
var ErrNoFeeMoney = errors.New("the fee payer holds less than a settlement costs")

// Ready says whether payments on a network (CAIP-2) could be settled by what was last seen of the fee payer's balance.
// The error wraps ErrNoFeeMoney. It is nil while nothing was seen. It answers from memory.
func (f *Facilitator) Ready(network string) error {
	s := f.settlers.Of[network]
	if s == nil {
		return nil
	}
	if status := s.Status(); status.Empty {
		return fmt.Errorf("%w: %s has %d lamports on %s, %d are needed",
			ErrNoFeeMoney, f.address, status.Lamports, network, status.Needed)
	}
	return nil
}

// Address is that of the fee payer: where the SOL must be.
func (f *Facilitator) Address() svm.Address { return f.address }

// Verify checks a payment's terms and signatures, whether it is new, and whether it would succeed, in one round trip.
func (f *Facilitator) Verify(ctx context.Context, req facilitator.Request) (facilitator.Verification, error) {
	s, p, refused := f.read(req)
	answer := facilitator.Verification{Payer: payerOf(p)}
	if refused == nil {
		lasts, why, err := s.verify(ctx, p)
		if err != nil {
			return facilitator.Verification{}, err
		}
		refused = why
		answer.Lasts = lasts
	}

	if refused != nil {
		answer.Reason = refused.Reason
		answer.Message = refused.Message
		return answer, nil
	}
	answer.Valid = true
	return answer, nil
}

// Settle signs a payment for the fee, sends it and answers when it is on the chain. A payment that was there already
// answers Settled and Repeated. See facilitator.Facilitator for what an error and Unknown mean.
func (f *Facilitator) Settle(ctx context.Context, req facilitator.Request) (facilitator.Settlement, error) {
	s, p, refused := f.read(req)
	if refused != nil {
		return facilitator.Settlement{
			Outcome: facilitator.Refused,
			Network: req.Requirement.Network,
			Payer:   payerOf(p),
			Reason:  refused.Reason,
			Message: refused.Message,
		}, nil
	}

	settlement, err := s.settle(ctx, p)
	settlement.Network = req.Requirement.Network
	settlement.Payer = payerOf(p)
	return settlement, err
}

// Supported lists scheme "exact" on every network, under its names of both protocol versions, with the fee payer.
func (f *Facilitator) Supported(context.Context) (facilitator.Supported, error) {
	extra := map[string]any{"feePayer": f.address.String()}
	return f.settlers.Supported(svm.Namespace+"*", f.address.String(), extra), nil
}

// Status is how settlement on one network stands.
type Status struct {
	Network    string      // CAIP-2
	FeePayer   svm.Address // of all payments
	Lamports   uint64      // that it holds
	Needed     uint64      // to settle one payment, with what it must keep
	LowBalance bool        // below lowBalance: send SOL to FeePayer
	Empty      bool        // below Needed: nothing can be settled
	SeenAt     time.Time   // when the cluster last answered; zero when never
	LastError  string      // what last kept payments from being checked or sent; "" when all is well
	InFlight   int         // payments that are being settled
	Spent      uint64      // lamports of the fees of what this process has sent and seen on the chain
}

// Status tells how each network stands, from memory.
func (f *Facilitator) Status() []Status { return f.settlers.Status() }

// Close takes no more payments, waits until those that it has are decided, for at most Options.SettleTimeout, and frees
// the connections.
func (f *Facilitator) Close() error { return f.settlers.Close() }
