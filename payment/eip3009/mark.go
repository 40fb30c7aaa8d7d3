package eip3009

import (
	"bytes"
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// Mark says which ledger's service has made a transaction. It is at the end of the call data, where contracts do not
// read. The zero mark means no mark: a remote facilitator or another program made the transaction.
type Mark [8]byte

// markWord precedes a mark, so that other programs' trailing bytes are not taken for one.
var markWord = [4]byte{'f', 'b', 'x', '1'}

// tailSize is how many bytes come after the mark: those of the process.
const tailSize = 8

// Tail is the end of all that a process calls: the mark of its ledger, and bytes of its own, by which transactions of
// two processes differ that share a key.
func (m Mark) Tail(process [tailSize]byte) []byte {
	tail := append([]byte{}, markWord[:]...)
	tail = append(tail, m[:]...)
	return append(tail, process[:]...)
}

// MarkOf is the mark in the call of a transaction.
func MarkOf(call []byte) (m Mark) {
	at := len(call) - len(markWord) - len(m) - tailSize
	if at < 0 || !bytes.Equal(call[at:at+len(markWord)], markWord[:]) {
		return Mark{}
	}
	copy(m[:], call[at+len(markWord):])
	return m
}

// made is what is read of a transaction.
type made struct {
	Call hexutil.Bytes `json:"input"`
}

// Origin reads who made the transaction of a receipt, and when, into the report.
func (c *Chain) Origin(ctx context.Context, report *Report, receipt *types.Receipt) error {
	var transaction *made
	var block *header
	calls := []rpc.BatchElem{
		transactionElem(receipt.TxHash, &transaction),
		headerElem(hexutil.Uint64(receipt.BlockNumber.Uint64()), &block),
	}
	if err := c.rpc.Batch(ctx, calls); err != nil {
		return fmt.Errorf("who made %s: %w", receipt.TxHash, err)
	}
	for _, call := range calls {
		if call.Error != nil {
			return fmt.Errorf("who made %s: %w", receipt.TxHash, call.Error)
		}
	}
	if transaction == nil || block == nil || block.Hash != receipt.BlockHash {
		return fmt.Errorf("the endpoint does not have %s in its block", receipt.TxHash)
	}

	report.Mark = MarkOf(transaction.Call)
	report.MadeAt = uint64(block.Time)
	report.MadeIn = uint64(block.Number)
	report.MadeInHash = block.Hash
	return nil
}

func transactionElem(hash common.Hash, into **made) rpc.BatchElem {
	return rpc.BatchElem{
		Method: "eth_getTransactionByHash",
		Args:   []any{hash},
		Result: into,
	}
}

// maxMarks bounds the transactions whose marks are read at once.
const maxMarks = 50

// markedFor is how far back Marks looks, in seconds: two times as long as until it is asked again.
const markedFor = 20 * 60

// Marks are those of the latest transactions that have paid to an account in the last 20 minutes. The zero mark is not
// among them.
func (c *Chain) Marks(ctx context.Context, to common.Address) ([]Mark, error) {
	var head *header
	if err := c.rpc.Call(ctx, &head, "eth_getBlockByNumber", "latest", false); err != nil {
		return nil, fmt.Errorf("latest block of %s: %w", c.network.CAIP2, err)
	}
	if head == nil {
		return nil, fmt.Errorf("latest block of %s: there is none", c.network.CAIP2)
	}

	now := Report{
		Block:     uint64(head.Number),
		BlockTime: uint64(head.Time),
	}
	span := Span{
		Start: now.BlockTime - min(now.BlockTime, markedFor),
		End:   now.BlockTime,
	}
	var found []common.Hash
	topics := []any{TopicTransfer, nil, common.BytesToHash(to[:])}
	err := c.Search(ctx, span, now, topics, func(logs []*types.Log) (bool, error) {
		found = append(found, latest(logs, maxMarks-len(found))...)
		return len(found) >= maxMarks, nil
	})
	if err != nil {
		return nil, fmt.Errorf("transfers to %s on %s: %w", to, c.network.CAIP2, err)
	}
	return c.marksOf(ctx, found)
}

// latest are the last transactions of logs, each once.
func latest(logs []*types.Log, most int) []common.Hash {
	var found []common.Hash
	seen := map[common.Hash]bool{}
	for i := len(logs) - 1; i >= 0 && len(found) < most; i-- {
		if hash := logs[i].TxHash; !seen[hash] {
			seen[hash] = true
			found = append(found, hash)
		}
	}
	return found
}

// marksOf reads the marks of transactions. One that an endpoint does not have tells nothing.
func (c *Chain) marksOf(ctx context.Context, hashes []common.Hash) ([]Mark, error) {
	if len(hashes) == 0 {
		return nil, nil
	}
	transactions := make([]*made, len(hashes))
	calls := make([]rpc.BatchElem, len(hashes))
	for i, hash := range hashes {
		calls[i] = transactionElem(hash, &transactions[i])
	}
	if err := c.rpc.Batch(ctx, calls); err != nil {
		return nil, fmt.Errorf("transactions on %s: %w", c.network.CAIP2, err)
	}

	var marks []Mark
	for _, transaction := range transactions {
		if transaction == nil {
			continue
		}
		if mark := MarkOf(transaction.Call); mark != (Mark{}) {
			marks = append(marks, mark)
		}
	}
	return marks, nil
}
