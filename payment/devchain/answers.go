package devchain

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

// object is a JSON object of an answer.
type object map[string]any

// objectOf is a value of go-ethereum as it writes itself in JSON, to which an answer adds.
func objectOf(value any) (object, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}

	answer := make(object, len(members))
	for name, member := range members {
		answer[name] = member
	}
	return answer, nil
}

// without takes out members that say nothing.
func (o object) without(names ...string) {
	for _, name := range names {
		if raw, ok := o[name].(json.RawMessage); ok && string(raw) == "null" {
			delete(o, name)
		}
	}
}

func (m *ethMethods) blockAnswer(block *types.Block, whole bool) (object, error) {
	answer, err := objectOf(block.Header())
	if err != nil {
		return nil, fmt.Errorf("block %d: %w", block.NumberU64(), err)
	}
	answer.without("blockAccessListHash", "slotNumber") // of rules that are not in force

	transactions := make([]any, len(block.Transactions()))
	for i, tx := range block.Transactions() {
		transactions[i] = tx.Hash()
		if !whole {
			continue
		}
		if transactions[i], err = m.transactionAnswer(tx, block.Header(), uint64(i)); err != nil {
			return nil, err
		}
	}

	answer["size"] = hexutil.Uint64(block.Size())
	answer["transactions"] = transactions
	answer["uncles"] = []common.Hash{}
	answer["withdrawals"] = block.Withdrawals()
	return answer, nil
}

// transactionAnswer is a transaction with its place in a block. The block is nil when it waits for one.
func (m *ethMethods) transactionAnswer(tx *types.Transaction, block *types.Header, index uint64) (object, error) {
	answer, err := objectOf(tx)
	if err != nil {
		return nil, fmt.Errorf("transaction %s: %w", tx.Hash(), err)
	}
	answer.without("maxFeePerGas", "maxPriorityFeePerGas")
	from, err := m.sender(tx)
	if err != nil {
		return nil, err
	}

	answer["from"] = from
	answer["gasPrice"] = (*hexutil.Big)(tx.GasFeeCap())
	for _, unknown := range []string{"blockHash", "blockNumber", "blockTimestamp", "transactionIndex"} {
		answer[unknown] = nil
	}
	if block != nil {
		answer["gasPrice"] = (*hexutil.Big)(paidPerGas(tx, block.BaseFee))
		answer["blockHash"] = block.Hash()
		answer["blockNumber"] = (*hexutil.Big)(block.Number)
		answer["blockTimestamp"] = hexutil.Uint64(block.Time)
		answer["transactionIndex"] = hexutil.Uint64(index)
	}
	return answer, nil
}

// paidPerGas is the price of gas that a transaction pays in a block with a base fee, in wei.
func paidPerGas(tx *types.Transaction, baseFee *big.Int) *big.Int {
	price := new(big.Int).Add(tx.GasTipCap(), baseFee)
	if limit := tx.GasFeeCap(); price.Cmp(limit) > 0 {
		return limit
	}
	return price
}

func (m *ethMethods) receiptAnswer(tx *types.Transaction, receipt *types.Receipt) (object, error) {
	answer, err := objectOf(receipt)
	if err != nil {
		return nil, fmt.Errorf("receipt of %s: %w", tx.Hash(), err)
	}
	from, err := m.sender(tx)
	if err != nil {
		return nil, err
	}

	delete(answer, "root") // of receipts from before they had a status
	answer["type"] = hexutil.Uint64(receipt.Type)
	answer["from"] = from
	answer["to"] = tx.To()
	if receipt.ContractAddress == (common.Address{}) {
		answer["contractAddress"] = nil
	}
	if receipt.Logs == nil {
		answer["logs"] = []*types.Log{}
	}
	return answer, nil
}

func (m *ethMethods) sender(tx *types.Transaction) (common.Address, error) {
	from, err := types.Sender(types.LatestSigner(m.machine.blocks.Config()), tx)
	if err != nil {
		return from, fmt.Errorf("sender of transaction %s: %w", tx.Hash(), err)
	}
	return from, nil
}
