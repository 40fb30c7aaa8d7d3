package devchain

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// logQuery says which logs are wanted, of one block or of a range that ends with the latest unless it is said.
type logQuery struct {
	BlockHash *common.Hash           `json:"blockHash"`
	From      *rpc.BlockNumber       `json:"fromBlock"`
	To        *rpc.BlockNumber       `json:"toBlock"`
	Addresses choice[common.Address] `json:"address"`
	Topics    []choice[common.Hash]  `json:"topics"`
}

// choice is any of several values, or whatever there is if it is empty. In JSON it is null, a value or a list; null in
// a list stands for every value.
type choice[T comparable] []T

func (c *choice[T]) UnmarshalJSON(text []byte) error {
	*c = nil
	if text = bytes.TrimSpace(text); len(text) == 0 || text[0] != '[' {
		var one *T
		if err := json.Unmarshal(text, &one); err != nil || one == nil {
			return err
		}
		*c = choice[T]{*one}
		return nil
	}

	var several []*T
	if err := json.Unmarshal(text, &several); err != nil || slices.Contains(several, nil) {
		return err
	}
	for _, one := range several {
		*c = append(*c, *one)
	}
	return nil
}

func (c choice[T]) has(value T) bool { return len(c) == 0 || slices.Contains(c, value) }

func (q *logQuery) wants(l *types.Log) bool {
	if !q.Addresses.has(l.Address) || len(q.Topics) > len(l.Topics) {
		return false
	}
	for i, topic := range q.Topics {
		if !topic.has(l.Topics[i]) {
			return false
		}
	}
	return true
}

// mayHave says whether a block may have what is wanted, by the filter in its header.
func (q *logQuery) mayHave(header *types.Header) bool {
	seen := func(value []byte) bool { return header.Bloom.Test(value) }
	if len(q.Addresses) > 0 && !slices.ContainsFunc(q.Addresses, func(a common.Address) bool { return seen(a[:]) }) {
		return false
	}
	for _, topic := range q.Topics {
		if len(topic) > 0 && !slices.ContainsFunc(topic, func(t common.Hash) bool { return seen(t[:]) }) {
			return false
		}
	}
	return true
}

// maxTopics is how many topics a log has at most.
const maxTopics = 4

// GetLogs are the logs of a block or of a range of blocks, in their order. All blocks are looked at: there is no index.
func (m *ethMethods) GetLogs(ctx context.Context, query logQuery) ([]*types.Log, error) {
	if len(query.Topics) > maxTopics {
		return nil, invalidParams("exceed max topics")
	}
	if query.BlockHash != nil {
		return m.logsOfBlock(&query)
	}
	first, last, err := m.logRange(ctx, &query)
	if err != nil {
		return nil, err
	}

	found := []*types.Log{}
	for number := first; number <= last && ctx.Err() == nil; number++ {
		if header := m.machine.blocks.GetHeaderByNumber(number); header != nil { // unless it was taken back just now
			found = m.appendLogs(found, header, &query)
		}
	}
	return found, ctx.Err()
}

func (m *ethMethods) logsOfBlock(query *logQuery) ([]*types.Log, error) {
	if query.From != nil || query.To != nil {
		return nil, invalidParams("cannot specify both blockHash and fromBlock/toBlock, choose one or the other")
	}
	header := m.machine.blocks.GetHeaderByHash(*query.BlockHash)
	if header == nil {
		return nil, errors.New("unknown block")
	}
	return m.appendLogs([]*types.Log{}, header, query), nil
}

func (m *ethMethods) appendLogs(found []*types.Log, header *types.Header, query *logQuery) []*types.Log {
	if !query.mayHave(header) {
		return found
	}
	for _, receipt := range m.machine.blocks.GetReceiptsByHash(header.Hash()) {
		for _, l := range receipt.Logs {
			if query.wants(l) {
				found = append(found, l)
			}
		}
	}
	return found
}

// logRange are the first and the last block of a query.
func (m *ethMethods) logRange(ctx context.Context, query *logQuery) (first, last uint64, err error) {
	head := m.machine.blocks.CurrentBlock().Number.Uint64()
	number := func(at *rpc.BlockNumber) (uint64, error) {
		switch {
		case at == nil || *at == rpc.LatestBlockNumber:
			return head, nil
		case *at == rpc.PendingBlockNumber:
			return 0, invalidParams("pending logs are not supported")
		case *at >= 0:
			return uint64(*at), nil
		}
		header, err := m.machine.HeaderByNumber(ctx, *at)
		if err != nil {
			return 0, err
		}
		return header.Number.Uint64(), nil
	}

	if first, err = number(query.From); err != nil {
		return 0, 0, err
	}
	if last, err = number(query.To); err != nil {
		return 0, 0, err
	}
	switch {
	case first > last:
		return 0, 0, invalidParams("invalid block range params")
	case last > head:
		return 0, 0, invalidParams("block range extends beyond current head block")
	}
	return first, last, nil
}
