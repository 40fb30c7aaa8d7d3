package server

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/store"
)

// sharedWallet is the name of the check for other services that take payments to the same wallet.
const sharedWallet = "wallet"

// walletEvery is how often the chain is asked for them: for those of two times as long.
const walletEvery = 10 * time.Minute

// settlesItself says that this service puts payments on the chain, and no remote facilitator.
func (c *Config) settlesItself() bool { return c.FacilitatorURL == "self" }

// mark is what the transactions of this ledger's services end with; zero where a remote facilitator makes them.
func (c *Config) mark(ctx context.Context, db *store.Store) (eip3009.Mark, error) {
	if !c.settlesItself() {
		return eip3009.Mark{}, nil
	}
	mark, err := db.Mark(ctx)
	if err != nil {
		return mark, fmt.Errorf("DATABASE_URL: %w", err)
	}
	return mark, nil
}

// walletWatch looks for payments to the wallet that services of another ledger have put on the chain.
type walletWatch struct {
	wallets []paidWallet
	mark    eip3009.Mark
	now     func() time.Time

	mu    sync.Mutex
	asked time.Time
	last  error
}

// paidWallet is who is paid on an EVM network. Transactions of Solana bear no mark: the fee payer that they name is
// another in each service.
type paidWallet struct {
	network string
	chain   *evmChain
	payTo   common.Address
}

// probeWallet says whether a service with another database takes payments to the same wallet: a buyer can then offer
// one authorization to both. It sees what such a service has put on the chain lately.
func probeWallet(
	readers chains, networks []x402.Network, mark eip3009.Mark, now func() time.Time,
) func(context.Context) error {
	w := &walletWatch{
		mark: mark,
		now:  now,
	}
	for _, n := range networks {
		if reader, ok := readers[n.CAIP2].(*evmChain); ok {
			w.wallets = append(w.wallets, paidWallet{
				network: n.CAIP2,
				chain:   reader,
				payTo:   common.HexToAddress(n.PayTo),
			})
		}
	}
	return w.probe
}

func (w *walletWatch) probe(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.now().Sub(w.asked) < walletEvery {
		return w.last
	}

	shared, err := w.shared(ctx)
	if err != nil {
		return err // it is asked again next time
	}
	w.asked = w.now()
	w.last = nil
	if len(shared) > 0 {
		w.last = trouble(fmt.Sprintf("another service, with a database of its own, takes payments to the same wallet: %s. "+
			"Give each its own PAY_TO_ADDRESS. Until then this one sells nothing for what the other has settled",
			strings.Join(shared, ", ")))
	}
	return w.last
}

// shared are the wallets to which others take payments.
func (w *walletWatch) shared(ctx context.Context) (wallets []string, err error) {
	var errs []error
	for _, one := range w.wallets {
		marks, err := one.chain.Marks(ctx, one.payTo)
		errs = append(errs, err)
		for _, mark := range marks {
			if mark != w.mark {
				wallets = append(wallets, fmt.Sprintf("%s on %s", one.payTo, one.network))
				break
			}
		}
	}
	if len(wallets) > 0 {
		return wallets, nil
	}
	return nil, errors.Join(errs...)
}
