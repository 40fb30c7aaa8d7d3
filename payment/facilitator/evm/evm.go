// Package evm is the self-hosted facilitator: it verifies payments against the chain itself and
// settles them with a key of ours that pays the gas.
//
// Payments that wait together go on chain in one transaction (Multicall3), because one key has one
// nonce sequence and a chain makes a block every few seconds: one payment per transaction would cap
// the whole service at a few payments a second. What happened to each payment is read from the
// events in the receipt, never from the transaction's own status: a batch succeeds with some of its
// payments failed.
//
// Nothing is kept on disk. What a crash loses is in the chain: a nonce spent there is found again by
// its event, one not spent may be settled again, since the token spends it only once.
package evm

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/own"
	"github.com/farebox/farebox/payment/x402"
)

const (
	// maxInFlight is how many transactions may wait for a block at once: nodes keep 16 per sender in any case.
	maxInFlight = 8
	// minTimeLeft is how long a payment must still be valid to be taken, in seconds, as the reference facilitators
	// have it.
	minTimeLeft = 6
	// gasPerPayment is the gas set aside for a payment signed with a key: USDC takes 60,000 to 85,000. It is a
	// constant because estimation gives too little where inner calls may fail: a call that runs out of gas counts as
	// one that failed. Unused gas is not paid for.
	gasPerPayment = 120_000
	// maxFeePerGas is the most paid per gas, in wei: 20 gwei, a thousand times Base's usual.
	maxFeePerGas = 20 * params.GWei
	// minTip is the least priority fee offered, in wei.
	minTip = 1_000_000
	// lowBalance is what the settlement key should hold, in wei: 0.002 ether, some thousands of payments on Base.
	lowBalance = 2 * params.Ether / 1000
)

// Options of the facilitator. The zero value gives the defaults.
type Options struct {
	// MaxBatch is the most payments in one transaction. Default 100: with gasPerPayment that stays
	// below the 16,777,216 gas that EIP-7825 allows a transaction.
	MaxBatch int
	// Window is how long the first of a batch waits for others. Default 50 ms; negative is not at all.
	Window time.Duration
	// SettleTimeout is how long Settle waits before it answers Unknown; the transaction is followed on
	// after that. Default 40 s.
	SettleTimeout time.Duration
	// BumpAfter is how long the next transaction in turn may wait for a block before it is sent again
	// with higher fees. Default 15 s.
	BumpAfter time.Duration
	// Poll is the time between two looks for receipts. Default 500 ms.
	Poll time.Duration
	// CallTimeout bounds one call to one RPC endpoint. Default 5 s.
	CallTimeout time.Duration
	// MaxWalletGas is the most gas spent on a contract wallet's payment, which runs code of the
	// payer's. Default 600,000.
	MaxWalletGas uint64
	// MaxDeployGas is the most gas spent on a payment that deploys the payer's contract wallet first
	// (ERC-6492). Default 1,000,000.
	MaxDeployGas uint64
	// Factories are the contracts that may deploy payers' wallets. Their call is anything the payer says, so
	// they must do no more than deploy wallets. nil is DefaultFactories; an empty list deploys none.
	Factories []common.Address
	// Multicall is where Multicall3 is. Default eip3009.MulticallAddress.
	Multicall common.Address
	// Mark is the ledger's, and is in every transaction.
	Mark eip3009.Mark
	// Now is the clock that validity is judged by. Default time.Now. Waiting (Window, Poll,
	// SettleTimeout, BumpAfter) goes by real time.
	Now func() time.Time
	// Log takes what an operator should see. Default: nothing is written.
	Log *slog.Logger
}

func (o *Options) defaults() {
	own.Default(&o.MaxBatch, 100)
	o.Window = cmp.Or(o.Window, 50*time.Millisecond)

	own.Default(&o.SettleTimeout, 40*time.Second)
	own.Default(&o.BumpAfter, 15*time.Second)
	own.Default(&o.Poll, 500*time.Millisecond)
	own.Default(&o.CallTimeout, 5*time.Second)
	own.Default(&o.MaxWalletGas, 600_000)
	own.Default(&o.MaxDeployGas, 1_000_000)

	if o.Factories == nil {
		o.Factories = DefaultFactories()
	}

	if o.Multicall == (common.Address{}) {
		o.Multicall = eip3009.MulticallAddress
	}
	if o.Now == nil {
		o.Now = time.Now
	}

	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
}

// Facilitator verifies and settles on any number of networks. It implements facilitator.Facilitator.
type Facilitator struct {
	settlers own.Settlers[*settler, Status]
	address  common.Address
}

var _ facilitator.Facilitator = (*Facilitator)(nil)

// New is a facilitator for the given networks. endpoints are JSON-RPC URLs by CAIP-2 name, in order
// of preference; a network that is not in it uses its own RPCURLs. key pays the gas, on every network.
// New calls no endpoint. Give each process a key of its own: two processes with
// one key get in each other's way (transactions are lost and sent again), though no payment is.
func New(
	networks []x402.Network, endpoints map[string][]string, key *ecdsa.PrivateKey, options Options,
) (*Facilitator, error) {
	if key == nil {
		return nil, errors.New("the self-hosted facilitator needs a settlement key")
	}
	if len(networks) == 0 {
		return nil, errors.New("the self-hosted facilitator needs a network")
	}

	options.defaults()
	f := &Facilitator{address: crypto.PubkeyToAddress(key.PublicKey)}
	for _, network := range networks {
		err := f.settlers.Add(network.CAIP2, endpoints[network.CAIP2], network.RPCURLs, options.CallTimeout,
			func(client *ethrpc.Client) *settler { return newSettler(network, client, key, options) })
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
	}
	return f, nil
}

// Refresh asks every network what the settlement key holds and what gas costs, for Status and Ready.
func (f *Facilitator) Refresh(ctx context.Context) error { return f.settlers.Refresh(ctx) }

// ErrNoGasMoney is wrapped by errors that say that the settlement key cannot pay for a settlement.
var ErrNoGasMoney = errors.New("the settlement key holds less than a settlement costs")

// Ready says whether payments on a network (CAIP-2) could be settled by what was last seen of the settlement
// key's balance and of the fees. The error wraps ErrNoGasMoney. It is nil while nothing was seen, because the
// payment's own check tells then. It answers from memory.
func (f *Facilitator) Ready(network string) error {
	s := f.settlers.Of[network]
	if s == nil {
		return nil
	}
	if status := s.Status(); status.Empty {
		return fmt.Errorf("%w: %s has %s wei on %s, %s are needed",
			ErrNoGasMoney, f.address, status.Balance, network, status.Cost)
	}
	return nil
}

// Address is that of the settlement key: where the gas money must be.
func (f *Facilitator) Address() common.Address { return f.address }

// Verify checks a payment's terms, signature, time window, balance and nonce, and simulates the
// transfer, in one round trip to the chain.
func (f *Facilitator) Verify(ctx context.Context, req facilitator.Request) (facilitator.Verification, error) {
	s, p, refused := f.read(req)
	answer := facilitator.Verification{Payer: p.payer}
	if refused == nil {
		refused = s.window(p, s.options.Now())
	}

	if refused == nil {
		findings, _, err := s.check(ctx, []*payment{p})
		if err != nil {
			return facilitator.Verification{}, err
		}
		refused = findings[0].refused
	}

	if refused != nil {
		answer.Reason = refused.reason
		answer.Message = refused.message
		return answer, nil
	}

	answer.Valid = true
	return answer, nil
}

// Settle puts a payment on chain, together with others that wait, and answers when it is in a block.
// A payment that is there already answers Settled with its transaction. See facilitator.Facilitator
// for what an error and Unknown mean.
func (f *Facilitator) Settle(ctx context.Context, req facilitator.Request) (facilitator.Settlement, error) {
	s, p, refused := f.read(req)
	if refused != nil {
		return facilitator.Settlement{
			Outcome: facilitator.Refused, Network: req.Requirement.Network, Payer: p.payer,
			Reason: refused.reason, Message: refused.message,
		}, nil
	}
	return s.settle(ctx, p)
}

// Supported lists scheme "exact" on every network, under its names of both protocol versions.
func (f *Facilitator) Supported(context.Context) (facilitator.Supported, error) {
	return f.settlers.Supported("eip155:*", f.address.Hex(), nil), nil
}

// Status is how settlement on one network stands.
type Status struct {
	Network    string         // CAIP-2
	Settler    common.Address // the settlement key's address
	Balance    *big.Int       // wei that it holds; nil when never seen
	Cost       *big.Int       // wei that one settlement may take at the fees last seen; nil when never seen
	LowBalance bool           // below lowBalance: send ether to Settler
	Empty      bool           // below Cost: nothing can be settled
	SeenAt     time.Time      // when the chain last answered; zero when never
	LastError  string         // what last kept payments from being checked or sent; "" when all is well
	Waiting    int            // payments that are not in a transaction yet
	InFlight   int            // transactions that are not in a block yet

	Spent  map[Purpose]GasSpent // since the process began
	Payers []PayerGas           // that have cost most lately, the most first
}

// Status tells how each network stands, from memory: it is fast enough for a health check. Refresh
// and every payment refresh it.
func (f *Facilitator) Status() []Status { return f.settlers.Status() }

// Close takes no more payments, waits until those that it has are settled, for at most
// Options.SettleTimeout, and stops. Payments that are still open then answer Unknown.
func (f *Facilitator) Close() error { return f.settlers.Close() }
