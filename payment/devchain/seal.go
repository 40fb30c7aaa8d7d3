package devchain

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/beacon/engine"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/miner"

	"github.com/farebox/farebox/internal/tick"
)

// idle is how old the latest block may become in mode AtOnce before an empty one is made: calls are
// simulated at the latest block's time, which must not fall far behind the clock.
const idle = 15 * time.Second

// Commit makes a block of what is pending now, which may be nothing, and returns it. Its time is
// the clock's, or one second after its parent if the clock has not got that far.
func (c *Chain) Commit() (*types.Header, error) {
	c.sealing.Lock()
	defer c.sealing.Unlock()
	if c.life.Err() != nil {
		return nil, errors.New("the dev chain is closed")
	}
	if err := c.syncPool(); err != nil {
		return nil, err
	}
	return c.sealHead()
}

// now is the clock's time, and what has been added to it by evm_increaseTime.
func (c *Chain) now() time.Time {
	return c.options.Now().Add(time.Duration(c.skipped.Load()) * time.Second)
}

func (c *Chain) nextTime() uint64 {
	now := c.now()
	if c.options.Mode == AtOnce {
		now = now.Add(-c.options.Lag)
	}
	return max(uint64(max(now.Unix(), 0)), c.machine.blocks.CurrentBlock().Time+1)
}

// syncPool waits until the pool knows the head: it learns about new ones in the background. Without that, a transaction
// that was just accepted, or just included, would be missed or tried again.
func (c *Chain) syncPool() error {
	if err := c.machine.pool.Sync(); err != nil {
		return fmt.Errorf("waiting for the transaction pool: %w", err)
	}
	return nil
}

// sealHead builds a block on the head. The caller holds c.sealing, and has called syncPool.
func (c *Chain) sealHead() (*types.Header, error) {
	return c.sealOn(c.machine.blocks.CurrentBlock(), c.nextTime())
}

// sealOn builds a block on parent, executes it and makes it the head. The caller holds c.sealing.
func (c *Chain) sealOn(parent *types.Header, timestamp uint64) (*types.Header, error) {
	ctx := context.Background()
	payload, err := c.machine.miner.BuildPayload(ctx, &miner.BuildPayloadArgs{
		Parent:      parent.Hash(),
		Timestamp:   timestamp,
		Withdrawals: types.Withdrawals{},
		BeaconRoot:  &common.Hash{},
		Version:     engine.PayloadV3,
	}, false)
	if err != nil {
		return nil, fmt.Errorf("building block %d: %w", parent.Number.Uint64()+1, err)
	}

	payload.ResolveFull()
	block, _, _, _ := payload.FullBlockAndReceipts()
	if block == nil {
		return nil, fmt.Errorf("building block %d: the miner gave none", parent.Number.Uint64()+1)
	}
	if _, err := c.machine.blocks.InsertBlockWithoutSetHead(ctx, block, false); err != nil {
		return nil, fmt.Errorf("executing block %d: %w", block.NumberU64(), err)
	}
	if _, err := c.machine.blocks.SetCanonical(block); err != nil {
		return nil, fmt.Errorf("making block %d the head: %w", block.NumberU64(), err)
	}

	return block.Header(), nil
}

func (c *Chain) sealPeriodically() {
	tick.Every(c.life, c.options.Interval, func(context.Context) {
		if !c.tooEarly() {
			c.sealOrLog()
		}
	})
}

// tooEarly says that a block made now would be further ahead of the clock than the options allow.
func (c *Chain) tooEarly() bool {
	return int64(c.nextTime()) > c.now().Add(c.options.Ahead).Unix()
}

func (c *Chain) sealOrLog() {
	if _, err := c.Commit(); err != nil {
		c.options.Log.Error("dev chain", "error", err)
	}
}

func (c *Chain) sealAtOnce() {
	arrivals := make(chan core.NewTxsEvent, 16)
	subscription := c.machine.pool.SubscribeTransactions(arrivals, true)
	defer subscription.Unsubscribe()

	// The ticker also picks up what had to wait for the clock, or for room in a block.
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()

	for {
		select {
		case <-c.life.Done():
			return
		case <-subscription.Err():
			return
		case <-arrivals:
		case <-ticker.C:
		}
		if err := c.sealDue(); err != nil && c.life.Err() == nil {
			c.options.Log.Error("dev chain", "error", err)
		}
	}
}

// sealDue makes a block if one is due. The pool learns of a new head in the background and counts what is in it until
// then, so that it is asked again once it has: else an empty block would be made, and a second of block time be lost.
func (c *Chain) sealDue() error {
	c.sealing.Lock() // the pool knows one that waits for it, and forgets an earlier one
	defer c.sealing.Unlock()
	if !c.due() {
		return nil
	}
	if err := c.syncPool(); err != nil {
		return err
	}
	if !c.due() {
		return nil
	}
	_, err := c.sealHead()
	return err
}

// due reports whether something waits for a block, or the head has become too old, and a block may be made now.
func (c *Chain) due() bool {
	pending, _ := c.machine.pool.Stats()
	head := c.machine.blocks.CurrentBlock()
	stale := int64(c.nextTime())-int64(head.Time) > int64(idle/time.Second)
	return (pending > 0 || stale) && !c.tooEarly()
}

// Forget drops all transactions that wait for a block, as nodes do under load or at a restart.
func (c *Chain) Forget() {
	c.sealing.Lock()
	defer c.sealing.Unlock()
	c.machine.pool.Clear()
}

// Rollback takes the last n blocks back, as a reorganisation does, with all that is in them: as many empty blocks
// take their places, and one more on top. The transactions do not come back by themselves.
func (c *Chain) Rollback(n int) error {
	c.sealing.Lock()
	defer c.sealing.Unlock()
	chain := c.machine.blocks
	head := chain.CurrentBlock()
	if n < 1 || uint64(n) > head.Number.Uint64() {
		return fmt.Errorf("the dev chain cannot take back %d of %d blocks", n, head.Number)
	}

	c.machine.pool.Clear()
	parent := chain.GetHeaderByNumber(head.Number.Uint64() - uint64(n))
	for range n + 1 {
		// Two seconds on, where blocks that are made in haste are one apart: even an empty one is another then.
		block, err := c.sealOn(parent, parent.Time+2)
		if err != nil {
			return err
		}
		// The pool takes transactions of dropped blocks up again.
		if err := c.syncPool(); err != nil {
			return err
		}
		c.machine.pool.Clear()
		parent = block
	}
	return nil
}
