package dexpool

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/dexpool/contracts"
	"github.com/farebox/farebox/internal/chain/evm"
	erc20 "github.com/farebox/farebox/internal/chain/evm/contracts"
)

// ErrDisagrees means that the chain contradicts the table about a pool.
var ErrDisagrees = errors.New("the pool is not what the table says")

// CheckReads are the contract reads for DecodeCheck.
func (p Pool) CheckReads() []evm.Read {
	c := contracts.NewReservePool()
	decimals := erc20.NewERC20().PackDecimals()
	list := []evm.Read{
		{To: p.Address, Data: c.PackFactory()}, {To: p.Address, Data: c.PackToken0()}, {To: p.Address, Data: c.PackToken1()},
		{To: p.Token0.Address, Data: decimals}, {To: p.Token1.Address, Data: decimals},
	}
	if !p.Dex.Ticks() {
		list = append(list, evm.Read{To: p.Address, Data: c.PackStable()})
	}
	return list
}

// DecodeCheck compares the results of CheckReads with the table: factory, tokens, their decimals, and the kind of
// curve. It returns nil, or ErrDisagrees with the differences.
func (p Pool) DecodeCheck(results []evm.Result) error {
	differs := func(what string) error { return fmt.Errorf("%w: %s", ErrDisagrees, what) }
	maker, ok := results[0].Address()
	if dex, known := DexOf(maker); !ok || !known || dex != p.Dex {
		return differs("its factory")
	}

	for i, want := range []Token{p.Token0, p.Token1} {
		if got, ok := results[1+i].Address(); !ok || got != want.Address {
			return differs(fmt.Sprintf("token%d", i))
		}
		if n, ok := results[3+i].Uint(); !ok || !n.IsUint64() || n.Uint64() != uint64(want.Decimals) {
			return differs(fmt.Sprintf("the decimals of token%d", i))
		}
	}

	if !p.Dex.Ticks() {
		if stable, ok := results[5].Bool(); !ok || stable != p.Stable {
			return differs("its curve")
		}
	}

	return nil
}

// doubt is how long a pool is left alone after failing its check.
const doubt = 10 * time.Minute

// Checks remembers which pools have passed their check. A pass is final, since nothing about the pool can change. A
// failure is checked again after a while, because the endpoint may have been at fault. Safe for concurrent use.
type Checks struct {
	mu   sync.Mutex
	seen map[common.Address]verdict
}

type verdict struct {
	err error
	at  time.Time
}

// NewChecks remembers nothing yet.
func NewChecks() *Checks { return &Checks{seen: map[common.Address]verdict{}} }

// Of is the outcome of a pool's check: done with a nil error after a pass, done with the reason after a failure,
// and not done if a check is due.
func (c *Checks) Of(p Pool, now time.Time) (done bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.seen[p.Address]
	if !ok || v.err != nil && now.Sub(v.at) > doubt {
		return false, nil
	}
	return true, v.err
}

// Set remembers the outcome of a check.
func (c *Checks) Set(p Pool, err error, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[p.Address] = verdict{err, now}
}
