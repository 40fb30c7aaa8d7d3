package devchain

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/consensus/beacon"
	"github.com/ethereum/go-ethereum/consensus/ethash"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/txpool"
	"github.com/ethereum/go-ethereum/core/txpool/legacypool"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth/gasprice"
	"github.com/ethereum/go-ethereum/event"
	"github.com/ethereum/go-ethereum/miner"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"
)

// machine is what go-ethereum gives: the blocks and states, the transactions that wait, and what makes blocks of them.
// Everything is in memory. States older than 128 blocks are forgotten, blocks and receipts are not.
type machine struct {
	blocks *core.BlockChain
	pool   *txpool.TxPool
	miner  *miner.Miner
	oracle *gasprice.Oracle
}

func newMachine(first *core.Genesis) (*machine, error) {
	config := core.DefaultConfig()
	config.TrieCleanLimit = 0 // a cache of what is in memory anyway
	config.SnapshotLimit = 0  // another
	config.NoPrefetch = true
	blocks, err := core.NewBlockChain(rawdb.NewMemoryDatabase(), first, beacon.New(ethash.NewFaker()), config)
	if err != nil {
		return nil, err
	}

	waiting := legacypool.DefaultConfig
	waiting.NoLocals = true
	waiting.Journal = ""
	pool, err := txpool.New(waiting.PriceLimit, blocks, []txpool.SubPool{legacypool.New(waiting, blocks)})
	if err != nil {
		blocks.Stop()
		return nil, fmt.Errorf("transaction pool: %w", err)
	}

	e := &machine{
		blocks: blocks,
		pool:   pool,
	}
	making := miner.DefaultConfig
	making.GasCeil = blockGas
	making.GasPrice = big.NewInt(1) // what the pool takes is mined
	e.miner = miner.New(e, making, blocks.Engine())
	e.oracle = gasprice.NewOracle(e, gasprice.Config{
		Blocks:           20,
		Percentile:       60,
		MaxHeaderHistory: 1024,
		MaxBlockHistory:  1024,
		MaxPrice:         gasprice.DefaultMaxPrice,
		IgnorePrice:      gasprice.DefaultIgnorePrice,
	}, making.GasPrice)
	return e, nil
}

func (e *machine) close() error {
	err := e.pool.Close()
	e.blocks.Stop()
	return err
}

// BlockChain is asked for by the miner.
func (e *machine) BlockChain() *core.BlockChain { return e.blocks }

// TxPool is asked for by the miner.
func (e *machine) TxPool() *txpool.TxPool { return e.pool }

// ChainConfig is asked for by the oracle of fees.
func (e *machine) ChainConfig() *params.ChainConfig { return e.blocks.Config() }

// Pending is the block that would be made now, which the oracle of fees asks for too.
func (e *machine) Pending() (*types.Block, types.Receipts, *state.StateDB) { return e.miner.Pending() }

// GetReceipts is asked for by the oracle of fees.
func (e *machine) GetReceipts(_ context.Context, hash common.Hash) (types.Receipts, error) {
	return e.blocks.GetReceiptsByHash(hash), nil
}

// SubscribeChainHeadEvent is asked for by the oracle of fees.
func (e *machine) SubscribeChainHeadEvent(heads chan<- core.ChainHeadEvent) event.Subscription {
	return e.blocks.SubscribeChainHeadEvent(heads)
}

// HeaderByNumber is the header of [machine.BlockByNumber].
func (e *machine) HeaderByNumber(ctx context.Context, number rpc.BlockNumber) (*types.Header, error) {
	block, err := e.BlockByNumber(ctx, number)
	if block == nil || err != nil {
		return nil, err
	}
	return block.Header(), nil
}

// BlockByNumber is the block of a number or a tag, or nil. Nothing is ever safe or final on this chain: each block may
// be taken back, see [Chain.Rollback].
func (e *machine) BlockByNumber(_ context.Context, number rpc.BlockNumber) (*types.Block, error) {
	switch number {
	case rpc.PendingBlockNumber:
		block, _, _ := e.Pending()
		if block == nil {
			return nil, errors.New("pending block is not available")
		}
		return block, nil
	case rpc.LatestBlockNumber:
		return e.blocks.GetBlockByHash(e.blocks.CurrentBlock().Hash()), nil
	case rpc.SafeBlockNumber, rpc.FinalizedBlockNumber:
		return nil, fmt.Errorf("%s block not found", number)
	case rpc.EarliestBlockNumber:
		number = 0
	}
	return e.blocks.GetBlockByNumber(uint64(number)), nil
}

// block is the one that a request names by number, tag or hash, or nil. A hash may be that of a block that was taken
// back, unless the request wants one of the chain as it is.
func (e *machine) block(ctx context.Context, at rpc.BlockNumberOrHash) (*types.Block, error) {
	hash, byHash := at.Hash()
	if !byHash {
		number, _ := at.Number()
		return e.BlockByNumber(ctx, number)
	}

	block := e.blocks.GetBlockByHash(hash)
	if block != nil && at.RequireCanonical && e.blocks.GetCanonicalHash(block.NumberU64()) != hash {
		return nil, errors.New("hash is not currently canonical")
	}
	return block, nil
}

// state is what holds after a block, with the block's header. Changes to it are nobody else's.
func (e *machine) state(ctx context.Context, at rpc.BlockNumberOrHash) (*state.StateDB, *types.Header, error) {
	if number, ok := at.Number(); ok && number == rpc.PendingBlockNumber {
		block, _, pending := e.Pending()
		if block == nil {
			return nil, nil, errors.New("pending state is not available")
		}
		return pending, block.Header(), nil
	}

	block, err := e.block(ctx, at)
	switch {
	case err != nil:
		return nil, nil, err
	case block == nil && at.BlockHash != nil:
		return nil, nil, errors.New("header for hash not found")
	case block == nil:
		return nil, nil, errors.New("header not found")
	}
	after, err := e.blocks.StateAt(block.Root(), block.Number(), block.Time())
	return after, block.Header(), err
}
