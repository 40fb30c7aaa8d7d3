package eip3009

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// receiptDelay is how far in seconds the chain's clock must have passed a settlement whose block is not known,
// before a receipt that is not there counts: endpoints lag behind each other.
const receiptDelay = 30

// Transfer is a transfer that was on the chain.
type Transfer struct {
	ID          ID
	Transaction common.Hash
	Block       uint64 // that held it; 0 when it is not known
	BlockHash   common.Hash
	MadeAt      uint64 // Unix seconds
}

// Location is where a transfer is now.
type Location struct {
	Known     bool // else nothing was learnt
	Missing   bool // it is not in its block any more, nor in another one by its transaction
	Block     uint64
	BlockHash common.Hash
	Depth     uint64 // blocks on top of its own
}

// header is what is read of a block.
type header struct {
	Number hexutil.Uint64 `json:"number"`
	Hash   common.Hash    `json:"hash"`
	Time   hexutil.Uint64 `json:"timestamp"`
}

// Locate finds transfers, see [Chain.LocateBy].
func (c *Chain) Locate(ctx context.Context, all []Transfer) ([]Location, error) {
	return c.LocateBy(ctx, all, func(receipt *types.Receipt, id ID) bool {
		state, _ := InLogs(receipt.Logs, c.network.Asset, Authorization{From: id.From, Nonce: id.Nonce})
		return state == Used
	})
}

// Holds says that a receipt of a transaction that succeeded holds a transfer.
type Holds func(receipt *types.Receipt, id ID) bool

// LocateBy finds transfers, with a call for each block that held some and one for each transaction whose block is
// not known or has changed, in one or two batches. A transaction only counts while its receipt holds the transfer: in
// another block it may have failed, and in one that holds many payments some may.
func (c *Chain) LocateBy(ctx context.Context, all []Transfer, holds Holds) ([]Location, error) {
	blocks := map[uint64]*header{}
	receipts := map[common.Hash]**types.Receipt{}
	for _, t := range all {
		if t.Block > 0 {
			blocks[t.Block] = nil
		} else {
			receipts[t.Transaction] = nil
		}
	}
	head, err := c.readBlocks(ctx, blocks, receipts)
	if err != nil {
		return nil, err
	}

	moved := map[common.Hash]**types.Receipt{}
	for _, t := range all {
		now := blocks[t.Block]
		if t.Block > 0 && now != nil && now.Hash != t.BlockHash {
			moved[t.Transaction] = nil
		}
	}
	if len(moved) > 0 {
		if head, err = c.readBlocks(ctx, nil, moved); err != nil {
			return nil, err
		}
	}

	found := make([]Location, len(all))
	for i, t := range all {
		switch now := blocks[t.Block]; {
		case t.Block == 0:
			late := uint64(head.Time) >= t.MadeAt+receiptDelay
			found[i] = inReceipt(t, receipts[t.Transaction], head, late, holds)
		case now == nil: // the endpoint has not got that far, or no longer
		case now.Hash == t.BlockHash:
			found[i] = locationAt(t.Block, now.Hash, head)
		default:
			found[i] = inReceipt(t, moved[t.Transaction], head, true, holds)
		}
	}
	return found, nil
}

// inReceipt is where a receipt says that a transfer is. final says that a receipt which is not there is no mere delay.
func inReceipt(t Transfer, answer **types.Receipt, head header, final bool, holds Holds) Location {
	if answer == nil {
		return Location{}
	}
	receipt := *answer
	if receipt == nil {
		return Location{Known: final, Missing: final}
	}

	if receipt.Status != types.ReceiptStatusSuccessful || !holds(receipt, t.ID) {
		return Location{Known: true, Missing: true}
	}
	return locationAt(receipt.BlockNumber.Uint64(), receipt.BlockHash, head)
}

func locationAt(number uint64, hash common.Hash, head header) Location {
	return Location{
		Known:     true,
		Block:     number,
		BlockHash: hash,
		Depth:     uint64(head.Number) - min(uint64(head.Number), number),
	}
}

// readBlocks fills in the blocks and receipts that are asked for, all from one endpoint. What the endpoint answers with
// an error stays nil.
func (c *Chain) readBlocks(
	ctx context.Context, blocks map[uint64]*header, receipts map[common.Hash]**types.Receipt,
) (header, error) {
	var head *header
	calls := []rpc.BatchElem{headerElem("latest", &head)}
	var fill []func(rpc.BatchElem)
	for number := range blocks {
		answer := new(*header)
		calls = append(calls, headerElem(hexutil.Uint64(number), answer))
		fill = append(fill, func(call rpc.BatchElem) {
			if call.Error == nil {
				blocks[number] = *answer
			}
		})
	}
	for hash := range receipts {
		answer := new(*types.Receipt)
		calls = append(calls, rpc.BatchElem{
			Method: "eth_getTransactionReceipt",
			Args:   []any{hash},
			Result: answer,
		})
		fill = append(fill, func(call rpc.BatchElem) {
			if call.Error == nil {
				receipts[hash] = answer
			}
		})
	}

	if err := c.rpc.Batch(ctx, calls); err != nil {
		return header{}, fmt.Errorf("blocks of settlements on %s: %w", c.network.CAIP2, err)
	}
	if calls[0].Error != nil || head == nil {
		return header{}, errors.Join(fmt.Errorf("latest block of %s is not known", c.network.CAIP2), calls[0].Error)
	}
	for i, take := range fill {
		take(calls[i+1])
	}
	return *head, nil
}

func headerElem(block any, into **header) rpc.BatchElem {
	return rpc.BatchElem{
		Method: "eth_getBlockByNumber",
		Args:   []any{block, false},
		Result: into,
	}
}
