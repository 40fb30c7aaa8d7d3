package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/jackc/pgx/v5"

	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// Buyers by channel: how many, what each puts into its channel, what a call of theirs costs and how often one is made.
const (
	channelBuyers  = 12
	channelDeposit = "2"
	channelCall    = "/crypto/hash?algo=keccak256&input=channel"
	channelPrice   = 1000 // atomic units
	channelEvery   = 500 * time.Millisecond
	// claimFrom is what a channel has earned, in dollars, when it is claimed: after a few seconds of calls.
	claimFrom = "0.02"
	// claimedWithin bounds how long a claim that is due may take.
	claimedWithin = 30 * time.Second
)

// channels are buyers by channel, who deposit once and keep calling, and the settings of replicas that sell to them.
type channels struct {
	origin string
	key    string   // BATCH_SETTLEMENT_KEY of all replicas
	gas    []string // SETTLEMENT_KEY of each
	buyers []*channelBuyer
}

type channelBuyer struct {
	address common.Address
	client  *pay.Transport
	sent    atomic.Int64 // paid requests
	calls   int          // answered and charged
	faults  []string
}

// newChannels makes keys for replicas and buyers. They are to be in the chain's genesis, see fund.
func newChannels(replicas int) (*channels, error) {
	c := &channels{}
	for i := range replicas + 1 {
		key, err := crypto.GenerateKey()
		if err != nil {
			return nil, err
		}
		secret := hex.EncodeToString(crypto.FromECDSA(key))
		if i == 0 {
			c.key = secret
			continue
		}
		c.gas = append(c.gas, secret)
	}

	for range channelBuyers {
		b, err := newChannelBuyer()
		if err != nil {
			return nil, err
		}
		c.buyers = append(c.buyers, b)
	}
	return c, nil
}

func newChannelBuyer() (*channelBuyer, error) {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails
	key, err := pay.NewKey(hex.EncodeToString(secret))
	if err != nil {
		return nil, err
	}
	b := &channelBuyer{address: common.HexToAddress(key.Address())}
	b.client, err = pay.New(pay.Options{
		Wallet:     key,
		DepositUSD: channelDeposit,
		Retries:    -1,
		Base:       b,
	})
	return b, err
}

// RoundTrip sends a request of the buyer's and counts those with a payment.
func (b *channelBuyer) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get(x402.HeaderPayment) != "" {
		b.sent.Add(1)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// fund gives the buyers tokens and the replicas' keys ether.
func (c *channels) fund(options *devchain.Options) error {
	for _, b := range c.buyers {
		options.Balances[b.address] = big.NewInt(wealth)
	}
	options.Accounts = map[common.Address]types.Account{}
	for _, secret := range c.gas {
		key, err := crypto.HexToECDSA(secret)
		if err != nil {
			return err
		}
		ether := new(big.Int).Mul(big.NewInt(100), big.NewInt(params.Ether))
		options.Accounts[crypto.PubkeyToAddress(key.PublicKey)] = types.Account{Balance: ether}
	}
	return nil
}

// settings are those of the replica of that number.
func (c *channels) settings(number int) []string {
	return []string{
		"FACILITATOR_URL=self",
		"SETTLEMENT_KEY=" + c.gas[number],
		"BATCH_SETTLEMENT_KEY=" + c.key,
		"BATCH_CLAIM_USD=" + claimFrom,
	}
}

// has says that an address, as the ledger or a log writes it, is that of a buyer by channel.
func (c *channels) has(address string) bool {
	if c == nil {
		return false
	}
	for _, b := range c.buyers {
		if b.address == common.HexToAddress(address) {
			return true
		}
	}
	return false
}

// run has all buyers call until ctx ends.
func (c *channels) run(ctx context.Context) {
	var all sync.WaitGroup
	for _, b := range c.buyers {
		all.Go(func() {
			tick.Every(ctx, channelEvery, func(ctx context.Context) { b.call(context.WithoutCancel(ctx), c.origin) })
		})
	}
	all.Wait()
}

func (b *channelBuyer) call(ctx context.Context, origin string) {
	tries := int64(1)
	if b.calls == 0 {
		tries = 2 // the buyer asks what the seller knows about its channel before it opens one
	}
	before := b.sent.Load()
	if err := b.try(ctx, origin); err != nil {
		b.faults = append(b.faults, fmt.Sprintf("call %d: %v", b.calls+1, err))
		return
	}
	b.calls++
	if sent := b.sent.Load() - before; sent > tries {
		b.faults = append(b.faults, fmt.Sprintf("call %d took %d tries", b.calls, sent))
	}
}

func (b *channelBuyer) try(ctx context.Context, origin string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+channelCall, http.NoBody)
	if err != nil {
		return err
	}
	response, err := b.client.RoundTrip(request)
	if err != nil {
		return err
	}
	return response.Body.Close()
}

// charged is what all calls have cost, in atomic units.
func (c *channels) charged() (units int64) {
	if c == nil {
		return 0
	}
	for _, b := range c.buyers {
		units += int64(b.calls) * channelPrice
	}
	return units
}

// claims is how many channels there are, and what was claimed of them, as the ledger has it from the chain.
func claims(ctx context.Context, database string) (count, claimed, due int64, err error) {
	db, err := pgx.Connect(ctx, database)
	if err != nil {
		return 0, 0, 0, err
	}
	defer db.Close(ctx)
	threshold, err := units(claimFrom)
	if err != nil {
		return 0, 0, 0, err
	}
	err = db.QueryRow(ctx, `SELECT COUNT(*), COALESCE(SUM(claimed::numeric), 0)::bigint,
		COUNT(*) FILTER (WHERE unclaimed >= $1) FROM channels`, threshold).Scan(&count, &claimed, &due)
	return count, claimed, due, err
}

// awaitClaims waits until nothing is left that is due.
func awaitClaims(ctx context.Context, database string) (claimed int64, err error) {
	for end := time.Now().Add(claimedWithin); ; {
		_, claimed, due, err := claims(ctx, database)
		if err != nil || due == 0 {
			return claimed, err
		}
		if time.Now().After(end) || !tick.Sleep(ctx, time.Second) {
			return claimed, fmt.Errorf("%d channels are not claimed", due)
		}
	}
}

// refund has every channel refunded, and checks that each buyer has what its calls have left, to the unit.
func (c *channels) refund(ctx context.Context, chain *devchain.Chain) (wrong []string) {
	for _, b := range c.buyers {
		for _, fault := range b.faults {
			wrong = append(wrong, fmt.Sprintf("by channel, %s: %s", b.address, fault))
		}
		if err := b.refund(ctx, c.origin, chain); err != nil {
			wrong = append(wrong, fmt.Sprintf("by channel, %s: %v", b.address, err))
		}
	}
	return wrong
}

func (b *channelBuyer) refund(ctx context.Context, origin string, chain *devchain.Chain) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+channelCall, http.NoBody)
	if err != nil {
		return err
	}
	refund, err := b.client.Refund(request)
	if err != nil {
		return fmt.Errorf("refund: %w", err)
	}
	if !strings.HasPrefix(refund.Transaction, "0x") {
		return errors.New("refunded without a transaction")
	}

	left, err := chain.BalanceOf(ctx, b.address)
	if err != nil {
		return err
	}
	if want := int64(wealth) - int64(b.calls)*channelPrice; left.Int64() != want {
		return fmt.Errorf("holds %s after %d calls, not %d", left, b.calls, want)
	}
	return nil
}
