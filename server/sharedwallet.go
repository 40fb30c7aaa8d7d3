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
	"github.com/farebox/farebox/store"
)

// sharedWallet is the name of the check for other services that take payments to the same wallet.
const sharedWallet = "wallet"

// walletEvery is how often the chain is asked for them.
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
	chains tokens
	payTo  common.Address
	mark   eip3009.Mark
	now    func() time.Time

	mu    sync.Mutex
	asked time.Time
	last  error
}

// probeWallet says whether a service with another database takes payments to the same wallet: a buyer can then offer
// one authorization to both. It sees what such a service has put on the chain lately.
func probeWallet(
	chains tokens, payTo common.Address, mark eip3009.Mark, now func() time.Time,
) func(context.Context) error {
	w := &walletWatch{
		chains: chains,
		payTo:  payTo,
		mark:   mark,
		now:    now,
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
		w.last = trouble(fmt.Sprintf("another service, with a database of its own, takes payments to %s on %s: "+
			"give each its own PAY_TO_ADDRESS. Until then this one sells nothing for what the other has settled",
			w.payTo, strings.Join(shared, ", ")))
	}
	return w.last
}

// shared are the networks on which others take payments to the wallet.
func (w *walletWatch) shared(ctx context.Context) (networks []string, err error) {
	var errs []error
	for name, chain := range w.chains {
		marks, err := chain.Marks(ctx, w.payTo)
		errs = append(errs, err)
		for _, mark := range marks {
			if mark != w.mark {
				networks = append(networks, name)
				break
			}
		}
	}
	if len(networks) > 0 {
		return networks, nil
	}
	return nil, errors.Join(errs...)
}
