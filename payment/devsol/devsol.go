// Package devsol is a cluster like Solana's inside the process, for development and tests only: it makes its own
// blocks and holds a dollar token where USDC is on the main network. Clients reach it by JSON-RPC over HTTP on the
// loopback interface.
//
// It is a ledger and not a virtual machine. It knows the instructions that payments have (compute budget,
// TransferChecked, memo, and transfers of SOL) and judges each by rules of its own, written from the programs'
// documentation and shared with nobody who sells. Assertions of the Lighthouse program are taken for true. There is no
// other program, no calls from program to program, no lookup tables, rent, stake, votes, forks or subscriptions; units
// of computation are estimates. The real virtual machine runs the same payments in scripts/stockbuyers.
//
// It has the main network's genesis hash, because stock buyers look for its name. Its blockhashes are its own, so
// that no payment made for it can come to the real one.
package devsol

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/loopback"
	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/payment/svm"
)

// genesisHash is the main network's.
const genesisHash = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"

// slotTime is how long a slot takes.
const slotTime = 400 * time.Millisecond

// Options of a chain. The zero value has one funded buyer and one funded fee payer.
type Options struct {
	// Port of the JSON-RPC server on 127.0.0.1. 0 takes any free one.
	Port int
	// Interval between blocks. Default 400 ms, as on Solana.
	Interval time.Duration
	// Manual makes blocks only when Advance is called. Its clock goes on by 400 ms with each.
	Manual bool
	// BuyerKey holds tokens, FeePayerKey SOL for fees. Default: made afresh.
	BuyerKey, FeePayerKey ed25519.PrivateKey
	// BuyerBalance is what the buyer holds, in atomic units. Default 1,000 dollars.
	BuyerBalance uint64
	// Balances are further token accounts by owner, which may hold nothing.
	Balances map[svm.Address]uint64
	// FeeBalance is what the fee payer holds, in lamports. Default 10 SOL.
	FeeBalance uint64
	// Forgetful has the chain answer as a node that keeps no history of transactions.
	Forgetful bool
	// Now is the clock of blocks, but with Manual only of the first. Default time.Now.
	Now func() time.Time
}

func (o *Options) defaults() error {
	if o.Interval <= 0 {
		o.Interval = slotTime
	}
	o.BuyerBalance = cmp.Or(o.BuyerBalance, 1_000_000_000)
	o.FeeBalance = cmp.Or(o.FeeBalance, 10_000_000_000)
	if o.Now == nil {
		o.Now = time.Now
	}

	for _, key := range []*ed25519.PrivateKey{&o.BuyerKey, &o.FeePayerKey} {
		if *key != nil {
			continue
		}
		_, fresh, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			return fmt.Errorf("making a key: %w", err)
		}
		*key = fresh
	}
	return nil
}

// Chain is a running chain. Its methods are safe for concurrent use.
type Chain struct {
	options Options
	network svm.Network
	served  *loopback.Server

	mu     sync.Mutex
	ledger *ledger

	stop    context.CancelFunc
	stopped sync.WaitGroup
	closing sync.Once
	closed  error
}

// New starts a chain.
func New(options Options) (*Chain, error) {
	o := options
	if err := o.defaults(); err != nil {
		return nil, err
	}
	c := &Chain{
		options: o,
		network: svm.Builtin()[0],
	}
	c.ledger = newLedger(c.network.Mint, c.network.Decimals, o.Now())
	c.ledger.forgetful = o.Forgetful
	if err := c.fund(); err != nil {
		return nil, err
	}

	served, err := loopback.Serve(o.Port, calls(c.methods()))
	if err != nil {
		return nil, fmt.Errorf("JSON-RPC of the dev chain: %w", err)
	}
	c.served = served
	c.network.RPCURLs = []string{served.URL}

	life, stop := context.WithCancel(context.Background())
	c.stop = stop
	if !o.Manual {
		c.stopped.Go(func() { tick.Every(life, o.Interval, func(context.Context) { c.seal(o.Now()) }) })
	}
	return c, nil
}

func (c *Chain) fund() error {
	c.ledger.lamports[svm.AddressOf(c.options.FeePayerKey)] = c.options.FeeBalance
	balances := map[svm.Address]uint64{svm.AddressOf(c.options.BuyerKey): c.options.BuyerBalance}
	maps.Copy(balances, c.options.Balances)
	for owner, units := range balances {
		if err := c.open(owner, units); err != nil {
			return err
		}
	}
	return nil
}

// open makes the token account of an owner.
func (c *Chain) open(owner svm.Address, units uint64) error {
	place, err := c.network.TokenAccount(owner)
	if err != nil {
		return err
	}
	c.ledger.tokens[place] = &holding{
		owner: owner,
		mint:  c.network.Mint,
		units: units,
	}
	return nil
}

// Network is the chain as a seller is configured for it.
func (c *Chain) Network() svm.Network { return c.network }

// RPCURL is where the chain answers JSON-RPC over HTTP.
func (c *Chain) RPCURL() string { return c.served.URL }

// BuyerKey is the key that holds tokens.
func (c *Chain) BuyerKey() ed25519.PrivateKey { return c.options.BuyerKey }

// FeePayerKey is the key that holds SOL for fees.
func (c *Chain) FeePayerKey() ed25519.PrivateKey { return c.options.FeePayerKey }

// Open makes the token account of an owner, with some units in it.
func (c *Chain) Open(owner svm.Address, units uint64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open(owner, units)
}

// Freeze has the issuer freeze the token account of an owner.
func (c *Chain) Freeze(owner svm.Address) error {
	place, err := c.network.TokenAccount(owner)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ledger.tokens[place].frozen = true
	return nil
}

// Units is what an owner holds of the token; 0 without an account.
func (c *Chain) Units(owner svm.Address) uint64 {
	place, err := c.network.TokenAccount(owner)
	if err != nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if held := c.ledger.tokens[place]; held != nil {
		return held.units
	}
	return 0
}

// Lamports is what an account holds for fees.
func (c *Chain) Lamports(owner svm.Address) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ledger.lamports[owner]
}

// SetLamports changes what an account holds for fees.
func (c *Chain) SetLamports(owner svm.Address, lamports uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ledger.lamports[owner] = lamports
}

// Blockhash is the latest one.
func (c *Chain) Blockhash() svm.Hash {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ledger.tip().hash
}

// Advance makes blocks, the first of them with all that waits.
func (c *Chain) Advance(blocks int) {
	for range blocks {
		c.mu.Lock()
		next := c.ledger.tip().made.Add(slotTime)
		c.mu.Unlock()
		c.seal(next)
	}
}

// Lose has the chain lose what it is sent from now on, as a cluster under load does: it is taken and put in no block.
func (c *Chain) Lose(lost bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ledger.losing = lost
}

func (c *Chain) seal(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ledger.seal(now)
}

// Close stops the chain and frees its port. The chain's content is lost.
func (c *Chain) Close() error {
	c.closing.Do(func() {
		c.stop()
		c.stopped.Wait()
		c.closed = c.served.Close()
	})
	return c.closed
}
