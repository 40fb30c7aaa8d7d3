package evm

import (
	"cmp"
	"context"
	"maps"
	"math/big"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Purpose is what a transaction of the settlement key is for.
type Purpose string

// Purposes.
const (
	ForPayments Purpose = "payments"
	ForDeposit  Purpose = "deposit"
	ForClaims   Purpose = "claims"
	ForRefund   Purpose = "refund"
	ForNonce    Purpose = "nonce" // it only spends one
)

// GasSpent is what transactions have cost since the process began. On rollups a fee for data comes on top, which
// receipts of Ethereum do not name.
type GasSpent struct {
	Transactions int64
	Gas          uint64
	Wei          *big.Int
}

// PayerGas is what a payer has cost within the last one or two hours.
type PayerGas struct {
	Payer        common.Address
	Transactions int64 // in which it had a part
	Wei          *big.Int
}

// bill says what a transaction is for and whose it is: its cost is shared by all of them.
type bill struct {
	purpose Purpose
	payers  []common.Address
}

// gasWindow is how long what payers have cost is kept, and then once more.
const gasWindow = time.Hour

// gasBook counts what transactions have cost.
type gasBook struct {
	mu     sync.Mutex
	now    func() time.Time
	spent  map[Purpose]*GasSpent
	since  time.Time // when payers began
	payers map[common.Address]*PayerGas
	before map[common.Address]*PayerGas
}

func newGasBook(now func() time.Time) *gasBook {
	return &gasBook{
		now:    now,
		since:  now(),
		spent:  map[Purpose]*GasSpent{},
		payers: map[common.Address]*PayerGas{},
		before: map[common.Address]*PayerGas{},
	}
}

// note takes in a transaction that is in a block, whether it succeeded or not.
func (g *gasBook) note(b bill, receipt *types.Receipt) {
	wei := price(receipt)
	if wei == nil {
		return
	}

	g.mu.Lock()
	defer g.mu.Unlock()
	sum := g.spent[b.purpose]
	if sum == nil {
		sum = &GasSpent{Wei: new(big.Int)}
		g.spent[b.purpose] = sum
	}
	sum.Transactions++
	sum.Gas += receipt.GasUsed
	sum.Wei.Add(sum.Wei, wei)
	g.share(b.payers, wei)
}

// price is what a transaction has cost; nil when that is not known.
func price(receipt *types.Receipt) *big.Int {
	if receipt == nil || receipt.EffectiveGasPrice == nil {
		return nil
	}
	wei := new(big.Int).SetUint64(receipt.GasUsed)
	return wei.Mul(wei, receipt.EffectiveGasPrice)
}

type meterKey struct{}

// Metered has told hear what each transaction costs that a call of [Channels] with this context makes, in wei, whether
// it succeeds or not.
func Metered(ctx context.Context, hear func(wei *big.Int)) context.Context {
	return context.WithValue(ctx, meterKey{}, hear)
}

// tell gives what a transaction has cost to whoever wants to hear of it.
func tell(ctx context.Context, receipt *types.Receipt) {
	hear, wanted := ctx.Value(meterKey{}).(func(*big.Int))
	if wei := price(receipt); wanted && wei != nil {
		hear(wei)
	}
}

// share is what each payment bears of a transaction, those included that failed in it: they cost as much.
func (tx *transaction) share(receipt *types.Receipt) *big.Int {
	wei := price(receipt)
	if wei == nil || len(tx.jobs) == 0 {
		return nil
	}
	return wei.Div(wei, big.NewInt(int64(len(tx.jobs))))
}

// share has payers bear a cost in equal parts. The caller holds mu.
func (g *gasBook) share(payers []common.Address, wei *big.Int) {
	g.turn()
	if len(payers) == 0 {
		return
	}

	part := new(big.Int).Div(wei, big.NewInt(int64(len(payers))))
	seen := map[common.Address]bool{}
	for _, payer := range payers {
		p := g.payers[payer]
		if p == nil {
			p = &PayerGas{
				Payer: payer,
				Wei:   new(big.Int),
			}
			g.payers[payer] = p
		}
		p.Wei.Add(p.Wei, part)
		if !seen[payer] {
			seen[payer] = true
			p.Transactions++
		}
	}
}

// turn begins a new window when the present one is over. The caller holds mu.
func (g *gasBook) turn() {
	now := g.now()
	age := now.Sub(g.since)
	if age < gasWindow {
		return
	}
	g.before = g.payers
	if age >= 2*gasWindow {
		g.before = map[common.Address]*PayerGas{}
	}
	g.payers = map[common.Address]*PayerGas{}
	g.since = now
}

// mostPayers is how many payers are reported.
const mostPayers = 20

// read is what was spent, and the payers that have cost most.
func (g *gasBook) read() (spent map[Purpose]GasSpent, payers []PayerGas) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.turn()
	spent = map[Purpose]GasSpent{}
	for purpose, sum := range g.spent {
		spent[purpose] = GasSpent{
			Transactions: sum.Transactions,
			Gas:          sum.Gas,
			Wei:          new(big.Int).Set(sum.Wei),
		}
	}

	both := map[common.Address]PayerGas{}
	for _, window := range []map[common.Address]*PayerGas{g.before, g.payers} {
		for payer, p := range window {
			sum := both[payer]
			wei := new(big.Int).Set(p.Wei)
			if sum.Wei != nil {
				wei.Add(wei, sum.Wei)
			}
			both[payer] = PayerGas{
				Payer:        payer,
				Transactions: sum.Transactions + p.Transactions,
				Wei:          wei,
			}
		}
	}
	payers = slices.SortedFunc(maps.Values(both), func(a, b PayerGas) int {
		return cmp.Or(b.Wei.Cmp(a.Wei), a.Payer.Cmp(b.Payer))
	})
	return spent, payers[:min(len(payers), mostPayers)]
}

// bill is that of a transaction.
func (tx *transaction) bill() bill {
	if len(tx.jobs) == 0 {
		return tx.cause
	}
	b := bill{purpose: ForPayments}
	for _, j := range tx.jobs {
		b.payers = append(b.payers, j.auth.From)
	}
	return b
}
