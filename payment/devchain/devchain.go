// Package devchain is an EVM chain inside the process, for development and tests only: it makes its own blocks and
// holds a dollar token with EIP-3009, or one without, where USDC is on Base. Outside clients reach it by JSON-RPC over
// HTTP on the loopback interface.
//
// By default it has Base's chain id and the token has USDC's address, name and version, because
// stock x402 buyers compare them. A payment signed for this chain is therefore VALID ON THE REAL
// BASE: whoever sees it can settle it there. Keys are made afresh for each chain for that reason;
// never pass a key that holds money, and never send money to an address printed by a dev chain.
//
// Transactions, blocks, the EVM, the pool of what waits and the making of blocks are go-ethereum's (machine.go). The
// rest of its node is not here: peers, databases on disk, tracers and most of JSON-RPC were 285 packages of the
// program. methods.go says which methods there are and what is left out.
package devchain

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/big"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/payment/devchain/contracts"
)

// Addresses that genesis fills.
var (
	BaseUSDC   = known.BaseUSDC
	Multicall3 = known.Multicall3
)

// Mode says when blocks are made.
type Mode int

const (
	// Periodic makes a block every Interval, as a real chain does.
	Periodic Mode = iota
	// AtOnce makes a block as soon as a transaction is pending, see Options.Ahead and Options.Lag.
	AtOnce
	// Manual makes a block only when Commit is called.
	Manual
)

// Options of a chain. The zero value is a chain like Base with one funded buyer.
type Options struct {
	// ChainID is the EIP-155 chain id. Default 8453, Base.
	ChainID uint64
	// Token is where the dollar token is. Default BaseUSDC.
	Token common.Address
	// Permit2 has the token lack EIP-3009: it is paid with by Permit2. Default false.
	Permit2 bool
	// Approved is what owners let Permit2 spend, in atomic units. Default: the buyer, without an end, where Permit2 is
	// set.
	Approved map[common.Address]*big.Int
	// Port of the JSON-RPC server on 127.0.0.1. 0 takes any free one.
	Port int
	// Mode of block production. Default Periodic.
	Mode Mode
	// Interval between blocks in mode Periodic. Default 2 s.
	Interval time.Duration
	// Ahead is how far block time may run ahead of the clock in modes AtOnce and Periodic. Blocks are
	// at least one second apart by consensus, so more than one block a second makes the chain's clock
	// run fast; at the bound, transactions wait and share a block. Default 60 s, below the 120 s that payments
	// are usually valid for.
	Ahead time.Duration
	// Lag is how far behind the clock block time starts in mode AtOnce, and returns to when idle:
	// room for that many more blocks before Ahead is reached. Payments must be valid since longer
	// than Lag (stock buyers sign validAfter 0 or 600 s ago). Default 0.
	Lag time.Duration
	// BuyerKey is the key holding tokens, SettlementKey the one holding ether for gas. Default: made
	// afresh. See the package comment before setting either.
	BuyerKey, SettlementKey *ecdsa.PrivateKey
	// BuyerBalance is what the buyer holds, in atomic units. Default 1,000 dollars.
	BuyerBalance *big.Int
	// Balances are further token holders, in atomic units.
	Balances map[common.Address]*big.Int
	// GasBalance is what the settlement key holds, in wei. Default 100 ether.
	GasBalance *big.Int
	// Accounts are further genesis accounts, such as wallets (see Wallet).
	Accounts map[common.Address]types.Account
	// Now is the clock that block times follow. Default time.Now.
	Now func() time.Time
	// Log takes what goes wrong in block production. Default: nothing is written.
	Log *slog.Logger
}

func (o *Options) defaults() error {
	o.ChainID = cmp.Or(o.ChainID, 8453)
	if o.Token == (common.Address{}) {
		o.Token = BaseUSDC
	}

	if o.Interval <= 0 {
		o.Interval = 2 * time.Second
	}
	if o.Ahead <= 0 {
		o.Ahead = time.Minute
	}

	if o.Now == nil {
		o.Now = time.Now
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))

	o.BuyerBalance = cmp.Or(o.BuyerBalance, big.NewInt(1_000_000_000))
	o.GasBalance = cmp.Or(o.GasBalance, new(big.Int).Mul(big.NewInt(100), big.NewInt(params.Ether)))

	for _, key := range []**ecdsa.PrivateKey{&o.BuyerKey, &o.SettlementKey} {
		if *key != nil {
			continue
		}
		fresh, err := crypto.GenerateKey()
		if err != nil {
			return fmt.Errorf("making a key: %w", err)
		}
		*key = fresh
	}

	balances := map[common.Address]*big.Int{crypto.PubkeyToAddress(o.BuyerKey.PublicKey): o.BuyerBalance}
	maps.Copy(balances, o.Balances)

	o.Balances = balances
	if o.Permit2 && o.Approved == nil {
		o.Approved = map[common.Address]*big.Int{crypto.PubkeyToAddress(o.BuyerKey.PublicKey): math.MaxBig256}
	}
	return nil
}

// Chain is a running chain. Its methods are safe for concurrent use.
type Chain struct {
	options Options
	machine *machine
	served  *served
	client  *ethclient.Client

	skipped atomic.Int64    // seconds that the chain's time is ahead of the clock
	sealing sync.Mutex      // one block at a time
	life    context.Context // until Close
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
	first, err := genesis(o, crypto.PubkeyToAddress(o.SettlementKey.PublicKey))
	if err != nil {
		return nil, fmt.Errorf("dev chain genesis: %w", err)
	}
	machine, err := newMachine(first)
	if err != nil {
		return nil, fmt.Errorf("dev chain: %w", err)
	}
	served, err := serve(o.Port, &ethMethods{machine})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("JSON-RPC of the dev chain: %w", err), machine.close())
	}

	life, stop := context.WithCancel(context.Background())
	c := &Chain{
		options: o,
		machine: machine,
		served:  served,
		client:  ethclient.NewClient(rpc.DialInProc(served.calls)),
		life:    life,
		stop:    stop,
	}
	if err := served.calls.RegisterName("evm", &evmMethods{c}); err != nil {
		return nil, errors.Join(fmt.Errorf("methods of evm: %w", err), c.Close())
	}
	switch o.Mode {
	case Periodic:
		c.stopped.Go(c.sealPeriodically)
	case AtOnce:
		c.stopped.Go(c.sealAtOnce)
	}
	return c, nil
}

// RPCURL is where the chain answers JSON-RPC over HTTP.
func (c *Chain) RPCURL() string { return c.served.URL }

// ChainID is the EIP-155 chain id.
func (c *Chain) ChainID() uint64 { return c.options.ChainID }

// Token is the address of the dollar token.
func (c *Chain) Token() common.Address { return c.options.Token }

// BuyerKey is the key that holds tokens.
func (c *Chain) BuyerKey() *ecdsa.PrivateKey { return c.options.BuyerKey }

// SettlementKey is the key that holds ether for gas.
func (c *Chain) SettlementKey() *ecdsa.PrivateKey { return c.options.SettlementKey }

// Client is an in-process client of the chain. It is closed with the chain.
func (c *Chain) Client() *ethclient.Client { return c.client }

// BalanceOf is the token balance of an address in atomic units, at the latest block.
func (c *Chain) BalanceOf(ctx context.Context, owner common.Address) (*big.Int, error) {
	dollar := contracts.NewTestDollar()
	answer, err := c.client.CallContract(ctx, ethereum.CallMsg{To: &c.options.Token, Data: dollar.PackBalanceOf(owner)}, nil)
	if err != nil {
		return nil, fmt.Errorf("token balance of %s: %w", owner, err)
	}
	return dollar.UnpackBalanceOf(answer)
}

// Transact sends data to an address as a transaction of key, which must hold ether. It does not wait
// for a block.
func (c *Chain) Transact(ctx context.Context, key *ecdsa.PrivateKey, to common.Address, data []byte) (*types.Transaction, error) {
	opts := bind.NewKeyedTransactor(key, new(big.Int).SetUint64(c.options.ChainID))
	opts.Context = ctx
	return bind.NewBoundContract(to, abi.ABI{}, c.client, c.client, c.client).RawTransact(opts, data)
}

// Close stops the chain and frees its port. The chain's content is lost.
func (c *Chain) Close() error {
	c.closing.Do(func() {
		c.stop()
		c.stopped.Wait()
		c.client.Close()
		c.sealing.Lock()
		defer c.sealing.Unlock()
		c.closed = errors.Join(c.served.close(), c.machine.close())
	})
	return c.closed
}
